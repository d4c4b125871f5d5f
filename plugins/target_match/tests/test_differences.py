"""Where two texts differ, and the way back from a normalized text."""

from hypothesis import given
from hypothesis import strategies as st

from checkwright.text import fold
from checkwright_target_match.differences import difference_span, normalized, original_span, overlap

FEW = st.text("ab ", max_size=12)
WILD = st.text("aA ßǰİé\u0301\u0323ΐ\t\u00a0\u2003\x1c\u200b日", max_size=20) | st.text(max_size=20)


@given(text=FEW, other=FEW)
def test_what_is_around_a_difference_is_shared(text, other):
    """Both texts begin and end alike up to the difference, and not one character more."""
    start, stop = difference_span(text, other)
    before, after = text[:start], text[stop:]
    assert 0 <= start <= stop <= len(text)
    assert other.startswith(before)
    assert other.endswith(after)
    assert len(before) + len(after) <= len(other)
    assert text[start : start + 1] != other[start : start + 1] or start in (len(text), len(other))
    if start < stop and len(before) + len(after) < len(other):
        assert text[stop - 1] != other[len(other) - len(after) - 1]


@given(text=FEW, other=FEW)
def test_overlap_is_1_for_equal_texts_only(text, other):
    """The share lies between 0 and 1, is the same both ways, and 1 means equal."""
    if text or other:
        share = overlap(text, other)
        assert 0 <= share <= 1
        assert share == overlap(other, text)
        assert (share == 1) is (text == other)


@given(text=WILD)
def test_a_normalized_text_stays_as_it_is(text):
    """Normalizing again changes nothing, and no white space is left but single blanks between words."""
    once = normalized(text)
    assert normalized(once) == once
    assert once == " ".join(once.split(" "))
    assert [character for character in once if character.isspace() and character != " "] == []


@given(text=WILD, data=st.data())
def test_a_span_leads_back_to_what_it_was_made_of(text, data):
    """The original span, normalized by itself, contains the span of the normalized text."""
    seen = normalized(text)
    if seen:
        start = data.draw(st.integers(0, len(seen) - 1))
        stop = data.draw(st.integers(start + 1, len(seen)))
        first, last = original_span(text, start, stop)
        made = " ".join(f"x{fold(text[first:last])}x".split())
        assert seen[start:stop] in made
