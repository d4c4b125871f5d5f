"""How many cells of a terminal printable text takes."""

from __future__ import annotations

import unicodedata

__all__ = ["cells_in", "cells_of"]


def cells_of(character: str) -> int:
    """Tell how many cells a printable character takes: two for wide ones, none for combining marks.

    A spacing mark, such as a vowel sign of Devanagari, takes a second cell only with the letter that it
    stands on: see `cells_in`.

    Source: Unicode Standard Annex 11, East Asian Width; combining marks by general category, and the
    vowels and final consonants of conjoining Hangul, which stand in the cells of the consonant before.
    """
    if character < "\u0300":
        return 1
    if unicodedata.category(character) in ("Mn", "Me", "Mc"):
        return 0
    if "\u1160" <= character <= "\u11ff" or "\ud7b0" <= character <= "\ud7ff":
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def cells_in(text: str) -> int:
    """Tell how many cells a printable text takes; a spacing mark takes the second one of its letter."""
    if text.isascii():
        return len(text)
    total = room = 0
    for character in text:
        cells = cells_of(character)
        if cells:
            total, room = total + cells, 2 - cells
        elif unicodedata.category(character) == "Mc":
            total, room = total + room, 0
    return total
