"""The command line as a whole: parsing, exit codes, streams, and what comes from elsewhere."""

import os
import runpy
import sys
from importlib.metadata import version

import pytest
from command_in_process import RUBRIC, cli

from checkwright_runner.cli.main import main
from checkwright_runner.cli.parser import COMMANDS, command_of, file_name, top_parser
from checkwright_runner.cli.screen.printing import is_utf8, note, put


@pytest.fixture
def rubric(tmp_path):
    path = tmp_path / "rubric.yaml"
    path.write_text(RUBRIC, encoding="utf-8")
    return path


def test_without_a_command_it_says_what_there_is():
    """The help goes to stderr, since it is no data, and the code is that of wrong usage."""
    ran = cli(kinds=False)
    assert (ran.code, ran.out) == (2, "")
    assert all(name in ran.err for name in COMMANDS)


def test_help_names_every_command_and_the_exit_codes():
    """`--help` prints to stdout and ends with 0."""
    ran = cli("--help", kinds=False)
    assert (ran.code, ran.err) == (0, "")
    assert all(f"    {name} " in ran.out for name in COMMANDS)
    assert "130 interrupted" in ran.out


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help(command):
    """`COMMAND --help` says what it does and takes --plugin."""
    ran = cli(command, "--help", kinds=False)
    assert ran.code == 0
    assert COMMANDS[command][1:20] in ran.out
    assert "--plugin MODULE" in ran.out


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_is_a_module_with_arguments_and_run(command):
    """The table names modules, each with the two functions that are called."""
    module = command_of(command)
    assert {"arguments", "run"} <= set(module.__all__)


def test_the_version_is_that_of_the_distribution():
    """`--version` prints one line."""
    assert cli("--version", kinds=False).out == f"checkwright {version('checkwright-runner')}\n"


@pytest.mark.parametrize(
    ("argv", "message"),
    [
        (["frob"], "invalid choice: 'frob'"),
        (["score", "r.yaml"], "one of the arguments --response --response-file --case is required"),
        (["score", "r.yaml", "--response", "x", "--case", "c"], "not allowed with argument --response"),
        (["run"], "the following arguments are required: --responses"),
        (["validate"], "the following arguments are required: FILE"),
        (["kinds", "--jso"], "unrecognized arguments: --jso"),
        (["validate", ""], "argument FILE: '' cannot be the name of a file"),
        (["validate", "a\0b"], "argument FILE: 'a\\x00b' cannot be the name of a file"),
        (["validate", "\ud800"], "argument FILE: '\\ud800' cannot be the name of a file"),
        (["kinds", "\x1b[31m"], "unrecognized arguments: \\x1b[31m"),
    ],
)
def test_wrong_usage_is_one_clean_line_and_code_2(argv, message):
    """The message, and under it how the command is used."""
    ran = cli(*argv, kinds=False)
    assert (ran.code, ran.out) == (2, "")
    first, *usage = ran.err.splitlines()
    assert first.startswith("error: ")
    assert message in first
    assert usage[0].startswith("usage: checkwright")


def test_names_that_the_system_gave_as_bytes_are_names():
    """A file name that is not UTF-8 comes with surrogates and is usable all the same."""
    assert file_name("caf\udce9.yaml") == "caf\udce9.yaml"


@pytest.mark.parametrize("order", [0, 1])
def test_plugin_is_taken_before_and_after_the_command(order):
    """The kinds of the module are there in either place."""
    plugin = ["--plugin", "kinds_of_words"]
    ran = cli(*(plugin if order else []), "kinds", *([] if order else plugin), kinds=False)
    assert ran.code == 0
    assert "test.says" in ran.out


def test_plugin_may_be_repeated_on_both_sides():
    """All that are named are loaded."""
    ran = cli(
        "--plugin",
        "kinds_of_words",
        "kinds",
        "--plugin",
        "kinds_of_words",
        kinds=False,
    )
    assert ran.code == 0
    assert ran.out.count("test.says") == 1


def test_the_current_folder_is_importable(tmp_path, monkeypatch):
    """`--plugin` finds a file beside the rubric, and afterwards the search path is as before."""
    (tmp_path / "local_kinds.py").write_text(
        "from kinds_of_words import checkwright_kinds\n", encoding="utf-8"
    )
    monkeypatch.chdir(tmp_path)
    before = list(sys.path)
    ran = cli("kinds", "--plugin", "local_kinds", kinds=False)
    sys.modules.pop("local_kinds")
    assert "test.says" in ran.out
    assert sys.path == before


def test_a_plugin_may_change_the_search_path(tmp_path, monkeypatch):
    """What it takes away is not missed."""
    (tmp_path / "tidy_kinds.py").write_text(
        "import sys\nsys.path[:] = filter(None, sys.path)\nfrom kinds_of_words import checkwright_kinds\n",
        encoding="utf-8",
    )
    monkeypatch.chdir(tmp_path)
    assert cli("kinds", "--plugin", "tidy_kinds", kinds=False).code == 0


@pytest.mark.parametrize(
    ("body", "cause"),
    [
        ("import nowhere_to_be_found", "ModuleNotFoundError: No module named 'nowhere_to_be_found'"),
        ("raise SystemExit(0)", "SystemExit: 0"),
        ("raise ValueError('a\\x1b[31m\\nb')", "ValueError: a\\x1b[31m b"),
        ("(", "SyntaxError: '(' was never closed"),
    ],
)
def test_a_plugin_that_cannot_be_imported_is_wrong_usage(tmp_path, monkeypatch, body, cause):
    """Whatever it raises, one line names the module and the cause."""
    (tmp_path / "broken_kinds.py").write_text(body, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    ran = cli("kinds", "--plugin", "broken_kinds", kinds=False)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith(f"error: --plugin broken_kinds: the module cannot be imported: {cause}")
    assert ran.err.count("\n") == 1


@pytest.mark.parametrize(
    "name", ["nowhere_to_be_found", "", ".", "..x", "a b", "a/b c", "\x1b[31m", "json.nope"]
)
def test_a_plugin_name_of_any_kind_is_answered(name):
    """What is no module is said, in one clean line."""
    ran = cli("kinds", "--plugin", name, kinds=False)
    assert ran.code == 2
    assert "the module cannot be imported" in ran.err
    assert ran.err[:-1].isprintable()


@pytest.mark.parametrize("name", ["./my_kinds.py", "my_kinds.py", "/some/where/my_kinds.py", "some/my_kinds"])
def test_a_path_is_no_name_of_a_module(name):
    """The message says how the module is called."""
    ran = cli("kinds", "--plugin", name, kinds=False)
    said = "that is a path; call the module 'my_kinds', from the folder that it lies in"
    assert (ran.code, ran.err) == (2, f"error: --plugin {name}: {said}\n")


def test_a_plugin_without_kinds_is_a_warning(rubric):
    """A module that offers none disturbs nothing; the note points at doctor, which is to see it as well."""
    ran = cli("score", rubric, "--response", "hello", "--plugin", "json")
    assert ran.code == 0
    assert "`checkwright doctor --plugin json --plugin kinds_of_words` says what to do" in ran.err


def test_an_interrupt_ends_with_130(tmp_path):
    """Ctrl-C is no traceback."""
    path = tmp_path / "r.yaml"
    path.write_text(
        'id: t\nversion: "1.0"\nscoring: {combine: min}\n'
        "checks: [{kind: test.breaks, how: KeyboardInterrupt}]\n",
        encoding="utf-8",
    )
    ran = cli("score", path, "--response", "x")
    assert ran.code == 130
    assert ran.err.endswith("interrupted\n")


@pytest.mark.parametrize("name", ["the disk", None])
def test_an_error_of_the_system_is_one_line(monkeypatch, capsys, name):
    """What nobody expected of a stream is said with its name where it has one, code 2."""

    class Full:
        encoding = "utf-8"

        def write(self, text):
            raise OSError(28, "No space left on device", name)

        def flush(self):
            return

    monkeypatch.setattr(sys, "stdout", Full())
    assert main(["kinds"]) == 2
    where = "'the disk': " if name else ""
    assert capsys.readouterr().err.endswith(f"error: {where}No space left on device\n")


def test_a_closed_pipe_ends_with_141_and_is_forgotten(monkeypatch):
    """What is left in the buffer goes nowhere, so that closing the stream is no second error."""
    read, write = os.pipe()
    os.close(read)
    with os.fdopen(write, "w", encoding="utf-8") as stream:
        monkeypatch.setattr(sys, "stdout", stream)
        assert main(["schema"]) == 141


def test_the_package_runs_as_a_module(monkeypatch):
    """`python -m checkwright_runner` is the command line."""
    monkeypatch.setattr(sys, "argv", ["checkwright", "frob"])
    with pytest.raises(SystemExit) as end:
        runpy.run_module("checkwright_runner", run_name="__main__")
    assert end.value.code == 2


def test_no_streams_at_all_end_it_quietly(monkeypatch, rubric):
    """Without any stream there is no traceback, and a verdict that has nowhere to go is no success."""
    for name in ("stdout", "stderr", "stdin"):
        monkeypatch.setattr(sys, name, None)
    plugin = ["--plugin", "kinds_of_words"]
    assert main(["score", str(rubric), "--response", "hello", *plugin]) == 2
    assert main(["score", str(rubric), "--response-file", "-", *plugin]) == 2
    assert main([]) == 2


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "utf-16", "utf-8"])
def test_any_encoding_of_the_terminal_will_do(tmp_path, encoding):
    """What it has no bytes for is escaped."""
    path = tmp_path / "r.yaml"
    path.write_text(RUBRIC.replace("polite", "höflich😀"), encoding="utf-8")
    ran = cli("score", path, "--response", "hello", encoding=encoding)
    assert ran.code == 0
    shown = "höflich😀".encode(encoding, "backslashreplace").decode(encoding)
    assert f"{shown} (test.says)" in ran.out
    assert (
        cli("score", path, "--response", "hello", "--json", encoding=encoding).rows[0]["checks"][0]["id"]
        == "höflich😀"
    )


def test_a_stream_without_encoding_takes_everything():
    """What a host puts in place of stdout need not say how it encodes."""
    assert is_utf8(None)
    put(None, "x")


def test_a_note_that_nobody_can_read_is_nothing_to_fail_for(monkeypatch):
    """Diagnostics are dropped when stderr is gone."""

    class Gone:
        encoding = "utf-8"

        def write(self, text):
            raise BrokenPipeError

    monkeypatch.setattr(sys, "stderr", Gone())
    assert note("x") is None


HOSTILE = "[bold]\x1b[31m\u202e\u2028\x00\ud800[/bold]"


def test_what_comes_from_elsewhere_is_escaped(tmp_path, monkeypatch):
    """Ids, reasons, file names and values are printed without control or bidi characters, not as markup."""
    monkeypatch.chdir(tmp_path)
    name = "[bold]\x1b[31m\u202e.yaml"
    rubric = 'id: t\nversion: "1.0"\nlabel: "\\e[31m"\nscoring: {combine: all_pass}\nchecks:\n'
    (tmp_path / name).write_text(
        rubric + '  - {kind: test.breaks, id: "[bold]\\e[31m\\u202e", how: dirty reason}\n', encoding="utf-8"
    )
    (tmp_path / "bad.yaml").write_text(rubric + '  - {kind: "[bold]\\e[31m\\u202e"}\n', encoding="utf-8")
    (tmp_path / "rows").write_bytes(
        b'{"question_id": "\\u001b[31m\\u202e", "response": "\\u001b[31m\\u202e"}\n"\\u001b[31m"\n'
    )
    response = HOSTILE.encode("utf-8", "ignore").decode()
    outputs = [
        cli("score", name, "--response", response),
        cli("score", "bad.yaml", "--response", response),
        cli("validate", name, "bad.yaml", "\x1b[31m"),
        cli("run", "--rubric", name, "--responses", "rows", "-o", "out"),
        cli("run", "--rubric", name, "--responses", "\x1b[31m"),
        cli("score", name, "--case", "rows"),
        cli("kinds"),
    ]
    assert [ran.code for ran in outputs] == [0, 1, 2, 3, 2, 2, 0]
    for ran in outputs:
        for line in (ran.out + ran.err).split("\n"):
            assert line.isprintable(), ascii(line)
    assert "[bold]\\x1b[31m\\u202e (test.breaks)" in outputs[0].out
    assert "a b\\x1b[1m\\u202e" in outputs[0].out
    assert "[bold]\\x1b[31m\\u202e" in outputs[1].err
    assert "[bold]\\x1b[31m\\u202e" in outputs[3].err


def test_the_parser_of_a_command_is_filled_when_it_is_used():
    """Making the parser imports no command."""
    for name in COMMANDS:
        sys.modules.pop(f"checkwright_runner.cli.commands.{name}", None)
    top_parser()
    assert not {f"checkwright_runner.cli.commands.{name}" for name in COMMANDS} & set(sys.modules)
