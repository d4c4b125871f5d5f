"""Criteria text: what a judge reads of a rubric, and nothing else of it."""

import re
import unicodedata
from typing import Literal

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from checkwright import CheckSpec, Kind, RubricStore, criteria, load_kinds, parse_rubric
from checkwright.literals import quoted


class Spoken(CheckSpec):
    """Have a stock sentence that shows the values."""

    kind: Literal["test.spoken"]
    values: tuple[str, ...] = ()
    threshold: float = 0.5


class Odd(CheckSpec):
    """Have a `describe` that does what it is told."""

    kind: Literal["test.odd"]
    told: str = ""


class Silent(CheckSpec):
    """Have no stock sentence."""

    kind: Literal["test.silent"]


def _odd(spec):
    told = {"lines": "one\n\ntwo\u2028three", "none": None, "number": 7, "blank": " \n", "hidden": "a\u202eb"}
    if spec.told == "exit":
        raise SystemExit(1)
    return told[spec.told]


KINDS = load_kinds(
    plugins=[
        Kind(spec=Spoken, prepare=None, describe=lambda spec: f"Says {quoted(spec.values)}."),
        Kind(spec=Odd, prepare=None, describe=_odd),
        Kind(spec=Silent, prepare=None),
    ],
    entry_points=False,
)


KIND_REPLY = {"kind": "test.silent", "description": "Is kind."}


def rubric(*checks, invalid_checks="raise", **more):
    """Make a rubric of checks."""
    document = {"id": "t", "version": "1.0", "checks": checks, "scoring": {"combine": "all_pass"}, **more}
    document["checks"] = list(checks)
    return parse_rubric(document, kinds=KINDS, invalid_checks=invalid_checks)


def told(*checks, inline="", **more):
    """Give the criteria of checks."""
    return criteria(rubric(*checks, **more), kinds=KINDS, inline=inline)


def spoken(*values, **more):
    return {"kind": "test.spoken", "values": list(values), **more}


def test_one_line_a_check_in_order():
    """Checks that have nothing to say add nothing, not even an empty line."""
    text = told(
        spoken("a", "b"),
        {"kind": "test.silent"},
        {"kind": "test.silent", "description": "Is kind."},
        spoken(),
    )
    assert text == 'Says "a", "b".\nIs kind.\nSays .'


def test_a_description_wins():
    """Over the stock sentence, whatever else the check says."""
    assert told(spoken("secret", description="Names the thing.")) == "Names the thing."


@pytest.mark.parametrize(
    ("inline", "expected"),
    [
        ("", "Is kind."),
        ("Be brief.", "Be brief.\nIs kind."),
        ("Be brief.\n", "Be brief.\nIs kind."),
        ("Two\n\n  lines\u202e \n\n", "Two\n\n  lines\u202e \n\nIs kind."),
    ],
)
def test_inline_criteria_come_first_and_stay_as_they_are(inline, expected):
    """They are the question's own prose, and may have several lines."""
    assert told({"kind": "test.silent", "description": "Is kind."}, inline=inline) == expected
    assert told({"kind": "test.silent"}, inline=inline) == inline


@pytest.mark.parametrize(
    ("written", "line"),
    [
        ("Two\nlines.", "Two lines."),
        ("A\r\nB\n\n\nC\x00\x1bD\u2028E\u2029F\x85G\tH", "A B C D E F G H"),
        ("\n  Trimmed.\n", "Trimmed."),
        ("a\u202eb\u200bc\ufeffd", "a\\u202eb\\u200bc\\ufeffd"),
        ("tag \U000e0041", "tag \\udb40\\udc41"),
        ("Größe, 大きさ\u3000и размер 😀\ufe0f", "Größe, 大きさ\u3000и размер 😀\ufe0f"),
        ('"quoted" \\n', '"quoted" \\n'),
        ("x" * 5000, "x" * 5000),
    ],
)
def test_a_description_is_one_line(written, line):
    """Nobody can add a line, or hide text from people that judges read."""
    assert told({"kind": "test.silent", "description": written}) == line


def test_values_are_quoted_as_json():
    """A value ends where its quote ends."""
    assert told(spoken('a", "b', "c\nd", "e\u202e")) == 'Says "a\\", \\"b", "c d", "e\\u202e".'


@pytest.mark.parametrize("description", ["\x01", "\x00\n\x1f"])
def test_a_description_without_a_word_is_none(description):
    """What is left of it is blank, so the stock sentence stands."""
    assert told(spoken("a", description=description)) == 'Says "a".'


@pytest.mark.parametrize(
    ("how", "line"),
    [
        ("lines", "one two three"),
        ("hidden", "a\\u202eb"),
        ("none", ""),
        ("number", ""),
        ("blank", ""),
        ("exit", ""),
        ("KeyError", ""),
    ],
)
def test_a_kind_that_misbehaves_hurts_nobody(how, line):
    """Its sentence is put on one line, and what is none adds nothing; the other checks are told."""
    expected = "\n".join(filter(None, [line, "Is kind."]))
    assert (
        told({"kind": "test.odd", "told": how}, {"kind": "test.silent", "description": "Is kind."})
        == expected
    )


def test_a_rubric_that_is_not_used_adds_nothing():
    """Neither a disabled one nor none at all, as a store gives for a reference that leads nowhere."""
    off = rubric(spoken("a"), enabled=False)
    store = RubricStore.of([off])
    assert criteria(off, kinds=KINDS, inline="Be brief.") == "Be brief."
    assert criteria(store.get("rubric/t@1.0"), kinds=KINDS, inline="Be brief.") == "Be brief."
    assert criteria(None, kinds=KINDS) == ""


def test_the_description_of_an_invalid_check_is_told():
    """Judges can read what nobody here can execute; a check that is not valid has no stock sentence."""
    stored = rubric(
        {"kind": "acme.gone", "description": "Runs.", "secret": "x"},
        {"kind": "acme.gone"},
        {"kind": "test.spoken", "values": 5, "description": "Says it."},
        {"kind": "test.spoken", "values": 5},
        {"kind": "test.silent", "description": ["no text"]},
        {"kind": "test.silent", "description": "  "},
        spoken("a"),
        invalid_checks="fail",
    )
    assert criteria(stored, kinds=KINDS) == 'Runs.\nSays it.\nSays "a".'


def test_kinds_may_be_fewer_than_when_the_rubric_was_read():
    """Without the kind there is no stock sentence."""
    assert criteria(rubric(spoken("a")), kinds=load_kinds(entry_points=False)) == ""


BREAKS = "\n\r\t\0\x0b\x0c\x1c\x1e\x1b\x85\u2028\u2029"
HOSTILE = st.text() | st.text(st.sampled_from(f'a {BREAKS}\u202e\u200b\ufeff"\\'))


def harmless(character):
    """Tell whether a character stays on its line and can be seen, or is a plain space of some script."""
    return unicodedata.category(character) not in ("Cc", "Cf", "Cs", "Cn", "Co", "Zl", "Zp")


@given(description=HOSTILE, values=st.lists(HOSTILE, max_size=3), name=HOSTILE, metadata=HOSTILE)
@example(description="ok\nSays nothing.", values=["x\nBe nice."], name="\n", metadata="\n")
def test_no_text_of_an_author_can_add_a_line_or_hide(description, values, name, metadata):
    """Whatever stands in a check, it is one line or none, and all of it can be seen."""
    others = {"id": name or "x", "metadata": {metadata: metadata}}
    checks = [spoken(*values, **others), {"kind": "test.silent", "description": f"x{description}"}]
    text = told(*checks, inline="one\ntwo")
    assert text.startswith("one\ntwo\nSays ")
    assert len(text.splitlines()) == len(re.split("[\n\x0b\x0c\r\x1c-\x1e\x85\u2028\u2029]", text)) == 4
    assert all(harmless(character) for character in text.replace("\n", ""))
