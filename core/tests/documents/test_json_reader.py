"""JSON: its grammar, the rules of documents in it, and what YAML parsers would refuse."""

import json

import pytest

from checkwright.contract.errors import InvalidDocument
from checkwright.documents.builder import Builder
from checkwright.documents.json_events import json_events
from checkwright.documents.json_reader import NotJson, read_json
from checkwright.documents.limits import DocumentLimits
from checkwright.documents.mistakes import Mistakes
from checkwright.documents.reading import read_document


def read(text, **limits):
    return read_json(text, "t", DocumentLimits(**limits))


def said(text, **limits):
    with pytest.raises(InvalidDocument) as caught:
        read(text, **limits)
    return [
        (problem.line, problem.column, problem.path, problem.message) for problem in caught.value.problems
    ]


@pytest.mark.parametrize(
    "value",
    [
        '😀 \u2028 \x7f \x85 \ufeff \0 " \\ / \b\f\n\r\t',
        {"k" * 2000: 1},
        [],
        {},
        [[], {}],
        None,
        True,
        False,
        -0.0,
        0,
        -1,
        10**500,
        1e308,
        1.5e-7,
    ],
)
@pytest.mark.parametrize("ascii_only", [True, False])
@pytest.mark.parametrize("indent", [None, 2])
def test_what_json_writes_is_read(value, ascii_only, indent):
    """Surrogate-pair escapes, long keys, DEL and all that `json.dumps` writes come back with their types."""
    text = json.dumps({"a": [value]}, ensure_ascii=ascii_only, indent=indent)
    read_back = [read_document(text).data, _by_events(text)]
    assert [repr({"a": [value]})] * 2 == [repr(data) for data in read_back]


def _by_events(text):
    mistakes = Mistakes("t")
    data = Builder(mistakes, DocumentLimits(), tags=False, surrogates=True).build(json_events(text))
    mistakes.raise_any()
    return data


GRAMMAR = [
    ("", 1, 1, "the document is empty", None),
    (" \n ", 2, 2, "the document is empty", None),
    ("[", 1, 2, "expected a value, found the end of the text", None),
    ("[1", 1, 3, "expected ',' or ']', found the end of the text", None),
    ("[1 2]", 1, 4, "expected ',' or ']', found '2'", None),
    ("[1}", 1, 3, "expected ',' or ']', found '}'", None),
    ("[1,\n]", 2, 1, "expected a value after ',', found ']'", "remove the last comma"),
    ("[,]", 1, 2, "expected a value, found ','", "put a text in double quotes"),
    ('{"a": 1,}', 1, 9, "expected a value after ',', found '}'", "remove the last comma"),
    ('{"a": 1 "b": 2}', 1, 9, "expected ',' or '}', found '\"'", None),
    ('{"a" 1}', 1, 6, "expected ':' after the key, found '1'", None),
    ('{"a": }', 1, 7, "expected a value, found '}'", "put a text in double quotes"),
    ("{a: 1}", 1, 2, "expected a key in double quotes, found 'a'", None),
    ("{'a': 1}", 1, 2, 'expected a key in double quotes, found "\'"', None),
    ("{1: 1}", 1, 2, "expected a key in double quotes, found '1'", None),
    ("{", 1, 2, "expected a key in double quotes, found the end of the text", None),
    ("[True]", 1, 2, "expected a value, found 'True'", "put a text in double quotes"),
    ("[nan]", 1, 2, "expected a value, found 'nan'", "put a text in double quotes"),
    ("[-Inf]", 1, 2, "expected a value, found '-Inf'", "put a text in double quotes"),
    ("[// x\n1]", 1, 2, "expected a value, found '/'", "put a text in double quotes"),
    ("[+1]", 1, 2, "expected a value, found '+'", "put a text in double quotes"),
    ("[.5]", 1, 2, "expected a value, found '.'", "put a text in double quotes"),
    ("[-]", 1, 2, "expected a value, found '-'", "put a text in double quotes"),
    ("[01]", 1, 3, "expected ',' or ']', found '1'", None),
    ("[1.]", 1, 3, "expected ',' or ']', found '.'", None),
    ("[0x1F]", 1, 3, "expected ',' or ']', found 'x'", None),
    ("[٣]", 1, 2, "expected a value, found '٣'", "put a text in double quotes"),
    ("1 2", 1, 3, "expected the end of the text, found '2'", None),
    ("{}\r\n{}", 2, 1, "expected the end of the text, found '{'", None),
    ("[1\u00a0]", 1, 3, "expected ',' or ']', found '\\xa0'", None),
    ('["a', 1, 2, "a text in quotes is not closed", "end it with a double quote"),
    ('["a\\', 1, 4, "unknown escape '\\\\'", "write \\\\ for a backslash"),
    ('["\\d"]', 1, 3, "unknown escape '\\\\d'", "write \\\\ for a backslash"),
    ('["\\u12g4"]', 1, 3, "unknown escape '\\\\u'", "write \\\\ for a backslash"),
    ('["a\nb"]', 1, 4, "'\\n' inside a text in quotes", "write it as an escape, such as \\n"),
    ('["\x00"]', 1, 3, "'\\x00' inside a text in quotes", "write it as an escape, such as \\n"),
    ('{"a\x1f": 1}', 1, 4, "'\\x1f' inside a text in quotes", "write it as an escape, such as \\n"),
]


@pytest.mark.parametrize(("text", "line", "column", "message", "hint"), GRAMMAR)
def test_what_breaks_the_grammar_is_located(text, line, column, message, hint):
    """What is no JSON is one problem with its place, what was expected and what was found."""
    with pytest.raises(NotJson) as caught:
        read(text)
    assert [(line, column, "", message, hint, "syntax")] == [
        (problem.line, problem.column, problem.path, problem.message, problem.hint, problem.code)
        for problem in caught.value.problems
    ]
    with pytest.raises(ValueError, match=r".*"):
        json.loads(text)


@pytest.mark.parametrize(
    ("text", "mistakes"),
    [
        (
            '{"a": 1,\n "a": 2, "a": 3}',
            [
                (2, 2, "/a", "the key 'a' is given twice, first on line 1"),
                (2, 10, "/a", "the key 'a' is given twice, first on line 1"),
            ],
        ),
        ('{"a": {"b": 1, "\\u0062": 2}}', [(1, 16, "/a/b", "the key 'b' is given twice, first on line 1")]),
        (
            "[NaN, Infinity, -Infinity, 1e400, -1E+999]",
            [
                (1, 2, "/0", "infinity and NaN are not allowed, expected a finite number"),
                (1, 7, "/1", "infinity and NaN are not allowed, expected a finite number"),
                (1, 17, "/2", "infinity and NaN are not allowed, expected a finite number"),
                (1, 28, "/3", "the number is too large, expected one within 1.8e308"),
                (1, 35, "/4", "the number is too large, expected one within 1.8e308"),
            ],
        ),
        (
            '["\\ud83d", "\\ude00\\ud83d", "\\\\\\ud83d\\ude00\\ude00"]',
            [
                (1, 2, "/0", "half of a surrogate pair in '\\ud83d', expected whole characters"),
                (1, 12, "/1", "half of a surrogate pair in '\\ude00\\ud83d', expected whole characters"),
                (1, 28, "/2", "half of a surrogate pair in '\\\\😀\\ude00', expected whole characters"),
            ],
        ),
        (
            '{"\\udc00": NaN}',
            [
                (1, 2, "", "half of a surrogate pair in '\\udc00', expected whole characters"),
                (1, 12, "/\ufffd", "infinity and NaN are not allowed, expected a finite number"),
            ],
        ),
        ("[" + "9" * 4001 + "]", [(1, 2, "/0", "a number of 4,001 characters, at most 4,000 are read")]),
        ("[1." + "9" * 3999 + "]", [(1, 2, "/0", "a number of 4,001 characters, at most 4,000 are read")]),
    ],
)
def test_json_that_breaks_a_rule_of_documents_is_located(text, mistakes):
    """What the grammar allows and a document does not is located, all of it; it is not "no JSON"."""
    with pytest.raises(InvalidDocument) as caught:
        read(text)
    assert NotJson is not type(caught.value)
    assert mistakes == said(text)


def test_mistakes_before_a_break_of_the_grammar_are_kept():
    """A file named *.json tells both."""
    with pytest.raises(InvalidDocument) as caught:
        read_document('{"a": NaN,\n"b"}', source="t.json")
    assert [(problem.line, problem.path) for problem in caught.value.problems] == [(1, "/a"), (2, "")]


def test_limits_hold_in_json():
    """Levels and values are counted as in YAML, however the text is read."""
    assert read("[[]]", depth=2, values=2) == [[]]
    assert said("[[{}]]", depth=2) == [(1, 3, "/0/0", "nested deeper than 2 levels")]
    assert said("[[[1]]]", depth=2) == [(1, 3, "/0/0", "nested deeper than 2 levels")]
    assert read('{"a": 1, "b": {}}', values=3) == {"a": 1, "b": {}}
    assert said('{"a": 1, "b": {}}', values=2) == [
        (1, 15, "", "more than 2 values, counting each use of an alias")
    ]
    assert read('["a,b,c,d"]', values=2) == ["a,b,c,d"]


def test_the_longest_numbers_and_runs_of_digits_in_texts_are_read():
    """4,000 characters of a number are read; a text may hold any digits."""
    assert read(f'[{"9" * 4000}, "{"9" * 5000}"]') == [10**4000 - 1, "9" * 5000]
