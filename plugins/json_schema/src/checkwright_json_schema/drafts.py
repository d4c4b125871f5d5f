"""The drafts of JSON Schema, and which of their keywords hold schemas or references."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import IntEnum
from typing import Any

from checkwright import CheckError
from checkwright.wording import did_you_mean, listed, shown

__all__ = ["DEFAULT", "Draft", "Part", "draft_of", "parts", "references"]


class Draft(IntEnum):
    """A draft of JSON Schema; later ones compare as larger."""

    DRAFT_4 = 4
    DRAFT_6 = 6
    DRAFT_7 = 7
    DRAFT_2019_09 = 2019
    DRAFT_2020_12 = 2020

    @property
    def uri(self) -> str:
        """The address of its meta-schema, as `$schema` names it."""
        return _URIS[self]

    def __str__(self) -> str:
        return {2019: "2019-09", 2020: "2020-12"}.get(self.value, str(self.value))


_URIS = {
    Draft.DRAFT_4: "http://json-schema.org/draft-04/schema#",
    Draft.DRAFT_6: "http://json-schema.org/draft-06/schema#",
    Draft.DRAFT_7: "http://json-schema.org/draft-07/schema#",
    Draft.DRAFT_2019_09: "https://json-schema.org/draft/2019-09/schema",
    Draft.DRAFT_2020_12: "https://json-schema.org/draft/2020-12/schema",
}
_DRAFTS = {uri.rstrip("#"): draft for draft, uri in _URIS.items()}
DEFAULT = Draft.DRAFT_2020_12

#: A part of a schema: the path to it, the schema, and its group. The group "" is applied to the same value,
#: None is a definition only, and the others are applied to values inside: to each at most one of a group.
Part = tuple[tuple[str | int, ...], Any, str | None]

_FIRST, _LAST = Draft.DRAFT_4, Draft.DRAFT_2020_12
_OLD = Draft.DRAFT_2019_09
#: Keyword to the group of its parts, and the first and last draft that know it. "=" makes each keyword or
#: entry a group of its own.
_KEYWORDS: Mapping[str, tuple[str | None, Draft, Draft]] = {
    "not": ("", _FIRST, _LAST),
    "if": ("", Draft.DRAFT_7, _LAST),
    "then": ("", Draft.DRAFT_7, _LAST),
    "else": ("", Draft.DRAFT_7, _LAST),
    "allOf": ("", _FIRST, _LAST),
    "anyOf": ("", _FIRST, _LAST),
    "oneOf": ("", _FIRST, _LAST),
    "dependentSchemas": ("", Draft.DRAFT_2019_09, _LAST),
    "dependencies": ("", _FIRST, Draft.DRAFT_7),
    "items": ("items", _FIRST, _LAST),
    "prefixItems": ("items", Draft.DRAFT_2020_12, _LAST),
    "additionalItems": ("items", _FIRST, _OLD),
    "unevaluatedItems": ("=", Draft.DRAFT_2019_09, _LAST),
    "contains": ("=", Draft.DRAFT_6, _LAST),
    "properties": ("properties", _FIRST, _LAST),
    "additionalProperties": ("properties", _FIRST, _LAST),
    "patternProperties": ("=", _FIRST, _LAST),
    "unevaluatedProperties": ("=", Draft.DRAFT_2019_09, _LAST),
    "propertyNames": ("=", Draft.DRAFT_6, _LAST),
    "$defs": (None, Draft.DRAFT_2019_09, _LAST),
    "definitions": (None, _FIRST, _LAST),
    "contentSchema": (None, Draft.DRAFT_2019_09, _LAST),
}
_BY_NAME = frozenset(
    ("dependentSchemas", "dependencies", "properties", "patternProperties", "$defs", "definitions")
)


def draft_of(schema: Any, default: Draft = DEFAULT) -> Draft:
    """Return the draft that a schema names by `$schema`, or `default` when it names none.

    Raises:
        CheckError: the name is not that of a known draft; the path is the one inside the schema.
    """
    named = schema.get("$schema") if isinstance(schema, Mapping) else None
    if named is None and not (isinstance(schema, Mapping) and "$schema" in schema):
        return default
    draft = _DRAFTS.get(named.removesuffix("#")) if isinstance(named, str) else None
    if draft is None:
        hint = did_you_mean(named, _URIS.values(), cutoff=0.9) if isinstance(named, str) else None
        hint = hint or f"known are {listed(list(_URIS.values()))}"
        raise CheckError(f"{shown(named)} is no draft that is known here; {hint}", ("$schema",))
    return draft


def parts(schema: Mapping[str, Any], draft: Draft) -> Iterator[Part]:
    """Yield the schemas directly inside a schema, by the keywords that its draft knows."""
    if draft <= Draft.DRAFT_7 and "$ref" in schema:
        return
    for keyword, value in schema.items():
        known = _KEYWORDS.get(keyword)
        if known is None or not known[1] <= draft <= known[2]:
            continue
        group = known[0]
        if isinstance(value, list):
            entries = [((keyword, index), part) for index, part in enumerate(value)]
        elif isinstance(value, Mapping) and keyword in _BY_NAME:
            entries = [((keyword, name), part) for name, part in value.items()]
        else:
            entries = [((keyword,), value)]  # type: ignore[list-item]
        for steps, part in entries:
            if isinstance(part, Mapping | bool):
                yield steps, part, "/".join(map(str, steps)) if group == "=" else group


def references(schema: Mapping[str, Any], draft: Draft) -> Iterator[tuple[str, str]]:
    """Yield the keyword and the text of each reference in a schema itself."""
    for keyword, first, last in (
        ("$ref", _FIRST, _LAST),
        ("$recursiveRef", Draft.DRAFT_2019_09, Draft.DRAFT_2019_09),
        ("$dynamicRef", Draft.DRAFT_2020_12, _LAST),
    ):
        if first <= draft <= last and isinstance(schema.get(keyword), str):
            yield keyword, schema[keyword]
