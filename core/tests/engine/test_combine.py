"""The six combine modes, as a table and as properties."""

import itertools
import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from checkwright.engine.combine import NUMERIC, TABLE, lowest_passing

SCORES = st.floats(0, 1)
WEIGHTS = st.floats(0, 1_000_000)
PAIRS = st.lists(st.tuples(SCORES, WEIGHTS), min_size=1, max_size=12)


def combined(mode, scores, weights):
    """Combine in one call."""
    return TABLE[mode](weights)(scores)


@pytest.mark.parametrize(
    ("mode", "scores", "weights", "expected"),
    [
        ("all_pass", [1, 1, 1], [1, 1, 1], 1),
        ("all_pass", [1, 0, 1], [1, 0, 1], 0),
        ("any_pass", [0, 0, 1], [1, 1, 0], 1),
        ("any_pass", [0, 0], [1, 1], 0),
        ("weighted_avg", [1, 0], [3, 1], 0.75),
        ("weighted_avg", [1, 0], [1, 0], 1),
        ("weighted_avg", [1, 1], [0, 0], None),
        ("min", [0.2, 0.9], [1, 1], 0.2),
        ("max", [0.2, 0.9], [1, 1], 0.9),
        ("median", [0.1, 0.9, 0.4], [1, 1, 1], 0.4),
        ("median", [0, 1], [1, 1], 0.5),
        ("median", [0.1, 0.2, 0.8, 0.9], [1, 1, 1, 1], 0.5),
        ("median", [0.3], [1], 0.3),
    ],
)
def test_each_mode_computes_what_its_row_says(mode, scores, weights, expected):
    """A mode is a pure function of scores and weights."""
    assert TABLE[mode](weights)(scores) == expected


@pytest.mark.parametrize("mode", TABLE)
@given(pairs=PAIRS)
def test_score_lies_among_the_scores(mode, pairs):
    """A combined score is never under the lowest nor over the highest score."""
    scores, weights = zip(*pairs, strict=True)
    score = TABLE[mode](weights)(scores)
    if score is None:
        assert math.fsum(weights) == 0
    else:
        assert min(scores) <= score <= max(scores)


@pytest.mark.parametrize("mode", TABLE)
@settings(max_examples=50)
@given(pairs=st.lists(st.tuples(SCORES, WEIGHTS), min_size=1, max_size=5))
def test_order_changes_nothing(mode, pairs):
    """Checks in another order combine to the very same float."""
    results = {combined(mode, *zip(*order, strict=True)) for order in itertools.permutations(pairs)}
    assert len(results) == 1


def test_threshold_forgives_floats_and_nothing_else():
    """(0.7+0.1)/(0.7+0.1+0.2) reaches 0.8; two thirds do not reach 0.67."""
    assert combined("weighted_avg", [1, 1, 0], [0.7, 0.1, 0.2]) >= lowest_passing(0.8)
    assert not lowest_passing(0.67) <= 2 / 3
    assert lowest_passing(0.0) <= 0.0


def test_numeric_modes_are_the_four_with_a_threshold():
    """all_pass and any_pass read passed or failed, the others read scores."""
    assert set(TABLE) - {"all_pass", "any_pass"} == NUMERIC
