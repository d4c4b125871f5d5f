"""Memories of a run: what is asked once is not asked again, and a replay asks nobody."""

import pytest

from checkwright_judging.asking.caps import Caps
from checkwright_judging.asking.loop import AskingLoop
from checkwright_judging.asking.shared import SharedByProfile, SharedByRun
from checkwright_judging.asking.timing import Timing
from checkwright_judging.judge import FaultKind, JudgeFault, JudgeReply, Message, Usage
from checkwright_judging.judges import CapReached, JudgeFailed
from checkwright_judging.memory.asked import asked_of
from checkwright_judging.memory.cache import Cache
from checkwright_judging.memory.memories import Memories
from checkwright_judging.memory.paid import Paid
from checkwright_judging.memory.recording import Recording
from checkwright_judging.memory.remembered import Remembered
from checkwright_judging.memory.replay import Replay
from checkwright_judging.profiles.profile import Profile
from checkwright_judging.replies.reading import ScoreRule

ASKED = (Message("user", "u"),)
RULE = ScoreRule(0, 1)
GOOD = '{"score": 1, "reason": "fits"}'
FIELDS = {
    "provider": "openai",
    "endpoint": "https://judge.example/v1",
    "api_key": {"env": "CANARY_VARIABLE"},
    "prices": {"input": 0, "output": 1},
}
#: What no file may hold.
KEY = "sk-canary-0123456789"


class Keyed:
    """A judge that holds a key, and replies by a script."""

    def __init__(self, *script):
        self.key = KEY
        self.script = list(script)
        self.requests = []

    def ask(self, request):
        self.requests.append(request)
        step = self.script.pop(0)
        if isinstance(step, Exception):
            raise step
        return JudgeReply(step, "stop", "m-1", Usage(10, 24), 3.5, "req-1")

    def close(self):
        pass


def asker(judge, memories, caps=None, model="m"):
    timing = Timing(lambda: 0.0, lambda seconds: None, lambda: 0.0)
    profile = Profile.model_validate(FIELDS)
    shared = SharedByProfile.of("local", profile, timing)
    run = SharedByRun(timing, caps or Caps(), memories)
    return AskingLoop("local", profile, model, judge, "openai 1", shared, run)


@pytest.fixture
def kept(tmp_path):
    """Return memories in files, all but a replay."""
    made = {
        "record": Recording(tmp_path / "record"),
        "paid": Paid(tmp_path / "paid", "run 1"),
        "cache": Cache(tmp_path / "cache"),
    }
    yield made
    for memory in made.values():
        memory.close()


@pytest.mark.parametrize("name", ["record", "paid", "cache"])
def test_a_reply_from_any_memory_reads_the_same_and_costs_nothing(kept, name):
    memories = Memories(**{name: kept[name]})
    first = asker(Keyed(GOOD), memories).ask(ASKED, RULE)
    judge = Keyed()
    again = asker(judge, memories).ask(ASKED, RULE)
    assert judge.requests == []
    assert (again.reading, again.response_model) == (first.reading, first.response_model)
    assert (first.spent.cached, again.spent.cached) == (False, True)
    spent = again.spent
    assert (spent.asks, spent.attempts, spent.cost, spent.usage, spent.latency_ms) == (1, 0, 0.0, None, None)


def test_a_second_ask_and_dropped_parameters_are_told_of_what_is_remembered_too(kept):
    refused = JudgeFault(FaultKind.PARAMETER, "no seed", parameter="seed")
    memories = Memories(cache=kept["cache"])
    first = asker(Keyed(refused, "four", GOOD), memories).ask(ASKED, RULE).spent
    again = asker(Keyed(), memories).ask(ASKED, RULE).spent
    assert (first.asks, first.dropped_parameters) == (again.asks, again.dropped_parameters) == (2, ("seed",))


def test_replies_that_cannot_be_read_and_faults_are_not_remembered(kept):
    memories = Memories(**kept)
    for script in (["four", "five"], [JudgeFault(FaultKind.REJECTED, "no")]):
        with pytest.raises(JudgeFailed):
            asker(Keyed(*script), memories).ask(ASKED, RULE)
    judge = Keyed(GOOD)
    assert not asker(judge, memories).ask(ASKED, RULE).spent.cached
    assert len(judge.requests) == 1


def test_what_is_remembered_and_cannot_be_read_is_asked_for_anew(kept):
    memories = Memories(cache=kept["cache"])
    profile = Profile.model_validate(FIELDS)
    judge = Keyed(GOOD, GOOD)
    loop = asker(judge, memories)
    loop.ask(ASKED, RULE)
    asked = asked_of("local", profile, judge.requests[0])
    kept["cache"].put(asked, Remembered(JudgeReply("four")))
    assert not loop.ask(ASKED, RULE).spent.cached
    assert loop.ask(ASKED, RULE).spent.cached


def test_what_a_cache_or_a_resume_gives_is_recorded(kept, tmp_path):
    asker(Keyed(GOOD), Memories(paid=kept["paid"])).ask(ASKED, RULE)
    asker(Keyed(GOOD), Memories(cache=kept["cache"])).ask(ASKED, RULE)
    for name in ("paid", "cache"):
        record = Recording(tmp_path / f"record of {name}")
        assert asker(Keyed(), Memories(record=record, **{name: kept[name]})).ask(ASKED, RULE).spent.cached
        record.close()
        replay = Memories(replay=Replay(tmp_path / f"record of {name}"))
        assert asker(None, replay).ask(ASKED, RULE).reading.reason == "fits"


def test_a_run_that_records_has_the_verdicts_of_its_replays(kept, tmp_path):
    """A record that is there already counts before a cache that has something else."""
    asker(Keyed('{"score": 0}'), Memories(record=kept["record"])).ask(ASKED, RULE)
    asker(Keyed(GOOD), Memories(cache=kept["cache"])).ask(ASKED, RULE)
    recorded = asker(Keyed(), Memories(record=kept["record"], cache=kept["cache"])).ask(ASKED, RULE)
    replayed = asker(None, Memories(replay=Replay(tmp_path / "record"))).ask(ASKED, RULE)
    assert recorded == replayed
    assert replayed.reading.score == 0


@pytest.mark.parametrize("judge", [None, Keyed(GOOD)])
def test_a_replay_asks_nobody_and_names_what_it_misses(kept, tmp_path, judge):
    kept["cache"].put(
        asked_of("local", Profile.model_validate(FIELDS), request_of(kept)), Remembered(JudgeReply(GOOD))
    )
    replay = asker(judge, Memories(replay=Replay(tmp_path / "record"), cache=kept["cache"]))
    with pytest.raises(JudgeFailed) as failed:
        replay.ask(ASKED, RULE, case="q1")
    fault, spent = failed.value.fault, failed.value.spent
    assert fault.kind is FaultKind.NOT_RECORDED
    assert all(word in fault.message for word in ("'q1'", "local", "'m'"))
    assert (spent.asks, spent.attempts) == (0, 0)
    assert judge is None or judge.requests == []


def request_of(kept):
    judge = Keyed(GOOD)
    asker(judge, Memories()).ask(ASKED, RULE)
    return judge.requests[0]


def test_a_replay_needs_no_case_to_say_what_it_misses(kept, tmp_path):
    with pytest.raises(JudgeFailed, match=r"^no reply of local \('m'\) is recorded"):
        asker(None, Memories(replay=Replay(tmp_path / "record"))).ask(ASKED, RULE)


def test_no_key_is_in_any_file_and_no_endpoint_is_either(kept, tmp_path):
    faults = (
        JudgeFault(FaultKind.SERVER, "no", True),
        JudgeFault(FaultKind.PARAMETER, "no", parameter="seed"),
    )
    asker(Keyed(*faults, "four", GOOD), Memories(**kept)).ask(ASKED, RULE)
    files = [path for path in tmp_path.iterdir() if path.is_file()]
    assert {"record", "paid", "cache"} <= {path.name for path in files}
    for path in files:
        for canary in (KEY, "CANARY_VARIABLE", "judge.example", "req-1"):
            assert canary.encode() not in path.read_bytes(), (path, canary)


def test_a_reply_that_cannot_be_kept_ends_the_run_and_is_not_paid_for_twice(kept):
    class Full:
        def get(self, asked):
            return None

        def put(self, asked, remembered):
            raise CapReached("no space")

    with pytest.raises(CapReached, match="no space"):
        asker(Keyed(GOOD), Memories(record=Full(), paid=kept["paid"])).ask(ASKED, RULE)
    assert asker(Keyed(), Memories(paid=kept["paid"])).ask(ASKED, RULE).spent.cached


def test_a_worker_that_takes_the_place_of_one_that_died_goes_on_with_its_caps(tmp_path):
    """A request that was under way counts with the most that it may cost."""

    def caps_of(paid):
        return Caps(3, 0.01, calls=paid.calls, cost=paid.cost, ledger=paid.spend)

    first = Paid(tmp_path / "paid", "run 1")
    asker(Keyed(GOOD), Memories(paid=first), caps_of(first)).ask(ASKED, RULE)
    caps = caps_of(first)
    dies = caps.one(1_024 / 1e6)
    dies.__enter__()
    second = Paid(tmp_path / "paid", "run 1")
    assert (second.calls, second.cost) == (2, pytest.approx((24 + 1_024) / 1e6))
    loop = asker(Keyed(GOOD), Memories(paid=second), caps_of(second))
    loop.ask((Message("user", "another"),), RULE)
    with pytest.raises(CapReached, match="--max-calls 3"):
        loop.ask((Message("user", "a third"),), RULE)
    assert loop.ask(ASKED, RULE).spent.cached
    dies.__exit__(None, None, None)
    first.close()
    second.close()
