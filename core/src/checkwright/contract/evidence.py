"""Evidence: one place, or one person's rating, that decided an outcome."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import KW_ONLY, dataclass, fields
from types import NoneType
from typing import TypeAlias

from .errors import InvalidOutcome

__all__ = ["Evidence"]

_Types: TypeAlias = tuple[type, type, type, type, type]

#: Evidence kind to the types of its fields `start`, `end`, `pointer`, `call` and `rater`.
_SHAPES: Mapping[str, _Types] = {
    "span": (int, int, NoneType, NoneType, NoneType),
    "json_pointer": (NoneType, NoneType, str, NoneType, NoneType),
    "tool_call": (NoneType, NoneType, NoneType, int, NoneType),
    "rating": (NoneType, NoneType, NoneType, NoneType, str),
}


@dataclass(frozen=True, slots=True, repr=False)
class Evidence:
    """What decided an outcome: `kind` says which of the other fields it has, the rest are None.

    kind: "span", "json_pointer", "tool_call" or "rating"; see the method of that name.
    text: what stands at the place, quoted from the original; of a rating the words of its rater.
    start, end: of a span, in characters of the response, the end excluded.
    pointer: of a value in JSON, as RFC 6901 writes it. call: the index, from 0, among the calls of the
    record. rater: who rated.

    Raises:
        InvalidOutcome: another kind, a field that the kind has not or lacks, a span that ends before it
            starts or starts before 0, a call before 0.
    """

    kind: str
    text: str
    _: KW_ONLY
    start: int | None = None
    end: int | None = None
    pointer: str | None = None
    call: int | None = None
    rater: str | None = None

    def __post_init__(self) -> None:
        types = (type(self.start), type(self.end), type(self.pointer), type(self.call), type(self.rater))
        if not isinstance(self.kind, str) or _SHAPES.get(self.kind) != types:
            raise InvalidOutcome("evidence", _misshaped(self))
        if not isinstance(self.text, str):
            raise InvalidOutcome("evidence", f"evidence quotes a text, not {self.text!r:.80}")
        if self.start is not None and self.end is not None and not 0 <= self.start <= self.end:
            raise InvalidOutcome("evidence", f"a span from {self.start} to {self.end} lies in no text")
        if self.call is not None and self.call < 0:
            raise InvalidOutcome("evidence", f"calls are counted from 0, not {self.call}")

    @classmethod
    def span(cls, response: str, start: int, end: int) -> Evidence:
        """Point at the characters `start` up to `end` of `response`, and quote them."""
        return cls("span", response[start:end], start=start, end=end)

    @classmethod
    def json_pointer(cls, pointer: str, text: str) -> Evidence:
        """Point at a value in the JSON of the response; `text` quotes it."""
        return cls("json_pointer", text, pointer=pointer)

    @classmethod
    def tool_call(cls, call: int, text: str) -> Evidence:
        """Point at a call of the record by its index, from 0; `text` quotes it."""
        return cls("tool_call", text, call=call)

    @classmethod
    def rating(cls, rater: str, text: str) -> Evidence:
        """Point at what a person said; `text` is the justification, "" for none."""
        return cls("rating", text, rater=rater)

    def __repr__(self) -> str:
        given = ((field.name, getattr(self, field.name)) for field in fields(self))
        return f"Evidence({', '.join(f'{name}={value!r}' for name, value in given if value is not None)})"


def _misshaped(evidence: Evidence) -> str:
    """Say what is wrong with the fields of evidence."""
    shape = _SHAPES.get(evidence.kind) if isinstance(evidence.kind, str) else None
    if shape is None:
        return f"there is no evidence of the kind {evidence.kind!r:.80}, only {', '.join(_SHAPES)}"
    names = ("start", "end", "pointer", "call", "rater")
    own = [f"{name} ({one.__name__})" for name, one in zip(names, shape, strict=True) if one is not NoneType]
    return f"evidence of the kind {evidence.kind} has {' and '.join(own)}, no other place: {evidence!r:.150}"
