"""When two JSON values are equal."""

import itertools
import json
import time
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from checkwright_tool_usage.equality import NotJson, ValueNumbers

LEAVES = (
    st.none()
    | st.booleans()
    | st.integers(-2, 2)
    | st.sampled_from([0.0, 1.0, -0.0, 0.5, "", "1", "a"])
    | st.sampled_from([10**15, 1e15, 10**15 + 1, Decimal("1e15"), 1e22, 10**22])
)
JSON = st.recursive(
    LEAVES,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from("abc"), inner, max_size=3),
)


def equal(one, other):
    values = ValueNumbers()
    return values.number_of(one) == values.number_of(other)


def same(one, other):
    """Compare two values in the slow and recursive way."""
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(same(one[key], other[key]) for key in one)
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(same, one, other))
    if isinstance(one, bool) or isinstance(other, bool):
        return one is other
    return type(one) not in (dict, list) and type(other) not in (dict, list) and one == other


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (1, 1.0),
        (0, -0.0),
        (10**15, 1e15),
        (5 * 10**15, Decimal("5e15")),
        (10**30, Decimal("1.000e30")),
        (0.1, Decimal("0.10")),
        (Decimal("1e999999"), Decimal("10e999998")),
        (Decimal("0e500"), 0),
        ({"a": 1, "b": [{}]}, {"b": [{}], "a": 1.0}),
        ((1, 2), [1, 2]),
    ],
)
def test_equal_values(one, other):
    """Numbers are equal by value however written, objects whatever the order of their keys."""
    assert equal(one, other)
    assert equal([one], [other])
    assert equal({"k": one}, {"k": other})


def test_what_is_not_equal():
    """Texts are no numbers, booleans no numbers, null nothing else, and an order of a list is its own."""
    different = [
        1, "1", True, "true", 0, "", False, None, "null", [], {}, [[]], [{}], {"": None}, [1, 2], [2, 1],
        {"a": 1}, {"a": "1"}, ["a", 1], 10**22 + 1, 1e22, "é", "e\u0301", 0.1,
        {"a": {"b": 1}}, {"a.b": 1}, ["boolean", True], Decimal("0.1000000000000000055"), 10**999,
        Decimal("1e-999999"),
    ]  # fmt: skip
    for one, other in itertools.combinations(different, 2):
        assert not equal(one, other), (one, other)


@given(JSON, JSON)
def test_numbers_agree_with_a_walk(one, other):
    """Two values have one number exactly when walking through both finds no difference."""
    assert equal(one, other) is same(one, other)


@given(JSON.filter(lambda value: "Decimal" not in repr(value)))
def test_a_round_trip_is_equal(value):
    """What is written as JSON and read again is the same value."""
    assert equal(value, json.loads(json.dumps(value)))


@pytest.mark.parametrize("levels", [1, 200])
def test_200_levels_are_compared(levels):
    """Values nest 200 levels at most; one more is named."""
    lists, objects = [], {}
    for _ in range(levels - 1):
        lists, objects = [lists], {"a": objects}
    assert equal(lists, lists)
    assert equal(objects, objects)
    if levels == 200:
        for deep in ([lists], {"a": objects}, [objects]):
            with pytest.raises(NotJson, match="nested deeper than 200 levels"):
                ValueNumbers().number_of(deep)


def test_a_value_in_itself_is_too_deep():
    """A list that holds itself ends at the limit."""
    endless = []
    endless.append(endless)
    with pytest.raises(NotJson, match="deeper"):
        ValueNumbers().number_of(endless)


@pytest.mark.parametrize(
    "value",
    [float("nan"), float("-inf"), Decimal("NaN"), Decimal("Infinity"), b"a", {1}, object(), {1: 2}, 10**4001],
)
def test_what_json_has_not(value):
    """A value that no JSON text stands for has no number, wherever it is."""
    for holder in (value, [1, value], {"a": [value]}):
        with pytest.raises(NotJson):
            ValueNumbers().number_of(holder)


def test_numbers_with_one_hash_take_no_longer():
    """50,000 numbers chosen so that Python hashes them alike are told apart in linear time."""
    alike = [(2**61 - 1) * factor for factor in range(1, 50_001)]
    started = time.thread_time()
    values = ValueNumbers()
    assert len({values.number_of(number) for number in alike}) == len(alike)
    assert time.thread_time() - started < 5
