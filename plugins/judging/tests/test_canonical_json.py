"""Canonical JSON: RFC 8785."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from checkwright_judging.documents.canonical_json import canonical_json, sha256_hex

VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**53), 2**53)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(st.characters(exclude_categories=["Cs"])),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(st.characters(exclude_categories=["Cs"])), inner),
)


@given(VALUES)
def test_it_is_the_same_json(data):
    assert json.loads(canonical_json(data), parse_int=float) == data


@given(st.dictionaries(st.text(max_size=3), st.integers(0, 9)), st.randoms())
def test_the_order_of_keys_does_not_matter(data, random):
    pairs = list(data.items())
    random.shuffle(pairs)
    assert canonical_json(dict(pairs)) == canonical_json(data)


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (0.0, "0"),
        (-0.0, "0"),
        (1.0, "1"),
        (1, "1"),
        (-1.5, "-1.5"),
        (5e-324, "5e-324"),
        (1e21, "1e+21"),
        (1.7976931348623157e308, "1.7976931348623157e+308"),
        (2.9514790517935283e20, "295147905179352830000"),
        (9.999999999999997e22, "9.999999999999997e+22"),
        (9.999999999999997e-7, "9.999999999999997e-7"),
        (1e-6, "0.000001"),
        (-1.25e-5, "-0.0000125"),
        (333333333.3333332, "333333333.3333332"),
        (1e-7, "1e-7"),
    ],
)
def test_a_number_has_the_spelling_of_ecmascript(number, text):
    """Source: RFC 8785, appendix B."""
    assert canonical_json(number).decode() == text


def test_keys_are_sorted_by_their_utf_16_units():
    """Source: RFC 8785, section 3.2.3."""
    keys = ["\u20ac", "\r", "\ufb33", "1", "\U0001f600", "\x80", "\u00f6"]
    ordered = ["\r", "1", "\x80", "\u00f6", "\u20ac", "\U0001f600", "\ufb33"]
    assert list(json.loads(canonical_json(dict.fromkeys(keys)))) == ordered


def test_texts_are_written_with_as_few_escapes_as_may_be():
    assert canonical_json("\u20ac$\x0f\nA'B\"\\/\x7f") == '"\u20ac$\\u000f\\nA\'B\\"\\\\/\x7f"'.encode()


@pytest.mark.parametrize("number", [float("nan"), float("inf"), 2**53 + 1, 10**400])
def test_a_number_that_json_cannot_carry_is_refused(number):
    with pytest.raises(ValueError, match=r"number|integer"):
        canonical_json([number])


@pytest.mark.parametrize("value", [b"", {1: 2}, {1, 2}])
def test_what_is_no_json_is_refused(value):
    with pytest.raises(TypeError, match="JSON has no"):
        canonical_json(value)


def test_the_digest_is_that_of_the_bytes():
    assert sha256_hex({}) == "44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a"
