"""What is special about format: fences, places, and the formats that are no HTML."""

import json
import subprocess
import sys
from datetime import date

import jsonschema_rs
import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

import checkwright_format
from checkwright import Case, Toolbox, load_kinds, validate
from checkwright_format import KIND, checkwright_kinds, yaml_text
from checkwright_format.reading import Fits, index_of, place_of

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
    return piece.where, piece.text


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


# Fences


@pytest.mark.parametrize("name", FORMATS)
@pytest.mark.parametrize("response", ["", " \n\t ", "\ufeff", "\ufeff \n", "```\n```", "```\n \n```"])
def test_nothing_is_in_no_format(name, response):
    """An empty or blank response, and an empty fence, fail in every format."""
    outcome = check(response, name)
    assert outcome.passed is False
    assert "expected some" in outcome.reason


@pytest.mark.parametrize("label", ["", "json", "JSON", "Json", "json title=x"])
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


# JSON, YAML, XML


@settings(max_examples=60)
@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(),
        lambda of: st.lists(of) | st.dictionaries(st.text(), of),
    )
)
def test_what_json_writes_is_json_and_a_cut_of_it_is_not(value):
    """Every document of the standard library passes, and none that lost its last bracket."""
    text = json.dumps(value)
    assert check(text, "json").passed is True
    if isinstance(value, list | dict):
        assert check(text[:-1], "json").passed is False


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("1: a\n2: b", "a mapping of 2 keys"),
        ("a: &x [1]\nb: *x", "a mapping of 2 keys"),
        ("base: &b {x: 1}\nmore:\n  <<: *b\n  y: 2", "a mapping of 2 keys"),
        ("- !!str 5\n- .inf\n- 2024-02-30", "a list of 3 items"),
        ("? [a]\n: 1\n? [b]\n: 2", "a mapping of 2 keys"),
        ("1: a\n'1': b\n1.0: c\ntrue: d", "a mapping of 4 keys"),
        ("# a comment\n---\na: 1\n---\n- b\n...\n---\n", "2 documents"),
        ("a: &x 1\n---\na: &x 2\nb: *x", "2 documents"),
        ("{}", "a mapping of 0 keys"),
        ("a: '\u2028'\nb: \x85x", "a mapping of 2 keys"),
    ],
)
def test_yaml_is_all_of_yaml(text, says):
    """Tags, anchors, merge keys, keys of any type and several documents are YAML."""
    assert check(text, "yaml").reason == f"is YAML: {says}"


@pytest.mark.parametrize(
    ("text", "place", "says"),
    [
        ("Oslo", (1, 1), "found the text 'Oslo', expected a mapping or a list"),
        ("12", (1, 1), "found the text '12'"),
        ("'quoted'", (1, 1), "found the text 'quoted'"),
        ("a: 1\n---\njust text", (3, 1), "found the text 'just text'"),
        ("# nothing", (1, 1), "found no value"),
        ("---\n---", (2, 4), "found no value"),
        ('a: 1\n"a": 2', (2, 1), "the key 'a' is given twice"),
        ("0x10: a\n16: b", (2, 1), "the key '16' is given twice"),
        ("a: 1\nb: {c: 1, c: 2}", (2, 11), "the key 'c' is given twice"),
        ("{[a, {b: 1}]: 1, [a, {b: 1}]: 2}", (1, 28), "a key is given twice"),
        ("&k a: 1\n*k : 2", (2, 1), "a key is given twice"),
        ("~: 1\nnull: 2", (2, 1), "the key 'null' is given twice"),
        ("a: *b", (1, 4), "the alias '*b' names no anchor above it"),
        ("a: &b 1\n---\nc: *b", (3, 4), "the alias '*b' names no anchor above it"),
        ("a: &b [*b]", (1, 8), "the alias '*b' stands inside the value that it names"),
        ("a: [1, 2", (1, 9), "expected ',' or ']' in the list that starts on line 1"),
        ("a: b: c", (1, 5), "a ': ' inside a value"),
        ("a: \x07", (1, 4), "found the character '\\x07', which no YAML may hold"),
        ("a: \ud800", (1, 4), "found half of a surrogate pair (U+D800)"),
        ("a: &x " + "[" * 150 + "]" * 150 + "\nb: " + "[" * 60 + "*x" + "]" * 60, (2, 64), "depth limit"),
        ("%TAG ! !\n" * 17, (17, 1), "tag limit: more than 16 %TAG directives"),
    ],
)
def test_what_is_no_yaml_says_where(text, place, says):
    """Text, a key twice in any spelling, a lost alias and broken syntax fail with their place."""
    outcome = check(text, "yaml")
    assert outcome.passed is False
    line, column = place
    assert outcome.reason.startswith(f"not YAML: line {line}, column {column}: {says}")


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("a: [1, 2]\nb: {c: d}", "a mapping of 2 keys"),
        ("a: 1\na: 2", "the key 'a' is given twice"),
        ("a: [1", "line 1, column 6"),
        ('a: "\\U00110000"', "found a number out of range in an escape or a directive"),
        ("%YAML " + "9" * 5_000 + ".1\n--- [a]", "found a number out of range in an escape or a directive"),
        ("[" * 300, "depth limit: nested deeper than 200 levels"),
    ],
)
def test_yaml_is_the_same_without_libyaml(text, says):
    """PyYAML's own parser, used where it was built without libyaml, leads to the same outcomes."""
    read = yaml_text.reader(yaml.SafeLoader)
    result = read(text)
    place = "" if isinstance(result, Fits) else "line {}, column {}: ".format(*place_of(text, result.start))
    assert says in place + result.says


@pytest.mark.parametrize(
    "text",
    [
        "<a/>",
        "<?xml version='1.0' encoding='UTF-16'?><a>é</a>",
        "<a><![CDATA[<b>]]></a><!-- end -->",
        '<a:b xmlns:a="urn:a" x="1"/>',
        "<a>&amp;&#x41;</a>",
    ],
)
def test_well_formed_xml_passes(text):
    """An element with anything well-formed in it is XML, whatever encoding its declaration names."""
    assert check(text, "xml").passed is True


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("<a>", "line 1, column 4: no element found while <a> is open, found the end of the text"),
        ("<a>\n<b></a>", "line 2, column 4: mismatched tag while <b> is open, found '</a>'"),
        ("<a/><b/>", "line 1, column 5: junk after document element, found '<b/>'"),
        ('<a x="1" x="2"/>', "duplicate attribute"),
        ("<a>&nbsp;</a>", "line 1, column 4: undefined entity while <a> is open, found '&nbsp;"),
        ("\n<!DOCTYPE html><html/>", "line 2, column 1: found a DOCTYPE, expected none"),
        ("<a>\ud800</a>", "line 1, column 4: found half of a surrogate pair (U+D800)"),
        ("no tags", "line 1, column 1: syntax error, found 'no tags'"),
        ("<a>" * 1001 + "</a>" * 1001, "column 3,001: depth limit: nested deeper than 1,000 elements"),
    ],
)
def test_what_is_no_xml_says_where(text, says):
    """What is not well-formed, a DOCTYPE and too deep a nesting fail with their place."""
    outcome = check(text, "xml")
    assert outcome.passed is False
    assert says in outcome.reason


def test_a_thousand_levels_of_xml_are_read():
    """The depth limit is the last depth that passes."""
    assert check("<a>" * 1000 + "</a>" * 1000, "xml").passed is True


@pytest.mark.parametrize(("depth", "passed"), [(200, True), (201, False)])
@pytest.mark.parametrize("name", ["json", "yaml"])
def test_two_hundred_levels_are_read(name, depth, passed):
    """The depth limit is the last depth that passes, and the reason names it."""
    outcome = check("[" * depth + "]" * depth, name)
    assert outcome.passed is passed
    assert passed or "deeper than 200 levels" in outcome.reason


# CSV


FIELDS = st.text('a," \n\r\tß', max_size=4)


@given(
    st.integers(2, 4).flatmap(
        lambda width: st.lists(st.lists(FIELDS, min_size=width, max_size=width), min_size=2, max_size=5)
    )
)
def test_what_the_rules_write_is_csv(rows):
    """Records of one width whose fields are quoted by RFC 4180 pass, whatever stands in the quotes."""
    text = "\r\n".join(",".join('"' + field.replace('"', '""') + '"' for field in row) for row in rows)
    assert check(text, "csv").reason == f"is CSV: {len(rows)} records of {len(rows[0])} fields"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("a,b", "line 1, column 1: found one record, expected at least two"),
        ("a\nb", "line 1, column 1: found one column in 'a', expected at least two"),
        ("a,b\n1,2,3", "line 2, column 1: record 2 has 3 fields, expected 2 as in the first record"),
        ("a,b\n\n1,2", "line 2, column 1: record 2 has 1 field, expected 2 as in the first record"),
        ('a,b\n"x\ny",1\n2', "line 4, column 1: record 3 has 1 field"),
        ('a,"b', "line 1, column 3: a quoted field is never closed"),
        ('"a', "line 1, column 1: a quoted field is never closed"),
        ('a,b\nc,"d""', "line 2, column 3: a quoted field is never closed"),
        (
            'a,b\n"c" ,d',
            "line 2, column 4: found ' ,d' after a quoted field, expected ',' or the end of the line",
        ),
        ('a,b\nc, "d"', "line 2, column 4: found '\"' inside a field that does not start with one"),
    ],
)
def test_what_is_no_csv_says_where(text, says):
    """Ragged records, a single column or record, and broken quotes fail with their place."""
    outcome = check(text, "csv")
    assert outcome.passed is False
    assert says in outcome.reason


# Markdown and values


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
            ["a@b.example", '"a b"@c.example'],
            ["a@", "a b@c.example", "<a@b.example>", "a@b.example, c@d.example"],
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
    valid = jsonschema_rs.Draft202012Validator(schema, validate_formats=True).is_valid(text)
    assert check(text, name).passed is valid
