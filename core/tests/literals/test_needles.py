"""Which of many needles stand in a text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from checkwright.literals import aho_corasick
from checkwright.literals import needles as needles_module
from checkwright.literals.needles import FEW, occurring

NEEDLES = st.lists(st.text("abß\ud800", min_size=1, max_size=4), min_size=1, max_size=40, unique=True)


def every_match(needles):
    """Search as an automaton does, the slow way, and refuse lone surrogates as UTF-8 does."""

    def search(text):
        text.encode()
        return [
            (index, start, start + len(needle))
            for index, needle in enumerate(needles)
            for start in range(len(text))
            if text.startswith(needle, start)
        ]

    for needle in needles:
        needle.encode()
    return search


@pytest.mark.parametrize(("matches", "long"), [(200_000, 256), (5, 3), (1, 2)])
@given(needles=NEEDLES, text=st.text("abcdß", max_size=60) | st.text("abß\ud800", max_size=60))
def test_an_automaton_gives_the_same_needles(matches, long, needles, text):
    """However the text is cut into steps, an automaton finds what one `in` after the other finds."""
    expected = [index for index, needle in enumerate(needles) if needle in text]
    kept = needles_module._MATCHES, needles_module._LONG, needles_module.FEW
    needles_module._MATCHES, needles_module._LONG, needles_module.FEW = matches, long, 1
    try:
        assert occurring(needles, every_match)(text) == expected
        assert occurring(needles, aho_corasick)(text) == expected
        assert occurring(needles)(text) == expected
    finally:
        needles_module._MATCHES, needles_module._LONG, needles_module.FEW = kept


def made_for(needles):
    """Tell which needles an automaton was made for."""
    asked = []

    def note(given_needles):
        asked.extend(given_needles)
        return every_match(given_needles)

    occurring(needles, note)
    return asked


def test_few_needles_need_no_automaton():
    """Up to ten needles are looked for one by one; one more makes an automaton worth while."""
    letters = [chr(ord("a") + number) for number in range(FEW + 1)]
    assert made_for(letters[:-1]) == []
    assert made_for(letters) == letters


def test_long_and_broken_needles_stay_out_of_the_automaton():
    """Needles over 256 characters or with a lone surrogate are looked for one by one."""
    letters = [chr(ord("a") + number) for number in range(FEW + 1)]
    needles = ["x" * 257, *letters, "\ud800"]
    assert made_for(needles) == letters
    assert occurring(needles, every_match)("b" + "x" * 257) == [0, 2]
    assert occurring(needles, every_match)("c\ud800") == [3, 12]


def test_needles_inside_needles_do_not_multiply():
    """Where every place matches many needles the search stops counting and still finds each one."""
    needles = ["a" * length for length in range(1, 41)]
    searched = []

    def note(given_needles):
        search = every_match(given_needles)

        def noted(text):
            searched.append(text)
            return search(text)

        return noted

    find = occurring(needles, note)
    assert find("a" * 30_000) == list(range(40))
    assert [len(part) for part in searched] == [200_000 // 40 + 39]
    assert find("aaa") == [0, 1, 2]


def test_a_needle_across_two_steps_is_found():
    """Steps overlap by as much as the longest needle needs."""
    step = needles_module._MATCHES // 2
    needles = [*"bcdefghijklm", "xy" * 60]
    text = "." * (step - 1) + "xy" * 60 + "." * step
    assert occurring(needles, every_match)(text) == [12]
    assert occurring(needles, every_match)("." * (step - 1) + "m") == [11]
