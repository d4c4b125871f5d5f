"""What is special about format: fences, places, and the formats that are no HTML."""

import subprocess
import sys
from datetime import date

import jsonschema_rs
import pytest
from hypothesis import given
from hypothesis import strategies as st

import checkwright_format
from checkwright import Case, Toolbox, load_kinds, validate
from checkwright_format import KIND, checkwright_kinds
from checkwright_format.results import index_of, place_of

FORMATS = KIND.spec.model_json_schema()["properties"]["format"]["enum"]

BAD = {
    "json": "{",
    "yaml": "- [",
    "xml": "<a>",
    "html": "<b>",
    "csv": "a,b\nc",
    "number": "x",
    "integer": "1.5",
    "date": "2024-13-01",
}


def prepared(name, strict=False):
    return KIND.prepare(
        KIND.spec.model_validate({"kind": "format", "format": name, "strict": strict}), Toolbox()
    )


def check(response, name, strict=False):
    return prepared(name, strict)(Case(response))


def evidence(response, name, strict=False):
    (piece,) = check(response, name, strict).locate(Case(response))
    return (piece.start, piece.end), piece.text


def test_the_hook_offers_the_kind():
    """The package offers exactly its own kind."""
    assert [kind.name for kind in checkwright_kinds()] == ["format"]


def test_the_engines_name_what_reads():
    """The signature holds the version of each library that decides."""
    assert set(KIND.engines()) == {"PyYAML", "expat", "jsonschema-rs", "markdown-it-py", "turbohtml"}
    assert all(version[0].isdigit() for version in KIND.engines().values())


def test_importing_the_package_loads_no_reader():
    """What reads is imported when a check is prepared, so that loading all kinds stays cheap."""
    code = (
        "import sys, checkwright_format; "
        "print([m for m in ('turbohtml', 'jsonschema_rs', 'markdown_it', 'pyexpat') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


def test_an_unknown_format_is_a_mistake_at_its_place():
    """The formats are a closed list, and validate names a near one."""
    rubric = {
        "id": "r",
        "version": "1.0",
        "checks": [{"kind": "format", "format": "jsno"}],
        "scoring": {"combine": "all_pass"},
    }
    (problem,) = validate(rubric, kinds=load_kinds(plugins=[checkwright_format], entry_points=False))
    assert problem.path == "/checks/0/format"
    assert "'jsno'" in problem.message


@pytest.mark.parametrize("name", FORMATS)
@pytest.mark.parametrize("response", ["", " \n\t ", "\ufeff", "\ufeff \n", "```\n```", "```\n \n```"])
def test_nothing_is_in_no_format(name, response):
    """An empty or blank response, and an empty fence, fail in every format."""
    outcome = check(response, name)
    assert outcome.passed is False
    assert "expected some" in outcome.reason


@pytest.mark.parametrize("name", FORMATS)
@pytest.mark.parametrize(
    "response",
    ["\u200b", "\u3164\n\u2800", "\ufe0f", "\0", "\x07\x1b", "\ud800", "\u034f \u115f", "```\n\u2060\n```"],
)
def test_what_nobody_sees_is_in_no_format(name, response):
    """Invisible and control characters alone pass nothing, strict or not, in a fence or without."""
    assert check(response, name).passed is False
    assert check(response, name, strict=True).passed is False


@pytest.mark.parametrize(
    ("response", "reason"),
    [
        (
            "\u200b \u3164",
            "line 1, column 1: found nothing but the invisible U+200B, U+3164, expected a visible",
        ),
        ("\x07", "line 1, column 1: found nothing but '\\x07', expected a visible character"),
    ],
)
@pytest.mark.parametrize("name", ["text", "markdown"])
def test_invisible_characters_are_named(name, response, reason):
    """A reader of the reason sees what stands there."""
    assert reason in check(response, name).reason


@pytest.mark.parametrize("response", ["\u200b.", "❤\ufe0f", "\u0301", "```js\n\u200b\n```"])
def test_one_visible_character_is_a_text(response):
    """Invisible characters beside something to see do no harm."""
    assert check(response, "text").passed is True


@pytest.mark.parametrize("label", ["", "json", "JSON", "Json", "json title=x", "{.json}", "application/json"])
@pytest.mark.parametrize("fence", ["```", "~~~~"])
def test_one_fence_around_all_is_looked_into_unless_strict(label, fence):
    """A fence with the label of the format in any case, or with none, may stand around all of a response."""
    response = f"\n{fence}{label}\n[1]\n{fence}\n"
    assert check(response, "json").reason == "is JSON: a list of 1 item, in a fence"
    strict = check(response, "json", strict=True)
    assert (strict.passed, strict.reason.partition(": ")[0]) == (False, "not JSON")
    assert "found a fence around it, expected none" in strict.reason


@pytest.mark.parametrize("name", FORMATS)
def test_strict_refuses_a_fence_around_any_format(name):
    """No format reads an unlabelled fence as its own text when the check is strict."""
    assert "found a fence around it" in check("```\n# <b>1</b>, 2\n```", name, strict=True).reason


@pytest.mark.parametrize(
    "response", ["Here:\n```json\n{}\n```", "```json\n{}\n```\nDone.", "```json\n{}\n```\n```json\n{}\n```"]
)
def test_text_around_a_fence_fails_and_is_named(response):
    """Only a fence around all of the response is looked into."""
    outcome = check(response, "json")
    assert outcome.passed is False
    assert outcome.reason.endswith("; the reply has other text around a fence")


def test_a_fence_that_is_not_closed_counts():
    """A response that was cut off inside its fence is read to its end, and the reason says so."""
    assert check("```json\n{}", "json").reason.endswith("in a fence that is not closed")


def test_a_fence_of_another_language_is_text_to_markdown_and_text_only():
    """A label that is not of the format fails, except where a fence is part of the format."""
    response = "```python\nprint(1)\n```"
    failed = {name for name in FORMATS if check(response, name).passed is False}
    assert failed == set(FORMATS) - {"markdown", "text"}
    assert "found a fence labelled 'python', expected 'csv' or no label" in check(response, "csv").reason


def test_html_around_a_fenced_page_fails():
    """To HTML a fence is text: prose around a fenced page does not pass as a page."""
    outcome = check("Your page:\n```html\n<p>x</p>\n```\n", "html")
    assert outcome.passed is False
    assert evidence("Your page:\n```html\n<p>x</p>\n```\n", "html")[1].startswith("```html")


@pytest.mark.parametrize("name", sorted(BAD))
def test_places_count_in_the_response(name):
    """Line, column and evidence are those of the response, whatever stands before the text in it."""
    bare = check(BAD[name], name)
    line, column = map(int, bare.reason.split(": ")[1].replace("line ", "").split(", column "))
    fenced = check(f"\n\n```\n{BAD[name]}\n```", name)
    assert f"line {line + 3}, column {column}: " in fenced.reason
    if bare.locate is not None:
        assert evidence(f"\ufeff\n  {BAD[name]}", name)[1] == evidence(BAD[name], name)[1]


@given(st.text("a\n\r b", max_size=12), st.data())
def test_a_place_leads_back_to_its_index(text, data):
    """Line and column of a character, and the way back, agree for every kind of line end."""
    index = data.draw(st.integers(0, len(text)))
    if text[index - 1 : index + 1] == "\r\n":
        return
    line, column = place_of(text, index)
    assert index_of(text, line - 1, column - 1) == index


@given(
    st.sampled_from(FORMATS),
    st.booleans(),
    st.text(max_size=30),
    st.sampled_from(["{}", "```\n{}\n```", "> ```\n> {}\n> ```"]),
)
def test_every_outcome_is_clean_and_its_evidence_lies_inside(name, strict, text, frame):
    """Whatever a response holds, the reason is one printable line and the evidence quotes the response."""
    response = frame.replace("{}", text)
    outcome = check(response, name, strict)
    assert outcome.passed in (True, False)
    assert outcome.reason.isprintable()
    assert 0 < len(outcome.reason) <= 300
    if outcome.locate is not None:
        (start, end), quoted = evidence(response, name, strict)
        assert 0 <= start < end <= len(response)
        assert quoted == response[start:end]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("# a", "a heading"),
        ("a\n===", "a heading"),
        ("1) a", "a list"),
        ("> a", "a quote"),
        ("```python\na\n```", "a code block"),
        ("a\n\n    b", "a code block"),
        ("a\n\n***", "a thematic break"),
        ("<div>\na\n</div>", "a block of HTML"),
        ("a\n\n" * 3_000 + "- b", "a list"),
        ("a\n" * 3_000 + "\n# b", "a heading"),
        ("a\n" * 3_000 + "---", "a heading"),
        ("# a\n- b", "a heading"),
        ("- b\n# a", "a list"),
    ],
)
def test_strict_markdown_names_the_block_that_is_no_paragraph(text, says):
    """Any block but a paragraph passes, however far down it stands."""
    assert check(text, "markdown", strict=True).reason == f"is Markdown: with {says}"


@pytest.mark.parametrize(
    "text", ["a", "**a** and `b`\n\nc", "a\n    b", "#a", "[a]: b", "1986\n\n2.a", "a\r\n\r\nb"]
)
def test_strict_markdown_refuses_paragraphs_only(text):
    """Emphasis, inline code and what only looks like a block are paragraphs; without strict they pass."""
    assert check(text, "markdown", strict=True).passed is False
    assert check(text, "markdown").passed is True


@pytest.mark.parametrize(
    ("name", "good", "bad"),
    [
        (
            "number",
            ["0", "-1.5", "+2e10", "00.10E-3"],
            ["1_000", "1,5", ".5", "5.", "1e", "NaN", "0x1", "٣", "1 2"],
        ),
        ("integer", ["0", "-12", "+007"], ["1.0", "1e3", "1_0", "٣", "- 1"]),
        (
            "date",
            ["2024-02-29", "0001-01-01"],
            ["20240229", "2023-02-29", "2024-2-9", "2024-01-01T00:00:00Z", "٢٠٢٤-01-01"],
        ),
        ("time", ["12:30:00Z", "23:59:60Z", "12:30:00.5-01:00"], ["12:30", "12:30:00", "24:00:00Z"]),
        (
            "date-time",
            ["2024-02-29T12:30:00z"],
            ["2024-02-30T12:30:00Z", "2024-02-29", "2024-02-29 12:30:00Z"],
        ),
        (
            "email",
            ["a@b.example", '"a b"@c.example', '"<a>"@b.example', "a@[192.0.2.1]"],
            [
                "a@",
                "a b@c.example",
                "<a@b.example>",
                "a@b.example, c@d.example",
                "A <a@b.example>",
                '"A B" <a@b.example>',
                "a@b.example (A)",
                "(A) a@b.example",
                "a(A)@b.example",
                "Mail: a@b.example",
                'A <"b c"@d.example>',
                "mailto:a@b.example",
                "a@b.example>",
            ],
        ),
        (
            "uri",
            ["https://a.example/b?c#d", "urn:a:b", "mailto:a@b.example"],
            ["a.example", "/a", "https://a.example/ä", "a b:c"],
        ),
        (
            "uuid",
            ["2EB8AA08-aa98-11ea-b4aa-73b441d16380"],
            ["2eb8aa08aa9811eab4aa73b441d16380", "{2eb8aa08-aa98-11ea-b4aa-73b441d16380}"],
        ),
        ("ipv4", ["192.0.2.1"], ["192.0.2", "192.0.2.01", "192.0.2.256", "192.0.2.1/24"]),
        ("ipv6", ["::", "2001:db8::1", "::ffff:192.0.2.1"], ["[::1]", "fe80::1%eth0", "1::2::3", "::1/64"]),
    ],
)
def test_single_values(name, good, bad):
    """One value, with white space around it, and nothing else."""
    assert [text for text in good if not check(f" {text}\n", name, strict=True).passed] == []
    assert [text for text in [*bad, *(f"x {text}" for text in good)] if check(text, name).passed] == []


@given(st.integers(0, 9999), st.integers(0, 13), st.integers(0, 32))
def test_dates_are_those_of_the_calendar(year, month, day):
    """Exactly the days of the calendar pass."""
    try:
        real = bool(date(year or 4, month, day))
    except ValueError:
        real = False
    assert check(f"{year:04}-{month:02}-{day:02}", "date").passed is real


def test_half_a_surrogate_pair_is_no_value():
    """What no UTF-8 can hold fails with its place, before the library that cannot take it."""
    assert check("2024-01-0\ud800", "date").reason == (
        "not a date: line 1, column 10: found half of a surrogate pair (U+D800), expected whole characters"
    )


STRINGS = ["date", "time", "date-time", "email", "uri", "uuid", "ipv4", "ipv6"]


@given(st.sampled_from(STRINGS), st.text("0123456789:.-+TZ@/ae%[]", min_size=1, max_size=20))
def test_single_values_agree_with_json_schema(name, text):
    """The string formats are those of JSON Schema: {"format": NAME}."""
    schema = {"type": "string", "format": name}
    alone = jsonschema_rs.EmailOptions(allow_display_text=False)
    valid = jsonschema_rs.Draft202012Validator(schema, validate_formats=True, email_options=alone).is_valid(
        text
    )
    assert check(text, name).passed is valid
