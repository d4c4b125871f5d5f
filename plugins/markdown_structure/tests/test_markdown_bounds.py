"""What hostile responses cost: time in proportion to their length, and limits with a name."""

import os
import time

import pytest

from checkwright import Case, Outcome, Toolbox
from checkwright_markdown_structure import KIND, parser

#: Run by `make long`, and in CI.
pytestmark = pytest.mark.long


def test_quotes_that_are_looked_through_again_and_again_end_in_a_limit(judged, monkeypatch):
    """The parser reads all lines behind a quote once for it; where that adds up the limit is named."""
    monkeypatch.setattr(parser, "_SPARE_LINES", 1_000)
    limit = "size limit: too many quotes stand in lines without a blank one between them"
    assert judged("> # a\nb\n" * 100, min_headings=1).reason.startswith(limit)
    quotes = ("> # a\nb\n\n" * 1_000, "> a\nb\n" * 1_000, ("> " * 18 + "a\n") * 1_000)
    for response in (*quotes, "- # a\nb\n" * 1_000, "- a\n" * 1_000):
        assert limit not in judged(response, min_headings=1).reason


def test_quotes_and_items_are_parsed_up_to_a_number(judged, monkeypatch):
    """Each quote and item costs the parser all its rules: past a number of them the limit is named."""
    monkeypatch.setattr(parser, "MOST_CONTAINERS", 100)
    for unit in ("> a\n\n", "- a\n", "1. a\n", "- > a\n\n"):
        limit = "size limit: the response has more than 200,000 quotes and list items"
        assert judged(unit * 102 + "\n# b\n", min_headings=1).reason.startswith(limit), unit
        assert judged(unit * 40 + "\n# b\n", min_headings=1).passed, unit


#: Responses have their full size under `make fuzz` alone, a tenth of it else.
IS_FULL = "CHECKWRIGHT_FUZZ_EXAMPLES" in os.environ


def full(count):
    return count if IS_FULL else count // 10


HOSTILE = {
    "one line of #": "#" * full(1_000_000),
    "one line of >": ">" * full(1_000_000),
    "one line of - ": "- " * full(500_000),
    "one line of [": "[" * full(1_000_000),
    "one line of ticks": "`" * full(1_000_000),
    "one line of blanks": " " * full(1_000_000),
    "a heading of [": "# " + "[" * full(1_000_000),
    "a heading of stars": "# " + "*a_" * full(300_000),
    "headings": "# a b c\n" * full(99_999),
    "headings of images": ("# " + "![" * 10 + "*a_" * 300 + "](x)" * 10 + "\n") * full(50),
    "headings of links": "# [a](b) `c`\n" * full(20_000),
    "headings of brackets": "".join("# " + "[" * 10 + "*_" * 470 + f"{n}\n" for n in range(full(2_000))),
    "short headings with markup": "".join(f"# *a* **b** _c_ {n}\n" for n in range(full(90_000))),
    "quotes and items in each other": ("- > " * 3 + "<|\n") * full(99_999),
    "items in each other": ("1. " * 9 + "# a\n") * full(64_000),
    "items": "- a\n" * full(20_000),
    "items in quotes": ("> - " * 3 + "a\n") * full(12_000),
    "lazy lines": "> " * 19 + "<|\n" + "[\n" * full(20_000),
    "lazy lines in deep quotes": ("> " * 18 + "a\n-|-\n") * full(50_000),
    "quotes in stairs": "".join(">" * (place % 19) + " a\n" for place in range(full(20_000))),
    "headings in quotes": "> # a\nb\n" * full(50_000),
    "definitions in quotes": "> > [a]: b\nb\n" * full(20_000),
    "fences": "```\n" * full(99_999),
    "fences in a fence": "```md\n" + "```\n" * full(99_998),
    "references": "[a]: b\n" * full(50_000) + "# [a]\n",
    "a label over lines": "[" + "a\n" * full(50_000),
    "front matter": "---\n" + "a: b\n" * full(150_000) + "---\n",
    "open front matter": "---\n" + "a: [\n" * full(50_000),
    "HTML headings": "<h1>" * full(250_000),
    "HTML tags cut off": "<div>" + "<h1 " * full(250_000),
    "HTML comments cut off": "<div>" + "<!--" * full(250_000),
    "blanks behind a fence": "```md\n```" + " " * full(1_000_000) + "x",
    "too many lines": "a\n" * full(500_000),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_no_hostile_response_takes_long(prepared, name):
    """Whatever a response repeats, it is judged within seconds, or a limit that is named ends it."""
    case = Case(HOSTILE[name])
    execute = prepared(
        min_headings=1, max_heading_level=1, required_sections=["z"], no_h1=True, min_code_blocks=1
    )
    started = time.thread_time()
    outcome = execute(case)
    if outcome.locate is not None:
        outcome.locate(case)
    assert time.thread_time() - started < (10 if IS_FULL else 5)
    assert outcome.passed is False


@pytest.mark.parametrize(
    "unit", ["# a\n", "- a\n", "> a\nb\n", "```\n", "[a]: b\n", "<h1>a</h1>\n", "# *a* [b](c)\n"]
)
def test_time_grows_with_the_length(prepared, unit):
    """Sixteen times the text takes far less than 256 times the time."""

    def seconds(length):
        text = unit * (length // len(unit))
        execute = prepared(min_headings=1, required_sections=["z"])
        taken = []
        for _ in range(3):
            started = time.thread_time()
            execute(Case(text))
            taken.append(time.thread_time() - started)
        return min(taken)

    assert seconds(16_000) < 48 * seconds(1_000)


@pytest.mark.parametrize(
    ("response", "limit"),
    [
        ("\n" * 99_999, None),
        ("\n" * 100_000, "size limit: the response has more than 100,000 lines"),
        (">" * 19 + "a", None),
        (">" * 20 + "a", "nesting limit: quotes and lists lie more than 19 levels deep in line 1"),
        ("b\n\n" + "- " * 9 + "# a", None),
        (
            "b\n\n" + "- " * 10 + "# a",
            "nesting limit: quotes and lists lie more than 19 levels deep in line 3",
        ),
    ],
)
def test_a_limit_is_a_failure_with_a_name(judged, response, limit):
    """What is not read wholly fails every constraint on the structure, and the reason says why."""
    outcome = judged(response, max_heading_level=6)
    assert outcome.passed is (limit is None)
    assert limit is None or outcome.reason.startswith(limit)


def test_headings_with_markup_are_read_up_to_a_number_of_characters(judged):
    """Markup of headings is parsed up to 200,000 characters in all, equal ones once; plain ones are read."""
    many = "".join(f"# *a* {'b' * 90} {number:,}\n" for number in range(2_500))
    assert judged(f"# *z*\n{many}# last\n", required_sections=["z", "last"]).passed
    reason = judged(f"{many}# *z*\n", required_sections=["z"]).reason
    limit = "is behind 200,000 characters of headings with markup"
    assert reason == f"no section 'z'; size limit: line 2022 {limit}"
    assert judged(f"# *a* {'b' * 90}\n" * 2_500 + "# *z*\n", required_sections=["z"]).passed


def spinning(seconds, patterns, searched, *, found):
    """Execute a check over a slow regex: of several patterns it tells at once, of one it cannot tell."""

    def prepare(check):
        def execute(case):
            searched.append(check["patterns"])
            if len(check["patterns"]) > 1:
                return Outcome.judge(found, "'z' matches" if found else "no match")
            until = time.thread_time() + seconds
            while time.thread_time() < until:
                pass
            return Outcome.judge(False, "slow", details={"limits": ["match limit"]})

        return execute

    spec = KIND.spec(kind=KIND.name, forbidden_patterns=tuple(patterns))
    return KIND.prepare(spec, Toolbox(prepare=prepare))(Case("x"))


def test_forbidden_patterns_share_the_time_of_one_check():
    """All patterns are one search; only where it finds one are they searched alone, and not without end."""
    patterns = list("abcdefghij")
    searched = []
    assert spinning(0.3, patterns, searched, found=False).passed
    assert searched == [patterns]
    outcome = spinning(0.3, patterns, searched, found=True)
    assert len(searched) < 8
    assert outcome.passed is False
    assert outcome.reason.endswith("; forbidden 'z' matches")


def test_a_heading_is_read_up_to_its_limit(judged):
    """A heading beyond the limit is counted, and is none of the sections."""
    for title in ("a" * 1_001, "[" * 11):
        response = f"# b\n# {title}\n"
        assert judged(response, min_headings=2, required_sections=["b"]).passed
        reason = judged(response, required_sections=[title]).reason
        assert "size limit: line 2 has more than 1,000 characters or 10 brackets" in reason
    for title in ("a" * 1_000, "[" * 10):
        assert judged(f"# {title}", required_sections=[title]).passed
