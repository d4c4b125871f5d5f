"""What the tests of markdown_structure share: preparing and executing a check with some fields."""

import pytest

from checkwright import Case, Limits, load_kinds, make_toolbox
from checkwright_markdown_structure import KIND


@pytest.fixture(scope="session")
def prepared():
    """Return the function that prepares a check with these fields."""
    kinds = load_kinds()

    def prepared(limits=None, **fields):
        spec = KIND.spec.model_validate({"kind": "markdown_structure", **fields})
        return KIND.prepare(spec, make_toolbox(kinds=kinds, limits=limits or Limits()))

    return prepared


@pytest.fixture(scope="session")
def judged(prepared):
    """Return the function that executes a check with these fields on a response."""
    return lambda response, **fields: prepared(**fields)(Case(response))
