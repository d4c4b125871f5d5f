"""Rows that were errors are graded again, and no other byte changes, whenever the run is killed."""

import json
import os
import random
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from command_in_process import cli
from support_folders import PYTHONPATH

#: Run by `make long`, and in CI.
pytestmark = pytest.mark.long

RUBRIC = 'id: {}\nversion: "1.0"\nchecks: [{{kind: test.flaky}}]\nscoring: {{combine: all_pass}}\n'
RUN = (
    "run", "--dataset", "q.json", "--rubrics", "rubrics", "--responses", "rows.jsonl", "-o", "out.jsonl",
    "--junit", "j.xml", "--explain", "2", "--plugin", "kinds_that_ask",
)  # fmt: skip
AGAIN = (*RUN, "--resume", "--retry-errors")
FILES = ("out.jsonl", "out.jsonl.summary.json", "j.xml")


def text_of(number):
    return f"{'flaky' if number % 3 == 0 else 'fine'} {'bad ' if number % 4 == 0 else ''}{number}"


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "rubrics").mkdir()
    for name in "ab":
        (tmp_path / f"rubrics/{name}.yaml").write_text(RUBRIC.format(name))
    questions = [{"id": n, "input": "?", "rubric_ref": f"rubric/{'ab'[n % 2]}@1.0"} for n in range(10)]
    (tmp_path / "q.json").write_text(json.dumps({"questions": questions}))
    write(tmp_path, 60)
    return tmp_path


def write(folder, count):
    lines = []
    for number in range(count):
        row = json.dumps({"question_id": number % 7, "response": text_of(number), "n": number})
        lines += ["nope" if number % 20 == 5 else row] + ([""] if number % 17 == 0 else [])
    (folder / "rows.jsonl").write_text("".join(f"{line}\n" for line in lines))


def results():
    return {name: Path(name).read_bytes() for name in FILES}


def rows_of(name="out.jsonl"):
    return [json.loads(line) for line in Path(name).read_bytes().splitlines()]


def forget():
    """Let every flaky response be one that was never seen."""
    if Path("seen").exists():
        shutil.rmtree("seen")


def remember():
    """Let every flaky response be one that was seen, so that none is an error."""
    forget()
    cli(*RUN, "--workers", "0", "--restart")


def unbroken():
    """The results of a run in which nothing failed but what cannot be read."""
    remember()
    ran = cli(*RUN, "--workers", "0", "--restart")
    return results(), ran


def with_errors():
    """A finished run in which every flaky response was an error."""
    forget()
    assert cli(*RUN, "--workers", "0", "--restart").code == 3
    return results()


@pytest.mark.parametrize("workers", ["0", "1", "2"])
def test_a_finished_run_comes_to_what_it_would_have_without_its_errors(folder, workers):
    """The lines, their samples, the summary, the report and what is printed of it."""
    whole, said = unbroken()
    before = with_errors()
    assert b"the line is down" in before["out.jsonl"]
    ran = cli(*AGAIN, "--workers", workers)
    assert results() == whole
    assert (ran.code, ran.err) == (said.code, said.err)
    assert not list(folder.glob("*.partial*"))


def test_lines_that_are_no_errors_stay_byte_for_byte(folder):
    """Whoever wrote them, and however."""
    with_errors()
    lines = Path("out.jsonl").read_bytes().splitlines(keepends=True)
    fine = next(place for place, line in enumerate(lines) if b'"passed": true' in line)
    lines[fine] = json.dumps(json.loads(lines[fine]), separators=(",", ":")).encode() + b"\n"
    Path("out.jsonl").write_bytes(b"".join(lines))
    assert cli(*AGAIN, "--workers", "0").code == 3
    after = Path("out.jsonl").read_bytes().splitlines(keepends=True)
    assert len(after) == len(lines)
    for old, new in zip(lines, after, strict=True):
        assert (old == new) != (b"the line is down" in old)


def cut(size):
    """Make the folder look as if the run had been ended when so many bytes were written."""
    data = Path("out.jsonl").read_bytes()
    Path("out.jsonl.partial").write_bytes(data[:size])
    Path("out.jsonl.summary.json").rename("out.jsonl.partial.json")
    Path("out.jsonl").unlink()


@pytest.mark.parametrize("size", [0, 1, 3_000, 9_000, -5, None])
@pytest.mark.parametrize("argv", [("--workers", "0"), ("--workers", "1")])
def test_an_ended_run_is_mended_and_gone_on_with(folder, size, argv):
    """Wherever it ends, also in the middle of a line."""
    whole, _ = unbroken()
    with_errors()
    cut(size)
    # Those that are still to be graded are seen for the first time, and are errors once more.
    cli(*AGAIN, *argv)
    cli(*AGAIN, *argv)
    assert results() == whole


@pytest.mark.parametrize("ended", [False, True])
def test_appended_responses_are_graded_behind(folder, ended):
    """Behind the rows that were mended; questions that have a row now have no other."""
    write(folder, 90)
    whole, _ = unbroken()
    write(folder, 60)
    with_errors()
    if ended:
        cut(None)
    write(folder, 90)
    cli(*AGAIN, "--workers", "0")
    cli(*AGAIN, "--workers", "0")
    assert results() == whole


def test_what_follows_the_last_error_is_read_to_its_end_first(folder):
    """Nothing of it comes back to the rows that are graded next, however long it is."""
    texts = ["flaky", *(f"fine {number}" for number in range(4_000))]
    lines = [json.dumps({"question_id": 1, "response": text}) for text in texts]
    Path("rows.jsonl").write_text("".join(f"{line}\n" for line in lines))
    whole, _ = unbroken()
    with_errors()
    size = len(b"".join(Path("out.jsonl").read_bytes().splitlines(keepends=True)[:3_000]))
    cut(size)
    cli(*AGAIN, "--workers", "1")
    assert results() == whole


def test_a_row_that_is_an_error_again_stays_one(folder):
    """And may be tried once more."""
    with_errors()
    forget()
    ran = cli(*AGAIN, "--workers", "0")
    assert ran.code == 3
    assert b"the line is down" in Path("out.jsonl").read_bytes()
    assert cli(*AGAIN, "--workers", "0").code == 3
    assert b"the line is down" not in Path("out.jsonl").read_bytes()


def test_a_question_without_a_row_is_graded_again_too(folder, monkeypatch):
    """Where its worker was lost."""
    whole, _ = unbroken()
    lines = whole["out.jsonl"].splitlines(keepends=True)
    lost = {**json.loads(lines[-1]), "status": "error", "reason": "the worker died on this row"}
    assert lost["line"] is None
    Path("out.jsonl").write_bytes(b"".join([*lines[:-1], json.dumps(lost).encode() + b"\n"]))
    cli(*AGAIN, "--workers", "0")
    assert results() == whole


def test_without_errors_nothing_is_done(folder):
    """A finished output is left as it is."""
    Path("rows.jsonl").write_text('{"question_id": 1, "response": "fine"}\n')
    assert cli(*RUN, "--workers", "0").code == 0
    ran = cli(*AGAIN, "--workers", "0")
    assert (ran.code, "out.jsonl is complete, and nothing that went into it has changed" in ran.err) == (
        0,
        True,
    )


def test_where_nothing_is_there_the_run_begins(folder):
    """So a script may always say it."""
    whole, _ = unbroken()
    for name in FILES:
        Path(name).unlink()
    cli(*AGAIN, "--workers", "0")
    assert results() == whole


def test_a_check_that_ends_the_run_leaves_the_rest_as_it_was(folder):
    """The rows before are mended; what is behind stays for the next time."""
    lines = [json.dumps({"question_id": 1, "response": f"flaky {what}"}) for what in ("1", "2", "stop", "3")]
    Path("rows.jsonl").write_text("".join(f"{line}\n" for line in lines))
    with_errors()
    before = rows_of()
    ran = cli(*AGAIN, "--workers", "0")
    assert ran.code == 3
    said = (
        "error: stopped: enough; what was done stands in out.jsonl.partial, --resume --retry-errors goes on"
    )
    assert said in ran.err
    assert rows_of() == before
    after = rows_of("out.jsonl.partial")
    assert [row["status"] for row in after[:4]] == ["scored", "scored", "error", "error"]
    assert after[2:] == before[2:]
    assert cli(*RUN, "--resume", "--workers", "0").code == 3
    assert rows_of() == after


def test_changed_inputs_are_refused(folder):
    """As they are by any run that goes on."""
    before = with_errors()
    Path("rubrics/a.yaml").write_text(RUBRIC.format("a").replace("all_pass", "any_pass"))
    ran = cli(*AGAIN, "--workers", "0")
    assert (ran.code, "rubric/a@1.0 changed" in ran.err, results()) == (2, True, before)


def test_it_goes_with_resume_alone(folder):
    """There is nothing to try again without."""
    ran = cli(*RUN, "--retry-errors")
    assert (ran.code, ran.err, ran.out) == (2, "error: --retry-errors needs --resume\n", "")


def test_an_output_that_keeps_nothing_has_nothing_to_try_again(folder):
    """Such as /dev/null."""
    argv = [*AGAIN[: AGAIN.index("-o")], "-o", "/dev/null", *AGAIN[AGAIN.index("-o") + 2 :]]
    assert cli(*argv, "--workers", "0").code == 3


def test_what_breaks_while_rows_are_graded_leaves_everything(folder, monkeypatch):
    """As a response file that cannot be read on."""
    before = with_errors()

    def broken(self, size):
        raise OSError(5, "Input/output error")

    monkeypatch.setattr("checkwright_runner.run.output.blanked_lines.BlankedLines.read", broken)
    ran = cli(*AGAIN, "--workers", "0")
    assert (ran.code, "error: rows.jsonl: cannot be read: Input/output error" in ran.err) == (2, True)
    assert (results(), list(folder.glob("*.again"))) == (before, [])


#: How often a run is killed; `make soak` asks for more.
KILLS = int(os.environ.get("CHECKWRIGHT_KILLS", "5"))


def test_killed_at_random_moments_nothing_is_lost(folder):
    """A finished output stays as it was until a better one is whole, and it can be tried again at once."""
    write(folder, 600)
    whole, _ = unbroken()
    before = with_errors()
    environment = {**os.environ, "PYTHONPATH": PYTHONPATH}
    command = [sys.executable, "-m", "checkwright_runner", *AGAIN, "--plugin", "kinds_of_words"]
    draw = random.Random(7)
    for _ in range(KILLS):
        process = subprocess.Popen(command, env=environment, stderr=subprocess.PIPE)
        try:
            process.wait(draw.uniform(0.1, 2.0))
        except subprocess.TimeoutExpired:
            process.send_signal(signal.SIGKILL)
        process.communicate()
        assert Path("out.jsonl").read_bytes() in (before["out.jsonl"], whole["out.jsonl"])
    cli(*AGAIN, "--workers", "0")
    assert results() == whole
