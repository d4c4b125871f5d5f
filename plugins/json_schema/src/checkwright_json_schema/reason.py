"""Turn errors of jsonschema-rs into sentences: what was found at which place, and what was expected."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from decimal import Decimal
from types import MappingProxyType
from typing import Any, TypeAlias

from checkwright.replies import equal_json
from checkwright.wording import listed, shown

__all__ = ["Steps", "error_sentence", "json_text", "limit_of", "no_branch", "value_at"]

#: The path from a value to one inside it.
Steps: TypeAlias = Sequence[str | int]

_BOUNDS = {
    "minimum": "at least",
    "maximum": "at most",
    "exclusiveMinimum": "more than",
    "exclusiveMaximum": "less than",
    "multipleOf": "a multiple of",
}
_COUNTS = {
    "minLength": ("at least", "characters"),
    "maxLength": ("at most", "characters"),
    "minItems": ("at least", "items"),
    "maxItems": ("at most", "items"),
    "minProperties": ("at least", "properties"),
    "maxProperties": ("at most", "properties"),
}
_TYPES = {
    "object": "an object",
    "array": "an array",
    "string": "a string",
    "integer": "an integer",
    "number": "a number",
    "boolean": "a boolean",
}
_SEVERAL = ("anyOf", "oneOf")
#: Keywords whose errors hold nothing but the value, with the sentence for each.
_OTHERS = {
    "oneOf": "which fits several schemas of oneOf and may fit one",
    "not": "which fits the schema of not and may not",
    "contains": "expected an item that fits the schema of contains",
    "uniqueItems": "expected items that all differ",
    "unevaluatedItems": "of which not all items may stand here (unevaluatedItems)",
}
_LIMITS = {"BacktrackLimitExceeded": "match limit", "RegexEngineFailure": "size limit"}


def value_at(value: Any, path: Steps) -> Any:
    """Return the value at a path inside a value; the path must exist."""
    for step in path:
        value = value[step]
    return value


def json_text(value: Any, most: int = 100) -> str:
    """Write a value as JSON with exact numbers, cut after `most` characters."""
    pieces: list[str] = []
    length = 0
    for piece in _pieces(value, most):
        pieces.append(piece)
        length += len(piece)
        if length > most:
            return "".join(pieces)[: most - 3] + "..."
    return "".join(pieces)


def _pieces(value: Any, most: int) -> Iterator[str]:
    if isinstance(value, dict):
        yield "{"
        for number, (key, part) in enumerate(value.items()):
            yield f"{', ' if number else ''}{_scalar(key, most)}: "
            yield from _pieces(part, most)
        yield "}"
    elif isinstance(value, list):
        yield "["
        for number, part in enumerate(value):
            yield ", " if number else ""
            yield from _pieces(part, most)
        yield "]"
    else:
        yield _scalar(value, most)


def _scalar(value: Any, most: int) -> str:
    if isinstance(value, Decimal):
        return str(value) if abs(value.adjusted()) < most else f"{value:E}"
    return json.dumps(value[: most + 1] if isinstance(value, str) else value, ensure_ascii=False)


def no_branch(error: Any) -> Sequence[int]:
    """Return no branch: nothing is known of the schema of an error."""
    del error
    return ()


def error_sentence(
    error: Any,
    whole: Any,
    originals: Mapping[str, str] = MappingProxyType({}),
    meant: Callable[[Any], Sequence[int]] = no_branch,
) -> tuple[Steps, str]:
    """Return the path of an error in `whole`, and a sentence on what was found there and what was expected.

    Of the alternatives of anyOf and oneOf the error at the deepest path is taken, the first of equals, out
    of the branches that the value means, if any.

    originals: the author's patterns by those that replaced them.
    meant: returns the indexes of the branches that the value of an error of anyOf or oneOf means.
    """
    deepest = _deepest(error, meant)
    path = _whole_path(tuple(deepest.instance_path), deepest, whole)
    sentence = _sentence(deepest, value_at(whole, path), originals)
    if (
        deepest is not error
        and len(deepest.instance_path) == len(error.instance_path)
        and len(error.kind.context) > 1
        and not meant(error)
    ):
        return path, f"fits none of the {len(error.kind.context)} schemas of {error.kind.name}: {sentence}"
    return path, sentence


def limit_of(error: Any) -> str | None:
    """Return the name of the limit of jsonschema-rs that an error reports, or None."""
    return _LIMITS.get(type(error.kind).__name__)


def _whole_path(path: Steps, error: Any, whole: Any) -> Steps:
    """Restore the empty keys in the path of an error, which jsonschema-rs leaves out."""
    value = whole
    for step in (*path, None):
        if isinstance(value, dict) and "" in value:
            break
        if step is not None:
            value = value[step]
    else:
        return path
    waiting: list[tuple[Any, int, Steps]] = [(whole, 0, ())]
    while waiting:
        value, count, taken = waiting.pop(0)
        if count == len(path):
            if equal_json(value, error.instance):
                return taken
        elif _has(value, path[count]):
            waiting.append((value[path[count]], count + 1, (*taken, path[count])))
        if isinstance(value, dict) and "" in value:
            waiting.append((value[""], count, (*taken, "")))
    return ()


def _has(value: Any, step: str | int) -> bool:
    if isinstance(step, int):
        return isinstance(value, list) and step < len(value)
    return isinstance(value, dict) and step in value


def _deepest(error: Any, meant: Callable[[Any], Sequence[int]]) -> Any:
    """Return the error at the deepest path among the alternatives of an error that are meant."""
    best = None
    waiting = [error]
    while waiting:
        one = waiting.pop()
        inner = one.kind.context if one.kind.name in _SEVERAL and limit_of(one) is None else ()
        inner = [inner[index] for index in meant(one)] or inner if len(inner) > 1 else inner
        parts = [part for branch in inner for part in branch]
        if parts:
            waiting += reversed(parts)
        elif best is None or len(one.instance_path) > len(best.instance_path):
            best = one
    return best


def _sentence(error: Any, value: Any, originals: Mapping[str, str]) -> str:
    kind = error.kind
    keyword, limit = kind.name, limit_of(error)
    if limit is not None:
        return f"{limit}: a pattern took more steps than one search may take"
    if keyword == "propertyNames":
        return f"a key breaks propertyNames: {_sentence(kind.error, kind.error.instance, originals)}"
    if keyword == "required":
        return f"{shown(kind.value, 60)} is missing"
    if keyword in ("additionalProperties", "unevaluatedProperties"):
        return f"{listed([str(one) for one in kind.value], 3)} may not stand here ({keyword})"
    expected = _expected(keyword, kind, originals)
    found = f"found {json_text(value, 60)}"
    if keyword in _COUNTS:
        return f"{found} with {len(value):,} {_COUNTS[keyword][1]}, expected {expected}"
    if expected is not None:
        return f"{found}, expected {expected}"
    if keyword in _OTHERS:
        return f"{found}, {_OTHERS[keyword]}"
    return f"{found}, which breaks {error.schema_path[-1] if error.schema_path else keyword}"


def _expected(keyword: str, kind: Any, originals: Mapping[str, str]) -> str | None:
    """Return what a keyword expects, or None where that is too long to say."""
    if keyword == "type":
        return " or ".join(_TYPES.get(name, name) for name in kind.value)
    if keyword in _BOUNDS:
        return f"{_BOUNDS[keyword]} {json_text(kind.value, 60)}"
    if keyword in _COUNTS:
        return f"{_COUNTS[keyword][0]} {kind.value:,}"
    if keyword == "enum":
        values = kind.value
        more = f" and {len(values) - 5} more" if len(values) > 5 else ""
        return (
            f"one of {', '.join(json_text(one, 40) for one in values[:5])}{more}"
            if values
            else "nothing: enum is empty"
        )
    if keyword == "const":
        return json_text(kind.value, 60)
    if keyword == "pattern":
        return f"a match of {shown(originals.get(kind.value, kind.value), 60)}"
    if keyword == "format":
        return "the format regex (ECMAScript)" if kind.value == "regex" else f"the format {kind.value}"
    return "nothing here, since the schema is false" if keyword == "falseSchema" else None
