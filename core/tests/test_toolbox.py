"""A toolbox that nobody filled has nothing."""

import pytest

from checkwright import NotExecutable, Toolbox


def test_an_empty_toolbox_has_neither_rubrics_nor_kinds():
    """What a run does not provide is not executable, with the reason."""
    with pytest.raises(NotExecutable, match=r"rubric/a@1\.0: this run has no rubrics"):
        Toolbox().compile("rubric/a@1.0")
    with pytest.raises(NotExecutable, match="the kind 'regex' is not available here"):
        Toolbox().prepare({"kind": "regex"})
