"""Say what is wrong with a document: one Finding per mistake of it, from the errors of jsonschema."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from pydantic import BaseModel
from pydantic import ValidationError as PydanticError

from ..contract.isolation import described, isolated
from ..contract.problem import Finding, Path
from ..wording import near, one_line, shown
from .sentences import CLOSING, SENTENCES, BrokenKeyword, misfit

if TYPE_CHECKING:
    from jsonschema.exceptions import ValidationError
    from jsonschema.protocols import Validator
    from pydantic_core import ErrorDetails

__all__ = [
    "by_model",
    "explain_by",
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


def explain_by(validator: Validator, data: Any) -> list[Finding]:
    """Turn the errors of a validator on `data` into Findings, one per mistake.

    A single value that breaks several keywords is one mistake, of its type when that is wrong. A schema in
    `allOf`, `then` or `else` that has a description and no type is a condition: that description is said
    when it is broken.
    """
    findings: dict[tuple[Path, str], Finding] = {}
    said: set[Path] = set()
    errors = sorted(validator.iter_errors(data), key=lambda error: error.validator != "type")
    meant = _suggested_fields(errors)
    for error in errors:
        path = tuple(error.absolute_path)
        if path in said:
            continue
        if error.validator == "type" or not isinstance(error.instance, Mapping | list):
            said.add(path)
        for finding in _findings(error, meant.get(path, frozenset())):
            findings.setdefault((finding.path, finding.message), finding)
    return list(findings.values())


def _suggested_fields(errors: Iterable[ValidationError]) -> dict[Path, frozenset[str]]:
    """Return by the place of each mapping the fields that its unknown ones are told to resemble."""
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
    broken = BrokenKeyword(
        path=tuple(error.absolute_path),
        instance=error.instance,
        wanted=error.validator_value,
        properties=schema.get("properties", {}) if isinstance(schema, Mapping) else {},
        about=one_line(about) if isinstance(about, str) else None,
        closed=isinstance(schema, Mapping) and schema.get("additionalProperties") is False,
        meant=meant,
    )
    say = SENTENCES.get(str(error.validator))
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
    """Return the fields whose lack breaks a condition, those of all its alternatives."""
    if error.validator == "required":
        wanted: Any = error.validator_value
        present: Any = error.instance
        return frozenset(wanted) - frozenset(present)
    return frozenset().union(*(_missing(inner) for inner in error.context or () if not inner.path))


def _deepest(error: ValidationError) -> ValidationError:
    """Pick the error of the alternative that came furthest, the first of equals.

    One whose type fits came further than one whose type does not.
    """
    return max(error.context or (), key=lambda inner: (len(inner.path), inner.validator != "type"))
