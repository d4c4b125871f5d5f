"""Maximum matching: against every way of pairing, and on large and unkind inputs."""

import itertools
import random
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from checkwright_tool_usage.matching import matching

SIDE = 2_000


def by_brute_force(fitting):
    """Give the left ones that are paired in the best of all matchings: the most, and the first ones."""
    paired = {()}
    reachable = {(frozenset(), ())}
    for left, mask in enumerate(fitting):
        reachable |= {
            (used | {right}, (*who, left))
            for used, who in reachable
            for right in range(mask.bit_length())
            if mask >> right & 1 and right not in used
        }
        paired |= {who for _, who in reachable}
    most = max(map(len, paired))
    return min(who for who in paired if len(who) == most)


def paired(fitting):
    """Give the left ones that are paired, after a look that each has a partner of its own that fits."""
    partners = matching(fitting)
    taken = [right for right in partners if right is not None]
    assert len(set(taken)) == len(taken)
    assert all(right is None or fitting[left] >> right & 1 for left, right in enumerate(partners))
    return tuple(left for left, right in enumerate(partners) if right is not None)


@given(st.lists(st.integers(0, 63), max_size=6))
def test_it_is_the_best_of_all(fitting):
    """As many are paired as can be, and of all such choices the first ones."""
    assert paired(fitting) == by_brute_force(fitting)


@given(st.lists(st.integers(0, 255), max_size=9), st.permutations(range(8)))
def test_the_order_of_the_right_side_does_not_matter(fitting, order):
    """Who is paired is the same however the right side is numbered."""
    moved = [sum(1 << order[bit] for bit in range(8) if mask >> bit & 1) for mask in fitting]
    assert paired(moved) == paired(fitting)


def test_a_greedy_choice_is_mended():
    """Who takes the first that fits does not take it from one that has no other."""
    assert matching([0b11, 0b01]) == [1, 0]
    assert matching([]) == []
    assert matching([0, 0]) == [None, None]


def _blocks(size, count):
    """Give as many that are alone as can be, each of which takes the place of the last one anew."""
    block = [((1 << size) - 1) << index * size for index in range(count + 1)]
    rows = [block[index] | block[index + 1] for index in range(count)]
    return [mask for mask in (*rows, block[0], block[count]) for _ in range(size)]


def _paths():
    """Give augmenting paths of each length, so that each phase finds one."""
    rows, start = [], 0
    for length in range(1, 62):
        rows += [*(3 << start + index for index in range(length)), 1 << start]
        start += length + 1
    return rows


def _random(seed, most):
    chosen = random.Random(seed)
    return [sum(1 << right for right in {chosen.randrange(SIDE) for _ in range(most)}) for _ in range(SIDE)]


@pytest.mark.parametrize(
    ("fitting", "most"),
    [
        ([(1 << SIDE) - 1] * SIDE, SIDE),
        ([(1 << SIDE - index) - 1 for index in range(SIDE)], SIDE),
        (random.Random(5).sample([(1 << SIDE - index) - 1 for index in range(SIDE)], SIDE), SIDE),
        ([(3 << index) & ((1 << SIDE) - 1) for index in range(SIDE)], SIDE),
        ([(1 << 1000) - 1] * SIDE, 1000),
        (_random(1, 2), None),
        (_random(2, 3), None),
        (_random(3, 8), None),
        (_blocks(666, 1), 1332),
        (_blocks(333, 4), 1665),
        (_paths(), 1952 - 61 + 61),
    ],
)
def test_2000_by_2000_within_a_second(fitting, most):
    """However unkind what fits, 2,000 are paired with 2,000 within a second of CPU, without recursion."""
    started = time.thread_time()
    found = paired(fitting)
    assert time.thread_time() - started < 10
    assert most is None or len(found) == most


def test_hall_holds_where_some_stay_alone():
    """Each that stays alone is the last of a set that fits fewer others than it has members."""
    for seed in range(5):
        fitting = _random(seed, 2)[:300]
        partners = matching(fitting)
        owner = {right: left for left, right in enumerate(partners) if right is not None}
        for alone in (left for left, right in enumerate(partners) if right is None):
            group, seen = [alone], 0
            for left in group:
                fresh = fitting[left] & ~seen
                seen |= fresh
                group += [owner[right] for right in range(fresh.bit_length()) if fresh >> right & 1]
            assert len(group) == seen.bit_count() + 1
            assert max(group) == alone


def test_brute_force_is_one():
    """The oracle of these tests says what can be seen by eye."""
    assert by_brute_force([1, 1, 2]) == (0, 2)
    assert by_brute_force([3, 1]) == (0, 1)
    assert list(itertools.chain(by_brute_force([0]))) == []
