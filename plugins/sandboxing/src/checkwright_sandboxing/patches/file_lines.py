"""The lines of a file, and where in it a run of lines stands."""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterator, Sequence

from .steps import Steps

__all__ = ["FileLines"]

#: Bytes of a file that cost as much as a line.
_BYTES_A_STEP = 64


class FileLines:
    """The lines of a file as they were before a patch; places that hunks have taken are kept.

    lines: without line feeds. keys: the same without a carriage return at the end, to compare by.
    ended: whether the last line ends with a line feed.
    """

    def __init__(self, data: bytes, steps: Steps) -> None:
        self.lines = data.split(b"\n")
        self.ended = not self.lines[-1]
        if self.ended:
            self.lines.pop()
        self.keys = self.lines
        if b"\r" in data:
            self.keys = [line.removesuffix(b"\r") for line in self.lines]
        self._steps = steps
        self._places: dict[bytes, list[int]] | None = None
        self._taken = bytearray(len(self.lines))
        steps.take(len(self.lines) + len(data) // _BYTES_A_STEP)

    def take(self, at: int, count: int) -> None:
        """Keep `count` lines from `at` for the hunk that stands there."""
        self._taken[at : at + count] = b"\1" * count

    def stands(self, run: Sequence[bytes], at: int) -> bool:
        """Return whether a run of lines stands at `at`, and no hunk has taken any of them."""
        end = at + len(run)
        return at >= 0 and self.keys[at:end] == run and self._taken.find(1, at, end) < 0

    def nearest(self, run: Sequence[bytes], expected: int, after: int) -> int | None:
        """Return the place of a run of lines that is nearest to `expected`, or None.

        Of places at the same distance the later one; places before `after` come last.
        """
        starts, offset = self._candidates(run)
        for low, high in ((bisect_left(starts, after + offset), len(starts)), (0, len(starts))):
            for at in _outward(starts, expected + offset, low, high):
                self._steps.take(len(run))
                if self.stands(run, at - offset):
                    return at - offset
        return None

    def places(self, run: Sequence[bytes], most: int) -> list[int]:
        """Return the first `most` places of a run of lines."""
        found: list[int] = []
        starts, offset = self._candidates(run)
        for at in starts:
            self._steps.take(len(run))
            if at >= offset and self.keys[at - offset : at - offset + len(run)] == run:
                found.append(at - offset)
                if len(found) == most:
                    break
        return found

    def missing(self, run: Sequence[bytes]) -> bytes | None:
        """Return the first line of a run that stands nowhere in the file, or None."""
        index = self._index()
        return next((key for key in run if key not in index), None)

    def _candidates(self, run: Sequence[bytes]) -> tuple[Sequence[int], int]:
        """Return where the rarest line of a run stands, and which of its lines it is."""
        index = self._index()
        nowhere: list[int] = []
        rarest, offset = min((len(index.get(key, nowhere)), number) for number, key in enumerate(run))
        return (index[run[offset]] if rarest else nowhere), offset

    def _index(self) -> dict[bytes, list[int]]:
        if self._places is None:
            places: defaultdict[bytes, list[int]] = defaultdict(list)
            for number, key in enumerate(self.keys):
                places[key].append(number)
            self._places = dict(places)
        return self._places


def _outward(numbers: Sequence[int], expected: int, low: int, high: int) -> Iterator[int]:
    """Yield sorted numbers between two indexes, the nearest to `expected` first."""
    right = min(max(bisect_left(numbers, expected), low), high)
    left = right - 1
    while left >= low or right < high:
        if left < low or (right < high and numbers[right] - expected <= expected - numbers[left]):
            yield numbers[right]
            right += 1
        else:
            yield numbers[left]
            left -= 1
