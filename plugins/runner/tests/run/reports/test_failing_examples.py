"""Examples of failing checks: the first of each that shows something, in bounded memory."""

import pickle
from dataclasses import replace

from verdicts_by_hand import check_data, verdict_of

from checkwright import Evidence
from checkwright_runner.run.reports.excerpt import Passage
from checkwright_runner.run.reports.failing_examples import Examples
from checkwright_runner.run.reports.totals import Totals

PLACE = Evidence("span", "xy", start=3, end=5)


def row(line, *failed, places=(), passed=()):
    """Give a line and a verdict on it: that of a rubric whose checks failed, passed or were not executed."""
    status = {**dict.fromkeys(failed, "failed"), **dict.fromkeys(passed, "passed")}
    checks = [
        check_data(status.get(index, "not_executable"), *(places if index in status else ()), kind="k")
        for index in range(max(status) + 1)
    ]
    return line, verdict_of(*checks, passed=not failed)


def seen(*rows):
    """Give examples and totals of rows."""
    examples, totals = Examples(), Totals()
    for line, verdict in rows:
        examples.add(verdict, line, "a response")
        totals.add(verdict, line)
    return examples, totals


def lines(examples, totals, most=9):
    return [(key[1], example.line) for key, example in examples.worst(totals.by_check, most)]


def test_checks_that_fail_most_come_first():
    """Of equals the first of the rubric; a check that did not fail has no example."""
    found = seen(row(1, 2, 0), row(2, 1, 2, passed=[0]), row(3, 2, passed=[3]))
    assert lines(*found) == [(2, 1), (0, 1), (1, 2)]
    assert lines(*found, most=1) == [(2, 1)]


def test_the_first_row_with_places_is_the_example():
    """Without one it is the first row."""
    assert lines(*seen(row(1, 0), row(2, 0, places=[PLACE]), row(3, 0, places=[PLACE]))) == [(0, 2)]
    assert lines(*seen(row(1, 0), row(2, 0))) == [(0, 1)]


def test_examples_merge_in_the_order_of_the_rows():
    """As if one had seen all of them; they pickle."""
    first, totals = seen(row(1, 0), row(2, 1, places=[PLACE]))
    second, more = seen(row(3, 0, places=[PLACE]), row(4, 1, 2, places=[PLACE]))
    first.merge(pickle.loads(pickle.dumps(second)))
    totals.merge(more)
    assert lines(first, totals) == [(0, 3), (1, 2), (2, 4)]


def test_an_example_keeps_twenty_places_and_a_part_of_a_response():
    """Around the first span; how many places are left out is known."""
    places = [replace(PLACE, text="x" * 9_999, start=place, end=place + 1) for place in range(90_000, 90_050)]
    examples, totals = Examples(), Totals()
    line, verdict = row(1, 0, places=[Evidence.tool_call(1, "f"), *places])
    examples.add(verdict, line, "y" * 100_000)
    totals.add(verdict, line)
    ((_, example),) = examples.worst(totals.by_check, 1)
    assert (len(example.check.evidence), example.more) == (20, 31)
    assert len(example.check.evidence[1].text) == 200
    assert example.response == Passage("y" * 4_000, 88_000, 1, 88_000, more=True)


def test_a_response_that_is_not_at_hand_can_be_given_later():
    """Rows of an earlier run come without."""
    examples, totals = Examples(), Totals()
    line, verdict = row(1, 0)
    examples.add(verdict, line, None)
    totals.add(verdict, line)
    ((_, example),) = examples.worst(totals.by_check, 1)
    assert example.response is None
    assert example.with_response("text").response == Passage("text")


def test_of_many_checks_those_that_fail_most_are_kept():
    """Memory does not grow with their number; one that becomes the worst late has a late example."""
    examples, totals = Examples(), Totals()
    for line in range(1, 41):
        worst = range(2_000, 2_005) if line >= 10 else ()
        batch, more = seen(row(line, *range(line * 30, line * 30 + 30), *worst))
        examples.merge(batch)
        totals.merge(more)
        examples.keep(totals.by_check, 3)
        assert len(examples) <= 256
    assert lines(examples, totals, 5) == [(place, 11) for place in range(2_000, 2_005)]
