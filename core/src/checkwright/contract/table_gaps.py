"""Know what tables hold where a value is missing, without knowing the library of the table."""

from __future__ import annotations

from .isolation import isolated

__all__ = ["is_gap"]


def is_gap(value: object) -> bool:
    """Tell whether a value is a float that is NaN, NaT, or pandas.NA.

    The first two are unequal to themselves; the last answers every comparison with itself. What answers in
    another way, as an array does, or raises, is a value.
    """
    with isolated():
        unequal = value != value
        return unequal is True or unequal is value or (isinstance(value, float) and bool(unequal))
    return False
