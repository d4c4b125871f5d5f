"""What is special about markdown_structure."""

import subprocess
import sys
from importlib.metadata import version
from importlib.resources import files

import pytest
import yaml

import checkwright_markdown_structure
from checkwright import (
    Case,
    CheckError,
    Limits,
    NotExecutable,
    Outcome,
    ServiceError,
    Toolbox,
    load_kinds,
    make_toolbox,
)
from checkwright import validate as validated
from checkwright_markdown_structure import KIND, checkwright_kinds
from checkwright_markdown_structure.structure import structure_of

ROWS = yaml.safe_load(files("checkwright_markdown_structure").joinpath("examples.yaml").read_text("utf-8"))

KINDS = load_kinds()


def headings(response):
    structure = structure_of(Case(response))
    return [(heading.level, heading.text) for heading in structure.headings]


@pytest.fixture(scope="session")
def evidence(prepared):
    """Return the function that executes a check with these fields and returns the evidence."""

    def evidence(response, **fields):
        case = Case(response)
        return [piece.text for piece in prepared(**fields)(case).locate(case)]

    return evidence


def problems(**fields):
    check = {"kind": "markdown_structure", **fields}
    rubric = {"id": "r", "version": "1.0", "checks": [check], "scoring": {"combine": "all_pass"}}
    return [str(problem) for problem in validated(rubric, kinds=KINDS, source="x")]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: repr(row["response"])[:40])
def test_the_examples_hold(judged, row):
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
def test_a_description_alone_is_vocabulary(prepared, fields):
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


@pytest.mark.parametrize(
    "section",
    [
        "**",
        "***",
        "__",
        "`",
        "#",
        "\u200b",
        "*\u2060*",
        "&#8203;",
        "&nbsp;",
        "<b></b>",
        "[](x)",
        ":",
        "** **",
    ],
)
def test_a_section_that_reads_as_nothing_is_a_mistake(prepared, section):
    """What only delimits or cannot be seen names no section, and would be found in an empty heading."""
    with pytest.raises(CheckError, match="is no text that a heading could have") as caught:
        prepared(required_sections=["Risks", section])
    assert caught.value.path == ("required_sections", 1)


@pytest.mark.parametrize("section", ["C#", "*args", "?", "1", "a_b", "…", "日"])
def test_a_section_may_hold_delimiters(prepared, section):
    """One character that can be read is a text."""
    assert prepared(required_sections=[section])(Case(f"# {section}\n")).passed


@pytest.mark.parametrize(
    "heading", ["#", "# \u200b", "## **", "# &#8203;", "<h2></h2>\n", "# <b></b>", "# #"]
)
def test_a_heading_without_text_is_not_counted(judged, heading):
    """A heading in which nothing can be read is none of those that are wanted, yet has its level."""
    outcome = judged(f"# a\n\n{heading}\n", min_headings=2)
    assert outcome.reason == "1 heading and 1 without text, at least 2 wanted"
    assert judged(heading, max_heading_level=1, no_h1=True).passed is False


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


def test_a_required_section_is_read_as_a_heading_is(judged):
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
def test_code_blocks_are_counted_wherever_they_stand(judged, response, number, unclosed):
    """Fenced and indented blocks count, in lists and quotes too, and a fence without an end is noticed."""
    structure = structure_of(Case(response))
    assert len(structure.code_blocks) == number
    assert (structure.unclosed is not None and structure.line(structure.unclosed)) == (unclosed or False)
    assert judged(response, min_code_blocks=max(number, 1)).passed is (number > 0)
    words = f"the code fence in line {unclosed} is not closed"
    assert (words in judged(response, min_code_blocks=1).reason) is (unclosed is not None)


def test_a_fence_around_the_whole_takes_its_indentation_away(judged, evidence):
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
def test_what_stands_instead_of_a_section_is_named(judged, response, words):
    """The reason counts the headings, and names one that was most likely meant."""
    assert judged(response, required_sections=["Risks"]).reason == words


@pytest.mark.parametrize("response", [" \n", "<think>a", "<think># a</think>\n\n", "---\na: b\n---\n"])
def test_a_response_without_text_is_noticed(judged, response):
    """Where nothing is forbidden a response without text passes, and the reason says that it has none."""
    words = "the response holds nothing but white space, thinking or front matter"
    assert judged(response, no_h1=True).reason == f"no heading of level 1; {words}"
    assert words not in judged("a", no_h1=True).reason


def test_a_heading_without_its_space_is_noticed(judged):
    """What would be a heading with a space, a no-break space included, is named by its line."""
    for response in ("#a", "b\n\n##\u00a0a", "b\n\n#\u3000a"):
        reason = judged(response, min_headings=1).reason
        assert (
            reason
            == f"0 headings, at least 1 wanted (no space after # in line {response.count(chr(10)) + 1})"
        )


def test_every_broken_constraint_is_named(judged):
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


def test_the_evidence_is_what_broke_a_constraint(judged, evidence):
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


def test_forbidden_patterns_share_one_second(judged, monkeypatch):
    """Sixty patterns take no longer than a few: one check of all decides, with no time left too."""
    monkeypatch.setattr("checkwright_markdown_structure.forbidden_patterns._SECONDS", 0.0)
    patterns = ["b", "c", "a"]
    assert judged("a" * 60, forbidden_patterns=patterns).reason == "forbidden 'a' matches"
    assert judged("d" * 60, forbidden_patterns=patterns).passed is True


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
def test_a_forbidden_pattern_sees_the_whole_source(judged, response, pattern, passed):
    """Patterns are those of the kind regex with its defaults, over the response as it is."""
    outcome = judged(response, forbidden_patterns=[pattern])
    assert outcome.passed is passed
    by_regex = KINDS["regex"].prepare(KINDS["regex"].spec(kind="regex", patterns=(pattern,)), Toolbox())
    assert by_regex(Case(response)).passed is not passed


def test_a_search_that_was_cut_short_never_passes(prepared, judged):
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


def test_no_response_is_not_executed(judged):
    """Without a response there is nothing to read."""
    with pytest.raises(NotExecutable, match="no response"):
        judged(None, min_headings=1)
