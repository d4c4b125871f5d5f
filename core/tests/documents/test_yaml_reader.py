"""YAML 1.2 core: its scalars, its mistakes, and the words for what no parser can read."""

import math
import sys

import pytest
import yaml

from checkwright.contract.errors import InvalidDocument
from checkwright.documents.limits import DocumentLimits
from checkwright.documents.places import locate
from checkwright.documents.reading import read_document
from checkwright.documents.yaml_reader import default_parser, read_yaml, yaml_events

PARSERS = [yaml.CSafeLoader, yaml.SafeLoader]


@pytest.fixture(params=PARSERS, ids=["libyaml", "pure"])
def parser(request):
    """Read with libyaml, and again with the parser that stands in for it."""
    return request.param


@pytest.fixture
def read(parser):
    return lambda text, **limits: read_yaml(text, "t", DocumentLimits(**limits), parser)


@pytest.fixture
def said(read):
    """Give line, column, path and message of everything that is wrong with a text."""

    def problems(text, **limits):
        with pytest.raises(InvalidDocument) as caught:
            read(text, **limits)
        return [
            (problem.line, problem.column, problem.path, problem.message) for problem in caught.value.problems
        ]

    return problems


@pytest.fixture
def hints(read):
    def given(text):
        with pytest.raises(InvalidDocument) as caught:
            read(text)
        return [problem.hint for problem in caught.value.problems]

    return given


SCALARS = [
    (None, ["", "~", "null", "Null", "NULL"]),
    (True, ["true", "True", "TRUE"]),
    (False, ["false", "False", "FALSE"]),
    (0, ["0", "-0", "+0", "00", "0o0", "0x0"]),
    (12, ["12", "+12", "012", "0o14", "0xC", "0xc"]),
    (-7, ["-7", "-07"]),
    (10**100, ["1" + "0" * 100]),
    (0.5, [".5", "+.5", "0.5", "5e-1", "5E-1", "00.5", ".05e+1"]),
    (-1.0, ["-1.", "-1.0", "-10e-1"]),
    (1e300, ["1e300", "1E+300"]),
]
TEXTS = [
    *("no", "yes", "on", "off", "y", "n", "tRUE", "nULL", "TRue", "None", "none", "nil"),
    *(
        "12:30",
        "1:2:3",
        "2024-01-05",
        "2024-01-05T10:00:00Z",
        "1_000",
        "0b11",
        "0O17",
        "-0o17",
        "-0x1F",
        "0x",
        "0o8",
    ),
    *(".", "..", "+", "-a", "+.", ".e1", "1e", "1e+", "1.2.3", "--1", "1 2", "0x1G", "１２", "٣", "1.5%"),
    *(".Nan", ".INf", "inf", "nan", "NaN", "-.nan", "<<", "="),
]


@pytest.mark.parametrize(("value", "text"), [(value, text) for value, texts in SCALARS for text in texts])
def test_plain_scalars_are_read_as_yaml_1_2(read, value, text):
    """Null, booleans and numbers are those of the core schema, with their types."""
    got = read(f"a: {text}")["a"]
    assert (value, type(value)) == (got, type(got))


@pytest.mark.parametrize("text", TEXTS)
def test_everything_else_is_text(read, text):
    """What YAML 1.1 took for a boolean, a date, a sexagesimal or a grouped number is text."""
    assert {"a": text} == read(f"a: {text}")


@pytest.mark.parametrize("text", [text for _, texts in SCALARS for text in texts] + [".inf", "<<"])
def test_quoted_scalars_are_text(read, text):
    """Quotes and block scalars make any value, and any key, a text."""
    assert [{text: text}, {text: text}] == read(f'- \'{text}\': "{text}"\n- "{text}": |-\n    {text}\n')


def test_negative_zero_keeps_its_sign(read):
    """-0.0 is a float with a sign."""
    assert math.copysign(1, read("-0.0")) == -1.0


def test_separators_of_yaml_1_1_are_characters(read):
    """NEL, LS and PS break no line in YAML 1.2: they stay as they are, wherever they stand."""
    text = "x\x85y\u2028z\u2029"
    assert {text: [text, text, f"{text}\n", "\U00010000"]} == read(
        f"{text}:\n- {text}\n- \"{text}\"\n- |\n  {text}\n- '\U00010000' # {text}\n"
    )


def test_a_plain_whole_number_is_a_key_by_its_digits(read):
    assert read("{1: a, -20: b, '3': c}") == {"1": "a", "-20": "b", "3": "c"}


def test_an_anchor_may_be_given_again(read):
    """An alias means the last anchor of that name above it."""
    assert read("a: &n x\nb: *n\nc: &n [1]\nd: *n\n") == {"a": "x", "b": "x", "c": [1], "d": [1]}
    assert read("- &n [&m x, *m]\n- *n\n") == [["x", "x"], ["x", "x"]]
    assert read("- &n [&n x, *n]\n- *n\n") == [["x", "x"], "x"]


def test_one_document_may_have_marks_around_it(read):
    """`---`, `...`, comments and a %YAML directive are no part of the data."""
    assert read("%YAML 1.2\n# x\n---\na: 1\n...\n# y\n") == {"a": 1}
    assert read("---\n") is None


@pytest.mark.parametrize(
    ("text", "mistakes"),
    [
        ("", [(1, 1, "", "the document is empty")]),
        ("# nothing\n\n", [(1, 1, "", "the document is empty")]),
        (
            "a: 1\n---\nb: 1\n---\nc: 1",
            [(2, 1, "", "a second document starts here, expected one document per file")],
        ),
        ("a: 1\nb: 2\na: 3\n", [(3, 1, "/a", "the key 'a' is given twice, first on line 1")]),
        ("a: {b: 1, 'b': 2}", [(1, 11, "/a/b", "the key 'b' is given twice, first on line 1")]),
        ("a: &k a\n*k : 2", [(2, 1, "/a", "the key 'a' is given twice, first on line 1")]),
        ('"<<": 1\n"<<": 2', [(2, 1, "/<<", "the key '<<' is given twice, first on line 1")]),
        ("- {0x1: a}", [(1, 4, "/0/0x1", "the key is a number, expected a string")]),
        ("{1: a, 1: b}", [(1, 8, "/1", "the key '1' is given twice, first on line 1")]),
        ("{1: a, '1': b}", [(1, 8, "/1", "the key '1' is given twice, first on line 1")]),
        (
            "{01: a, +1: b}",
            [
                (1, 2, "/01", "the key is a number, expected a string"),
                (1, 9, "/+1", "the key is a number, expected a string"),
            ],
        ),
        ("null: a", [(1, 1, "/null", "the key is null, expected a string")]),
        ("True: a", [(1, 1, "/True", "the key is true or false, expected a string")]),
        ("1.5: a", [(1, 1, "/1.5", "the key is a number, expected a string")]),
        (".inf: a", [(1, 1, "/.inf", "the key is a number, expected a string")]),
        ("? \n: a", [(1, 2, "/", "a key is missing before ':'")]),
        ("x: {{ y }}", [(1, 5, "/x/?", "the key is a mapping, expected a string")]),
        (
            "? [a, {b: .inf}]\n: [c, .nan]",
            [
                (1, 3, "/?", "the key is a list, expected a string"),
                (1, 11, "/?/1/b", "infinity and NaN are not allowed, expected a finite number"),
                (2, 7, "/?/1", "infinity and NaN are not allowed, expected a finite number"),
            ],
        ),
        ("a: &x [1]\n*x : 2", [(2, 1, "/?", "the key is a list, expected a string")]),
        (
            "<<: {a: 1}\n<<: {b: 1}",
            [
                (1, 1, "/<<", "the merge key << is not allowed"),
                (2, 1, "/<<", "the merge key << is not allowed"),
            ],
        ),
        (
            "weights: {a: .inf, b: -.INF, c: .NaN}",
            [
                (1, 14, "/weights/a", "infinity and NaN are not allowed, expected a finite number"),
                (1, 23, "/weights/b", "infinity and NaN are not allowed, expected a finite number"),
                (1, 33, "/weights/c", "infinity and NaN are not allowed, expected a finite number"),
            ],
        ),
        ("- 1e400", [(1, 3, "/0", "the number is too large, expected one within 1.8e308")]),
        ("- !!str a", [(1, 3, "/0", "the tag '!!str' is not allowed")]),
        (
            "- !x [!<y> a, ! b]\n- !z {c: d}",
            [
                (1, 3, "/0", "the tag '!x' is not allowed"),
                (1, 7, "/0/0", "the tag 'y' is not allowed"),
                (1, 15, "/0/1", "the tag '!' is not allowed"),
                (2, 3, "/1", "the tag '!z' is not allowed"),
            ],
        ),
        (
            "!x a: !y b",
            [(1, 1, "", "the tag '!x' is not allowed"), (1, 7, "/a", "the tag '!y' is not allowed")],
        ),
        (
            "a: *x\nb: &x 1\n*y : .inf",
            [
                (1, 4, "/a", "the alias '*x' names no anchor above it"),
                (3, 1, "", "the alias '*y' names no anchor above it"),
                (3, 6, "/*y", "infinity and NaN are not allowed, expected a finite number"),
            ],
        ),
        ("a: &x\n  - {b: *x}", [(2, 9, "/a/0/b", "the alias '*x' stands inside the value that it names")]),
        ("a: 1\nb: \x07", [(2, 4, "", "the character '\\x07' is not allowed")]),
        ("a: '\x7f'", [(1, 5, "", "the character '\\x7f' is not allowed")]),
        ("a: \uffff", [(1, 4, "", "the character '\\uffff' is not allowed")]),
        ("a: b\n\ufeffc: d", [(2, 1, "", "the character '\\ufeff' is not allowed")]),
        ("\0", [(1, 1, "", "the character '\\x00' is not allowed")]),
        ("%TAG !a! b\n" * 16 + "#\n%TAG !b! c\n---\na", [(18, 1, "", "more than 16 %TAG directives")]),
    ],
)
def test_mistakes_are_located_and_all_given(said, text, mistakes):
    """Every mistake has its line, column and JSON Pointer, and hides no other."""
    assert mistakes == said(text)


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("a: 1\na: 1", "remove one of the two"),
        ("1.5: 1", "quote it if it is a text"),
        ("? \n: 1", None),
        ("<<: 1", "write the fields out, or quote it to mean a key"),
        ("a: .inf", "quote it if it is a text"),
        ("a: !b c", "quote a text that starts with '!'"),
        ("a: *b", "quote a text that starts with '*'"),
        ("a: &b [*b]", None),
        ("a: \x01", "write it as an escape in double quotes"),
    ],
)
def test_mistakes_say_what_to_do(hints, text, hint):
    """A hint tells the author what to do, where there is something to tell."""
    assert [hint] == hints(text)


@pytest.mark.parametrize("escape", ["\\ud83d\\ude00", "\\udfff", "\\U00110000", "\\UFFFFFFFF"])
def test_escapes_give_whole_characters_or_a_problem(said, escape):
    """YAML knows no surrogate pairs and nothing beyond Unicode; each parser says so in its own way."""
    (line, column, _, message), *others = said(f'a: "b{escape}"')
    assert (line, others, column in (4, 7, 8, 9)) == (1, [], True)
    assert any(part in message for part in ("no character", "half of a surrogate pair", "out of range"))


def test_an_escape_of_half_a_pair_hides_nothing():
    """PyYAML's own parser reads such an escape: as value and as key it is a mistake beside the others."""
    with pytest.raises(InvalidDocument) as caught:
        read_yaml('"\\ud800": "\\ud800é"\nb: ["\\u00e9", .inf]', "t", DocumentLimits(), yaml.SafeLoader)
    assert [problem.path for problem in caught.value.problems] == ["", "/\ufffd", "/b/1"]


@pytest.mark.parametrize(
    "text",
    [
        "[" * 64 + "]" * 64,
        "- " * 64 + "a",
        "? " * 63 + "a: b",
        "{a: " * 64 + "}" * 64,
        "- &a " + "[" * 62 + "]" * 62 + "\n- [*a]",
    ],
)
def test_nesting_is_limited(said, read, text):
    """64 levels are read, also through an alias, and one more is refused where it starts."""
    if not text.startswith("?"):
        read(text)
        (line, column, path, message), *others = said("- a\n- " + text.replace("\n", "\n  "))
        assert (others, path.startswith("/1/"), message) == ([], True, "nested deeper than 64 levels")
        assert (line, column) >= (2, 2)


def test_nesting_through_aliases_is_measured_where_it_adds_up(said, read):
    """Each alias brings the levels of what it names."""
    chain = "- &a0 [x]\n" + "".join(f"- &a{level} [*a{level - 1}]\n" for level in range(1, 63))
    read(chain)
    assert said(chain + "- &a63 [*a62]") == [(64, 9, "/63/0", "nested deeper than 64 levels")]
    assert said("- &a [[x]]\n- [ *a]", depth=3) == [(2, 5, "/1/0", "nested deeper than 3 levels")]


def test_deep_flow_is_refused_by_either_parser(said):
    """libyaml gives up by itself beyond 1,000 levels, before it shows the first."""
    ((line, _, _, message),) = said("\n" + "[" * 2000)
    assert (line, message in ("nested deeper than 64 levels", "nested deeper than 1,000 levels")) == (2, True)


def test_values_are_limited(said, read):
    """Every list, mapping and scalar counts, keys do not; those of an alias count at each use."""
    assert read("{a: [1, 2], b: {}}", values=5) == {"a": [1, 2], "b": {}}
    assert said("{a: [1, 2], b: {}}", values=4) == [
        (1, 16, "", "more than 4 values, counting each use of an alias")
    ]
    bomb = "- &a [x, x]\n- &b [*a, *a]\n- [*b, *b]\n"
    read(bomb, values=26)
    assert said(bomb, values=25) == [(3, 8, "", "more than 25 values, counting each use of an alias")]


def test_mistakes_are_listed_up_to_a_hundred(said):
    """A hundred mistakes are given, the next is only mentioned and nothing is read after it."""
    assert len(said("a: 1\n" * 101)) == 100
    for tail in ("", "'", "a: 1\n" * 200):
        problems = said("a: 1\n" * 102 + tail)
        assert (
            len(problems),
            problems[-1],
        ) == (101, (102, 1, "/a", "more than 100 mistakes, the rest is not read"))


@pytest.mark.parametrize(
    "text",
    [
        "9" * 4001,
        "-" + "9" * 4000,
        "0o" + "7" * 3999,
        "0x" + "f" * 3999,
        "0x" + "f" * 3990,
        "1." + "0" * 3999,
        "0" * 4001,
    ],
)
def test_long_numbers_are_refused(said, text):
    """Numbers of more characters, or more digits, than Python prints are located problems."""
    ((line, column, path, message),) = said(f"a: {text}")
    assert (line, column, path, "4,000" in message) == (1, 4, "/a", True)


def test_the_longest_numbers_are_read(read):
    """4,000 digits are read, whatever they are."""
    assert read(f"a: {'9' * 4000}\nb: 1.{'0' * 3998}\nc: 0x1{'0' * 3300}") == {
        "a": 10**4000 - 1,
        "b": 1.0,
        "c": 16**3300,
    }


def test_a_python_that_reads_shorter_numbers_says_so(said):
    """A host may lower Python's own limit; that is a located problem too."""
    before = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(640)
    try:
        problems = said(f"a: {'9' * 641}")
    finally:
        sys.set_int_max_str_digits(before)
    assert problems == [(1, 4, "/a", "a number of 641 digits, more than this Python reads")]


def test_libyaml_is_used_where_there_is_one(monkeypatch):
    """Without libyaml PyYAML's own parser is the default."""
    assert yaml.CSafeLoader is default_parser()
    monkeypatch.delattr(yaml, "CSafeLoader")
    assert yaml.SafeLoader is default_parser()
    assert read_document("a: 1").data == {"a": 1}
    assert read_document("a:\n  b: 1").place(["a"]) == (2, 3)


def test_both_parsers_give_the_same_places():
    """A document's places do not depend on the parser."""
    text = "a: &x [1, {b: 'c'}]\nd:\n- *x\n- |\n  e\n? &y f\n: \n*y : g\n".replace("*y : g\n", "")
    assert locate(yaml_events(text, yaml.SafeLoader)) == locate(yaml_events(text, yaml.CSafeLoader))
