"""Threads that call functions, begun in order, until they are closed."""

import threading

import pytest

from checkwright_runner.run.row_threads import RowThreads


@pytest.fixture
def threads():
    some = RowThreads(3)
    yield some
    some.close(5)


def test_as_many_run_at_a_time_as_there_are_threads(threads):
    """Three meet, twice over: none can go on before the others are there."""
    barrier = threading.Barrier(3)
    met = []
    threads.run([lambda: met.append(barrier.wait(timeout=20))] * 6)
    assert sorted(met) == [0, 0, 1, 1, 2, 2]


def test_they_live_as_long_as_the_object(threads):
    """The same threads do what comes later."""
    first, second = set(), set()
    threads.run([lambda: first.add(threading.get_ident())] * 50)
    threads.run([lambda: second.add(threading.get_ident())] * 50)
    assert len(first | second) <= 3
    threads.run([])


def test_one_that_raises_is_told_in_the_thread_that_waits(threads):
    """Ctrl-C of a kind included; the others are done all the same."""
    done = []

    def breaks():
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        threads.run([breaks, lambda: done.append(1), lambda: done.append(2)])
    threads.close(20)
    assert done in ([1, 2], [1], [2], [])


def test_closing_begins_nothing_more_and_waits_for_what_is_begun():
    """What waits to be begun is dropped; what is under way comes to its end, within a time."""
    threads = RowThreads(1)
    begun, go_on, done = threading.Event(), threading.Event(), []

    def first():
        begun.set()
        assert go_on.wait(20)
        done.append("first")

    runs = threading.Thread(target=lambda: threads.run([first, lambda: done.append("second")]), daemon=True)
    runs.start()
    assert begun.wait(20)
    threads.close(0)
    assert done == []
    go_on.set()
    threads.close(20)
    assert "second" not in done
