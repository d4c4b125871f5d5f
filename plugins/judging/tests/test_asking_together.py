"""Several threads: what they share, and that they ask the same thing once."""

import sys
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from checkwright_judging.asking.loop import AskingLoop
from checkwright_judging.asking.refused_parameters import RefusedParameters
from checkwright_judging.asking.shared import SharedByProfile, SharedByRun
from checkwright_judging.asking.single_flight import SingleFlight
from checkwright_judging.asking.timing import Timing
from checkwright_judging.judge import FaultKind, JudgeFault, JudgeReply, JudgeRequest, Message, Usage
from checkwright_judging.judges import JudgeFailed
from checkwright_judging.memory.memories import Memories
from checkwright_judging.profiles.profile import Profile
from checkwright_judging.replies.reading import ScoreRule

RULE = ScoreRule(0, 1)
FIELDS = {"provider": "openai", "endpoint": "https://judge.example/v1", "api_key": "none"}


class Kept:
    """A memory that is a dictionary."""

    def __init__(self):
        self.replies = {}

    def get(self, asked):
        return self.replies.get(asked.whole)

    def put(self, asked, remembered):
        self.replies[asked.whole] = remembered


class Meeting:
    """A judge whose first request is answered when somebody says so."""

    def __init__(self, answer=None):
        self.answer = answer or (lambda request: JudgeReply('{"score": 1}', model="m-1", usage=Usage(1, 1)))
        self.requests = []
        self.arrived, self.go_on = threading.Event(), threading.Event()

    def ask(self, request):
        self.requests.append(request)
        self.arrived.set()
        assert self.go_on.wait(20)
        return self.answer(request)

    def close(self):
        pass


def loop(judge, run=None, **settings):
    profile = Profile.model_validate(FIELDS | settings)
    run = run or SharedByRun(Timing(lambda: 0.0, lambda seconds: None))
    return AskingLoop("p", profile, "m", judge, "", SharedByProfile.of("p", profile, run.timing), run)


def remembering():
    return SharedByRun(Timing(lambda: 0.0, lambda seconds: None), memories=Memories(cache=Kept()))


def ask(asker, text="u"):
    return asker.ask((Message("user", text),), RULE)


def wanted(run, users):
    """Wait until so many threads hold or want a lock."""
    while sum(users for _, users in list(run.flights._locks.values())) < users:
        threading.Event().wait(0.001)


def test_threads_that_ask_the_same_send_one_request():
    judge, run = Meeting(), remembering()
    asker = loop(judge, run, prices={"input": 1, "output": 1})
    with ThreadPoolExecutor(5) as pool:
        answers = [pool.submit(ask, asker) for _ in range(5)]
        wanted(run, 5)
        judge.go_on.set()
        spent = [answer.result(20).spent for answer in answers]
    assert len(judge.requests) == 1
    assert sorted(one.cached for one in spent) == [False, True, True, True, True]
    assert [one.cost for one in spent if one.cached] == [0.0] * 4
    assert [(one.attempts, one.latency_ms, one.usage) for one in spent if one.cached] == [(0, None, None)] * 4


def test_a_thread_asks_for_itself_when_the_other_failed():
    failing = iter([JudgeFault(FaultKind.REJECTED, "no")])

    def answer(request):
        for fault in failing:
            raise fault
        return JudgeReply('{"score": 1}')

    judge, run = Meeting(answer), remembering()
    asker = loop(judge, run)
    with ThreadPoolExecutor(2) as pool:
        answers = [pool.submit(ask, asker) for _ in range(2)]
        wanted(run, 2)
        judge.go_on.set()
        faults = [answer.exception(20) for answer in answers]
    assert sorted(type(fault) for fault in faults if fault) == [JudgeFailed]
    assert len(judge.requests) == 2


def test_threads_that_ask_something_else_do_not_wait_for_each_other():
    judge, run = Meeting(), remembering()
    asker = loop(judge, run)
    with ThreadPoolExecutor(2) as pool:
        answers = [pool.submit(ask, asker, text) for text in ("one", "two")]
        while len(judge.requests) < 2:
            threading.Event().wait(0.001)
        judge.go_on.set()
        assert not any(answer.result(20).spent.cached for answer in answers)


def test_without_a_memory_each_thread_asks_for_itself():
    judge = Meeting()
    asker = loop(judge)
    with ThreadPoolExecutor(2) as pool:
        answers = [pool.submit(ask, asker) for _ in range(2)]
        while len(judge.requests) < 2:
            threading.Event().wait(0.001)
        judge.go_on.set()
        assert not any(answer.result(20).spent.cached for answer in answers)


def test_two_threads_that_are_refused_the_same_parameter_both_go_on_without_it():
    """The second one had it in its request, although it is known by then."""
    met = threading.Barrier(2, timeout=20)

    class Refusing(Meeting):
        def ask(self, request):
            self.requests.append(request)
            if "seed" in request.parameters:
                met.wait()
                raise JudgeFault(FaultKind.PARAMETER, "no seed", parameter="seed")
            return self.answer(request)

    judge = Refusing()
    asker = loop(judge)
    with ThreadPoolExecutor(2) as pool:
        answers = [pool.submit(ask, asker) for _ in range(2)]
        assert [answer.result(20).spent.dropped_parameters for answer in answers] == [("seed",)] * 2
    assert len(judge.requests) == 4


@pytest.fixture
def frequent_switches():
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(before)


def test_nothing_that_is_refused_gets_lost_between_threads(frequent_switches):
    refused = RefusedParameters()
    names = [f"p{number}" for number in range(300)]
    request = JudgeRequest((), "m", parameters=dict.fromkeys(names, 1))
    with ThreadPoolExecutor(8) as pool:
        assert all(pool.map(lambda name: refused.add(request, name), names))
    assert refused.without(request).parameters == {}


def test_locks_of_questions_are_gone_when_nobody_wants_them(frequent_switches):
    flights = SingleFlight()
    inside = {"a": 0, "b": 0}

    def work(number):
        key = "ab"[number % 2]
        with flights.one(key):
            inside[key] += 1
            assert inside[key] == 1
            inside[key] -= 1

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(work, range(400)))
    assert flights._locks == {}
