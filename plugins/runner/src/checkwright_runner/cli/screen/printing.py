"""Print: data to stdout, notes to stderr, in whatever encoding these have."""

from __future__ import annotations

import errno
import os
import sys
from typing import Any, TextIO

from .streams import data_stream

__all__ = ["clean", "is_utf8", "json_text", "note", "put", "put_data", "say"]


def put(stream: TextIO | None, text: str) -> None:
    """Write `text`; what the stream's encoding has no bytes for is escaped with a backslash."""
    if stream is not None:
        encoding = getattr(stream, "encoding", None) or "utf-8"
        stream.write(text.encode(encoding, "backslashreplace").decode(encoding))


def put_data(text: str) -> None:
    """Write `text` to stdout.

    Raises:
        OSError: it cannot be written; also when stdout was closed before the start.
    """
    stream = data_stream()
    if stream is None:
        raise OSError(errno.EBADF, os.strerror(errno.EBADF), "standard output")
    put(stream, text)


def say(line: str = "") -> None:
    """Print one line of data."""
    put_data(f"{line}\n")


def note(line: str) -> None:
    """Print a diagnostic. Nothing is worth failing for when nobody reads it."""
    try:
        put(sys.stderr, f"{line}\n")
    except OSError:
        return


def clean(text: str, limit: int = 2000) -> str:
    """Return a text from elsewhere as one line without control, bidi and escape characters."""
    from checkwright.wording import one_line

    return one_line(text, limit)


def is_utf8(stream: TextIO | None) -> bool:
    """Tell whether a stream holds every character; one without an encoding does."""
    encoding = getattr(stream, "encoding", None) or "utf-8"
    return str(encoding).lower().replace("_", "-") in ("utf-8", "utf8")


def json_text(data: Any, *, indent: int | None = None) -> str:
    """Return data as JSON that stdout can hold: in full where it is UTF-8, else with escapes."""
    from ...run.printable_json import json_output

    return json_output(data, ascii_only=not is_utf8(data_stream()), indent=indent)
