"""examples.yaml: what is read of it, and what is refused."""

import sys
import textwrap
from dataclasses import replace

import pytest

from checkwright_contract.engine import SCRIPTED
from checkwright_contract.examples import BadExamples, examples_of, read_examples
from checkwright_contract.mutants.original import ORIGINAL

PASSING = """
- check: {kind: contract.phrases, phrases: [a]}
  response: a
  passed: true
"""
FAILING = """
- check: {kind: contract.phrases, phrases: [a]}
  response: b
  passed: false
  reason: not 'a'
"""


def refusal(text, kind=ORIGINAL):
    """Return the message that refuses a text."""
    with pytest.raises(BadExamples) as caught:
        read_examples(text, kind)
    return str(caught.value)


def test_a_row_is_read_with_its_case_and_what_comes_out():
    """Every field of a row is kept, and the fields left out say nothing."""
    full = """
- check: {kind: contract.phrases, phrases: [a]}
  response: a
  question: {id: Q1}
  tool_calls: [{name: x}]
  rubrics: [{id: r}]
  files: {data/terms.txt: A week.}
  passed: true
  score: 0.5
  reason: found
"""
    row, other = read_examples(full + FAILING, ORIGINAL)
    assert (row.passed, row.score, row.reason, row.line) == (True, 0.5, "found", 2)
    assert row.trial.question == {"id": "Q1"}
    assert row.trial.tool_calls == [{"name": "x"}]
    assert row.trial.rubrics == [{"id": "r"}]
    assert row.trial.files == {"data/terms.txt": "A week."}
    assert (other.passed, other.score, other.trial.question, other.trial.tool_calls) == (
        False,
        None,
        {},
        None,
    )


def test_rows_of_another_kind_are_left_to_it():
    """One file may hold the rows of several kinds of a package."""
    told = f"- check: {{kind: {SCRIPTED.name}, outcome: passed, score: 1}}\n  response: x\n  passed: true\n"
    assert len(read_examples(told + PASSING + FAILING, ORIGINAL)) == 2


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a: 1", "examples.yaml: expected a list of rows, each with check, response and passed"),
        ("[]", "examples.yaml: expected a list of rows, each with check, response and passed"),
        ("- 1", "examples.yaml:1: row 1: expected a mapping with check, response and passed"),
        (PASSING.replace("passed", "pased"), "row 1: unknown field 'pased' (did you mean 'passed'?)"),
        (PASSING.replace("response: a", ""), "row 1: the field 'response' is missing"),
        (PASSING.replace("true", "yes"), "passed must be true, false or null (not executable), not 'yes'"),
        (PASSING.replace("response: a", "response: 1"), "response must be a text or null, not 1"),
        (PASSING + "  files: [a]", "files must be a mapping of paths to texts, not ['a']"),
        (PASSING + "  files: {/a: x}", "files: '/a' is no POSIX path relative to the folder of the run"),
        (PASSING + "  files: {a/../b: x}", "files: 'a/../b' is no POSIX path"),
        (PASSING + "  files: {a//b: x}", "files: 'a//b' is no POSIX path"),
        (PASSING + "  files: {./a: x}", "files: './a' is no POSIX path"),
        (PASSING + "  files: {'': x}", "files: '' is no POSIX path"),
        (PASSING + '  files: {"a\\0": x}', "files: 'a\\x00' is no POSIX path"),
        (PASSING + "  files: {a: 1}", "files: 'a' must be a text, not 1"),
        (PASSING + "  files: {a: x, a/b: x}", "files: 'a/b' lies in a file"),
        (PASSING + "  score: 1.5", "score must be a number from 0 to 1, not 1.5"),
        (PASSING + "  score: true", "score must be a number from 0 to 1, not True"),
        (PASSING.replace("true", "null\n  score: 1"), "a row that is not executed has no score"),
        (FAILING.replace("reason: not 'a'", ""), "a failing row needs a reason"),
        (PASSING.replace("phrases,", "phrase,"), "named 'contract.phrase', did you mean 'contract.phrases'?"),
        (PASSING.replace("kind: contract.phrases,", ""), "no kind is named None"),
        (PASSING, "no failing row of the kind 'contract.phrases'"),
        (FAILING, "no passing row of the kind 'contract.phrases'"),
        (PASSING + FAILING + PASSING, "examples.yaml:11: says again what line 2 says: leave one out"),
        (PASSING.replace("phrases,", "vocabulary,"), "no row has a check of the kind 'contract.phrases'"),
        ("- [", "examples.yaml:1:"),
    ],
)  # fmt: skip
def test_what_proves_nothing_is_refused(text, message):
    """A row that is misspelt, incomplete or idle is told with its line."""
    assert message in refusal(text)


def test_every_mistake_is_told_at_once():
    """Two bad rows give two lines."""
    assert len(refusal("- 1\n- 2\n").splitlines()) == 2


def test_vocabulary_has_rows_that_are_not_executed_and_no_others():
    """Nothing passes or fails where nothing is executed."""
    vocabulary = replace(ORIGINAL, prepare=None)
    assert "is vocabulary, so every row must have `passed: null`" in refusal(PASSING + FAILING, vocabulary)
    assert len(read_examples(PASSING.replace("true", "null"), vocabulary)) == 1


def test_examples_lie_in_the_package_of_the_spec():
    """The nearest package that has them gives them."""
    assert examples_of(ORIGINAL)[0].trial.response == "Your Refund is on its way."


MODULE = """
from typing import Literal
from checkwright import CheckSpec, Kind, Outcome

class Spec(CheckSpec):
    kind: Literal["loose.kind"]

KIND = Kind(spec=Spec, prepare=lambda spec, toolbox: lambda case: Outcome.judge(bool(case.text), "looked"))
"""
ROWS = """
- {check: {kind: loose.kind}, response: a, passed: true}
- {check: {kind: loose.kind}, response: "", passed: false, reason: looked}
"""


@pytest.fixture
def loose(tmp_path, monkeypatch):
    """Yield the kind of a module that stands in no package, and its folder."""
    (tmp_path / "loose_kind.py").write_text(textwrap.dedent(MODULE), encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    yield __import__("loose_kind").KIND, tmp_path
    del sys.modules["loose_kind"]


def test_examples_of_a_module_without_a_package_lie_beside_it(loose):
    """A kind in a single file has its examples in the same folder."""
    kind, folder = loose
    (folder / "examples.yaml").write_text(ROWS, encoding="utf-8")
    assert [row.passed for row in examples_of(kind)] == [True, False]


def test_a_kind_without_examples_is_told_where_to_put_them(loose):
    """No examples, no proof."""
    kind, _ = loose
    with pytest.raises(BadExamples, match=r"'loose.kind' has no examples.yaml: write it beside loose_kind"):
        examples_of(kind)
