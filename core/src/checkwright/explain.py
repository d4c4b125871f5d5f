"""Say what is wrong with a document: one Finding per mistake of it, from the errors of jsonschema."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from .kinds import Kinds
from .problem import Finding, Path
from .schema import merged_schema
from .wording import listed, near, one_line, shown

if TYPE_CHECKING:
    from jsonschema.exceptions import ValidationError
    from jsonschema.protocols import Validator

__all__ = ["explain", "explain_by", "unknown_kind"]

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
    foreign: set[int] = set()
    checks = data.get("checks")
    for index, check in enumerate(checks if isinstance(checks, list) else ()):
        name = check.get("kind") if isinstance(check, Mapping) else None
        if isinstance(name, str) and name not in kinds.fragments[0]:
            foreign.add(index)
            findings.append(unknown_kind(index, name, kinds))
    found = explain_by(kinds.once(_validator), data)
    return findings + [one for one in found if one.path[:1] != ("checks",) or one.path[1:2] not in {(i,) for i in foreign}]


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
    return Finding(path, f"unknown kind {shown(name)}" + (f"; a plugin failed to load: {failed}" if failed else ""), hint)


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

    return extend(Draft202012Validator, {"pattern": pattern})(schema, registry=Registry())


def _end_is_end(expression: str) -> str:
    """Give a pattern whose `$` is the end of the text only, as in ECMAScript; Python's lets a final newline by."""
    inside = False
    result = []
    for token in re.findall(r"\\.|.", expression, re.DOTALL):
        if token == "[":
            inside = True
        elif token == "]":
            inside = False
        result.append(r"\Z" if token == "$" and not inside else token)
    return "".join(result)


def explain_by(validator: Validator, data: Any) -> list[Finding]:
    """Turn every error of a validator on `data` into Findings, one per mistake."""
    findings: dict[tuple[Path, str], Finding] = {}
    for error in validator.iter_errors(data):
        for finding in _findings(error):
            findings.setdefault((finding.path, finding.message), finding)
    return list(findings.values())


def _findings(error: ValidationError) -> Iterable[Finding]:
    if error.validator in ("anyOf", "oneOf") and error.context:
        return _findings(_deepest(error))
    say = _SAY.get(str(error.validator))
    path: Path = tuple(error.absolute_path)
    if say is not None:
        return say(path, error)
    return [Finding(path, one_line(error.message), _about(error))]


def _deepest(error: ValidationError) -> ValidationError:
    """Pick the error of the alternative that came furthest, the first of equals."""
    return max(error.context, key=lambda inner: len(inner.path))


def _about(error: ValidationError) -> str | None:
    """Give the description of the field, which the schema has for its author."""
    schema = error.schema
    text = schema.get("description") if isinstance(schema, Mapping) else None
    return one_line(text) if isinstance(text, str) else None


def _found(value: Any) -> str:
    """Name a value's type, with the value where it is short to say."""
    if value is None:
        return "nothing (null)"
    if isinstance(value, bool | int | float | str):
        kind = "true or false" if isinstance(value, bool) else "the text" if isinstance(value, str) else "the number"
        return shown(value).lower() if isinstance(value, bool) else f"{kind} {shown(value)}"
    return "a mapping" if isinstance(value, Mapping) else "a list"


def _extra_fields(path: Path, error: ValidationError) -> list[Finding]:
    known = list(error.schema.get("properties", {}))
    findings = []
    for name in error.instance:
        if name in known:
            continue
        close = near(name, known)
        hint = f"did you mean {close!r}?" if close else f"known fields: {', '.join(known)}"
        findings.append(Finding((*path, name), "unknown field", hint, key=True))
    return findings


def _missing_fields(path: Path, error: ValidationError) -> list[Finding]:
    """Report the missing fields, but not one that an unknown field resembles: that is one mistake."""
    known = list(error.schema.get("properties", {}))
    meant = {near(name, known) for name in error.instance if name not in known}
    names = [name for name in error.validator_value if name not in error.instance and name not in meant]
    properties = error.schema.get("properties", {})
    return [
        Finding(path, f"the field {name!r} is missing", one_line(properties.get(name, {}).get("description", "")) or None)
        for name in names
    ]


def _wrong_type(path: Path, error: ValidationError) -> list[Finding]:
    wanted = error.validator_value if isinstance(error.validator_value, list) else [error.validator_value]
    expected = " or ".join(_TYPES.get(name, name) for name in wanted)
    value = error.instance
    hint = _about(error)
    if "string" in wanted and isinstance(value, int | float):
        hint = f'quote it, as "{str(value).lower() if isinstance(value, bool) else value}"'
    elif value is None:
        hint = "an unquoted # starts a comment: quote the value, or leave the field out"
    elif wanted == ["array"]:
        hint = "write a list, as [value]"
    return [Finding(path, f"expected {expected}, found {_found(value)}", hint)]


def _not_allowed(path: Path, error: ValidationError) -> list[Finding]:
    allowed = error.validator_value if isinstance(error.validator_value, list) else [error.validator_value]
    texts = [value for value in allowed if isinstance(value, str)]
    close = near(error.instance, texts) if isinstance(error.instance, str) else None
    message = f"{shown(error.instance)} is not one of {listed(allowed, 20)}"
    return [Finding(path, message, f"did you mean {close!r}?" if close else _about(error))]


def _counted(what: str) -> Callable[[Path, ValidationError], list[Finding]]:
    def say(path: Path, error: ValidationError) -> list[Finding]:
        unit = {"Items": "value", "Length": "character", "Properties": "field"}[what[3:]]
        bound = "at least" if what.startswith("min") else "at most"
        number = error.validator_value
        found = len(error.instance)
        message = f"{bound} {number} {unit}{'' if number == 1 else 's'} wanted, found {found or 'none'}"
        return [Finding(path, message, _about(error))]

    return say


def _compared(words: str) -> Callable[[Path, ValidationError], list[Finding]]:
    def say(path: Path, error: ValidationError) -> list[Finding]:
        return [Finding(path, f"{shown(error.instance)} must be {words} {error.validator_value}", _about(error))]

    return say


def _mismatch(path: Path, error: ValidationError) -> list[Finding]:
    return [Finding(path, f"{shown(error.instance)} does not have the form {error.validator_value}", _about(error))]


#: jsonschema keyword to the sentences for it.
_SAY: Mapping[str, Callable[[Path, ValidationError], list[Finding]]] = {
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
    **{name: _counted(name) for name in ("minItems", "maxItems", "minLength", "maxLength", "minProperties", "maxProperties")},
}
