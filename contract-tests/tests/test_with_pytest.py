"""The kit as a stranger uses it: three lines in a test module, and what pytest shows."""

import os
import subprocess
import sys

import pytest

#: Run by `make long`, and in CI.
pytestmark = pytest.mark.long

KIND = '''
"""A kind in one file."""
from typing import Literal
from pydantic import PositiveInt
from checkwright import CheckSpec, Kind, NotExecutable, Outcome


class WordLimit(CheckSpec):
    kind: Literal["acme.word_limit"]
    max_words: PositiveInt


def prepare(spec, toolbox):
    def execute(case):
        words = len(case.text.split())
        return Outcome.judge(words <= spec.max_words, f"{words} words, at most {spec.max_words} allowed")
    return execute


KIND = Kind(spec=WordLimit, prepare=prepare)
'''
EXAMPLES = """
- {check: {kind: acme.word_limit, max_words: 2}, response: one two, passed: true}
- {check: {kind: acme.word_limit, max_words: 2}, response: one two three, passed: false, reason: 3 words}
"""
TESTS = """
from checkwright_contract import KnownGap, contract_tests
from word_limit import KIND
TestWordLimit = contract_tests(KIND)
"""


@pytest.fixture
def project(tmp_path):
    """Return a function that writes a project, runs pytest in it and returns what pytest wrote."""

    def run(kind=KIND, tests=TESTS, options=(), **environment):
        for name, text in {"word_limit.py": kind, "examples.yaml": EXAMPLES, "test_it.py": tests}.items():
            (tmp_path / name).write_text(text, encoding="utf-8")
        done = subprocess.run(
            [
                sys.executable,
                "-m",
                "pytest",
                "-p",
                "no:cacheprovider",
                "-p",
                "no:xdist",
                "-ra",
                "-v",
                *options,
            ],
            cwd=tmp_path,
            env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1", "CHECKWRIGHT_EXAMPLES": "10", **environment},
            capture_output=True,
            text=True,
            check=False,
        )
        return done.returncode, done.stdout + done.stderr

    return run


def test_three_lines_prove_a_kind_and_leave_nothing_behind(project, tmp_path):
    """Every law is a test with a readable id, and no folder of hypothesis stays."""
    code, output = project()
    assert code == 0, output
    assert "test_it.py::TestWordLimit::test_score_is_between_0_and_1 PASSED" in output
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "examples.yaml",
        "test_it.py",
        "word_limit.py",
    ]


def test_a_failure_shows_law_check_and_response_and_no_traceback_of_the_kit(project):
    """What a stranger reads is the law, what was found, and the shortest case that shows it."""
    code, output = project(kind=KIND.replace("len(case.text.split())", "1 + len(case.text.split('.', 1)[1])"))
    assert code == 1
    assert "acme.word_limit breaks the law prepare_and_execute_raise_nothing_undeclared" in output
    assert "broken:   raised IndexError: list index out of range (word_limit.py:15 in execute)" in output
    assert 'check:    {"kind": "acme.word_limit", "max_words": 1}' in output
    assert "response: ''" in output
    assert "checkwright_contract/judge.py" not in output


def test_a_kind_that_cannot_run_here_is_skipped_with_its_reason(project):
    """Not proven is told, and it is no success under CHECKWRIGHT_REQUIRE_TOOLS=1."""
    lacking = KIND.replace("    def execute", "    raise NotExecutable('php is missing')\n    def execute")
    _, output = project(kind=lacking, CHECKWRIGHT_REQUIRE_TOOLS="0")
    assert "not proven: the kind cannot run here: php is missing" in output
    assert "SKIPPED" in output
    _, strict = project(kind=lacking, CHECKWRIGHT_REQUIRE_TOOLS="1")
    assert "broken:   not proven: the kind cannot run here: php is missing" in strict


GAP = """
WITNESS = {"kind": "acme.word_limit", "max_words": 1}
TestWordLimit = contract_tests(KIND, known_gaps=[
    KnownGap("reason_is_one_clean_line", "two lines are wanted", WITNESS, "x"),
])
"""


def test_a_known_gap_is_expected_to_fail_and_red_once_it_is_closed(project):
    """A declared deviation is xfail with its reason; without the deviation the declaration is the failure."""
    two_lines = KIND.replace("words, at most", "words\\nat most")
    code, output = project(kind=two_lines, tests=TESTS + GAP, options=["-k", "reason_is"])
    assert "known gap: two lines are wanted" in output
    assert code == 0, output
    code, output = project(tests=TESTS + GAP, options=["-k", "reason_is"])
    assert code == 1
    assert "the known gap is closed" in output


def test_a_random_run_prints_a_seed_that_repeats_it(project):
    """--checkwright-random names its seed."""
    _, output = project(options=["--checkwright-random", "-k", "reason_is"])
    assert "checkwright: --checkwright-seed=" in output
    _, output = project(options=["--checkwright-seed", "41", "-k", "reason_is"])
    assert "checkwright: --checkwright-seed=41" in output


def test_the_plugin_imports_no_core():
    """pytest loads the plugin before it measures coverage, so neither it nor its package imports the core."""
    loaded = "[name for name in ('checkwright', 'hypothesis') if name in sys.modules]"
    code = f"import sys, checkwright_contract.plugin; print({loaded})"
    assert subprocess.check_output([sys.executable, "-c", code], text=True) == "[]\n"


def test_the_public_names_are_sorted_and_there():
    """Every exported name is one, and nothing else is offered."""
    import checkwright_contract

    names = checkwright_contract.__all__
    assert names == sorted(names)
    assert all(getattr(checkwright_contract, name).__name__ == name for name in names)
    assert set(names) <= set(dir(checkwright_contract))
    with pytest.raises(AttributeError, match="no attribute 'contract_test'"):
        checkwright_contract.contract_test  # noqa: B018


@pytest.mark.parametrize("told", ["abc", "0", "-1", "1.5", "٣", "9" * 5000])
def test_an_effort_that_is_no_number_is_refused(project, told):
    """A misspelt CHECKWRIGHT_EXAMPLES stops the run with one line that says what it must be."""
    code, output = project(CHECKWRIGHT_EXAMPLES=told)
    assert code == pytest.ExitCode.USAGE_ERROR
    assert f"CHECKWRIGHT_EXAMPLES must be a whole number of at least 1, not {told[:100]!r}" in output
    assert "Traceback" not in output
