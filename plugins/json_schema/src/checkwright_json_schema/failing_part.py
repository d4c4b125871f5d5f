"""Find a part of a large value that breaks its part of the schema, without reading all errors."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, TypeAlias

from .graph import Graph, Node, Steps

__all__ = ["failing_part"]

#: Tells whether a value fits a schema, given by its number in the graph.
_Fits: TypeAlias = Callable[[int, Any], bool]


def failing_part(graph: Graph, value: Any, fits: _Fits) -> tuple[int, Steps]:
    """Find the smallest part of `value` that breaks a schema which it has to fit.

    Only schemas that must fit in any case are followed (not the alternatives of anyOf), so that the part is a
    reason why `value` does not fit. Where no smaller part is found it is `value` itself.

    Returns:
        The number of the schema in the graph, and the path to the part.
    """
    number = 0
    path: Steps = ()
    seen = {0}
    while True:
        following = _broken_part(graph.nodes[number], value, fits)
        if following is None:
            return number, path
        number, inner, value = following
        path = (*path, *inner)
        if inner:
            seen = set()
        elif number in seen:
            return number, path
        seen.add(number)


def _broken_part(node: Node, value: Any, fits: _Fits) -> tuple[int, Steps, Any] | None:
    for child, keyword, name in _required(node):
        for steps, part in _inside(node.schema, keyword, name, value):
            if not fits(child, part):
                return child, steps, part
    return None


def _required(node: Node) -> Iterator[tuple[int, str, str | int]]:
    """Yield the schemas that a schema requires to fit, with the keyword and the name or index of each."""
    for _, child, steps in node.edges:
        keyword = str(steps[0])
        if keyword in ("$ref", "allOf", "properties", "items", "additionalProperties"):
            yield child, keyword, steps[1] if len(steps) > 1 else ""


def _inside(schema: dict[str, Any], keyword: str, name: str | int, value: Any) -> Iterator[tuple[Steps, Any]]:
    """Yield the parts of a value to which a keyword applies its schema, with the path to each."""
    if keyword in ("$ref", "allOf"):
        yield (), value
    elif keyword == "properties":
        if isinstance(value, dict) and name in value:
            yield (name,), value[name]
    elif keyword == "items":
        if isinstance(value, list) and isinstance(schema["items"], dict):
            first = len(schema.get("prefixItems", ()))
            yield from (((index,), value[index]) for index in range(first, len(value)))
    elif isinstance(value, dict) and "patternProperties" not in schema:
        known = schema.get("properties", {})
        yield from (((key,), part) for key, part in value.items() if key not in known)
