"""Tell which branch of anyOf or oneOf a value means: the one whose const and enum properties it has."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from checkwright.replies import equal_json

from .documents import ADDRESS

if TYPE_CHECKING:
    from .graph import Graph, Steps

__all__ = ["MeantBranch"]

#: The address by which an engine for a part of the check's schema knows that schema.
_ITSELF = f"{ADDRESS}check/"


class MeantBranch:
    """Finds the branches that values mean, in one schema. Safe from several threads."""

    def __init__(self, graph: Graph) -> None:
        self._nodes = graph.nodes
        self._numbers = {(node.address, node.path): number for number, node in enumerate(graph.nodes)}

    def of(self, error: Any) -> Sequence[int]:
        """Return the indexes of the branches whose properties of one allowed value, then of several, the
        value has most of; () where it has none.

        error: of jsonschema-rs, of anyOf or oneOf.
        """
        value, keyword = error.instance, error.kind.name
        number = self._number(error)
        if not isinstance(value, dict) or number is None:
            return ()
        ranks: dict[int, tuple[int, int]] = {}
        for _, child, steps in self._nodes[number].edges:
            if steps[0] == keyword:
                has = [
                    len(allowed)
                    for name, allowed in self._allowed(child)
                    if name in value and any(equal_json(value[name], one) for one in allowed)
                ]
                ranks[int(steps[1])] = has.count(1), len(has)
        best = max(ranks.values(), default=(0, 0))
        return [index for index, rank in ranks.items() if rank == best] if best[1] else ()

    def _number(self, error: Any) -> int | None:
        """Return the number of the schema in which the keyword of an error stands."""
        location = error.absolute_keyword_location
        address = location.partition("#")[0] if location else ""
        path: Steps = tuple(error.schema_path[:-1])
        return self._numbers.get(("" if address == _ITSELF else address, path))

    def _allowed(self, number: int) -> list[tuple[str, list[Any]]]:
        """Return the properties for which a schema lists the values, with these."""
        return [
            (str(steps[1]), values)
            for part in self._in_place(number)
            for _, child, steps in self._nodes[part].edges
            if steps[0] == "properties"
            for inner in self._in_place(child)
            if (values := _values(self._nodes[inner].schema))
        ]

    def _in_place(self, number: int) -> list[int]:
        """Return a schema and those that it requires of the same value, by references and allOf."""
        numbers = [number]
        for one in numbers:
            numbers += (
                child
                for _, child, steps in self._nodes[one].edges
                if steps[0] in ("$ref", "allOf") and child not in numbers
            )
        return numbers


def _values(schema: dict[str, Any]) -> list[Any]:
    if "const" in schema:
        return [schema["const"]]
    values = schema.get("enum")
    return values if isinstance(values, list) else []
