"""checkwright.text: halves of surrogate pairs."""

import pytest

from checkwright.text import lone_surrogate, without_surrogates

HIGH, LOW = "\ud83d", "\ude00"


@pytest.mark.parametrize(
    ("text", "place", "whole"),
    [
        ("", None, ""),
        ("plain", None, "plain"),
        ("a\U0001f600é\ufffd", None, "a\U0001f600é\ufffd"),
        (HIGH, 0, "\ufffd"),
        (f"é{LOW}x{HIGH}", 1, "é\ufffdx\ufffd"),
        # Python joins no halves: two in a row are two faults.
        (HIGH + LOW, 0, "\ufffd\ufffd"),
    ],
)
def test_the_first_half_is_found_and_all_are_replaced(text, place, whole):
    """The place is that at which UTF-8 stops, and what is replaced keeps its length."""
    assert lone_surrogate(text) == place
    assert without_surrogates(text) == whole
    whole.encode()
    if place is not None:
        with pytest.raises(UnicodeEncodeError) as caught:
            text.encode()
        assert caught.value.start == place
