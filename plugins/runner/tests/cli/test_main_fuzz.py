"""Throw random arguments and files at the command line: an exit code, never a traceback."""

import contextlib
import json

import pytest
from command_in_process import RUBRIC, cli
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

#: Run by `make long`, and in CI.
pytestmark = pytest.mark.long

FUZZ = settings(
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
ROWS = (
    b'{"question_id": 1, "response": "hello", "tool_calls": [{"name": "f"}], "m": 1.5}\n{"response": null}\n'
)
CASE = b'{"response": "hello", "question": {"id": "Q"}, "tool_calls": [], "id": 1}'

BOM = b"\xef\xbb\xbf"

#: Random text that cannot lead out of the folder.
TEXT = st.text(max_size=12).map(lambda text: text.replace("/", "").replace("\\", ""))
NAMES = st.sampled_from(
    ["rubric.yaml", "bad.yaml", "rows.jsonl", "case.json", "none", "folder", ".", "-", "", "\0", "\udce9"]
)
OPTIONS = st.sampled_from(
    [
        *("--json", "-o", "--output", "--rubric", "--responses", "--response", "--response-file", "--case"),
        *("--dataset", "--rubrics", "--question", "--"),
    ]
)
COMMANDS = st.sampled_from(["kinds", "doctor", "schema", "validate", "score", "run", "criteria"])
PLUGINS = st.sampled_from(
    [["--plugin", name] for name in ("kinds_of_words", "json", "none.such", "", "\x1b")]
)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    path = tmp_path_factory.mktemp("fuzz")
    (path / "rubric.yaml").write_text(RUBRIC, encoding="utf-8")
    (path / "bad.yaml").write_text(RUBRIC[:60], encoding="utf-8")
    (path / "rows.jsonl").write_bytes(ROWS)
    (path / "case.json").write_bytes(CASE)
    (path / "folder").mkdir()
    with contextlib.chdir(path):
        yield path


def harmless(ran):
    """An exit code of the table, and nothing on stderr or in a text that a terminal would act on."""
    assert ran.code in (0, 1, 2, 3)
    assert "Traceback" not in ran.err
    for line in ran.err.split("\n"):
        assert line.isprintable()


@FUZZ
@given(
    command=COMMANDS | TEXT,
    arguments=st.lists(OPTIONS | NAMES | TEXT | st.sampled_from(["--help", "--version"]), max_size=8),
    plugins=st.lists(PLUGINS, max_size=2),
    stdin=st.binary(max_size=50),
)
def test_fuzz_any_arguments_give_an_exit_code(folder, command, arguments, plugins, stdin):
    """Commands, options, names and texts in any order."""
    argv = [command, *arguments, *(part for plugin in plugins for part in plugin)]
    harmless(cli(*argv, stdin=stdin, kinds=False))


PIECES = [
    *b'\0 \xff \xed\xa0\x80 \\ud800 \xe2\x80\xae \x1b[31m null ] { } " &a *a !!x # 1e999 NaN \r'.split(b" "),
    *(b"", b"<<: ", b"? ", b"- ", b"\t", b"\n", b": ", b"[" * 600, b"9" * 5000, b"9" * 30),
]


def mutations(*texts):
    """Cuts and splices of good texts, and bytes that never were one."""

    def spliced(text, start, length, middle):
        start = min(start, len(text))
        return text[:start] + middle + text[start + length :]

    pieces = st.sampled_from(PIECES)
    good = st.builds(
        spliced,
        st.sampled_from(texts),
        st.integers(0, 160),
        st.integers(0, 20),
        pieces | st.binary(max_size=8),
    )
    return (
        good
        | st.builds(spliced, good, st.integers(0, 160), st.integers(0, 20), pieces)
        | st.binary(max_size=40)
    )


@FUZZ
@given(rubric=mutations(RUBRIC.encode(), json.dumps({"id": "t", "checks": [{"kind": "test.says"}]}).encode()))
def test_fuzz_any_rubric_file_gives_an_exit_code(folder, rubric):
    """Every problem is a located line, and what is valid is graded."""
    (folder / "fuzzed.yaml").write_bytes(rubric)
    ran = cli("validate", "fuzzed.yaml")
    harmless(ran)
    assert ran.code in (0, 1)
    for line in ran.out.splitlines():
        assert line.isprintable()
        assert line.startswith("fuzzed.yaml:")
    scored = cli("score", "fuzzed.yaml", "--response", "hello")
    harmless(scored)
    assert ran.code or scored.out


@FUZZ
@given(rows=mutations(ROWS, ROWS * 2), case=mutations(CASE))
def test_fuzz_any_response_file_gives_a_verdict_per_row(folder, rows, case):
    """Whatever a line holds, it becomes a verdict of its own; a case is graded or refused."""
    (folder / "fuzzed.jsonl").write_bytes(rows)
    (folder / "fuzzed.json").write_bytes(case)
    ran = cli("run", "--rubric", "rubric.yaml", "--responses", "fuzzed.jsonl", "--workers", "0")
    harmless(ran)
    lines = [
        number
        for number, line in enumerate(rows.split(b"\n"), 1)
        if line.removeprefix(b"\xef\xbb\xbf").strip()
    ]
    assert [row["line"] for row in ran.rows] == lines
    assert all(row["rubric"] == "rubric/greeting@1.0" for row in ran.rows)
    harmless(cli("score", "rubric.yaml", "--case", "fuzzed.json", "--json"))
