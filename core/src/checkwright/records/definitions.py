"""Definitions of tools: what an agent could have called, and no call.

OpenAI       {"type": "function", "function": {"name", "description", "parameters": {schema}}}
Anthropic    {"name", "description", "input_schema": {schema}}
MCP          {"name", "description", "inputSchema": {schema}}, and the method tools/list
Gemini       {"functionDeclarations": [{"name", "description", "parameters": {schema}}]}
Bedrock      {"toolSpec": {"name", "description", "inputSchema": {"json": {schema}}}}
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .arguments import ARGUMENTS
from .fields import has

__all__ = ["is_definition", "lists_tools"]

#: Keys that hold the schema of arguments, and in no format arguments.
_SCHEMAS = ("input_schema", "inputSchema")
#: Keys of arguments but this one, under which definitions have their schema.
_PARAMETERS = "parameters"
_NO_SCHEMAS = tuple(key for key in ARGUMENTS if key != _PARAMETERS)
#: Fields that hold lists of definitions.
_LISTS = ("tools", "functionDeclarations", "function_declarations")
#: Keywords at the root of a schema of arguments beside `type` and `properties`.
_KEYWORDS = frozenset(
    [
        "$defs",
        "$id",
        "$schema",
        "additionalProperties",
        "allOf",
        "anyOf",
        "default",
        "definitions",
        "description",
        "examples",
        "maxProperties",
        "minProperties",
        "nullable",
        "oneOf",
        "patternProperties",
        "properties",
        "propertyOrdering",
        "required",
        "title",
        "type",
    ]
)


def is_definition(place: Mapping[str, Any], *, has_id: bool) -> bool:
    """Return whether an object with the name of a tool defines it: it has a schema, and no arguments.

    A schema under `parameters` may be what a tool is called with. So it makes a definition where a
    `description` stands beside it, or where the row has no id, which systems give to calls.
    """
    if has(place, _NO_SCHEMAS):
        return False
    described = isinstance(place.get("description"), str)
    if any(isinstance(place.get(key), Mapping) for key in _SCHEMAS):
        return described or not has(place, (_PARAMETERS,))
    schema = place.get(_PARAMETERS)
    if schema == {}:
        return described and not has_id
    return (described or not has_id) and _is_schema(schema)


def lists_tools(row: Mapping[str, Any]) -> bool:
    """Return whether a row asks which tools there are, or says it, and holds nothing else."""
    if row.get("method") == "tools/list" or isinstance(row.get("toolSpec"), Mapping):
        return True
    result = row.get("result")
    held = result if isinstance(result, Mapping) else row
    lists = [key for key in _LISTS if isinstance(held.get(key), list | tuple)]
    return bool(lists) and not any(
        isinstance(value, Mapping | list | tuple) for key, value in held.items() if key not in lists
    )


def _is_schema(value: Any) -> bool:
    """Return whether a value is a JSON Schema of objects, as arguments have them."""
    if not isinstance(value, Mapping):
        return False
    kind, properties = value.get("type"), value.get("properties", {})
    return (
        isinstance(kind, str)
        and kind.lower() == "object"
        and value.keys() <= _KEYWORDS
        and isinstance(properties, Mapping)
        and all(isinstance(one, Mapping | bool) for one in properties.values())
    )
