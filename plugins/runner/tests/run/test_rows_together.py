"""Grading the rows of a chunk several at a time: the lines are those of one after the other."""

import io
import json
import threading

import kinds_of_words
import kinds_that_ask
import pytest
from runs_in_process import SAYS, Job, graded, load_kinds, rubric_of

from checkwright import compile_rubric
from checkwright_runner.run.batch import Run
from checkwright_runner.run.row_limit import RowLimit
from checkwright_runner.run.workers.handle import WorkerHandle

PLUGINS = ("kinds_of_words", "kinds_that_ask")
ASKS = {"kind": "test.asks"}


@pytest.fixture(scope="module")
def kinds():
    return load_kinds(plugins=[kinds_of_words, kinds_that_ask], entry_points=False)


def rows_of(*texts):
    return [{"question_id": f"Q{number % 5}", "response": text} for number, text in enumerate(texts)]


def batches_of(job, kinds, rows, size=1 << 16, **options):
    data = b"\n".join(row if isinstance(row, bytes) else json.dumps(row).encode() for row in rows)
    with Run(job, kinds, plugins=PLUGINS, **options) as run:
        return list(run.batches(io.BytesIO(data), size=size))


@pytest.mark.parametrize("workers", [0, 1])
def test_as_many_rows_are_graded_at_a_time_as_are_asked_for(kinds, workers):
    """Four wait for each other, ten times over, in this process and in a worker."""
    job = Job(rubric_of(kinds, {"kind": "test.meets", "rows": 4}))
    rows = [*rows_of(*"x" * 40), b""]
    rows, totals = graded(job, kinds, *rows, workers=workers, together=4, plugins=PLUGINS)
    assert totals.passed == 40
    assert [row["line"] for row in rows] == list(range(1, 41))


@pytest.mark.parametrize("workers", [0, 1])
def test_the_bytes_are_those_of_one_row_at_a_time(kinds, workers):
    """Rows that cannot be read, blank ones and unanswered questions among them, in chunks of any size."""
    job = Job(rubric_of(kinds, SAYS, ASKS, {"kind": "test.breaks", "how": "KeyError"}))
    rows = [
        *rows_of(*("hello x" if number % 3 else "bye" for number in range(300))),
        b"nope",
        b"",
        b'{"a": 1}',
    ]
    plain = batches_of(job, kinds, rows, workers=0)
    for size in (100, 1 << 16):
        together = batches_of(job, kinds, rows, size, workers=workers, together=3)
        assert b"".join(one.data for one in together) == b"".join(one.data for one in plain)
        assert sum(one.totals.rows for one in together) == 302


def test_chunks_are_small_enough_to_show_progress(kinds):
    """No more than 32 rows for each thread, and each batch tells how far it is in the file."""
    job = Job(rubric_of(kinds, SAYS))
    batches = batches_of(job, kinds, [*rows_of(*["hello"] * 200), b""], workers=0, together=2)
    assert [one.totals.rows for one in batches] == [64, 64, 64, 8]
    ends = [one.end for one in batches]
    assert ends == sorted(set(ends))


def test_a_rubric_is_compiled_by_one_thread(kinds, monkeypatch):
    """However many rows need it at the same time."""
    compiled = []

    def noted(rubric, **given):
        compiled.append(threading.current_thread())
        return compile_rubric(rubric, **given)

    monkeypatch.setattr("checkwright_runner.run.grader.compile_rubric", noted)
    graded(Job(rubric_of(kinds, SAYS)), kinds, *rows_of(*"x" * 40), workers=0, together=8)
    assert compiled == [threading.current_thread()]


STOPPED = "no more is paid for: stop at 100"


@pytest.mark.parametrize(("workers", "together"), [(0, 1), (0, 4), (1, 1), (1, 4), (3, 1)])
@pytest.mark.parametrize("size", [1 << 16, 500])
def test_a_row_may_end_the_run(kinds, workers, together, size):
    """All rows before it are there, neither it nor one behind it is, and the last batch says why."""
    job = Job(rubric_of(kinds, ASKS))
    texts = [f"stop at {number}" if number in (100, 120, 299) else "x" for number in range(300)]
    batches = batches_of(job, kinds, rows_of(*texts), size, workers=workers, together=together)
    lines = [json.loads(line)["line"] for one in batches for line in one.data.splitlines()]
    assert lines == list(range(1, 101))
    assert [one.stopped for one in batches if one.stopped] == [batches[-1].stopped] == [STOPPED]
    assert sum(one.totals.passed for one in batches) == 100


@pytest.mark.parametrize(("workers", "together"), [(0, 1), (0, 4), (1, 4)])
def test_a_check_may_ask_for_it_by_a_thread_of_its_own(kinds, workers, together):
    """Then no row that is under way is written either."""
    job = Job(rubric_of(kinds, ASKS))
    texts = ["other thread stops" if number == 50 else "x" for number in range(100)]
    batches = batches_of(job, kinds, rows_of(*texts), workers=workers, together=together)
    assert batches[-1].stopped == "by another thread"
    lines = [json.loads(line)["line"] for one in batches for line in one.data.splitlines()]
    assert lines == list(range(1, len(lines) + 1))
    assert len(lines) == 50 if together == 1 else len(lines) <= 50


@pytest.mark.parametrize(("workers", "together"), [(0, 1), (0, 4), (1, 1), (1, 4)])
def test_so_may_one_that_is_being_prepared(kinds, workers, together):
    """The row that it is compiled for is not written."""
    job = Job(rubric_of(kinds, {**ASKS, "how": "stop"}))
    batches = batches_of(job, kinds, rows_of("x", "y"), workers=workers, together=together)
    assert [(one.data, one.stopped) for one in batches] == [(b"", "nothing can be prepared")]


@pytest.mark.parametrize("together", [1, 3])
def test_a_question_without_a_row_may_not_follow(kinds, together):
    """What the run was ended before is all that comes behind."""
    from runs_in_process import dataset_of

    job = Job(rubric_of(kinds, ASKS), dataset_of(Q0={}, Q1={}, left={}))
    batches = batches_of(job, kinds, rows_of("x", "stop"), workers=0, together=together)
    assert b"".join(one.data for one in batches).count(b"\n") == 1
    assert batches[-1].stopped == "no more is paid for: stop"


def test_a_line_that_is_tried_alone_may_end_the_run(kinds, tmp_path, monkeypatch):
    """After a worker has died on an earlier line of the chunk."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "seen").mkdir()
    job = Job(rubric_of(kinds, {"kind": "test.flaky"}, ASKS))
    texts = ["flaky kill", "x", "flaky kill", "x", "stop", "flaky last"]
    rows = [*rows_of(*texts), b""]
    batches = batches_of(job, kinds, rows, workers=1, row_limit=RowLimit(None))
    assert b"".join(one.data for one in batches).count(b"\n") == 4
    assert batches[-1].stopped == "no more is paid for: stop"
    assert len(list((tmp_path / "seen").iterdir())) == 1


def test_what_comes_behind_is_not_begun(kinds, monkeypatch):
    """No chunk behind the one in which a row ended the run is given to a worker that is done with it."""
    sent = []
    send = WorkerHandle.send

    def noted(self, chunk):
        sent.append(chunk.line)
        send(self, chunk)

    monkeypatch.setattr(WorkerHandle, "send", noted)
    job = Job(rubric_of(kinds, ASKS))
    batches = batches_of(job, kinds, rows_of("stop", *"abcdef"), 10, workers=1)
    assert (len(batches), batches[0].data, batches[0].stopped) == (1, b"", "no more is paid for: stop")
    assert sent == [1]


def test_nor_is_a_row_of_the_same_chunk(kinds, tmp_path, monkeypatch):
    """Two rows meet, one of which has asked for an end: behind them nothing is begun."""
    monkeypatch.chdir(tmp_path)
    job = Job(rubric_of(kinds, ASKS, {"kind": "test.meets", "rows": 2}, {"kind": "test.flaky"}))
    batches = batches_of(job, kinds, rows_of("x", "stop", "flaky 1", "flaky 2", "x"), workers=0, together=2)
    assert [(one.totals.passed, one.stopped) for one in batches] == [(1, "no more is paid for: stop")]
    assert not (tmp_path / "seen").exists()
