"""Estimating: nothing is asked, and what asking would take is told, at the most."""

import pytest

from checkwright_judging.judge import Message, Usage
from checkwright_judging.profiles.profile import Profile
from checkwright_judging.replies.reading import ScoreRule
from checkwright_judging.runs.estimating import EstimatingAsker

RULE = ScoreRule(1, 5, integer=True)
ASKED = (Message("system", "ab" * 50), Message("user", "cd" * 100))
FIELDS = {"provider": "none_such", "endpoint": "https://judge.invalid", "api_key": {"env": "NO_SUCH_KEY"}}


def estimated(messages=ASKED, **fields):
    profile = Profile.model_validate({**FIELDS, **fields})
    return EstimatingAsker("local", profile, "m", "engine 1").ask(messages, RULE, case="a")


def test_an_estimate_is_an_answer_with_the_lowest_score():
    answer = estimated()
    assert (answer.reading.score, answer.reading.raw, answer.reading.reason) == (1, 1, "")
    assert answer.response_model is None
    assert (answer.spent.asks, answer.spent.attempts, answer.spent.cached) == (1, 1, False)


def test_an_estimate_says_who_would_be_asked():
    asker = EstimatingAsker("local", Profile.model_validate(FIELDS), "m", "engine 1")
    assert (asker.profile, asker.model, asker.engine) == ("local", "m", "engine 1")


def test_tokens_are_those_of_the_messages_and_of_the_longest_reply():
    """A token for two bytes, eight for the frame of a message."""
    assert estimated().spent.usage == Usage(50 + 8 + 100 + 8, 1_024)


@pytest.mark.parametrize(
    ("parameters", "tokens"),
    [
        ({"max_completion_tokens": 64}, 64),
        ({"max_completion_tokens": None, "max_tokens": 32}, 32),
        ({"max_completion_tokens": None}, 1_024),
    ],
)
def test_the_longest_reply_is_as_the_profile_bounds_it(parameters, tokens):
    usage = estimated(parameters=parameters).spent.usage
    assert usage is not None
    assert usage.output_tokens == tokens


def test_a_schema_that_is_sent_counts():
    plain, by_schema = estimated().spent.usage, estimated(output="json_schema").spent.usage
    assert plain is not None
    assert by_schema is not None
    assert by_schema.input_tokens > plain.input_tokens + 20


def test_the_cost_is_that_of_these_tokens_and_null_without_prices():
    assert estimated().spent.cost is None
    cost = estimated(prices={"input": 2, "output": 10}).spent.cost
    assert cost == pytest.approx((166 * 2 + 1_024 * 10) / 1e6)


def test_longer_texts_take_more():
    short, long = estimated(), estimated((*ASKED, Message("user", "e")))
    assert short.spent.usage is not None
    assert long.spent.usage is not None
    assert long.spent.usage.input_tokens == short.spent.usage.input_tokens + 9
