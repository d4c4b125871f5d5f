"""Which of many needles stand in a text: one `in` after the other, or an automaton for long lists."""

from collections.abc import Callable, Sequence

from ..text.surrogates import lone_surrogate
from .automaton import Automaton

__all__ = ["FEW", "occurring"]

#: Needles up to which one `in` after the other is faster than an automaton.
FEW = 10

#: Longer needles are left to `in`, which skips through a text the faster the longer they are.
_LONG = 256
#: Matches that one step of a search can have at most, which bounds the memory.
_MATCHES = 200_000


def occurring(needles: Sequence[str], automaton: Automaton | None = None) -> Callable[[str], list[int]]:
    """Prepare a search: text -> the indexes of the needles that stand in it, ascending.

    needles: not empty, no two alike.
    automaton: used when there are more than FEW needles for it; the answers are the same without.
    """
    numbered = tuple(enumerate(needles))

    def one_by_one(text: str) -> list[int]:
        return [index for index, needle in numbered if needle in text]

    short = [(index, needle) for index, needle in numbered if _is_for_automaton(needle)]
    if automaton is None or len(short) <= FEW:
        return one_by_one
    search = automaton([needle for _, needle in short])
    rest = [(index, needle) for index, needle in numbered if not _is_for_automaton(needle)]
    lengths = {len(needle) for _, needle in short}
    step, overlap = max(_LONG, _MATCHES // len(lengths)), max(lengths) - 1

    def by_automaton(text: str) -> list[int]:
        found: set[int] = set()
        for start in range(0, len(text), step):
            part = text[start : start + step + overlap]
            try:
                matches = search(part)
            except UnicodeEncodeError:
                return one_by_one(text)
            # Needles inside needles can match many times at each place; `in` then finds each at once.
            if len(matches) > len(part):
                return one_by_one(text)
            found.update(short[match[0]][0] for match in matches)
        found.update(index for index, needle in rest if needle in text)
        return sorted(found)

    return by_automaton


def _is_for_automaton(needle: str) -> bool:
    return len(needle) <= _LONG and lone_surrogate(needle) is None
