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

from checkwright_runner.run.chunks import Chunk
from checkwright_runner.run.workers.frames import TimedOut, read_frame, write_frame
from checkwright_runner.run.workers.process import serve
from checkwright_runner.run.workers.row_timer import TIMED_OUT, RowTimer
from checkwright_runner.run.workers.setup import READY, Setup


@pytest.fixture
def setup():
    kinds = load_kinds(plugins=[kinds_of_words], entry_points=False)
    job = Job(rubric_of(kinds, SAYS))
    return Setup(("kinds_of_words",), pickle.dumps(job), 60.0, ascii_only=True)


def served(*frames):
    """Give what a worker says to some frames."""
    source = io.BytesIO()
    for frame in frames:
        write_frame(source, frame)
    source.seek(0)
    read, write = os.pipe()
    with os.fdopen(read, "rb") as ours, os.fdopen(write, "wb") as sink:
        worker = Thread(target=lambda: (serve(source, sink), sink.close()))
        worker.start()
        found = []
        try:
            while True:
                found.append(read_frame(ours))
        except EOFError:
            worker.join()
            return found


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
    assert ready is READY
    assert b'"passed": true' in one.rows.body
    assert b'"line": 5' in one.rows.body
    assert b'"id": "\\u00e9"' in two.rows.body
    assert (two.totals.errors, len(two.rows.cuts)) == (1, 1)


def test_without_a_time_limit_nothing_watches(setup):
    """The answers are the same."""
    _, answer = served(setup._replace(seconds=None), Chunk(1, b'{"response": "hello"}'))
    assert answer.totals.passed == 1


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
    setup = Setup(("kinds_that_hold",), pickle.dumps(job), 60.0, ascii_only=True)
    _, answer = served(setup, Chunk(1, b'{"response": "x"}'))
    assert (answer.totals.passed, list(kept.iterdir())) == (1, [])
    line = "plugin kinds_that_hold, kind test.keeps: what it took could not be given back: OSError: is gone"
    assert capsys.readouterr().err == f"warning: {line}\n"


def test_frames_are_read_as_they_were_written():
    """Whole ones; the end, and half of one, is the end."""
    stream = io.BytesIO()
    for value in ("a", Chunk(1, b"x"), None):
        write_frame(stream, value)
    data = stream.getvalue()
    whole = io.BytesIO(data)
    assert [read_frame(whole) for _ in range(3)] == ["a", Chunk(1, b"x"), None]
    for size in (0, 3, 8, 10):
        with pytest.raises(EOFError):
            read_frame(io.BytesIO(data[:size]))


def test_the_end_by_the_watch_is_told_from_others():
    """What the interpreter writes first when the time is over is no size of a frame."""
    with pytest.raises(TimedOut):
        read_frame(io.BytesIO(b"Timeout (0:00:01)!\nThread 0x"))
    assert len(TIMED_OUT) == 8


def test_a_watch_is_armed_again_only_now_and_then(monkeypatch):
    """Arming costs more than a row, so it waits for an eighth of the time; starting always arms."""
    armed, now = [], [0.0]
    monkeypatch.setattr("time.monotonic", lambda: now[0])
    monkeypatch.setattr("faulthandler.dump_traceback_later", lambda seconds, **_: armed.append(now[0]))
    watch = RowTimer(8.0, sys.__stderr__.fileno())
    watch.start()
    for moment in (0.5, 0.9, 1.0, 1.5, 2.1, 2.2):
        now[0] = moment
        watch.row()
    assert armed == [0.0, 1.0, 2.1]
    watch.start()
    assert armed == [0.0, 1.0, 2.1, 2.2]
    watch.stop()
