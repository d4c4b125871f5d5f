"""What explanations look like, as written in `explained.golden.txt`, and their limits."""

import io
from pathlib import Path

import pytest
from checks_to_explain import cells, check, explain
from verdicts_by_hand import check_data, verdict_data

from checkwright import Case, Evidence
from checkwright_runner.cli.screen.explaining import Page, explained, page_of
from checkwright_runner.run.reports.excerpt import Passage

RUDE = verdict_data(check_data("error", reason="broke"), rubric="rubric/rude@1.0", status="error")
SUB = verdict_data(
    check_data("passed", ident="warm", reason="is warm"),
    check_data("failed", kind="composite", score=0.25, reason="is rude", details=RUDE),
    rubric="rubric/tone@1.0",
)
POINTER = Evidence.json_pointer("/items/0/price", '"twelve"')
CALL = Evidence.tool_call(
    3, 'search {"q": "weather in Paris", "unit": "a unit that is far too long to show"}'
)
LONG = "The quick brown fox jumps over the lazy dog. " * 29 + "The end."
POEM = "".join(f"line {number}\n" for number in range(1, 31))
GOLDEN_CASES = {
    "one mark": ("It was not your fault.", [check((11, 21), ident="no_blame")]),
    "several checks mark a line": (
        "Hello! It was not your fault.",
        [
            check((0, 5), ident="greets", status="passed"),
            check((18, 22), (23, 28), index=1),
            check((18, 28), index=2, reason="overlaps"),
        ],
    ),
    "a mark over lines": ("one\ntwo\n\nthree\n", [check((2, 12))]),
    "a mark over many lines": (POEM, [check((9, 190))]),
    "marks far apart": (POEM, [check((0, 4), (100, 104))]),
    "a long line": (LONG, [check((600, 605), ident="middle"), check((1345, 1350), index=1, ident="end")]),
    "marks side by side on a long line": (LONG, [check((40, 43), (52, 56), (90, 93))]),
    "a long mark": (LONG, [check((300, 1200))]),
    "wide characters": ("日本語 and ｆｕｌｌ and 한국어", [check((0, 2), (8, 12)), check((17, 20), index=1)]),
    "combining marks": (
        "cafe\u0301 re\u0301sume\u0301 कि",
        [check((4, 5), (6, 8)), check((14, 16), index=1)],
    ),
    "emoji": (
        "ok \U0001f468\u200d\U0001f4bb \u26a0\ufe0f \U0001f44d\U0001f3fd!",
        [check((3, 6), (7, 9), (12, 13))],
    ),
    "tabs": ("\tif x:\n\t\treturn\t1", [check((1, 3), (9, 15)), check((0, 1), (15, 16), index=1)]),
    "right to left": ("He said שלום עולם twice.", [check((8, 12))]),
    "control characters": ("a\x1b[31mred\x00\u202eevil\u2028\ud800", [check((1, 6), (9, 11))]),
    "places without characters": ("ab\n\ncd", [check((0, 0), (3, 3), (6, 6)), check((2, 3), index=1)]),
    "places outside": ("ab", [check((0, 1), (1, 40), (7, 99))]),
    "no marks": ("one\ntwo", [check(reason="misses 'three'")]),
    "no marks and many lines": (POEM, [check()]),
    "an empty response": ("", [check(reason="the response is empty")]),
    "a place in an empty response": ("", [check((0, 0))]),
    "a pointer and a call": (
        '{"items": [{"price": "twelve"}]}',
        [check(POINTER, Evidence.json_pointer("", "{}")), check(CALL, index=1, status="passed")],
    ),
    "a rating": ("hello", [check(Evidence.rating("Ann", "warm, and to the point"))]),
    "not executed": (
        "hello",
        [
            check(status="not_executable", reason="no sandbox"),
            check(index=1, status="error", reason="it broke"),
        ],
    ),
    "a sub-rubric": ("hello", [check(ident="tone", details=SUB), check((0, 5), index=1)]),
    "evidence that broke": ("hello", [check(problem="ValueError: no place")]),
    "the response is gone": (None, [check((2, 5), POINTER)]),
    "part of a response": (Passage("is it. Not\nyour fault", 500, 7, 20, more=True), [check((511, 521))]),
}


def _golden():
    """Read the golden texts: a line `# name`, the explanation, an empty line."""
    text = (Path(__file__).parent / "explained.golden.txt").read_text(encoding="utf-8")
    sections = [section.partition("\n") for section in text.removeprefix("# ").split("\n# ")]
    return {name: body.strip("\n") for name, _, body in sections}


@pytest.mark.parametrize("name", GOLDEN_CASES)
def test_each_case_reads_as_written(name):
    """A page of 60 cells without colours."""
    text, checks = GOLDEN_CASES[name]
    assert "\n".join(explain(text, *checks, width=60)) == _golden()[name]


def test_every_golden_text_is_of_a_case():
    """No text outlives what it was written for."""
    assert list(_golden()) == list(GOLDEN_CASES)


def test_on_a_terminal_marks_are_colours():
    """Each check has its own, in the text, on its label behind the line and on its row; no carets."""
    checks = [
        check((0, 5), ident="greets", status="passed"),
        check((18, 22), index=1),
        check((18, 28), index=2, reason="overlaps"),
    ]
    assert explain("Hello! It was not your fault.", *checks, colour=True) == [
        "    1 | \x1b[1;4;32mHello\x1b[0m! It was not \x1b[1;4;31myour\x1b[0m\x1b[1;4;35m fault\x1b[0m."
        "  \x1b[1;32m[0]\x1b[0m  \x1b[1;31m[1]\x1b[0m  \x1b[1;35m[2]\x1b[0m",
        "",
        "  \x1b[1;32m[0]\x1b[0m  passed  greets (test.kind)  1  a reason",
        "  \x1b[1;31m[1]\x1b[0m  failed  test.kind           0  a reason",
        "  \x1b[1;35m[2]\x1b[0m  failed  test.kind           0  overlaps",
    ]


def test_the_colour_of_a_failed_check_lies_on_top():
    """What a check passed for does not hide what another failed for."""
    row = explain("abc", check((0, 3), status="passed"), check((1, 2), index=1), colour=True)[0]
    assert "\x1b[1;4;32ma\x1b[0m\x1b[1;4;31mb\x1b[0m\x1b[1;4;32mc\x1b[0m" in row


def test_with_colours_a_place_without_characters_is_a_blank():
    """It is underlined as well; before a character it is that one."""
    rows = explain("ab\n", check((2, 2)), colour=True)
    assert rows[0].startswith("    1 | ab\x1b[1;4;31m \x1b[0m  \x1b[1;31m[0]")


def test_with_colours_no_more_than_three_labels_stand_behind_a_line():
    """Of further ones there is the number, and the line leaves room for them."""
    checks = [check((0, 400), index=index) for index in range(5)]
    row = explain("x" * 400, *checks, colour=True, width=60)[0]
    assert row.endswith("...  \x1b[1;31m[0]\x1b[0m  \x1b[1;35m[1]\x1b[0m  \x1b[1;33m[2]\x1b[0m  +2")
    assert cells("".join(row.replace("\x1b[0m", "").split("\x1b[1;4;31m"))) < 90


@pytest.mark.parametrize(
    ("encoding", "shown", "carets"),
    [
        ("utf-8", "naïve 日本", "^^"),
        ("latin-1", "naïve \\u65e5\\u672c", "^" * 6),
        ("ascii", "na\\xefve \\u65e5\\u672c", "^" * 6),
    ],
)
def test_what_the_output_cannot_hold_is_escaped(encoding, shown, carets):
    """Marks stand under the escapes."""
    rows = explain("naïve 日本", check((7, 8)), encoding=encoding)
    assert rows[0] == f"    1 | {shown}"
    assert rows[1].endswith(f" {carets}")
    assert rows[1].index("^") - 8 == cells(shown) - len(carets)


def test_twenty_places_of_a_check_are_shown():
    """The first ones that it gives; of the others the number is said."""
    rows = explain("ab" * 300, check(*((place, place + 1) for place in range(0, 600, 2))), width=1000)
    assert rows[1] == "  [0] | " + "^ " * 19 + "^"
    assert rows[-1] == "       and 280 more"


def test_sixty_places_of_all_checks_are_shown_failed_ones_first():
    """A check that finds no room is there with its row."""
    spans = [(place, place + 1) for place in range(15)]
    checks = [check(*spans, index=index, status="passed" if index < 3 else "failed") for index in range(6)]
    rows = explain("x" * 15, *checks)
    assert [row.strip()[:3] for row in rows[1 : rows.index("")]] == ["[0]", "[3]", "[4]", "[5]"]
    assert rows.count("       and 15 more") == 2


@pytest.mark.parametrize(
    "details",
    [
        {"checks": 5, "rubric": "r"},
        {**SUB, "format": 1},
        {**SUB, "checks": [7]},
        {name: value for name, value in SUB.items() if name != "rubric"},
    ],
)
def test_details_that_are_no_verdict_show_no_checks(details):
    """Details are anything; nothing of them is shown."""
    assert explain("", check(details=details))[2:] == ["  [0]  failed  test.kind  0  a reason"]


def test_sub_rubrics_are_shown_four_levels_deep_and_a_hundred_checks_long():
    """Details without end have an end here."""
    details = None
    for _ in range(9):
        details = verdict_data(check_data("passed", details=details))
    assert len(explain("", check(details=details))) == 2 + 1 + 4
    details = verdict_data(*(details["checks"] * 500))
    assert len(explain("", check(details=details))) == 2 + 1 + 100


def test_places_outside_of_what_is_kept_are_counted():
    """Before it and behind it; a place that begins or ends inside is marked."""
    part = Passage("a passage", 500, 7, 20, more=True)
    rows = explain(part, check((10, 20), (490, 501), (508, 600), (509, 510)))
    assert rows[1] == "   [0] |    ^       ^"
    assert rows[-1] == "       and 2 more"


def test_what_is_shown_is_clean():
    """A kind, a reason, a pointer and a call come from elsewhere, and may hold anything."""
    wild = "\x1b[31m\n\u202e" + "x" * 5000
    result = check(
        Evidence.json_pointer(wild, wild),
        Evidence.tool_call(10**9, wild),
        Evidence.rating(wild, wild),
        ident=wild,
        reason=wild,
        problem=wild,
    )
    lines = explain("", result)
    assert all(line.isprintable() for line in lines)
    assert [len(line) for line in lines[3:6]] == [80, 80, 80]


def test_a_case_without_a_response_is_explained(plan):
    """It is said, and each check says why it was not executed."""
    case = Case(None)
    lines = explained(plan.score(case), case, Page())
    assert lines == [
        "  (there is no response)",
        "",
        "  [0]  not executable  polite (test.says)  -  no response",
    ]


@pytest.fixture
def plan():
    import kinds_of_words

    from checkwright import compile_rubric, load_kinds, parse_rubric

    kinds = load_kinds(plugins=[kinds_of_words], entry_points=False)
    data = {
        "id": "t",
        "version": "1.0",
        "checks": [{"kind": "test.says", "id": "polite", "word": "hello"}],
        "scoring": {"combine": "all_pass"},
    }
    return compile_rubric(parse_rubric(data, kinds=kinds), kinds=kinds)


def test_a_verdict_is_explained_on_its_case(plan):
    """The response, the mark, the check."""
    case = Case("oh hello")
    assert explained(plan.score(case), case, Page()) == [
        "    1 | oh hello",
        "  [0] |    ^^^^^",
        "",
        "  [0]  passed  polite (test.says)  1  the word is there",
    ]


class Terminal(io.StringIO):
    def isatty(self):
        return True


@pytest.mark.parametrize(
    ("stream", "variables", "colour"),
    [
        (None, {}, False),
        (io.StringIO(), {}, False),
        (Terminal(), {}, True),
        (Terminal(), {"NO_COLOR": ""}, True),
        (Terminal(), {"NO_COLOR": "1"}, False),
        (Terminal(), {"TERM": "dumb"}, False),
    ],
)
def test_colours_are_for_terminals(monkeypatch, stream, variables, colour):
    """NO_COLOR, if it is not empty, and a terminal that has none say otherwise."""
    for name in ("NO_COLOR", "TERM"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert page_of(stream).colour is colour


@pytest.mark.parametrize(("columns", "width"), [("100", 100), ("3", 40), ("999999", 1000)])
def test_a_page_is_as_wide_as_the_terminal(monkeypatch, columns, width):
    """Within bounds."""
    monkeypatch.setenv("COLUMNS", columns)
    assert page_of(io.StringIO()) == Page(width, colour=False, encoding="utf-8")


def test_a_passage_is_the_part_of_a_response_around_a_place():
    """It knows its place in the lines; CRLF is not divided, a short response is whole."""
    text = "one\r\ntwo\r\n" + "x" * 100
    assert Passage.around(text, 50, 200) == Passage(text)
    assert Passage.around(text, 60, 20) == Passage("x" * 20, 50, 3, 40, more=True)
    assert Passage.around(text, 110, 20) == Passage("x" * 20, 90, 3, 80)
    assert Passage.around(text, 14, 20) == Passage(text[3:23], 3, 1, 3, more=True)
    assert Passage.around(text, 0, 20) == Passage(text[:20], more=True)
