"""Caps: a run sends and pays no more, and does not end for money that comes back."""

import threading

import pytest
from hypothesis import given
from hypothesis import strategies as st

from checkwright_judging.asking.caps import Caps
from checkwright_judging.asking.pricing import cost_of, estimated_input_tokens, most_output_tokens
from checkwright_judging.judge import JudgeRequest, Message, Output, Usage
from checkwright_judging.judges import CapReached
from checkwright_judging.profiles.profile import Prices

CENTS = st.integers(0, 50).map(lambda cents: cents / 64)  # exact in binary


@given(cap=CENTS, asks=st.lists(st.tuples(CENTS, CENTS), max_size=20))
def test_what_is_spent_never_exceeds_the_cap_and_what_fits_is_sent(cap, asks):
    caps, spent = Caps(max_cost=cap), 0.0
    for one, other in asks:
        at_most, actual = max(one, other), min(one, other)
        if spent + at_most > cap:
            with pytest.raises(CapReached), caps.one(at_most):
                pass
            return
        with caps.one(at_most) as reserved:
            reserved.cost = actual
        spent += actual


@given(cap=st.integers(0, 10), asks=st.integers(0, 20))
def test_no_more_requests_are_sent_than_the_cap(cap, asks):
    caps = Caps(max_calls=cap)
    for _ in range(min(cap, asks)):
        with caps.one(0.0):
            pass
    if asks > cap:
        with pytest.raises(CapReached, match=rf"^--max-calls {cap} is reached$"), caps.one(0.0):
            pass


def test_once_a_cap_is_reached_nothing_is_sent_any_more():
    """Rows after the one that ends the run are thrown away."""
    caps = Caps(max_cost=1.0)
    with (
        pytest.raises(CapReached, match=r"^--max-cost 1 is reached: 0 spent, and the next .* cost 2$"),
        caps.one(2),
    ):
        pass
    with pytest.raises(CapReached), caps.one(0.1):
        pass


def test_what_was_spent_before_counts():
    with pytest.raises(CapReached), Caps(max_calls=3, calls=3).one(0):
        pass
    with pytest.raises(CapReached), Caps(max_cost=1.0, cost=0.75).one(0.5):
        pass


def test_a_request_that_fails_keeps_what_it_reserved_unless_told():
    caps = Caps(max_cost=1.0)
    with pytest.raises(ZeroDivisionError), caps.one(0.75):
        raise ZeroDivisionError
    with pytest.raises(CapReached), caps.one(0.5):
        pass


def test_a_request_waits_for_money_that_may_come_back():
    caps, begun, got = Caps(max_cost=1.0), threading.Event(), []

    def other():
        begun.set()
        with caps.one(0.75):
            got.append(True)

    thread = threading.Thread(target=other)
    with caps.one(0.75) as reserved:
        thread.start()
        assert begun.wait(20)
        thread.join(0.05)
        assert not got
        reserved.cost = 0.25
    thread.join(20)
    assert got == [True]


def test_a_request_that_waits_ends_when_the_money_does_not_come_back():
    caps, got = Caps(max_cost=1.0), []

    def other():
        try:
            with caps.one(0.75):
                pass
        except CapReached as reached:
            got.append(str(reached))

    thread = threading.Thread(target=other)
    with caps.one(0.75):
        thread.start()
        thread.join(0.05)
    thread.join(20)
    assert got == ["--max-cost 1 is reached: 0.75 spent, and the next request may cost 0.75"]


@given(costs=st.lists(st.tuples(CENTS, CENTS), max_size=10))
def test_the_ledger_never_says_less_than_was_spent(costs):
    told = []
    caps, spent = Caps(ledger=lambda calls, cost: told.append((calls, cost))), 0.0
    for at_most, actual in costs:
        with caps.one(at_most) as reserved:
            assert sum(cost for _, cost in told) == spent + at_most
            reserved.cost = actual
        spent += actual
        assert sum(cost for _, cost in told) == spent
    assert sum(calls for calls, _ in told) == len(costs)


def request(*texts, **more):
    return JudgeRequest(tuple(Message("user", text) for text in texts), "m", **more)


@given(st.lists(st.text(st.characters(exclude_categories=())), max_size=3))
def test_tokens_are_estimated_by_bytes_whatever_the_text(texts):
    size = sum(len(text.encode(errors="surrogatepass")) for text in texts)
    estimated = estimated_input_tokens(request(*texts))
    assert size / 2 + 8 * len(texts) <= estimated <= size / 2 + 9 * len(texts)


def test_a_schema_counts_where_it_is_sent():
    schema = {"type": "object"}
    plain = estimated_input_tokens(request("a", schema=schema))
    assert estimated_input_tokens(request("a", schema=schema, output=Output.JSON_SCHEMA)) > plain


@pytest.mark.parametrize(
    ("parameters", "most"),
    [
        ({"max_completion_tokens": 50, "max_tokens": 9}, 50),
        ({"max_tokens": 9}, 9),
        ({}, 1024),
        ({"max_completion_tokens": "many"}, 1024),
        ({"max_completion_tokens": True}, 1024),
    ],
)
def test_a_reply_is_bounded_by_its_parameters(parameters, most):
    assert most_output_tokens(request("a", parameters=parameters)) == most


def test_prices_are_for_a_million_tokens_and_reasoning_is_output_already():
    assert cost_of(Usage(1_000_000, 500_000, 400_000), Prices(input=2.0, output=4.0)) == 4.0
