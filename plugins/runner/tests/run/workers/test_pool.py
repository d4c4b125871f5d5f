"""Worker processes: the same bytes whatever their number, and nothing that a row does ends the run."""

import io
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from queue import SimpleQueue
from types import SimpleNamespace
from typing import Literal

import kinds_of_words
import kinds_that_break
import kinds_that_hold
import pytest
from runs_in_process import (
    SAYS,
    WORDS,
    Job,
    Resources,
    RubricStore,
    dataset_of,
    graded,
    load_kinds,
    rubric_of,
)
from support_folders import PYTHONPATH

from checkwright import Kind, hookimpl
from checkwright_runner.run.batch import Run
from checkwright_runner.run.chunks import CHUNK_BYTES
from checkwright_runner.run.row_limit import RowLimit
from checkwright_runner.run.workers.handle import WorkerEnded, WorkerHandle, _ending
from checkwright_runner.run.workers.pool import NoWorker
from checkwright_runner.run.workers.setup import Say, Setup

PLUGINS = ("kinds_of_words", "kinds_that_break")
ROUGH = {"kind": "test.rough"}


@pytest.fixture(scope="module")
def kinds():
    return load_kinds(plugins=[kinds_of_words, kinds_that_break])


@pytest.fixture
def job(kinds):
    return Job(rubric_of(kinds, ROUGH))


def responses(count, **special):
    """Rows that pass, but for those given by number."""
    texts = {int(number.removeprefix("at_")): text for number, text in special.items()}
    return [
        {"question_id": f"Q{number}", "response": texts.get(number, "x")} for number in range(1, count + 1)
    ]


def mixed(count):
    """Rows of several questions among bad ones of every kind."""
    bad = [
        b"nope",
        b"[]",
        b"",
        b"  ",
        b"\xff",
        b'{"response": 1}',
        b'{"question_id": [1], "response": "x"}',
        b'{"question_id": "unknown", "response": "hello"}',
        b'{"question_id": "a", "response": null}',
        b'{"question_id": "a", "response": "hello", "response": ""}',
        b'{"question_id": "a", "response": "x", "y": ' + b"[" * 600 + b"]" * 600 + b"}",
        b'\xef\xbb\xbf{"question_id": "b", "response": "\\ud800hello"}',
        b'{"question_id": "b", "response": "' + b"hello " * 40_000 + b'"}',
    ]
    names = ("a", "b", "off", "gone", "none", 7)
    return [
        bad[number // 3 % len(bad)]
        if number % 3 == 0
        else {"question_id": names[number % 6], "response": f"hello {number}" if number % 2 else "bye"}
        for number in range(count)
    ]


@pytest.fixture
def mixed_job(kinds):
    rubrics = [
        rubric_of(kinds, SAYS, WORDS, name="one"),
        rubric_of(kinds, SAYS, ROUGH, name="two"),
        rubric_of(kinds, SAYS, name="off", enabled=False),
    ]
    refs = {"a": "one", "b": "two", "off": "off", "gone": "gone", "7": "one", "unanswered": "two"}
    dataset = dataset_of(**{name: {"rubric_ref": f"rubric/{ref}@1.0"} for name, ref in refs.items()}, none={})
    return Job(None, dataset, Resources(RubricStore.of(rubrics)))


def test_any_number_of_workers_writes_the_same_bytes(kinds, mixed_job):
    """500 rows with all kinds of bad ones: the same lines, in order, and the same totals."""
    data = b"\n".join(row if isinstance(row, bytes) else json.dumps(row).encode() for row in mixed(500))
    found = []
    for workers, size in ((0, 1 << 16), (1, 1 << 16), (2, 500), (3, 100)):
        with Run(mixed_job, kinds, workers=workers, plugins=PLUGINS) as run:
            batches = list(run.batches(io.BytesIO(data), size=size))
        found.append(b"".join(batch.data for batch in batches))
        assert sum(batch.totals.rows for batch in batches) == found[-1].count(b"\n") > 400
    assert found[0].count(b'"status": "error"') > 100
    assert b'"id": "unanswered"' in found[0]
    assert all(other == found[0] for other in found[1:])


@pytest.mark.long
@pytest.mark.parametrize(
    ("way", "reason"),
    [
        ("die", "the worker died on this row (SIGSEGV)"),
        ("exit", "the worker died on this row (exit code 3)"),
        ("interrupt", "the worker died on this row (exit code 1)"),
        ("loop", "row timeout, 1 s"),
        ("hang in C", "row timeout, 1 s"),
    ],
)
def test_a_row_that_ends_its_worker_is_one_error(kinds, job, way, reason):
    """At row 7 of 300: 299 verdicts, and an error that says how."""
    rows, totals = graded(
        job, kinds, *responses(300, at_7=way), workers=1, plugins=PLUGINS, row_limit=RowLimit(1.0)
    )
    assert (totals.rows, totals.passed, totals.errors) == (300, 299, 1)
    assert [row["line"] for row in rows] == list(range(1, 301))
    bad = rows[6]
    assert (bad["id"], bad["sample"], bad["rubric"]) == ("Q7", 0, "rubric/t@1.0")
    assert (bad["status"], bad["reason"], bad["checks"]) == ("error", reason, [])


def test_several_workers_outlive_several_bad_rows(kinds, job):
    """Whatever worker dies on whatever row, all others have their verdicts, in order."""
    special = {f"at_{number}": "exit" for number in (1, 2, 50, 150, 300)}
    rows, totals = graded(job, kinds, *responses(300, **special), workers=2, plugins=PLUGINS)
    assert [row["line"] for row in rows if row["status"] == "error"] == [1, 2, 50, 150, 300]
    assert totals.passed == 295


@pytest.mark.long
@pytest.mark.parametrize(
    ("way", "reason"),
    [
        ("stop", "row timeout, 0.5 s"),
        ("lose pipe", "the worker died on this row (exit code 3)"),
        ("write stray", "the worker died on this row (something wrote to the pipe of the run)"),
    ],
)
def test_what_a_worker_cannot_tell_is_noticed_from_outside(kinds, job, way, reason):
    """It is stopped, or its pipe outlives it, or holds what nobody said: that row is lost, and no other."""
    rows, totals = graded(
        job, kinds, *responses(9, at_5=way), workers=2, plugins=PLUGINS, row_limit=RowLimit(0.5)
    )
    assert [(row["line"], row["reason"]) for row in rows if row["status"] == "error"] == [(5, reason)]
    assert (totals.rows, totals.passed) == (9, 8)


def test_a_worker_that_is_killed_on_a_line_tries_it_once_more(kinds, job, tmp_path, monkeypatch):
    """Whoever kills it from outside costs no row; a row that always kills its worker is an error at last."""
    monkeypatch.chdir(tmp_path)
    rows, _ = graded(job, kinds, *responses(9, at_5="kill"), workers=1, plugins=PLUGINS)
    reason = "the worker died on this row (SIGKILL)"
    assert [(row["line"], row["reason"]) for row in rows if row["status"] == "error"] == [(5, reason)]
    assert Path("killed").read_text() == "x" * 3


def test_a_fork_that_returns_twice_answers_once(kinds, job, tmp_path, monkeypatch):
    """The second process is none of the run's: it leaves without a word and closes no plan."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "kept").mkdir()
    hold = load_kinds(plugins=[kinds_of_words, kinds_that_break, kinds_that_hold])
    both = Job(rubric_of(hold, ROUGH, {"kind": "test.keeps"}))
    rows, totals = graded(
        both, hold, *responses(9, at_5="fork twice"), workers=1, plugins=(*PLUGINS, "kinds_that_hold")
    )
    assert [row["line"] for row in rows] == list(range(1, 10))
    assert (totals.passed, list((tmp_path / "kept").iterdir())) == (9, [])


@pytest.mark.parametrize("padding", [0, 2 * CHUNK_BYTES], ids=["before a row", "after a chunk"])
def test_what_comes_back_from_a_fork_ends_at_once(kinds, job, padding):
    """It waits for nothing: the thread that times the rows is not forked with it."""
    first, *others = responses(3, at_1="fork twice", at_2="outlive twins")
    rows = [{**first, "padding": "x" * padding}, *others]
    _, totals = graded(job, kinds, *rows, workers=1, plugins=PLUGINS, row_limit=RowLimit(5.0))
    assert totals.passed == 3


@pytest.mark.long
def test_a_row_may_wait_outside_for_longer_than_its_time(kinds, job):
    """The clock of the row stands still, for the worker and for who watches it; then it goes on."""
    rows = responses(4, at_2="wait outside", at_3="loop")
    rows, totals = graded(job, kinds, *rows, workers=1, plugins=PLUGINS, row_limit=RowLimit(0.5))
    assert (totals.passed, [row["line"] for row in rows if row["status"] == "error"]) == (3, [3])


def test_nothing_of_a_worker_s_group_stays(kinds, job, tmp_path, monkeypatch):
    """What a kind started goes with its worker; on Linux also what left its group, for the program."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "rubric.yaml").write_text(
        "id: t\nversion: '1.0'\nchecks: [{kind: test.rough}]\nscoring: {combine: all_pass}\n"
    )
    (tmp_path / "rows.jsonl").write_text(
        "".join(json.dumps(row) + "\n" for row in responses(9, at_5="daemonize"))
    )
    command = [sys.executable, "-m", "checkwright_runner", "run", "--rubric", "rubric.yaml"]
    more = ["--responses", "rows.jsonl", "-o", "out.jsonl", "--plugin", "kinds_that_break"]
    done = subprocess.run(
        [*command, *more], env={**os.environ, "PYTHONPATH": PYTHONPATH}, capture_output=True, check=False
    )
    assert done.returncode == 3, done.stderr
    left = [int(path.name.removeprefix("left-")) for path in tmp_path.glob("left-*")]
    # The line is tried twice: in its chunk, and by itself.
    assert (len(left), [pid for pid in left if _is_there(pid)]) == (4, [])
    rows = [json.loads(line) for line in (tmp_path / "out.jsonl").read_text().splitlines()]
    assert [row["line"] for row in rows if row["status"] == "error"] == [5]


@pytest.mark.no_cover
@pytest.mark.skipif("sys.platform != 'linux'", reason="only Linux tells a process that its parent ended")
@pytest.mark.parametrize("rows", [["stop"], ["spend long", "stop"]], ids=["before", "after"])
def test_a_worker_that_is_stopped_ends_with_a_run_that_is_killed(tmp_path, rows):
    """Whether it is stopped before the run ends or after: else it would hold what it has for ever."""
    (tmp_path / "rubric.yaml").write_text(
        "id: t\nversion: '1.0'\nchecks: [{kind: test.rough}]\nscoring: {combine: all_pass}\n"
    )
    (tmp_path / "rows.jsonl").write_text("".join(json.dumps({"response": one}) + "\n" for one in rows))
    command = [sys.executable, "-m", "checkwright_runner", "run", "--rubric", "rubric.yaml"]
    more = ["--responses", "rows.jsonl", "--plugin", "kinds_that_break", "--row-timeout", "60"]
    environment = {**os.environ, "PYTHONPATH": PYTHONPATH}
    with subprocess.Popen([*command, *more], cwd=tmp_path, env=environment, stderr=subprocess.PIPE) as run:
        if rows == ["stop"]:
            while not (workers := [pid for pid in _children_of(run.pid) if _state_of(pid) == b"T"]):
                assert run.poll() is None
        else:
            while not (tmp_path / "spending").exists():
                assert run.poll() is None
            workers = _children_of(run.pid)
        run.kill()
        # The worker holds the other end of this pipe.
        run.stderr.read()
    # It lets go of the pipe a moment before it is gone; whoever adopts it may leave its entry for a while.
    give_up = time.monotonic() + 10
    while left := [pid for pid in workers if _state_of(pid) not in (b"", b"Z", b"X")]:
        assert time.monotonic() < give_up, left


def _children_of(parent):
    return [
        int(path.parent.name)
        for path in Path("/proc").glob("[0-9]*/stat")
        if _fields_of(path)[1:2] == [str(parent).encode()]
    ]


def _state_of(pid):
    return b"".join(_fields_of(Path(f"/proc/{pid}/stat"))[:1])


def _fields_of(path):
    try:
        return path.read_bytes().rpartition(b")")[2].split()
    except OSError:
        return []


def _is_there(pid):
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def test_without_a_time_limit_rows_may_take_long(kinds, job):
    """0 or None is no limit, and the rows are graded all the same."""
    _, totals = graded(job, kinds, *responses(3), workers=1, plugins=PLUGINS, row_limit=RowLimit(None))
    assert totals.passed == 3


def test_the_time_limit_is_of_one_row(kinds, job):
    """Rows that take 4 ms each may take a second together, under a limit of half a second."""
    rows = [{"question_id": "Q", "response": "spend"}] * 250
    _, totals = graded(job, kinds, *rows, workers=1, plugins=PLUGINS, row_limit=RowLimit(0.5))
    assert totals.passed == 250


@pytest.mark.long
@pytest.mark.parametrize("way", ["exit", "die"])
def test_a_rubric_that_cannot_be_compiled_is_an_error_of_its_rows(kinds, way):
    """A kind that breaks the worker while it prepares takes its own rows with it, and no others."""
    rubrics = [rubric_of(kinds, {**ROUGH, "prepare": way}, name="bad"), rubric_of(kinds, ROUGH, name="good")]
    dataset = dataset_of(
        a={"rubric_ref": "rubric/bad@1.0"},
        b={"rubric_ref": "rubric/good@1.0"},
        c={"rubric_ref": "rubric/bad@1.0"},
    )
    job = Job(None, dataset, Resources(RubricStore.of(rubrics)))
    with Run(job, kinds, workers=1, plugins=PLUGINS) as run:
        signatures = run.compiled().signatures
    assert signatures["rubric/bad@1.0"] is None
    assert signatures["rubric/good@1.0"]["reference"] == "rubric/good@1.0"
    rows, _ = graded(
        job, kinds, *({"question_id": name, "response": "x"} for name in "ab"), workers=1, plugins=PLUGINS
    )
    assert [(row["id"], row["status"], row["signature"] is None) for row in rows] == [
        ("a", "error", True),
        ("b", "scored", False),
        ("c", "error", True),
    ]


def test_what_a_kind_prints_and_reads_is_kept_apart(kinds, job, capfd):
    """It prints to the standard error, and finds nothing to read."""
    _, totals = graded(job, kinds, *responses(9, at_2="print", at_3="read"), workers=1, plugins=PLUGINS)
    assert totals.passed == 9
    out, err = capfd.readouterr()
    assert out == ""
    assert err == "printed by a kind\nwritten by a kind\n"


def test_no_worker_is_left_behind(kinds, job):
    """Neither after a run that was given up in the middle, nor after one that was never begun."""
    for begin in (True, False):
        with Run(job, kinds, workers=2, plugins=PLUGINS) as run:
            if begin:
                next(run.batches(io.BytesIO(b'{"response": "x"}\n' * 9), size=8))
            children = _children(run)
        assert len(children) == (2 if begin else 1)
        assert all(child.poll() is not None for child in children)


def _children(run):
    pool = run._pool
    return [child._process for child in (*pool._starting, *pool._idle, *pool._busy)]


def test_a_worker_that_is_killed_between_rows_is_replaced(kinds, job):
    """Whoever kills it: no row is lost, and none is an error."""
    with Run(job, kinds, workers=1, plugins=PLUGINS) as run:
        batches = run.batches(io.BytesIO(b'{"response": "x"}\n' * 400), size=200)
        passed = next(batches).totals.passed
        for process in _children(run):
            process.send_signal(signal.SIGKILL)
        passed += sum(batch.totals.passed for batch in batches)
    assert passed == 400


def test_a_worker_that_cannot_start_says_why(kinds, job, tmp_path, monkeypatch):
    """It fails to import a plugin, ends while it does, or there is no such program."""
    for plugin, cause in (
        ("no_such_module", "ModuleNotFoundError: No module named 'no_such_module'"),
        ("ends_at_once", "it ended at once (exit code 5)"),
    ):
        (tmp_path / "ends_at_once.py").write_text("import os; os._exit(5)\n", encoding="utf-8")
        monkeypatch.syspath_prepend(tmp_path)
        with Run(job, kinds, plugins=(*PLUGINS, plugin)) as run, pytest.raises(NoWorker) as caught:
            list(run.batches(io.BytesIO(b'{"response": "x"}')))
        assert str(caught.value) == cause
    monkeypatch.setattr("sys.executable", str(tmp_path / "none"))
    with pytest.raises(NoWorker, match="No such file or directory"):
        Run(job, kinds)


def test_a_rubric_that_does_not_pickle_is_refused():
    """The message says that it cannot be sent to a worker."""

    class Secret(kinds_that_break.Rough):
        kind: Literal["test.secret"]  # type: ignore[assignment]

    offer = hookimpl(lambda: [Kind(spec=Secret, prepare=kinds_that_break.prepare)])
    local = load_kinds(plugins=[SimpleNamespace(checkwright_kinds=offer)], entry_points=False)
    with pytest.raises(NoWorker, match="the rubrics cannot be sent to it: "):
        Run(Job(rubric_of(local, {"kind": "test.secret"})), local)


def test_reading_is_never_far_ahead(kinds, job):
    """Of an endless file only a few chunks are read before the first are graded."""

    class Endless:
        reads = 0

        def read(self, size):
            Endless.reads += 1
            return b'{"response": "x"}\n'

    with Run(job, kinds, workers=2, plugins=PLUGINS) as run:
        batches = run.batches(Endless())
        for given in range(1, 30):
            next(batches)
            assert Endless.reads <= given + 9


def test_an_error_of_reading_comes_after_what_was_read(kinds, job):
    """The rows before it have their verdicts."""

    class Broken:
        reads = 0

        def read(self, size):
            Broken.reads += 1
            if Broken.reads > 3:
                raise OSError(5, "Input/output error")
            return b'{"response": "x"}\n'

    with Run(job, kinds, workers=1, plugins=PLUGINS) as run:
        batches = run.batches(Broken())
        assert [next(batches).totals.passed for _ in range(3)] == [1, 1, 1]
        with pytest.raises(OSError, match="Input/output error"):
            next(batches)


def test_ctrl_c_is_not_for_workers(kinds, job):
    """It is held back from them, also while they start, and from nobody else."""
    with Run(job, kinds, workers=1, plugins=PLUGINS) as run:
        (process,) = _children(run)
        process.send_signal(signal.SIGINT)
        assert signal.SIGINT not in signal.pthread_sigmask(signal.SIG_BLOCK, [])
        assert next(run.batches(io.BytesIO(b'{"response": "x"}'))).totals.passed == 1
        assert _children(run) == [process]


def test_a_worker_that_overlooks_a_signal_is_asked_again(monkeypatch):
    """Else it would be killed with its plans open."""
    overlooks = """
import os, signal, sys, time
size = int.from_bytes(sys.stdin.buffer.read(8), "big")
import pickle
_, token = pickle.loads(sys.stdin.buffer.read(size))
from checkwright_runner.run.workers.frames import frame_of
from checkwright_runner.run.workers.setup import Say
asked = []
def stop(*_):
    asked.append(True)
    if len(asked) == 2:
        sys.exit(7)
signal.signal(signal.SIGTERM, stop)
os.write(1, frame_of(token, Say.READY))
time.sleep(60)
"""
    monkeypatch.setattr("checkwright_runner.run.workers.handle._PROGRAM", overlooks)
    news = SimpleQueue()
    child = WorkerHandle(Setup((), b"", RowLimit(None), ascii_only=False), lambda _, one: news.put(one))
    try:
        assert news.get(timeout=30) is Say.READY
        child.dismiss(busy=True)
        child.wait(20)
        assert child._process.poll() == 7
    finally:
        child.end()


def test_a_worker_that_ends_while_it_waits_is_replaced(kinds, job):
    """There is no row to try again."""
    one = b'{"response": "x"}'
    with Run(job, kinds, workers=1, plugins=PLUGINS) as run:
        assert next(run.batches(io.BytesIO(one))).totals.passed == 1
        (process,) = _children(run)
        process.kill()
        pool = run._pool
        news = (None, None)
        while not isinstance(news[1], WorkerEnded):  # the end of the input comes first
            news = pool._inbox.get()
        assert pool._handle(*news) is None
        assert _children(run) != [process]
        assert next(run.batches(io.BytesIO(one))).totals.passed == 1


def test_a_worker_that_cannot_be_replaced_leaves_none(kinds, job, monkeypatch):
    """When the second cannot start, the first is ended."""
    started = []

    class Short(WorkerHandle):
        def __init__(self, *arguments):
            if started:
                raise OSError(11, "Resource temporarily unavailable")
            super().__init__(*arguments)
            started.append(self._process)

    monkeypatch.setattr("checkwright_runner.run.workers.pool.WorkerHandle", Short)
    with (
        pytest.raises(NoWorker, match="Resource temporarily unavailable"),
        Run(job, kinds, workers=2, plugins=PLUGINS) as run,
    ):
        list(run.batches(io.BytesIO(b'{"response": "x"}\n' * 9), size=8))
    assert [process.poll() is None for process in started] == [False]


def test_workers_start_without_a_standard_error_and_without_signals(kinds, job, monkeypatch):
    """A daemon may have none of its own, and not every system can hold Ctrl-C back."""
    monkeypatch.delattr("signal.pthread_sigmask")
    fstat = os.fstat
    monkeypatch.setattr("os.fstat", lambda number: fstat(-1 if number == 2 else number))
    _, totals = graded(job, kinds, *responses(3, at_2="print"), workers=1, plugins=PLUGINS)
    assert totals.passed == 3


def test_how_a_worker_ended_has_a_name():
    """An exit code, a signal by name, and one that has none here."""
    assert [_ending(code) for code in (0, 3, -9, -200)] == [
        "exit code 0",
        "exit code 3",
        "SIGKILL",
        "signal 200",
    ]


def together(kinds, job, rows, **options):
    given = {"workers": 1, "together": 4, "plugins": PLUGINS, "row_limit": RowLimit(1.0)}
    return graded(job, kinds, *rows, **{**given, **options})


@pytest.mark.long
@pytest.mark.parametrize(
    ("way", "reason"),
    [
        ("die", "the worker died on this row (SIGSEGV)"),
        ("interrupt", "the worker died on this row (exit code 1)"),
        ("loop", "row timeout, 1 s"),
        ("hang in C", "row timeout, 1 s"),
    ],
)
def test_a_row_among_others_that_ends_the_worker_costs_itself_alone(kinds, job, way, reason):
    """At row 7 of 60, of which four are graded at a time."""
    rows, totals = together(kinds, job, responses(60, at_7=way))
    assert (totals.rows, totals.passed) == (60, 59)
    assert [row["line"] for row in rows] == list(range(1, 61))
    assert [(row["line"], row["reason"]) for row in rows if row["status"] == "error"] == [(7, reason)]


@pytest.mark.long
def test_rows_may_wait_outside_together_for_longer_than_their_time(kinds, job):
    """All clocks stand still at times, and one that hangs meanwhile is ended all the same."""
    rows = responses(9, at_2="wait outside", at_3="wait outside", at_4="wait outside", at_5="wait outside")
    assert together(kinds, job, rows, row_limit=RowLimit(0.5))[1].passed == 9
    rows = responses(9, at_2="wait outside", at_3="loop")
    rows, totals = together(kinds, job, rows, row_limit=RowLimit(0.5))
    assert (totals.passed, [row["line"] for row in rows if row["status"] == "error"]) == (8, [3])


def test_what_comes_back_from_a_fork_of_a_thread_ends_at_once(kinds, job):
    """It answers nothing, and waits for no lock that another thread held."""
    rows = responses(40, **{f"at_{number}": "fork twice" for number in range(3, 40, 4)})
    _, totals = together(kinds, job, rows, row_limit=RowLimit(20.0))
    assert totals.passed == 40
