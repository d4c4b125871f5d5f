"""A jsonschema validator that fetches nothing and reads `$` as ECMAScript does."""

from __future__ import annotations

import copy
import re
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from .subschemas import parts

if TYPE_CHECKING:
    from jsonschema.exceptions import ValidationError
    from jsonschema.protocols import Validator

__all__ = ["bounded_validator"]


def bounded_validator(schema: Mapping[str, Any]) -> Validator:
    """Return a jsonschema validator that fetches nothing and reads `$` in patterns as ECMAScript does."""
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
    """Return a pattern whose `$` is the end of the text alone, as in ECMAScript."""
    inside = False
    result = []
    for part in re.findall(r"\\.|.", expression, re.DOTALL):
        if part == "[":
            inside = True
        elif part == "]":
            inside = False
        result.append(r"\Z" if part == "$" and not inside else part)
    return "".join(result)
