"""What is special about markdown_structure."""

import os
import subprocess
import sys
import threading
import time
from importlib.metadata import version
from importlib.resources import files

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

import checkwright_markdown_structure
from checkwright import Case, CheckError, Limits, NotExecutable, Outcome, ServiceError, Toolbox, load_kinds
from checkwright import validate as validated
from checkwright.compiler import make_toolbox
from checkwright_markdown_structure import KIND, checkwright_kinds, parsing
from checkwright_markdown_structure.parsing import parser
from checkwright_markdown_structure.structure import Structure, structure_of
from checkwright_markdown_structure.titles import section_text, titles_of

ROWS = yaml.safe_load(files("checkwright_markdown_structure").joinpath("examples.yaml").read_text("utf-8"))
KINDS = load_kinds()
#: Pieces of Markdown that mean something beside each other.
PIECES = st.lists(
    st.sampled_from(
        [
            "# a",
            "## b:",
            "#c",
            "b",
            "===",
            "---",
            "> ",
            "- ",
            "1. ",
            "    ",
            "```",
            "~~~md",
            "---\na: 1\n---\n",
        ]
    )
    | st.sampled_from(
        ["<h3>c</h3>", "<!--", "-->", "<pre>", "</pre>", "[x]: y", "[x]", "*", "`", "\\", "&amp;"]
    )
    | st.sampled_from(["\n", "\n\n", "\r\n", " ", "\t", "\u2028", "\x0c", "\x00", "é"]),
    max_size=12,
).map("".join)


def prepared(limits=None, **fields):
    spec = KIND.spec.model_validate({"kind": "markdown_structure", **fields})
    return KIND.prepare(spec, make_toolbox(kinds=KINDS, limits=limits or Limits()))


def judged(response, **fields):
    return prepared(**fields)(Case(response))


def headings(response):
    structure = structure_of(Case(response))
    return [(heading.level, heading.text) for heading in structure.headings]


def sections(response):
    return list(titles_of(Case(response)).places)


def evidence(response, **fields):
    case = Case(response)
    return [piece.text for piece in prepared(**fields)(case).locate(case)]


def problems(**fields):
    check = {"kind": "markdown_structure", **fields}
    rubric = {"id": "r", "version": "1.0", "checks": [check], "scoring": {"combine": "all_pass"}}
    return [str(problem) for problem in validated(rubric, kinds=KINDS, source="x")]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: repr(row["response"])[:40])
def test_the_examples_hold(row):
    """Every example comes out as it says, for the reason it says."""
    try:
        fields = {key: value for key, value in row["check"].items() if key != "kind"}
        outcome = judged(row["response"], **fields)
    except CheckError as error:
        outcome = Outcome.judge(False, error.message)
    except NotExecutable as missing:
        outcome = Outcome.not_executable(missing.reason)
    assert (outcome.passed, row["reason"] in outcome.reason) == (row["passed"], True), outcome.reason


def test_the_hook_offers_the_kind():
    """The package offers exactly its own kind."""
    assert [kind.name for kind in checkwright_kinds()] == ["markdown_structure"]


NOTHING = {
    "min_headings": 0,
    "required_sections": [],
    "no_h1": False,
    "min_code_blocks": 0,
    "forbidden_patterns": [],
}


@pytest.mark.parametrize("fields", [{}, *({name: value} for name, value in NOTHING.items()), NOTHING])
def test_at_least_one_field_constrains(fields):
    """What can fail no response is refused, with one problem that names the fields."""
    (problem,) = problems(**fields)
    sentence = "checks[0]: the check constrains nothing: set one of min_headings, max_heading_level, "
    assert f"error: {sentence}required_sections" in problem
    with pytest.raises(ValueError, match="constrains nothing"):
        KIND.spec.model_validate({"kind": "markdown_structure", **fields})


def test_a_misspelt_constraint_is_the_only_problem():
    """A check that means to constrain is not told that it constrains nothing."""
    (problem,) = problems(required=["Usage"])
    assert "checks[0].required: unknown field (did you mean 'required_sections'?)" in problem


@pytest.mark.parametrize("fields", [{}, NOTHING])
def test_a_description_alone_is_vocabulary(fields):
    """A check that only describes is valid, and nobody executes it."""
    assert problems(description="Easy to scan.", **fields) == []
    with pytest.raises(NotExecutable, match="vocabulary only"):
        prepared(description="Easy to scan.", **fields)


@pytest.mark.parametrize(
    ("field", "value", "words"),
    [
        ("min_headings", -1, "must be at least 0"),
        ("min_headings", 100_001, "must be at most 100000"),
        ("min_headings", True, "a whole number"),
        ("max_heading_level", 0, "must be at least 1"),
        ("max_heading_level", 7, "must be at most 6"),
        ("required_sections", [" "], "is blank"),
        ("required_sections", "Risks", "a list"),
        ("no_h1", "yes", "true or false"),
        ("min_code_blocks", 1.5, "a whole number"),
        ("forbidden_patterns", [""], "at least 1 character"),
    ],
)
def test_a_field_out_of_range_is_one_problem(field, value, words):
    """A value that no field takes is reported once, at its place."""
    (problem,) = problems(**{field: value})
    assert problem.startswith(f"x: error: checks[0].{field}")
    assert words in problem


def test_all_bad_patterns_and_sections_are_located():
    """Each pattern that PCRE2 refuses is named at its own index, and so is a section without text."""
    places = ["checks[0].forbidden_patterns[1]", "checks[0].forbidden_patterns[2]"]
    found = problems(forbidden_patterns=["ok", "(", "[a"])
    assert [one.split(":")[2].strip() for one in found] == places
    assert "'(' is not a valid pattern: missing closing parenthesis at 1" in found[0]
    (found,) = problems(required_sections=["Risks", "<b></b>："])
    assert found.startswith("x: error: checks[0].required_sections[1]: '<b></b>：' is no text that a heading")


def test_what_is_most_likely_not_meant_is_noticed():
    """A level that allows all, and a section written with its #, are valid and warned about."""
    assert [path for path, _ in KIND.warn(KIND.spec(kind=KIND.name, max_heading_level=6))] == [
        ("max_heading_level",)
    ]
    spec = KIND.spec(kind=KIND.name, max_heading_level=5, required_sections=("C# and F#", "## Risks"))
    ((path, message),) = KIND.warn(spec)
    assert (path, message) == (
        ("required_sections", 1),
        "'## Risks' starts with #: give the text of the heading alone",
    )


@pytest.mark.parametrize(
    ("response", "found"),
    [
        ("# a #\n####### b\n###### c", [(1, "a"), (6, "c")]),
        ("a\nb\n===\nc\n-", [(1, "a\nb"), (2, "c")]),
        ("> # a\n\n- # b\n\n1. c\n   ===\n\n    # d\n", []),
        ("> a\n===\n\n# b", [(1, "b")]),
        ("* * *\n# a", [(1, "a")]),
        ("#\tx\n#\n\\# y\n#\u00a0z", [(1, "x"), (1, "")]),
        ("a\rb\r===\r# c\r\n# d", [(1, "a\rb".replace("\r", "\n")), (1, "c"), (1, "d")]),
        ("| a |\n|---|\n| # b |\n# c", [(1, "c")]),
    ],
)
def test_headings_are_those_of_the_root(response, found):
    """ATX and setext headings count outside of quotes, lists and code, as CommonMark reads them."""
    assert headings(response) == found


@pytest.mark.parametrize(
    ("response", "found"),
    [
        ("<h1>a</h1>", [(1, "a")]),
        ('<H2 id="x">a &lt;b&gt; <em>c</em></H2>\n<h3/>', [(2, "a <b> c"), (3, "")]),
        ("<div>\n<h2>a</h2><h2>b</h2>\n</div>", [(2, "a"), (2, "b")]),
        ("<h1>\na\n</h1>", [(1, "\na\n")]),
        ("<pre>\n<h1>a</h1>\n\n# b\n</pre>\n<h2>c</h2>", [(2, "c")]),
        ("<div><pre><h1>a</h1></pre><h2>b</h2></div>", [(2, "b")]),
        ("<!-- <h1>a</h1> --><h2>b</h2>\n\n<h3>c</h3>", [(2, "b"), (3, "c")]),
        ("<script>\n'<h1>a</h1>'\n</script>", []),
        ("<?php\n<h1>a</h1> ?>", []),
        ("<div><![CDATA[<h1>a</h1>]]><h2>b</h2>", [(2, "b")]),
        ("<hr><header><h1x>a</h1x><h7>b</h7></header>", []),
        ("a <h1>b</h1>", []),
        ("> <h1>a</h1>\n\n- <h2>b</h2>\n\n`<h3>`\n\n    <h4>c</h4>", []),
        ("<h1>a\n<h2>b", [(1, "a\n"), (2, "b")]),
        ("<h1 <h2>a", [(2, "a")]),
        ("<h1>a<br>b<BR />c</h1>", [(1, "a b c")]),
        ("<div><!--><h1>a</h1><!---><h2>b<!-->c</h2></div>", [(1, "a"), (2, "bc")]),
        ("<\u017fcript>\n<h1>a</h1>", [(1, "a")]),
        ("<div><\u017fcript><h1>a</h1></div>", [(1, "a")]),
    ],
)
def test_headings_of_raw_html_count(response, found):
    """h1 to h6 in a block of raw HTML at the root count, but for comments and what is preformatted."""
    assert headings(response) == found


@pytest.mark.parametrize(
    ("response", "found"),
    [
        ("---\na: b\n---\n# c", [(1, "c")]),
        ("---  \r\na: b\r\n...\r\n# c", [(1, "c")]),
        ("---\n? [a, b]\n: &x !t c\na: *x\n---", []),
        ("\ufeff---\na: b\n---\n# c", [(1, "c")]),
        ("<think>\n# x\n</think>\n\n---\na: b\n---\n# c", [(1, "c")]),
        ("---\n\na: b\n---", [(2, "a: b")]),
        ("---\na\n---", [(2, "a")]),
        ("---\n- a\n---", []),
        ("---\na: b: c\n---", [(2, "a: b: c")]),
        ("---\na: b\n--- c\n---", [(2, "a: b\n--- c")]),
        ("---\na: b\n ---\nc\n---", [(2, "a: b"), (2, "c")]),
        ("---\n# a\n---", [(1, "a")]),
        ("---\na: b\n", []),
        ("---\n%TAG ! x\n---", [(2, "%TAG ! x")]),
        ("---\na: \ud800\n---", [(2, "a: \ud800")]),
        ("---\n---\n# a", [(1, "a")]),
        ("----\na: b\n---", [(2, "a: b")]),
        ("\n---\na: b\n---", [(2, "a: b")]),
        ("# c\n---\na: b\n---", [(1, "c"), (2, "a: b")]),
    ],
)
def test_front_matter_is_dropped(response, found):
    """A YAML mapping between --- in the first line and a later --- or ... is no Markdown; all else is."""
    assert headings(response) == found


@pytest.mark.parametrize(
    ("response", "found"),
    [
        ("```markdown\n# a\n```", ["a"]),
        ("\n\n~~~~ Markdown title\n# a\n```\n~~~\n~~~~\n\n", ["a"]),
        ("````md\n# a\n```\n# b\n```\n## c\n````", ["a", "c"]),
        ("```md\n---\nx: y\n---\n# a\n```", ["a"]),
        ("```md\r\n# a\r\n## b\r\n```\r\n", ["a", "b"]),
        ("   ```md\n   # a\n   ```", ["a"]),
        ("<think>\n\n# t\n</think>\n```md\n# a\n```", ["a"]),
        ("```md\n# a", ["a"]),
        ("```md", []),
        ("```\n# a\n```", []),
        ("```text\n# a\n```", []),
        ("Here:\n```md\n# a\n```", []),
        ("```md\n# a\n```\nDone.", []),
        ("> ```md\n> # a\n> ```", []),
        ("- ```md\n  # a\n  ```", []),
        ("```md\n# a\n```\n```md\n# b\n```", []),
        ("    ```md\n    # a\n    ```", ["a"]),
        ("\t```md\n\t# a\n\t```", ["a"]),
        ("  ```md\n  ---\n  x: y\n  ---\n  # a\n  ```", ["a"]),
        ("```md `x`\n# a\n```", ["a"]),
        ("\ufeff```md\n# a\n```", ["a"]),
    ],
)
def test_one_block_of_markdown_is_read_as_its_content(response, found):
    """A fence labelled markdown or md is looked through where it holds the whole answer."""
    assert sections(response) == found


@pytest.mark.parametrize(
    ("response", "text"),
    [
        ("# **Usage** of `x`", "usage of x"),
        ("# A  B\u00a0\u3000C", "a b c"),
        ("# Straße:", "strasse"),
        ("# 概要：", "概要"),
        ("# a ::", "a :"),
        ("# [a](b 'c') ![d *e*](f) <g@h.i> <br> &amp; &#65; \\* ", "a d e g@h.i & a *"),
        ("# [a][] [b] [c][d]\n\n[a]: x\n[d]: y", "a [b] c"),
        ("a\n  b\\\nc\n===", "a b c"),
        ("# a<br>b<br />c &lt;br&gt; `<br>`", "a b c <br> <br>"),
        ("# cafe\u0301", "café"),
        ("# snake_case_name 2*3*4", "snake_case_name 234"),
        ("# <T>", ""),
        ("<h2>a <b>b</b> *c*<!-- d -->:</h2>", "a b *c*"),
        ("# a\x00b", "a\ufffdb"),
    ],
)
def test_the_text_of_a_section_is_what_a_reader_sees(response, text):
    """Markup goes, entities and references resolve, case, white space and a final colon do not count."""
    assert sections(response) == [text]


def test_a_required_section_is_read_as_a_heading_is():
    """An author may copy the markup of a heading, or leave it out."""
    for section in ("Usage of `pip`", "usage of pip", "**USAGE** of pip:"):
        assert judged("## Usage  of *pip*", required_sections=[section]).passed
    assert not judged("## Usage of pip 2", required_sections=["Usage of pip"]).passed


@pytest.mark.parametrize(
    ("response", "number", "unclosed"),
    [
        ("```\na\n```", 1, None),
        ("~~~", 1, 1),
        ("x\n\n```\na\n``\n", 1, 3),
        ("```\na", 1, 1),
        ("```\na\n\n", 1, 1),
        ("```\n\n```", 1, None),
        ("```\r\na\x0bb\u2028c\r\n```\r\n", 1, None),
        ("- ```\n  a\n\n  ```\n- ~~~\n  b\n", 2, 5),
        ("> ```\n> a\n> ```\n>\n>     b\n\nc\n\n\td", 3, None),
        ("`a` ``` b ```", 0, None),
        ("a\n    b", 0, None),
        ("<pre>a</pre>", 0, None),
        ("---\na: 1\n---\n```\n", 1, 4),
        ("```md\n```sh", 1, 1),
    ],
)
def test_code_blocks_are_counted_wherever_they_stand(response, number, unclosed):
    """Fenced and indented blocks count, in lists and quotes too, and a fence without an end is noticed."""
    structure = structure_of(Case(response))
    assert len(structure.code_blocks) == number
    assert (structure.unclosed is not None and structure.line(structure.unclosed)) == (unclosed or False)
    assert judged(response, min_code_blocks=max(number, 1)).passed is (number > 0)
    words = f"the code fence in line {unclosed} is not closed"
    assert (words in judged(response, min_code_blocks=1).reason) is (unclosed is not None)


def test_a_fence_around_the_whole_takes_its_indentation_away():
    """What stands in an indented fence is as far to the left as the fence, and the evidence is as written."""
    response = "   ```md\n   # a\n\n     two\n\n      three\n   b\n   c\n   ===\n   ```"
    assert headings(response) == [(1, "a"), (1, "three\nb\nc")]
    assert judged(response, min_code_blocks=2).reason == "0 code blocks, at least 2 wanted"
    assert evidence(response, no_h1=True) == ["# a", "three\n   b\n   c\n   ==="]
    assert judged(response, no_h1=True).reason == "level 1 in line 2 and 1 more, none allowed"


@pytest.mark.parametrize(
    ("response", "words"),
    [
        ("", "no section 'Risks' among 0 headings; the response is empty"),
        ("# Costs\n\n# Summary", "no section 'Risks' among 2 headings"),
        ("# Costs\n\n## 2. Risks", "no section 'Risks' among 2 headings (line 3: '2. risks')"),
        ("# Risk", "no section 'Risks' among 1 heading (line 1: 'risk')"),
        ("# Risks\u200b", "no section 'Risks' among 1 heading (line 1: 'risks\\u200b')"),
    ],
)
def test_what_stands_instead_of_a_section_is_named(response, words):
    """The reason counts the headings, and names one that was most likely meant."""
    assert judged(response, required_sections=["Risks"]).reason == words


@pytest.mark.parametrize("response", [" \n", "<think>a", "<think># a</think>\n\n", "---\na: b\n---\n"])
def test_a_response_without_text_is_noticed(response):
    """Where nothing is forbidden a response without text passes, and the reason says that it has none."""
    words = "the response holds nothing but white space, thinking or front matter"
    assert judged(response, no_h1=True).reason == f"no heading of level 1; {words}"
    assert words not in judged("a", no_h1=True).reason


def test_a_heading_without_its_space_is_noticed():
    """What would be a heading with a space, a no-break space included, is named by its line."""
    for response in ("#a", "b\n\n##\u00a0a", "b\n\n#\u3000a"):
        reason = judged(response, min_headings=1).reason
        assert (
            reason
            == f"0 headings, at least 1 wanted (no space after # in line {response.count(chr(10)) + 1})"
        )


def test_quotes_that_are_looked_through_again_and_again_end_in_a_limit(monkeypatch):
    """The parser reads all lines behind a quote once for it; where that adds up the limit is named."""
    monkeypatch.setattr(parsing, "_SPARE_LINES", 1_000)
    limit = "size limit: too many quotes stand in lines without a blank one between them"
    assert judged("> # a\nb\n" * 100, min_headings=1).reason.startswith(limit)
    quotes = ("> # a\nb\n\n" * 1_000, "> a\nb\n" * 1_000, ("> " * 18 + "a\n") * 1_000)
    for response in (*quotes, "- # a\nb\n" * 1_000, "- a\n" * 1_000):
        assert limit not in judged(response, min_headings=1).reason


def test_every_broken_constraint_is_named():
    """However long the values, the reason speaks of each broken constraint in one line of 300 characters."""
    fields = {
        "min_headings": 100_000,
        "max_heading_level": 3,
        "required_sections": ["s" * 90, "t" * 90, "u"],
        "no_h1": True,
        "min_code_blocks": 100_000,
        "forbidden_patterns": ["\\A" + "(?:)" * 30, "\\A" + "()" * 50, "a?"],
    }
    reason = judged("#x\n\n" + "# a\n###### b\n" * 1_000, **fields).reason
    assert len(reason) <= 300
    for words in (
        "2,000 headings, at l",
        "level 6 in line 4 and",
        "no section 'sss",
        "level 1 in line 3",
        "0 code",
    ):
        assert words in reason
    assert "forbidden '\\\\A" in reason
    for name, value in fields.items():
        alone = judged("#x\n\n" + "# a\n###### b\n" * 1_000, **{name: value})
        assert (alone.passed, alone.score) == (False, 0.0)
        assert len(alone.reason) < 150


def test_the_evidence_is_what_broke_a_constraint():
    """Spans quote the offending headings and matches from the response as it was written."""
    response = (
        "```md\r\n---\r\nx: TODO\r\n---\r\nTop\r\n===\r\n\r\n#### *Deep* ####  \r\n<h5>\r\nx</h5>\r\n```\r\n"
    )
    assert evidence(response, no_h1=True) == ["Top\r\n==="]
    assert evidence(response, max_heading_level=3) == ["#### *Deep* ####", "<h5>\r\nx</h5>"]
    assert evidence(response, forbidden_patterns=["todo", "z", "x(?=</)"]) == ["TODO", "x"]
    assert evidence(response, no_h1=True, forbidden_patterns=["todo"]) == ["Top\r\n===", "TODO"]
    assert evidence(response, required_sections=["deep", "TOP"]) == ["#### *Deep* ####", "Top\r\n==="]
    assert evidence(" ```py\n x\n ```\n", min_code_blocks=1) == ["```py"]
    assert evidence("<h1>a\n<h2>b\n\n### c\n#### d", no_h1=True) == ["<h1>a"]
    assert evidence("<h1>a\n<h2>b\n\n### c\n#### d", max_heading_level=3) == ["#### d"]
    assert judged(response, min_headings=9).locate is None
    assert len(evidence("# a\n" * 500, no_h1=True)) == 100


@pytest.mark.parametrize(
    ("response", "pattern", "passed"),
    [
        ("---\na: TODO\n---\n", "todo", False),
        ("`TODO`", "todo", False),
        ("```markdown\nx\n```", "```", False),
        ("TODO", "(?-i)todo", True),
        ("# a", "^## ", True),
        ("x\n# a", "(?m)^# ", False),
        ("", "a", True),
        ("", "a?", False),
    ],
)
def test_a_forbidden_pattern_sees_the_whole_source(response, pattern, passed):
    """Patterns are those of the kind regex with its defaults, over the response as it is."""
    outcome = judged(response, forbidden_patterns=[pattern])
    assert outcome.passed is passed
    by_regex = KINDS["regex"].prepare(KINDS["regex"].spec(kind="regex", patterns=(pattern,)), Toolbox())
    assert by_regex(Case(response)).passed is not passed


def test_a_search_that_was_cut_short_never_passes():
    """Where a limit ends the search for a pattern the check fails and names it, whatever else is kept."""
    limits = Limits(regex_chars=10)
    outcome = prepared(limits, min_headings=1, forbidden_patterns=["x"])(Case("# a long answer"))
    assert (outcome.passed, outcome.reason) == (False, "size limit: 'x' was not searched to the end")
    outcome = judged("a" * 60 + "!", forbidden_patterns=["(a+)+$", "b", "!"])
    assert outcome.reason == "match limit: '(a+)+$' was not searched to the end; forbidden '!' matches"


def test_without_the_kind_regex_patterns_are_not_executed():
    """A run without the kind regex executes no check that forbids patterns, and each other one."""
    kinds = load_kinds(plugins=[checkwright_markdown_structure], entry_points=False)
    toolbox = make_toolbox(kinds=kinds)
    spec = KIND.spec(kind=KIND.name, min_headings=1, forbidden_patterns=("a",))
    with pytest.raises(NotExecutable, match="the kind 'regex' is not available here"):
        KIND.prepare(spec, toolbox)
    assert KIND.prepare(KIND.spec(kind=KIND.name, min_headings=1), toolbox)(Case("# a")).passed


@pytest.mark.parametrize(
    ("outcome", "error"),
    [(Outcome.not_executable("gone"), NotExecutable), (Outcome.error("broken"), ServiceError)],
)
def test_what_keeps_regex_from_judging_is_passed_on(outcome, error):
    """Where the kind regex could not search, no verdict is made up."""
    execute = KIND.prepare(
        KIND.spec(kind=KIND.name, forbidden_patterns=("a",)),
        Toolbox(prepare=lambda check: lambda case: outcome),
    )
    with pytest.raises(error, match=outcome.reason):
        execute(Case("a"))


def test_a_response_is_parsed_once():
    """All checks of a case share one parse, and read titles only when a section is asked for."""
    case = Case("# a\n\n## b")
    first = case.memo(structure_of)
    for fields in ({"no_h1": True}, {"min_headings": 1}, {"required_sections": ["b"]}):
        prepared(**fields)(case)
    assert case.memo(structure_of) is first
    plain = Case("# a")
    for fields in ({"no_h1": True}, {"min_headings": 1}, {"max_heading_level": 2}, {"min_code_blocks": 1}):
        prepared(**fields)(plain)
    assert list(plain._memo) == [structure_of]
    untouched = Case("# a")
    prepared(forbidden_patterns=["b"])(untouched)
    assert structure_of not in (untouched._memo or {})


def test_the_parser_is_imported_when_a_check_needs_it():
    """Importing the package, and preparing patterns only, load no parser; its version is known before."""
    code = """
import sys
from checkwright import Toolbox
from checkwright_markdown_structure import KIND
print(KIND.engines()["markdown-it-py"])
for fields in ({"forbidden_patterns": ["a"]}, {"min_headings": 1}):
    spec = KIND.spec.model_validate({"kind": "markdown_structure", **fields})
    KIND.prepare(spec, Toolbox(prepare=lambda check: None))
    print("markdown_it" in sys.modules)
"""
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert said.split() == [version("markdown-it-py"), "False", "True"]


def test_a_fresh_parser_serves_threads_at_once():
    """Threads that parse for the first time at the same moment get the same answer as one alone."""
    alone = structure_of(Case("# a\n\n> - b\n"))
    for _ in range(20):
        parser.cache_clear()
        given, found = threading.Barrier(4), []

        def parse(given=given, found=found):
            given.wait()
            found.append(structure_of(Case("# a\n\n> - b\n")))

        threads = [threading.Thread(target=parse) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert found == [alone] * 4


@given(PIECES)
def test_the_structure_is_that_of_commonmark(text):
    """Level, text and lines of headings and the number of code blocks are the parser's own."""
    structure = structure_of(Case(text))
    assert isinstance(structure, Structure)
    tokens = MarkdownIt("commonmark").parse(structure.source.text)
    expected = [
        (int(token.tag[1]), tokens[place + 1].content, tuple(token.map))
        for place, token in enumerate(tokens)
        if token.type == "heading_open" and token.level == 0
    ]
    assert [(one.level, one.text, one.lines) for one in structure.headings if not one.raw] == expected
    assert len(structure.code_blocks) == sum(token.type in ("fence", "code_block") for token in tokens)


@given(PIECES, st.sampled_from(["\n", "\r\n", "\r"]))
def test_line_ends_make_no_difference(text, end):
    """However lines end, levels, texts and lines are the same, and spans quote the response."""
    plain = text.replace("\r\n", "\n")
    ended = plain.replace("\n", end)
    first, second = structure_of(Case(plain)), structure_of(Case(ended))
    assert (first.headings, first.code_blocks, first.unclosed) == (
        second.headings,
        second.code_blocks,
        second.unclosed,
    )
    case = Case(ended)
    outcome = prepared(max_heading_level=1, no_h1=True)(case)
    for piece in outcome.locate(case) if outcome.locate else ():
        assert ended[slice(*piece.where)] == piece.text == piece.text.strip() != ""


@given(PIECES)
def test_a_fence_around_the_whole_changes_nothing(text):
    """What is written inside a long fence labelled markdown has the structure that it has alone."""
    fenced = structure_of(Case(f"``````markdown\n{text}\n``````"))
    if not text.lstrip().startswith("~~~md"):
        alone = structure_of(Case(text))
        assert [(one.level, one.text) for one in alone.headings] == [
            (one.level, one.text) for one in fenced.headings
        ]


@given(st.text("aB*_`[]()<>&;:!\\ é\u3000ß\u00a0", max_size=12))
def test_the_text_of_a_section_is_settled(text):
    """Text without markup is compared as it is, folded, and reading it as plain text changes nothing."""
    settled = section_text(text)
    if not set(settled) & set("*_`[<&\\") and not settled.endswith(":"):
        assert section_text(settled) == settled


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
    "items": "- a\n" * full(20_000),
    "items in quotes": ("> - " * 3 + "a\n") * full(12_000),
    "lazy lines": "> " * 19 + "<|\n" + "[\n" * full(20_000),
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
def test_no_hostile_response_takes_long(name):
    """Whatever a response repeats, it is judged within seconds, or a limit that is named ends it."""
    case = Case(HOSTILE[name])
    execute = prepared(
        min_headings=1, max_heading_level=1, required_sections=["z"], no_h1=True, min_code_blocks=1
    )
    started = time.thread_time()
    outcome = execute(case)
    if outcome.locate is not None:
        outcome.locate(case)
    assert time.thread_time() - started < (20 if IS_FULL else 10)
    assert outcome.passed is False


@pytest.mark.parametrize(
    "unit", ["# a\n", "- a\n", "> a\nb\n", "```\n", "[a]: b\n", "<h1>a</h1>\n", "# *a* [b](c)\n"]
)
def test_time_grows_with_the_length(unit):
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
def test_a_limit_is_a_failure_with_a_name(response, limit):
    """What is not read wholly fails every constraint on the structure, and the reason says why."""
    outcome = judged(response, max_heading_level=6)
    assert outcome.passed is (limit is None)
    assert limit is None or outcome.reason.startswith(limit)


def test_a_heading_is_read_up_to_its_limit():
    """A heading beyond the limit is counted, and is none of the sections."""
    for title in ("a" * 1_001, "[" * 11):
        response = f"# b\n# {title}\n"
        assert judged(response, min_headings=2, required_sections=["b"]).passed
        reason = judged(response, required_sections=[title]).reason
        assert "size limit: line 2 has more than 1,000 characters or 10 brackets" in reason
    for title in ("a" * 1_000, "[" * 10):
        assert judged(f"# {title}", required_sections=[title]).passed


def test_no_response_is_not_executed():
    """Without a response there is nothing to read."""
    with pytest.raises(NotExecutable, match="no response"):
        judged(None, min_headings=1)
