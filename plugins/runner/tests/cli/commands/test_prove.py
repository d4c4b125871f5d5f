"""`checkwright prove`: a kind is held to the contract by the command line, if the kit is there."""

import json
import sys

import pytest
from command_in_process import cli

KIND = '''
"""A kind in one file."""
from typing import Literal
from pydantic import PositiveInt
from checkwright import CheckSpec, Kind, NotExecutable, Outcome, hookimpl


class WordLimit(CheckSpec):
    kind: Literal["acme.NAME"]
    max_words: PositiveInt


def prepare(spec, toolbox):
    def execute(case):
        words = len(case.text.split())
        return Outcome.judge(words <= spec.max_words, f"{words} words, at most {spec.max_words} allowed")
    return execute


KIND = Kind(spec=WordLimit, prepare=prepare)


@hookimpl
def checkwright_kinds():
    return [KIND]
'''
EXAMPLES = """
- {check: {kind: acme.NAME, max_words: 2}, response: one two, passed: true}
- {check: {kind: acme.NAME, max_words: 2}, response: one two three, passed: false, reason: 3 words}
"""


@pytest.fixture
def prove(tmp_path, monkeypatch):
    """Give a function that writes a kind into the current folder and proves it with little effort."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("CHECKWRIGHT_EXAMPLES", "2")
    monkeypatch.delenv("CHECKWRIGHT_REQUIRE_TOOLS", raising=False)

    def run(name, *arguments, right="", written=""):
        source = KIND.replace(right, written) if right else KIND
        module = f"prove_{name}"
        (tmp_path / f"{module}.py").write_text(source.replace("NAME", name), encoding="utf-8")
        (tmp_path / "examples.yaml").write_text(EXAMPLES.replace("NAME", name), encoding="utf-8")
        monkeypatch.delitem(sys.modules, module, raising=False)
        return cli("prove", f"acme.{name}", "--plugin", module, *arguments, kinds=False)

    return run


def test_a_kind_that_keeps_the_contract_is_proven(prove):
    """One line says how many laws there are and that all are kept; the exit code is 0."""
    ran = prove("honest")
    assert (ran.code, ran.err) == (0, "")
    name, laws, kept = ran.out.rstrip("\n").split(": ")
    count = laws.removesuffix(" laws")
    assert (name, kept) == ("acme.honest", f"{count} kept")
    assert int(count) >= 28


def test_a_breach_is_shown_shrunk_and_gives_1(prove):
    """Law, finding, the shortest check and the shortest response stand in the output."""
    ran = prove("raising", right="len(case.text.split())", written="len(case.text.split()[-1])")
    assert ran.code == 1
    assert "acme.raising breaks the law prepare_and_execute_raise_nothing_undeclared\n" in ran.out
    assert (
        "\n  broken:   raised IndexError: list index out of range (prove_raising.py:15 in execute)\n"
        in ran.out
    )
    assert '\n  check:    {"kind": "acme.raising", "max_words": 1}\n  response: \'\'\n' in ran.out
    assert ran.out.splitlines()[-1].endswith(" broken")


def test_what_is_vacuous_stands_behind_what_is_broken(prove):
    """A kind that executes nothing breaks one law, and the others saw nothing since it does."""
    ran = prove("nothing", right="    return execute", written="    return None")
    first, *others = ran.out.split("acme.nothing breaks the law ")[1:]
    assert "prepare must return a function" in first
    assert len(others) > 9
    assert all("vacuous: " in one for one in others[-9:])
    said = ["vacuous: " in one for one in (first, *others)]
    assert said == sorted(said)


def test_an_example_that_is_not_valid_says_why(prove):
    """The field and what is wrong with it, as for the author of a rubric."""
    ran = prove("renamed", right="max_words: PositiveInt", written="most_words: PositiveInt = 3")
    [line] = [line for line in ran.out.splitlines() if "line 2 of the examples" in line]
    assert line.startswith("  broken:   line 2 of the examples: the check is not valid: ")
    assert "max_words" in line


def test_json_says_the_same(prove):
    """One JSON object has the number of laws, and each breach with its check and its case."""
    ran = prove("escape", "--json", right="words, at most", written="\\x1b[1mwords, at most")
    found = json.loads(ran.out)
    assert ran.code == 1
    assert (found["kind"], found["not_proven"]) == ("acme.escape", [])
    [breach] = [one for one in found["breaches"] if one["law"] == "reason_is_one_clean_line"]
    assert "U+001B" in breach["message"]
    assert breach["says"].startswith("The reason is one line")
    assert breach["check"] == {"kind": "acme.escape", "max_words": 1}
    assert breach["case"] == {"response": "", "question": {}, "tool_calls": None, "rubrics": []}
    assert "\x1b" not in ran.out


def test_json_of_a_law_about_documents_has_no_case(prove):
    """A breach that no case shows has null for it, beside the document that shows it."""
    fields = {
        "kind": {"const": "acme.NAME"},
        "max_words": {"type": "integer"},
        "metadata": {"type": "object"},
    }
    fields |= {name: {"type": "string", "minLength": 1} for name in ("id", "description")}
    schema = {
        "type": "object",
        "properties": fields,
        "required": ["kind", "max_words"],
        "additionalProperties": False,
    }
    loose = f"prepare=prepare, schema={schema}"
    ran = prove("loose", "--json", right="prepare=prepare", written=loose)
    assert ran.code == 1, ran.err
    [breach] = [one for one in json.loads(ran.out)["breaches"] if one["law"] == "schema_and_model_agree"]
    assert breach["case"] is None
    assert breach["check"]["kind"] == "acme.loose"


def test_what_cannot_run_here_is_not_proven_and_gives_3(prove):
    """A kind without its tool is neither proven nor broken, and each law says why."""
    lacking = "    raise NotExecutable('php is missing')\n    def execute"
    ran = prove("lacking", right="    def execute", written=lacking)
    assert ran.code == 3
    line = "acme.lacking: not proven: score_is_between_0_and_1: the kind cannot run here: php is missing"
    assert line in ran.out.splitlines()
    assert ran.out.splitlines()[-1].endswith(" not proven here")


def test_an_unknown_kind_is_wrong_usage(prove):
    """A name that no kind has is refused, with the name that was most likely meant."""
    ran = cli("prove", "test.say")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.splitlines()[-1] == "error: no kind is named 'test.say' (did you mean 'test.says'?)"
    ran = cli("prove", "\x1bnothing.like.it")
    assert ran.code == 2
    assert ran.err.endswith("(`checkwright kinds` lists them)\n")
    assert "\x1b" not in ran.err


def test_without_the_kit_the_command_says_what_to_install(prove, monkeypatch):
    """The kit is a package of its own; where it is missing the command says so and gives 2."""
    monkeypatch.setitem(sys.modules, "checkwright_contract", None)
    ran = cli("prove", "test.says")
    assert (ran.code, ran.out) == (2, "")
    assert "error: `prove` needs the contract kit: pip install checkwright-contract (" in ran.err


def test_an_effort_that_is_no_number_is_wrong_usage(prove, monkeypatch):
    """A misspelt CHECKWRIGHT_EXAMPLES ends with 2 and one line, before any law is held."""
    monkeypatch.setenv("CHECKWRIGHT_EXAMPLES", "abc")
    result = prove("misspelt")
    assert (result.code, result.out) == (2, "")
    assert result.err == "error: CHECKWRIGHT_EXAMPLES must be a whole number of at least 1, not 'abc'\n"
