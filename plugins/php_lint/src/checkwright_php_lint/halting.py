"""`__halt_compiler`: PHP reads nothing behind it, so code there would pass unseen."""

from __future__ import annotations

import re

from .linting import Mistake
from .tags import line_breaks

__all__ = ["halted", "halting_probe"]

_HALT = re.compile("__halt_compiler", re.IGNORECASE)
_LAST = re.compile(r"__halt_compiler[ \t\r\n]*\([ \t\r\n]*\)[ \t\r\n]*(?:;|\?>)[ \t\r\n]*\Z", re.IGNORECASE)
#: An error inside of tags and outside of them.
_ERROR = "\n<?php )"


def halting_probe(source: str) -> str | None:
    """Give a file that lints only when something of `source` is hidden from PHP; None where nothing can be.

    source: a file without mistakes.
    """
    if _HALT.search(source) is None:
        return None
    last = _LAST.search(source)
    return (source if last is None else source[: last.start()]) + _ERROR


def halted(source: str) -> Mistake:
    """Say that something of `source` is hidden."""
    first = _HALT.search(source)
    line = line_breaks(source, 0, first.start() if first else 0) + 1
    return Mistake("what follows __halt_compiler is not read as PHP", line, parse=False)
