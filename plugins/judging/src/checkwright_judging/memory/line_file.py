"""LineFile: a file of JSON lines that only grows, whoever writes to it and whenever they are ended."""

from __future__ import annotations

import json
import os
import stat
import threading
from collections.abc import Mapping
from typing import Any

from checkwright.wording import shown

from ..judges import CapReached
from .reading_lines import TakeLine, cannot, head_of, read_lines

__all__ = ["LineFile"]


class LineFile:
    """Appends lines; for several threads.

    A line is written whole, by one call, and at the end of the file as it then is, so that several processes
    can write to it. A process that is killed leaves at most a torn line, which the next line puts behind it,
    and readers pass over. What the system was handed survives the process, so nothing is synced; only after a
    power failure lines may be missing.

    path: created when it is not there. named: the format. take: is given each line that is there already.
    follows_links: whether the file may be a symbolic link.

    Raises:
        ValueError: it cannot be opened, or it is no file of this format; the message names it.
    """

    def __init__(
        self, path: str | os.PathLike[str], named: str, take: TakeLine, *, follows_links: bool = True
    ) -> None:
        self._path = os.fspath(path)
        flags = os.O_RDWR | os.O_APPEND | os.O_CREAT | getattr(os, "O_BINARY", 0)
        if not follows_links:
            flags |= getattr(os, "O_NOFOLLOW", 0)
        self._guard = threading.Lock()
        self._is_torn = False
        try:
            self._file = os.open(self._path, flags, 0o666)
        except OSError as error:
            raise ValueError(cannot(self._path, error)) from None
        try:
            self._begin(named, take)
        except CapReached as refused:
            self.close()
            raise ValueError(str(refused)) from None
        except BaseException:
            self.close()
            raise

    def _begin(self, named: str, take: TakeLine) -> None:
        if not stat.S_ISREG(os.fstat(self._file).st_mode):
            raise ValueError(f"{shown(self._path)}: is no regular file")
        with os.fdopen(os.dup(self._file), "rb") as stream:
            read_lines(stream, self._path, named, take)
            if not stream.seek(0, os.SEEK_END):
                self.append(head_of(named))
                return
            stream.seek(-1, os.SEEK_END)
            self._is_torn = stream.read() != b"\n"

    def append(self, line: Mapping[str, Any]) -> None:
        """Write a line.

        Raises:
            CapReached: it cannot be written, or not whole, for want of room for example.
        """
        text = json.dumps(line, separators=(",", ":"), allow_nan=False) + "\n"
        with self._guard:
            data = (b"\n" if self._is_torn else b"") + text.encode("ascii")
            try:
                written = os.write(self._file, data)
            except OSError as error:
                raise CapReached(cannot(self._path, error)) from None
            self._is_torn = written < len(data)
            if self._is_torn:
                raise CapReached(f"{shown(self._path)}: there was no room for a whole line")

    def close(self) -> None:
        """Close the file."""
        os.close(self._file)
