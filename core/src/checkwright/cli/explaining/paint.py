"""Colours: one for each check, warm where it failed."""

from __future__ import annotations

from .page import Page

__all__ = ["colour_of", "painted"]

_WARM = ("31", "35", "33")
_COOL = ("32", "36", "34")


def colour_of(number: int, *, failed: bool) -> str:
    """Give the colour of a check; number: how many of the same sort come before."""
    colours = _WARM if failed else _COOL
    return f"1;4;{colours[number % len(colours)]}"


def painted(text: str, colour: str, page: Page) -> str:
    """Colour a text where the page has colours and it is given one."""
    return f"\x1b[{colour}m{text}\x1b[0m" if page.colour and colour and text else text
