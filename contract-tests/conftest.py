"""What runs here measures no coverage: core is covered by its own tests, and tracing makes laws slow."""

import pytest


def pytest_itemcollected(item: pytest.Item) -> None:
    """Leave a test of this folder uncovered."""
    item.add_marker(pytest.mark.no_cover)
