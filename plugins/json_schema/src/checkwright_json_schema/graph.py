"""The graph of a schema: its parts and what they refer to; how many ways lead through it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from .drafts import Draft

__all__ = ["MOST_PATHS", "Graph", "Node", "Steps"]

#: Ways through a schema that its references and combinations may come to.
MOST_PATHS = 100_000
#: Ways are not counted further than this.
_PLENTY = 10**9
#: The way from a document to a schema in it.
Steps: TypeAlias = tuple[str | int, ...]


@dataclass(slots=True)
class Node:
    """One schema object.

    address: of the document that it stands in, and path its place there.
    edges: the group and the number of each schema that it applies.
    """

    schema: dict[str, Any]
    draft: Draft
    resolver: Any
    address: str
    path: Steps
    edges: list[tuple[str, int]] = field(default_factory=list)


class Graph:
    """The schemas that a root schema applies, as far as they are objects.

    documents: the drafts of the documents that they stand in, by their addresses, the root's first.
    patterns: how many patterns stand in them.
    """

    def __init__(self, nodes: Sequence[Node], documents: Mapping[str, Draft]) -> None:
        self._nodes = nodes
        self.documents = documents
        self._order = self._sorted()
        self.patterns = sum(_patterns(node.schema) for node in nodes)
        self._by_depth: list[dict[int, int]] = []

    def paths(self) -> int:
        """Count the ways through the schema from its root; a cycle ends a way. Past 10**9 it is that."""
        counts: dict[int, int] = {}
        for index in self._order:
            inside = sum(counts.get(child, 0) for _, child in self._nodes[index].edges)
            counts[index] = min(1 + inside, _PLENTY)
        return counts[0]

    def paths_of_one_value(self) -> int:
        """Count how many schemas may judge the values on one way into any value; a cycle ends a way."""
        counts: dict[int, int] = {}
        for index in self._order:
            counts[index] = self._count(index, counts, counts)
        return counts[0]

    def evaluations(self, depth: int) -> int:
        """Count how many schemas may judge the values on one way into a value that nests `depth` levels.

        Past 10**9 it is that.
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
        return known[min(depth, len(known) - 1)][0]

    def _counts(self, above: Mapping[int, int]) -> dict[int, int]:
        counts: dict[int, int] = {}
        for index in self._order:
            counts[index] = self._count(index, counts, above)
        return counts

    def _count(self, index: int, here: Mapping[int, int], inside: Mapping[int, int]) -> int:
        """Count for one node, from the counts of others for the same value and for those inside."""
        count = 1
        groups: dict[str, int] = {}
        for group, child in self._nodes[index].edges:
            if group == "":
                count += here.get(child, 0)
            else:
                groups[group] = max(groups.get(group, 0), inside.get(child, 0))
        return min(count + sum(groups.values()), _PLENTY)

    def _sorted(self) -> list[int]:
        """Give the numbers of the nodes that the root leads to, each after those that it leads to."""
        order: list[int] = []
        state = bytearray(len(self._nodes))
        state[0] = 1
        stack = [(0, iter(self._nodes[0].edges))]
        while stack:
            index, edges = stack[-1]
            for _, child in edges:
                if state[child] == 0:
                    state[child] = 1
                    stack.append((child, iter(self._nodes[child].edges)))
                    break
            else:
                state[index] = 2
                order.append(index)
                stack.pop()
        return order

    def endless(self) -> tuple[str, Steps] | None:
        """Find a schema that refers back to itself for the same value: its document and its path there."""
        state = bytearray(len(self._nodes))
        for start in self._order:
            stack = [(start, iter(self._nodes[start].edges))] if state[start] == 0 else []
            state[start] = state[start] or 1
            while stack:
                index, edges = stack[-1]
                for group, child in edges:
                    if group or state[child] == 2:
                        continue
                    if state[child] == 1:
                        return self._nodes[index].address, self._nodes[index].path
                    state[child] = 1
                    stack.append((child, iter(self._nodes[child].edges)))
                    break
                else:
                    state[index] = 2
                    stack.pop()
        return None


def _patterns(schema: Mapping[str, Any]) -> int:
    named = schema.get("patternProperties")
    return isinstance(schema.get("pattern"), str) + (len(named) if isinstance(named, dict) else 0)
