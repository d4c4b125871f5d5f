"""The page of what fact_match finds and what it does not, from the rows that its tests run."""

from importlib.resources import as_file, files

from tables import code, table

from checkwright.documents.reading import read_file

__all__ = ["page"]


def page() -> str:
    """Tabulate every group of notations."""
    with as_file(files("checkwright_fact_match") / "notations.yaml") as path:
        groups = read_file(path).data
    count = sum(map(len, groups.values()))
    tables = (
        f"## {name}\n\n"
        + table(
            ["fact", "reply", "found"],
            ([code(fact), code(reply), "yes" if found else "no"] for fact, reply, found in rows),
        )
        for name, rows in groups.items()
    )
    return (
        "# Facts that fact_match finds\n\n"
        f"Each of these {count} rows is run as a test of the kind [fact_match](fact_match.md). Facts and "
        "replies are written as JSON texts: `\\\\` is one backslash. The rules behind them stand in "
        "[the package's README](../../../plugins/fact_match/README.md).\n\n" + "\n".join(tables)
    )
