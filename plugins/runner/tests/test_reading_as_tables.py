"""Files of verdicts are read as tables by pyarrow, DuckDB, pandas and Polars, and nothing is lost."""

import importlib.util
import os
from pathlib import Path

import pytest
from runs_to_read_as_tables import RUNS, write_run

from checkwright import Verdict

#: They grade and read many rows, which says nothing of what other tests reach.
#: Run by `make long`, and in CI.
pytestmark = [pytest.mark.no_cover, pytest.mark.long]

LIBRARIES = ("pyarrow", "duckdb", "pandas", "polars")
#: What the first rows of a file hide from a reader that looks at no others, see the how-to page.
HIDDEN = {
    "pyarrow": ("30,000 errors first", "no evidence for 30,000 rows"),
    "duckdb": ("one kind for 30,000 rows", "30,000 errors first", "no evidence for 30,000 rows"),
    "pandas": (),
}


def test_the_runs_hold_what_they_are_for(rows_of):
    """Evidence of every kind, evidence that cannot be located, details, checks without a score."""
    for name in RUNS:
        _, rows = rows_of(name)
        (late,) = [row for row in rows if row["id"] == "late"]
        places = [place for check in late["checks"] for place in check["evidence"]]
        assert {place["kind"] for place in places} == {"span", "json_pointer", "tool_call", "rating"}
        assert [check["evidence_error"] is None for check in late["checks"]].count(False) == 1
        assert [check["details"] is None for check in late["checks"]].count(False) >= 1
        assert {check["status"] for check in late["checks"]} == {"passed", "failed", "not_executable"}


@pytest.fixture(scope="module")
def rows_of(tmp_path_factory):
    """Give the file of a run, and its rows as JSON tells them; each run is graded once."""
    known = {}

    def rows(name):
        if name not in known:
            path = tmp_path_factory.mktemp("run") / "verdicts.jsonl"
            known[name] = str(path), write_run(path, name)
        return known[name]

    return rows


def library(name):
    """Import a library that `make tools` installs; without it the test is skipped, or red in CI."""
    if importlib.util.find_spec(name) is None:
        missing = f"{name} is not installed; `make tools` installs it"
        assert os.environ.get("CHECKWRIGHT_REQUIRE_TOOLS") != "1", missing
        pytest.skip(missing)
    return importlib.import_module("pyarrow.json" if name == "pyarrow" else name)


def plainly(name, path):
    """Read a file by the reader of JSON lines of a library, with its defaults."""
    found = library(name)
    if name == "pyarrow":
        return found.read_json(path).to_pylist()
    if name == "duckdb":
        return dicts(found.sql(f"SELECT * FROM '{path}'"))
    return records(found.read_json(path, lines=True))


def wholly(name, path):
    """Read a file in the way that the how-to page tells, which looks at all rows."""
    found = library(name)
    if name == "pyarrow":
        size = Path(path).stat().st_size
        return found.read_json(path, read_options=found.ReadOptions(block_size=size)).to_pylist()
    if name == "duckdb":
        return dicts(found.sql(f"SELECT * FROM read_json('{path}', sample_size=-1)"))
    if name == "pandas":
        return records(found.read_json(path, lines=True, dtype=False))
    return found.read_ndjson(path, infer_schema_length=None).to_dicts()


def dicts(relation):
    return [dict(zip(relation.columns, row, strict=True)) for row in relation.fetchall()]


def records(frame):
    """Give the rows of a data frame, with null for what pandas calls missing."""
    kept = frame.astype(object).where(frame.notna(), None)
    return kept.to_dict("records")


def without_row(rows):
    """Leave out `row`, which is the user's own."""
    return [{name: value for name, value in one.items() if name != "row"} for one in rows]


@pytest.mark.parametrize("name", RUNS)
@pytest.mark.parametrize("reader", LIBRARIES)
def test_a_reader_that_looks_at_all_rows_reads_every_file(rows_of, reader, name):
    """Every row comes back as it was written, and is a verdict still."""
    path, written = rows_of(name)
    read = wholly(reader, path)
    assert without_row(read) == without_row(written)
    last = next(row for row in reversed(read) if row["id"] == "late")
    assert Verdict.from_dict(last).checks[2].evidence[0].rater == "Ann"


@pytest.mark.parametrize(
    ("reader", "name"), [(reader, name) for reader in HIDDEN for name in RUNS if name not in HIDDEN[reader]]
)
def test_a_plain_reader_reads_what_its_first_rows_show(rows_of, reader, name):
    """With the defaults of each library, every row comes back as it was written."""
    path, written = rows_of(name)
    assert without_row(plainly(reader, path)) == without_row(written)


@pytest.mark.parametrize(
    ("reader", "name"), [(reader, name) for reader in HIDDEN for name in sorted(HIDDEN[reader])]
)
def test_what_is_hidden_from_a_plain_reader_is_known(rows_of, reader, name):
    """The how-to page warns of it: whoever sees this pass or fail otherwise mends the page."""
    path, written = rows_of(name)
    library(reader)
    if reader == "pyarrow":
        from pyarrow import ArrowNotImplementedError

        with pytest.raises(ArrowNotImplementedError):
            plainly(reader, path)
    else:
        assert without_row(plainly(reader, path)) != without_row(written)
