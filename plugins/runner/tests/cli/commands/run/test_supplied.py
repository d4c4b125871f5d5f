"""What options of plugins make of a run: rows side by side, an early end, kept files, tallies, dry runs."""

import json

import pytest
from command_in_process import cli
from kinds_that_ask import Counts, Options, offered

from checkwright import load_providers
from checkwright_runner.cli.arguments import run_options

#: Run by `make long`, and in CI.
pytestmark = pytest.mark.long

RUBRIC = 'id: t\nversion: "1.0"\nchecks: [{kind: test.asks, id: judged}]\nscoring: {combine: all_pass}\n'
RUN = ("run", "--rubric", "r.yaml", "--responses", "rows.jsonl", "--plugin", "kinds_that_ask")
OUT = (*RUN, "-o", "out.jsonl")


@pytest.fixture
def options(monkeypatch):
    """Options that are installed, with a tally."""
    options = Options(Counts())

    def load(**_):
        return load_providers(plugins=offered(ask=options), entry_points=False)

    monkeypatch.setattr(run_options, "load_providers", load)
    return options


@pytest.fixture
def folder(tmp_path, monkeypatch, options):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "r.yaml").write_text(RUBRIC)
    write(tmp_path, *"abcdef")
    return tmp_path


def write(folder, *texts):
    lines = (json.dumps({"question_id": f"Q{number}", "response": text}) for number, text in enumerate(texts))
    (folder / "rows.jsonl").write_text("".join(f"{line}\n" for line in lines))


def names(folder):
    return {path.name for path in folder.iterdir()} - {"r.yaml", "rows.jsonl"}


def test_a_request_tells_where_the_run_keeps_what_is_done(folder, options):
    """And whether there is anything to go on with; for the standard output there is nowhere."""
    told = []
    for argv in (OUT, (*OUT, "--resume"), (*OUT, "--resume"), OUT, RUN, (*RUN, "-o", "/dev/null")):
        assert cli(*argv, "--workers", "0", "--ask-rows", "1").code == 0
        told.append((options.request.partial, options.request.fresh))
        if len(told) == 1:
            (folder / "out.jsonl").unlink()
    partial = str(folder / "out.jsonl.partial")
    assert told == [(partial, True), (partial, True), (partial, False), (partial, True), *[(None, True)] * 2]


@pytest.mark.parametrize("workers", ["0", "1"])
def test_rows_are_graded_as_many_at_a_time_as_options_ask_for(folder, workers):
    """They need each other: with fewer at a time none would pass."""
    (folder / "r.yaml").write_text(RUBRIC.replace("test.asks,", "test.meets, rows: 3,"))
    ran = cli(*OUT, "--workers", workers, "--ask-rows", "3")
    assert (ran.code, "6 rows: 6 passed" in ran.err) == (0, True), ran.err


@pytest.mark.parametrize("rows", ["1", "3"])
def test_then_several_workers_are_refused(folder, rows):
    """Each would have as many, and limits would be kept by none."""
    ran = cli(*OUT, "--workers", "2", "--ask-rows", rows)
    said = f"error: --workers 2: this run grades {rows} rows at a time in one process: leave --workers out\n"
    assert (ran.code, ran.err, names(folder)) == (2, said, set())


@pytest.mark.parametrize(
    "argv", [("--workers", "0"), ("--workers", "1"), ("--workers", "3"), ("--ask-rows", "4")]
)
def test_a_check_may_end_the_run_before_a_row(folder, argv):
    """What was done stands, the run is gone on with, and comes to what it would have come to at once."""
    write(folder, "a", "b", "c", "stop", "e")
    ran = cli(*OUT, *argv, "--junit", "j.xml")
    assert ran.code == 3
    assert ran.err.endswith(
        "error: stopped: no more is paid for: stop; what was done stands in out.jsonl.partial, --resume goes "
        "on with it\n"
    )
    assert "is not complete" not in ran.err
    assert (folder / "out.jsonl.partial").read_text().count("\n") == 3
    assert names(folder) == {"out.jsonl.partial", "out.jsonl.partial.json", "j.xml"}
    again = cli(*OUT, *argv, "--resume")
    assert (again.code, (folder / "out.jsonl.partial").read_text().count("\n")) == (3, 3)


def test_it_is_gone_on_with(folder, options):
    """Once nothing asks for an end."""
    (folder / "r.yaml").write_text(RUBRIC.replace("asks,", "flaky,"))
    write(folder, "a", "flaky stop", "c")
    seen = cli(*OUT, "--ask-rows", "2")
    assert seen.code == 3
    (folder / "out.jsonl").unlink()
    assert cli(*OUT, "--ask-rows", "2").code == 3
    assert (folder / "out.jsonl.partial").read_text().count("\n") == 1
    for path in (folder / "seen").iterdir():
        path.unlink()
    ran = cli(*OUT, "--ask-rows", "2", "--resume")
    assert "3 rows: 2 passed, 0 failed, 0 not scored, 1 error\n" in ran.err
    assert [one.id for one in options.tally.verdicts][-3:] == ["Q0", "Q1", "Q2"]


def test_without_a_file_the_rows_before_are_printed(folder):
    """There is nothing to go on with."""
    write(folder, "a", "b", "stop")
    ran = cli(*RUN, "--workers", "0")
    assert (ran.code, [row["line"] for row in ran.rows]) == (3, [1, 2])
    assert ran.err == "error: stopped: no more is paid for: stop\n"


def test_a_tally_is_told_of_a_run_that_ends_early_too(folder):
    """Of the rows that were written."""
    write(folder, "a", "b", "stop")
    ran = cli(*RUN, "--ask-rows", "2")
    assert ran.err == "asked for 2 rows\nerror: stopped: no more is paid for: stop\n"


def test_a_tally_counts_each_row_and_tells_at_the_end(folder, options):
    """Behind the summary, and in the file of it by the name of the options."""
    ran = cli(*OUT, "--workers", "0", "--ask-rows", "1")
    assert [one.id for one in options.tally.verdicts] == [f"Q{number}" for number in range(6)]
    assert [one.passed for one in options.tally.verdicts] == [True] * 6
    assert "6 rows: 6 passed" in ran.err
    assert ran.err.endswith("asked for 6 rows\n")
    assert json.loads((folder / "out.jsonl.summary.json").read_text())["tallies"] == {"ask": {"asked": 6}}


def test_rows_that_are_there_already_are_counted_too(folder, options):
    """In their order, before the others."""
    assert cli(*OUT, "--ask-rows", "2").code == 0
    (folder / "out.jsonl").rename(folder / "out.jsonl.partial")
    (folder / "out.jsonl.summary.json").rename(folder / "out.jsonl.partial.json")
    whole = (folder / "out.jsonl.partial").read_bytes()
    (folder / "out.jsonl.partial").write_bytes(b"".join(whole.splitlines(keepends=True)[:4]))
    options.tally.verdicts.clear()
    assert cli(*OUT, "--ask-rows", "2", "--resume").code == 0
    assert [one.id for one in options.tally.verdicts] == [f"Q{number}" for number in range(6)]


def test_a_dry_run_writes_nothing_and_prints_the_tally(folder, options):
    """Neither an output nor what lies beside it, no report, and no gate decides."""
    before = names(folder)
    argv = (*OUT, "--ask-dry", "--junit", "j.xml", "--min-pass-rate", "1", "--explain", "2", "--resume")
    write(folder, "a", "b", None)
    ran = cli(*argv, "--workers", "0", "--retry-errors", "--ask-keep", ".replies")
    assert (ran.code, ran.out, ran.err, names(folder)) == (0, "asked for 3 rows\n", "", before)


def test_a_dry_run_tells_errors_all_the_same(folder, options):
    """Of rows by its exit code; a tally that is not there prints nothing."""
    (folder / "rows.jsonl").write_text("nope\n")
    options.tally = None
    ran = cli(*OUT, "--ask-dry", "--workers", "0")
    assert (ran.code, ran.out, ran.err.startswith("error: rows.jsonl:1: not JSON")) == (3, "", True)
    assert names(folder) == set()


@pytest.mark.parametrize("argv", [OUT, RUN, (*RUN, "--workers", "0"), (*OUT, "--resume")])
@pytest.mark.parametrize("how", ["missing", "mistake"])
def test_nothing_is_graded_when_something_that_is_required_is_missing(folder, argv, how):
    """A line for each check that lacks it, before the first row; no empty file stays."""
    checks = [
        f"{{kind: test.asks, how: {how}}}",
        "{kind: test.words}",
        f"{{kind: test.asks, how: {how}, id: b}}",
    ]
    (folder / "r.yaml").write_text(RUBRIC.replace("{kind: test.asks, id: judged}", ", ".join(checks)))
    ran = cli(*argv, "--ask-require", "judge", "--ask-keep", ".replies")
    reason = {"missing": "no key is set", "mistake": "is no name of a judge"}[how]
    lines = [f"error: rubric/t@1.0: {check}: {reason}\n" for check in ("checks[0]", "b")]
    assert (ran.code, ran.out, ran.err, names(folder)) == (2, "", "".join(lines), set())


def test_what_is_not_required_may_be_missing(folder):
    """Then the check is not executable, as ever."""
    (folder / "r.yaml").write_text(RUBRIC.replace("id: judged", "how: missing"))
    ran = cli(*OUT, "--workers", "0", "--ask-require", "network")
    assert (ran.code, "6 not scored" in ran.err, "6 not counted" in ran.err) == (3, True, True)
    assert cli(*OUT, "--workers", "0", "--ask-judges").err.count("not counted") == 0


def test_what_is_required_and_there_is_graded(folder):
    """Into a file, to the standard output, and to what is no file."""
    for argv in (OUT, RUN, (*RUN, "-o", "/dev/null")):
        ran = cli(*argv, "--workers", "0", "--ask-require", "judge", "--ask-keep", ".replies")
        assert (ran.code, "6 rows: 6 passed" in ran.err) == (0, True)


def ended(folder, *argv):
    """End a run before its third row, with a file that it kept."""
    write(folder, "a", "b", "stop")
    assert cli(*OUT, "--ask-keep", ".replies", *argv).code == 3
    (folder / "out.jsonl.partial.replies").write_text("dear")
    (folder / "r.yaml").write_text(RUBRIC)


def test_kept_files_live_until_the_run_is_complete(folder):
    """Ended again and again, they stay; with the last row they go."""
    (folder / "r.yaml").write_text(RUBRIC.replace("asks,", "flaky,"))
    write(folder, "a", "flaky stop", "c")
    assert cli(*OUT).code == 3
    (folder / "out.jsonl").unlink()
    for _ in range(2):
        assert cli(*OUT, "--ask-keep", ".replies", "--resume").code == 3
        (folder / "out.jsonl.partial.replies").write_text("dear")
    for path in (folder / "seen").iterdir():
        path.unlink()
    assert cli(*OUT, "--ask-keep", ".replies", "--resume").code == 3
    assert names(folder) == {"out.jsonl", "out.jsonl.summary.json", "seen"}


def test_kept_files_go_when_a_run_begins_anew(folder):
    """By --restart, and where nothing is there to go on with; never while rows would be thrown away."""
    ended(folder)
    kept = folder / "out.jsonl.partial.replies"
    assert cli(*OUT, "--ask-keep", ".replies").code == 2
    assert kept.read_text() == "dear"
    assert cli(*OUT, "--ask-keep", ".replies", "--restart").code == 3
    assert not kept.exists()
    for name in names(folder):
        (folder / name).unlink()
    kept.write_text("dear")
    assert cli(*OUT, "--ask-keep", ".replies", "--resume").code == 3
    assert not kept.exists()


def test_kept_files_are_not_touched_by_what_is_refused(folder):
    """Rows without a state are nobody's, and so is what lies beside them."""
    ended(folder)
    (folder / "out.jsonl.partial.json").unlink()
    for argv in ((), ("--resume",)):
        assert cli(*OUT, "--ask-keep", ".replies", *argv).code == 2
        assert (folder / "out.jsonl.partial.replies").read_text() == "dear"


def test_a_kept_file_that_a_finished_run_left_goes(folder):
    """When that run is looked at once more."""
    assert cli(*OUT, "--ask-keep", ".replies").code == 0
    (folder / "out.jsonl.partial.replies").write_text("dear")
    assert cli(*OUT, "--ask-keep", ".replies", "--resume").code == 0
    assert names(folder) == {"out.jsonl", "out.jsonl.summary.json"}


@pytest.mark.parametrize("hard", [False, True])
@pytest.mark.parametrize("argv", [("--resume",), ("--restart",)])
def test_a_link_in_the_place_of_a_kept_file_is_never_followed(folder, argv, hard):
    """To begin anew removes it, to go on is refused."""
    ended(folder)
    kept, victim = folder / "out.jsonl.partial.replies", folder / "victim"
    victim.write_text("precious")
    kept.unlink()
    if hard:
        kept.hardlink_to(victim)
    else:
        kept.symlink_to(victim)
    ran = cli(*OUT, "--ask-keep", ".replies", *argv)
    resumed = argv == ("--resume",)
    assert (ran.code, kept.is_symlink() or kept.exists()) == (2 if resumed else 3, resumed)
    assert ("out.jsonl.partial.replies is a link, which no run of ours leaves" in ran.err) == resumed
    assert victim.read_text() == "precious"


def test_a_link_in_the_place_of_the_partial_file_is_no_output_of_ours(folder):
    """A new run puts a file there, and keeps what it is to keep."""
    victim = folder / "victim"
    victim.write_text("precious")
    (folder / "out.jsonl.partial").symlink_to(victim)
    assert cli(*OUT, "--ask-keep", ".replies").code == 0
    assert victim.read_text() == "precious"


def test_a_folder_in_the_place_of_a_kept_file_is_told(folder):
    """It is somebody's."""
    (folder / "out.jsonl.partial.replies").mkdir()
    ran = cli(*OUT, "--ask-keep", ".replies")
    said = "error: out.jsonl: out.jsonl.partial.replies: cannot be written: "
    assert (ran.code, said in ran.err, names(folder)) == (2, True, {"out.jsonl.partial.replies"})


@pytest.mark.parametrize("option", ["--responses", "--rubric", "--dataset"])
def test_what_is_read_is_no_kept_file(folder, option):
    """It would be removed."""
    (folder / "out.jsonl.partial.replies").write_text('{"questions": [{"id": "a", "input": "?"}]}')
    if option == "--rubric":
        (folder / "out.jsonl.partial.replies").write_text(RUBRIC)
    ran = cli(*OUT, "--ask-keep", ".replies", option, "out.jsonl.partial.replies")
    assert (ran.code, f"out.jsonl.partial.replies would overwrite what {option} reads" in ran.err) == (
        2,
        True,
    )
    assert (folder / "out.jsonl.partial.replies").exists()


@pytest.mark.parametrize("ending", [".json", ".again", "replies", "./../x", ".new"])
def test_an_ending_that_is_taken_is_no_ending(folder, ending):
    """It is the fault of the options, and is told as such."""
    ran = cli(*OUT, "--ask-keep", ending)
    assert ran.code == 2
    assert (
        f"error: the options of ask cannot be read: TypeError: {ending!r} is no ending of a file" in ran.err
    )


class Terminal:
    """What rich sees of a terminal."""

    encoding = "utf-8"

    def __init__(self):
        self.text = ""

    def write(self, text):
        self.text += text

    def flush(self):
        return

    def isatty(self):
        return True


def test_a_terminal_shows_what_is_counted(folder, monkeypatch):
    """Behind the rows and the time."""
    terminal = Terminal()
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "200")
    monkeypatch.setattr("checkwright_runner.cli.commands.run.progress._EVERY", 0.0)
    assert cli(*OUT, "--workers", "0", "--ask-rows", "1", stderr=terminal).code == 0
    assert "6 asked" in terminal.text
