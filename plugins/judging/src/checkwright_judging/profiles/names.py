"""The form of names of providers and of evaluators."""

from __future__ import annotations

__all__ = ["NAME_PATTERN"]

#: Small letters, digits and _, at most 64, a letter first.
NAME_PATTERN = "^[a-z][a-z0-9_]{0,63}$"
