"""What a worker process does, in this process and over pipes of ours."""

import io
import os
import pickle
import sys
from threading import Thread

import kinds_of_words
import kinds_that_hold
import pytest
from runs_in_process import SAYS, Job, load_kinds, rubric_of

from checkwright_runner.run.chunks import Chunk, ChunkContent
from checkwright_runner.run.row_limit import ROW_LIMIT, RowLimit
from checkwright_runner.run.workers.frames import FrameReader, frame_of
from checkwright_runner.run.workers.process import Link, serve
from checkwright_runner.run.workers.row_timer import RowTimer
from checkwright_runner.run.workers.setup import RowBegins, Say, Setup

TOKEN = b"\x80 token "[:8]


@pytest.fixture
def setup():
    kinds = load_kinds(plugins=[kinds_of_words], entry_points=False)
    job = Job(rubric_of(kinds, SAYS))
    return Setup(("kinds_of_words",), pickle.dumps(job), RowLimit(60.0), ascii_only=True)


def served(*values):
    """Return what a worker says to some values, beside that it is alive."""
    source = io.BytesIO(b"".join(frame_of(TOKEN, value) for value in values))
    read, write = os.pipe()
    with os.fdopen(read, "rb") as ours, os.fdopen(write, "wb", buffering=0) as sink:
        worker = Thread(target=lambda: (serve(Link(source, sink, TOKEN)), sink.close()))
        worker.start()
        found = FrameReader(TOKEN).take(ours.read())
        worker.join()
    return [value for value in found if not isinstance(value, RowBegins)]


@pytest.fixture(autouse=True)
def _collector():
    import gc

    before = gc.get_threshold()
    yield
    gc.set_threshold(*before)
    gc.unfreeze()


def test_a_worker_is_ready_answers_and_ends_with_its_input(setup):
    """One answer to each chunk, in order."""
    ready, one, two = served(
        setup, Chunk(5, b'{"response": "hello"}\n'), Chunk(6, b'{"question_id": "\xc3\xa9"}')
    )
    assert ready is Say.READY
    assert b'"passed": true' in one.rows.body
    assert b'"line": 5' in one.rows.body
    assert b'"id": "\\u00e9"' in two.rows.body
    assert (two.totals.errors, len(two.rows.cuts)) == (1, 1)


def test_without_a_time_limit_nothing_watches(setup):
    """The answers are the same."""
    _, answer = served(setup._replace(limit=RowLimit(None)), Chunk(1, b'{"response": "hello"}'))
    assert answer.totals.passed == 1


def test_a_worker_of_several_rows_at_a_time_answers_as_one_of_one(setup):
    """References as well as rows."""
    chunks = [
        Chunk(1, b"rubric/t@1.0\n", ChunkContent.REFS),
        Chunk(5, b'{"response": "hello"}\n{"response": "bye"}\n{"response": null}\nnope\n'),
    ]
    one, several = served(setup, *chunks), served(setup._replace(together=3), *chunks)
    for ours, theirs in zip(one[1:], several[1:], strict=True):
        assert (ours.rows, ours.signatures) == (theirs.rows, theirs.signatures)
        assert ours.totals.to_dict() == theirs.totals.to_dict()


@pytest.mark.parametrize(
    ("change", "cause"),
    [
        ({"plugins": ("no_such_module",)}, "ModuleNotFoundError: No module named 'no_such_module'"),
        ({"job": b"nope"}, "UnpicklingError"),
    ],
)
def test_a_worker_that_cannot_begin_says_why(setup, change, cause):
    """Instead of being ready."""
    (said,) = served(setup._replace(**change))
    assert said.startswith(cause)


def test_a_worker_gives_back_what_checks_took(tmp_path, monkeypatch, capsys):
    """When its input ends; what it could not is a warning with the kind."""
    monkeypatch.chdir(tmp_path)
    kept = tmp_path / "kept"
    kept.mkdir()
    kinds = load_kinds(plugins=[kinds_that_hold], entry_points=False)
    job = Job(rubric_of(kinds, {"kind": "test.keeps", "fails": True}))
    setup = Setup(("kinds_that_hold",), pickle.dumps(job), RowLimit(60.0), ascii_only=True)
    _, answer = served(setup, Chunk(1, b'{"response": "x"}'))
    assert (answer.totals.passed, list(kept.iterdir())) == (1, [])
    line = "plugin kinds_that_hold, kind test.keeps: what it took could not be given back: OSError: is gone"
    assert capsys.readouterr().err == f"warning: {line}\n"


def test_a_row_timer_is_armed_again_only_now_and_then(monkeypatch):
    """Arming costs more than a row, so it waits for an eighth of the time, or for a larger rubric."""
    armed, now = [], [0.0]
    monkeypatch.setattr("time.monotonic", lambda: now[0])
    monkeypatch.setattr(
        "faulthandler.dump_traceback_later", lambda seconds, **_: armed.append((now[0], seconds))
    )
    beats = []
    timer = RowTimer(RowLimit(6.0, 1.0), sys.__stderr__.fileno(), beats.append)
    timer.start()
    for moment, checks in ((0.5, 0), (0.7, 0), (0.75, 2), (1.5, 1), (1.75, 2), (2.2, 0)):
        now[0] = moment
        timer.row(checks)
    assert armed == [(0.0, 6.0), (0.75, 8.0), (1.75, 8.0)]
    timer.start()
    assert armed[3:] == [(2.2, 8.0)]
    assert beats == [seconds for _, seconds in armed]
    timer.stop()


def test_the_clock_of_a_row_stands_still_outside(monkeypatch):
    """The parent hears that nobody counts; afterwards the row has what was left, a moment at the least."""
    now, armed, beats = [0.0], [], []
    monkeypatch.setattr("time.monotonic", lambda: now[0])
    monkeypatch.setattr("faulthandler.dump_traceback_later", lambda seconds, **_: armed.append(seconds))
    monkeypatch.setattr("faulthandler.cancel_dump_traceback_later", lambda: armed.append(None))
    timer = RowTimer(RowLimit(8.0), sys.__stderr__.fileno(), beats.append)
    timer.start()
    now[0] = 3.0
    with timer.outside():
        now[0] = 100.0
        with timer.outside():
            now[0] = 200.0
    assert armed == beats == [8.0, None, 5.0]
    now[0] = 204.99
    with pytest.raises(LookupError), timer.outside():
        raise LookupError
    assert armed[3:] == [None, 0.1]
    timer.row(0)
    assert armed[5:] == [8.0]
    free = RowTimer(RowLimit(None), sys.__stderr__.fileno(), beats.append)
    with free.outside():
        pass
    assert len(beats) == len(armed)


def test_a_row_has_more_time_the_more_checks_grade_it():
    """A minute, and ten seconds for each check; what somebody asks for is what there is."""
    assert (ROW_LIMIT.of(0), ROW_LIMIT.of(3), RowLimit(5.0).of(3), RowLimit(None).of(3)) == (60, 90, 5, None)
