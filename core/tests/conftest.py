"""What the core's tests are written with."""

import properties  # noqa: F401 - how properties are tried in the whole workspace
import pytest
from fixtures import kinds, rubric_of, site

__all__ = ["kinds", "rubric_of", "site"]


def pytest_itemcollected(item):
    """Measure coverage by what somebody wrote: what is drawn covers by luck, and tracing makes it slow."""
    drawn = hasattr(getattr(item, "obj", None), "hypothesis")
    if drawn or "fuzz" in item.nodeid or "hostile" in item.nodeid:
        item.add_marker(pytest.mark.no_cover)
