"""Say values from elsewhere in one clean line: quoted, cut, without control or bidi characters."""

import difflib
import json
import re
from collections.abc import Iterable, Sequence

__all__ = ["in_one_line", "listed", "near", "one_line", "shown"]

_CONTROL = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029]+")
_BREAKS = frozenset("\t\n\v\f\r\x1c\x1d\x1e\x1f\x85\u2028\u2029")


def _escaped(text: str) -> str:
    """Escape what `str.isprintable` refuses; ordinary spaces stay."""
    return "".join(
        character
        if character.isprintable()
        else character.encode("unicode_escape", "surrogatepass").decode("ascii")
        for character in text
    )


def one_line(text: str, limit: int = 300) -> str:
    """Return `text` as one line of at most `limit` characters that is safe to print anywhere.

    Line breaks and tabs become one space, other control, format (bidi, zero width) and lone surrogate
    characters are escaped as Python writes them, and a longer text ends in "...".
    """
    if not text.isprintable():
        text = _escaped(
            "".join(" " if character in _BREAKS else character for character in text[: limit + 1])
        )
    return text if len(text) <= limit else text[: limit - 3] + "..."


def shown(value: object, limit: int = 100) -> str:
    """Quote a value of an author or a reply: its repr on one line, at most `limit` characters.

    A value that has no repr, such as a number of too many digits, is named by its type.
    """
    try:
        text = repr(value[: limit + 1] if isinstance(value, str) else value)
    except BaseException as error:
        if isinstance(error, KeyboardInterrupt):
            raise
        deep = ", nested very deep" if isinstance(error, RecursionError) else ""
        text = f"<{type(value).__name__}{deep}>"
    return one_line(text if len(text) <= limit else text[: limit - 4] + "..." + text[-1], limit)


def listed(values: Sequence[object], most: int = 5) -> str:
    """Quote several values, separated by commas; past `most` say how many more there are."""
    text = ", ".join(shown(value) for value in values[:most])
    return text if len(values) <= most else f"{text} and {len(values) - most} more"


def near(name: str, known: Iterable[str], *, cutoff: float = 0.6) -> str | None:
    """Return the one of `known` that `name` most likely meant, in any case, or None when none is close.

    cutoff: 0 to 1, how alike the two are at least.

    Source: difflib.get_close_matches (Ratcliff and Obershelp).
    """
    spelled = {one.casefold(): one for one in known}
    found = difflib.get_close_matches(name[:100].casefold(), list(spelled), n=1, cutoff=cutoff)
    return spelled[found[0]] if found else None


def in_one_line(text: str) -> str:
    """Return a text whole and on one line.

    A run of line breaks and control characters becomes one space; other characters that cannot be seen
    are escaped as in JSON.
    """
    return "".join(map(_as_in_json, _CONTROL.sub(" ", text)))


def _as_in_json(character: str) -> str:
    return character if character.isprintable() or character.isspace() else json.dumps(character)[1:-1]
