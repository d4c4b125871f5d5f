"""What options of plugins make of scoring one response: what they make of a run, as far as there is one."""

import json

import pytest
from command_in_process import cli
from kinds_that_ask import Counts, Options, offered

from checkwright import load_providers
from checkwright_runner.cli.arguments import run_options

RUBRIC = 'id: t\nversion: "1.0"\nchecks: [{kind: test.asks, id: judged}]\nscoring: {combine: all_pass}\n'
SCORE = ("score", "r.yaml", "--plugin", "kinds_that_ask", "--response")


@pytest.fixture
def options(monkeypatch):
    options = Options(Counts())

    def load(**_):
        return load_providers(plugins=offered(ask=options), entry_points=False)

    monkeypatch.setattr(run_options, "load_providers", load)
    return options


@pytest.fixture
def folder(tmp_path, monkeypatch, options):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "r.yaml").write_text(RUBRIC)
    return tmp_path


def test_a_tally_is_told_behind_the_verdict(folder, options):
    """On the standard error; there is nothing to keep, and nothing to go on with."""
    ran = cli(*SCORE, "x", "--json", "--ask-rows", "4", "--ask-keep", ".replies")
    assert (ran.code, json.loads(ran.out)["passed"], ran.err) == (0, True, "asked for 1 rows\n")
    assert (options.request.partial, options.request.fresh) == (None, True)


def test_without_a_tally_nothing_more_is_told(folder, options):
    """As ever."""
    options.tally = None
    assert cli(*SCORE, "x", "--ask-rows", "4").err == ""
    assert cli(*SCORE, "x", "--ask-dry").out == ""


@pytest.mark.parametrize(("checks", "code"), [("test.asks", 0), ("test.breaks, how: KeyError", 3)])
def test_a_dry_one_prints_the_tally_alone(folder, checks, code):
    """An error is one all the same."""
    (folder / "r.yaml").write_text(RUBRIC.replace("test.asks", checks))
    ran = cli(*SCORE, "x", "--ask-dry")
    assert (ran.code, ran.out, ran.err) == (code, "asked for 1 rows\n", "")


def test_a_check_may_end_it(folder, options):
    """Then there is no verdict."""
    ran = cli(*SCORE, "stop", "--ask-rows", "4")
    assert (ran.code, ran.out) == (3, "")
    assert ran.err == "error: stopped: no more is paid for: stop\n"
    assert options.tally.verdicts == []


def test_nothing_is_scored_when_something_that_is_required_is_missing(folder):
    """A line says what."""
    (folder / "r.yaml").write_text(RUBRIC.replace("test.asks", "test.asks, how: missing"))
    ran = cli(*SCORE, "x", "--ask-require", "judge")
    assert (ran.code, ran.out, ran.err) == (2, "", "error: rubric/t@1.0: judged: no key is set\n")
    assert cli(*SCORE, "x").code == 3
