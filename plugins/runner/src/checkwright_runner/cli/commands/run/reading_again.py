"""Read the response file once more: whether it begins as it did, and whose fault it is when it cannot."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping
from typing import IO, Any

from ....run.batch import Batch
from ....run.output.fingerprint import fingerprint_of
from ....run.output.resumable import Prefix
from ...arguments.files import size_of, unreadable

__all__ = ["fingerprint", "prefix_of", "readable"]


def fingerprint(
    arguments: argparse.Namespace, stream: IO[bytes], most: int | None = None
) -> dict[str, Any] | None:
    """Return the fingerprint of the responses, or of their first bytes; None for a pipe.

    Raises:
        Refused: they cannot be read.
    """
    if size_of(stream) is None:
        return None
    try:
        stream.seek(0)
        found = fingerprint_of(stream, most)
        stream.seek(0)
    except OSError as error:
        raise unreadable(arguments.responses, error) from None
    return found


def prefix_of(arguments: argparse.Namespace, stream: IO[bytes]) -> Prefix:
    """Return what tells whether the responses begin with those that a fingerprint is of."""

    def begins_with(before: Mapping[str, Any]) -> bool:
        return fingerprint(arguments, stream, before["bytes"]) == before and _ends_a_line(
            arguments, stream, before["bytes"]
        )

    return begins_with


def _ends_a_line(arguments: argparse.Namespace, stream: IO[bytes], size: int) -> bool:
    """Tell whether a line of the responses ends after so many bytes, so that rows may follow."""
    try:
        stream.seek(max(size - 1, 0))
        around = stream.read(2)
        stream.seek(0)
    except OSError as error:
        raise unreadable(arguments.responses, error) from None
    return size == 0 or b"\n" in around


def readable(batches: Iterator[Batch], path: str) -> Iterator[Batch]:
    """Blame the file when reading on fails."""
    try:
        yield from batches
    except OSError as error:
        raise unreadable(path, error) from None
