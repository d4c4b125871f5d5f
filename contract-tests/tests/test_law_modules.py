"""Laws say themselves what they found: pytest is not to compare what they compared once more."""

import ast
from pathlib import Path

import pytest

import checkwright_contract

SOURCE = Path(checkwright_contract.__file__).parent
#: Modules whose functions hold laws, and so are expected to fail: on mutants, and on kinds that are broken.
MODULES = sorted(
    path
    for path in (*SOURCE.glob("laws/*.py"), *SOURCE.glob("roles/**/*.py"), SOURCE / "attempt.py")
    if any(isinstance(node, ast.Assert) for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))))
)


def test_there_are_law_modules():
    assert len(MODULES) > 10


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(SOURCE)))
def test_pytest_leaves_the_assertions_of_laws_as_they_are(path):
    """Rewritten, a comparison of 76,800 bytes that fails keeps difflib busy for hours where CI is set."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    assert "PYTEST_DONT_REWRITE" in (ast.get_docstring(tree) or "")


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(SOURCE)))
def test_every_assertion_of_a_law_says_what_it_found(path):
    tree = ast.parse(path.read_text(encoding="utf-8"))
    silent = [
        node.lineno
        for node in ast.walk(tree)
        if isinstance(node, ast.Assert) and node.msg is None and not _is_for_types(node.test)
    ]
    assert silent == []


def _is_for_types(test: ast.expr) -> bool:
    """Tell whether an assertion is `x is not None`, which tells a type checker what is known."""
    return (
        isinstance(test, ast.Compare)
        and isinstance(test.ops[0], ast.IsNot)
        and isinstance(test.comparators[0], ast.Constant)
        and test.comparators[0].value is None
    )
