"""KeptFiles: files of others beside an output, that live until its run is complete."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from .atomic_file import is_link

__all__ = ["KeptFiles"]


class KeptFiles:
    """Removes files, and looks that none is a link; what is in them is nobody's business here."""

    def __init__(self, paths: Iterable[Path] = ()) -> None:
        self._paths = tuple(paths)

    def remove(self) -> None:
        """Remove those that are there; of a link what is removed is the link.

        Raises:
            OSError: one cannot be removed.
        """
        for path in self._paths:
            path.unlink(missing_ok=True)

    @property
    def link(self) -> Path | None:
        """One that is a link, which no run of ours makes; None without any."""
        return next((path for path in self._paths if is_link(path)), None)
