"""An author's values in a response."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from checkwright import Case, Outcome
from checkwright.literals import Finder, aho_corasick, lacking, named, quoted
from checkwright.text import fold, nfc

TEXT = st.text(st.sampled_from("abAßsSéÉe\u0301\u0345İi\u0307Σς\u200b\ud800 "), max_size=30)
VALUES = st.lists(TEXT.filter(bool).map(lambda text: text[:3]), min_size=1, max_size=14)


def every_match(needles):
    return lambda text: [
        (index, start, start + len(needle))
        for index, needle in enumerate(needles)
        for start in range(len(text))
        if text.startswith(needle, start)
    ]


@pytest.mark.parametrize("case_sensitive", [False, True])
@given(values=VALUES, response=TEXT)
def test_the_finder_finds_what_in_finds(case_sensitive, values, response):
    """`first` and `every` agree with one `in` after the other, for few values and for many."""
    view = nfc if case_sensitive else fold
    found = [value for value in values if view(value) in view(response)]
    for automaton in (None, every_match, aho_corasick):
        finder = Finder(values, case_sensitive=case_sensitive, automaton=automaton)
        every = finder.every(Case(response))
        first = finder.first(Case(response))
        assert {view(finder.values[index]) for index in every} == {view(value) for value in found}
        assert every == sorted(every)
        assert (None if first is None else finder.values[first]) == (found[0] if found else None)


@pytest.mark.parametrize("case_sensitive", [False, True])
@given(values=VALUES, response=TEXT)
def test_evidence_quotes_the_values_found(case_sensitive, values, response):
    """Every found value is inside a quoted span, and every span holds a found value."""
    view = nfc if case_sensitive else fold
    finder = Finder(values, case_sensitive=case_sensitive)
    found = [view(finder.values[index]) for index in finder.every(Case(response))]
    evidence = finder.locate_every(Case(response))
    for piece in evidence:
        start, stop = piece.start, piece.end
        assert piece.kind == "span"
        assert 0 <= start < stop <= len(response)
        assert piece.text == response[start:stop]
        assert any(needle in view(piece.text) for needle in found)
    assert all(any(needle in view(piece.text) for piece in evidence) for needle in found)
    places = [(piece.start, piece.end) for piece in evidence]
    assert places == sorted(set(places))
    single = finder.locate_first(Case(response))
    assert len(single) == min(len(found), 1)
    assert all(found[0] in view(piece.text) for piece in single)


def test_values_that_compare_as_equal_are_one():
    """The first spelling of a value is the one that is kept and named."""
    assert Finder(["Straße", "STRASSE", "x", "strasse"]).values == ("Straße", "x")
    assert Finder(["e\u0301", "é", "É"], case_sensitive=True).values == ("e\u0301", "É")


def test_evidence_of_every_value_has_every_place():
    """Each place of each value is given, in the order of the text, and a place found twice once."""
    evidence = Finder(["ss", "a", "s"]).locate_every(Case("Maß, Mass"))
    assert [((piece.start, piece.end), piece.text) for piece in evidence] == [
        ((1, 2), "a"),
        ((2, 3), "ß"),
        ((6, 7), "a"),
        ((7, 8), "s"),
        ((7, 9), "ss"),
        ((8, 9), "s"),
    ]


def test_evidence_is_bounded_and_still_shows_every_value():
    """Past a hundred places only the first place of each value is given."""
    evidence = Finder(["a", "b", "z"]).locate_every(Case("a" * 5_000 + "zb" * 3))
    assert len(evidence) == 100
    assert {piece.text for piece in evidence} == {"a", "b", "z"}
    letters = [chr(number) for number in range(0x4E00, 0x4E00 + 150)]
    assert len(Finder(letters).locate_every(Case("".join(letters) * 2))) == 150


def test_evidence_of_the_first_value_is_its_first_place():
    """One place is enough to show that a value is there; the order of the values decides which value."""
    (piece,) = Finder(["two", "one"]).locate_first(Case("One two one TWO"))
    assert ((piece.start, piece.end), piece.text) == ((4, 7), "two")
    assert Finder(["three"]).locate_first(Case("One two")) == ()
    assert Finder(["three"]).locate_every(Case("One two")) == ()


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        (["it's"], '"it\'s"'),
        (["a" * 101], "'" + "a" * 95 + "...'"),
        (["a" * 41, "b"], "'" + "a" * 35 + "...', 'b'"),
        (list("abcdefg"), "'a', 'b', 'c', 'd', 'e' and 2 more"),
        (["\u202e\n"], "'\\u202e\\n'"),
    ],
)
def test_named_values_are_quoted_and_cut(values, expected):
    """A reason shows an author's values safely, and not all of a long list."""
    assert named(values) == expected


@given(values=st.lists(st.text(st.characters(codec=None), min_size=1, max_size=200), min_size=1, max_size=40))
def test_named_values_leave_room_in_a_reason(values):
    """Whatever the values, their names take at most 240 characters of one printable line."""
    assert named(values).isprintable()
    assert len(named(values)) <= 240


def test_lacking_names_one_value_or_all():
    """The sentence about missing values is right for one and for several."""
    assert lacking(["a"]) == "does not contain 'a'"
    assert lacking(["a", "b", "c"], most=2) == "contains none of 'a', 'b' and 1 more"


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("sorry", '"sorry"'),
        ('say "no"', '"say \\"no\\""'),
        ("a\r\n\tb\u2028c\x1bd\x85e", '"a b c d e"'),
        ("Größe 漢字 👩", '"Größe 漢字 👩"'),
        ("\u202egnp.exe", '"\\u202egnp.exe"'),
        ("\ud800", '"\\ud800"'),
        ("a\u00a0b", '"a\u00a0b"'),
        ("\U000e0041", '"\\udb40\\udc41"'),
    ],
)
def test_quoted_values_are_json_on_one_line(value, expected):
    """A criteria sentence shows a value as JSON; nothing in it can start a line or turn the text round."""
    assert quoted([value]) == expected


@given(values=st.lists(st.text(st.characters(codec=None, exclude_categories=["Cc", "Zl", "Zp"])), max_size=5))
def test_quoted_values_can_be_read_back(values):
    """Values without control characters are said whole."""
    said = quoted(values)
    assert len(said.splitlines()) <= 1
    back = json.loads(f"[{said}]")
    assert [nfc(value) for value in back] == [
        nfc(value.encode("utf-16", "surrogatepass").decode("utf-16", "surrogatepass")) for value in values
    ]


def test_quoted_values_are_separated_by_commas():
    """Several values read as a list."""
    assert quoted(["a", "b,c"]) == '"a", "b,c"'


@pytest.mark.parametrize("count", [3, 40], ids=["few", "many"])
@pytest.mark.parametrize("case_sensitive", [False, True])
def test_an_execution_has_an_outcome_for_each_value(count, case_sensitive):
    """The first value decides, else what was prepared for none; what the eye misreads is left to the rest."""
    values = [f"value {number}." for number in range(count)]
    finder = Finder(values, case_sensitive=case_sensitive, automaton=aho_corasick)
    found = [Outcome.judge(True, value) for value in values]
    missing, left = Outcome.judge(False, "none"), Outcome.judge(False, "looked at closely")
    execute = finder.execute_first(found, missing, lambda _: left)
    every = finder.execute_every(lambda indexes: found[indexes[-1]], missing, lambda _: left)
    for response, first, last in [
        ("has value 2. and value 1.", found[1], found[2]),
        ("has no such thing", missing, missing),
        ("", left, left),
        ("has value\u200b 1.", left, left),
        ("has value \u2019", left, left),
    ]:
        case = Case(response)
        assert (execute(case), every(case)) == (first, last), response
    assert finder.execute_first(found, None, lambda _: left)(Case("has no such thing")) is left
