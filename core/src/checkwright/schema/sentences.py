"""Say in the words of an author what a broken keyword of a schema means."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from ..contract.problem import Finding, Path
from ..contract.spec import NOT_BLANK
from ..wording import did_you_mean, listed, named_type, named_value, near, one_line, shown, suggested

__all__ = ["CLOSING", "SENTENCES", "BrokenKeyword", "misfit"]

#: The keywords that refuse unknown fields.
CLOSING = ("additionalProperties", "unevaluatedProperties")

_TYPES = {
    "object": "a mapping",
    "array": "a list",
    "string": "a text",
    "number": "a number",
    "integer": "a whole number",
    "boolean": "true or false",
    "null": "null",
}


@dataclass(frozen=True, slots=True)
class BrokenKeyword:
    """One broken keyword of a schema.

    wanted: the keyword's value. about: the description of the field, which the schema has for its author.
    closed: whether the same schema refuses unknown fields by itself. meant: the fields that unknown ones
    at the same place resemble, which is told elsewhere.
    """

    path: Path
    instance: Any
    wanted: Any
    properties: Mapping[str, Any]
    about: str | None
    closed: bool
    meant: frozenset[str]


def misfit(value: Any, wanted: str) -> str:
    """Say what is wanted of a value in words; of one that is long to show the words are enough."""
    if isinstance(value, Mapping | list):
        return one_line(wanted)
    begins = wanted[:1] if wanted[1:2].isupper() else wanted[:1].lower()
    return f"{shown(value)} does not fit: {one_line(begins + wanted[1:]).rstrip('.')}"


def _extra_fields(broken: BrokenKeyword) -> list[Finding]:
    known = list(broken.properties)
    findings = []
    for name in broken.instance:
        if name in known:
            continue
        hint = did_you_mean(name, known) or f"known fields: {', '.join(known)}"
        findings.append(Finding((*broken.path, name), "unknown field", hint, key=True))
    return findings


def _missing_fields(broken: BrokenKeyword) -> list[Finding]:
    """Report the missing fields; one that an unknown field resembles is reported as that unknown field."""
    meant = {near(name, broken.properties): name for name in broken.instance if name not in broken.properties}
    findings = []
    for name in broken.wanted:
        if name in broken.meant:
            continue
        if name in meant and not broken.closed:
            path = (*broken.path, meant[name])
            findings.append(Finding(path, "unknown field", suggested(name), key=True))
        elif name not in meant and name not in broken.instance:
            about = _description(broken.properties.get(name))
            findings.append(Finding(broken.path, f"the field {name!r} is missing", about))
    return findings


def _description(schema: Any) -> str | None:
    text = schema.get("description") if isinstance(schema, Mapping) else None
    return one_line(text) if isinstance(text, str) else None


def _wrong_type(broken: BrokenKeyword) -> list[Finding]:
    wanted: list[str] = broken.wanted if isinstance(broken.wanted, list) else [broken.wanted]
    expected = " or ".join(_TYPES.get(name, name) for name in wanted)
    value, hint = broken.instance, broken.about
    if "string" in wanted and isinstance(value, int | float):
        hint = f"quote it: without quotes it is read as {named_type(value)}"
    elif value is None:
        hint = "an unquoted # starts a comment: quote the value, or leave the field out"
    elif wanted == ["array"]:
        hint = "write a list, as [value]"
    return [Finding(broken.path, f"expected {expected}, found {named_value(value)}", hint)]


def _not_allowed(broken: BrokenKeyword) -> list[Finding]:
    allowed = broken.wanted if isinstance(broken.wanted, list) else [broken.wanted]
    texts = [value for value in allowed if isinstance(value, str)]
    hint = did_you_mean(broken.instance, texts) if isinstance(broken.instance, str) else None
    message = f"{shown(broken.instance)} is not one of {listed(allowed, 20)}"
    return [Finding(broken.path, message, hint or broken.about)]


def _counted(words: str, unit: str) -> Callable[[BrokenKeyword], list[Finding]]:
    def say(broken: BrokenKeyword) -> list[Finding]:
        plural = "" if broken.wanted == 1 else "s"
        count = len(broken.instance) or "none"
        return [
            Finding(
                broken.path, f"{words} {broken.wanted} {unit}{plural} wanted, found {count}", broken.about
            )
        ]

    return say


def _compared(words: str) -> Callable[[BrokenKeyword], list[Finding]]:
    def say(broken: BrokenKeyword) -> list[Finding]:
        return [
            Finding(broken.path, f"{shown(broken.instance)} must be {words} {broken.wanted}", broken.about)
        ]

    return say


def _mismatch(broken: BrokenKeyword) -> list[Finding]:
    if broken.wanted == NOT_BLANK:
        return [Finding(broken.path, f"{shown(broken.instance)} is blank", broken.about)]
    if broken.about is not None:
        return [Finding(broken.path, misfit(broken.instance, broken.about), f"its form is {broken.wanted}")]
    return [Finding(broken.path, f"{shown(broken.instance)} does not have the form {broken.wanted}")]


def _excluded(broken: BrokenKeyword) -> list[Finding]:
    nothing_allowed = broken.wanted in ({}, True)
    if broken.about is None:
        what = "is not allowed here" if nothing_allowed else f"is what must not be: {broken.wanted}"
        return [Finding(broken.path, one_line(f"{shown(broken.instance)} {what}"))]
    # Where no value at all is allowed, the value has no part in what is wrong.
    message = broken.about if nothing_allowed else misfit(broken.instance, broken.about)
    return [Finding(broken.path, message)]


def _repeated(broken: BrokenKeyword) -> list[Finding]:
    """Name the first value that stands before in the list; 1 and true are two, as in JSON."""
    seen: set[str] = set()
    for index, value in enumerate(broken.instance):
        spelling = json.dumps(value, sort_keys=True, default=repr)
        if spelling in seen:
            place = (*broken.path, index)
            return [Finding(place, f"{shown(value)} is repeated, each value may stand once", broken.about)]
        seen.add(spelling)
    return [Finding(broken.path, "a value is repeated, each may stand once", broken.about)]


#: jsonschema keyword to the sentences for it.
SENTENCES: Mapping[str, Callable[[BrokenKeyword], list[Finding]]] = {
    **dict.fromkeys(CLOSING, _extra_fields),
    "not": _excluded,
    "required": _missing_fields,
    "type": _wrong_type,
    "enum": _not_allowed,
    "const": _not_allowed,
    "pattern": _mismatch,
    "minimum": _compared("at least"),
    "maximum": _compared("at most"),
    "exclusiveMinimum": _compared("more than"),
    "exclusiveMaximum": _compared("less than"),
    "uniqueItems": _repeated,
    "minItems": _counted("at least", "value"),
    "maxItems": _counted("at most", "value"),
    "minLength": _counted("at least", "character"),
    "maxLength": _counted("at most", "character"),
    "minProperties": _counted("at least", "field"),
    "maxProperties": _counted("at most", "field"),
}
