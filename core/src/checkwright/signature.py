"""Spell what decides a verdict besides the case, so that two verdicts can be compared."""

from __future__ import annotations

import hashlib
import json
import unicodedata
from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict
from importlib.metadata import version
from typing import Any

from .faults import described, isolated
from .kind import Kind, Limits
from .kinds import Kinds
from .rubric import Rubric

__all__ = ["digest", "signature"]


def signature(
    rubric: Rubric,
    kinds: Kinds,
    limits: Limits,
    parts: Sequence[Mapping[str, Any]] = (),
    built_on: Collection[str] = (),
) -> dict[str, Any]:
    """Spell the rubric, the core, the kinds that it uses with their engines, Unicode and the limits.

    parts: the signatures of the rubrics that it uses as checks; they are in its own by reference.
    built_on: the kinds that its kinds prepare checks of.

    Source: the idea of a signature that makes scores comparable is sacrebleu's.
    """
    names = sorted({check.kind for check in rubric.checks if check.kind in kinds}.union(built_on))
    used: dict[str, Any] = {name: _kind(name, kinds) for name in names}
    rubrics: dict[str, str] = {}
    for part in parts:
        used |= part["kinds"]
        rubrics |= {**part["rubrics"], part["reference"]: part["rubric"]}
    return {
        "reference": str(rubric.ref),
        "rubric": digest(rubric.to_dict()),
        "rubrics": dict(sorted(rubrics.items())),
        "checkwright": kinds.once(_core),
        "kinds": dict(sorted(used.items())),
        "unicode": unicodedata.unidata_version,
        "limits": asdict(limits),
    }


def _core(_kinds: Kinds) -> str:
    return version("checkwright")


def _spelled(_kinds: Kinds) -> dict[str, dict[str, Any]]:
    return {}


def _kind(name: str, kinds: Kinds) -> dict[str, Any]:
    # Asked once for a set of kinds: an engine may have to be started to tell its version.
    known = kinds.once(_spelled)
    if name not in known:
        origin, engines = kinds.origin(name), _engines(kinds[name])
        known[name] = {"distribution": origin.distribution, "version": origin.version, "engines": engines}
    return known[name]


def _engines(kind: Kind[Any]) -> dict[str, str]:
    with isolated() as fault:
        return {str(engine): str(number) for engine, number in sorted(kind.engines().items())}
    return {"unknown": described(fault.error)}


def digest(data: Any) -> str:
    """Give a short digest (16 hexadecimal digits of SHA-256) of JSON-able data, whatever the key order."""
    text = json.dumps(data, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode("ascii")).hexdigest()[:16]
