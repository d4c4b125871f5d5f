"""Cut a line to the width of a page, around the places that matter."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from .page import Page
from .units import MOST_CHARACTERS, Unit, units

__all__ = ["DOTS", "LEAST_CELLS", "Line", "Window", "windows"]

#: What stands for what is cut off.
DOTS = "..."
#: Fewest cells that a line can be cut to: dots, what stands before, the widest escape, dots.
LEAST_CELLS = 24


class Line(NamedTuple):
    """A line of a text, from `start` to `stop`. before, after: whether it goes on outside the text."""

    text: str
    start: int
    stop: int
    before: bool = False
    after: bool = False


class Window(NamedTuple):
    """A part of a line. before, after: whether the line has more on that side."""

    units: list[Unit]
    before: bool
    after: bool


def windows(line: Line, points: Sequence[int], width: int, page: Page) -> list[Window]:
    """Cut a line to windows of `width` cells that show all `points` of it.

    points: characters of the line, ascending. Without any the window is the start of the line, and a line
    that fits is one window. width: at least LEAST_CELLS.
    """
    first = _window(line, line.start, width, page)
    if not points or _end(first, line) == line.stop:
        return [first]
    found: list[Window] = []
    seen = line.start
    for point in points:
        if point < seen:
            continue
        if not found and point < _end(first, line):
            found.append(first)
        else:
            begin = max(_lead(line, point, width // 4, page), seen)
            found.append(_window(line, begin, width, page))
        seen = _end(found[-1], line)
    return found


def _end(window: Window, line: Line) -> int:
    return window.units[-1].stop if window.units else line.start


def _window(line: Line, begin: int, width: int, page: Page) -> Window:
    """Take what fits from `begin` on."""
    before = line.before or begin > line.start
    room = width - len(DOTS) * (before + line.after)
    fitting = _fitting(line, begin, room, page)
    cut = bool(fitting) and fitting[-1].stop < line.stop
    if cut and not line.after:
        fitting = _fitting(line, begin, room - len(DOTS), page)
    return Window(fitting, before, cut or line.after)


def _fitting(line: Line, begin: int, room: int, page: Page) -> list[Unit]:
    fitting: list[Unit] = []
    for unit in units(line.text, begin, min(line.stop, begin + (room + 1) * MOST_CHARACTERS), page):
        room -= unit.cells
        if room < 0:
            break
        fitting.append(unit)
    return fitting


def _lead(line: Line, point: int, room: int, page: Page) -> int:
    """Return where a window begins that has at most `room` cells before `point`."""
    begin = max(line.start, point - (room + 1) * MOST_CHARACTERS)
    near = [
        unit
        for unit in units(line.text, begin, min(line.stop, point + MOST_CHARACTERS), page)
        if unit.start <= point
    ]
    first = near.pop().start
    while near and near[-1].cells <= room:
        unit = near.pop()
        room -= unit.cells
        first = unit.start
    return first
