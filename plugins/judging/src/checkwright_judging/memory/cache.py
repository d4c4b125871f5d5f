"""Cache: what judges ever replied, in one file for many runs."""

from __future__ import annotations

import json
import os
import sqlite3
import threading
from contextlib import closing, suppress

from checkwright.wording import one_line, shown

from ..judges import CapReached
from .asked import Asked
from .reading_lines import cannot, open_regular
from .remembered import Remembered, remembered_data, remembered_from

__all__ = ["Cache"]

#: The application id of SQLite files that are caches of judges' replies; "CwJr" in ASCII.
_APPLICATION = 0x43774A72
_VERSION = 1
#: How each SQLite file begins.
_HEAD = b"SQLite format 3\0"
#: Seconds to wait for another process that writes.
_PATIENCE = 30.0


class Cache:
    """An SQLite file of replies that could be read; a Memory. For several threads and processes.

    It holds digests of what was asked, and replies. A reply is synced now and then only, as it can be asked
    again.

    path: created when it is not there.

    Raises:
        ValueError: the file cannot be opened, is damaged or holds something else, in which case it stays as
            it is; the message names it.
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        # Some names, such as ":memory:", are no files to SQLite.
        self._path = os.path.abspath(path)  # noqa: PTH100 - a link stays as it is named
        self._guard = threading.Lock()
        self._look()
        try:
            # Each statement is a transaction of its own.
            self._rows = sqlite3.connect(
                self._path, timeout=_PATIENCE, isolation_level=None, check_same_thread=False
            )
        except sqlite3.Error as error:
            raise ValueError(self._said(error)) from None
        try:
            self._begin()
        except BaseException as error:
            self._rows.close()
            if isinstance(error, sqlite3.Error):
                raise ValueError(self._said(error)) from None
            raise

    def _look(self) -> None:
        """Refuse a file that SQLite would take for an empty one, and write over."""
        try:
            with open_regular(self._path) as file:
                head = file.read(len(_HEAD))
        except FileNotFoundError:
            return
        except OSError as error:
            raise ValueError(cannot(self._path, error)) from None
        if head not in (b"", _HEAD):
            raise self._foreign()
        if not os.access(self._path, os.W_OK):
            raise ValueError(f"{shown(self._path)}: cannot be written")

    def _foreign(self) -> ValueError:
        return ValueError(f"{shown(self._path)}: is no cache of judges' replies, version {_VERSION}")

    def _begin(self) -> None:
        if self._number("application_id") == 0 and self._number("schema_version") == 0:
            self._create()
        if (self._number("application_id"), self._number("user_version")) != (_APPLICATION, _VERSION):
            raise self._foreign()
        with closing(self._rows.execute("PRAGMA quick_check(1)")) as found:
            said = found.fetchone()[0]
        if said != "ok":
            raise ValueError(one_line(f"{shown(self._path)}: is damaged: {said}; delete it to begin anew"))
        # Readers beside a writer. Where that cannot be, or not now, as SQLite does not wait for others here,
        # they wait for each other.
        with suppress(sqlite3.OperationalError):
            self._rows.execute("PRAGMA journal_mode = WAL").close()
        self._rows.execute("PRAGMA synchronous = NORMAL").close()

    def _create(self) -> None:
        # Whoever comes second waits for the first, and changes nothing.
        self._rows.executescript(
            "BEGIN IMMEDIATE;"
            "CREATE TABLE IF NOT EXISTS replies (key TEXT PRIMARY KEY, reply TEXT NOT NULL) WITHOUT ROWID;"
            f"PRAGMA application_id = {_APPLICATION}; PRAGMA user_version = {_VERSION};"
            "COMMIT"
        )

    def _number(self, pragma: str) -> int:
        with closing(self._rows.execute(f"PRAGMA {pragma}")) as found:
            return int(found.fetchone()[0])

    def get(self, asked: Asked) -> Remembered | None:
        """Return the reply; None when there is none.

        Raises:
            CapReached: the file cannot be read.
        """
        try:
            with (
                self._guard,
                closing(
                    self._rows.execute("SELECT reply FROM replies WHERE key = ?", (asked.whole,))
                ) as found,
            ):
                row = found.fetchone()
            return None if row is None else remembered_from(json.loads(row[0]))
        except (sqlite3.Error, ValueError, TypeError, AttributeError) as error:
            raise CapReached(self._said(error)) from None

    def put(self, asked: Asked, remembered: Remembered) -> None:
        """Keep a reply; of two to one question the last one.

        Raises:
            CapReached: the file cannot be written, or others write to it for too long.
        """
        text = json.dumps(remembered_data(remembered), separators=(",", ":"))
        try:
            with self._guard:
                self._rows.execute("REPLACE INTO replies VALUES (?, ?)", (asked.whole, text)).close()
        except sqlite3.Error as error:
            raise CapReached(self._said(error)) from None

    def close(self) -> None:
        """Close the file."""
        self._rows.close()

    def _said(self, error: Exception) -> str:
        return one_line(f"{shown(self._path)}: the cache of judges' replies: {error}")
