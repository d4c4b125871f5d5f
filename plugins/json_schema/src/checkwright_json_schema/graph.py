"""The graph of a schema: its parts and what they refer to, and how many paths lead through it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, TypeAlias

from .drafts import Draft, references
from .limits import PATHS_CAP, SCHEMA_PATHS

__all__ = ["Graph", "Node", "Steps"]

#: States of a node in a depth-first search.
_OPEN, _DONE = 1, 2
_DYNAMIC = frozenset(("$dynamicRef", "$recursiveRef"))
#: The path from a document to a schema in it.
Steps: TypeAlias = tuple[str | int, ...]
#: The group (see `drafts.Part`) and the number of a schema that is applied, and the steps to it.
Edge: TypeAlias = tuple[str, int, Steps]


@dataclass(slots=True)
class Node:
    """One schema object.

    address, path: the document that it stands in, and its place there.
    edges: the schemas that it applies.
    """

    schema: dict[str, Any]
    draft: Draft
    resolver: Any
    address: str
    path: Steps
    edges: list[Edge] = field(default_factory=list)


class Graph:
    """The schemas that a root schema applies, as far as they are objects.

    nodes: all schemas of the documents that are reached, the root first.
    documents: the drafts of these documents by their addresses, the root's first.
    patterns: number of patterns in them.
    most_required: most properties that one schema requires.
    most_wanted: most values that `enum`, `const` and `not` of one schema hold.
    dynamic: whether the target of a reference depends on the path to it.
    levels: most schemas that lead one into the other.
    """

    def __init__(self, nodes: Sequence[Node], documents: Mapping[str, Draft]) -> None:
        self.nodes = nodes
        self.documents = documents
        self._order, _, self.levels = self._sorted((0,), in_place=False)
        self._in_place, self._cycle, _ = self._sorted(self._order, in_place=True)
        self.dynamic = any(not _DYNAMIC.isdisjoint(node.schema) for node in nodes)
        if self.dynamic:
            self.nodes = _with_dynamic_targets(nodes)
            self._order, _, self.levels = self._sorted((0,), in_place=False)
            self._in_place, _, _ = self._sorted(self._order, in_place=True)
        self.most_required = max((_required(node.schema) for node in nodes), default=0)
        self.most_wanted = max((_wanted(node.schema) for node in nodes), default=0)
        self.patterns = sum(_patterns(node.schema) for node in nodes)
        self._by_depth: list[dict[int, int]] = []

    def branching(self) -> Node | None:
        """Find the innermost schema through which more than SCHEMA_PATHS paths lead; a cycle ends a path."""
        counts: dict[int, int] = {}
        for index in self._order:
            inside = sum(counts.get(child, 0) for _, child, _ in self.nodes[index].edges)
            counts[index] = 1 + inside
            if counts[index] > SCHEMA_PATHS:
                return self.nodes[index]
        return None

    def paths_of_one_value(self) -> int:
        """Count the schemas that may be applied to a value and the values around it; a cycle ends a path."""
        return self._count_paths(lambda _: 1)

    def searches(self) -> int:
        """Count how many patterns may be searched for in one string; a cycle ends a path."""
        return self._count_paths(_patterns)

    def divisions(self) -> int:
        """Count how often one number may be divided or compared with others; a cycle ends a path."""
        return self._count_paths(lambda schema: ("multipleOf" in schema) + ("uniqueItems" in schema))

    def _count_paths(self, weight: Callable[[Mapping[str, Any]], int]) -> int:
        counts: dict[int, int] = {}
        for index in self._order:
            counts[index] = self._count(index, counts, counts, weight(self.nodes[index].schema))
        return counts[0]

    def evaluations(self, number: int, depth: int) -> int:
        """Count how many schemas may be applied to one value inside a value, and the values around it.

        number: of the schema that is applied to the whole value.
        depth: levels of the value. The count ends at PATHS_CAP.
        """
        known = self._by_depth
        if len(known) <= depth:
            # Without a lock: two threads that do this at once make the same list.
            known = list(known)
            while len(known) <= depth:
                counts = self._counts(known[-1] if known else {})
                if known and counts == known[-1]:
                    break
                known.append(counts)
            self._by_depth = known
        return known[min(depth, len(known) - 1)].get(number, PATHS_CAP)

    def _counts(self, above: Mapping[int, int]) -> dict[int, int]:
        counts: dict[int, int] = {}
        for index in self._in_place:
            counts[index] = self._count(index, counts, above)
        return counts

    def _count(self, index: int, here: Mapping[int, int], inside: Mapping[int, int], count: int = 1) -> int:
        """Count for one node: `here` counts for the same value, `inside` for the values inside it."""
        groups: dict[str, int] = {}
        for group, child, _ in self.nodes[index].edges:
            if group == "":
                count += here.get(child, 0)
            else:
                groups[group] = max(groups.get(group, 0), inside.get(child, 0))
        return min(count + sum(groups.values()), PATHS_CAP)

    def endless(self) -> Node | None:
        """Find a schema with a reference that leads back to it for the same value."""
        cycle = (self.nodes[index] for index in self._cycle)
        return next((node for node in cycle if any(references(node.schema, node.draft))), None)

    def _sorted(self, starts: Iterable[int], *, in_place: bool) -> tuple[list[int], list[int], int]:
        """Sort the nodes that can be reached so that each comes after those that it applies.

        in_place: follow only schemas that are applied to the same value.

        Returns:
            The sorted nodes, the first cycle that was met, and the length of the longest path.
        """
        order: list[int] = []
        cycle: list[int] = []
        levels = 0
        state = bytearray(len(self.nodes))
        for start in starts:
            if state[start]:
                continue
            state[start] = _OPEN
            stack = [(start, iter(self.nodes[start].edges))]
            while stack:
                index, edges = stack[-1]
                for group, child, _ in edges:
                    if in_place and group:
                        continue
                    if not state[child]:
                        state[child] = _OPEN
                        stack.append((child, iter(self.nodes[child].edges)))
                        break
                    if not cycle and state[child] == _OPEN:
                        way = [passed for passed, _ in stack]
                        cycle = way[way.index(child) :]
                else:
                    levels = max(levels, len(stack))
                    state[index] = _DONE
                    order.append(index)
                    stack.pop()
        return order, cycle, levels


def _with_dynamic_targets(nodes: Sequence[Node]) -> list[Node]:
    """Add a node for the possible targets of each dynamic reference, and an edge from the reference to it."""
    targets: dict[str, list[int]] = {}
    for number, node in enumerate(nodes):
        if isinstance(node.schema.get("$dynamicAnchor"), str):
            targets.setdefault(node.schema["$dynamicAnchor"], []).append(number)
        if node.schema.get("$recursiveAnchor") is True:
            targets.setdefault("", []).append(number)
    result = list(nodes)
    numbers: dict[str, int] = {}
    for node in nodes:
        for keyword, reference in references(node.schema, node.draft):
            name = reference.rpartition("#")[2]
            if keyword not in _DYNAMIC or name not in targets:
                continue
            if name not in numbers:
                numbers[name] = len(result)
                edges: list[Edge] = [("", number, ()) for number in targets[name]]
                first = nodes[targets[name][0]]
                node_of_targets = replace(first, schema={keyword: reference}, edges=edges)
                result.append(node_of_targets)
            node.edges.append(("", numbers[name], (keyword,)))
    return result


def _required(schema: Mapping[str, Any]) -> int:
    """Count the properties that a schema requires."""
    named = schema.get("required")
    by_name = schema.get("dependentRequired")
    lists = [named, *(by_name.values() if isinstance(by_name, dict) else ())]
    return sum(len(names) for names in lists if isinstance(names, list))


def _wanted(schema: Mapping[str, Any]) -> int:
    """Count the values that `enum`, `const` and `not` of a schema hold: errors copy them."""
    waiting = [schema[keyword] for keyword in ("enum", "const", "not") if keyword in schema]
    count = 0
    while waiting:
        value = waiting.pop()
        count += 1
        if isinstance(value, dict | list):
            waiting += value.values() if isinstance(value, dict) else value
    return count


def _patterns(schema: Mapping[str, Any]) -> int:
    """Count the patterns of a schema."""
    named = schema.get("patternProperties")
    return isinstance(schema.get("pattern"), str) + (len(named) if isinstance(named, dict) else 0)
