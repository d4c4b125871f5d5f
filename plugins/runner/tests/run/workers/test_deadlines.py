"""Who is silent for too long is late; who was suspended is not."""

from checkwright_runner.run.workers.deadlines import Deadlines


class Clock:
    def __init__(self):
        self.now = 100.0

    def __call__(self):
        return self.now


def deadlines(seconds):
    clock = Clock()
    return Deadlines(seconds, clock), clock


def look(some, clock, seconds):
    """Let time pass while somebody looks as often as is asked for; return who is late at the end."""
    until = clock.now + seconds
    late = []
    while clock.now < until and not late:
        clock.now += some.wait
        late = some.late()
    return late


def test_the_worker_itself_has_the_first_word():
    """A row has its time, a quarter more and two seconds, before the run ends the worker."""
    some, clock = deadlines(60.0)
    some.begin("a")
    assert look(some, clock, 76.0) == []
    assert look(some, clock, 3.0) == ["a"]


def test_whoever_says_something_has_all_the_time_again():
    """Only silence counts, and only that of workers which have something to do."""
    some, clock = deadlines(8.0)
    some.begin("a")
    some.begin("b")
    assert look(some, clock, 10.0) == []
    some.begin("a")
    some.end("b")
    assert look(some, clock, 11.0) == []
    assert look(some, clock, 3.0) == ["a"]


def test_a_suspended_machine_makes_nobody_late():
    """Hours go by between two looks: what is due moves by as much, once."""
    some, clock = deadlines(8.0)
    some.begin("a")
    assert look(some, clock, 5.0) == []
    clock.now += 3_600
    assert some.late() == []
    assert look(some, clock, 5.0) == []
    assert look(some, clock, 4.0) == ["a"]


def test_without_a_row_timeout_nobody_is_late():
    """And nobody has to look."""
    some, clock = deadlines(None)
    some.begin("a")
    clock.now += 1e9
    assert (some.wait, some.late()) == (None, [])


def test_a_start_may_be_granted_more():
    """Plugins take their time to load, also where rows may take little."""
    some, clock = deadlines(1.0)
    some.begin("a", 120.0)
    assert look(some, clock, 150.0) == []
    assert look(some, clock, 4.0) == ["a"]
