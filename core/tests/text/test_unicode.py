"""NFC, folding and the way back from a folded text to the original."""

import time
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from checkwright.text import fold, nfc, original_spans
from checkwright.text import unicode as text_module

#: What is hard about folding, in one letter-box: each entry meets the others in every order.
HARD = [
    *"aesSKqQ .\n\0",
    *"ßẞſKÅİıŉǰΐΰ\u03aa\u0390ΣσςᾳᾼΆ",
    *"ﬁﬀﬃﬅﬓԵև",
    *"\u0301\u0308\u0323\u0307\u0345\u0342\u0327\u0344\u0f73\u0f71\u0f72",
    *"각가\u1100\u1161\u11a8ᆨ",
    *"\u09c7\u09be\u0bc6\u0bbe\u102f\u1025\u102e",
    "👩\u200d👧",
    *"אבم\u200f\u202e",
    *"\ud83d\udc69\ud800",
    "漢",
    "か\u3099",
    "Ａ",
    "\U00010400",
]
MIX = st.lists(st.sampled_from(HARD) | st.characters(codec=None), max_size=24).map("".join)
VIEWS = pytest.mark.parametrize("view", [nfc, fold])
EVERY_CHARACTER = [chr(number) for number in range(0x110000)]
CHANGING = [
    character
    for character in EVERY_CHARACTER
    if not character.casefold() == character.title() == unicodedata.normalize("NFC", character) == character
]


def folded_the_long_way(text):
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", text).casefold())


@given(text=MIX)
def test_the_views_are_what_unicode_says(text):
    """NFC is NFC, and a folded text is NFC, full folding, NFC."""
    assert nfc(text) == unicodedata.normalize("NFC", text)
    assert fold(text) == folded_the_long_way(text)


@given(text=MIX)
def test_folding_twice_changes_nothing(text):
    """A folded text is its own folding, and NFC before it makes no difference."""
    assert fold(fold(text)) == fold(text) == fold(nfc(text))


def test_folding_twice_changes_no_character():
    """No code point of this Python folds further the second time."""
    assert [character for character in CHANGING if fold(fold(character)) != fold(character)] == []


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("STRASSE", "straße"),
        ("STRAẞE", "strasse"),
        ("\u03aa\u0301", "\u0390"),
        ("\u1fd3", "\u0390"),
        ("ΟΔΟΣ", "οδος"),
        ("K", "k"),
        ("E\u0301", "é"),
        ("ﬁn", "FIN"),
        ("\u1112\u1161\u11ab", "한"),
    ],
)
def test_texts_that_differ_in_case_or_composition_fold_alike(one, other):
    """Case, final forms, ligatures of case folding and composition make no difference."""
    assert fold(one) == fold(other)


@pytest.mark.parametrize(("one", "other"), [("İ", "i"), ("ı", "I"), ("Ａ", "a"), ("а", "a"), ("’", "'")])
def test_texts_that_only_look_alike_stay_apart(one, other):
    """No Turkic rules, no compatibility forms, no look-alikes."""
    assert fold(one) != fold(other)


def test_title_case_iota_below_a_circumflex_stays_apart():
    """The three title-case letters that only a decomposition before the folding would bring together."""
    apart = [character for character in CHANGING if fold(character.title()) != fold(character)]
    assert set(apart) == set("ıᾷῇῷ")


@VIEWS
@given(parts=st.lists(MIX, min_size=3, max_size=3), places=st.tuples(st.integers(0, 60), st.integers(1, 4)))
def test_a_span_leads_back_to_text_that_contains_what_was_found(view, parts, places):
    """The original of a span is inside the text, not empty, and its view contains what the span held."""
    text = "".join(parts)
    seen = view(text)
    start = min(places[0], max(len(seen) - 1, 0))
    stop = min(start + places[1], len(seen))
    if start == stop:
        return
    ((first, last),) = original_spans(text, view, [(start, stop)])
    assert 0 <= first < last <= len(text)
    assert seen[start:stop] in view(text[first:last])


@VIEWS
@given(text=MIX)
def test_spans_of_single_characters_cover_the_text_in_order(view, text):
    """Going through the view character by character never goes back in the text and leaves nothing out."""
    spans = original_spans(text, view, [(place, place + 1) for place in range(len(view(text)))])
    ends = [0, *(last for _, last in spans)]
    assert all(first <= reached <= last for reached, (first, last) in zip(ends, spans, strict=False)), (
        "a place of the text was left out"
    )
    assert ends[-1] == len(text)
    assert ends == sorted(ends)


@VIEWS
@given(text=MIX)
def test_blocks_make_no_difference(view, text):
    """Where the text is cut to save work has no influence on any span."""
    wanted = [(place, place + 1) for place in range(len(view(text)))]
    expected = original_spans(text, view, wanted)
    block, text_module._BLOCK = text_module._BLOCK, 1
    try:
        assert original_spans(text, view, wanted) == expected
    finally:
        text_module._BLOCK = block


@pytest.mark.parametrize(
    ("text", "value", "expected"),
    [
        ("Große HAUPTSTRASSE", "straße", "STRASSE"),
        ("Straße", "s", "S"),
        ("Maße", "s", "ß"),
        ("Maße", "as", "aß"),
        ("Maße", "sse", "ße"),
        ("oﬃce", "fi", "ﬃ"),
        ("oﬃce", "ice", "ﬃce"),
        ("cafe\u0301s", "é", "e\u0301"),
        ("CAFE\u0301S", "és", "E\u0301S"),
        ("x\u03aa\u0301y", "\u0390", "\u03aa\u0301"),
        ("a\u0323\u0302b", "b", "b"),
        ("a\u0302\u0323b", "ậ", "a\u0302\u0323"),
        ("q\u0301", "q", "q"),
        ("Q\u0301Q", "\u0301q", "\u0301Q"),
        ("ᾳ", "ι", "ᾳ"),
        ("\u1112\u1161\u11ab글", "한", "\u1112\u1161\u11ab"),
        ("가\u11a8", "각", "가\u11a8"),
        ("\u09c7\u09be!", "\u09cb", "\u09c7\u09be"),
        ("ein İstanbul", "stanbul", "stanbul"),
        ("ein İstanbul", "i", "i"),
        ("İs", "\u0307s", "İs"),
        ("👩\u200d👧 WINKT", "winkt", "WINKT"),
        ("\ud800É\0", "é\0", "É\0"),
        ("plain TEXT", "text", "TEXT"),
    ],
)
def test_a_span_is_the_shortest_whole_characters(text, value, expected):
    """What was found is quoted as it stands, widened only to what one character or a composition became."""
    seen = fold(text)
    value = fold(value)
    start = seen.index(value)
    ((first, last),) = original_spans(text, fold, [(start, start + len(value))])
    assert text[first:last] == expected


def test_spans_come_back_in_the_order_asked():
    """Several spans, overlapping and in any order, keep their places in the answer."""
    text = "ßaÉb"
    assert original_spans(text, fold, [(4, 5), (0, 1), (1, 4), (0, 1)]) == ((3, 4), (0, 1), (0, 3), (0, 1))
    assert original_spans(text, fold, []) == ()


def test_where_blocks_are_cut_nothing_joins_the_character_before():
    """No character of the sure ones is a combining mark or composes with one before it."""
    sure = [character for character in EVERY_CHARACTER if text_module._APART.match(character)]
    decomposed = [unicodedata.normalize("NFD", character)[0] for character in sure]
    composing = {
        pieces[-1]
        for pieces in (unicodedata.normalize("NFD", character) for character in EVERY_CHARACTER)
        if len(pieces) > 1
    }
    assert [character for character in decomposed if unicodedata.combining(character)] == []
    assert composing.isdisjoint(decomposed)


@pytest.mark.parametrize(
    "pair", ["\u0301\u0323", "\u0f73", "e\u0301\u0323", "가\u11a8\u0323\u0301", "\u0345\u0301"]
)
def test_a_text_full_of_marks_takes_linear_time(pair):
    """A reply cannot keep normalization busy: 300,000 marks out of order take well under a second."""
    text = pair * (300_000 // len(pair))
    started = time.thread_time()
    seen = fold(text)
    spent = time.thread_time() - started
    assert spent < 5
    assert unicodedata.is_normalized("NFC", seen)


@pytest.mark.parametrize(
    "pair", ["\u0301\u0323", "\u0f73", "\u0344\u0323", "e\u0301\u0323", "가\u11a8\u0323\u0301"]
)
def test_a_long_run_of_marks_is_put_in_the_order_of_unicode(pair):
    """What saves the time changes no character of the result."""
    text = "Ärger " + pair * 600 + " ende"
    assert nfc(text) == unicodedata.normalize("NFC", text)


@pytest.mark.parametrize(
    "piece", ["Größe und Maß, ", "漢字かな交じり文", "สวัสดีชาวโลก", "e\u0301 à E\u0301 ", "\u0301"]
)
def test_a_span_at_the_end_of_a_long_text_takes_linear_time(piece):
    """The way back through a megabyte is a matter of a second at most."""
    text = piece * (1_000_000 // len(piece)) + "ZIEL"
    seen = fold(text)
    started = time.thread_time()
    ((first, last),) = original_spans(text, fold, [(len(seen) - 4, len(seen))])
    spent = time.thread_time() - started
    assert text[first:last] == "ZIEL"
    assert spent < 10
