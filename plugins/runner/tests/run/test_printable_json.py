"""JSON that is written: one line for every reader, nothing that a terminal acts on, and the same data."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from checkwright_runner.run.printable_json import json_output

TEXT = st.text(st.characters(exclude_categories=()))
DATA = st.recursive(
    st.none() | st.booleans() | st.integers() | TEXT,
    lambda inner: st.lists(inner) | st.dictionaries(TEXT, inner),
    max_leaves=10,
)


def test_text_stays_as_it_is():
    """Letters of any script and emoji are not escaped, unless only ASCII is wanted."""
    assert json_output({"a": "é日😀"}) == '{"a": "é日😀"}'
    assert json_output({"a": "é"}, ascii_only=True) == '{"a": "\\u00e9"}'
    assert json_output({"a": [1]}, indent=1) == '{\n "a": [\n  1\n ]\n}'


@pytest.mark.parametrize(
    "code", [0, 0x1B, 0x7F, 0x85, 0x9B, 0x61C, 0x2028, 0x2029, 0x202E, 0x2066, 0xD800, 0xFEFF], ids=hex
)
def test_what_is_acted_on_is_escaped(code):
    """Controls, separators of lines, bidi marks and lone surrogates, wherever they stand."""
    character = chr(code)
    text = json_output({character: [f"a{character}b"]})
    assert character not in text
    assert text.count(f"\\u{code:04x}") == 2
    assert json.loads(text) == {character: [f"a{character}b"]}


@given(DATA)
def test_the_data_comes_back_from_one_line(data):
    """Whatever it holds."""
    for ascii_only in (False, True):
        text = json_output(data, ascii_only=ascii_only)
        assert len(text.splitlines()) == 1
        again = json.loads(text.encode("utf-8"))
        assert again == json.loads(json.dumps(data))


def test_a_number_that_is_not_finite_is_refused():
    """JSON has none."""
    with pytest.raises(ValueError, match="JSON compliant"):
        json_output([float("nan")])
