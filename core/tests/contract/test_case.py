"""Case: what stands for a reply, and what is refused as one."""

from decimal import Decimal

import pytest

from checkwright import Case


class NumpyFloat(float):
    """Compares as numpy.float64 does: with a value that is no bool of Python."""

    def __ne__(self, other):
        return 1 if float.__ne__(self, other) else 0

    __hash__ = float.__hash__


class NotAvailable:
    """Compares as pandas.NA does: every answer is itself, and no answer is true or false."""

    def __ne__(self, other):
        return self

    def __eq__(self, other):
        return self

    def __bool__(self):
        raise TypeError("boolean value of NA is ambiguous")

    __hash__ = object.__hash__


class NotATime:
    """Compares as pandas.NaT does: unequal to all, itself included."""

    def __ne__(self, other):
        return True

    __hash__ = object.__hash__


class Array:
    """Compares as numpy.ndarray does: place by place."""

    def __ne__(self, other):
        return [True]

    __hash__ = object.__hash__


class Broken:
    """Cannot be compared."""

    def __ne__(self, other):
        raise RuntimeError("no")

    __hash__ = object.__hash__


GAPS = [float("nan"), NumpyFloat("nan"), NotAvailable(), NotATime(), Decimal("nan")]
#: By name, since a parameter that is unequal to itself has none.
gaps = pytest.mark.parametrize("gap", GAPS, ids=[type(gap).__name__ for gap in GAPS])


@gaps
def test_what_a_table_holds_without_a_reply_is_no_reply(gap):
    """A NaN, NaT and pandas.NA are read as None, as in the other fields that may be missing."""
    case = Case(gap, {"id": "q"}, gap, gap)
    assert (case.response, case.tool_calls, case.id) == (None, None, "q")


@pytest.mark.parametrize(
    "value", [5, 1.5, NumpyFloat(1.5), float("inf"), True, b"x", ["x"], {}, Array(), Broken()], ids=type
)
def test_anything_else_that_is_no_text_is_refused(value):
    """The message says what was given, by its type."""
    with pytest.raises(TypeError, match=rf"^response must be a text or None, not {type(value).__name__}$"):
        Case(value)


@pytest.mark.parametrize("calls", [1.5, "f", {"name": "f"}], ids=type)
def test_tool_calls_are_a_list(calls):
    """No other value is a record."""
    with pytest.raises(TypeError, match=r"^tool_calls must be a list or None, not "):
        Case("x", tool_calls=calls)
