"""The format text: anything that a reader sees."""

from __future__ import annotations

from checkwright.text import has_visible, invisible_names
from checkwright.wording import counted, shown

from .results import Invalid, Reader, Valid

__all__ = ["reader"]


def reader() -> Reader:
    """Return the reader of texts."""
    return _read


def _read(text: str) -> Valid | Invalid:
    if not has_visible(text):
        names = invisible_names(text)
        found = f"the invisible {names}" if names else shown(text)
        return Invalid(f"found nothing but {found}, expected a visible character", 0, len(text))
    return Valid(counted(len(text), "character"))
