"""Replay: what judges replied when a run was recorded."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any

from .asked import Asked
from .reading_lines import cannot, open_regular, read_lines
from .records import RECORDS, take_record
from .remembered import Remembered

__all__ = ["Replay"]


class Replay:
    """A file of records that is only read; a Source. Of two replies to one question it gives the first.

    Raises:
        ValueError: the file cannot be read, or holds something else; the message names it.
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self._kept: dict[str, Remembered] = {}
        try:
            with open_regular(path) as stream:
                read_lines(stream, path, RECORDS, self._take)
        except OSError as error:
            raise ValueError(cannot(path, error)) from None

    def _take(self, line: Mapping[str, Any]) -> None:
        take_record(line, self._kept)

    def get(self, asked: Asked) -> Remembered | None:
        """Return what was recorded; None when nothing was."""
        return self._kept.get(asked.portable)
