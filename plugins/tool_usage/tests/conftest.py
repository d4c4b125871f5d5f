"""What the tests of tool_usage share: reading a record that consists of some rows."""

import pytest

from checkwright import Case
from checkwright_tool_usage.record import read_record


@pytest.fixture(scope="session")
def read():
    """Return the function that reads the record of these rows."""
    return lambda *rows: read_record(Case("", tool_calls=list(rows)))


@pytest.fixture(scope="session")
def calls(read):
    """Return the function that reads the calls of these rows, each as name and arguments."""

    def calls(*rows):
        record = read(*rows)
        assert (record.unreadable, record.exceeds) == (None, None)
        return [(call.name, call.arguments) for call in record.calls]

    return calls
