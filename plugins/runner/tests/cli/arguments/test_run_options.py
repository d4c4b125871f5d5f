"""Options that plugins add to `run` and `score`: found when they are asked for, and never in the way."""

import argparse
import json
from typing import ClassVar

import pytest
from command_in_process import cli
from kinds_that_ask import Counts

from checkwright import InvalidDocument, Problem, Provider, Role, load_providers
from checkwright_runner.cli.arguments import run_options
from checkwright_runner.cli.arguments.run_options import RUN_OPTIONS, RunSupplies
from checkwright_runner.cli.parser import top_parser

RUBRIC = 'id: t\nversion: "1.0"\nchecks: [{kind: test.says, word: hello}]\nscoring: {combine: all_pass}\n'
DIGEST = ["one"]


class Options:
    """Add `--vault`, which must not be `broken`."""

    def add_arguments(self, parser):
        parser.add_argument("--vault", dest="vault_name", help="the vault to use")

    def supplies(self, request):
        if request.arguments.vault_name == "wrong":
            raise ValueError("--vault wrong: there is no such vault")
        if request.arguments.vault_name == "broken":
            raise OSError("the door is stuck")
        if request.arguments.vault_name == "torn":
            raise InvalidDocument([Problem("v.yaml", "no lock", 1, 2), Problem("v.yaml", "no key", 3, 4)])
        if request.arguments.vault_name == "old":
            return RunSupplies(warnings=("v.yaml:1:1: warning: the lock is old\x1b",))
        place = f"{len(request.questions)} questions in {request.folder}"
        if request.arguments.vault_name == "twice":
            vault = Provider(Role("vault"), "a", object)
            return RunSupplies(providers=[vault, Provider(Role("vault"), "a", object)])
        return RunSupplies(digests={"the vault": DIGEST[0] + place})


class Broken:
    def add_arguments(self, parser):
        raise SystemExit("no")


@pytest.fixture
def installed(monkeypatch):
    """Let two packages with options be installed; return how often somebody looked."""
    looked = []

    def load(**options):
        looked.append(options)
        there = [Provider(RUN_OPTIONS, "broken", Broken), Provider(RUN_OPTIONS, "vault", Options)]
        return load_providers(plugins=there, entry_points=False)

    monkeypatch.setattr(run_options, "load_providers", load)
    return looked


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "r.yaml").write_text(RUBRIC)
    (tmp_path / "q.yaml").write_text("questions: [{id: a, input: hi}, {id: b, input: hi}]\n")
    (tmp_path / "rows.jsonl").write_text(
        "".join(json.dumps({"question_id": name, "response": "hello"}) + "\n" for name in "ab")
    )
    return tmp_path


SCORE = ("score", "r.yaml", "--response", "hello")
RUN = ("run", "--rubric", "r.yaml", "--dataset", "q.yaml", "--responses", "rows.jsonl", "-o", "out.jsonl")


def test_nobody_looks_for_options_that_are_not_given(installed, folder):
    """To find them takes longer than to score a response."""
    assert cli(*SCORE).code == 0
    assert cli(*RUN, "--workers", "0").code == 0
    assert installed == []


@pytest.mark.parametrize("command", ["run", "score"])
def test_help_shows_them(installed, command, capsys):
    """Beside the command's own."""
    with pytest.raises(SystemExit):
        top_parser().parse_args([command, "--help"])
    assert "--vault VAULT_NAME" in capsys.readouterr().out
    assert len(installed) == 1


@pytest.mark.parametrize(
    ("argv", "code", "message"),
    [
        ((*SCORE, "--vault", "fine"), 0, ""),
        ((*SCORE, "--vault=fine"), 0, ""),
        ((*SCORE, "--vault", "wrong"), 2, "error: --vault wrong: there is no such vault\n"),
        ((*SCORE, "--vault", "broken"), 2, "error: the options of vault cannot be read: OSError: the door"),
        ((*SCORE, "--vault", "twice"), 2, "error: the vault a is given twice\n"),
        ((*SCORE, "--valt", "fine"), 2, "error: unrecognized arguments: --valt fine"),
        (("validate", "r.yaml", "--vault", "fine"), 2, "error: unrecognized arguments: --vault fine"),
    ],
)
def test_an_option_of_a_plugin_is_read(installed, folder, argv, code, message):
    """What makes no sense is refused in its words; other commands do not know it."""
    ran = cli(*argv)
    assert (ran.code, message in ran.err) == (code, True), ran.err


def test_every_mistake_of_a_file_that_an_option_names_is_shown(installed, folder):
    ran = cli(*SCORE, "--vault", "torn")
    assert (ran.code, ran.err.splitlines()) == (
        2,
        ["v.yaml:1:2: error: no lock", "v.yaml:3:4: error: no key"],
    )


def test_warnings_of_options_are_said_and_nothing_ends(installed, folder):
    ran = cli(*SCORE, "--vault", "old")
    assert (ran.code, ran.err.splitlines()) == (0, ["v.yaml:1:1: warning: the lock is old\\x1b"])


def test_what_an_option_brings_decides_whether_a_run_goes_on(installed, folder, monkeypatch):
    """A digest that changed is told by its name; the questions and their folder are there to make it."""
    argv = (*RUN, "--workers", "0", "--vault", "fine")
    assert cli(*argv).code == 0
    summary = json.loads((folder / "out.jsonl.summary.json").read_text())
    assert summary["supplies"] == {"the vault": f"one2 questions in {folder}"}
    monkeypatch.setitem(globals(), "DIGEST", ["other"])
    ran = cli(*argv, "--resume")
    assert (ran.code, "the vault changed" in ran.err) == (2, True), ran.err


def test_a_parser_of_a_host_needs_no_options():
    """Arguments that were made elsewhere come to nothing."""
    assert run_options.supplies_of(argparse.Namespace(), (), [], None) == RunSupplies()


class Given:
    """Supply what it is told."""

    def __init__(self, **given):
        self.given = given

    def add_arguments(self, parser):
        pass

    def supplies(self, request):
        return RunSupplies(**self.given)


class Old:
    """What a package supplies that was made before there was more."""

    providers = (Provider(Role("vault"), "old", object),)
    lookups: ClassVar = {}
    digests: ClassVar = {"the vault": "x"}


class OfOld(Given):
    def supplies(self, request):
        return Old()


def supplied(**options):
    arguments = argparse.Namespace(run_options=tuple(options.items()))
    return run_options.supplies_of(arguments, (), [], None)


def test_what_several_options_supply_comes_together(installed):
    """The fewest rows at a time, all that is kept and required, dry when one is."""
    one = Given(rows_at_a_time=4, kept=(".a", ".b"), required=frozenset({"judge"}), digests={"x": "1"})
    two = Given(rows_at_a_time=8, kept=(".b", ".c"), required=frozenset({"network"}), dry=True)
    found = supplied(one=one, none=Given(), two=two)
    assert (found.rows_at_a_time, found.kept, found.dry) == (4, (".a", ".b", ".c"), True)
    assert (found.required, found.digests, found.tally) == ({"judge", "network"}, {"x": "1"}, None)


def test_each_tally_has_the_name_of_its_options(installed):
    """So that two that say the same word stay apart."""
    found = supplied(one=Given(tally=Counts()), none=Given(), two=Given(tally=Counts()))
    assert found.tally.to_dict() == {"one": {"asked": 0}, "two": {"asked": 0}}


def test_a_package_need_not_know_what_may_be_supplied_now(installed):
    """What it does not say is as if nothing were asked for."""
    found = supplied(old=OfOld())
    assert found == RunSupplies(Old.providers, {}, {"the vault": "x"})
