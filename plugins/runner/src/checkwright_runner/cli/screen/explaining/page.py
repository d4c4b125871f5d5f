"""What a verdict is explained on: how wide it is, whether it has colours, which characters it holds."""

from __future__ import annotations

import os
import shutil
import sys
from dataclasses import dataclass
from typing import TextIO

__all__ = ["Page", "page_of"]

_LEAST = 40
_MOST = 1000


@dataclass(frozen=True, slots=True)
class Page:
    """What lines are laid out for.

    width: cells of a line; the rows that quote a response keep within it.
    colour: whether marks are colours, else they are carets under the line.
    encoding: what characters it holds; others are escaped.
    """

    width: int = 80
    colour: bool = False
    encoding: str = "utf-8"

    def holds(self, character: str) -> bool:
        """Tell whether a character can be printed as it is."""
        try:
            character.encode(self.encoding)
        except UnicodeEncodeError:
            return False
        return True


def page_of(stream: TextIO | None) -> Page:
    """Return the page that a stream is; colours on a terminal only, and as NO_COLOR and TERM ask for."""
    width = shutil.get_terminal_size().columns
    encoding = getattr(stream, "encoding", None) or "utf-8"
    return Page(min(max(width, _LEAST), _MOST), _has_colours(stream), encoding)


def _has_colours(stream: TextIO | None) -> bool:
    if stream is None or not stream.isatty() or os.environ.get("NO_COLOR"):
        return False
    if os.environ.get("TERM", "") in ("dumb", "unknown"):
        return False
    return sys.platform != "win32" or _is_modern_windows(stream)


def _is_modern_windows(stream: TextIO) -> bool:  # pragma: no cover - the tests run on Linux
    """Tell whether a console of Windows reads escape sequences."""
    from rich.console import Console

    return not Console(file=stream).legacy_windows
