"""Waits: they grow, obey the server, and end in time, whatever the judge does."""

from hypothesis import given
from hypothesis import strategies as st

from checkwright_judging.asking.loop import AskingLoop
from checkwright_judging.asking.shared import SharedByProfile, SharedByRun
from checkwright_judging.asking.timing import Timing
from checkwright_judging.asking.waiting import Patience, wait_before
from checkwright_judging.judge import FaultKind, JudgeFault, JudgeReply, Message
from checkwright_judging.judges import JudgeFailed
from checkwright_judging.profiles.profile import Profile
from checkwright_judging.replies.reading import ScoreRule

CHANCES = st.floats(0, 1)
LOST = st.sampled_from([FaultKind.TIMEOUT, FaultKind.UNREACHABLE, FaultKind.RATE_LIMIT, FaultKind.SERVER])
AFTER = st.none() | st.floats(0, 70)
TAKES = st.floats(0, 30)
#: What a judge does: seconds that it takes, and whether it is lost, replies readably, or does not.
STEPS = st.lists(
    st.tuples(
        TAKES, st.builds(JudgeFault, LOST, st.just("lost"), st.just(True), AFTER) | st.sampled_from("gb")
    ),
    min_size=1,
    max_size=20,
)


@given(chances=st.lists(CHANCES, min_size=10, max_size=10))
def test_waits_stay_between_half_a_second_and_eight_and_grow_until_the_last_span(chances):
    waits = [wait_before(number, chance) for number, chance in enumerate(chances, 1)]
    assert all(0.5 <= wait <= 8 for wait in waits)
    assert waits[:4] == sorted(waits[:4])
    assert all(wait >= 4 for wait in waits[3:])


def test_chance_makes_a_wait_up_to_twice_as_long():
    assert [wait_before(1, chance) for chance in (0.0, 0.5, 1.0)] == [0.5, 0.75, 1.0]


class Clocked:
    """A judge, and the clock that goes on while it works and while others wait."""

    def __init__(self, steps):
        self.steps = iter(steps)
        self.now = 0.0
        self.events = []

    def sleep(self, seconds):
        self.events.append(seconds)
        self.now += seconds

    def ask(self, request):
        seconds, step = next(self.steps, (0.0, "g"))
        self.now += seconds
        self.events.append(step)
        if isinstance(step, JudgeFault):
            raise step
        return JudgeReply('{"score": 1}' if step == "g" else "no")

    def close(self):
        pass


def asked(judge, chance, **settings):
    fields = {"provider": "openai", "endpoint": "https://judge.example/v1", "api_key": "none"}
    profile = Profile.model_validate(fields | settings)
    timing = Timing(lambda: judge.now, judge.sleep, lambda: chance)
    shared = SharedByProfile.of("p", profile, timing)
    loop = AskingLoop("p", profile, "m", judge, "", shared, SharedByRun(timing))
    try:
        return loop.ask((Message("user", "u"),), ScoreRule(0, 1)).spent
    except JudgeFailed as failed:
        return failed.spent


@given(steps=STEPS, chance=CHANCES, attempts=st.integers(1, 20))
def test_all_is_over_in_two_minutes_and_nothing_is_waited_for_in_vain(steps, chance, attempts):
    judge = Clocked(steps)
    spent = asked(judge, chance, attempts=attempts)
    assert judge.now <= 120 + 1e-9
    assert spent.attempts <= 2 * attempts
    # A wait stands between two requests alone, and is no shorter than the server wants.
    waits = [number for number, event in enumerate(judge.events) if isinstance(event, float)]
    for number in waits:
        lost = judge.events[number - 1]
        assert isinstance(lost, JudgeFault)
        assert judge.events[number] >= max(lost.after or 0.0, 0.5)
        assert judge.events[number] <= 60
        assert number + 1 < len(judge.events)


@given(steps=STEPS, timeout=st.floats(31, 600))
def test_a_longer_timeout_prolongs_the_whole_by_what_it_is_longer(steps, timeout):
    judge = Clocked([(seconds / 30 * timeout, step) for seconds, step in steps])
    asked(judge, 0.5, timeout=timeout, attempts=20)
    assert judge.now <= 120 + (timeout - 30) + 1e-6


def test_waiting_for_the_limits_of_a_profile_is_no_part_of_the_two_minutes():
    lost = (0.0, JudgeFault(FaultKind.SERVER, "lost", True))
    judge = Clocked([lost, lost, lost])
    spent = asked(judge, 0.5, limits={"requests_per_minute": 1})
    assert (spent.attempts, judge.now) == (4, 180.0)


def test_patience_is_over_when_no_request_can_end_in_time():
    patience = Patience(20)
    patience.take(100)
    assert not patience.is_over
    patience.take(0.5)
    assert patience.is_over
