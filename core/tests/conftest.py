"""The kinds that the core's tests are written with."""

import distributions
import kinds_for_tests
import properties  # noqa: F401 - how properties are tried in the whole workspace
import pytest

from checkwright import load_kinds, parse_rubric


def pytest_itemcollected(item):
    """Measure coverage by what somebody wrote: what is drawn covers by luck, and tracing makes it slow."""
    drawn = hasattr(getattr(item, "obj", None), "hypothesis")
    if drawn or "fuzz" in item.nodeid or "hostile" in item.nodeid:
        item.add_marker(pytest.mark.no_cover)


@pytest.fixture(scope="session")
def kinds():
    return load_kinds(plugins=[kinds_for_tests], entry_points=False)


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
