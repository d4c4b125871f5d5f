"""Whatever is read gives a document or located problems, and what a writer wrote comes back."""

import json
import re

import pytest
import yaml
from hypothesis import example, given
from hypothesis import strategies as st

from checkwright.contract.errors import InvalidDocument
from checkwright.documents.limits import DocumentLimits
from checkwright.documents.places import locate
from checkwright.documents.reading import from_data, read_document
from checkwright.documents.scalars import WORDS, BadNumber, number
from checkwright.documents.yaml_reader import read_yaml, yaml_events

PARSERS = pytest.mark.parametrize("parser", [yaml.CSafeLoader, yaml.SafeLoader], ids=["libyaml", "pure"])

#: What YAML and JSON are made of, and what breaks them.
FRAGMENTS = [
    *("a", "b", "kind", "1", "1.0", "-1", "0x1F", "1e999", ".inf", "null", "true", "NaN", "é", "😀", "日本"),
    *(
        ": ",
        ":",
        "- ",
        "-",
        ", ",
        ",",
        "[",
        "]",
        "{",
        "}",
        "? ",
        "\n",
        "\n  ",
        "\n    ",
        "\r\n",
        "\r",
        " ",
        "\t",
    ),
    *(
        "&x ",
        "*x",
        "&y ",
        "*y ",
        "!",
        "!!str ",
        "!<t> ",
        "<<: ",
        "|",
        "|\n  ",
        ">-\n  ",
        "# c\n",
        "---\n",
        "...\n",
        "%TAG ! x\n",
        "%YAML 1.2\n",
    ),
    *('"', "'", '"a"', "'b'", '"\\u0041"', '"\\ud800"', '"\\ud83d\\ude00"', '"\\x', "\\", "@", "`", "%", "$"),
    *("\0", "\x07", "\x7f", "\x85", "\u2028", "\ufeff", "\ud800", "\U0010ffff"),
    *(
        "id: t\n",
        "checks:\n",
        "  - kind: regex\n",
        "    values: [a, b]\n",
        '{"a": ',
        "[1, ",
        "]}",
        "true, ",
        "\n}",
    ),
]
#: Parts of documents that fit together more often than not.
LINES = [
    *(
        "a: 1\n",
        "b: [x, 'y', \"z\"]\n",
        "c: {d: e, f: [g]}\n",
        "h:\n  i: j\n",
        "k:\n- l\n- m: n\n  o: p\n",
        "q: |\n  r\n  s\n",
    ),
    *(
        "t: &u [v]\n",
        "w: *u\n",
        "x: &y long text\n",
        "z: *y\n",
        "? &a2 aa\n: bb\n",
        "*a2 : cc\n",
        "'dd': >-\n  ee\n  ff\n\n",
    ),
    *(
        "gg: hh\n  ii\n",
        "jj:\n",
        "kk: ~\n",
        "# ll\n",
        "mm: é😀 nn # oo\n",
        "😀é: 0o17\n",
        "pp: [qq: rr, ss: ]\n",
        "tt: { uu, vv: ww}\n",
    ),
]

SCALARS = (
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text()
)
VALUES = st.recursive(
    SCALARS, lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner), max_leaves=20
)
TEXTS = (
    st.text(st.characters(codec=None))
    | st.lists(st.sampled_from(FRAGMENTS), max_size=25).map("".join)
    | st.lists(st.sampled_from(LINES), max_size=8, unique=True).map("".join)
    | st.tuples(VALUES.map(json.dumps), st.integers(0, 40), st.sampled_from(FRAGMENTS)).map(
        lambda parts: parts[0][: parts[1]] + parts[2] + parts[0][parts[1] :]
    )
)


@given(
    text=TEXTS | st.binary() | TEXTS.map(lambda text: text.encode("utf-8", "surrogatepass")),
    source=st.sampled_from(["t.yaml", "t.json"]),
)
def test_any_text_is_a_document_or_located_problems(text, source):
    """Nothing else ever comes out, and each problem has a place and one clean line of words."""
    try:
        document = read_document(text, source=source)
    except InvalidDocument as error:
        _vet(error)
    else:
        assert_places(document.data, document.place, _lines(text))
        assert document.data == from_data({"": document.data}).data[""]


@PARSERS
@given(text=TEXTS.filter(lambda text: not re.search("[\ud800-\udfff]", text)))
def test_either_parser_gives_a_document_or_located_problems(parser, text):
    """Without libyaml the same holds."""
    try:
        data = read_yaml(text.removeprefix("\ufeff"), "t", DocumentLimits(), parser)
    except InvalidDocument as error:
        _vet(error)
    else:
        root = locate(yaml_events(text.removeprefix("\ufeff"), parser))
        assert_places(data, root.find, _lines(text))


def _vet(error):
    assert error.problems
    for problem in error.problems:
        assert problem.line >= 1
        assert problem.column >= 1
        assert problem.code == "syntax"
        assert problem.path == "" or problem.path.startswith("/")
        assert str(problem).isprintable()
        problem.path.encode()


def _lines(text):
    text = text.decode() if isinstance(text, bytes) else text
    return re.split(r"\r\n|\r|\n", text.removeprefix("\ufeff"))


def assert_places(data, place, lines):
    """Assert that every value of `data` stands where `place` says, and each key of it."""
    todo = [((), data)]
    while todo:
        path, value = todo.pop()
        line, column = place(path)
        stands = lines[line - 1][column - 1 :] if line <= len(lines) else ""
        assert column <= len(lines[line - 1]) + 1 if line <= len(lines) else column == 1
        if not stands.startswith(("*", "&")):
            _assert_starts(value, stands)
        if path and isinstance(path[-1], str):
            line, column = place(path, key=True)
            key_stands = lines[line - 1][column - 1 :] if line <= len(lines) else ""
            if not key_stands.startswith(("*", "&")):
                _assert_starts(path[-1], key_stands)
        if isinstance(value, dict):
            todo += [((*path, key), inner) for key, inner in value.items()]
        elif isinstance(value, list):
            todo += [((*path, index), inner) for index, inner in enumerate(value)]


def _assert_starts(value, stands):
    """Assert that the text at a place can be the start of a value."""
    if isinstance(value, str):
        first = re.split(r"[ \t\n]", value)[0]
        assert stands.startswith(("'", '"', "|", ">", first))
    elif isinstance(value, list):
        assert stands.startswith(("[", "-"))
    elif value is not None and not isinstance(value, dict):
        plain = re.match(r"[^\s,\]}:]*", stands)[0]
        assert value == (WORDS[plain] if plain in WORDS else number(plain))


@given(value=VALUES, indent=st.none() | st.integers(0, 3), ascii_only=st.booleans())
def test_json_comes_back(value, indent, ascii_only):
    """What `json.dumps` writes is read as it was, in a file named so and in any other text that starts so."""
    text = json.dumps(value, indent=indent, ensure_ascii=ascii_only)
    documents = [read_document(text, source="t.json"), read_document(f"[{text}]")]
    assert [repr(value), repr([value])] == [repr(document.data) for document in documents]
    assert_places([value], documents[1].place, _lines(f"[{text}]"))


def _differs(text):
    """Tell whether YAML 1.2 reads a number where YAML 1.1 writes a plain text."""
    try:
        return number(text) != text
    except BadNumber:
        return True


SAME_IN_BOTH = st.text().filter(lambda text: not _differs(text))
YAML_VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | SAME_IN_BOTH,
    lambda inner: st.lists(inner) | st.dictionaries(SAME_IN_BOTH, inner),
    max_leaves=20,
)


@PARSERS
@given(value=YAML_VALUES, flow=st.booleans(), wide=st.booleans())
@example(
    value={
        "no": ["yes", "1:30", "2024-01-05", "null", "~", "", "<<", "=", " a", "a: b", "#", "\x85\u2028", "😀"]
    },
    flow=False,
    wide=True,
)
def test_yaml_comes_back(parser, value, flow, wide):
    """What `yaml.safe_dump` writes is read as it was, save plain texts that 1.2 alone reads as numbers."""
    text = yaml.safe_dump([value], default_flow_style=flow, width=10_000 if wide else 20, sort_keys=False)
    assert repr([value]) == repr(read_yaml(text, "t", DocumentLimits(), parser))


@given(value=VALUES)
def test_data_comes_back(value):
    """Data that JSON can hold is copied as it was."""
    assert repr(from_data({"a": value}).data) == repr({"a": value})
