"""`__halt_compiler`: PHP reads nothing after it, so mistakes there would not be found."""

from __future__ import annotations

import re
from collections.abc import Sequence

from .lint import Mistake
from .tags import IGNORED, line_breaks

__all__ = ["halt_mistake", "halt_places", "halt_probe"]

_HALT = re.compile("__halt_compiler", re.IGNORECASE)
_END = re.compile(rf"\({IGNORED}\){IGNORED}(?:;|\?>)[ \t\r\n]*\Z")
_IGNORED = re.compile(IGNORED)
#: A parse error, whether it stands inside of tags or outside of them.
_ERROR = "\n<?php )"
#: At most so many places are tested for a halt.
_MOST_PLACES = 20


def halt_places(source: str) -> Sequence[int]:
    """Return the places of `__halt_compiler` in a source, in comments and strings too; at most 20."""
    return [found.start() for found in _HALT.finditer(source)][:_MOST_PLACES]


def halt_probe(source: str, before: int | None = None) -> str | None:
    """Return a file that is valid only when a halt in `source` hides its end; None when no halt is there.

    source: a file without mistakes.
    before: look only at halts in front of this place; None: at all, except one that ends the source.
    """
    if before is not None:
        return source[:before] + _ERROR
    places = [found.span() for found in _HALT.finditer(source)]
    if not places:
        return None
    start, end = places[-1]
    ignored = _IGNORED.match(source, end)
    is_last = _END.match(source, ignored.end() if ignored else end) is not None
    return (source[:start] if is_last else source) + _ERROR


def halt_mistake(source: str, place: int) -> Mistake:
    """Return the mistake of a source whose end is hidden by the halt at a place."""
    line = line_breaks(source, 0, place) + 1
    return Mistake("what follows __halt_compiler is not read as PHP", line, parse=False)
