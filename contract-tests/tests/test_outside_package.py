"""A stranger's package, installed from wheels outside the workspace, is proven by three lines, or by none."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest
import wheels

#: Run by `make long`, and in CI.
pytestmark = pytest.mark.long

PACKAGE = Path(__file__).parent / "outside"
THREE_LINES = """\
from acme_word_limit import KIND
from checkwright_contract import contract_tests
TestWordLimit = contract_tests(KIND)
"""
WITH_THREE_LINES = ("tests/test_contract.py",)
WITHOUT_A_LINE = (
    "--pyargs",
    "checkwright_contract",
    "-k",
    "AcmeWordLimit or kind_is_installed or kind_loads",
)


@pytest.fixture(scope="module")
def python(tmp_path_factory):
    """The Python of a fresh environment that holds all wheels of the workspace and the stranger's."""
    folder = tmp_path_factory.mktemp("outside")
    shutil.copytree(PACKAGE, folder / "source", ignore=shutil.ignore_patterns("__pycache__"))
    for package in [*wheels.packages(), folder / "source"]:
        wheels.build_wheel(package, folder / "wheels")
    return wheels.fresh_environment(folder, (folder / "wheels").glob("*.whl"))


@pytest.fixture
def prove(python, tmp_path):
    """Return a function that changes the installed package, runs pytest and returns exit code and output."""
    [installed] = python.parents[1].glob("lib/python*/site-packages/acme_word_limit/__init__.py")
    source = (PACKAGE / "acme_word_limit/__init__.py").read_text(encoding="utf-8")
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests/test_contract.py").write_text(THREE_LINES, encoding="utf-8")
    ours = ("CHECKWRIGHT_", "COV_", "COVERAGE_", "PYTEST_", "PYTHON")
    kept = {name: value for name, value in os.environ.items() if not name.startswith(ours)}

    def run(arguments, changes=()):
        changed = source
        for right, written in changes:
            assert changed.count(right) == 1
            changed = changed.replace(right, written)
        installed.write_text(changed, encoding="utf-8")
        shutil.rmtree(installed.with_name("__pycache__"), ignore_errors=True)
        done = subprocess.run(
            [python, "-m", "pytest", "-q", "-rA", "-p", "no:cacheprovider", "-p", "no:xdist", *arguments],
            cwd=tmp_path,
            env={**kept, "CHECKWRIGHT_EXAMPLES": "10", "PYTHONDONTWRITEBYTECODE": "1"},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.stderr == ""
        return done.returncode, done.stdout

    return run


def named(output, word):
    """Return the names of the tests that pytest's summary lists as PASSED or FAILED."""
    rows = [line.split(" ") for line in output.splitlines() if line.startswith(f"{word} ")]
    return {row[1].rpartition("::")[2].removeprefix("test_") for row in rows}


def test_three_lines_are_green_outside_the_workspace(prove):
    """The correct kind keeps every law, each a test of the stranger's own."""
    code, output = prove(WITH_THREE_LINES)
    assert code == 0, output
    assert "PASSED tests/test_contract.py::TestWordLimit::test_score_is_between_0_and_1" in output
    assert len(named(output, "PASSED")) >= 28


def test_no_line_at_all_is_green_outside_the_workspace(prove):
    """An installed kind is found, and held to the same laws."""
    code, output = prove(WITHOUT_A_LINE)
    assert code == 0, output
    assert {"a_kind_is_installed", "every_installed_kind_loads", "score_is_between_0_and_1"} <= named(
        output, "PASSED"
    )
    assert "::TestAcmeWordLimit::test_score_is_between_0_and_1" in output


#: What slips a stranger: right and written, the laws that this breaks, what the first one says.
SLIPS = {
    "a score above 1": (
        [("min(1.0, limit / max(1, len(words)))", "limit / max(1, len(words))")],
        ["score_is_between_0_and_1"],
        ["broken:   score must be a finite number from 0 to 1, not 2.0", '"max_words": 2}', "response: ''"],
    ),
    "an exception on the empty text": (
        [('allowed"', 'allowed, the last is {words[-1]!a:.20}"')],
        ["prepare_and_execute_raise_nothing_undeclared"],
        [
            "broken:   raised IndexError: list index out of range (__init__.py:",
            '"max_words": 1}',
            "response: ''",
        ],
    ),
    "an escape sequence in the reason": (
        [('allowed"', 'allowed in {case.text[:40]}"')],
        ["reason_is_one_clean_line"],
        ["broken:   found U+", "expected one line that prints anywhere", '"max_words": ', "response: '"],
    ),
    "a span that is off by one": (
        [("start=word.start(), end=word.end()", "start=word.start() + 1, end=word.end() + 1")],
        ["evidence_quotes_the_response"],
        ["broken:   the span ", '"max_words": ', "response: '"],
    ),
    "a global counter": (
        [
            ("import re\n", "import re\nfrom itertools import count\n"),
            ("WORD = ", "REPLIES = count()\nWORD = "),
            ('f"{len(words)} words', 'f"reply {next(REPLIES)}: {len(words)} words'),
        ],
        [
            "outcome_is_the_same_twice",
            "outcome_is_the_same_from_four_threads",
            "outcome_is_the_same_in_another_process",
            "outcome_is_the_same_in_any_order",
        ],
        ["broken:   prepared anew: ('passed', 1.0, 'reply ", '"max_words": 1}', "response: ''"],
    ),
}


@pytest.mark.parametrize("slip", SLIPS)
def test_a_fault_is_red_by_the_name_of_its_law(prove, slip):
    """Exactly the laws that a fault breaks are red, and a failure shows law, finding, check and response."""
    changes, laws, words = SLIPS[slip]
    code, output = prove(WITH_THREE_LINES, changes)
    assert (code, named(output, "FAILED")) == (1, set(laws)), output
    assert f"acme.word_limit breaks the law {laws[0]}\n  law:      " in output
    shown = output.partition(f"acme.word_limit breaks the law {laws[0]}")[2].partition("\n_")[0]
    assert [one for one in words if one not in shown] == []
    assert "checkwright_contract/" not in output
    code, output = prove((*WITHOUT_A_LINE[:-1], f"AcmeWordLimit and {laws[0]}"), changes)
    assert (code, named(output, "FAILED")) == (1, {laws[0]}), output
    assert [one for one in words if one not in output] == []
