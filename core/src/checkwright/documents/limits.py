"""DocumentLimits: the bounds of one document."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["DocumentLimits"]


@dataclass(frozen=True, slots=True)
class DocumentLimits:
    """Bounds of one document; a document beyond one is invalid.

    bytes: of the text in UTF-8; depth: levels of lists and mappings; values: lists, mappings and
    scalars, those of an alias counted at each use.
    """

    bytes: int = 4 * 1024 * 1024
    depth: int = 64
    values: int = 100_000
