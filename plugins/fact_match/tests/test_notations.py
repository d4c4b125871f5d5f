"""The numbers of a reply: every written row, and every notation of every number."""

from importlib.resources import files

import pytest
import yaml
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from checkwright import Case, Toolbox
from checkwright_fact_match import KIND

TABLE = yaml.safe_load(files("checkwright_fact_match").joinpath("notations.yaml").read_text("utf-8"))
ROWS = [(group, *row) for group, rows in TABLE.items() for row in rows]
PROPERTY = settings(max_examples=60)
CHECK = KIND.prepare(KIND.spec(kind="fact_match"), Toolbox())


def found(fact, response):
    return CHECK(Case(response, {"expected_facts": [fact]})).passed


@pytest.mark.parametrize(("group", "fact", "reply", "expected"), ROWS, ids=lambda value: repr(value)[:40])
def test_the_table_holds(group, fact, reply, expected):
    """Each row of the reference comes out as it says, with one piece of evidence when it is found."""
    case = Case(reply, {"expected_facts": [fact]})
    outcome = CHECK(case)
    assert outcome.passed is expected
    assert len(outcome.locate(case) if outcome.locate else ()) == expected


@pytest.mark.parametrize(("group", "fact", "reply", "expected"), ROWS, ids=lambda value: repr(value)[:40])
def test_the_table_holds_inside_a_text(group, fact, reply, expected):
    """What stands in other lines of the reply changes nothing, and the evidence is where the fact is."""
    text = f"Nothing here.\n{reply}\nNor here."
    case = Case(text, {"expected_facts": [fact]})
    outcome = CHECK(case)
    assert outcome.passed is expected
    for piece in outcome.locate(case) if outcome.locate else ():
        start, end = piece.start, piece.end
        assert 14 <= start < end <= 14 + len(reply)
        assert piece.text == text[start:end]


def test_the_table_is_long_enough_and_says_each_thing_once():
    """At least 60 rows, none of them twice."""
    pairs = [(fact, reply) for _, fact, reply, _ in ROWS]
    assert len(pairs) >= 60
    assert len(set(pairs)) == len(pairs)


def grouped(whole, mark, size=3):
    """Return digits in groups of `size`, the last of three."""
    head, groups = whole[:-3], [whole[-3:]]
    while head:
        groups.insert(0, head[-size:])
        head = head[:-size]
    return mark.join(groups)


def pointed(whole, part, mark="."):
    return f"{whole}{mark}{part}" if part else whole


ZEROS = {"arabic": "٠", "persian": "۰", "devanagari": "०", "bengali": "০", "thai": "๐", "wide": "０"}


def in_script(text, zero):
    return "".join(chr(ord(zero) + int(digit)) if digit.isdecimal() else digit for digit in text)


NOTATIONS = {
    "plain": lambda whole, part: pointed(whole, part),
    "English": lambda whole, part: pointed(grouped(whole, ","), part),
    "lakh": lambda whole, part: pointed(grouped(whole, ",", 2), part),
    "German": lambda whole, part: pointed(grouped(whole, "."), part, ","),
    "Swiss": lambda whole, part: pointed(grouped(whole, "'"), part),
    "Swiss with a curly mark": lambda whole, part: pointed(grouped(whole, "’"), part),
    "French": lambda whole, part: pointed(grouped(whole, " "), part, ","),
    "French with no-break spaces": lambda whole, part: pointed(grouped(whole, "\u00a0"), part, ","),
    "French with narrow spaces": lambda whole, part: pointed(grouped(whole, "\u202f"), part, ","),
    "thin spaces and a point": lambda whole, part: pointed(grouped(whole, "\u2009"), part),
    "programs": lambda whole, part: pointed(grouped(whole, "_"), part),
    "LaTeX braces": lambda whole, part: pointed(grouped(whole, "{,}"), part),
    "LaTeX negative space": lambda whole, part: pointed(grouped(whole, ",\\!"), part),
    "LaTeX thin space": lambda whole, part: pointed(grouped(whole, "\\,"), part),
    "scientific": lambda whole, part: f"{pointed(whole[0], whole[1:] + part)}e{len(whole) - 1}",
    "ten to the power": lambda whole, part: f"{pointed(whole[0], whole[1:] + part)}×10^{{{len(whole) - 1}}}",
    "Arabic marks": lambda whole, part: in_script(pointed(grouped(whole, "٬"), part, "٫"), "٠"),
    **{
        name: lambda whole, part, zero=zero: in_script(pointed(whole, part), zero)
        for name, zero in ZEROS.items()
    },
}
#: Blanks between digits leave the groups numbers of their own.
OF_PARTS = ("French",)
WHOLES = st.from_regex("[1-9][0-9]{0,19}", fullmatch=True, alphabet="0123456789")
# Two digits at most: a bare decimal comma allows no more.
PARTS = st.just("") | st.from_regex("[0-9]?[1-9]", fullmatch=True, alphabet="0123456789")
AROUND = st.sampled_from(
    [
        "{}",
        "It is {}.",
        "({})",
        "**{}**",
        "= {},",
        "| {} |",
        "是{}个",
        "{}!",
        "${}",
        "{} €",
        "{}kg",
        "\n{}\n",
        "\\boxed{{{}}}",
    ]
)


@pytest.mark.parametrize("name", NOTATIONS)
@PROPERTY
@given(whole=WHOLES, part=PARTS, around=AROUND, negative=st.booleans())
def test_every_notation_of_a_number_is_found(name, whole, part, around, negative):
    """However a number is written, with whatever beside it that is no part of it, it is found."""
    sign = "-" if negative else ""
    written = NOTATIONS[name](whole, part)
    fact = sign + pointed(whole, part)
    assert found(fact, around.format(sign + written)), (fact, around.format(sign + written))
    assert not found(fact.lstrip("-") if negative else f"-{fact}", around.format(sign + written))


@pytest.mark.parametrize("name", [name for name in NOTATIONS if name not in OF_PARTS])
@PROPERTY
@given(whole=WHOLES, part=PARTS, around=AROUND, data=st.data())
def test_a_digit_more_or_less_is_another_number(name, whole, part, around, data):
    """A number is not found where a digit was added to it or taken away, in whatever notation."""
    digits = whole + part
    place = data.draw(st.integers(0, len(digits) - 1))
    added = data.draw(st.sampled_from(["", *"0123456789"]))
    other = digits[:place] + added + digits[place + (not added) :]
    assume(other.strip("0") and other.strip("0") != digits.strip("0"))
    other_whole, other_part = other[: len(other) - len(part)].lstrip("0"), other[len(other) - len(part) :]
    assume(other_whole and not other_part.endswith("0"))
    fact, another = pointed(whole, part), pointed(other_whole, other_part)
    assert not found(another, around.format(NOTATIONS[name](whole, part)))
    assert not found(fact, around.format(NOTATIONS[name](other_whole, other_part)))


@PROPERTY
@given(digits=st.from_regex("[1-9][0-9]{59,69}", fullmatch=True, alphabet="0123456789"))
def test_a_number_has_at_most_64_digits(digits):
    """Up to 64 digits a number is read by value; a longer run is a text."""
    assert found(digits, f"It is {digits}.")
    assert found(digits, f"It is {digits}.0") is (len(digits) < 64)
    assert found(digits, f"It is {grouped(digits, ',')}.") is (len(digits) <= 64)


@PROPERTY
@given(exponent=st.integers(-999_999_999, 999_999_999), mantissa=st.integers(1, 999))
def test_powers_of_any_size_cost_nothing(exponent, mantissa):
    """Equal powers are equal however they are split, without ever writing the number out."""
    assert found(f"{mantissa}e{exponent}", f"about {mantissa / 1000:.3f}e{exponent + 3}") is (
        abs(exponent + 3) < 1_000_000_000
    )
    assert not found(f"{mantissa}e{exponent}", f"about {mantissa}e{exponent - 1}")
