"""Find out which rubric an invalid document is meant to define, so that no other reference is affected."""

from __future__ import annotations

import re
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from ..contract.references import RubricRef

__all__ = ["Claim", "claim_of", "is_meant_as_rubric"]

_ID = r"([a-z][a-z0-9_]*)"
_VERSION = r"([0-9]+(?:\.[0-9]+){1,2})"
_VALID_ID = re.compile(_ID)
_YAML = tuple(
    re.compile(rf"^{name}:[ \t]+([\"']?){value}\1[ \t\r]*(?:#.*)?$", re.MULTILINE)
    for name, value in (("id", _ID), ("version", _VERSION))
)
_JSON = tuple(
    re.compile(rf"\"{name}\"\s*:\s*(\"?){value}\1\s*[,}}]")
    for name, value in (("id", _ID), ("version", _VERSION))
)


@dataclass(frozen=True, slots=True)
class Claim:
    """What a document says of the rubric that it holds.

    id, version: None where it does not say. certain: both are what a reference can name.
    """

    id: str | None
    version: str | None
    certain: bool = False

    @property
    def ref(self) -> RubricRef | None:
        """The reference that the claim is about; None when a part of it is not known."""
        return RubricRef(self.id, self.version) if self.id is not None and self.version is not None else None


def claim_of(data: Any, text: str) -> Claim:
    """Read the claim of a document from its data, and what these do not hold from its text.

    data: None when it could not be read.
    """
    ident, version = _guessed(text)
    if isinstance(data, Mapping):
        ident = data.get("id")
        if not isinstance(ident, str) or not _VALID_ID.fullmatch(ident):
            return Claim(None, None)
        with suppress(ValueError):
            given = RubricRef.parse(f"rubric/{ident}@{data.get('version')}")
            if isinstance(data["version"], str):
                return Claim(ident, given.version, certain=True)
    return Claim(ident, version)


def is_meant_as_rubric(data: Any) -> bool:
    """Tell whether data have enough of a rubric to be a wrong one rather than something else."""
    return isinstance(data, Mapping) and (
        "checks" in data or "scoring" in data or ("id" in data and "version" in data)
    )


def _guessed(text: str) -> tuple[str | None, str | None]:
    """Look for id and version at the top of a text, as YAML or JSON that may be broken."""
    if text.lstrip().startswith("{"):
        patterns, text = _JSON, text.partition('"checks"')[0]
    else:
        patterns = _YAML
    found = [pattern.search(text) for pattern in patterns]
    ident, version = (None if one is None else one[2] for one in found)
    return ident, version
