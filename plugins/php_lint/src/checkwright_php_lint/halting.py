"""`__halt_compiler`: PHP reads nothing behind it, so code there would pass unseen."""

from __future__ import annotations

import re
from collections.abc import Sequence

from .linting import Mistake
from .tags import NOTHING, line_breaks

__all__ = ["halted", "halting_places", "halting_probe"]

_HALT = re.compile("__halt_compiler", re.IGNORECASE)
_END = re.compile(rf"\({NOTHING}\){NOTHING}(?:;|\?>)[ \t\r\n]*\Z")
_NOTHING = re.compile(NOTHING)
#: An error inside of tags and outside of them.
_ERROR = "\n<?php )"
#: Places at which a halt is looked for.
_MOST = 20


def halting_places(source: str) -> Sequence[int]:
    """Give where a halt may stand in a source, also in a comment or a text; where many do, the first ones."""
    return [found.start() for found in _HALT.finditer(source)][:_MOST]


def halting_probe(source: str, before: int | None = None) -> str | None:
    """Give a file that lints only when something of `source` is hidden from PHP; None where nothing can be.

    source: a file without mistakes.
    before: only what stands before this place of it may hide something; None: all, but a halt at its end.
    """
    if before is not None:
        return source[:before] + _ERROR
    places = [found.span() for found in _HALT.finditer(source)]
    if not places:
        return None
    start, end = places[-1]
    nothing = _NOTHING.match(source, end)
    is_last = _END.match(source, nothing.end() if nothing else end) is not None
    return (source[:start] if is_last else source) + _ERROR


def halted(source: str, place: int) -> Mistake:
    """Say that something of `source` is hidden. place: of the halt."""
    line = line_breaks(source, 0, place) + 1
    return Mistake("what follows __halt_compiler is not read as PHP", line, parse=False)
