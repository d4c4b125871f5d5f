"""The words for YAML that no parser can read."""

import pytest
import yaml

from checkwright.contract.errors import InvalidDocument
from checkwright.documents.limits import DocumentLimits
from checkwright.documents.yaml_reader import read_yaml


@pytest.fixture(params=[yaml.CSafeLoader, yaml.SafeLoader], ids=["libyaml", "pure"])
def problems(request):
    """Give what is wrong with a text by libyaml, and again by the parser that stands in for it."""

    def found(text):
        with pytest.raises(InvalidDocument) as caught:
            read_yaml(text, "t", DocumentLimits(), request.param)
        return caught.value.problems

    return found


SYNTAX = [
    ("label: Tone: polite", 1, 12, "a ': ' inside a value", "quote the value"),
    (
        "a: b\n  c: d",
        2,
        4,
        "a key where none can stand",
        "check the indentation, and the ': ' of the line above",
    ),
    (
        "a" * 1025 + ": b",
        1,
        1026,
        "a key of more than 1,024 characters",
        "shorten it, or write the document as JSON",
    ),
    ("a: @b", 1, 4, "a value cannot start with '@'", "quote the value"),
    ("a: }", 1, 4, "a value cannot start with '}'", "quote the value"),
    ("a:\n\t- b", 2, 1, "a tab in the indentation", "indent with spaces"),
    ("a: b\n\tc: d", 2, 1, "a tab in the indentation", "indent with spaces"),
    ("a: [b, ", 1, 8, "the text ends where a value is expected", "close every [ and {"),
    (
        "a: [b\nc: d",
        2,
        2,
        "expected ',' or ']' in the list that starts on line 1",
        "quote a text that holds ': '",
    ),
    (
        "a: {b: c]",
        1,
        9,
        "expected ',' or '}' in the mapping that starts on line 1",
        "quote a text that holds , [ ] { or }",
    ),
    (
        "a:\n  - b\n  c: d",
        3,
        3,
        "expected '- ' as in the list that starts on line 2",
        "check the indentation",
    ),
    ("a: b\n- c", 2, 1, "expected a key as in the mapping that starts on line 1", "check the indentation"),
    (
        "a: 'it's'",
        1,
        8,
        "unexpected text after the end of a value",
        "quote the whole value, a ' inside '...' is written ''",
    ),
    ("a: b\nc d\ne: f", 2, 1, "expected 'key: value' or '- item'", "write ': ' after a key"),
    ('a: "b\nc: d', 1, 4, "a text in quotes is not closed", "end it with the quote that it starts with"),
    ('a: "b\n---\nc"', 1, 4, "a text in quotes is not closed", "end it with the quote that it starts with"),
    (
        'a: "\\xg"',
        1,
        7,
        "an escape without its hexadecimal digits",
        "write \\\\ for a backslash, or use single quotes",
    ),
    ("a: **b**", 1, 4, "'*' starts an alias, expected a name after it", "quote the value"),
    ("a: & b", 1, 4, "'&' starts an anchor, expected a name after it", "quote the value"),
    ("a: - b", 1, 4, "a list cannot start on the line of its key", "start it on the next line"),
    ("a: ? b", 1, 4, "'? ' cannot start a value", "quote the value"),
    ("a: | b", 1, 4, "expected nothing after '|' or '>'", "start the text on the next line"),
    ("a: !b!c d", 1, 4, "a tag is not allowed", "quote a text that starts with '!'"),
    ("a: !<b c", 1, 4, "a tag is not allowed", "quote a text that starts with '!'"),
    (
        "%YAML 1.1\n%YAML 1.1\n---\na",
        2,
        1,
        "'%' at the start of a line is a directive, and no known one",
        "remove the line",
    ),
    ("%YAML 2.0\n---\na", 1, 1, "a version of YAML other than 1.1 and 1.2", "remove the %YAML line"),
    ("'a' b", 1, 5, "expected '---' or the end of the document", "one document per file"),
]


@pytest.mark.parametrize(("text", "line", "column", "message", "hint"), SYNTAX)
def test_syntax_is_explained_in_our_words(problems, text, line, column, message, hint):
    """What no parser can read is one located problem that says what to do, the same for both parsers."""
    (problem,) = problems(text)
    assert (problem.line, problem.column, problem.message, problem.hint) == (line, column, message, hint)
    assert (problem.path, problem.code) == ("", "syntax")


def test_an_unknown_escape_wants_single_quotes(problems):
    """A regex in double quotes is the usual cause; libyaml points at the backslash, PyYAML behind it."""
    (problem,) = problems('a: "\\d+"')
    assert (problem.line, problem.column in (5, 6)) == (1, True)
    assert problem.message == "an unknown escape in double quotes"
    assert problem.hint == "write \\\\ for a backslash, or use single quotes"


def test_mistakes_before_an_error_of_syntax_are_kept(problems):
    """An error of syntax ends the reading, what was found above it is said too."""
    found = problems("a: 1\na: 2\nb: c: d\na: 1")
    assert [(problem.line, problem.path) for problem in found] == [(2, "/a"), (3, "")]


class _Novel:
    """A parser with a complaint that no parser has yet."""

    def __init__(self, text):
        pass

    def get_event(self):
        mark = yaml.Mark("", 0, 0, 2, None, 0)
        raise yaml.MarkedYAMLError(None, None, "something\nnew", mark)


def test_a_complaint_without_words_of_ours_is_passed_on():
    """What a later parser may say is given as it says it, on one line."""
    with pytest.raises(InvalidDocument) as caught:
        read_yaml("a", "t", DocumentLimits(), _Novel)
    assert str(caught.value) == "t:1:3: error: not YAML: something new"
