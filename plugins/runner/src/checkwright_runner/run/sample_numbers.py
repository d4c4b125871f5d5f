"""Number the rows of each question: sample 0, 1, ... in a few bytes per question."""

from __future__ import annotations

from array import array
from bisect import bisect_left
from hashlib import blake2b
from typing import Protocol

__all__ = ["Numbers", "Samples", "key_of"]

# Few shards: arrays that grow large are moved by the operating system and leave no holes behind.
_SHARDS = 32
_MOST = 31


def key_of(ident: str) -> int:
    """Return the 64 bits that stand for an id.

    Two of a million ids share them with a probability of 3e-8.

    Source: BLAKE2b (RFC 7693), cut to 8 bytes.
    """
    return int.from_bytes(blake2b(ident.encode("utf-8", "surrogatepass"), digest_size=8).digest(), "big")


class Numbers(Protocol):
    """Gives the numbers of rows, one after the other."""

    def next(self, key: int, /) -> int:
        """Return the number of the next row, whose question has this key."""


class Samples:
    """Counts how often each key was seen, in about 9 bytes a key, so that a million ids fit beside a run.

    Of a key 5 bits choose a sorted array, 59 stand in it, above a 5-bit count. Keys that are seen more
    than 31 times are counted in a dict.
    """

    __slots__ = ("_many", "_shards")

    def __init__(self) -> None:
        self._shards = [array("Q") for _ in range(_SHARDS)]
        self._many: dict[int, int] = {}

    def next(self, key: int) -> int:
        """Return how many times this was asked for `key` before."""
        shard = self._shards[key % _SHARDS]
        lowest = key - key % _SHARDS
        place = bisect_left(shard, lowest)
        count = shard[place] - lowest if place < len(shard) else _MOST + 1
        if count > _MOST:
            shard.insert(place, lowest)
            return 0
        if count < _MOST:
            shard[place] += 1
            return count + 1
        self._many[key] = count = self._many.get(key, _MOST) + 1
        return count

    def __contains__(self, key: int) -> bool:
        shard = self._shards[key % _SHARDS]
        lowest = key - key % _SHARDS
        place = bisect_left(shard, lowest)
        return place < len(shard) and shard[place] - lowest <= _MOST
