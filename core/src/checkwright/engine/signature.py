"""Spell what decides a verdict besides the case, so that two verdicts can be compared."""

from __future__ import annotations

import hashlib
import json
import unicodedata
from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict
from types import MappingProxyType
from typing import Any

from ..contract.isolation import described, isolated
from ..contract.kind import Kind
from ..contract.toolbox import Limits
from ..kinds.kinds import Kinds
from ..rubrics.rubric import Rubric

__all__ = ["ENGINE", "digest", "signature"]

#: The number of the engine in every signature. Raised when reading, arithmetic or the wording of criteria
#: can change a verdict; the version of the distribution is not in it, since a mended help text changes none.
ENGINE = 1

_NOTHING: Mapping[str, Any] = MappingProxyType({})


def signature(
    rubric: Rubric,
    kinds: Kinds,
    limits: Limits,
    parts: Sequence[Mapping[str, Any]] = (),
    built_on: Collection[str] = (),
    engines: Mapping[str, Mapping[str, str]] = _NOTHING,
    schemas: Mapping[str, str | None] = _NOTHING,
    providers: Mapping[str, str] = _NOTHING,
) -> dict[str, Any]:
    """Spell the rubric, the engine, the kinds and schemas that it uses, the engines, Unicode, the limits.

    parts: the signatures of the rubrics that it uses as checks; they are in its own by reference.
    built_on: the kinds that its kinds prepare checks of.
    engines: what its kinds noted while they were prepared, by kind; it overlays what they say by themselves.
    schemas: the references to schemas, and others of further words, that were looked up, to digests; None for
        what leads to none.
    providers: what was opened and decides, as `sandbox/bwrap`, to its version.

    Source: the idea of a signature that makes scores comparable is sacrebleu's.
    """
    names = sorted({check.kind for check in rubric.checks if check.kind in kinds}.union(built_on))
    used: dict[str, Any] = {name: _noted(_kind(name, kinds), engines.get(name)) for name in names}
    rubrics: dict[str, str] = {}
    looked_up, opened = dict(schemas), dict(providers)
    for part in parts:
        for name, one in part["kinds"].items():
            used[name] = _united(used[name], one) if name in used else one
        rubrics |= {**part["rubrics"], part["reference"]: part["rubric"]}
        looked_up |= part["schemas"]
        opened |= part["providers"]
    return {
        "reference": str(rubric.ref),
        "rubric": digest(rubric.to_dict()),
        "rubrics": dict(sorted(rubrics.items())),
        "engine": ENGINE,
        "schemas": dict(sorted(looked_up.items())),
        "kinds": dict(sorted(used.items())),
        "providers": dict(sorted(opened.items())),
        "unicode": unicodedata.unidata_version,
        "limits": asdict(limits),
    }


def _spelled(_kinds: Kinds) -> dict[str, dict[str, Any]]:
    return {}


def _kind(name: str, kinds: Kinds) -> dict[str, Any]:
    # Asked once for a set of kinds: an engine may have to be started to tell its version.
    known = kinds.once(_spelled)
    if name not in known:
        origin, engines = kinds.origin(name), _engines(kinds[name])
        known[name] = {"distribution": origin.distribution, "version": origin.version, "engines": engines}
    return known[name]


def _noted(kind: dict[str, Any], engines: Mapping[str, str] | None) -> dict[str, Any]:
    if not engines:
        return kind
    return {**kind, "engines": dict(sorted({**kind["engines"], **engines}.items()))}


def _united(kind: dict[str, Any], other: dict[str, Any]) -> dict[str, Any]:
    """Spell a kind that two rubrics use: the engines of both, and both versions where they differ."""
    if kind == other:
        return kind
    engines = dict(kind["engines"])
    for name, number in other["engines"].items():
        known = engines.setdefault(name, number)
        if known != number:
            engines[name] = " and ".join(sorted({*known.split(" and "), *number.split(" and ")}))
    return {**kind, "engines": dict(sorted(engines.items()))}


def _engines(kind: Kind[Any]) -> dict[str, str]:
    with isolated() as fault:
        return {str(engine): str(number) for engine, number in sorted(kind.engines().items())}
    return {"unknown": described(fault.error)}


def digest(data: Any) -> str:
    """Return a short digest (16 hexadecimal digits of SHA-256) of JSON-able data, whatever the key order."""
    text = json.dumps(data, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode("ascii")).hexdigest()[:16]
