"""Tell which schemas and patterns ask for nothing: every value fits, every text matches."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from .drafts import Draft, draft_of, parts
from .patterns import anchors

__all__ = ["accepts_everything", "matches_everything"]

#: Keywords whose value asks for nothing when it is this one.
_IDLE = {
    "minLength": 0,
    "minItems": 0,
    "minProperties": 0,
    "required": [],
    "uniqueItems": False,
    "dependentRequired": {},
}
#: Keywords that assert whatever their value, and the first draft that knows them.
_ASSERTING = {
    "enum": Draft.DRAFT_4,
    "const": Draft.DRAFT_6,
    "multipleOf": Draft.DRAFT_4,
    "minimum": Draft.DRAFT_4,
    "maximum": Draft.DRAFT_4,
    "exclusiveMinimum": Draft.DRAFT_6,
    "exclusiveMaximum": Draft.DRAFT_6,
    "maxLength": Draft.DRAFT_4,
    "maxItems": Draft.DRAFT_4,
    "maxProperties": Draft.DRAFT_4,
    "contains": Draft.DRAFT_6,
    "$recursiveRef": Draft.DRAFT_2019_09,
    "$dynamicRef": Draft.DRAFT_2020_12,
}
_TYPES = {"object", "array", "string", "number", "boolean", "null"}
_ASCII = "".join(filter(str.isprintable, map(chr, range(ord("\x7f")))))


def accepts_everything(schema: Any) -> bool:
    """Return whether every value fits a schema, as far as its keywords tell one by one.

    Unknown keywords, annotations and unknown formats ask for nothing.
    """
    return _Reading(schema).accepts(schema, draft_of(schema))


class _Reading:
    """Reads one schema; a reference is followed once."""

    def __init__(self, root: Any) -> None:
        self._root = root
        self._known: dict[str, bool] = {}

    def accepts(self, schema: Any, outer: Draft) -> bool:
        if not isinstance(schema, Mapping):
            return schema is True
        draft = draft_of(schema, outer)
        if "$ref" in schema and not self._accepts_reference(schema["$ref"], draft):
            return False
        if "$ref" in schema and draft <= Draft.DRAFT_7:
            return True
        return not any(_asserts(keyword, value, draft) for keyword, value in schema.items()) and all(
            self._accepts_keyword(keyword, inner, schema, draft)
            for keyword, inner in _applied(schema, draft).items()
        )

    def _accepts_keyword(
        self, keyword: str, inner: list[Any], schema: Mapping[str, Any], draft: Draft
    ) -> bool:
        if keyword == "if" or (keyword in ("then", "else") and "if" not in schema):
            return True
        if keyword == "not":
            return inner == [False]
        fitting = [self.accepts(part, draft) for part in inner]
        if keyword == "anyOf":
            return any(fitting)
        return all(fitting) and (keyword != "oneOf" or len(fitting) == 1)

    def _accepts_reference(self, ref: Any, draft: Draft) -> bool:
        if not isinstance(ref, str) or not (ref == "#" or ref.startswith("#/")):
            return False
        if ref not in self._known:
            # A cycle asks for nothing by itself.
            self._known[ref] = True
            self._known[ref] = self.accepts(_at(self._root, ref), draft)
        return self._known[ref]


def _applied(schema: Mapping[str, Any], draft: Draft) -> dict[str, list[Any]]:
    """Return the schemas that each keyword applies."""
    applied: dict[str, list[Any]] = {}
    for steps, part, group in parts(schema, draft):
        if group is not None:
            applied.setdefault(str(steps[0]), []).append(part)
    return applied


def _asserts(keyword: str, value: Any, draft: Draft) -> bool:
    """Tell whether a keyword refuses some value by itself, without the schemas in it."""
    if keyword == "type":
        return not {value} >= _TYPES if isinstance(value, str) else not set(value) >= _TYPES
    if keyword == "pattern":
        return not isinstance(value, str) or matches_everything(value) != "text"
    if keyword == "format":
        from .engine import known_formats

        return isinstance(value, str) and any(known_formats([value], draft))
    if keyword == "dependencies":
        return draft <= Draft.DRAFT_7 and any(isinstance(part, list) and part for part in value.values())
    if keyword in _IDLE:
        return (keyword != "dependentRequired" or draft >= Draft.DRAFT_2019_09) and value != _IDLE[keyword]
    return keyword in _ASSERTING and draft >= _ASSERTING[keyword]


def _at(root: Any, ref: str) -> Any:
    value = root
    for step in ref.split("/")[1:]:
        name = step.replace("~1", "/").replace("~0", "~")
        if not isinstance(value, Mapping) or name not in value:
            return False
        value = value[name]
    return value


@lru_cache(maxsize=256)
def matches_everything(pattern: str) -> str | None:
    """Return "text" where every text matches a pattern, "line" where every text of one line does, else None.

    A pattern that matches the empty text without looking around matches it at an end of every text. One
    that is anchored at both ends is tried on a text of all letters and of all pairs of ASCII characters.
    """
    import jsonschema_rs

    anchored = anchors(pattern)
    if anchored is None:
        return None
    try:
        fits = jsonschema_rs.Draft202012Validator({"pattern": pattern}).is_valid
    except jsonschema_rs.ValidationError:
        return None
    if not fits(""):
        return None
    if len(anchored) < 2:
        return "text"
    line = "".join(map(chr, (*range(0xD800), *range(0xE000, 0x10000), *range(0x10000, 0x110000, 64))))
    line = line.translate(dict.fromkeys(map(ord, "\n\r\u2028\u2029")))
    line += "".join(one + other for one in _ASCII for other in _ASCII)
    if not (fits(line) and all(map(fits, _ASCII))):
        return None
    return "text" if fits(f"{line}\n\r\n\u2028{line}\u2029") else "line"
