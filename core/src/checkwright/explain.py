"""Say what is wrong with a document: one Finding per mistake of it, from the errors of jsonschema."""

from __future__ import annotations

import copy
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from pydantic import BaseModel
from pydantic import ValidationError as PydanticError

from .faults import described, isolated
from .keywords import CLOSING, SAY, Broken, found, misfit
from .kinds import Kinds
from .kinds.subschemas import parts
from .problem import Finding, Path
from .schema import merged_schema
from .wording import near, one_line, shown

if TYPE_CHECKING:
    from jsonschema.exceptions import ValidationError
    from jsonschema.protocols import Validator
    from pydantic_core import ErrorDetails

__all__ = ["by_model", "explain", "explain_by", "unknown_kind"]


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


def by_model(model: type[BaseModel], data: Any, path: Path = (), owner: object = None) -> list[Finding]:
    """Find what a pydantic model refuses in `data`, which stands at `path`.

    owner: who is to blame when the model itself breaks.
    """
    with isolated() as fault:
        model.model_validate(data)
        return []
    if not isinstance(fault.error, PydanticError):
        return [Finding(path, f"{owner} broke on it: {described(fault.error)}", code="plugin")]
    errors = fault.error.errors(include_url=False, include_context=False, include_input=False)
    return [_refused(entry, data, path) for entry in errors]


def _refused(entry: ErrorDetails, data: Any, path: Path) -> Finding:
    where = (*path, *_inside(data, entry["loc"]))
    if entry["type"] == "missing":
        return Finding(where, f"the field {shown(entry['loc'][-1])} is missing")
    if entry["type"] == "extra_forbidden":
        return Finding(where, "unknown field", key=True)
    return Finding(where, one_line(entry["msg"].removeprefix("Value error, ")))


def _inside(data: Any, steps: Path) -> Path:
    """Keep the steps that lead somewhere in `data`; pydantic also names the alternatives of a union."""
    path: list[str | int] = []
    for step in steps:
        known = isinstance(data, Mapping) if isinstance(step, str) else isinstance(data, list)
        if known and (step in data if isinstance(step, str) else step < len(data)):
            data = data[step]
            path.append(step)
    return tuple(path)


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


def bounded_validator(schema: Mapping[str, Any]) -> Validator:
    """Make a jsonschema validator that fetches nothing and reads `$` in patterns as ECMAScript does."""
    from jsonschema import Draft202012Validator, ValidationError
    from jsonschema.validators import extend
    from referencing import Registry

    def pattern(_validator: Any, expression: str, instance: Any, _schema: Any) -> Iterator[ValidationError]:
        if isinstance(instance, str) and not re.search(_end_is_end(expression), instance):
            yield ValidationError(f"{instance!r:.100} does not match {expression!r}")

    bounded: Any = extend(Draft202012Validator, {"pattern": pattern})  # type: ignore[no-untyped-call]
    validator: Validator = bounded(_ending_keys(schema), registry=Registry())
    return validator


def _ending_keys(schema: Mapping[str, Any]) -> dict[str, Any]:
    """Copy a schema, its patterns of keys rewritten: jsonschema reads them in several keywords."""
    result = copy.deepcopy(dict(schema))
    for _, part in parts(result):
        if isinstance(part, dict) and "patternProperties" in part:
            by_pattern = part["patternProperties"].items()
            part["patternProperties"] = {_end_is_end(pattern): value for pattern, value in by_pattern}
    return result


def _end_is_end(expression: str) -> str:
    """Give a pattern whose `$` is the end of the text alone, as in ECMAScript, not before a final newline."""
    inside = False
    result = []
    for part in re.findall(r"\\.|.", expression, re.DOTALL):
        if part == "[":
            inside = True
        elif part == "]":
            inside = False
        result.append(r"\Z" if part == "$" and not inside else part)
    return "".join(result)


def explain_by(validator: Validator, data: Any) -> list[Finding]:
    """Turn the errors of a validator on `data` into Findings, one per mistake.

    A single value that breaks several keywords is one mistake, of its type when that is wrong. A schema in
    `allOf`, `then` or `else` that has a description and no type is a condition: that description is said
    when it is broken.
    """
    findings: dict[tuple[Path, str], Finding] = {}
    said: set[Path] = set()
    errors = sorted(validator.iter_errors(data), key=lambda error: error.validator != "type")
    meant = _meant(errors)
    for error in errors:
        path = tuple(error.absolute_path)
        if path in said:
            continue
        if error.validator == "type" or not isinstance(error.instance, Mapping | list):
            said.add(path)
        for finding in _findings(error, meant.get(path, frozenset())):
            findings.setdefault((finding.path, finding.message), finding)
    return list(findings.values())


def _meant(errors: Iterable[ValidationError]) -> dict[Path, frozenset[str]]:
    """Give by the place of each mapping the fields that its unknown ones are told to resemble."""
    meant: dict[Path, frozenset[str]] = {}
    for error in errors:
        schema, data = error.schema, error.instance
        if error.validator in CLOSING and isinstance(schema, Mapping) and isinstance(data, Mapping):
            known = schema.get("properties", {})
            close = frozenset(filter(None, (near(name, known) for name in data if name not in known)))
            path = tuple(error.absolute_path)
            meant[path] = meant.get(path, frozenset()) | close
    return meant


def _findings(error: ValidationError, meant: frozenset[str]) -> Iterable[Finding]:
    schema: Any = error.schema
    if _is_condition(error):
        sentence = misfit(error.instance, schema["description"])
        return [] if _missing(error) & meant else [Finding(tuple(error.absolute_path), sentence)]
    if error.validator in ("anyOf", "oneOf") and error.context:
        inner = _deepest(error)
        return _findings(inner, frozenset() if inner.path else meant)
    about = schema.get("description") if isinstance(schema, Mapping) else None
    broken = Broken(
        path=tuple(error.absolute_path),
        instance=error.instance,
        wanted=error.validator_value,
        properties=schema.get("properties", {}) if isinstance(schema, Mapping) else {},
        about=one_line(about) if isinstance(about, str) else None,
        closed=isinstance(schema, Mapping) and schema.get("additionalProperties") is False,
        meant=meant,
    )
    say = SAY.get(str(error.validator))
    return say(broken) if say is not None else [Finding(broken.path, one_line(error.message), broken.about)]


def _is_condition(error: ValidationError) -> bool:
    """Tell whether the broken schema is a condition with a sentence of its own, not the form of a value."""
    *outer, place, _ = (None, None, *error.absolute_schema_path)
    stands_in = outer[-1] if isinstance(place, int) else place if outer[-1] != "properties" else None
    return (
        stands_in in ("allOf", "then", "else")
        and isinstance(error.schema, Mapping)
        and isinstance(error.schema.get("description"), str)
        and "type" not in error.schema
    )


def _missing(error: ValidationError) -> frozenset[str]:
    """Give the fields whose lack breaks a condition, those of all its alternatives."""
    if error.validator == "required":
        wanted: Any = error.validator_value
        present: Any = error.instance
        return frozenset(wanted) - frozenset(present)
    return frozenset().union(*(_missing(inner) for inner in error.context or () if not inner.path))


def _deepest(error: ValidationError) -> ValidationError:
    """Pick the error of the alternative that came furthest, the first of equals."""
    return max(error.context or (), key=lambda inner: len(inner.path))
