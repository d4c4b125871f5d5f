"""`--schemas` and `--tool`: what a run provides by its arguments, and what it gives back at its end."""

import json
import os
import signal
import threading
from pathlib import Path
from types import SimpleNamespace

import kinds_that_hold
import pytest
from command_in_process import cli
from runs_in_process import Job, graded, rubric_of

from checkwright import Kind, NotExecutable, hookimpl, load_kinds
from checkwright_runner.cli.commands.doctor import problems_of
from checkwright_runner.cli.commands.kinds import inventory

RUBRIC = """\
id: keeping
version: "1.0"
checks: [{kind: test.keeps}]
scoring: {combine: all_pass}
"""
PLUGIN = ("--plugin", "kinds_that_hold")
RUN = ("run", "--rubric", "rubric.yaml", "--responses", "rows.jsonl")
SCORE = ("score", "rubric.yaml", "--response", "x")

pytestmark = pytest.mark.skipif("sys.platform == 'win32'", reason="a script is no program there")


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name in ("kept", "schemas", "tools"):
        Path(name).mkdir()
    Path("rubric.yaml").write_text(RUBRIC, encoding="utf-8")
    Path("rows.jsonl").write_text('{"response": "x"}\n' * 40, encoding="utf-8")
    Path("schemas/order@1.0.json").write_text('{"type": "object"}', encoding="utf-8")
    Path("tools/shout").write_text("#!/bin/sh\necho 8.4\n", encoding="utf-8")
    Path("tools/shout").chmod(0o755)
    return tmp_path


def kept():
    """Name what was taken and not given back."""
    return [path.name for path in Path("kept").iterdir()]


def reasons(ran):
    return {check["reason"] for row in ran.rows for check in row["checks"]}


GIVEN = ("--schemas", "schemas", "--tool", "shout=tools/shout")
PROVIDED = {"schema {'type': 'object'}, tool shout"}


@pytest.mark.parametrize("argv", [(*SCORE, "--json"), (*RUN, "--workers", "0"), (*RUN, "--workers", "2")])
def test_checks_get_what_the_arguments_name(folder, argv):
    """In this process and in workers; without arguments they get nothing; at the end all is given back."""
    ran = cli(*argv, *GIVEN, *PLUGIN)
    assert (ran.code, reasons(ran)) == (0, PROVIDED)
    assert reasons(cli(*argv, *PLUGIN)) == {"schema None, tool None"}
    assert kept() == []


def test_validate_prepares_with_what_the_arguments_name(folder):
    """And gives back what that took."""
    ran = cli("validate", "rubric.yaml", *GIVEN, *PLUGIN)
    assert (ran.code, kept()) == (0, [])


@pytest.mark.parametrize("command", [SCORE, RUN, ("validate", "rubric.yaml"), ("kinds",), ("doctor",)])
@pytest.mark.parametrize(
    ("tool", "words"),
    [
        ("shout", "'shout' is not of the form NAME=PATH"),
        ("=tools/shout", "'=tools/shout' is not of the form NAME=PATH"),
        ("a b=tools/shout", "'a b=tools/shout' is not of the form NAME=PATH"),
        ("shout=", "'' cannot be the name of a file"),
        ("shout=none\x1b", "shout: there is no file 'none\\x1b'"),
        ("shout=rubric.yaml", "shout: 'rubric.yaml' is not a program that can be executed"),
        ("shout=tools", "shout: 'tools' is not a program that can be executed"),
        (f"shout={'a' * 9999}", "File name too long"),
    ],
)
def test_what_names_no_program_is_wrong_usage(folder, command, tool, words):
    """One line that says which and why, then the usage; code 2."""
    ran = cli(*command, "--tool", tool, *PLUGIN)
    first = ran.err.splitlines()[0]
    assert (ran.code, ran.out) == (2, "")
    assert first.startswith("error: argument --tool: ")
    assert words in first


def test_a_tool_that_is_named_twice_is_refused(folder):
    """Unless it is the same program."""
    Path("tools/other").symlink_to("shout")
    ran = cli(*SCORE, "--tool", "shout=tools/shout", "--tool", "shout=tools/other", *PLUGIN)
    assert (ran.code, ran.out) == (2, "")
    paths = " and ".join(str(folder / "tools" / name) for name in ("shout", "other"))
    assert ran.err == f"error: --tool shout: given twice, as {paths}\n"
    assert cli(*SCORE, *["--tool", "shout=tools/other"] * 2, *PLUGIN).code == 0


def test_problems_of_schemas_are_noted_and_end_nothing(folder):
    """Located, on the standard error; a folder that cannot be read is refused."""
    Path("schemas/bad@1.0.json").write_text("[", encoding="utf-8")
    Path("schemas/odd.json").write_text("{}", encoding="utf-8")
    for argv in (SCORE, RUN, ("validate", "rubric.yaml")):
        ran = cli(*argv, "--schemas", "schemas", *PLUGIN)
        assert ran.code == 0
        first, second = ran.err.splitlines()[:2]
        assert first.startswith("schemas/bad@1.0.json:1:2: error: ")
        assert second.startswith("schemas/odd.json: error: the name 'odd' is not of the form <id>@<version>")
        ran = cli(*argv, "--schemas", "none", *PLUGIN)
        assert (ran.code, ran.out) == (2, "")
        assert ran.err == "error: none: cannot be read: No such file or directory\n"


@pytest.mark.parametrize("argv", [SCORE, (*RUN, "--workers", "0")])
def test_what_is_not_given_back_is_a_warning(folder, argv):
    """With the kind; the verdicts and the exit code stay."""
    Path("rubric.yaml").write_text(RUBRIC.replace("}]", ", fails: true}]"), encoding="utf-8")
    ran = cli(*argv, *PLUGIN)
    line = "plugin kinds_that_hold, kind test.keeps: what it took could not be given back: OSError: is gone"
    assert (ran.code, f"warning: {line}" in ran.err.splitlines()) == (0, True)


def test_a_worker_says_what_it_could_not_give_back(folder, capfd):
    """On the standard error, which it shares."""
    kinds = load_kinds(plugins=[kinds_that_hold], entry_points=False)
    job = Job(rubric_of(kinds, {"kind": "test.keeps", "fails": True}))
    _, totals = graded(job, kinds, {"response": "x"}, workers=1, plugins=["kinds_that_hold"])
    assert totals.passed == 1
    line = "plugin kinds_that_hold, kind test.keeps: what it took could not be given back: OSError: is gone"
    assert capfd.readouterr().err == f"warning: {line}\n"


def _began():
    """Wait until a row loops."""
    with Path("begun").open("rb") as stream:
        stream.read()


@pytest.mark.parametrize("workers", [0, 1, 2])
def test_ctrl_c_gives_back(folder, workers):
    """What idle workers, one in the middle of a row, and this process took; nobody is left behind."""
    os.mkfifo("begun")
    kinds = load_kinds(plugins=[kinds_that_hold], entry_points=False)
    job = Job(rubric_of(kinds, {"kind": "test.keeps"}))

    def press():
        _began()
        assert kept() != []
        os.kill(os.getpid(), signal.SIGINT)

    thread = threading.Thread(target=press)
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        thread.start()
        with pytest.raises(KeyboardInterrupt):
            graded(
                job,
                kinds,
                *[{"response": "x"}, {"response": "loop"}],
                workers=workers,
                plugins=["kinds_that_hold"],
            )
    finally:
        signal.signal(signal.SIGINT, before)
    thread.join()
    assert kept() == []


def test_a_changed_schema_refuses_to_resume(folder):
    """It is named; one that nobody looked up may change, and so may a tool that no kind notes."""
    out = (*RUN, "--workers", "0", "-o", "out.jsonl")
    assert cli(*out, *GIVEN, *PLUGIN).code == 0
    summary = json.loads(Path("out.jsonl.summary.json").read_text(encoding="utf-8"))
    (signature,) = summary["rubrics"].values()
    assert list(signature["schemas"]) == ["schema/order@1.0"]
    assert signature["kinds"]["test.keeps"]["engines"] == {"shout": "8.4 "}
    inputs = {name: value for name, value in summary.items() if name != "totals"}

    def resumed():
        Path("out.jsonl.partial.json").write_text(json.dumps(inputs), encoding="utf-8")
        Path("out.jsonl.partial").write_bytes(b"")
        return cli(*out, "--resume", *GIVEN, *PLUGIN)

    assert resumed().code == 0
    Path("schemas/other@1.0.json").write_text("true", encoding="utf-8")
    assert resumed().code == 0
    Path("schemas/order@1.0.json").write_text('{"type": "array"}', encoding="utf-8")
    Path("tools/shout").write_text("#!/bin/sh\necho 8.5\n", encoding="utf-8")
    ran = resumed()
    assert ran.code == 2
    assert "since of what it began with schema/order@1.0 changed, the kind test.keeps changed; " in ran.err


def test_kinds_say_why_they_are_not_executed_here(folder):
    """In the table and as JSON; a tool that is named makes a difference."""
    ran = cli("kinds", *PLUGIN)
    (line,) = (line for line in ran.out.splitlines() if line.startswith("test.keeps"))
    assert line.endswith("not executable: there is no program shout\\x1b")
    for argv, executes, why in (((), False, "there is no program shout\\x1b"), (GIVEN[2:], True, None)):
        found = {one["kind"]: one for one in json.loads(cli("kinds", "--json", *argv, *PLUGIN).out)}
        assert (found["test.keeps"]["executes"], found["test.keeps"]["why_not"]) == (executes, why)


def test_doctor_reports_a_missing_tool(folder):
    """With what to do; exit 1, unless the run names it."""
    ran = cli("doctor", *PLUGIN)
    assert ran.code == 1
    at = ran.out.splitlines().index(
        "plugin kinds_that_hold: the kind 'test.keeps' is not executed here: there is no program shout\\x1b"
    )
    assert ran.out.splitlines()[at + 1] == (
        "  what to do: install what is missing, or give its path: --tool NAME=PATH"
    )
    assert "is not executed here: there is no program shout" not in cli("doctor", *GIVEN[2:], *PLUGIN).out


def test_a_program_that_the_run_names_and_nothing_takes_is_told_as_such(folder):
    """No engine of another program is named beside it, and the advice is to name one that works."""
    kinds = kinds_with(lambda _: "it does not start", lambda: {"shouter": "2.1"})
    given = {"shout": "nowhere/shout"}
    (one,) = inventory(kinds, given)
    assert (one["why_not"], one["engines"]) == ("it does not start", {})
    (problem,) = problems_of(kinds, given)
    assert problem.hint == ("install what is missing, or give the path of one that works: --tool NAME=PATH")
    (one,) = inventory(kinds_with(lambda _: None, lambda: {"shouter": "2.1"}), given)
    assert one["engines"] == {"shouter": "2.1"}


def kinds_with(missing, engines=dict):
    kind = Kind(
        spec=kinds_that_hold.Keeps,
        prepare=kinds_that_hold.prepare,
        missing=missing,
        engines=engines,
    )
    offer = hookimpl(lambda: [kind])
    return load_kinds(plugins=[SimpleNamespace(checkwright_kinds=offer)], entry_points=False)


def breaks(toolbox):
    toolbox.on_close(lambda: GIVEN_BACK.append("broken"))
    raise SystemExit("no\nidea")


def declines(toolbox):
    toolbox.on_close(lambda: GIVEN_BACK.append("declined"))
    raise NotExecutable("there is no shout")


GIVEN_BACK = []


def test_a_kind_that_cannot_tell_is_contained(folder):
    """What it raises is said, and NotExecutable is its reason; what it took is given back."""
    GIVEN_BACK.clear()
    (one,) = inventory(kinds_with(breaks))
    assert (one["executes"], one["why_not"]) == (
        False,
        "it cannot tell whether it can be: SystemExit: no idea",
    )
    (problem,) = problems_of(kinds_with(breaks))
    assert problem.message == (
        "the kind 'test.keeps' cannot tell whether it can be executed here: SystemExit: no idea"
    )
    (one,) = inventory(kinds_with(declines))
    assert (one["executes"], one["why_not"]) == (False, "there is no shout")
    (problem,) = problems_of(kinds_with(declines))
    assert problem.message == "the kind 'test.keeps' is not executed here: there is no shout"
    assert GIVEN_BACK == ["broken", "broken", "declined", "declined"]


def test_vocabulary_is_not_missing_anything():
    """Nobody executes it anywhere, so there is nothing to install."""
    kinds = load_kinds(
        plugins=[Kind(spec=kinds_that_hold.Keeps, prepare=None, missing=lambda toolbox: "a tool")],
        entry_points=False,
    )
    assert problems_of(kinds) == []
    assert inventory(kinds)[0]["why_not"] == "vocabulary only"


def test_a_tool_that_no_kind_starts_is_a_warning(tmp_path, monkeypatch):
    """A misspelt name would otherwise leave the usual program in its place, unsaid."""
    monkeypatch.chdir(tmp_path)
    Path("php").write_text("#!/bin/sh\n")
    Path("php").chmod(0o755)
    for name, hint in (("PHP", "did you mean 'php'?"), ("foo", "they start: php")):
        ran = cli("kinds", "--tool", f"{name}=php", kinds=False)
        warning = f"warning: --tool {name}: no kind here says that it starts such a program ({hint})\n"
        assert (ran.code, warning in ran.err) == (0, True), ran.err
