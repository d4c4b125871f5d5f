"""Records that no system wrote: whatever stands in one, reading it ends and says why it is refused."""

import time
from collections import UserDict

import pytest
from conversations import SYSTEMS
from hypothesis import given
from hypothesis import strategies as st

from checkwright import Case, CheckError, NotExecutable
from checkwright.records import Call, Result, calls, results

#: Run by `make long`, and in CI.
pytestmark = pytest.mark.long


def _strings(value):
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        yield from value
        yield from (text for inner in value.values() for text in _strings(inner))
    elif isinstance(value, list):
        yield from (text for inner in value for text in _strings(inner))


#: The keys and the texts of the conversations, so that random rows come close to real ones.
WORDS = st.sampled_from(
    sorted(
        {*_strings(list(SYSTEMS.values())), "toolResults", "tool_results", "steps", "choices", "lc", "error"}
    )
)
LEAVES = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=3) | WORDS
VALUES = st.recursive(
    LEAVES,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(WORDS, inner, max_size=6),
    max_leaves=25,
)


def _spoiled(value, place, other):
    """Return a copy of a value with the part at a place replaced; the places count all its parts."""
    waiting = [place]

    def copy(part):
        waiting[0] -= 1
        if waiting[0] == 0:
            return other
        if isinstance(part, dict):
            return {key: copy(inner) for key, inner in part.items()}
        return [copy(inner) for inner in part] if isinstance(part, list) else part

    return copy(value)


#: Random rows, and conversations with one part replaced.
ROWS = st.lists(VALUES, max_size=4) | st.builds(
    lambda rows, place, other: _spoiled(rows, place + 1, other),
    st.sampled_from(list(SYSTEMS.values())),
    st.integers(1, 60),
    VALUES,
)


def read(function, record):
    """Return what a function reads, or why it refuses; anything else that it raises gets out."""
    try:
        return function(Case("", tool_calls=record))
    except (NotExecutable, CheckError) as error:
        return str(error)


@given(record=ROWS)
def test_a_record_is_read_or_refused_in_one_line(record):
    """Nothing else is raised, and what is read is of the documented types."""
    made, given_back = read(calls, record), read(results, record)
    assert isinstance(made, str) == isinstance(given_back, str)
    if isinstance(made, str):
        assert made == given_back
        assert made.isprintable()
        assert len(made) <= 300
        return
    assert [call.index for call in made] == list(range(len(made)))
    for call in made:
        assert isinstance(call, Call)
        assert call.name
        assert (call.arguments is None) == (call.unknown is not None)
        assert call.arguments is None or isinstance(call.arguments, dict)
        assert call.unknown is None or call.unknown.isprintable()
        assert call.id is None or isinstance(call.id, str)
    for result in given_back:
        assert isinstance(result, Result)
        assert isinstance(result.text, str)
        assert all(part is None or isinstance(part, str) for part in (result.id, result.name))
        assert not isinstance(result.value, str) or result.value == result.text


@given(record=ROWS)
def test_a_record_read_with_another_stays_the_same(record):
    """A row before a record adds its own calls in front, and changes none of the others."""
    alone, behind = read(calls, record), read(calls, [{"name": "f", "arguments": {}}, *record])
    if isinstance(alone, tuple):
        assert [(call.name, call.arguments) for call in behind[1:]] == [
            (call.name, call.arguments) for call in alone
        ]
    else:
        assert isinstance(behind, str)


class Breaks(UserDict):
    """A mapping that cannot be read."""

    def __getitem__(self, key):
        raise RuntimeError("no connection")

    get = __getitem__


def test_a_row_that_raises_makes_the_record_unreadable():
    """What a row of a type of its own raises is the reason, and no fault of the check."""
    assert read(calls, [Breaks()]) == "tool_calls cannot be read: RuntimeError: no connection"
    inner = [{"role": "tool", "content": Breaks(), "tool_call_id": "c"}]
    assert read(calls, inner) == ()
    assert read(results, inner) == "tool_calls cannot be read: RuntimeError: no connection"


def test_a_result_that_json_cannot_write_is_named():
    """The text of a value nested beyond what can be written, or of a type of its own, says what it is."""
    deep = []
    for _ in range(100_000):
        deep = [deep]
    (result,) = read(results, [{"name": "f", "output": deep}])
    assert (result.value, result.text) == (deep, "<list, nested very deep>")
    (result,) = read(results, [{"name": "f", "output": {"a": b"x"}}])
    assert result.text == '{"a": "b\'x\'"}'


@pytest.mark.parametrize("function", [calls, results])
def test_a_large_record_is_read_in_linear_time(function):
    """Four times the rows take no more than eight times the processor time."""
    row = {
        "role": "assistant",
        "content": [
            {"type": "text", "text": "x" * 40},
            {"type": "tool-call", "toolCallId": "c", "toolName": "f", "input": {"q": "x" * 40}},
            {
                "type": "tool-result",
                "toolCallId": "c",
                "toolName": "f",
                "output": {"type": "json", "value": [1]},
            },
        ],
    }

    def seconds(count):
        def once():
            started = time.thread_time()
            assert len(read(function, [row] * count)) == count
            return time.thread_time() - started

        return min(once() for _ in range(3))

    assert seconds(8_000) < 8 * seconds(2_000)
