"""The limits of a profile: never more in a minute, never a needless wait, one after the other."""

import threading

from hypothesis import given
from hypothesis import strategies as st

from checkwright_judging.asking.sending_limits import SendingLimits
from checkwright_judging.asking.sliding_window import MINUTE, SlidingWindow
from checkwright_judging.asking.timing import Timing
from checkwright_judging.profiles.profile import ProfileLimits

GAPS = st.sampled_from([0.0, 0.1, 1.0, 7.3, 29.5, 60.0, 61.0])


class Time:
    """A clock that goes on only when somebody sleeps."""

    def __init__(self):
        self.now = 0.0

    def sleep(self, seconds):
        self.now += seconds

    def limits(self, **limits):
        return SendingLimits(ProfileLimits(**limits), Timing(lambda: self.now, self.sleep))


def in_window(sent, end):
    """Return how much stands in the minute that ends with a time, the time included."""
    return sum(amount for at, amount in sent if at <= end < at + MINUTE)


def earliest(sent, limit, now, amount):
    """Return the first time from now on at which an amount fits, by trying each time at which some goes."""
    times = sorted({now, *(at + MINUTE for at, _ in sent if at + MINUTE > now)})
    return next(at for at in times if in_window(sent, at) + min(amount, limit) <= limit)


@given(limit=st.integers(1, 20), asked=st.lists(st.tuples(GAPS, st.integers(0, 30)), max_size=30))
def test_a_window_never_holds_more_than_the_limit_and_is_never_waited_for_too_long(limit, asked):
    window, now, sent = SlidingWindow(limit), 0.0, []
    for gap, amount in asked:
        now += gap
        expected = earliest(sent, limit, now, amount)
        while (wait := window.wait(now, amount)) > 0:
            now += wait
        assert abs(now - expected) < 1e-6
        window.take(now, amount)
        # What is larger than the limit goes alone, and counts as the limit.
        sent.append((now, min(amount, limit)))
        assert in_window(sent, now) <= limit


@given(limit=st.integers(1, 5), gaps=st.lists(GAPS, max_size=30))
def test_in_no_minute_more_requests_are_sent_than_a_profile_allows(limit, gaps):
    time, sent = Time(), []
    limits = time.limits(requests_per_minute=limit)
    for gap in gaps:
        time.now += gap
        expected = earliest(sent, limit, time.now, 1)
        with limits.one(10):
            sent.append((time.now, 1))
        assert abs(time.now - expected) < 1e-6
        assert in_window(sent, time.now) <= limit


@given(
    limit=st.integers(10, 100),
    asked=st.lists(st.tuples(GAPS, st.integers(0, 60), st.integers(0, 60)), max_size=30),
)
def test_tokens_count_as_estimated_until_they_are_known(limit, asked):
    """A reply that takes no more than was estimated never brings a minute above the limit."""
    time, sent = Time(), []
    limits = time.limits(tokens_per_minute=limit)
    for gap, one, other in asked:
        estimated, taken = max(one, other), min(one, other)
        time.now += gap
        with limits.one(estimated) as passage:
            assert in_window(sent, time.now) + min(estimated, limit) <= limit
            passage.tokens = taken
        sent.append((time.now, taken))


def test_tokens_that_were_not_taken_let_the_next_request_through_at_once():
    time = Time()
    limits = time.limits(tokens_per_minute=100)
    for _ in range(6):  # as estimated, two would fill the minute
        with limits.one(50) as passage:
            passage.tokens = 10
    assert time.now == 0
    with limits.one(50):
        assert time.now == MINUTE


def test_tokens_beyond_the_estimate_hold_the_next_request_up():
    time = Time()
    limits = time.limits(tokens_per_minute=100)
    with limits.one(10) as passage:
        passage.tokens = 95
    with limits.one(10):
        assert time.now == MINUTE


def test_a_correction_after_a_minute_changes_nothing_any_more():
    window = SlidingWindow(10)
    taken = window.take(0.0, 10)
    assert window.wait(60.0, 10) == 0
    window.correct(taken, 4)
    window.take(60.0, 10)
    assert window.wait(60.0, 1) == 60


def test_a_request_whose_judge_fails_gives_its_place_back():
    time = Time()
    limits = time.limits(concurrent=1)
    for _ in range(3):
        try:
            with limits.one(1):
                raise ZeroDivisionError
        except ZeroDivisionError:
            continue
    assert time.now == 0


def test_a_wait_that_is_broken_off_does_not_hold_up_the_others():
    time = Time()

    def broken(seconds):
        raise KeyboardInterrupt

    limits = SendingLimits(ProfileLimits(requests_per_minute=1), Timing(lambda: time.now, broken))
    with limits.one(1):
        pass
    try:
        with limits.one(1):
            raise AssertionError("one a minute")
    except KeyboardInterrupt:
        time.now += MINUTE
    with limits.one(1):
        assert time.now == MINUTE


def run(threads):
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(20)
    assert not any(thread.is_alive() for thread in threads)


def test_no_more_requests_are_under_way_than_a_profile_allows_and_so_many_are():
    limits = Time().limits(concurrent=3)
    # Three have to meet each time, or the barrier breaks; a fourth would be counted.
    met, guard, now, most = threading.Barrier(3, timeout=20), threading.Lock(), [0], [0]

    def work():
        with limits.one(1):
            with guard:
                now[0] += 1
                most[0] = max(most[0], now[0])
            met.wait()
            with guard:
                now[0] -= 1

    run([threading.Thread(target=work) for _ in range(9)])
    assert most == [3]


def test_who_came_first_goes_first():
    """Nobody waits for ever behind requests that would fit before it."""
    limits = Time().limits(concurrent=1)
    order, waiting = [], []

    def work(number):
        with limits.one(1):
            order.append(number)

    with limits.one(1):
        for number in range(5):
            thread = threading.Thread(target=work, args=(number,))
            thread.start()
            waiting.append(thread)
            while len(limits._waiting) <= number:
                thread.join(0.001)
    for thread in waiting:
        thread.join(20)
    assert order == [0, 1, 2, 3, 4]


def test_threads_together_keep_to_the_minute():
    time, guard, sent = Time(), threading.Lock(), []

    def sleep(seconds):
        with guard:
            time.now += seconds

    limits = SendingLimits(ProfileLimits(requests_per_minute=4), Timing(lambda: time.now, sleep))

    def work():
        for _ in range(5):
            with limits.one(1), guard:
                sent.append(time.now)

    run([threading.Thread(target=work) for _ in range(4)])
    # Twenty requests, four a minute: the last four go after four whole minutes.
    assert max(sent) == 4 * MINUTE
    assert all(in_window([(at, 1) for at in sent], at) <= 4 for at in sent)
