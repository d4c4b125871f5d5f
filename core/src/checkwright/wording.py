"""Say values from elsewhere in one clean line: quoted, cut, without control or bidi characters."""

import difflib
import json
import re
from collections.abc import Iterable, Mapping, Sequence
from types import UnionType

__all__ = [
    "counted",
    "did_you_mean",
    "in_one_line",
    "listed",
    "named_json",
    "named_object",
    "named_type",
    "named_value",
    "near",
    "one_line",
    "pointer",
    "shown",
    "spaced",
    "spelled",
    "suggested",
]

_CONTROL = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029]+")
#: Types of JSON by what they are called; a boolean is a number too, so it comes first.
_TYPES: Sequence[tuple[type | UnionType, str]] = (
    (str, "a text"),
    (bool, "true or false"),
    (int | float, "a number"),
    (Sequence, "a list"),
)
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
    """Return a value of an author or a reply quoted: its repr on one line, at most `limit` characters.

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
    """Return several values quoted and separated by commas; past `most` how many more there are."""
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


def spelled(path: Sequence[str | int]) -> str:
    """Return a path into data as people write it, such as `checks[1].patterns[0]`; "" for an empty one.

    path: keys and indexes, from the top; a key that is no plain name is quoted.
    """
    text = ""
    for step in path:
        if isinstance(step, int):
            text += f"[{step}]"
        elif step.isidentifier():
            text += f".{step}" if text else step
        else:
            text += f"[{step!r:.100}]"
    return text


def pointer(path: Sequence[str | int]) -> str:
    """Return a path into data as a JSON Pointer, such as `/checks/1`; () is "", the whole document.

    Source: RFC 6901, section 3.
    """
    return "".join("/" + str(step).replace("~", "~0").replace("/", "~1") for step in path)


def in_one_line(text: str) -> str:
    """Return a text on one line and whole, however long, as criteria want it; a reason wants `one_line`.

    A run of line breaks and control characters becomes one space; other characters that cannot be seen
    are escaped as in JSON.
    """
    return "".join(map(_as_in_json, spaced(text)))


def _as_in_json(character: str) -> str:
    return character if character.isprintable() or character.isspace() else json.dumps(character)[1:-1]


def spaced(text: str) -> str:
    """Return a text in which each run of line breaks and control characters is one space."""
    return _CONTROL.sub(" ", text)


def did_you_mean(name: str, known: Iterable[str], *, cutoff: float = 0.6, limit: int = 100) -> str | None:
    """Return the question for the one of `known` that `name` most likely meant, or None when none is close.

    cutoff: as for `near`. limit: characters of the name that is suggested.
    """
    close = near(name, known, cutoff=cutoff)
    return None if close is None else suggested(close, limit)


def suggested(name: str, limit: int = 100) -> str:
    """Return the question for a name that is most likely meant."""
    return f"did you mean {shown(name, limit)}?"


def counted(number: int, noun: str) -> str:
    """Return how many there are of what a noun names, such as "1 row" and "1,000 rows"."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def named_type(value: object, mapping: str = "an object") -> str:
    """Return the type of a JSON value in words, such as "a list".

    mapping: what a mapping is called; authors of documents know it as "a mapping".
    """
    if value is None:
        return "null"
    return next((name for kind, name in _TYPES if isinstance(value, kind)), mapping)


def named_value(value: object) -> str:
    """Return the type of a value in a document in words, with the value where it is short to say."""
    if value is None:
        return "nothing (null)"
    if isinstance(value, bool):
        return shown(value).lower()
    if isinstance(value, int | float | str):
        return f"the {'text' if isinstance(value, str) else 'number'} {shown(value)}"
    return "a mapping" if isinstance(value, Mapping) else "a list"


def named_json(value: object) -> str:
    """Return a JSON value as JSON writes it, and an object or a list by its type."""
    if isinstance(value, dict | list):
        return named_type(value)
    return shown(value) if isinstance(value, str) else json.dumps(value)[:100]


def named_object(value: object) -> str:
    """Return in words what code handed over: a scalar by its value, a class by its name, else by its type."""
    if value is None or isinstance(value, str | int | float):
        return shown(value)
    if isinstance(value, type):
        return f"the class {value.__name__}"
    return f"an object of type {type(value).__name__}"
