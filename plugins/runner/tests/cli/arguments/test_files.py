"""Files that arguments name: pipes that are open already, and pipes that nobody may ever write."""

import os
import threading
from pathlib import Path

import pytest
from command_in_process import RUBRIC, cli

pytestmark = pytest.mark.skipif(not Path("/dev/fd").exists(), reason="this system names no descriptors")

ROW = '{"response": "hello"}'


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "rubrics").mkdir()
    (tmp_path / "rubric.yaml").write_text(RUBRIC, encoding="utf-8")
    (tmp_path / "rows.jsonl").write_text(ROW, encoding="utf-8")
    os.mkfifo("pipe")
    return tmp_path


def errors(ran):
    return [line for line in ran.err.splitlines() if line.startswith("error: ")]


@pytest.mark.parametrize(
    "argv",
    [
        "validate pipe",
        "validate rubric.yaml pipe",
        "score pipe --response hello",
        "score rubric.yaml --response-file pipe",
        "score rubric.yaml --case pipe",
        "run --rubric rubric.yaml --responses pipe",
        "run --rubric pipe --responses rows.jsonl",
        "run --dataset pipe --rubrics rubrics --responses rows.jsonl",
        "criteria --dataset pipe --rubrics rubrics",
    ],
)
@pytest.mark.parametrize("is_link", [False, True])
def test_a_named_pipe_is_said_and_not_waited_for(folder, argv, is_link):
    """Nobody writes it here, and no command could know whether anybody will."""
    if is_link:
        Path("pipe").rename("named")
        Path("pipe").symlink_to("named")
    ran = cli(*argv.split())
    assert ran.code == 2
    assert errors(ran) == [
        "error: pipe: is a named pipe, which nobody may ever write, so it is not waited for "
        "(give it as `- < FILE` or as `<(cat FILE)`)"
    ]


def test_a_pipe_that_the_shell_opened_is_read_to_its_end(folder):
    """`<(...)` is the number of a pipe; what is written late is waited for."""
    ours, theirs = os.pipe()

    def write():
        with os.fdopen(theirs, "wb", buffering=0) as writer:
            for line in RUBRIC.encode().splitlines(keepends=True):
                writer.write(line)

    thread = threading.Thread(target=write)
    with os.fdopen(ours, "rb"):
        thread.start()
        ran = cli("validate", f"/dev/fd/{ours}")
        thread.join()
    assert (ran.code, errors(ran)) == (0, [])


def test_a_named_pipe_that_is_open_already_is_read_though_its_writer_is_gone(folder):
    """As the shell's `< pipe` leaves it: opening it again would wait for a second writer."""
    both = os.open("pipe", os.O_RDWR)
    ours = os.open("pipe", os.O_RDONLY)
    os.write(both, ROW.encode())
    os.close(both)
    with os.fdopen(ours, "rb"):
        ran = cli("run", "--rubric", "rubric.yaml", "--responses", f"/dev/fd/{ours}", "--workers", 0)
    assert (ran.code, [row["passed"] for row in ran.rows]) == (0, [True])
