"""The format text: anything that is not blank."""

from __future__ import annotations

from checkwright.wording import counted

from .results import Reader, Valid

__all__ = ["reader"]


def reader() -> Reader:
    """Return the reader of texts."""
    return _read


def _read(text: str) -> Valid:
    return Valid(counted(len(text), "character"))
