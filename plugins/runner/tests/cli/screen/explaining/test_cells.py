"""Explanations: every mark stands under the cells of what it marks, on any response."""

import random
import time
from bisect import bisect_right

import pytest
from checks_to_explain import (
    JOINED_BY_SOME,
    SELECTORS,
    cells,
    check,
    drawn,
    escape,
    explain,
    lines_of,
    response_rows,
    takes_no_cell,
)
from hypothesis import given
from hypothesis import strategies as st

from checkwright_runner.cli.screen.cells import cells_in, cells_of
from checkwright_runner.cli.screen.explaining import Page
from checkwright_runner.cli.screen.explaining.units import MOST_CHARACTERS, units

#: What is easily drawn in the wrong place: wide, joined, combining, invisible, right-to-left, control.
HARD = (
    "\t\x00\x07\x1b\x7f\x85\u00ad\u0301\u034f\u05d0\u0628\u0915\u093f\u094d\u0e33\u1100\u1161\u11a8\u200b"
    "\u200d\u200e\u202e\u2028\u2066\u20e3\u2764\u3000\u3042\u3164\u65e5\uac00\ud800\ue000\ufe0f\ufe0e\ufeff"
    "\uff21\uff71\uffa0\U0001f1e9\U0001f1ea\U0001f44d\U0001f3fd\U0001f468\U0001f4bb\U000e0001\U0010ffff"
)
CHARACTERS = st.sampled_from("ab ^|.\\" + HARD) | st.characters()


def has_few_marks(text):
    """Tell whether no character has more than eight marks on it."""
    run = 0
    for character in text:
        run = run + 1 if takes_no_cell(character) else 0
        if run > 8:
            return False
    return True


SHORT = (
    st.lists(CHARACTERS | st.sampled_from(["\n", "\r", "\r\n"]), min_size=1, max_size=50)
    .map("".join)
    .filter(lambda text: has_few_marks(text) and len(lines_of(text)) <= 8)
)


def spans_up_to(most, **sizes):
    """Draw spans, some of them outside of a text of `most` characters."""
    return st.lists(st.lists(st.integers(0, most), min_size=2, max_size=2).map(sorted).map(tuple), **sizes)


SPANS = spans_up_to(60, min_size=1, max_size=4)


def columns_of(line, start, stop):
    """Give where the characters from `start` to `stop` of a line are drawn, cells as a whole."""
    before = [drawn(line[:place]) for place in range(len(line) + 1)]
    opening = [
        place
        for place, character in enumerate(line)
        if not takes_no_cell(character) or before[place + 1].endswith(escape(character))
    ]
    edges = [cells(before[place]) for place in (*opening, len(line))]
    if start == stop:
        return {edges[bisect_right(opening, start) - 1]} if start < len(line) else {edges[-1]}
    found = set()
    for place in range(start, stop):
        number = bisect_right(opening, place) - 1
        found |= set(range(edges[number], edges[number + 1]))
    return found


def expected_rows(text, spans_of_checks):
    """Draw a short response with its marks in the plainest way."""
    rows = []
    found = lines_of(text)
    for number, (start, line) in enumerate(found):
        behind = found[number + 1][0] if number + 1 < len(found) else len(text) + 1
        marks = []
        for index, spans in enumerate(spans_of_checks):
            columns = set()
            for first, last in spans:
                first = min(max(first, 0), len(text))
                last = max(first, min(max(last, 0), len(text)))
                if first < behind and max(last, first + 1) > start:
                    within = [min(max(place - start, 0), len(line)) for place in (first, last)]
                    columns |= columns_of(line, *within)
            if columns:
                carets = "".join("^" if column in columns else " " for column in range(max(columns) + 1))
                marks.append((f"[{index}]", carets))
        if marks or line or number + 1 < len(found) or number == 0:
            rows += [(str(number + 1), drawn(line)), *marks]
    return rows


@given(SHORT, st.lists(SPANS, min_size=1, max_size=3))
def test_carets_stand_under_the_cells_of_what_is_marked(text, spans_of_checks):
    """On any response, for any spans: under the printed cells of each character, and nowhere else."""
    checks = [check(*spans, index=index) for index, spans in enumerate(spans_of_checks)]
    rows = response_rows(explain(text, *checks, width=1000))
    expected = expected_rows(text, spans_of_checks)
    assert [label for label, _ in rows] == [label for label, _ in expected]
    for (label, found), (_, wanted) in zip(rows, expected, strict=True):
        assert found == wanted or (label.startswith("[") and found.startswith(f"{wanted} "))


@given(
    st.lists(
        st.text(CHARACTERS.filter(lambda c: c != "\t"), max_size=300) | st.text("ab ", max_size=300),
        max_size=30,
    ),
    spans_up_to(9_000, max_size=40),
    st.integers(40, 130),
)
def test_long_responses_are_cut_to_the_width_around_what_is_marked(lines, spans, width):
    """No row is wider than the page, no row has a control character, each span is shown from its start."""
    text = "\n".join(lines)
    found = explain(text, check(*spans), width=width)
    assert all(line.isprintable() for line in found)
    if not text and not spans:
        return
    rows = response_rows(found)
    assert all(cells(line) <= width for line in found[: found.index("")])
    shown = None
    marked = ""
    for label, row in rows:
        if label == "[0]":
            carets = row[: len(row) - len(row.lstrip(" ^"))] if row.strip("^ ") else row
            marked += _under(shown, carets)
        else:
            shown = row
    for start, stop in spans[:20]:
        start = min(max(start, 0), len(text))
        if start < min(stop, len(text)) and text[start].isalnum() and text[start].isascii():
            assert text[start] in marked


def test_a_mark_behind_a_line_that_fills_the_page_stays_on_the_page():
    """A place at the end of a line takes a cell more than the line."""
    for length in range(20, 60):
        found = explain("a" * length, check((length, length)), width=41)
        assert max(map(cells, found)) <= 41


def _under(shown, carets):
    """Give the characters whose cells have carets under them."""
    column, found = 0, ""
    for character in shown:
        width = cells(character)
        if "^" in carets[column : column + max(width, 1)]:
            found += character
        column += width
    return found


@given(st.text(CHARACTERS.filter(lambda c: c not in "\r\n"), max_size=40).filter(has_few_marks))
def test_units_take_the_cells_that_rich_counts(line):
    """What is printed for a line is as wide as it says, character for character in order."""
    found = list(units(line, 0, len(line), Page()))
    assert "".join(unit.shown for unit in found) == drawn(line)
    assert [unit.start for unit in found[1:]] == [unit.stop for unit in found[:-1]]
    assert [unit.cells for unit in found] == [cells(unit.shown) for unit in found]
    assert sum(unit.cells for unit in found) == cells(drawn(line)) == cells_in(drawn(line))
    assert all(unit.shown.isprintable() and unit.cells > 0 for unit in found)


def test_every_printable_character_takes_the_cells_that_rich_gives_it():
    """No table of ours: the standard library agrees with rich on all of Unicode that is printed as it is."""
    wrong = [
        hex(code)
        for code in range(0x20, 0x110000)
        if (character := chr(code)).isprintable()
        and character not in JOINED_BY_SOME | SELECTORS
        and cells_of(character) != cells(character)
    ]
    assert wrong == []


def test_no_more_than_eight_marks_are_printed_over_a_character():
    """The others are escaped, so that a row of few cells is a row of few characters."""
    found = list(units("a" + "\u0301" * 20, 0, 21, Page()))
    assert [unit.shown for unit in found] == ["a" + "\u0301" * 8] + ["\\u0301"] * 12
    assert max(unit.stop - unit.start for unit in found) < MOST_CHARACTERS


def _seconds(text, *checks):
    started = time.process_time()
    lines = explain(text, *checks)
    return time.process_time() - started, lines


@pytest.mark.parametrize(
    "unit", ["x", "日", "e\u0301", "\u0301", "\u202e", "x\n", "\n", "\r\n", "\t", "\U0001f468\u200d"]
)
def test_a_megabyte_with_ten_thousand_places_takes_a_moment(unit):
    """Whatever stands in it: a part of a second, and few rows."""
    text = unit * (1_000_000 // len(unit))
    chance = random.Random(1)
    spans = [(place, place + chance.randrange(50)) for place in chance.sample(range(len(text)), 10_000)]
    seconds, lines = _seconds(text, check(*spans), check((0, len(text)), index=1))
    assert seconds < 5
    assert sum(map(len, lines)) < 100_000
    assert "       and 9,980 more" in lines
