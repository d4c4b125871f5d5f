"""The format text: anything that is not blank."""

from __future__ import annotations

from .reading import Fits, Read, counted

__all__ = ["reader"]


def reader() -> Read:
    """Make the reader of texts."""
    return _read


def _read(text: str) -> Fits:
    return Fits(counted(len(text), "character"))
