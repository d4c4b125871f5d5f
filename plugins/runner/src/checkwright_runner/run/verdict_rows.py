"""The rows of a run: a verdict with where its response stands; written and read here alone."""

from __future__ import annotations

import json
from array import array
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from types import NoneType
from typing import Any, NamedTuple

from checkwright import InvalidVerdict, Verdict
from checkwright.wording import named_json

from .printable_json import json_output
from .responses import Row
from .sample_numbers import Numbers, key_of

__all__ = ["FORMAT", "RowLines", "RowWriter", "VerdictRow", "read_row", "read_rows"]

#: Of all files of a run: that of the verdicts in them.
FORMAT = 2

#: The fields that a row has after those of its verdict, in order.
_MORE: Mapping[str, tuple[tuple[type, ...], str]] = {
    "line": ((int, NoneType), "a whole number or null"),
    "sample": ((int, NoneType), "a whole number or null"),
    "row": ((dict,), "an object"),
}


class VerdictRow(NamedTuple):
    """A row of a run.

    line: of the response file, from 1; None for a question that no response row answers.
    sample: how many rows of its question come before; None where it has no question or no line.
    row: the fields of the response row that nothing here reads.
    """

    verdict: Verdict
    line: int | None
    sample: int | None
    row: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class RowLines:
    """Rows as bytes, each a line, without the numbers of their samples; pickles.

    The chunks of a file are graded in any order and by several processes, and the numbers are known only
    when all rows before are: so they are put into the bytes then, and nothing is read again.

    body: the lines. cuts: where numbers belong, as positions in `body`. keys: of which ids, see `key_of`.
    """

    body: bytes = b""
    cuts: array[int] = field(default_factory=lambda: array("Q"))
    keys: array[int] = field(default_factory=lambda: array("Q"))

    def numbered(self, samples: Numbers) -> bytes:
        """Return the lines with the numbers of the samples; to be called in the order of the rows."""
        if not self.cuts:
            return self.body
        parts: list[bytes] = []
        start = 0
        for cut, key in zip(self.cuts, self.keys, strict=True):
            parts += (self.body[start:cut], b"%d" % samples.next(key))
            start = cut
        parts.append(self.body[start:])
        return b"".join(parts)


class RowWriter:
    """Collects rows as lines. ascii_only: whether characters that are not ASCII are escaped."""

    def __init__(self, *, ascii_only: bool) -> None:
        self._ascii_only = ascii_only
        self._parts: list[bytes] = []
        self._length = 0
        self._cuts, self._keys = array("Q"), array("Q")

    def add(self, verdict: Verdict, row: Row) -> None:
        """Add the verdict on a response row."""
        head = self._json({**verdict.to_dict(), "line": row.line})[:-1] + b', "sample": '
        tail = b', "row": ' + self._json(row.other) + b"}\n"
        if row.line is None or verdict.id is None:
            head += b"null"
        else:
            self._cuts.append(self._length + len(head))
            self._keys.append(key_of(verdict.id))
        self._parts += (head, tail)
        self._length += len(head) + len(tail)

    def _json(self, data: Mapping[str, Any]) -> bytes:
        return json_output(data, ascii_only=self._ascii_only).encode()

    def done(self) -> RowLines:
        """Return what was collected."""
        return RowLines(b"".join(self._parts), self._cuts, self._keys)


def read_row(line: bytes) -> VerdictRow:
    """Read a line that a run wrote.

    Raises:
        InvalidVerdict: it is something else.
    """
    try:
        data = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise InvalidVerdict(f"is not JSON: {error}") from None
    verdict = Verdict.from_dict(data)
    for name, (types, expected) in _MORE.items():
        if name not in data:
            raise InvalidVerdict(f"is missing, expected {expected}", (name,))
        if type(data[name]) not in types:
            raise InvalidVerdict(f"found {named_json(data[name])}, expected {expected}", (name,))
    return VerdictRow(verdict, *(data[name] for name in _MORE))


def read_rows(data: bytes) -> Iterator[VerdictRow]:
    """Yield the rows that whole lines hold; a line ends with a line feed and with nothing else.

    Raises:
        InvalidVerdict: a line is something else.
    """
    return (read_row(line) for line in data.split(b"\n") if line)
