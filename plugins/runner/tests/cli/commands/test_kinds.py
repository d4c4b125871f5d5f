"""`checkwright kinds`, `doctor` and `schema`: what is installed, what is wrong with it, what it accepts."""

import json
import os
import zlib
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Literal

import kinds_of_words
import pytest
from command_in_process import cli

from checkwright import CheckSpec, Kind, load_kinds, merged_schema
from checkwright_runner.cli.commands.doctor import problems_of, report
from checkwright_runner.cli.commands.kinds import inventory
from checkwright_runner.cli.commands.schema import schema_text
from checkwright_runner.cli.refused import Refused
from checkwright_runner.cli.screen.table import table
from checkwright_runner.cli.writing.whole_file import whole_file


class Searched(CheckSpec):
    kind: Literal["test.searched"]


def engine_missing():
    raise ImportError("libsearch.so is missing")


def said(kinds, **tools):
    return report(kinds, problems_of(kinds, tools))


def kinds_with(*plugins):
    return load_kinds(plugins=plugins, entry_points=False)


SEARCHED = Kind(
    spec=Searched,
    prepare=lambda spec, toolbox: None,
    engines=lambda: {"search": "10.47", "a\x1b": "1"},
    effects={"net"},
)
BROKEN = Kind(spec=Searched, prepare=lambda spec, toolbox: None, engines=engine_missing)


def test_kinds_are_listed_with_origin_and_state():
    """One line per kind: its name, where it is from, and whether it executes."""
    ran = cli("kinds")
    lines = [line.split(maxsplit=3) for line in ran.out.splitlines()]
    ours = [line for line in lines if line[0].startswith("test.")]
    assert ran.code == 0
    assert ours == [
        ["test.breaks", "kinds_of_words", "(--plugin)", "executes"],
        ["test.says", "kinds_of_words", "(--plugin)", "executes"],
        ["test.told", "kinds_of_words", "(--plugin)", "executes"],
        ["test.words", "kinds_of_words", "(--plugin)", "not executable: read by people"],
    ]


def test_kinds_as_json_says_the_same():
    """The inventory is one JSON list."""
    ran = cli("kinds", "--json")
    found = {one["kind"]: one for one in json.loads(ran.out)}
    assert found["test.words"] == {
        "kind": "test.words",
        "distribution": "kinds_of_words",
        "version": None,
        "entry_point": None,
        "executes": False,
        "why_not": "read by people",
        "engines": {},
        "effects": [],
    }
    assert found["test.says"]["executes"] is True


def test_installed_kinds_name_their_distribution():
    """A kind of an installed package has distribution, version and entry point."""
    for one in json.loads(cli("kinds", "--json", kinds=False).out):
        assert one["distribution"] == f"checkwright-{one['kind'].replace('_', '-')}"
        assert (one["version"], one["entry_point"]) == ("0.1.0", one["kind"])


def test_an_inventory_names_engines_and_effects():
    """Engines come with their versions, escaped."""
    (one,) = inventory(kinds_with(SEARCHED))
    assert one["engines"] == {"a\\x1b": "1", "search": "10.47"}
    assert one["effects"] == ["net"]


def test_a_kind_whose_engines_cannot_be_told_still_executes():
    """The inventory says why they cannot, as the signature of a verdict does, and goes on."""
    (one,) = inventory(kinds_with(BROKEN))
    assert (one["executes"], one["why_not"]) == (True, None)
    assert one["engines"] == {"unknown": "ImportError: libsearch.so is missing"}


def test_doctor_says_what_it_looked_at():
    """Without a problem each kind is listed, with engines, and the last line counts."""
    assert said(kinds_with(SEARCHED, kinds_of_words)).splitlines() == [
        "test.breaks: plugin kinds_of_words",
        "test.says: plugin kinds_of_words",
        f"test.searched: plugin {__name__}, a\\x1b 1, search 10.47",
        "test.told: plugin kinds_of_words",
        "test.words: plugin kinds_of_words, read by people",
        "no problems: 5 kinds from 2 distributions",
    ]


def test_doctor_without_kinds_says_how_to_get_some():
    """Nothing installed is no problem of a plugin, and nothing to be silent about."""
    assert said(kinds_with()).splitlines() == [
        "no kinds are installed; `pip install checkwright` brings the first-party ones",
        "no problems: 0 kinds from 0 distributions",
    ]


def test_doctor_counts_one_as_one():
    """One kind from one distribution."""
    assert said(kinds_with(SEARCHED)).splitlines()[-1] == "no problems: 1 kind from 1 distribution"


def test_doctor_reports_a_missing_engine():
    """What a kind needs and the machine has not is a problem, with the kind and what to do."""
    assert said(kinds_with(BROKEN)).splitlines() == [
        f"plugin {__name__}: the kind 'test.searched' executes, but cannot tell the versions of its "
        "engines: ImportError: libsearch.so is missing",
        "  what to do: reinstall the distribution with what it depends on",
        "1 problem",
    ]


def test_doctor_reports_every_load_problem_in_a_block():
    """Message, lost kinds where they are known, and what to do, for each."""
    future = Kind(spec=Searched, prepare=None, contract=99)
    kinds = kinds_with(future, zlib)
    lines = said(kinds).splitlines()
    first, second = problems_of(kinds)
    assert lines == [
        f"plugin {__name__}: {first.message}",
        "  kinds lost: test.searched",
        f"  what to do: {first.hint}",
        f"plugin zlib: {second.message}",
        f"  what to do: {second.hint}",
        "2 problems",
    ]


def test_doctor_always_says_what_to_do():
    """A problem without a hint is one for the plugin's author."""
    problem = next(one for one in problems_of(kinds_with(object())) if one.hint is None or one.hint)
    kinds = kinds_with()
    kinds.load_problems = (type(problem)("acme 1.0 [x]\x1b[31m", "is odd\n\u202e"),)
    assert said(kinds).splitlines() == [
        "acme 1.0 [x]\\x1b[31m: is odd \\u202e",
        "  what to do: tell the author of the plugin",
        "1 problem",
    ]


def test_doctor_exits_1_when_there_is_a_problem():
    """The code tells a script what the last line tells a person."""
    ran = cli("doctor", "--plugin", "json", kinds=False)
    assert ran.code == 1
    assert "plugin json: " in ran.out
    assert ran.out.splitlines()[-1].partition(" ")[2] in ("problem", "problems")


def test_doctor_exits_0_when_there_is_none(monkeypatch):
    """Where nothing is installed, nothing is broken."""
    monkeypatch.setattr("checkwright.kinds.installed.GROUP", "nobody.offers.this")
    ran = cli("doctor")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.splitlines()[-1] == "no problems: 4 kinds from 1 distribution"


def test_no_kinds_at_all_is_said(monkeypatch):
    """`kinds` without kinds points at the first-party ones."""
    monkeypatch.setattr("checkwright.kinds.installed.GROUP", "nobody.offers.this")
    ran = cli("kinds", kinds=False)
    assert (ran.code, ran.out) == (
        0,
        "no kinds are installed; `pip install checkwright` brings the first-party ones\n",
    )


def test_the_schema_is_the_merged_one_in_canonical_form():
    """Two blanks of indent, no escapes, the order of the merge, one line feed at the end."""
    ran = cli("schema")
    kinds = load_kinds(plugins=[kinds_of_words])
    assert (
        ran.out == schema_text(kinds) == json.dumps(merged_schema(kinds), indent=2, ensure_ascii=False) + "\n"
    )
    assert "test.says" in ran.out


def test_the_schema_is_written_to_a_file(tmp_path):
    """-o gives the same bytes, and leaves nothing beside them."""
    path = tmp_path / "rubric.schema.json"
    assert cli("schema", "-o", path).out == ""
    assert path.read_bytes() == cli("schema").out.encode()
    assert list(tmp_path.iterdir()) == [path]


def test_the_schema_goes_to_stdout_for_a_dash():
    """-o - is stdout."""
    assert cli("schema", "-o", "-").out == cli("schema").out


@pytest.mark.parametrize("name", ["no/such/folder/x", "."])
def test_a_schema_that_cannot_be_written_is_refused(tmp_path, monkeypatch, name):
    """A missing folder, or a folder in the file's place, is one line and code 2."""
    monkeypatch.chdir(tmp_path)
    ran = cli("schema", "-o", name)
    assert (ran.code, ran.out) == (2, "")
    assert f"error: {name}: cannot be written: " in ran.err
    assert list(Path(tmp_path).iterdir()) == []


@pytest.mark.skipif("sys.platform == 'win32'", reason="Windows has no named pipes in a folder")
def test_what_is_no_regular_file_is_written_to_as_it_is(tmp_path):
    """A pipe gets the bytes and stays a pipe."""
    path = tmp_path / "pipe"
    os.mkfifo(path)
    with ThreadPoolExecutor() as other:
        read = other.submit(path.read_bytes)
        assert cli("schema", "-o", path).code == 0
        assert read.result() == cli("schema").out.encode()
    assert path.is_fifo()
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.skipif("sys.platform == 'win32'", reason="Windows has no named pipes in a folder")
def test_a_pipe_whose_reader_went_away_is_refused(tmp_path, capsys):
    """The name of the pipe is said; there is no partial file to point at."""
    path = tmp_path / "pipe"
    os.mkfifo(path)
    reader = os.open(path, os.O_RDONLY | os.O_NONBLOCK)

    def write_on():
        with whole_file(str(path)) as write:
            os.close(reader)
            write(b"x" * 100_000)

    with pytest.raises(Refused) as refused:
        write_on()
    assert refused.value.lines == (f"error: {path}: cannot be written: Broken pipe",)
    assert capsys.readouterr().err == ""


def test_a_link_is_followed(tmp_path):
    """The file that a link names is replaced, not the link."""
    real, link = tmp_path / "real.json", tmp_path / "link.json"
    link.symlink_to(real)
    cli("schema", "-o", link)
    assert link.is_symlink()
    assert real.read_bytes() == cli("schema").out.encode()


def test_a_table_is_aligned_by_what_characters_take():
    """Wide characters count two columns, combining ones none; nothing trails."""
    rows = [["名前", "1", "x"], ["a", "10", "y"], ["e\u0301", "100", ""]]
    assert table(rows, right=frozenset({1})) == ["名前    1  x", "a      10  y", "e\u0301     100"]
