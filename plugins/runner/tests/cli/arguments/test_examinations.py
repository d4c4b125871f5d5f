"""Examinations that plugins add to `doctor`: found, read together, and never in the way."""

import argparse

import pytest
from command_in_process import cli

from checkwright import Provider, load_providers
from checkwright_runner.cli.arguments import examinations
from checkwright_runner.cli.arguments.examinations import EXAMINATION, Finding, findings_of


class Vault:
    """Add `--vault`, and find what its value says."""

    def add_arguments(self, parser):
        parser.add_argument("--vault", default="", help="look at this vault")

    def findings(self, arguments, providers):
        if arguments.vault == "nonsense":
            raise ValueError("--vault nonsense makes no sense")
        if arguments.vault == "stuck":
            yield Finding("vault stuck", True, "begins well")
            raise OSError("the door is stuck")
        if arguments.vault == "odd":
            yield "holds gold"
        if arguments.vault == "ended":
            raise SystemExit(0)
        if arguments.vault == "count":
            yield Finding("vault count", True, f"{len(providers)} providers")
        if arguments.vault in ("sound", "empty"):
            yield Finding("vault one", True, "holds gold")
        if arguments.vault == "empty":
            yield Finding("vault two", False, "is empty\nand dusty", "fill it\u202e")


class Broken:
    def add_arguments(self, parser):
        raise SystemExit("no")


class Bare:
    """What a package gives that does not know the runner's class."""

    subject, is_fine, words, hint = "bare", False, "tells it anyway", None

    def add_arguments(self, parser):
        parser.add_argument("--bare", action="store_true")

    def findings(self, arguments, providers):
        return [self] if arguments.bare else []


@pytest.fixture
def installed(monkeypatch):
    def load(**options):
        del options
        offered = [("broken", Broken), ("vault", Vault), ("bare", Bare)]
        there = [Provider(EXAMINATION, name, opened) for name, opened in offered]
        return load_providers(plugins=there, entry_points=False)

    monkeypatch.setattr(examinations, "load_providers", load)


def doctor(*argv):
    """Return the exit code, and the lines that stand below what is always told.

    A machine may lack what a kind executes; then the command fails anyway, and the code says nothing.
    """
    always = cli("doctor", kinds=False)
    ran = cli("doctor", *argv, kinds=False)
    assert (ran.err, ran.out.startswith(always.out)) == ("", True)
    lines = ran.out.removeprefix(always.out).splitlines()
    told_badly = any(not line.startswith(("vault one: ", "vault count: ")) for line in lines)
    assert ran.code == max(always.code, told_badly)
    return int(told_badly), lines


def test_what_is_not_asked_for_is_not_told(installed):
    assert doctor() == (0, [])


def test_fine_findings_are_told_and_change_no_exit_code(installed):
    assert doctor("--vault", "sound") == (0, ["vault one: holds gold"])


def test_one_finding_that_is_not_fine_makes_the_command_fail(installed):
    """Each is one clean line, with what to do below."""
    lines = ["vault one: holds gold", "vault two: is empty and dusty", "  what to do: fill it\\u202e"]
    assert doctor("--vault", "empty") == (1, lines)


def test_options_that_make_no_sense_are_told_in_their_words(installed):
    assert doctor("--vault", "nonsense") == (1, ["vault: --vault nonsense makes no sense"])


def test_an_examination_that_breaks_is_a_finding_and_the_others_go_on(installed):
    code, lines = doctor("--vault", "stuck", "--bare")
    assert code == 1
    assert "vault: the examination broke: OSError: the door is stuck" in lines
    assert "  what to do: upgrade it, or tell its author" in lines
    assert "bare: tells it anyway" in lines


def test_what_was_found_before_an_examination_broke_is_told(installed):
    assert "vault stuck: begins well" in doctor("--vault", "stuck")[1]


def test_what_is_no_finding_breaks_its_examination(installed):
    code, (line, _) = doctor("--vault", "odd")
    assert (code, line.startswith("vault: the examination broke: AttributeError")) == (1, True)


def test_an_examination_cannot_end_the_process(installed):
    assert doctor("--vault", "ended") == (
        1,
        ["vault: the examination broke: SystemExit: 0", "  what to do: upgrade it, or tell its author"],
    )


def test_an_examination_sees_what_fills_roles_here(installed):
    code, (line,) = doctor("--vault", "count")
    assert (code, line.endswith(" providers")) == (0, True)
    assert not line.endswith(" 0 providers")


def test_a_finding_need_not_be_of_the_class_of_the_runner(installed):
    assert doctor("--bare") == (1, ["bare: tells it anyway"])


def test_a_parser_of_a_host_needs_no_examinations():
    assert list(findings_of(argparse.Namespace(), load_providers(entry_points=False))) == []
