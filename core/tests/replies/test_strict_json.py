"""Strict JSON: which texts are read, with which values, and what is said of the others."""

import json
import sys
import time
from decimal import Decimal

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from checkwright.replies import Broken, Parsed, equal_json, parse_json
from checkwright.wording import one_line

SCALARS = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False)
TEXTS = st.text(st.characters(exclude_categories=["Cs"]) | st.sampled_from('[]{}"\\,:'))
VALUES = st.recursive(
    SCALARS | TEXTS, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXTS, inner, max_size=4)
)


@given(VALUES, st.sampled_from([None, 0, 2]), st.booleans())
def test_what_json_writes_is_read_back(value, indent, ascii_only):
    """Every JSON value comes back equal, whatever its layout and its escapes."""
    text = json.dumps(value, indent=indent, ensure_ascii=ascii_only)
    parsed = parse_json(text)
    assert parsed == Parsed(value)
    assert equal_json(parsed.value, value)


def nested(depth, opened="[", closed="]", inner="1"):
    return opened * depth + inner + closed * depth


@pytest.mark.parametrize(
    "text",
    [
        nested(200),
        nested(200, '{"a":', "}"),
        nested(100, '[{"]":', "}]"),
        "[" + ",".join(["[]", "{}"] * 500) + "]",
        "[" + ",".join(['"[[["', r'"\"[{"'] * 500) + "]",
        "[" + ",".join([r'"\\"', "[]"] * 500) + "]",
        nested(199, '["]",', ',"["]', "[]"),
        '"' + "[" * 1_000 + '"',
        '"' + "1" * 5_000 + '"',
        " \t\r\n1 ",
        r'"\ud83d\ude00"',
        r'"\uD83D\uDE00"',
        r'"\\ud83d"',
        r'"\\\\ud83d\u00e9"',
    ],
)
def test_what_is_within_the_rules_is_read(text):
    """200 levels, brackets, digits and escapes inside of texts: read as the json module does."""
    assert parse_json(text) == Parsed(json.loads(text))


@pytest.mark.parametrize(
    ("text", "reason", "line", "column"),
    [
        ('{"a": 1,\n "b": {"a": 1, "a": 2}}', "duplicate key 'a'", 2, 16),
        (r'{"a": 1, "\u0061": 1}', "duplicate key 'a'", 1, 10),
        ("[NaN]", "NaN is no JSON number", 1, 2),
        ('{"a": "a", "b": {"c": "b"}, "c": NaN}', "NaN is no JSON number", 1, 34),
        ("[1,\r\n-Infinity]", "-Infinity is no JSON number", 2, 1),
        ('{"a": Infinity, "a": 1}', "Infinity is no JSON number", 1, 7),
        (nested(201), "nested deeper than 200 levels", 1, 201),
        (nested(5_000, '{"a":', "}"), "nested deeper than 200 levels", 1, 1001),
        (nested(201, '["]",', ',"["]', "[]"), "nested deeper than 200 levels", 1, 1001),
        ("1" * 4_001, "a number of 4,001 digits, at most 4,000 are allowed", 1, 1),
        ("[-" + "1" * 5_000 + "]", "a number of 5,000 digits, at most 4,000 are allowed", 1, 2),
        ("1." + "1" * 4_000 + "e5", "a number of 4,001 digits, at most 4,000 are allowed", 1, 1),
        ("1e1000000", "an exponent of 7 digits, at most 6 are allowed", 1, 1),
        ("0.0E-0000001", "an exponent of 7 digits, at most 6 are allowed", 1, 1),
        (r'["\ud83d"]', r"half of a surrogate pair in '\ud83d'", 1, 2),
        (r'["\ude00\ud83d"]', r"half of a surrogate pair in '\ude00\ud83d'", 1, 2),
        (r'["\ud83d\u0041"]', r"half of a surrogate pair in '\ud83dA'", 1, 2),
        (r'{"\uDFFF": 1}', r"half of a surrogate pair in '\udfff'", 1, 2),
        ('["\ud83d"]', r"half of a surrogate pair in '\ud83d'", 1, 2),
    ],
)
def test_json_that_breaks_a_rule(text, reason, line, column):
    """The first breach is said with its place, and that the text is JSON by its grammar."""
    assert parse_json(text) == Broken(reason, line, column, grammar=True)


@pytest.mark.parametrize(
    ("text", "reason", "line", "column"),
    [
        ("", "the document is empty", 1, 1),
        ("{", "expected a key in double quotes, found the end of the text", 1, 2),
        ("[1,]", "expected a value after ',', found ']'", 1, 4),
        ('{"a" 1}', "expected ':' after the key, found '1'", 1, 6),
        ("[1 2]", "expected ',' or ']', found '2'", 1, 4),
        ("{}\n{}", "expected the end of the text, found '{'", 2, 1),
        ('"a', "a text in quotes is not closed", 1, 1),
        (r'"\x"', r"unknown escape '\\x'", 1, 2),
        ("[01]", "expected ',' or ']', found '1'", 1, 3),
        ("['a']", 'expected a value, found "\'"', 1, 2),
        ("\ufeff{}", r"expected a value, found '\ufeff'", 1, 1),
        ("[1\u00a0]", r"expected ',' or ']', found '\xa0'", 1, 3),
        ("[١]", "expected a value, found '١'", 1, 2),
        ('{"a": 1, "a": 2', "expected ',' or '}', found the end of the text", 1, 16),
        ("[" * 100_000, "expected a value, found the end of the text", 1, 100_001),
        ("[" * 300 + "x", "expected a value, found 'x'", 1, 301),
        ("]" * 300 + "[" * 300, "expected a value, found ']'", 1, 1),
        ("1" * 5_000 + "x", "expected the end of the text, found 'x'", 1, 5_001),
        ('"\ud83d', "a text in quotes is not closed", 1, 1),
    ],
)
def test_what_is_no_json_by_its_grammar(text, reason, line, column):
    """The first mistake of grammar goes before any rule that is broken before it."""
    assert parse_json(text) == Broken(reason, line, column, grammar=False)


MUTABLE = st.builds(json.dumps, VALUES) | st.sampled_from(['{"a": [1, 2.5e3, "x\\u00e9"]}', "[NaN]"])


@given(MUTABLE, st.integers(0), st.integers(0, 3), st.text('[]{},:"\\01eE.-+naNI \n\ud800', max_size=3))
@example("[]", 1, 0, "NaN")
def test_the_json_module_agrees_on_the_grammar(text, at, cut, put):
    """A text with a mistake put into it is no JSON exactly where the json module says so."""
    at %= len(text) + 1
    text = text[:at] + put + text[at + cut :]
    try:
        json.loads(text)
        valid = True
    except ValueError:
        valid = False
    result = parse_json(text)
    assert valid == (isinstance(result, Parsed) or result.grammar)
    if isinstance(result, Broken):
        assert result.reason == one_line(result.reason)
        lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
        assert 1 <= result.column <= len(lines[result.line - 1]) + 1


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("123456789012345678901234567890", 123456789012345678901234567890),
        ("9" * 4_000, 10**4_000 - 1),
        ("-" + "9" * 641, 1 - 10**641),
        ("4.02", 4.02),
        ("1e5", 100000.0),
        ("0.0", 0.0),
        ("1e-400", Decimal("1e-400")),
        ("-1E400", Decimal("-1E400")),
        ("1e999999", Decimal("1e999999")),
        ("9007199254740.993", Decimal("9007199254740.993")),
        ("9007199254740993.0", Decimal("9007199254740993.0")),
        ("0.12345678901234567890", Decimal("0.12345678901234567890")),
        ("12345678901234567890.0", Decimal("12345678901234567890.0")),
        ("0.1000000000000000055511151231257827", Decimal("0.1000000000000000055511151231257827")),
        ("0.10000000000000000000000", 0.1),
        ("2.2250738585072014e-308", 2.2250738585072014e-308),
    ],
)
def test_numbers_keep_their_value(text, value):
    """An integer is an int; a fraction is a float where that prints as the same number, else a Decimal."""
    for spelled in (text, f"[{text}, {'1' * 700}]"):
        parsed = parse_json(spelled).value
        number = parsed[0] if isinstance(parsed, list) else parsed
        assert (type(number), number) == (type(value), value)


def test_a_low_limit_of_the_host_changes_nothing():
    """Integers that the host's limit of digits would refuse are read all the same."""
    before = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(640)
    try:
        for length in (640, 641, 1_000, 4_000):
            for before_it in (0, 1, 300, 639):
                text = "[" + " " * before_it + "7" * length + "]"
                assert parse_json(text).value[0] % 10**9 == 777777777
    finally:
        sys.set_int_max_str_digits(before)


@pytest.mark.parametrize(
    ("one", "other", "equal"),
    [
        (1, 1.0, True),
        (0, -0.0, True),
        (1, True, False),
        (0, False, False),
        (True, True, True),
        (None, False, False),
        ("1", 1, False),
        (10**23, 1e23, True),
        (0.1, Decimal("0.1"), True),
        (0.1, Decimal("0.1000000000000000055511151231257827021181583404541015625"), False),
        ({"a": 1, "b": [2]}, {"b": [2.0], "a": 1}, True),
        ({"a": 1}, {"a": 1, "b": 1}, False),
        ({"a": 1}, {"b": 1}, False),
        ({"a": 1}, ["a"], False),
        ([1, 2], [2, 1], False),
        ([1], [1, 1], False),
        ([1], 1, False),
        ([], {}, False),
        ("é", "e\u0301", False),
    ],
)
def test_equal_values(one, other, equal):
    """Numbers by value, nothing else is a number, objects in any order, lists in order."""
    assert equal_json(one, other) is equal
    assert equal_json(other, one) is equal
    assert equal_json([{"x": one}], [{"x": other}]) is equal


@pytest.mark.parametrize(
    "unit",
    ["[", "{", '{"a":', "[]", "[],", "[1,", '"', "\\", '\\"', '["]",', r"\ud83d", "1", "1.1,", '["["],'],
)
@pytest.mark.parametrize("start", ["", "[", '["', '{"a":'])
def test_reading_takes_time_in_proportion_to_the_text(unit, start):
    """40,000 hostile characters take less than three seconds of CPU time, and no recursion."""
    text = start + unit * (40_000 // len(unit))
    before = time.thread_time()
    parse_json(text)
    assert time.thread_time() - before < 3
