"""What is said of judges: one clean line, whatever a judge said; and sums of what they took."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from checkwright_judging.judge import FaultKind, JudgeFault, Usage
from checkwright_judging.judges import Spent
from checkwright_judging.telling import (
    fault_reason,
    number,
    plus,
    spent_details,
    spoken,
    total,
    usage_dict,
)

TEXTS = st.text(st.characters(), max_size=600)
USAGES = st.none() | st.builds(
    Usage, st.integers(0, 10**9), st.integers(0, 10**9), st.none() | st.integers(0, 10**9)
)
SPENT = st.builds(
    Spent,
    asks=st.integers(0, 2),
    attempts=st.integers(0, 9),
    usage=USAGES,
    cost=st.none() | st.floats(0, 100),
    cached=st.booleans(),
    dropped_parameters=st.lists(st.sampled_from(["seed", "temperature"]), unique=True).map(tuple),
    latency_ms=st.none() | st.floats(0, 1e6),
)


@pytest.mark.parametrize(
    ("value", "said"),
    [
        (4.0, "4"),
        (4, "4"),
        (0.5, "0.5"),
        (2 / 3, "0.6667"),
        (100, "100"),
        (0.0, "0"),
        (-0.00001, "0"),
        (-1.5, "-1.5"),
        (1e300, "1.00e+300"),
        (-(10**400), "-1.00e+400"),
    ],
)
def test_a_score_is_written_as_people_write_it(value, said):
    assert number(value) == said


@given(st.floats(allow_nan=False) | st.integers(-(10**400), 10**400))
def test_a_number_is_short_however_large_it_is(value):
    assert len(number(value)) <= 25


@given(TEXTS)
def test_the_words_of_a_judge_are_one_line_that_leaves_room(words):
    text = spoken(words)
    assert len(text) <= 240
    assert text.isprintable()
    assert text == text.strip()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (" it\n\n fits\t", "it fits"),
        ("Tr\u00e8s bien\u202f!\u00a0Oui\u2028non", "Tr\u00e8s bien ! Oui non"),
        ("", ""),
        ("\n", ""),
        ("x" * 240, "x" * 240),
        ("x" * 241, "x" * 237 + "..."),
        ("a\u202eb", "a\\u202eb"),
        ("\x1b a\x00\u00a0b", "a b"),
    ],
)
def test_the_words_of_a_judge_stay_as_they_are_but_for_white_space_and_what_cannot_be_seen(words, said):
    assert spoken(words) == said


@given(st.sampled_from(FaultKind), TEXTS, TEXTS)
def test_the_reason_of_a_fault_is_one_clean_line(kind, profile, message):
    reason = fault_reason(profile, JudgeFault(kind, message))
    assert reason.isprintable()
    assert len(reason) <= 300
    assert reason.startswith("judge ")


def test_the_reason_of_a_fault_names_its_kind_once():
    assert fault_reason("a", JudgeFault(FaultKind.TIMEOUT, "no reply")) == "judge a: timeout: no reply"
    said = fault_reason("a", JudgeFault(FaultKind.CONTENT_FILTER, "the content filter stopped it"))
    assert said == "judge a: the content filter stopped it"


def test_tokens_are_told_as_the_server_told_them():
    assert usage_dict(None) is None
    assert usage_dict(Usage(3, 2)) == {"input_tokens": 3, "output_tokens": 2}
    assert usage_dict(Usage(3, 2, 0)) == {"input_tokens": 3, "output_tokens": 2, "reasoning_tokens": 0}


@given(USAGES, USAGES)
def test_tokens_add_up_and_what_no_server_told_is_nothing(one, other):
    both = plus(one, other)
    assert (both is None) == (one is None and other is None)
    known = [usage for usage in (one, other) if usage is not None]
    if both is not None:
        assert both.input_tokens == sum(usage.input_tokens for usage in known)
        assert both.output_tokens == sum(usage.output_tokens for usage in known)
        reasoning = [usage.reasoning_tokens for usage in known if usage.reasoning_tokens is not None]
        assert both.reasoning_tokens == (sum(reasoning) if reasoning else None)


@given(st.lists(SPENT, max_size=5))
def test_what_several_answers_took_adds_up(all_spent):
    whole = total(all_spent)
    assert whole.asks == sum(one.asks for one in all_spent)
    assert whole.attempts == sum(one.attempts for one in all_spent)
    costs = [one.cost for one in all_spent if one.cost is not None]
    assert whole.cost == (sum(costs) if costs else None)
    assert whole.latency_ms == max(
        (one.latency_ms or 0.0 for one in all_spent if one.latency_ms is not None), default=None
    )
    assert set(whole.dropped_parameters) == {name for one in all_spent for name in one.dropped_parameters}
    assert len(set(whole.dropped_parameters)) == len(whole.dropped_parameters)


def test_several_answers_are_from_memory_when_all_of_them_are():
    assert total([Spent(cached=True), Spent(cached=True)]).cached
    assert not total([Spent(cached=True), Spent()]).cached
    assert not total([]).cached


@given(SPENT)
def test_what_an_answer_took_is_json(spent):
    details = spent_details(spent)
    assert json.loads(json.dumps(details, allow_nan=False)) == details
    assert details.keys() == {
        "latency_ms", "usage", "asks", "attempts", "cached", "cost", "dropped_parameters",
    }  # fmt: skip


def test_a_latency_is_told_to_a_tenth_of_a_millisecond():
    assert spent_details(Spent(latency_ms=250.0449))["latency_ms"] == 250.0
    assert spent_details(Spent())["latency_ms"] is None
