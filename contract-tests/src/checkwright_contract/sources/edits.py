"""Draw changes of a JSON value in one place, as a mistake or a near miss would make them."""

from __future__ import annotations

import copy
import itertools
import json
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from hypothesis import strategies as st

from .text_pieces import Piece, piece_text, pieces

__all__ = ["Edit", "edits", "respelled"]

_TEXT = (
    "drop a character", "double a character", "insert", "replace", "append", "prepend", "upper",
    "lower", "swap case", "decompose", "compose", "empty", "reverse words", "drop a word",
    "drop a line", "wrap in blanks", "final newline", "twice",
)  # fmt: skip
_NUMBER = (
    "one more",
    "one less",
    "negative",
    "zero",
    "half",
    "a hair more",
    "tenfold",
    "huge",
    "as text",
    "as float",
)
_LIST = ("drop one", "repeat one", "reverse", "add", "empty", "inside a list")
_OBJECT = ("drop a field", "add a field", "rename a field", "empty")
_OTHER = ("null", "true", "a text", "a number", "a list", "an object")


@dataclass(frozen=True, slots=True)
class Edit:
    """One change: at the `place`-th value inside, in the `way`-th way that its type allows.

    at, piece: the index and the text that some changes need.
    wild: whether the new value may be of another type.
    """

    place: int
    way: int
    at: int
    piece: Piece
    wild: bool

    def of(self, value: Any) -> Any:
        """Return a copy of a JSON value with one place changed, which may be the value itself."""
        changed = copy.deepcopy(value)
        if isinstance(changed, Mapping | list) and changed:
            places = list(_places(changed))
            container, step = places[self.place % len(places)]
            if container is not None:
                container[step] = self._one(container[step])
                return changed
        return self._one(changed)

    def _one(self, value: Any) -> Any:
        if self.wild and self.way % 3 == 0:
            return _of_other_type(_OTHER[self.at % len(_OTHER)], self.piece)
        if isinstance(value, bool):
            return not value
        if isinstance(value, str):
            return self._text(value, _TEXT[self.way % len(_TEXT)])
        if isinstance(value, int | float):
            return _number(value, _NUMBER[self.way % (len(_NUMBER) if self.wild else len(_NUMBER) - 2)])
        if isinstance(value, list):
            return self._list(value, _LIST[self.way % len(_LIST)])
        if isinstance(value, dict):
            return self._object(value, _OBJECT[self.way % len(_OBJECT)])
        return piece_text(self.piece, ())

    def _text(self, text: str, way: str) -> str:
        at = self.at % (len(text) + 1)
        new = piece_text(self.piece, [text])
        words, lines = text.split(" "), text.split("\n")
        made = {
            "drop a character": text[:at] + text[at + 1 :],
            "double a character": text[:at] + text[max(at - 1, 0) :],
            "insert": text[:at] + new + text[at:],
            "replace": new,
            "append": f"{text} {new}",
            "prepend": f"{new} {text}",
            "upper": text.upper(),
            "lower": text.lower(),
            "swap case": text.swapcase(),
            "empty": "",
            "reverse words": " ".join(reversed(words)),
            "drop a word": " ".join(words[: at % len(words)] + words[at % len(words) + 1 :]),
            "drop a line": "\n".join(lines[: at % len(lines)] + lines[at % len(lines) + 1 :]),
            "wrap in blanks": f" \t{text}\xa0 ",
            "final newline": f"{text}\n",
            "twice": f"{text}\n{text}",
        }
        if way in ("decompose", "compose"):
            return unicodedata.normalize("NFD" if way == "decompose" else "NFC", text)
        return made[way]

    def _list(self, values: list[Any], way: str) -> list[Any]:
        at = self.at % len(values) if values else 0
        if way == "add" or not values:
            return [*values, piece_text(self.piece, ())]
        made: dict[str, list[Any]] = {
            "drop one": values[:at] + values[at + 1 :],
            "repeat one": [*values, copy.deepcopy(values[at])],
            "reverse": values[::-1],
            "empty": [],
            "inside a list": [values],
        }
        return made[way]

    def _object(self, value: dict[str, Any], way: str) -> dict[str, Any]:
        names = sorted(value)
        name = names[self.at % len(names)] if names else ""
        if way == "add a field" or not names:
            return {**value, piece_text(self.piece, names): 1}
        if way == "empty":
            return {}
        rest = {key: part for key, part in value.items() if key != name}
        return rest if way == "drop a field" else {**rest, f"{name}s": value[name]}


def edits(*, wild: bool) -> st.SearchStrategy[Edit]:
    """Draw an edit; a wild one may change types, as in a check document with a mistake."""
    numbers = st.integers(0, 60)
    return st.builds(Edit, numbers, numbers, st.integers(0, 200), pieces(), st.just(wild))


def _places(value: Any) -> Any:
    """Yield every place in a value as its container and its key or index; (None, None) is the whole value."""
    yield None, None
    yield from _inside(value)


def _inside(value: Any) -> Any:
    for step, part in value.items() if isinstance(value, dict) else enumerate(value):
        yield value, step
        if isinstance(part, dict | list):
            yield from _inside(part)


def _number(number: float, way: str) -> Any:
    made = {
        "one more": number + 1,
        "one less": number - 1,
        "negative": -number,
        "zero": 0,
        "half": number / 2,
        "a hair more": number + 1e-9,
        "tenfold": number * 10,
        "huge": 10**15,
        "as text": str(number),
        "as float": float(number),
    }
    return made[way]


def _of_other_type(which: str, piece: Piece) -> Any:
    made: dict[str, Any] = {
        "null": None,
        "true": True,
        "a text": piece_text(piece, ()),
        "a number": 1.5,
        "a list": [],
        "an object": {},
    }
    return made[which]


def respelled(value: Any) -> Iterator[Any]:
    """Yield copies of a JSON value, each with one part written in another type, as careless authors do.

    A number or boolean becomes a text, a text a list of it, and a list of one item that item.
    """
    for number, (container, step) in enumerate(_places(value)):
        other = _in_other_type(container[step]) if container is not None else None
        if other is not None:
            changed = copy.deepcopy(value)
            place, _ = next(itertools.islice(_places(changed), number, None))
            place[step] = other
            yield changed


def _in_other_type(part: Any) -> Any:
    """Return a value written in another type, or None where that is not done."""
    if isinstance(part, bool | int | float):
        return json.dumps(part)
    if isinstance(part, str):
        return [part]
    return part[0] if isinstance(part, list) and len(part) == 1 else None
