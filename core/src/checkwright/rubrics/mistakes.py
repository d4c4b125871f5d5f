"""Every mistake that the merged schema sees in a rubric."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from ..contract.problem import Finding, Path
from ..kinds.kinds import Kinds
from ..kinds.merged_schema import merged_schema
from ..schema.sentences import found
from ..wording import near, shown

if TYPE_CHECKING:
    from jsonschema.protocols import Validator
from ..schema.explain import by_model, explain_by
from ..schema.validator import bounded_validator

__all__ = ["explain", "unknown_kind"]


def explain(data: Any, kinds: Kinds) -> list[Finding]:
    """Find every mistake that the merged schema sees in a rubric document; [] when it sees none."""
    if not isinstance(data, Mapping):
        fields = "a rubric is a mapping with id, version, checks and scoring"
        return [Finding((), f"expected a mapping, found {found(data)}", fields)]
    findings: list[Finding] = []
    foreign: set[str | int] = set()
    checks = data.get("checks")
    for index, check in enumerate(checks if isinstance(checks, list) else ()):
        name = check.get("kind") if isinstance(check, Mapping) else None
        if isinstance(name, str) and name not in kinds.fragments[0]:
            foreign.add(index)
            if name in kinds:
                findings += by_model(kinds[name].spec, check, ("checks", index), kinds.origin(name))
            else:
                findings.append(unknown_kind(index, name, kinds))
    by_schema = explain_by(kinds.once(_validator), data)
    return findings + [
        one for one in by_schema if one.path[:1] != ("checks",) or foreign.isdisjoint(one.path[1:2])
    ]


def unknown_kind(index: int, name: str, kinds: Kinds) -> Finding:
    """Say why the kind of a check is not usable: unknown, unavailable, or its plugin failed to load."""
    path: Path = ("checks", index, "kind")
    why = kinds.why_unavailable(name)
    if why is not None:
        return Finding(path, f"the kind {shown(name)} is unavailable: {why}")
    known = list(kinds.fragments[0])
    close = near(name, known)
    hint = f"did you mean {close!r}? " if close else ""
    hint += f"known kinds: {', '.join(known) or 'none'}"
    failed = "; ".join(str(problem) for problem in kinds.failed_plugins())
    return Finding(
        path, f"unknown kind {shown(name)}" + (f"; a plugin failed to load: {failed}" if failed else ""), hint
    )


def _validator(kinds: Kinds) -> Validator:
    return bounded_validator(merged_schema(kinds))
