"""Colours: one for each check, warm where it failed."""

from __future__ import annotations

from .page import Page

__all__ = ["colour_of", "painted"]

_WARM = ("31", "35", "33")
_COOL = ("32", "36", "34")


def colour_of(number: int, *, failed: bool) -> str:
    """Return the colour of a check; number: how many of the same sort come before."""
    colours = _WARM if failed else _COOL
    return colours[number % len(colours)]


def painted(text: str, colour: str, page: Page, *, underlined: bool = False) -> str:
    """Colour a text where the page has colours and it is given one."""
    if not page.colour or not colour:
        return text
    return f"\x1b[1;{'4;' if underlined else ''}{colour}m{text}\x1b[0m"
