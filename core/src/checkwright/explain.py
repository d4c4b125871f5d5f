"""Say what is wrong with a document: one Finding per mistake of it, from the errors of jsonschema."""

from __future__ import annotations

import copy
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pydantic import BaseModel
from pydantic import ValidationError as PydanticError

from .faults import described, isolated
from .kinds import Kinds
from .kinds.subschemas import parts
from .problem import Finding, Path
from .schema import merged_schema
from .spec import NOT_BLANK
from .wording import listed, near, one_line, shown

if TYPE_CHECKING:
    from jsonschema.exceptions import ValidationError
    from jsonschema.protocols import Validator
    from pydantic_core import ErrorDetails

__all__ = ["by_model", "explain", "explain_by", "unknown_kind"]

_TYPES = {
    "object": "a mapping",
    "array": "a list",
    "string": "a text",
    "number": "a number",
    "integer": "a whole number",
    "boolean": "true or false",
    "null": "null",
}


def explain(data: Any, kinds: Kinds) -> list[Finding]:
    """Find every mistake that the merged schema sees in a rubric document; [] when it sees none."""
    if not isinstance(data, Mapping):
        fields = "a rubric is a mapping with id, version, checks and scoring"
        return [Finding((), f"expected a mapping, found {_found(data)}", fields)]
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
    found = explain_by(kinds.once(_validator), data)
    return findings + [
        one for one in found if one.path[:1] != ("checks",) or foreign.isdisjoint(one.path[1:2])
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

    A single value that breaks several keywords is one mistake, of its type when that is wrong.
    """
    findings: dict[tuple[Path, str], Finding] = {}
    said: set[Path] = set()
    for error in sorted(validator.iter_errors(data), key=lambda error: error.validator != "type"):
        path = tuple(error.absolute_path)
        if path in said:
            continue
        if error.validator == "type" or not isinstance(error.instance, Mapping | list):
            said.add(path)
        for finding in _findings(error):
            findings.setdefault((finding.path, finding.message), finding)
    return list(findings.values())


@dataclass(frozen=True, slots=True)
class _Broken:
    """One broken keyword of a schema.

    wanted: the keyword's value. about: the description of the field, which the schema has for its author.
    closed: whether the same schema refuses unknown fields by itself.
    """

    path: Path
    instance: Any
    wanted: Any
    properties: Mapping[str, Any]
    about: str | None
    closed: bool


def _findings(error: ValidationError) -> Iterable[Finding]:
    if error.validator in ("anyOf", "oneOf") and error.context:
        return _findings(_deepest(error))
    schema: Any = error.schema
    about = schema.get("description") if isinstance(schema, Mapping) else None
    broken = _Broken(
        path=tuple(error.absolute_path),
        instance=error.instance,
        wanted=error.validator_value,
        properties=schema.get("properties", {}) if isinstance(schema, Mapping) else {},
        about=one_line(about) if isinstance(about, str) else None,
        closed=isinstance(schema, Mapping) and schema.get("additionalProperties") is False,
    )
    say = _SAY.get(str(error.validator))
    return say(broken) if say is not None else [Finding(broken.path, one_line(error.message), broken.about)]


def _deepest(error: ValidationError) -> ValidationError:
    """Pick the error of the alternative that came furthest, the first of equals."""
    return max(error.context or (), key=lambda inner: len(inner.path))


def _found(value: Any) -> str:
    """Name a value's type, with the value where it is short to say."""
    if value is None:
        return "nothing (null)"
    if isinstance(value, bool | int | float | str):
        kind = (
            "true or false"
            if isinstance(value, bool)
            else "the text"
            if isinstance(value, str)
            else "the number"
        )
        return shown(value).lower() if isinstance(value, bool) else f"{kind} {shown(value)}"
    return "a mapping" if isinstance(value, Mapping) else "a list"


def _extra_fields(broken: _Broken) -> list[Finding]:
    known = list(broken.properties)
    findings = []
    for name in broken.instance:
        if name in known:
            continue
        close = near(name, known)
        hint = f"did you mean {close!r}?" if close else f"known fields: {', '.join(known)}"
        findings.append(Finding((*broken.path, name), "unknown field", hint, key=True))
    return findings


def _missing_fields(broken: _Broken) -> list[Finding]:
    """Report the missing fields; one that an unknown field resembles is reported as that unknown field."""
    meant = {near(name, broken.properties): name for name in broken.instance if name not in broken.properties}
    findings = []
    for name in broken.wanted:
        if name in meant and not broken.closed:
            path = (*broken.path, meant[name])
            findings.append(Finding(path, "unknown field", f"did you mean {name!r}?", key=True))
        elif name not in meant and name not in broken.instance:
            about = _description(broken.properties.get(name))
            findings.append(Finding(broken.path, f"the field {name!r} is missing", about))
    return findings


def _description(schema: Any) -> str | None:
    text = schema.get("description") if isinstance(schema, Mapping) else None
    return one_line(text) if isinstance(text, str) else None


def _wrong_type(broken: _Broken) -> list[Finding]:
    wanted: list[str] = broken.wanted if isinstance(broken.wanted, list) else [broken.wanted]
    expected = " or ".join(_TYPES.get(name, name) for name in wanted)
    value, hint = broken.instance, broken.about
    if "string" in wanted and isinstance(value, int | float):
        read = "true or false" if isinstance(value, bool) else "a number"
        hint = f"quote it: without quotes it is read as {read}"
    elif value is None:
        hint = "an unquoted # starts a comment: quote the value, or leave the field out"
    elif wanted == ["array"]:
        hint = "write a list, as [value]"
    return [Finding(broken.path, f"expected {expected}, found {_found(value)}", hint)]


def _not_allowed(broken: _Broken) -> list[Finding]:
    allowed = broken.wanted if isinstance(broken.wanted, list) else [broken.wanted]
    texts = [value for value in allowed if isinstance(value, str)]
    close = near(broken.instance, texts) if isinstance(broken.instance, str) else None
    message = f"{shown(broken.instance)} is not one of {listed(allowed, 20)}"
    return [Finding(broken.path, message, f"did you mean {close!r}?" if close else broken.about)]


def _counted(words: str, unit: str) -> Callable[[_Broken], list[Finding]]:
    def say(broken: _Broken) -> list[Finding]:
        plural = "" if broken.wanted == 1 else "s"
        found = len(broken.instance) or "none"
        return [
            Finding(
                broken.path, f"{words} {broken.wanted} {unit}{plural} wanted, found {found}", broken.about
            )
        ]

    return say


def _compared(words: str) -> Callable[[_Broken], list[Finding]]:
    def say(broken: _Broken) -> list[Finding]:
        return [
            Finding(broken.path, f"{shown(broken.instance)} must be {words} {broken.wanted}", broken.about)
        ]

    return say


def _mismatch(broken: _Broken) -> list[Finding]:
    if broken.wanted == NOT_BLANK:
        return [Finding(broken.path, f"{shown(broken.instance)} is blank", broken.about)]
    return [
        Finding(broken.path, f"{shown(broken.instance)} does not have the form {broken.wanted}", broken.about)
    ]


#: jsonschema keyword to the sentences for it.
_SAY: Mapping[str, Callable[[_Broken], list[Finding]]] = {
    "additionalProperties": _extra_fields,
    "unevaluatedProperties": _extra_fields,
    "required": _missing_fields,
    "type": _wrong_type,
    "enum": _not_allowed,
    "const": _not_allowed,
    "pattern": _mismatch,
    "minimum": _compared("at least"),
    "maximum": _compared("at most"),
    "exclusiveMinimum": _compared("more than"),
    "exclusiveMaximum": _compared("less than"),
    "minItems": _counted("at least", "value"),
    "maxItems": _counted("at most", "value"),
    "minLength": _counted("at least", "character"),
    "maxLength": _counted("at most", "character"),
    "minProperties": _counted("at least", "field"),
    "maxProperties": _counted("at most", "field"),
}
