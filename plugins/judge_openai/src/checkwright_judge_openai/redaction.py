"""Take a key out of what a server sends, in whatever form it stands there."""

from __future__ import annotations

import html
import json
import re
from urllib.parse import quote, quote_plus

from checkwright_judging.secret import REDACTED, Secret

__all__ = ["Redaction"]

#: What stands for a key whose middle a server made invisible, such as `sk-pr***************9aQz`.
#: It begins where a word does and gives nothing back, so that the time grows with the text and no faster.
_MASKED = re.compile(r"(?<![\w.-])[\w.-]*+\*{3,}[\w.*-]*")
#: Characters of the shortest key that is taken out of replies, too: shorter ones stand for no key, as
#: `x` or `1` for a local server, and would tear words and scores apart.
_LEAST = 8


class Redaction:
    """Takes one key out of texts: itself, as in addresses, JSON, HTML and Python, in any case."""

    def __init__(self, key: Secret | None) -> None:
        forms = sorted(_forms(key.reveal()), key=len, reverse=True) if key is not None else []
        self._forms = re.compile("|".join(map(re.escape, forms)), re.IGNORECASE) if forms else None
        self._stands_alone = key is not None and len(key.reveal()) >= _LEAST

    def __repr__(self) -> str:
        return "Redaction(...)"

    def __call__(self, text: str) -> str:
        """Return a text about a request, such as an error, without the key and what may be a part of it."""
        text = self._forms.sub(REDACTED, text) if self._forms is not None else text
        return _MASKED.sub(REDACTED, text)

    def of_reply(self, text: str) -> str:
        """Return what a judge wrote, without the key and otherwise unchanged."""
        return self._forms.sub(REDACTED, text) if self._forms is not None and self._stands_alone else text


def _forms(key: str) -> set[str]:
    quoted = {quote(key, safe=""), quote(key), quote_plus(key)}
    in_json = json.dumps(key)[1:-1]
    written = {in_json, in_json.replace("/", "\\/"), repr(key)[1:-1], html.escape(key)}
    return {form for form in {key} | quoted | written if form}
