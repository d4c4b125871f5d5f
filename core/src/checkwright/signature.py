"""Spell what decides a verdict besides the case, so that two verdicts can be compared."""

from __future__ import annotations

import hashlib
import json
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from importlib.metadata import version
from typing import Any

from .faults import described, isolated
from .kind import Limits
from .kinds import Kinds
from .rubric import Rubric

__all__ = ["digest", "signature"]


def signature(
    rubric: Rubric, kinds: Kinds, limits: Limits, parts: Sequence[Mapping[str, Any]] = ()
) -> dict[str, Any]:
    """Spell the rubric, the core, the kinds that it uses with their engines, Unicode and the limits.

    parts: the signatures of the rubrics that it uses as checks; they are in its own by reference.

    Source: the idea of a signature that makes scores comparable is sacrebleu's.
    """
    names = sorted({check.kind for check in rubric.checks if check.kind in kinds})
    used: dict[str, Any] = {name: _kind(name, kinds) for name in names}
    rubrics: dict[str, str] = {}
    for part in parts:
        used |= part["kinds"]
        rubrics |= {**part["rubrics"], part["reference"]: part["rubric"]}
    return {
        "reference": str(rubric.ref),
        "rubric": digest(rubric.to_dict()),
        "rubrics": dict(sorted(rubrics.items())),
        "checkwright": version("checkwright"),
        "kinds": dict(sorted(used.items())),
        "unicode": unicodedata.unidata_version,
        "limits": asdict(limits),
    }


def _kind(name: str, kinds: Kinds) -> dict[str, Any]:
    origin = kinds.origin(name)
    engines: Mapping[str, str] = {}
    with isolated() as fault:
        engines = {str(engine): str(number) for engine, number in sorted(kinds[name].engines().items())}
    if fault.error is not None:
        engines = {"unknown": described(fault.error)}
    return {"distribution": origin.distribution, "version": origin.version, "engines": engines}


def digest(data: Any) -> str:
    """Give a short digest (16 hexadecimal digits of SHA-256) of JSON-able data, whatever the key order."""
    text = json.dumps(data, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode("ascii")).hexdigest()[:16]
