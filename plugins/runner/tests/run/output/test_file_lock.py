"""Two runs with one output: the second is refused, and the first keeps all that it wrote."""

import errno
import json
import os
import signal
import subprocess
import sys
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest
from command_in_process import RUBRIC, cli
from support_folders import PYTHONPATH

from checkwright_runner.cli.refused import Refused
from checkwright_runner.cli.writing.whole_file import whole_file
from checkwright_runner.run.output.atomic_file import AtomicFile
from checkwright_runner.run.output.file_lock import AnotherWrites, open_locked

FIRST = ("--rubric", "greeting.yaml", "--responses", "-")
SECOND = ("run", "--rubric", "other.yaml", "--responses", "rows.jsonl", "--workers", "0")
POSIX = pytest.mark.skipif("sys.platform == 'win32'", reason="Windows has no flock and no SIGKILL")


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("greeting.yaml").write_text(RUBRIC, encoding="utf-8")
    Path("other.yaml").write_text(RUBRIC.replace("greeting", "other"), encoding="utf-8")
    Path("rows.jsonl").write_text('{"question_id": 1, "response": "hello"}\n' * 2, encoding="utf-8")
    return tmp_path


@contextmanager
def first_run(*argv, until):
    """Start a run that waits for its rows, once it has begun to write `until`."""
    command = [
        sys.executable,
        "-m",
        "checkwright_runner",
        "run",
        *FIRST,
        *argv,
        "--plugin",
        "kinds_of_words",
    ]
    with subprocess.Popen(
        command, env={**os.environ, "PYTHONPATH": PYTHONPATH},
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    ) as process:  # fmt: skip
        while not Path(until).exists() and process.poll() is None:
            with suppress(subprocess.TimeoutExpired):
                process.wait(0.005)
        yield process


@pytest.mark.parametrize("resume", [[], ["--resume"]])
def test_a_second_run_to_the_same_output_is_refused(folder, resume):
    """One line and 2 for it; the first ends as if it had been alone."""
    with first_run("-o", "w.out", until="w.out.partial.json") as process:
        ran = cli(*SECOND, "-o", "w.out", *resume)
        assert (ran.code, ran.out, ran.err) == (2, "", "error: w.out.partial: another run is writing it\n")
        _, err = process.communicate(Path("rows.jsonl").read_bytes())
        assert process.returncode == 0, err
    rows = [json.loads(line) for line in Path("w.out").read_bytes().splitlines()]
    assert [row["rubric"] for row in rows] == ["rubric/greeting@1.0"] * 2
    assert list(json.loads(Path("w.out.summary.json").read_bytes())["rubrics"]) == ["rubric/greeting@1.0"]
    assert not list(folder.glob("*.partial*"))
    assert cli(*SECOND, "-o", "w.out").code == 0


def test_a_file_that_somebody_writes_is_refused(folder):
    """A report for CI servers is not mixed either."""
    with whole_file("j.xml") as write:
        write(b"first")
        with pytest.raises(Refused) as refused, whole_file("j.xml"):
            pass
    assert list(refused.value.lines) == ["error: j.xml.partial: another run is writing it"]
    assert Path("j.xml").read_bytes() == b"first"


@POSIX
def test_a_killed_run_leaves_nothing_to_clear(folder):
    """Its lock ends with it: the next run begins at once."""
    with first_run("-o", "w.out", until="w.out.partial.json") as process:
        process.send_signal(signal.SIGKILL)
        process.wait()
        assert cli(*SECOND, "-o", "w.out").code == 0
    assert not list(folder.glob("*.partial*"))


def test_a_file_is_locked_until_it_is_closed(tmp_path):
    """In one process too; what it holds is kept, and under its last name it is nobody's."""
    path = tmp_path / "w.partial"
    path.write_bytes(b"before")
    with open_locked(path) as stream:
        assert stream.read() == b"before"
        with pytest.raises(AnotherWrites, match=r"w\.partial: another run is writing it"):
            open_locked(path)
    file = AtomicFile(tmp_path / "w")
    stream = file.open()
    with pytest.raises(AnotherWrites, match=r"w\.partial: another run is writing it"):
        AtomicFile(tmp_path / "w").begin()
    file.complete()
    assert stream.closed
    with open_locked(path) as fresh:
        assert fresh.read() == b""
    assert (tmp_path / "w").read_bytes() == b"before"


@POSIX
def test_a_file_renamed_before_the_lock_is_left_alone(tmp_path, monkeypatch):
    """The output of a run that is just done is not opened as the beginning of the next."""
    import fcntl

    path, done, lock = tmp_path / "w.partial", tmp_path / "w", fcntl.flock
    path.write_bytes(b"done")

    def late(number, operation):
        if not done.exists():
            path.rename(done)
        lock(number, operation)

    monkeypatch.setattr(fcntl, "flock", late)
    with open_locked(path) as stream:
        stream.write(b"next")
    assert (path.read_bytes(), done.read_bytes()) == (b"next", b"done")


@POSIX
def test_a_file_system_without_locks_is_written_to(tmp_path, monkeypatch):
    """A run is worth more than the guard against a second one."""
    import fcntl

    def none(number, operation):
        raise OSError(errno.ENOLCK, os.strerror(errno.ENOLCK))

    monkeypatch.setattr(fcntl, "flock", none)
    with open_locked(tmp_path / "w") as stream:
        stream.write(b"x")
    assert (tmp_path / "w").read_bytes() == b"x"


@POSIX
def test_what_a_link_at_the_partial_file_leads_to_is_left_alone(folder):
    """Only our own file is emptied."""
    Path("mine").write_bytes(b"mine")
    Path("w.out.partial").symlink_to("mine")
    assert cli(*SECOND, "-o", "w.out").code == 0
    assert Path("mine").read_bytes() == b"mine"
    assert not Path("w.out").is_symlink()
