"""Going on with a run that was ended: nothing lost, nothing doubled, and nothing mixed up."""

import json
import os
import random
import shutil
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import kinds_of_words
import pytest
from command_in_process import cli
from support_folders import PYTHONPATH

from checkwright_runner.run.output.fingerprint import changes
from checkwright_runner.run.output.resumable import ResumableOutput

#: Run by `make long`, and in CI.
pytestmark = pytest.mark.long

RUBRIC = """\
id: {name}
version: "1.0"
checks:
  - {{kind: test.says, id: polite, word: hello}}
  - {{kind: test.words}}
scoring: {{combine: all_pass}}
"""
QUESTIONS = 40
#: How often a run is killed; `make soak` asks for more.
KILLS = int(os.environ.get("CHECKWRIGHT_KILLS", "5"))
FILES = ("out.jsonl", "out.jsonl.summary.json", "junit.xml")


def write(folder, rows):
    rubrics = folder / "rubrics"
    rubrics.mkdir(parents=True)
    for name in ("one", "two"):
        (rubrics / f"{name}.yaml").write_text(RUBRIC.format(name=name), encoding="utf-8")
    questions = [
        {"id": number, "input": "?", "rubric_ref": f"rubric/{('one', 'two', 'off')[number % 3]}@1.0"}
        for number in range(QUESTIONS)
    ]
    (folder / "dataset.json").write_text(json.dumps({"questions": questions}), encoding="utf-8")
    lines = []
    for number in range(rows):
        text = "hello é\u2028 there" if number % 7 else "bye"
        line = {"question_id": number % (QUESTIONS - 5), "response": None if number % 11 == 0 else text}
        lines.append(
            "nope" if number % 13 == 0 else json.dumps({**line, "n": f"é{number}"}, ensure_ascii=False)
        )
        lines += [""] if number % 17 == 0 else []
    (folder / "rows.jsonl").write_text("\n".join(lines), encoding="utf-8")
    return folder


ARGV = (
    "run", "--dataset", "dataset.json", "--rubrics", "rubrics", "--responses", "rows.jsonl",
    "-o", "out.jsonl", "--junit", "junit.xml",
)  # fmt: skip


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(write(tmp_path / "run", 120))
    return Path.cwd()


def run(*argv, workers=0):
    return cli(*ARGV, "--workers", workers, *argv)


def results(folder):
    return {name: (folder / name).read_bytes() for name in FILES}


def ended_early(folder, whole, size, state):
    """Make the folder look as if the run had been ended when `size` bytes were written."""
    (folder / "out.jsonl").unlink(missing_ok=True)
    (folder / "out.jsonl.partial").write_bytes(whole[:size])
    (folder / "out.jsonl.partial.json").write_bytes(state)


@pytest.fixture
def state(folder):
    """An unbroken run: its results, and the state file that it had in between."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("checkwright_runner.run.output.resumable.ResumableOutput.complete", _interrupted)
        assert run().code == 130
    state = (folder / "out.jsonl.partial.json").read_bytes()
    assert run("--restart").code == 3
    return results(folder), state


def _interrupted(self, summary):
    raise KeyboardInterrupt


def test_an_output_cut_anywhere_is_gone_on_with(folder, state):
    """Wherever it ends, in the middle of a line or of a character too: the bytes of an unbroken run."""
    unbroken, begun = state
    whole = unbroken["out.jsonl"]
    draw = random.Random(7)
    places = [0, 1, whole.index(b"\n"), whole.index(b"\n") + 1, whole.index("é".encode()) + 1, len(whole)]
    last = whole.rindex(b"no response row")
    for size in (*places, last, *(draw.randrange(len(whole)) for _ in range(20))):
        ended_early(folder, whole, size, begun)
        ran = run("--resume")
        assert ran.code == 3
        assert results(folder) == unbroken, size
        assert not list(folder.glob("*.partial*"))


def test_the_summary_counts_what_was_there_already(folder, state):
    """The totals are those of the whole run."""
    unbroken, begun = state
    summary = run().err
    ended_early(folder, unbroken["out.jsonl"], 20_000, begun)
    assert run("--resume").err == summary
    assert json.loads(unbroken["out.jsonl.summary.json"])["totals"]["rows"] == 125


def test_without_an_ended_run_it_begins(folder, state):
    """So a script may always say --resume; also where only the state was written."""
    unbroken, begun = state
    for name in FILES:
        (folder / name).unlink()
    run("--resume")
    assert results(folder) == unbroken
    (folder / "out.jsonl.partial.json").write_bytes(begun)
    run("--resume")
    assert results(folder) == unbroken


def test_a_finished_output_is_left_as_it_is(folder, state):
    """With equal digests nothing is graded, and the summary and the exit code are those of the run."""
    unbroken, _ = state
    ran = run("--resume")
    assert (ran.code, results(folder)) == (3, unbroken)
    assert "out.jsonl is complete, and nothing that went into it has changed" in ran.err
    assert "125 rows:" in ran.err
    assert not list(folder.glob("*.partial*"))


@pytest.mark.parametrize("size", [None, 5_000, -1])
def test_appended_responses_are_graded_behind_the_others(folder, state, size):
    """Behind a finished output, and one that was ended; questions that have a row now have no other."""
    unbroken, begun = state
    if size is not None:
        ended_early(folder, unbroken["out.jsonl"], size, begun)
    append_responses(folder)
    assert run("--resume").code == 3
    grown = results(folder)
    assert run("--restart").code == 3
    assert grown == results(folder)
    rows = [json.loads(line) for line in grown["out.jsonl"].splitlines()]
    assert [row["line"] for row in rows if row["id"] == "38"] == [max(row["line"] or 0 for row in rows)]
    assert not list(folder.glob("*.partial*"))


def test_more_on_the_last_line_is_no_appended_row(folder):
    """Where the last line of the responses has no line feed, what is written behind it changes that row."""
    rows = folder / "rows.jsonl"
    rows.write_text(rows.read_text(encoding="utf-8").rstrip("\n"), encoding="utf-8")
    assert run().code == 3
    unbroken = results(folder)
    with rows.open("a", encoding="utf-8") as stream:
        stream.write(" \n{}\n")
    ran = run("--resume")
    assert (ran.code, results(folder)) == (2, unbroken)
    assert "of what it began with the responses changed" in ran.err


def test_a_finished_output_without_its_summary_is_not_believed(folder, state):
    """Nothing says what it is of."""
    unbroken, _ = state
    (folder / "out.jsonl.summary.json").unlink()
    ran = run("--resume")
    assert (ran.code, (folder / "out.jsonl").read_bytes()) == (2, unbroken["out.jsonl"])
    assert "out.jsonl.summary.json is missing, so nothing says what out.jsonl is of" in ran.err


def test_what_is_no_run_s_is_told_as_such(folder):
    """A file of somebody else is not thrown away unasked, and a folder is named as what cannot be written."""
    partial = folder / "out.jsonl.partial"
    partial.write_text("notes\n")
    ran = run()
    why = "out.jsonl.partial is in the way, and without out.jsonl.partial.json it is no run's: move it away"
    assert (ran.code, why in ran.err, partial.read_text()) == (2, True, "notes\n")
    partial.unlink()
    partial.mkdir()
    ran = run()
    said = "error: out.jsonl: out.jsonl.partial: cannot be written: Is a directory\n"
    assert (ran.code, ran.err[-len(said) :]) == (2, said)


def test_what_an_ended_run_did_is_never_thrown_away_unasked(folder, state):
    """A plain run names the two ways to go on, and leaves every byte."""
    unbroken, begun = state
    ended_early(folder, unbroken["out.jsonl"], 5_000, begun)
    ran = run()
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.endswith(
        "error: out.jsonl: out.jsonl.partial holds the verdicts of a run that was ended early: --resume goes "
        "on with it, --restart throws them away\n"
    )
    assert (folder / "out.jsonl.partial").read_bytes() == unbroken["out.jsonl"][:5_000]
    assert run("--resume").code == 3
    assert results(folder) == unbroken


def test_without_its_state_nothing_is_truncated(folder, state):
    """Thousands of verdicts of which nobody knows what they are of: neither believed nor lost."""
    unbroken, begun = state
    ended_early(folder, unbroken["out.jsonl"], -1, begun)
    (folder / "out.jsonl.partial.json").unlink()
    before = (folder / "out.jsonl.partial").read_bytes()
    ran = run("--resume")
    assert (ran.code, (folder / "out.jsonl.partial").read_bytes()) == (2, before)
    assert "out.jsonl.partial.json is missing, so nothing says what out.jsonl.partial is of" in ran.err


def _changed_line(whole, number, change):
    lines = whole.splitlines(keepends=True)
    lines[number : number + 1] = change(lines[number])
    return b"".join(lines)


def _with(**fields):
    def change(line):
        return [json.dumps({**json.loads(line), **fields}).encode() + b"\n"]

    return change


@pytest.mark.parametrize(
    ("number", "change", "named"),
    [
        (3, _with(line=7), "verdict 4 has the line 7, expected 5"),
        (3, lambda line: [line, line], "verdict 5 has the line 5, expected 6"),
        (3, lambda line: [], "verdict 4 has the line 6, expected 5"),
        (3, _with(sample=9), "verdict 4 has the sample 9, expected 0"),
        (3, _with(line=None, sample=None), "verdict 4 has the line None, expected 5"),
        (-1, lambda line: [line, line], "verdict 126 has the id '39', expected None"),
        (-2, lambda line: [], "verdict 124 has the id '39', expected '38'"),
        (3, _with(line="4"), "line 4 is damaged: line: found '4'"),
        (3, _with(checks={}), "line 4 is damaged: checks"),
    ],
)  # fmt: skip
def test_rows_are_believed_only_where_the_run_would_have_written_them(folder, state, number, change, named):
    """A wrong line number, a doubled or a missing row, wrong types: refused, and left as it is."""
    unbroken, begun = state
    edited = _changed_line(unbroken["out.jsonl"], number, change)
    ended_early(folder, edited, len(edited), begun)
    ran = run("--resume")
    assert (ran.code, (folder / "out.jsonl.partial").read_bytes()) == (2, edited)
    assert named in ran.err


@pytest.mark.parametrize(
    "name", ["out.jsonl.partial", "out.jsonl.partial.json.new", "out.jsonl.summary.json.new"]
)
@pytest.mark.parametrize("argv", [("--resume",), ("--restart",)])
@pytest.mark.parametrize("hard", [False, True])
def test_a_planted_link_is_never_followed(folder, state, name, argv, hard):
    """Whatever it leads to is not ours to write."""
    unbroken, begun = state
    ended_early(folder, unbroken["out.jsonl"], 5_000, begun)
    victim = folder / "victim"
    victim.write_text("precious", encoding="utf-8")
    (folder / name).unlink(missing_ok=True)
    if hard:
        (folder / name).hardlink_to(victim)
    else:
        (folder / name).symlink_to(victim)
    ran = run(*argv)
    assert (victim.read_text(encoding="utf-8"), victim.is_symlink()) == ("precious", False)
    refused = name.endswith("partial") and argv == ("--resume",)
    assert ran.code == (2 if refused else 3)
    assert ("is a link" in ran.err) == refused


@pytest.mark.parametrize(
    "name", ["out.jsonl.partial.json.new", "out.jsonl.summary.json.new", "out.jsonl.partial"]
)
def test_responses_are_never_overwritten(folder, name):
    """Not by what is written on the way to a file beside the output either."""
    (folder / name).write_bytes((folder / "rows.jsonl").read_bytes())
    ran = cli(*ARGV, "--responses", name, "--workers", 0)
    assert (ran.code, (folder / name).read_bytes()) == (2, (folder / "rows.jsonl").read_bytes())
    assert "would overwrite what --responses reads" in ran.err


@pytest.mark.parametrize("act", ["remove", "replace"])
def test_a_partial_file_that_is_taken_away_ends_the_run(folder, monkeypatch, act):
    """What two runs wrote is never mixed, and a run whose file is gone does not end as if it had one."""
    write = ResumableOutput.write

    def taken(self, data):
        write(self, data)
        self.file.unlink()
        if act == "replace":
            self.file.write_bytes(b"of another run\n")

    monkeypatch.setattr(ResumableOutput, "write", taken)
    ran = run()
    assert ran.code == 2
    assert "error: out.jsonl: out.jsonl.partial was removed or replaced while this run wrote it" in ran.err
    assert not (folder / "out.jsonl").exists()
    assert act == "remove" or (folder / "out.jsonl.partial").read_bytes() == b"of another run\n"


def test_responses_that_change_while_they_are_read_are_said(folder):
    """The digest that is kept is of what was graded."""
    begin = ResumableOutput.begin

    def appended(self, inputs, **options):
        begin(self, inputs, **options)
        append_responses(folder)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ResumableOutput, "begin", appended)
        ran = run()
    assert "warning: rows.jsonl changed while it was read: the summary holds the digest" in ran.err
    summary = json.loads((folder / "out.jsonl.summary.json").read_bytes())
    assert summary["responses"]["bytes"] == (folder / "rows.jsonl").stat().st_size
    assert "is complete, and nothing that went into it has changed" in run("--resume").err


def test_a_changed_plugin_module_is_refused(tmp_path, monkeypatch):
    """It has no version that could tell: its code is what was loaded."""
    monkeypatch.chdir(write(tmp_path / "run", 60))
    source = Path(kinds_of_words.__file__).read_text(encoding="utf-8")
    Path("words_of_ours.py").write_text(source, encoding="utf-8")

    def ran(*argv):
        environment = {**os.environ, "PYTHONPATH": str(Path.cwd())}
        command = [sys.executable, "-m", "checkwright_runner", *ARGV, *argv, "--plugin", "words_of_ours"]
        return subprocess.run(command, env=environment, capture_output=True, text=True, check=False)

    assert ran().returncode == 3
    assert "is complete" in ran("--resume").stderr
    Path("words_of_ours.py").write_text(source + "\n# Another rule.\n", encoding="utf-8")
    again = ran("--resume")
    assert again.returncode == 2
    assert "the code of the kind test.says changed, the code of the kind test.words changed" in again.stderr


def _of_another_version(folder, *names):
    """Make metadata that hide those of the installed distributions behind version 9.9."""
    for name in names:
        info = folder / f"{name.replace('-', '_')}-9.9.dist-info"
        info.mkdir(parents=True)
        (info / "METADATA").write_text(
            f"Metadata-Version: 2.1\nName: {name}\nVersion: 9.9\n", encoding="utf-8"
        )
    return folder


def test_another_version_of_the_distribution_resumes(folder, state, tmp_path):
    """A release that changes no verdict leaves runs resumable: only the number of the engine decides."""
    unbroken, begun = state
    ended_early(folder, unbroken["out.jsonl"], 5_000, begun)
    later = _of_another_version(tmp_path / "later", "checkwright-core", "checkwright-runner", "checkwright")
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join((str(later), PYTHONPATH))}
    command = [sys.executable, "-m", "checkwright_runner"]
    version = subprocess.run(
        [*command, "--version"], env=environment, capture_output=True, text=True, check=True
    )
    assert version.stdout == "checkwright 9.9\n"
    done = subprocess.run(
        [*command, *ARGV, "--resume", "--plugin", "kinds_of_words"],
        env=environment,
        capture_output=True,
        check=False,
    )
    assert (done.returncode, results(folder)) == (3, unbroken)


def change_rubric(folder):
    path = folder / "rubrics/two.yaml"
    path.write_text(path.read_text(encoding="utf-8").replace("hello", "good day"), encoding="utf-8")


def change_dataset(folder):
    path = folder / "dataset.json"
    path.write_text(path.read_text(encoding="utf-8").replace('"?"', '"!"'), encoding="utf-8")


def change_responses(folder):
    path = folder / "rows.jsonl"
    path.write_text(path.read_text(encoding="utf-8").replace("bye", "bye!", 1) + "\n{}", encoding="utf-8")


def append_responses(folder):
    with (folder / "rows.jsonl").open("a", encoding="utf-8") as stream:
        stream.write('\n{"question_id": 1, "response": "one more"}\n{"question_id": 38, "response": "bye"}')


def enable_rubric(folder):
    (folder / "rubrics/off.yaml").write_text(RUBRIC.format(name="off"), encoding="utf-8")


def remove_rubric(folder):
    (folder / "rubrics/one.yaml").unlink()


@pytest.mark.parametrize(
    ("change", "named"),
    [
        (change_rubric, "rubric/two@1.0 changed"),
        (change_dataset, "the dataset changed"),
        (change_responses, "the responses changed"),
        (enable_rubric, "rubric/off@1.0 changed"),
        (remove_rubric, "rubric/one@1.0 changed"),
        (lambda folder: (change_rubric(folder), change_responses(folder)),
         "the responses changed, rubric/two@1.0 changed"),
    ],
)  # fmt: skip
def test_what_changed_is_refused_by_name(folder, state, change, named):
    """Verdicts of two different runs are never in one file, and what was done is left as it is."""
    unbroken, begun = state
    ended_early(folder, unbroken["out.jsonl"], 5000, begun)
    change(folder)
    ran = run("--resume")
    assert (ran.code, ran.out) == (2, "")
    assert f"out.jsonl: the run cannot be resumed, since of what it began with {named}; " in ran.err
    assert (folder / "out.jsonl.partial").stat().st_size == 5000
    assert run("--restart").code == 3


@pytest.mark.parametrize(
    ("before", "now", "named"),
    [
        ({"engine": 1}, {"engine": 2}, "engine was 1 and is 2"),
        ({"unicode": "14.0.0"}, {"unicode": "16.0.0"}, "unicode was '14.0.0' and is '16.0.0'"),
        ({"kinds": {"a": 1, "b": 2}}, {"kinds": {"a": 1, "b": 3}}, "the kind b changed"),
        (
            {"rubrics": {"rubric/sub@1.0": "x"}},
            {"rubrics": {"rubric/sub@1.0": "y"}},
            "rubric/sub@1.0 changed",
        ),
        ({"reason": "disabled"}, {"reason": "gone"}, "rubric/r@1.0 changed"),
        (None, {"rubric": "x"}, "rubric/r@1.0 changed"),
    ],
)
def test_what_differs_in_a_signature_is_named(before, now, named):
    """The part that is another one, not just that there is one."""
    same = {} if before is None or "reason" in before else {"rubric": "x"}
    old, new = ({"rubrics": {"rubric/r@1.0": one and {**same, **one}}} for one in (before, now))
    assert changes(old, new) == [named]
    assert changes(new, new) == []


def test_a_new_reference_and_one_that_is_gone_are_named():
    """They come with a changed dataset."""
    found = changes(
        {"dataset": "x", "rubrics": {"rubric/a@1": {}}}, {"dataset": "y", "rubrics": {"rubric/b@1": {}}}
    )
    assert found == ["the dataset changed", "rubric/a@1 is gone", "rubric/b@1 is new"]


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("out.jsonl.partial.json", b"{"),
        ("out.jsonl.partial.json", b"[]"),
        ("out.jsonl.partial.json", b'{"format": "2"}'),
        ("out.jsonl.partial.json", b"[" * 5000),
        ("out.jsonl.partial", b"nope\n"),
        ("out.jsonl.partial", b"[]\n"),
        ("out.jsonl.partial", b"{}\n"),
        ("out.jsonl.partial", b"\xff\n"),
    ],
)
def test_a_damaged_file_is_refused(folder, state, name, content):
    """It is named, and nothing is written into it."""
    unbroken, begun = state
    ended_early(folder, unbroken["out.jsonl"], 5000, begun)
    (folder / name).write_bytes(content)
    ran = run("--resume")
    assert ran.code == 2
    assert f"error: out.jsonl: {name}" in ran.err
    assert "is damaged: " in ran.err
    assert (folder / name).read_bytes() == content


@pytest.mark.parametrize("number", [1, 3])
def test_what_another_version_began_is_refused_with_what_to_do(folder, state, number):
    """Rows of two formats are never in one file; both are named, and nothing is written."""
    unbroken, begun = state
    state = json.dumps({**json.loads(begun), "format": number}).encode()
    ended_early(folder, unbroken["out.jsonl"], 5000, state)
    ran = run("--resume")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.endswith(
        "error: out.jsonl: the run cannot be resumed, since another version of checkwright began it: "
        f"out.jsonl.partial.json is of format {number}, this version writes 2; begin anew with --restart\n"
    )
    assert (folder / "out.jsonl.partial").stat().st_size == 5000
    assert run("--restart").code == 3
    assert results(folder) == unbroken


def test_the_wrong_field_of_a_damaged_row_is_named(folder, state):
    """Where a row was edited, or its columns were written anew by something else."""
    unbroken, begun = state
    ended_early(folder, unbroken["out.jsonl"].replace(b'"sample": 0', b'"sample": 0.0', 1), -1, begun)
    assert ".partial: line 2 is damaged: sample: found 0.0, expected " in run("--resume").err


@pytest.mark.parametrize(
    ("argv", "message"),
    [
        (["--responses", "rows.jsonl"], "--resume needs -o FILE"),
        (["--responses", "rows.jsonl", "-o", "-"], "--resume needs -o FILE"),
        (["--responses", "-", "-o", "out.jsonl"], "--resume needs --responses that can be read again"),
    ],
)
def test_what_cannot_be_resumed_is_wrong_usage(folder, argv, message):
    """Standard output keeps nothing, and a pipe is read once."""
    ran = cli("run", "--dataset", "dataset.json", "--rubrics", "rubrics", "--resume", *argv)
    assert ran.code == 2
    assert message in ran.err


@pytest.mark.skipif("sys.platform == 'win32'", reason="Windows has no SIGKILL")
def test_killed_at_random_moments_nothing_is_lost_or_doubled(tmp_path):
    """Whatever is killed, the run, its workers or both, among checks that fork, die and stop their process.

    After each end no process is left, and at last the bytes are those of an unbroken run.
    """
    folder = write(tmp_path / "run", 3000)
    _roughen(folder, *(("fork twice", "exit", "stop") if KILLS >= 50 else ("fork twice", "exit")))
    other = Path(shutil.copytree(folder, tmp_path / "unbroken"))
    assert _completed(other, *ROUGH) == 3
    total = (other / "out.jsonl").stat().st_size
    draw = random.Random(os.environ.get("CHECKWRIGHT_SEED", "11"))
    partial = folder / "out.jsonl.partial"
    left = KILLS
    while left > 0:
        if (folder / "out.jsonl").exists():  # it came to its end between two kills: once more from the start
            assert results(folder) == results(other)
            for name in FILES:
                (folder / name).unlink()
        with _started(folder, "--resume", "--workers", str(draw.randint(1, 3)), *ROUGH) as process:
            for _ in range(draw.randint(1, 3)):
                enough = draw.randrange(total // KILLS) if draw.random() < 0.9 else 0
                before = _size(partial)
                while process.poll() is None and _size(partial) < before + enough:
                    with suppress(subprocess.TimeoutExpired):
                        process.wait(draw.uniform(0, 0.02))
                workers = _children(process.pid)
                if workers:
                    left -= 1
                    with suppress(ProcessLookupError):
                        os.kill(draw.choice(workers), signal.SIGKILL)
            if process.poll() is None:
                left -= 1
                process.send_signal(signal.SIGKILL)
            # The workers hold the other end: this ends when the last of them has.
            process.stderr.read()
    assert _completed(folder, "--resume", "--workers", "2", *ROUGH) == 3
    assert results(folder) == results(other)


#: A row that stops its process costs this time, twice; no other row comes near it.
ROUGH = ("--plugin", "kinds_that_break", "--row-timeout", "3")


def _roughen(folder, *ways):
    """Let some responses do to their process what a check should not."""
    for path in (folder / "rubrics").iterdir():
        text = path.read_text(encoding="utf-8")
        path.write_text(text.replace("scoring", "  - {kind: test.rough}\nscoring"), encoding="utf-8")
    lines = (folder / "rows.jsonl").read_text(encoding="utf-8").split("\n")
    for number, way in enumerate(ways, 1):
        lines[number * len(lines) // (len(ways) + 1)] = json.dumps({"question_id": 1, "response": way})
    (folder / "rows.jsonl").write_text("\n".join(lines), encoding="utf-8")


def _children(pid):
    """Return the numbers of the processes whose parent is `pid`, where the system shows them."""
    found = []
    for path in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError, IndexError):
            if int(path.read_bytes().rpartition(b")")[2].split()[1]) == pid:
                found.append(int(path.parent.name))
    return found


def _size(path):
    try:
        return path.stat().st_size
    except FileNotFoundError:
        return 0


def _completed(folder, *argv):
    with _started(folder, *argv) as process:
        process.stderr.read()
    return process.returncode


def _started(folder, *argv):
    return subprocess.Popen(
        [sys.executable, "-m", "checkwright_runner", *ARGV, *argv, "--plugin", "kinds_of_words"],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": PYTHONPATH},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
    )


@pytest.mark.skipif("sys.platform == 'win32'", reason="Windows has no SIGINT for one process")
@pytest.mark.parametrize(
    ("number", "code", "word"), [(signal.SIGINT, 130, b"interrupted"), (signal.SIGTERM, 143, b"terminated")]
)
def test_a_signal_leaves_a_file_that_is_gone_on_with(tmp_path, number, code, word):
    """Ctrl-C and SIGTERM alike: no traceback, no worker left, and --resume completes it."""
    folder = write(tmp_path / "run", 3000)
    other = Path(shutil.copytree(folder, tmp_path / "unbroken"))
    assert _completed(other) == 3
    with _interruptible(folder, "--workers", "2") as process:
        while not _size(folder / "out.jsonl.partial") and process.poll() is None:
            with suppress(subprocess.TimeoutExpired):
                process.wait(0.005)
        # Ctrl-C is for all processes in front of the terminal, SIGTERM for the one that is named.
        (os.killpg if number == signal.SIGINT else os.kill)(process.pid, number)
        err = process.stderr.read()
    assert process.returncode == code, err
    assert b"Traceback" not in err
    assert err.splitlines()[-2:] == [
        b"warning: out.jsonl is not complete: what was done stands in out.jsonl.partial",
        word,
    ]
    assert _completed(folder, "--resume") == 3
    assert results(folder) == results(other)


def _interruptible(folder, *argv):
    # Whoever started the tests may have Ctrl-C ignored, and children inherit that.
    code = (
        "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        "from checkwright_runner.cli.main import program; raise SystemExit(program())"
    )
    return subprocess.Popen(
        [sys.executable, "-c", code, *ARGV, *argv, "--plugin", "kinds_of_words"],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": PYTHONPATH},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
