"""What options count of a run: told by their names, and one that breaks is left out."""

import pytest
from kinds_that_ask import Counts

from checkwright import Verdict
from checkwright_runner.cli.arguments.tallies import Tallies


class Breaks(Counts):
    """Break where it is told to."""

    def __init__(self, where):
        super().__init__()
        self.where = where

    def __getattribute__(self, name):
        if name == object.__getattribute__(self, "__dict__").get("where"):
            raise OSError("is full")
        return object.__getattribute__(self, name)


def counted(tallies):
    tallies.add(Verdict.without_checks("error", "lost"))
    return tallies.progress(), tallies.lines(), tallies.to_dict()


def test_each_tells_by_its_name():
    """What it says is made clean."""
    one = Counts()
    one.progress = lambda: "1\nasked"
    found = counted(Tallies({"one": one, "two": Counts()}))
    assert found == (
        "1 asked, 1 asked",
        ["asked for 1 rows", "asked for 1 rows"],
        {"one": {"asked": 1}, "two": {"asked": 1}},
    )


@pytest.mark.parametrize("where", ["add", "progress", "lines", "to_dict"])
def test_one_that_breaks_is_left_out_from_then_on(where, capsys):
    """The run goes on, with a warning, and so do the others."""
    tallies = Tallies({"one": Breaks(where), "two": Counts()})
    counted(tallies)
    assert counted(tallies) == ("2 asked", ["asked for 2 rows"], {"two": {"asked": 2}})
    said = "warning: what the options of one count is left out: OSError: is full\n"
    assert capsys.readouterr().err == said
