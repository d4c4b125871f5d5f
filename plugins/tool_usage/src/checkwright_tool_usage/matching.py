"""Pair two sides so that as many as possible have a partner: maximum bipartite matching."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

__all__ = ["matching"]


def matching(fitting: Sequence[int]) -> list[int | None]:
    """Return each of the left side its partner on the right, or None, so that most have one.

    Of all ways to leave the fewest alone the one is taken that leaves the last ones alone: who has a
    partner hangs on the left side and on what fits, not on how the right side is ordered. No recursion.

    fitting: for each of the left side the set of the right ones that it may have, as bits of a number.

    Source: Hopcroft and Karp 1973, "An n^5/2 algorithm for maximum matchings in bipartite graphs"; each
    phase walks over sets of bits. The choice among maximum matchings is the exchange along a circuit of
    a transversal matroid (Edmonds and Fulkerson 1965).
    """
    pairing = _Pairing(fitting)
    while pairing.phase():
        pass
    pairing.prefer_the_first()
    return pairing.partner


class _Pairing:
    """A matching that grows."""

    def __init__(self, fitting: Sequence[int]) -> None:
        self._fitting = fitting
        self._all = 0
        for mask in fitting:
            self._all |= mask
        self._free = self._all
        self.partner: list[int | None] = [None] * len(fitting)
        self._owner: dict[int, int] = {}
        for left, mask in enumerate(fitting):
            if mask & self._free:
                self._pair(left, _lowest(mask & self._free))

    def _pair(self, left: int, right: int) -> None:
        self.partner[left] = right
        self._owner[right] = left
        self._free &= ~(1 << right)

    def _alone(self) -> list[int]:
        return [left for left, right in enumerate(self.partner) if right is None]

    def phase(self) -> bool:
        """Grow along a largest set of shortest augmenting paths; False when there is none."""
        layers = self._layers()
        if not layers:
            return False
        for left in self._alone():
            path = self._path(left, layers)
            # From the far end, so that each right one is let go before it is taken.
            for one, right in reversed(path):
                self._pair(one, right)
        return True

    def _layers(self) -> list[int]:
        """Return the right ones by their distance from the left ones that are alone, up to the first free.

        Empty when no free one can be reached.
        """
        layers: list[int] = []
        unseen, front = self._all, self._alone()
        while front:
            reached = 0
            for left in front:
                reached |= self._fitting[left]
            reached &= unseen
            if not reached:
                break
            unseen ^= reached
            if reached & self._free:
                return [*layers, reached & self._free]
            layers.append(reached)
            front = [self._owner[right] for right in _bits(reached)]
        return []

    def _path(self, root: int, layers: list[int]) -> list[tuple[int, int]]:
        """Find a way from `root` through the layers to a free one; what is walked over leaves the layers."""
        path: list[tuple[int, int]] = []
        left = root
        while True:
            depth = len(path)
            open_ones = self._fitting[left] & layers[depth]
            if open_ones:
                right = _lowest(open_ones)
                layers[depth] ^= 1 << right
                path.append((left, right))
                if len(path) == len(layers):
                    return path
                left = self._owner[right]
            elif path:
                left, _ = path.pop()
            else:
                return path

    def prefer_the_first(self) -> None:
        """Let each one that is alone take the place of the last one that could give it up."""
        closed = 0
        for root in self._alone():
            came: dict[int, int] = {}
            queue = [root]
            unseen = self._all & ~closed
            for left in queue:
                reached = self._fitting[left] & unseen
                unseen ^= reached
                for right in _bits(reached):
                    came[right] = left
                    queue.append(self._owner[right])
            last = max(queue)
            if last == root:
                # All that is reached stays with ones that come before this one, and so before later ones.
                closed = self._all & ~unseen
                continue
            given_up = self.partner[last]
            self.partner[last] = None
            while given_up is not None:
                left = came[given_up]
                taken, given_up = given_up, self.partner[left]
                self.partner[left] = taken
                self._owner[taken] = left


def _lowest(mask: int) -> int:
    return (mask & -mask).bit_length() - 1


def _bits(mask: int) -> Iterator[int]:
    """Yield the places of the bits, ascending."""
    while mask:
        place = _lowest(mask)
        yield place
        mask ^= 1 << place
