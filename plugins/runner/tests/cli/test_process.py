"""The command line as a process of its own: what it imports, how it ends, what it costs."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from command_in_process import RUBRIC
from support_folders import PYTHONPATH

#: Run by `make long`, and in CI.
pytestmark = pytest.mark.long

HEAVY = ("pydantic", "pydantic_core", "jsonschema", "referencing", "rich", "pluggy", "yaml")

PLUGIN = "--plugin kinds_of_words"


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "rubric.yaml").write_text(RUBRIC, encoding="utf-8")
    rows = [
        json.dumps({"question_id": f"question-{number:06d}", "response": "hello " * 80})
        for number in range(20_000)
    ]
    (tmp_path / "rows.jsonl").write_text("\n".join(rows), encoding="utf-8")
    (tmp_path / "few.jsonl").write_text("\n".join(rows[:2000]), encoding="utf-8")
    return tmp_path


def start(folder, *argv, **options):
    """Start `python PROGRAM ARGV` in `folder`, with the kinds of the tests importable."""
    environment = {**os.environ, "PYTHONPATH": PYTHONPATH, **options.pop("environment", {})}
    options = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **options}
    program = options.pop("program", ["-m", "checkwright_runner"])
    command = [sys.executable, *program, *argv, "--plugin", "kinds_of_words"]
    return subprocess.Popen(command, cwd=folder, env=environment, **options)


def run(folder, *argv, **options):
    """Run it to its end: exit code, stdout, stderr."""
    with start(folder, *argv, **options) as process:
        out, err = process.communicate()
        return process.returncode, out, err


RUN = ("run", "--rubric", "rubric.yaml", "--responses")


@pytest.mark.parametrize("argv", [["--help"], ["--version"], ["frob"], []])
def test_help_and_wrong_usage_import_nothing_heavy(argv):
    """Neither the models nor the schema library nor the terminal library are loaded to say how to call it."""
    code = (
        "import sys\nfrom checkwright_runner.cli.main import main\n"
        f"try:\n    main({argv!r})\nexcept SystemExit:\n    pass\n"
        f"print('loaded:', [name for name in {HEAVY!r} if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "loaded: []"


def test_a_run_without_terminal_does_not_import_rich(folder):
    """The progress bar is for terminals only."""
    done = run(
        folder, *RUN, "few.jsonl", "-o", "out.jsonl", program=["-X", "importtime", "-m", "checkwright_runner"]
    )
    assert done[0] == 0
    assert b" rich" not in done[2]
    assert b"checkwright_runner.run.reports.totals" in done[2]


def test_a_reader_that_goes_away_ends_it_quietly(folder):
    """`| head -1` gets its line; what follows is no traceback, and the code is that of a closed pipe."""
    with start(folder, *RUN, "rows.jsonl") as process:
        assert json.loads(process.stdout.readline())["line"] == 1
        process.stdout.close()
        err = process.stderr.read()
    assert process.returncode == 141
    assert b"Traceback" not in err
    assert b"Exception ignored" not in err


def test_help_into_a_closed_pipe_is_quiet(folder):
    """What argparse prints is no exception."""
    read, write = os.pipe()
    os.close(read)
    code, _, err = run(folder, "run", "--help", stdout=write)
    os.close(write)
    assert code in (0, 141)
    assert err == b""


def test_notes_that_nobody_reads_do_not_stop_a_run(folder):
    """A closed stderr leaves the output whole."""
    read, write = os.pipe()
    os.close(read)
    code, _, _ = run(folder, *RUN, "few.jsonl", "-o", "out.jsonl", stderr=write)
    os.close(write)
    assert code == 0
    assert (folder / "out.jsonl").read_bytes().count(b"\n") == 2000


@pytest.mark.skipif("sys.platform == 'win32'", reason="Windows has no SIGINT for one process")
def test_ctrl_c_ends_with_130_and_keeps_what_was_done(folder):
    """A run that waits for rows is interrupted: no traceback, and the partial file holds the rows so far."""
    # Whoever started the tests may have Ctrl-C ignored, and children inherit that.
    code = (
        "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        "from checkwright_runner.cli.main import main; raise SystemExit(main())"
    )
    with start(folder, *RUN, "-", "-o", "out.jsonl", program=["-c", code]) as process:
        rows = (folder / "few.jsonl").read_bytes()
        process.stdin.write(rows)
        process.stdin.flush()
        # The pipe holds less than the rows, so most of them have been read by now.
        process.send_signal(signal.SIGINT)
        err = process.stderr.read()
    assert process.returncode == 130
    assert b"Traceback" not in err
    assert err.endswith(b"interrupted" + os.linesep.encode())
    assert not (folder / "out.jsonl").exists()
    done = (folder / "out.jsonl.partial").read_bytes().splitlines()
    assert len(done) > 100
    assert all(json.loads(line)["passed"] for line in done)


@pytest.mark.parametrize(
    "environment", [{"PYTHONIOENCODING": "ascii"}, {"LC_ALL": "C", "PYTHONCOERCECLOCALE": "0"}]
)
def test_any_locale_will_do(folder, environment):
    """What stdout has no bytes for is escaped, in JSON as JSON."""
    (folder / "odd.jsonl").write_text('{"question_id": "é\\ud800", "response": "x"}', encoding="utf-8")
    for argv in ([*RUN, "odd.jsonl"], ["score", "rubric.yaml", "--response", "é\u202e\ufdd0", "--json"]):
        code, out, err = run(folder, *argv, environment=environment)
        assert code == (0 if argv[0] == "run" else 1)
        assert b"Traceback" not in err
        assert json.loads(out)["status"] == "scored"
    code, out, err = run(folder, "validate", "é.yaml", environment=environment)
    assert (code, out) == (2, b"")
    assert b"cannot be read" in err


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no /dev/full")
def test_a_full_stdout_is_one_line(folder):
    """Nothing is said twice, not even at the interpreter's end."""
    with Path("/dev/full").open("wb") as full:
        code, _, err = run(folder, *RUN, "few.jsonl", stdout=full)
    assert code == 2
    assert [line for line in err.decode().splitlines() if "plugin" not in line] == [
        "error: No space left on device"
    ]


@pytest.mark.skipif("sys.platform == 'win32'", reason="Windows has no limit for the size of a file")
@pytest.mark.parametrize("size", [100, 10_000])
def test_an_output_that_cannot_grow_is_one_line(folder, size):
    """Whether it shows at once or while writing, the file is named and what fitted is kept."""
    code = (
        f"import resource; resource.setrlimit(resource.RLIMIT_FSIZE, ({size}, {size}))\n"
        "from checkwright_runner.cli.main import main; raise SystemExit(main())"
    )
    code, _, err = run(folder, *RUN, "few.jsonl", "-o", "out.jsonl", program=["-B", "-c", code])
    assert code == 2
    lines = [line for line in err.decode().splitlines() if "plugin" not in line]
    assert lines[-1] == "error: out.jsonl: cannot be written: File too large"
    assert not (folder / "out.jsonl").exists()
    if size > 100:
        assert lines[:-1] == ["warning: out.jsonl is not complete: what was done stands in out.jsonl.partial"]
        assert (folder / "out.jsonl.partial").stat().st_size == size


@pytest.mark.skipif("sys.platform == 'win32'", reason="Windows has no such shell")
@pytest.mark.parametrize(("closing", "code"), [("<&-", 0), (">&-", 2), ("2>&-", 0), ("<&- >&- 2>&-", 2)])
def test_closed_streams_lose_nothing_unsaid(folder, closing, code):
    """Without stdin or stderr all is well; a verdict that has nowhere to go is no success."""
    command = f'"$0" -m checkwright_runner score rubric.yaml --response hello {PLUGIN} {closing}'
    done = subprocess.run(
        ["/bin/sh", "-c", command, sys.executable],
        cwd=folder, env={**os.environ, "PYTHONPATH": PYTHONPATH}, capture_output=True, check=False,
    )  # fmt: skip
    assert done.returncode == code
    assert b"Traceback" not in done.stderr
    said = b"error: 'standard output': Bad file descriptor\n"
    assert done.stderr.endswith(said) is (closing == ">&-")


@pytest.mark.skipif("sys.platform == 'win32'", reason="Windows has no pseudo-terminals and no pipes by name")
def test_a_rubric_may_come_from_a_pipe(folder):
    """The shell's <(...) is as good as a file."""
    command = f'cat rubric.yaml | "$0" -m checkwright_runner score /dev/stdin --response hello {PLUGIN}'
    done = subprocess.run(
        ["/bin/sh", "-c", command, sys.executable],
        cwd=folder, env={**os.environ, "PYTHONPATH": PYTHONPATH}, capture_output=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0
    assert done.stdout.startswith(b"passed")


@pytest.mark.skipif("sys.platform == 'win32'", reason="Windows has no pseudo-terminals")
def test_a_real_terminal_shows_the_bar_and_then_the_summary(folder):
    """The bar is drawn with escape sequences, and its line is cleared before the summary."""
    import pty

    ours, theirs = pty.openpty()
    with start(
        folder, *RUN, "rows.jsonl", "-o", "out.jsonl", stderr=theirs, environment={"TERM": "xterm"}
    ) as process:
        os.close(theirs)
        shown = b""
        while chunk := _read(ours):
            shown += chunk
    os.close(ours)
    assert process.returncode == 0
    assert b"rows/s" in shown
    assert b"\x1b[2K" in shown
    assert b"20,000 rows: 20,000 passed" in shown.rsplit(b"\x1b[2K", 1)[1]


def _read(terminal):
    try:
        return os.read(terminal, 1 << 16)
    except OSError:  # Linux says so when the other end is closed
        return b""


@pytest.mark.skipif("sys.platform != 'linux'", reason="ru_maxrss is in KiB on Linux only")
def test_memory_does_not_grow_with_the_rows(folder):
    """20,000 rows take at most 2 MiB more than 2,000: ids are kept in a few bytes each, rows are not."""
    figures = []
    for rows in ("few.jsonl", "rows.jsonl"):
        code = (
            "import resource, subprocess, sys\n"
            f"subprocess.run([sys.executable, '-m', 'checkwright_runner', *{RUN!r}, {rows!r}, "
            "'-o', 'out.jsonl', "
            "'--plugin', 'kinds_of_words'], check=True, stderr=subprocess.DEVNULL)\n"
            "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)"
        )
        environment = {**os.environ, "PYTHONPATH": PYTHONPATH}
        done = subprocess.run(
            [sys.executable, "-c", code], cwd=folder, env=environment, capture_output=True, check=True
        )
        figures.append(int(done.stdout))
    assert figures[1] - figures[0] < 2 * 1024
