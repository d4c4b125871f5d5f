"""What plugins print is no data: it goes to the standard error."""

import io
import json
import os
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

import pytest
from support_folders import PYTHONPATH

from checkwright_runner.cli.main import main
from checkwright_runner.cli.screen.streams import data_stream
from checkwright_runner.run.workers.plugin_output import for_plugins

#: Run by `make long`, and in CI.
pytestmark = pytest.mark.long

#: What stands in all that the kind prints.
MARK = "chatter at "
RUBRIC = 'id: loud\nversion: "1.0"\nchecks: [{kind: test.talks}]\nscoring: {combine: all_pass}\n'
QUIET = RUBRIC.replace("test.talks", "test.says, word: hello")
SCORE = ("score", "rubric.yaml", "--response", "hello")
RUN = ("run", "--rubric", "rubric.yaml", "--responses", "rows.jsonl")
POSIX = pytest.mark.skipif("sys.platform == 'win32'", reason="Windows has no such shell")


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "rubric.yaml").write_text(RUBRIC, encoding="utf-8")
    (tmp_path / "rows.jsonl").write_text('{"question_id": "q", "response": "hello"}\n', encoding="utf-8")
    (tmp_path / "questions.yaml").write_text(
        "questions: [{id: q, input: hi, rubric_ref: rubric/loud@1.0}]\n", encoding="utf-8"
    )
    return tmp_path


def run(
    folder, *argv, plugin="kinds_that_print", shell=None, program=("-m", "checkwright_runner"), **options
):
    """Run the command line with a plugin; shell: redirections."""
    command = [sys.executable, *program, *argv, "--plugin", plugin]
    if shell is not None:
        command = ["/bin/sh", "-c", f'"$0" "$@" {shell}', *command]
    # Buffered, as it is by itself.
    environment = {**os.environ, "PYTHONPATH": PYTHONPATH, "PYTHONUNBUFFERED": ""}
    options = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **options}
    return subprocess.run(command, cwd=folder, env=environment, check=False, **options)


@pytest.mark.parametrize(
    ("argv", "moments"),
    [
        ([*SCORE, "--json"], ["import", "hook", "prepare", "execute", "locate", "close", "exit"]),
        ([*SCORE], ["import", "prepare", "execute", "close"]),
        ([*SCORE, "--explain"], ["import", "prepare", "execute", "locate", "close"]),
        ([*RUN, "--workers", "0"], ["import", "prepare", "engines", "execute", "locate", "close"]),
        ([*RUN, "--workers", "1"], ["import", "hook", "prepare", "execute", "locate", "close"]),
        (["validate", "rubric.yaml"], ["import", "prepare", "warn", "close"]),
        (["kinds", "--json"], ["import", "hook", "engines"]),
        (["doctor"], ["import", "engines"]),
        (["schema"], ["import"]),
        (["criteria", "--dataset", "questions.yaml", "--rubrics", ".", "--json"], ["import", "describe"]),
    ],
    ids=lambda value: " ".join(value[:1]) + " ".join(word for word in value[-2:] if word.startswith("-")),
)
def test_what_a_plugin_prints_stands_in_no_data(folder, argv, moments):
    """Whenever and however it prints, to the very end of the process; and nothing of it is lost."""
    done = run(folder, *argv)
    assert b"Traceback" not in done.stderr
    assert done.returncode in (0, 1)
    assert done.stdout
    assert MARK.encode() not in done.stdout
    said = done.stderr.decode()
    for moment in moments:
        assert f"{MARK}{moment} by print\n" in said.replace("\r\n", "\n")
        assert f"{MARK}{moment} by descriptor\n" in said
    assert f"{MARK}import by child" in said


def test_what_a_kind_prints_while_it_is_proven_is_no_data(folder):
    """`prove --json` gives one object, whatever the hundreds of trials say."""
    pytest.importorskip("checkwright_contract")
    done = run(folder, "prove", "test.talks", "--json")
    assert json.loads(done.stdout)["kind"] == "test.talks"
    assert MARK.encode() in done.stderr


@pytest.mark.parametrize("argv", [[*SCORE, "--json"], [*RUN, "--workers", "0"], ["kinds", "--json"]])
def test_data_are_whole_json_all_the_same(folder, argv):
    """A program that reads them meets one document and its end."""
    assert json.loads(run(folder, *argv).stdout)


@POSIX
@pytest.mark.parametrize(("closing", "code"), [(">&-", 2), ("2>&-", 0), ("<&- 2>&-", 0), ("<&- >&- 2>&-", 2)])
def test_a_closed_stream_hurts_no_plugin_that_prints(folder, closing, code):
    """Its text goes nowhere, its verdict stays."""
    done = run(folder, *SCORE, "--json", shell=closing)
    assert done.returncode == code
    assert b"Traceback" not in done.stderr
    if code == 0:
        assert json.loads(done.stdout)["passed"] is True


@POSIX
@pytest.mark.parametrize("closing", [">&-", "2>&-", ">&- 2>&-", "<&- >&- 2>&-"])
@pytest.mark.parametrize("workers", ["0", "1"])
def test_a_file_never_takes_the_place_of_a_closed_stream(folder, closing, workers):
    """The verdicts of `-o` are not what plugins print to descriptor 1."""
    done = run(folder, *RUN, "--workers", workers, "-o", "out.jsonl", shell=closing)
    assert done.returncode == 0
    assert json.loads((folder / "out.jsonl").read_bytes())["passed"] is True


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no /dev/full")
def test_data_that_find_no_room_are_one_line(folder):
    """The chatter around it is not blamed, and nothing is said twice."""
    with Path("/dev/full").open("wb") as full:
        done = run(folder, *SCORE, "--json", stdout=full)
    assert done.returncode == 2
    assert [line for line in done.stderr.decode().splitlines() if MARK not in line] == [
        "error: No space left on device"
    ]


def test_a_reader_that_is_gone_is_no_traceback(folder):
    """Also when it was gone before the first line."""
    read, write = os.pipe()
    os.close(read)
    done = run(folder, *SCORE, "--json", stdout=write)
    os.close(write)
    assert done.returncode == 141
    assert b"Traceback" not in done.stderr
    assert b"Exception ignored" not in done.stderr


@pytest.mark.parametrize(
    "act",
    [
        "sys.stdout.close()",
        "sys.stdout.detach()",
        "sys.stdout = io.TextIOWrapper(sys.stdout.buffer, encoding='utf-8'); del sys.stdout; gc.collect()",
        "sys.stdout = io.TextIOWrapper(sys.stdout.buffer, encoding='utf-8')",
        "sys.stdout = None",
    ],
)
@pytest.mark.parametrize("argv", [["kinds", "--json"], [*RUN, "--workers", "1"]])
def test_a_plugin_may_do_to_its_standard_output_what_it_likes(folder, argv, act):
    """What is ours to say is said: the data, and the notes after it."""
    (folder / "rough.py").write_text(
        f"import gc, io, sys\nfrom kinds_of_words import checkwright_kinds\n{act}\n",
        encoding="utf-8",
    )
    (folder / "rubric.yaml").write_text(QUIET, encoding="utf-8")
    done = run(folder, *argv, plugin="rough")
    assert done.returncode == 0
    assert json.loads(done.stdout)
    assert b"Traceback" not in done.stderr
    if argv[0] == "run":
        assert b"1 row: 1 passed" in done.stderr


@pytest.mark.parametrize("workers", ["0", "1"])
def test_what_could_not_be_given_back_is_said_all_the_same(folder, workers):
    """The last note of all comes after everything that a plugin may do to its standard output."""
    (folder / "shuts.py").write_text(
        "import sys\nfrom kinds_that_hold import checkwright_kinds\nsys.stdout.close()\n",
        encoding="utf-8",
    )
    (folder / "kept").mkdir()
    (folder / "rubric.yaml").write_text(
        RUBRIC.replace("test.talks", "test.keeps, fails: true"), encoding="utf-8"
    )
    done = run(folder, *RUN, "--workers", workers, plugin="shuts")
    assert b"warning: " in done.stderr
    assert b"is gone" in done.stderr


def test_a_plugin_may_log_at_the_very_end(folder):
    """The standard output that it met at its import is open as long as the process is."""
    (folder / "logs.py").write_text(
        "import atexit, logging, sys\nlogging.basicConfig(stream=sys.stdout, level='INFO')\n"
        "atexit.register(logging.info, 'the end')\nfrom hook_that_prints import checkwright_kinds\n",
        encoding="utf-8",
    )
    done = run(folder, "kinds", "--json", plugin="logs")
    assert json.loads(done.stdout)
    assert b"INFO:root:the end" in done.stderr
    assert b"error" not in done.stderr.lower()


def test_a_caller_gets_its_standard_output_back(folder):
    """`main` called in a process gives data there, and what is printed before and after comes in order."""
    code = (
        "import os, sys; from checkwright_runner.cli.main import main; before = sys.stdout; print('before')\n"
        "code = main(); assert sys.stdout is before\n"
        "print('after'); sys.stdout.flush(); os.write(1, b'at last\\n'); sys.exit(code)"
    )
    done = run(folder, *SCORE, program=("-c", code))
    ours, _, later = done.stdout.decode().partition("at last\n")
    first, verdict, *_, last = ours.splitlines()
    assert (first, verdict[:6], last) == ("before", "passed", "after")
    assert MARK not in ours
    assert f"{MARK}exit by print" in later
    assert done.returncode == 0


@pytest.mark.parametrize("kind", [io.StringIO, lambda: io.TextIOWrapper(io.BytesIO(), encoding="utf-8")])
def test_streams_of_a_caller_keep_the_two_apart(folder, monkeypatch, kind):
    """Without any descriptor too; the standard output is the caller's again afterwards."""
    monkeypatch.chdir(folder)
    monkeypatch.setenv("COLUMNS", "80")
    out, err = kind(), kind()
    with redirect_stdout(out), redirect_stderr(err):
        code = main(["kinds", "--json", "--plugin", "hook_that_prints"])
        assert (sys.stdout, data_stream()) == (out, out)
    assert code == 0
    for stream in (out, err):
        stream.flush()
        stream.seek(0)
    assert "test.prints" in [row["kind"] for row in json.load(out)]
    assert err.read() == "printed by a hook\n"


@pytest.mark.parametrize("stderr", [None, io.StringIO()])
def test_whatever_the_standard_error_is_plugins_can_print(folder, monkeypatch, stderr):
    """Into a caller's stream, or nowhere when there is none."""
    monkeypatch.chdir(folder)
    monkeypatch.setattr(sys, "stderr", stderr)
    with redirect_stdout(io.StringIO()) as out:
        assert main(["kinds", "--json", "--plugin", "hook_that_prints"]) == 0
    assert json.loads(out.getvalue())
    if stderr is not None:
        assert stderr.getvalue() == "printed by a hook\n"


def test_calls_from_several_threads_give_all_their_data(folder):
    """The first moves the standard output, the last moves it back, and nobody's verdict is lost."""
    code = (
        "import os, sys, threading; from checkwright_runner.cli.main import main; before = sys.stdout\n"
        "for _ in range(10):\n"
        "    threads = [threading.Thread(target=main) for _ in range(3)]\n"
        "    [one.start() for one in threads]; [one.join() for one in threads]\n"
        "assert sys.stdout is before; os.write(1, b'at last\\n')"
    )
    (folder / "rubric.yaml").write_text(QUIET, encoding="utf-8")
    done = run(folder, *SCORE, "--json", plugin="kinds_of_words", program=("-c", code))
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[-1] == b"at last"
    assert done.stdout.count(b'"status"') >= 30


def test_a_plugin_may_detach_the_standard_output_of_the_process(folder):
    """The verdict is written, and the end is quiet."""
    (folder / "rough.py").write_text(
        "import sys\nfrom kinds_of_words import checkwright_kinds\nsys.__stdout__.detach()\n",
        encoding="utf-8",
    )
    (folder / "rubric.yaml").write_text(QUIET, encoding="utf-8")
    done = run(folder, *SCORE, "--json", plugin="rough")
    assert done.returncode == 0
    assert json.loads(done.stdout)["status"] == "scored"
    assert b"Traceback" not in done.stderr


def test_without_a_standard_error_plugins_write_nowhere(monkeypatch):
    """As under a program without a console: what they print is taken, and goes nowhere."""
    monkeypatch.setattr(sys, "stderr", None)
    stream = for_plugins()
    assert stream.write("né") == 2
    stream.flush()
    assert stream.buffer.write(b"more") == 4
    stream.close()
