"""The asking loop: what each fault becomes, what is asked again, and what is said to have been spent."""

from contextlib import suppress
from dataclasses import replace

import pytest

from checkwright_judging.asking.caps import Caps
from checkwright_judging.asking.loop import AskingLoop
from checkwright_judging.asking.shared import SharedByProfile, SharedByRun
from checkwright_judging.asking.timing import Timing
from checkwright_judging.judge import FaultKind, JudgeFault, JudgeReply, Message, Output, Usage
from checkwright_judging.judges import CapReached, JudgeFailed
from checkwright_judging.messages.messages import repair_message
from checkwright_judging.profiles.profile import Profile
from checkwright_judging.replies.reading import ScoreRule, Unreadable, read_reply, reply_schema

ASKED = (Message("system", "You grade. JSON."), Message("user", "the reply"))
RULE = ScoreRule(1, 5, integer=True)
GOOD = '{"score": 4, "reason": "fits"}'
BAD = "I would say four. " * 20


class Time:
    """A clock that goes on only when somebody sleeps or a judge takes its time."""

    def __init__(self):
        self.now = 1_000.0
        self.slept = []

    def sleep(self, seconds):
        self.slept.append(seconds)
        self.now += seconds

    def timing(self, chance=0.5):
        return Timing(lambda: self.now, self.sleep, lambda: chance)


class Scripted:
    """A judge that replies by a script; the last step repeats."""

    def __init__(self, *script):
        self.script = script
        self.requests = []

    def ask(self, request):
        step = self.script[min(len(self.requests), len(self.script) - 1)]
        self.requests.append(request)
        if callable(step):
            step = step(request)
        if isinstance(step, Exception):
            raise step
        return step if isinstance(step, JudgeReply) else JudgeReply(step, "stop", "m-1")

    def close(self):
        pass


def fault(kind, retry=False, **more):
    return JudgeFault(kind, f"it said {kind}", retry, **more)


def loop(judge, time=None, caps=None, model="m", **settings):
    fields = {"provider": "openai", "endpoint": "https://judge.example/v1", "api_key": "none"}
    profile = Profile.model_validate(fields | settings)
    timing = (time or Time()).timing()
    shared = SharedByProfile.of("local", profile, timing)
    return AskingLoop("local", profile, model, judge, "openai 1", shared, SharedByRun(timing, caps or Caps()))


def failed(asker):
    with pytest.raises(JudgeFailed) as caught:
        asker.ask(ASKED, RULE, case="q1")
    return caught.value


def test_a_reply_that_can_be_read_is_the_answer_after_one_request():
    reply = JudgeReply(GOOD, "stop", "m-1", Usage(10, 5, 2), latency_ms=12.5)
    judge = Scripted(reply)
    answer = loop(judge, prices={"input": 2, "output": 4}).ask(ASKED, RULE)
    assert (answer.reading.score, answer.reading.reason, answer.response_model) == (4, "fits", "m-1")
    spent = answer.spent
    assert (spent.asks, spent.attempts, spent.usage, spent.cached) == (1, 1, Usage(10, 5, 2), False)
    assert spent.cost == pytest.approx((10 * 2 + 5 * 4) / 1e6)
    assert (spent.latency_ms, spent.dropped_parameters) == (12.5, ())
    assert len(judge.requests) == 1


def test_the_request_has_our_parameters_and_those_of_the_profile_in_their_place():
    judge = Scripted(GOOD)
    loop(judge, parameters={"temperature": 1, "seed": None, "top_p": 0.5}).ask(ASKED, RULE)
    (request,) = judge.requests
    assert request.parameters == {"temperature": 1, "max_completion_tokens": 1024, "top_p": 0.5}
    assert (request.messages, request.model, request.output) == (ASKED, "m", Output.JSON_OBJECT)


def test_a_judge_that_changes_its_request_does_not_change_the_next_one():
    judge = Scripted(lambda request: request.parameters.clear() or GOOD)
    asker = loop(judge)
    asker.ask(ASKED, RULE)
    kept = Scripted(GOOD)
    asker._judge = kept
    asker.ask(ASKED, RULE)
    assert kept.requests[0].parameters == {"temperature": 0, "seed": 0, "max_completion_tokens": 1024}


def test_the_schema_is_sent_where_the_output_is_by_schema():
    judge = Scripted(GOOD)
    loop(judge, output="json_schema").ask(ASKED, RULE)
    assert judge.requests[0].schema == reply_schema(RULE)


def test_parameters_that_are_no_json_are_refused_before_anything_is_asked():
    with pytest.raises(ValueError, match=r"^profile 'local': parameters: "):
        loop(Scripted(GOOD), parameters={"top_p": float("inf")})


@pytest.mark.parametrize(
    "kind", [FaultKind.TIMEOUT, FaultKind.UNREACHABLE, FaultKind.RATE_LIMIT, FaultKind.SERVER]
)
def test_what_the_service_lost_is_asked_again(kind):
    judge = Scripted(fault(kind, retry=True), fault(kind, retry=True), GOOD)
    answer = loop(judge).ask(ASKED, RULE)
    assert (answer.spent.asks, answer.spent.attempts) == (1, 3)
    assert judge.requests == [judge.requests[0]] * 3


def test_after_four_attempts_the_last_fault_is_that_of_the_ask():
    time, judge = Time(), Scripted(fault(FaultKind.SERVER, retry=True))
    error = failed(loop(judge, time))
    assert (error.fault.kind, error.fault.message) == (FaultKind.SERVER, "it said server error")
    assert (error.spent.asks, error.spent.attempts, len(judge.requests)) == (1, 4, 4)
    assert time.slept == [0.75, 1.5, 3.0]


def test_a_profile_says_how_many_attempts_there_are():
    judge = Scripted(fault(FaultKind.SERVER, retry=True))
    assert failed(loop(judge, attempts=1)).spent.attempts == 1


@pytest.mark.parametrize(
    "kind",
    [
        FaultKind.QUOTA,
        FaultKind.KEY,
        FaultKind.FORBIDDEN,
        FaultKind.NOT_FOUND,
        FaultKind.REDIRECT,
        FaultKind.REJECTED,
        FaultKind.NOT_A_COMPLETION,
        FaultKind.CONTENT_FILTER,
        FaultKind.REFUSED,
    ],
)
def test_other_faults_end_the_ask_after_one_request(kind):
    time, judge = Time(), Scripted(fault(kind), GOOD)
    error = failed(loop(judge, time))
    assert (error.fault.kind, error.spent.attempts, len(judge.requests)) == (kind, 1, 1)
    assert time.slept == []


def test_the_server_is_obeyed_when_it_asks_to_wait():
    time = Time()
    loop(Scripted(fault(FaultKind.RATE_LIMIT, retry=True, after=60.0), GOOD), time).ask(ASKED, RULE)
    assert time.slept == [60.0]


def test_a_server_that_asks_for_a_shorter_wait_than_ours_gets_ours():
    time = Time()
    loop(Scripted(fault(FaultKind.RATE_LIMIT, retry=True, after=0.0), GOOD), time).ask(ASKED, RULE)
    assert time.slept == [0.75]


def test_a_longer_wait_than_a_minute_is_a_fault_that_names_it():
    time = Time()
    error = failed(loop(Scripted(fault(FaultKind.RATE_LIMIT, retry=True, after=61.5), GOOD), time))
    assert error.fault.kind is FaultKind.RATE_LIMIT
    assert "asks to wait 61.5 s" in error.fault.message
    assert (time.slept, error.spent.attempts) == ([], 1)


def test_a_wait_beyond_the_time_of_an_ask_is_a_fault_that_names_it():
    judge = Scripted(fault(FaultKind.RATE_LIMIT, retry=True, after=50.0))
    time = Time()
    error = failed(loop(judge, time))
    assert time.slept == [50.0]
    assert "a wait of 50 s would go beyond the 120 s of one ask" in error.fault.message


def refuses(*names):
    def step(request):
        for name in names:
            there = (
                request.output is not Output.TEXT if name == "response_format" else name in request.parameters
            )
            if there:
                return fault(FaultKind.PARAMETER, parameter=name)
        return GOOD

    return step


def test_a_parameter_that_is_refused_is_dropped_without_a_wait_and_without_an_attempt():
    time, judge = Time(), Scripted(refuses("seed", "temperature", "response_format"))
    answer = loop(judge, time, attempts=1).ask(ASKED, RULE)
    assert answer.spent.dropped_parameters == ("response_format", "seed", "temperature")
    assert (answer.spent.asks, answer.spent.attempts, time.slept) == (1, 4, [])
    assert judge.requests[-1].parameters == {"max_completion_tokens": 1024}
    assert judge.requests[-1].output is Output.TEXT


def test_what_was_refused_is_remembered_for_the_profile_and_the_model():
    judge = Scripted(refuses("seed"))
    asker = loop(judge)
    asker.ask(ASKED, RULE)
    assert asker.ask(ASKED, RULE).spent.dropped_parameters == ("seed",)
    assert ["seed" in request.parameters for request in judge.requests] == [True, False, False]
    other = AskingLoop("local", asker._settings, "other", judge, "", asker._shared, asker._run)
    other.ask(ASKED, RULE)
    assert "seed" in judge.requests[3].parameters


@pytest.mark.parametrize("name", ["top_k", None, "messages"])
def test_a_refused_parameter_that_was_not_sent_ends_the_ask(name):
    judge = Scripted(fault(FaultKind.PARAMETER, parameter=name))
    error = failed(loop(judge))
    assert (error.fault.kind, error.spent.attempts) == (FaultKind.PARAMETER, 1)


def test_a_response_format_that_was_not_sent_ends_the_ask():
    judge = Scripted(fault(FaultKind.PARAMETER, parameter="response_format"))
    assert failed(loop(judge, output="text")).spent.attempts == 1


def test_a_reply_that_cannot_be_read_is_asked_for_once_more_with_the_fault_as_the_last_message():
    usage = Usage(100, 50)
    judge = Scripted(
        JudgeReply(BAD, "stop", usage=usage), JudgeReply(GOOD, "stop", usage=usage, latency_ms=7.0)
    )
    answer = loop(judge, prices={"input": 1, "output": 1}).ask(ASKED, RULE)
    first, second = judge.requests
    unreadable = read_reply(BAD, "stop", RULE)
    assert isinstance(unreadable, Unreadable)
    assert second == replace(first, messages=(*ASKED, repair_message(unreadable.why)))
    assert second.messages[-1].role == "user"
    assert (answer.spent.asks, answer.spent.attempts, answer.spent.latency_ms) == (2, 2, 7.0)
    assert answer.spent.usage == Usage(200, 100)
    assert answer.spent.cost == pytest.approx(300 / 1e6)


def test_two_replies_that_cannot_be_read_are_a_fault_that_quotes_the_second():
    judge = Scripted(JudgeReply(BAD, usage=Usage(1, 1)))
    error = failed(loop(judge))
    assert error.fault.kind is FaultKind.UNREADABLE
    assert repr(BAD[:100]) in error.fault.message
    assert BAD[:101] not in error.fault.message
    assert (error.spent.asks, error.spent.attempts, error.spent.usage) == (2, 2, Usage(2, 2))
    assert error.spent.latency_ms is None


def test_each_of_the_two_asks_has_attempts_of_its_own():
    lost = fault(FaultKind.SERVER, retry=True)
    judge = Scripted(lost, lost, lost, BAD, lost, lost, lost, GOOD)
    spent = loop(judge).ask(ASKED, RULE).spent
    assert (spent.asks, spent.attempts) == (2, 8)


def test_there_is_no_second_ask_when_the_time_is_over():
    time = Time()

    def slow(request):
        time.now += 95
        return BAD

    judge = Scripted(slow, GOOD)
    error = failed(loop(judge, time, timeout=100))
    assert (error.fault.kind, error.spent.asks) == (FaultKind.UNREADABLE, 1)


def test_without_usage_there_is_no_cost_and_without_prices_neither():
    assert loop(Scripted(GOOD), prices={"input": 1, "output": 1}).ask(ASKED, RULE).spent.cost is None
    assert loop(Scripted(JudgeReply(GOOD, usage=Usage(1, 1)))).ask(ASKED, RULE).spent.cost is None


def test_tokens_of_a_minute_are_corrected_by_what_the_server_counts():
    time = Time()
    asker = loop(Scripted(JudgeReply(GOOD, usage=Usage(40, 10))), time, limits={"tokens_per_minute": 1_200})
    for _ in range(3):  # more than 1,024 as estimated, fifty as counted
        asker.ask(ASKED, RULE)
    assert time.slept == []


def test_ten_refusals_in_a_row_end_the_run_and_nothing_more_is_sent():
    judge = Scripted(*[fault(kind) for kind in (FaultKind.KEY, FaultKind.FORBIDDEN, FaultKind.NOT_FOUND)])
    asker = loop(judge)
    for _ in range(9):
        failed(asker)
    for _ in range(2):
        with pytest.raises(CapReached, match=r"^ten requests in a row .* 'local': it said not found; rows"):
            asker.ask(ASKED, RULE)
    assert len(judge.requests) == 10


def test_a_reply_between_refusals_begins_anew_and_other_faults_do_not():
    nine = [fault(FaultKind.KEY)] * 9
    asker = loop(Scripted(*nine, GOOD, *nine, fault(FaultKind.REJECTED), fault(FaultKind.KEY)))
    for _ in range(9):
        failed(asker)
    asker.ask(ASKED, RULE)
    for _ in range(10):
        failed(asker)
    with pytest.raises(CapReached):
        asker.ask(ASKED, RULE)


def test_a_cap_ends_the_run_before_the_request_is_sent():
    judge = Scripted(BAD, GOOD)
    with pytest.raises(CapReached, match="--max-calls 1 is reached"):
        loop(judge, caps=Caps(max_calls=1)).ask(ASKED, RULE)
    assert len(judge.requests) == 1


def test_a_request_that_may_cost_more_than_the_cap_is_not_sent():
    judge = Scripted(GOOD)
    caps = Caps(max_cost=0.001)
    with pytest.raises(CapReached, match=r"--max-cost 0\.001 is reached"):
        loop(judge, caps=caps, prices={"input": 1, "output": 1}).ask(ASKED, RULE)
    assert judge.requests == []


PRICES = {"input": 0, "output": 1}  # an ask reserves 1,024 millionths


@pytest.mark.parametrize(
    ("first", "more"),
    [
        (JudgeReply(GOOD, usage=Usage(5, 24)), True),
        (JudgeReply(GOOD), False),
        (fault(FaultKind.TIMEOUT), False),
        (fault(FaultKind.REFUSED), False),
        (fault(FaultKind.SERVER), True),
    ],
)
def test_what_a_request_did_not_cost_is_given_back(first, more):
    """What may have been billed unseen stays counted."""
    asker = loop(Scripted(first, GOOD), caps=Caps(max_cost=0.00105), prices=PRICES)
    with suppress(JudgeFailed):
        asker.ask(ASKED, RULE)
    if more:
        asker.ask(ASKED, RULE)
    else:
        with pytest.raises(CapReached):
            asker.ask(ASKED, RULE)


def test_what_no_judge_should_raise_goes_through_as_it_is():
    with pytest.raises(ZeroDivisionError):
        loop(Scripted(ZeroDivisionError())).ask(ASKED, RULE)


def test_a_fault_of_the_judge_hides_what_it_came_from():
    """A chain of exceptions could hold what a server echoes."""
    error = failed(loop(Scripted(fault(FaultKind.KEY))))
    assert (error.__cause__, error.__suppress_context__) == (None, True)
