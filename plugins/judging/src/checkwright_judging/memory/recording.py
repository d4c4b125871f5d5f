"""Recording: write what judges reply, to be replayed without them."""

from __future__ import annotations

import os
import threading
from collections.abc import Mapping
from typing import Any

from .asked import Asked
from .line_file import LineFile
from .records import RECORDS, record_of, take_record
from .remembered import Remembered

__all__ = ["Recording"]


class Recording:
    """A file of records that is written to; a Memory.

    What it has it keeps: of two replies to one question the first counts, here as in a replay, so that no
    verdict depends on the order of threads. To record anew, begin another file.

    Raises:
        ValueError: the file cannot be opened, or holds something else; the message names it.
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self._kept: dict[str, Remembered] = {}
        self._guard = threading.Lock()
        self._file = LineFile(path, RECORDS, self._take)

    def _take(self, line: Mapping[str, Any]) -> None:
        take_record(line, self._kept)

    def get(self, asked: Asked) -> Remembered | None:
        """Return what is recorded; None when nothing is."""
        return self._kept.get(asked.portable)

    def put(self, asked: Asked, remembered: Remembered) -> None:
        """Record a reply, unless there is one to this question."""
        with self._guard:
            if asked.portable not in self._kept:
                self._file.append(record_of(asked, remembered))
                self._kept[asked.portable] = remembered

    def close(self) -> None:
        """Close the file."""
        self._file.close()
