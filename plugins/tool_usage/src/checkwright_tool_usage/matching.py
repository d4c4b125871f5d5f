"""Maximum bipartite matching: pair two sides so that as many as possible have a partner."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

__all__ = ["matching"]


def matching(candidates: Sequence[int]) -> list[int | None]:
    """Return the partner of each left node, or None, so that as many as possible have one.

    Of all maximum matchings one is chosen whose unmatched left nodes come last: which nodes are matched
    depends on the left side and its candidates, but not on the order of the right side. No recursion.

    candidates: for each left node the right nodes that it may be matched with, as the bits of a number.

    Source: Hopcroft and Karp 1973, "An n^5/2 algorithm for maximum matchings in bipartite graphs"; each
    phase works on sets of bits. The choice among maximum matchings exchanges nodes along a circuit of a
    transversal matroid (Edmonds and Fulkerson 1965).
    """
    result = _Matching(candidates)
    while result.phase():
        pass
    result.prefer_the_first()
    return result.partner


class _Matching:
    """A matching that grows."""

    def __init__(self, candidates: Sequence[int]) -> None:
        self._candidates = candidates
        self._all = 0
        for mask in candidates:
            self._all |= mask
        self._free = self._all
        self.partner: list[int | None] = [None] * len(candidates)
        self._owner: dict[int, int] = {}
        for left, mask in enumerate(candidates):
            if mask & self._free:
                self._pair(left, _lowest(mask & self._free))

    def _pair(self, left: int, right: int) -> None:
        self.partner[left] = right
        self._owner[right] = left
        self._free &= ~(1 << right)

    def _unmatched(self) -> list[int]:
        return [left for left, right in enumerate(self.partner) if right is None]

    def phase(self) -> bool:
        """Augment along a maximal set of shortest augmenting paths; return False when there is none."""
        layers = self._layers()
        if not layers:
            return False
        for left in self._unmatched():
            path = self._path(left, layers)
            # From the end of the path, so that each right node is released before it is taken.
            for one, right in reversed(path):
                self._pair(one, right)
        return True

    def _layers(self) -> list[int]:
        """Return the right nodes by their distance from unmatched left nodes, up to the first free ones.

        Empty when no free node can be reached.
        """
        layers: list[int] = []
        unseen, front = self._all, self._unmatched()
        while front:
            reached = 0
            for left in front:
                reached |= self._candidates[left]
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
        """Find a path from `root` through the layers to a free node; visited nodes leave the layers."""
        path: list[tuple[int, int]] = []
        left = root
        while True:
            depth = len(path)
            open_ones = self._candidates[left] & layers[depth]
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
        """Exchange each unmatched left node for the last matched one that can be released for it."""
        closed = 0
        for root in self._unmatched():
            came: dict[int, int] = {}
            queue = [root]
            unseen = self._all & ~closed
            for left in queue:
                reached = self._candidates[left] & unseen
                unseen ^= reached
                for right in _bits(reached):
                    came[right] = left
                    queue.append(self._owner[right])
            last = max(queue)
            if last == root:
                # All that was reached is matched with earlier left nodes, which come before later roots too.
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
    """Yield the places of the bits that are set, ascending."""
    while mask:
        place = _lowest(mask)
        yield place
        mask ^= 1 << place
