"""The graph of a schema: its parts and what they refer to; how many ways lead through it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, TypeAlias

from .drafts import Draft, references

__all__ = ["MOST_LEVELS", "MOST_PATHS", "Graph", "Node", "Steps"]

#: Ways through a schema that its references and combinations may come to.
MOST_PATHS = 100_000
#: Schemas that lead one into the other; the engine follows them on the stack, and ends the process at 80,000.
MOST_LEVELS = 10_000
#: Ways are not counted further than this.
_PLENTY = 10**9
_OPEN, _DONE = 1, 2
_DYNAMIC = frozenset(("$dynamicRef", "$recursiveRef"))
#: The way from a document to a schema in it.
Steps: TypeAlias = tuple[str | int, ...]
#: The group and the number of a schema that is applied, and the steps to it.
Edge: TypeAlias = tuple[str, int, Steps]


@dataclass(slots=True)
class Node:
    """One schema object.

    address: of the document that it stands in, and path its place there.
    edges: the group and the number of each schema that it applies, and the steps to it.
    """

    schema: dict[str, Any]
    draft: Draft
    resolver: Any
    address: str
    path: Steps
    edges: list[Edge] = field(default_factory=list)


class Graph:
    """The schemas that a root schema applies, as far as they are objects.

    documents: the drafts of the documents that they stand in, by their addresses, the root's first.
    nodes: all schemas in them, the root the first. patterns: how many patterns stand in them.
    most_required: properties that one schema demands. most_wanted: values that its keywords hold.
    dynamic: whether what a reference leads to hangs on the way there. levels: how many schemas lead one
    into the other.
    """

    def __init__(self, nodes: Sequence[Node], documents: Mapping[str, Draft]) -> None:
        self.nodes = nodes
        self.documents = documents
        self._order, _, self.levels = self._sorted((0,), in_place=False)
        self._in_place, self._circle, _ = self._sorted(self._order, in_place=True)
        self.dynamic = any(not _DYNAMIC.isdisjoint(node.schema) for node in nodes)
        if self.dynamic:
            self.nodes = _with_hubs(nodes)
            self._order, _, self.levels = self._sorted((0,), in_place=False)
            self._in_place, _, _ = self._sorted(self._order, in_place=True)
        self.most_required = max((_required(node.schema) for node in nodes), default=0)
        self.most_wanted = max((_wanted(node.schema) for node in nodes), default=0)
        self.patterns = sum(_patterns(node.schema) for node in nodes)
        self._by_depth: list[dict[int, int]] = []

    def branching(self) -> Node | None:
        """Find the innermost schema through which more than `MOST_PATHS` ways lead; a cycle ends a way."""
        counts: dict[int, int] = {}
        for index in self._order:
            inside = sum(counts.get(child, 0) for _, child, _ in self.nodes[index].edges)
            counts[index] = 1 + inside
            if counts[index] > MOST_PATHS:
                return self.nodes[index]
        return None

    def paths_of_one_value(self) -> int:
        """Count how many schemas may judge the values on one way into any value; a cycle ends a way."""
        return self._ways(lambda _: 1)

    def searches(self) -> int:
        """Count how many patterns may be searched for in one text; a cycle ends a way."""
        return self._ways(_patterns)

    def divisions(self) -> int:
        """Count how often one number may be divided or compared with others; a cycle ends a way."""
        return self._ways(lambda schema: ("multipleOf" in schema) + ("uniqueItems" in schema))

    def _ways(self, weight: Callable[[Mapping[str, Any]], int]) -> int:
        counts: dict[int, int] = {}
        for index in self._order:
            counts[index] = self._count(index, counts, counts, weight(self.nodes[index].schema))
        return counts[0]

    def evaluations(self, number: int, depth: int) -> int:
        """Count how many schemas may judge the values on one way into a value that one schema judges.

        number: of that schema. depth: levels that the value nests. Past 10**9 it is that.
        """
        known = self._by_depth
        if len(known) <= depth:
            # Another thread may do the same: both come to the same list.
            known = list(known)
            while len(known) <= depth:
                counts = self._counts(known[-1] if known else {})
                if known and counts == known[-1]:
                    break
                known.append(counts)
            self._by_depth = known
        return known[min(depth, len(known) - 1)].get(number, _PLENTY)

    def _counts(self, above: Mapping[int, int]) -> dict[int, int]:
        counts: dict[int, int] = {}
        for index in self._in_place:
            counts[index] = self._count(index, counts, above)
        return counts

    def _count(self, index: int, here: Mapping[int, int], inside: Mapping[int, int], count: int = 1) -> int:
        """Count for one node, from the counts of others for the same value and for those inside."""
        groups: dict[str, int] = {}
        for group, child, _ in self.nodes[index].edges:
            if group == "":
                count += here.get(child, 0)
            else:
                groups[group] = max(groups.get(group, 0), inside.get(child, 0))
        return min(count + sum(groups.values()), _PLENTY)

    def endless(self) -> Node | None:
        """Find a schema with a reference that leads back to it for the same value."""
        circle = (self.nodes[index] for index in self._circle)
        return next((node for node in circle if any(references(node.schema, node.draft))), None)

    def _sorted(self, starts: Iterable[int], *, in_place: bool) -> tuple[list[int], list[int], int]:
        """Return the nodes that some lead to, each after what it leads to, the first circle, and the levels.

        in_place: follow only what judges the same value.
        """
        order: list[int] = []
        circle: list[int] = []
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
                    if not circle and state[child] == _OPEN:
                        way = [passed for passed, _ in stack]
                        circle = way[way.index(child) :]
                else:
                    levels = max(levels, len(stack))
                    state[index] = _DONE
                    order.append(index)
                    stack.pop()
        return order, circle, levels


def _with_hubs(nodes: Sequence[Node]) -> list[Node]:
    """Let each reference that hangs on the way there lead to all that it may lead to, by a node for these."""
    targets: dict[str, list[int]] = {}
    for number, node in enumerate(nodes):
        if isinstance(node.schema.get("$dynamicAnchor"), str):
            targets.setdefault(node.schema["$dynamicAnchor"], []).append(number)
        if node.schema.get("$recursiveAnchor") is True:
            targets.setdefault("", []).append(number)
    result = list(nodes)
    hubs: dict[str, int] = {}
    for node in nodes:
        for keyword, reference in references(node.schema, node.draft):
            name = reference.rpartition("#")[2]
            if keyword not in _DYNAMIC or name not in targets:
                continue
            if name not in hubs:
                hubs[name] = len(result)
                edges: list[Edge] = [("", number, ()) for number in targets[name]]
                first = nodes[targets[name][0]]
                hub = replace(first, schema={keyword: reference}, edges=edges)
                result.append(hub)
            node.edges.append(("", hubs[name], (keyword,)))
    return result


def _required(schema: Mapping[str, Any]) -> int:
    named = schema.get("required")
    by_name = schema.get("dependentRequired")
    lists = [named, *(by_name.values() if isinstance(by_name, dict) else ())]
    return sum(len(names) for names in lists if isinstance(names, list))


def _wanted(schema: Mapping[str, Any]) -> int:
    waiting = [schema[keyword] for keyword in ("enum", "const", "not") if keyword in schema]
    count = 0
    while waiting:
        value = waiting.pop()
        count += 1
        if isinstance(value, dict | list):
            waiting += value.values() if isinstance(value, dict) else value
    return count


def _patterns(schema: Mapping[str, Any]) -> int:
    named = schema.get("patternProperties")
    return isinstance(schema.get("pattern"), str) + (len(named) if isinstance(named, dict) else 0)
