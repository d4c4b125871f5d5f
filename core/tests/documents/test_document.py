"""Reading text, files and data as documents, and finding places in them."""

import copy
import datetime
import decimal
import enum
import errno
import os
import pickle
import types

import pytest

from checkwright.contract.errors import InvalidDocument
from checkwright.documents.limits import DocumentLimits
from checkwright.documents.reading import document_bytes, from_data, read_document, read_file

RUBRIC = """\
id: tone
checks:
  - kind: contains
    values: &polite [sorry, thanks]
  - {kind: other, values: *polite, "a/b": {~tilde: 1}}
scoring:
  weights:
    a: 1
"""


def refusal(read, *arguments, **options):
    """Give the problems for which `read` refuses its arguments."""
    with pytest.raises(InvalidDocument) as caught:
        read(*arguments, **options)
    return caught.value.problems


def said(read, *arguments, **options):
    return [
        (problem.line, problem.column, problem.path, problem.message)
        for problem in refusal(read, *arguments, **options)
    ]


@pytest.mark.parametrize(
    ("path", "key", "place"),
    [
        ((), False, (1, 1)),
        (("id",), False, (1, 5)),
        (("id",), True, (1, 1)),
        (("checks",), False, (3, 3)),
        (("checks",), True, (2, 1)),
        (("checks", 0), False, (3, 5)),
        (("checks", 0), True, (3, 5)),
        (("checks", 0, "values"), False, (4, 13)),
        (("checks", 1, "values"), False, (5, 27)),
        (("checks", 1, "values"), True, (5, 19)),
        (("checks", 1, "values", 1), False, (4, 29)),
        (("checks", 1, "a/b", "~tilde"), False, (5, 52)),
        (("scoring", "weights", "a"), True, (8, 5)),
    ],
)
def test_a_value_and_its_key_stand_where_the_author_wrote_them(path, key, place):
    """Line and column count from 1; an alias stands where it is used, what is inside it at its anchor."""
    assert place == read_document(RUBRIC).place(path, key=key)


@pytest.mark.parametrize(
    ("path", "place"),
    [
        (("scoring", "combine"), (7, 3)),
        (("scoring", "weights", "b", "c"), (8, 5)),
        (("checks", 2), (3, 3)),
        (("checks", -1), (3, 3)),
        (("checks", "0"), (3, 3)),
        (("id", "x"), (1, 5)),
        ((0,), (1, 1)),
    ],
)
def test_a_path_that_does_not_exist_stands_at_its_deepest_ancestor(path, place):
    """The value of the deepest ancestor is pointed at, also when a key was asked for."""
    document = read_document(RUBRIC)
    assert [place, place] == [document.place(path), document.place(path, key=True)]


def test_places_count_characters_and_every_kind_of_line_break():
    """A column counts characters, not bytes; CR, LF and CRLF end lines, other separators do not."""
    document = read_document("a: 'é\u2028\x85'\r\nb: {😀x: 1}\rc: 2\nd: 3")
    assert [document.place(path) for path in (["a"], ["b", "😀x"], ["c"], ["d"])] == [
        (1, 4),
        (2, 9),
        (3, 4),
        (4, 4),
    ]


def test_json_has_places_too():
    """A JSON text gives line and column of each value and key."""
    document = read_document('{\r\n "a": [1,\r  {"b": "\\ud83d\\ude00"}],\n\n "c": null}')
    paths = (["a", 0], ["a", 1, "b"], ["c"])
    assert [document.place(path) for path in paths] == [(2, 8), (3, 9), (5, 7)]
    assert [document.place(path, key=True) for path in paths] == [(2, 8), (3, 4), (5, 2)]


def test_an_alias_can_be_a_key():
    """A key that is an alias of a text is that text, and stands where the alias stands."""
    document = read_document("a: &name x\n*name : 1\n")
    assert document.data == {"a": "x", "x": 1}
    assert (document.place(["x"]), document.place(["x"], key=True)) == ((2, 9), (2, 1))


def test_a_document_is_a_value():
    """It is frozen, equal by data and source, pickles, and says nothing of its text in its repr."""
    document = read_document("a: 1", source="x.yaml")
    assert pickle.loads(pickle.dumps(document)) == document != read_document("a: 1", source="y.yaml")
    assert repr(document) == "Document(data={'a': 1}, source='x.yaml')"
    assert pickle.loads(pickle.dumps(document)).place(["a"]) == (1, 4)
    with pytest.raises(AttributeError):
        document.data = {}


@pytest.mark.parametrize(
    "text", ["\ufeffa: 1", b"\xef\xbb\xbfa: 1", '\ufeff{"a": 1}', "a: 1", '  \n{"a": 1}']
)
def test_a_bom_is_skipped(text):
    """A BOM is no part of the document, and no column."""
    assert read_document(text).data == {"a": 1}


def test_a_bom_takes_no_column():
    """Places of a text with a BOM are those of the text without."""
    assert [read_document(text).place(["a"]) for text in ("\ufeffa: 1", "a: 1")] == [(1, 4)] * 2


@pytest.mark.parametrize(
    ("text", "line", "column", "words"),
    [
        (b"a: 1\nb: caf\xe9\n", 2, 7, "the byte 0xe9 is not UTF-8"),
        (b"\xef\xbb\xbfa\xff", 1, 2, "the byte 0xff is not UTF-8"),
        (b"\xff\xfea\x00", 1, 1, "the byte 0xff is not UTF-8"),
        (b"a: \xed\xa0\x80", 1, 4, "the byte 0xed is not UTF-8"),
        ("a\nb: é\ud800", 2, 5, "'\\ud800' is half of a surrogate pair, expected whole characters"),
        ("{\udc00", 1, 2, "'\\udc00' is half of a surrogate pair, expected whole characters"),
    ],
)
def test_what_is_no_text_is_refused_where_it_stands(text, line, column, words):
    """Bytes that are not UTF-8, and half surrogate pairs of a str, are located."""
    assert [(line, column, "", words)] == said(read_document, text)


def test_another_encoding_is_named():
    """A text that starts with the BOM of UTF-16 gets the hint to save it as UTF-8."""
    assert [refusal(read_document, "a: 1".encode(name))[0].hint for name in ("utf-16", "utf-32")] == [
        "save it as UTF-8"
    ] * 2
    assert refusal(read_document, b"a: \xff")[0].hint is None


@pytest.mark.parametrize(
    "text", ["é" * 10, "é".encode() * 10, "x" * 20, b"x" * 20, '"' + "x" * 18 + '"', "[" + "1" * 18 + "]"]
)
def test_bytes_are_limited(text):
    """The limit counts bytes of UTF-8: a document of exactly that size is read, one more is refused."""
    read_document(text, limits=DocumentLimits(bytes=20))
    assert said(read_document, text, limits=DocumentLimits(bytes=19)) == [(1, 1, "", "larger than 19 bytes")]


@pytest.mark.parametrize("source", ["x.json", "X.JSON"])
def test_a_file_named_json_is_json_only(source):
    """The name decides: YAML is a mistake there, and a trailing comma is not read as YAML."""
    assert read_document("1", source=source).data == 1
    assert said(read_document, "a: 1", source=source) == [(1, 1, "", "expected a value, found 'a'")]
    assert said(read_document, "[1,]", source=source) == [(1, 4, "", "expected a value after ',', found ']'")]
    assert said(read_document, "", source=source) == [(1, 1, "", "the document is empty")]


def test_text_that_looks_like_json_may_be_yaml():
    """A text that starts with a bracket and is no JSON is read as YAML."""
    assert read_document("{a: [b], # flow\n}").data == {"a": ["b"]}


def test_text_that_is_neither_gets_both_messages():
    """When neither reading fits both say why."""
    assert said(read_document, "[a, !b c}") == [
        (1, 2, "", "as JSON: expected a value, found 'a'"),
        (1, 5, "/1", "as YAML: the tag '!b' is not allowed"),
        (1, 9, "", "as YAML: expected ',' or ']' in the list that starts on line 1"),
    ]


def test_of_json_that_may_be_yaml_only_the_break_is_said():
    """Mistakes that JSON and YAML share are not said twice."""
    assert said(read_document, '{"a": 1, "a": 2, b: 3}') == [
        (1, 18, "", "as JSON: expected a key in double quotes, found 'b'"),
        (1, 10, "/a", "as YAML: the key 'a' is given twice, first on line 1"),
    ]


def test_json_that_breaks_a_rule_is_not_tried_as_yaml():
    """NaN is no text, and a key given twice is said once."""
    assert said(read_document, '{"a": NaN}') == [
        (1, 7, "/a", "infinity and NaN are not allowed, expected a finite number")
    ]
    assert said(read_document, '{"a":1, "a":1}') == [
        (1, 9, "/a", "the key 'a' is given twice, first on line 1")
    ]


@pytest.mark.parametrize("name", ["rubric.yaml", "rubric.json"])
def test_a_file_is_read_by_its_path_as_given(tmp_path, monkeypatch, name):
    """Problems call a file what the caller called it."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / name).write_bytes(b'{"a": 1}')
    document = read_file(name)
    assert ({"a": 1}, name, (1, 7)) == (document.data, document.source, document.place(["a"]))
    assert str(tmp_path / name) == read_file(tmp_path / name).source
    (tmp_path / name).write_bytes(b'{"a": 1, "a"')
    assert {name} == {problem.source for problem in refusal(read_file, name)}


def test_a_file_that_cannot_be_read_is_an_oserror(tmp_path):
    """A missing file, a directory and a fifo are no documents; the fifo does not wait for a writer."""
    with pytest.raises(FileNotFoundError):
        read_file(tmp_path / "none.yaml")
    with pytest.raises(IsADirectoryError) as caught:
        read_file(tmp_path)
    assert (str(tmp_path), "not a regular file") == (caught.value.filename, caught.value.strerror)
    os.mkfifo(tmp_path / "fifo")
    with pytest.raises(OSError, match="not a regular file") as caught:
        read_file(tmp_path / "fifo")
    assert caught.value.errno == errno.EINVAL


def test_a_large_file_is_not_read_whole(tmp_path):
    """Of a file over the limit no more is read than shows that it is over: this one holds a terabyte."""
    with (tmp_path / "large.yaml").open("wb") as file:
        file.truncate(2**40)
    assert said(read_file, tmp_path / "large.yaml") == [(1, 1, "", "larger than 4,194,304 bytes")]
    assert len(document_bytes(tmp_path / "large.yaml", limits=DocumentLimits(bytes=7))) == 8


class Word(enum.StrEnum):
    """A text that is an enum."""

    YES = "yes"


class Level(enum.IntEnum):
    """An integer that is an enum."""

    TWO = 2


class Ratio(float):
    """A float that is more than one."""


def test_data_is_copied():
    """The document shares nothing with what it was made from, whatever it shared inside."""
    shared = [1]
    data = {
        "a": shared,
        "b": types.MappingProxyType({"c": shared}),
        "d": [None, True, 1.5, 10**30, "\0"],
        "e": {},
    }
    before = copy.deepcopy({**data, "b": dict(data["b"])})
    document = from_data(data)
    assert before == document.data == {**data, "b": dict(data["b"])}
    document.data["a"].append(2)
    assert (document.data["b"]["c"], shared) == ([1], [1])
    assert dict is type(document.data["b"])


def test_data_of_subclasses_becomes_plain():
    """A StrEnum, an IntEnum and a subclass of float are the values that they derive from."""
    data = from_data({Word.YES: [Word.YES, Level.TWO, Ratio(0.5)]}).data
    assert data == {"yes": ["yes", 2, 0.5]}
    assert [str, int, float] == [type(value) for value in data["yes"]]
    assert [str] == [type(key) for key in data]


def test_data_has_no_places():
    """What was given as data has neither line nor column."""
    document = from_data({"a": 1}, source="memory")
    assert (document.place(["a"]), document.source) == ((None, None), "memory")


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (float("inf"), "infinity and NaN are not allowed, expected a finite number"),
        (float("nan"), "infinity and NaN are not allowed, expected a finite number"),
        (10**4001, "a number of more than 4,000 digits"),
        ((1, 2), "found tuple, expected a type that JSON has"),
        ({1}, "found set, expected a type that JSON has"),
        (b"x", "found bytes, expected a type that JSON has"),
        (datetime.date(2024, 1, 5), "found date, expected a type that JSON has"),
        (decimal.Decimal(1), "found Decimal, expected a type that JSON has"),
        ("\ud800", "half of a surrogate pair in '\\ud800', expected whole characters"),
        ({1: 2}, "the key 1 is of type int, expected str"),
        ({"\udfff": 2}, "half of a surrogate pair in '\\udfff', expected whole characters"),
    ],
)
def test_data_keeps_the_rules_of_documents(value, words):
    """What no YAML or JSON text could give is refused by its JSON Pointer."""
    assert [(None, None, "/a/1", f"a[1]: {words}")] == said(from_data, {"a": [0, value]})


def test_all_mistakes_of_data_are_given():
    """A mistake hides no other, and a refused key hides nothing below it."""
    problems = refusal(from_data, {"a": (), 1: {"b": float("inf")}, "c": b""})
    assert [problem.path for problem in problems] == ["/a", "", "/1/b", "/c"]
    assert [problem.hint for problem in problems] == ["use a list", None, None, "use a text"]
    assert {"syntax"} == {problem.code for problem in problems}


def test_data_that_holds_itself_is_refused():
    """A cycle is named where it closes; the same object twice side by side is none."""
    data = {"a": []}
    data["a"].append({"b": data})
    assert said(from_data, data) == [(None, None, "/a/0/b", "a[0].b: the value stands inside itself")]


def test_data_is_limited_like_text():
    """Depth and values count as in a text, also where calls could not nest so deep."""
    deep = inner = []
    for _ in range(100_000):
        inner.append([])
        inner = inner[0]
    [problem] = refusal(from_data, {"a": deep})
    assert problem.message == f"a{'[0]' * 63}: nested deeper than 64 levels"
    assert said(from_data, {"a": [0, 0, 0]}, limits=DocumentLimits(values=4)) == [
        (None, None, "/a/2", "a[2]: more than 4 values")
    ]
    assert from_data({"a": [0, 0]}, limits=DocumentLimits(values=4, depth=2)).data == {"a": [0, 0]}
    assert said(from_data, {"a": []}, limits=DocumentLimits(depth=1)) == [
        (None, None, "/a", "a: nested deeper than 1 levels")
    ]
