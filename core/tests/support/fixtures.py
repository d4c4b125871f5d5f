"""Fixtures of the core's and the runner's tests: kinds that decide by words, rubrics of them, a site."""

import distributions
import kinds_of_words
import pytest

from checkwright import load_kinds, parse_rubric

__all__ = ["kinds", "rubric_of", "site"]


@pytest.fixture(scope="session")
def kinds():
    return load_kinds(plugins=[kinds_of_words], entry_points=False)


@pytest.fixture(scope="session")
def rubric_of(kinds):
    """Make a rubric from checks and scoring, read as a document would be."""

    def make(*checks, invalid_checks="raise", **scoring):
        scoring.setdefault("combine", "all_pass")
        document = {"id": "t", "version": "1.0", "checks": list(checks), "scoring": scoring}
        return parse_rubric(document, kinds=kinds, invalid_checks=invalid_checks)

    return make


@pytest.fixture
def site(tmp_path):
    """A folder to install distributions into, and to load kinds from."""
    return distributions.Site(tmp_path)
