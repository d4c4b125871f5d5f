"""What format says of JSON, YAML, XML and CSV."""

import json

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from checkwright import Case, Toolbox
from checkwright_format import KIND, yaml_text
from checkwright_format.results import Valid, place_of


def prepared(name, strict=False):
    return KIND.prepare(
        KIND.spec.model_validate({"kind": "format", "format": name, "strict": strict}), Toolbox()
    )


def check(response, name, strict=False):
    return prepared(name, strict)(Case(response))


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
    place = "" if isinstance(result, Valid) else "line {}, column {}: ".format(*place_of(text, result.start))
    assert says in place + (result.summary if isinstance(result, Valid) else result.message)


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


@pytest.mark.parametrize("before", ["", " ", "\n", "<a/>", "<a>", "<a>\n ", "<a/>\n"])
@pytest.mark.parametrize("tag", ["</b>", "</", "</ b>", "</>", "</b></a>"])
def test_a_stray_end_tag_is_pointed_at_with_its_beginning(before, tag):
    """Wherever it stands, the evidence lies inside the response and begins with the tag."""
    execute, case = prepared("xml"), Case(before + tag)
    outcome = execute(case)
    [evidence] = outcome.locate(case)
    assert (evidence.start, evidence.end) == (len(before), len(before) + 1)
    assert f"found {tag!r}" in outcome.reason


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
