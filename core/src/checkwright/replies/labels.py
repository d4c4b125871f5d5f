"""Read the label of a code block from its info string, as every kind compares it."""

from __future__ import annotations

import re

__all__ = ["label_of"]

#: What writers put before the name of a language, and the name itself up to what they put behind it.
_LABEL = re.compile(
    r"\s*+(?:\{\s*+|\.|language-|lang-|application/|text/|x-)*+([^\s{}:,(=.]*+)", re.IGNORECASE
)


def label_of(info: str) -> str:
    """Return the name of the language in an info string, in lower case; "" when there is none.

    `{.json}`, `json:a.json`, `json,ignore` and `language-json` all are json, `php{1,3}` is php.
    """
    found = _LABEL.match(info)
    return found[1].lower() if found else ""
