"""Number the rows of each question: sample 0, 1, ... in a few bytes per question."""

from __future__ import annotations

from array import array
from bisect import bisect_left
from hashlib import blake2b

__all__ = ["Samples"]

# Few shards: arrays that grow large are moved by the operating system and leave no holes behind.
_SHARDS = 32
_MOST = 31


class Samples:
    """Counts how often each id was seen, in about 9 bytes an id, so that a million ids fit beside a run.

    An id is kept as 64 bits of its digest: 5 choose a sorted array, 59 stand in it, above a 5-bit count.
    Ids that are seen more than 31 times are counted in a dict. Two of a million ids share all
    64 bits with a probability of 3e-8; the later one would then be numbered 1 instead of 0.

    Source: BLAKE2b (RFC 7693), cut to 8 bytes.
    """

    __slots__ = ("_many", "_shards")

    def __init__(self) -> None:
        self._shards = [array("Q") for _ in range(_SHARDS)]
        self._many: dict[bytes, int] = {}

    def next(self, ident: str) -> int:
        """Give how many times `ident` was asked for before."""
        digest = blake2b(ident.encode("utf-8", "surrogatepass"), digest_size=8).digest()
        number = int.from_bytes(digest, "big")
        shard = self._shards[number % _SHARDS]
        lowest = number - number % _SHARDS
        place = bisect_left(shard, lowest)
        count = shard[place] - lowest if place < len(shard) else _MOST + 1
        if count > _MOST:
            shard.insert(place, lowest)
            return 0
        if count < _MOST:
            shard[place] += 1
            return count + 1
        self._many[digest] = count = self._many.get(digest, _MOST) + 1
        return count
