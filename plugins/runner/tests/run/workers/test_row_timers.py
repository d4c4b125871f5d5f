"""One timer for the rows of several threads: the row whose time is over first decides."""

import sys
import threading

import pytest

from checkwright_runner.run.row_limit import RowLimit
from checkwright_runner.run.workers.row_timers import RowTimers


class Clock:
    """A clock that is set, and what the one timer of the interpreter was told."""

    def __init__(self, monkeypatch, limit):
        self.now = 0.0
        self.armed = []
        self.beats = []
        self.asked = 0
        monkeypatch.setattr("time.monotonic", lambda: self.now)
        monkeypatch.setattr("faulthandler.dump_traceback_later", self._arm)
        monkeypatch.setattr("faulthandler.cancel_dump_traceback_later", lambda: self.armed.append(None))
        self.timers = RowTimers(limit, sys.__stderr__.fileno(), self.beats.append, self._mine)

    def _arm(self, seconds, *, exit, file):  # noqa: A002 - as it is called
        assert exit
        self.armed.append((self.now, round(seconds, 6)))

    def _mine(self):
        self.asked += 1


class Other:
    """A thread that does what it is told, step by step."""

    def __init__(self):
        self._todo, self._done = [], threading.Semaphore(0)
        self._there = threading.Semaphore(0)
        threading.Thread(target=self._work, daemon=True).start()

    def _work(self):
        while True:
            self._there.acquire()
            self._todo.pop(0)()
            self._done.release()

    def do(self, function):
        self._todo.append(function)
        self._there.release()
        self._done.acquire()


@pytest.fixture
def clock(monkeypatch):
    return Clock(monkeypatch, RowLimit(8.0, 1.0))


def test_the_row_that_has_least_left_has_the_timer(clock):
    """Of three; when one is done or goes outside, the next one has it, and at last nobody counts."""
    one, two, timers = Other(), Other(), clock.timers
    timers.start()
    clock.now = 1.0
    one.do(lambda: timers.row(2))
    clock.now = 2.0
    two.do(lambda: timers.row(0))
    assert clock.armed == [(0.0, 8.0)]
    timers.done()
    assert clock.armed[1:] == [(2.0, 8.0)]
    clock.now = 3.0
    two.do(timers.done)
    assert clock.armed[2:] == [(3.0, 8.0)]
    one.do(timers.done)
    one.do(timers.done)
    assert clock.armed[3:] == [None]
    assert clock.beats == [8.0, 8.0, 10.0, None]


def test_the_clock_of_a_thread_stands_still_outside(clock):
    """It alone: the others go on. Afterwards the row has what was left, a moment at the least."""
    one, timers = Other(), clock.timers
    timers.row(0)
    outside = timers.outside()
    one.do(lambda: timers.row(2))
    clock.now = 3.0
    with timers.outside():
        assert clock.armed == [(0.0, 8.0), (3.0, 7.0)]
        one.do(outside.__enter__)
        assert clock.armed[2:] == [None]
        clock.now = 100.0
        with timers.outside():
            clock.now = 200.0
        assert clock.armed[3:] == []
    assert clock.armed[3:] == [(200.0, 5.0)]
    clock.now = 204.99
    with pytest.raises(LookupError), timers.outside():
        raise LookupError
    assert clock.armed[4:] == [None, (204.99, 0.1)]
    one.do(lambda: outside.__exit__(None, None, None))
    assert clock.armed[6:] == []
    timers.done()
    assert clock.armed[6:] == [(204.99, 7.0)]


def test_a_thread_that_is_at_no_row_changes_nothing(clock):
    """As one that a check started; it is the row that has to wait outside."""
    clock.timers.row(0)
    other = Other()
    outside = clock.timers.outside()
    other.do(outside.__enter__)
    clock.now = 1.0
    other.do(lambda: outside.__exit__(None, None, None))
    assert clock.armed == [(0.0, 8.0)]


def test_stopping_forgets_all_rows(clock):
    """What begins afterwards is armed anew."""
    clock.timers.row(0)
    clock.timers.stop()
    clock.timers.row(0)
    assert clock.armed == [(0.0, 8.0), None, (0.0, 8.0)]


def test_without_a_limit_nothing_is_armed(monkeypatch):
    """Neither inside nor outside."""
    clock = Clock(monkeypatch, RowLimit(None))
    clock.timers.row(3)
    with clock.timers.outside():
        pass
    clock.timers.done()
    assert (clock.armed, clock.beats) == ([], [])


def test_it_asks_first_whether_it_is_in_the_worker(monkeypatch):
    """A process that was forked off must not wait for a lock that a thread of the worker holds."""
    clock = Clock(monkeypatch, RowLimit(8.0))

    def leave():
        raise SystemExit

    timers = clock.timers
    timers.row(0)
    timers._lock.acquire()
    timers._mine = leave
    for act in (lambda: timers.row(0), timers.done, timers.outside().__enter__):
        with pytest.raises(SystemExit):
            act()
