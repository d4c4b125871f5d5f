"""Build the graph of a schema: resolve every reference once, offline, when the check is prepared."""

from __future__ import annotations

from typing import Any
from urllib.parse import urldefrag

from referencing.exceptions import Unresolvable
from referencing.jsonschema import specification_with

from checkwright import CheckError, NotExecutable
from checkwright.wording import one_line, shown

from .documents import ADDRESS, Documents, reference_of, with_address
from .drafts import Draft, draft_of, parts, references
from .graph import Graph, Node, Steps
from .meta_schemas import META_SCHEMAS

__all__ = ["build_graph"]

#: The address, in the graph, of documents that are neither the check's nor of the look-up.
_OUTSIDE = "published"
_NOWHERE = (
    "nothing has that address; only the schema itself, the schemas of the run and the published "
    "meta-schemas can be referred to"
)
_NOTHING_THERE = "the schema has nothing at that place"


def build_graph(documents: Documents) -> Graph:
    """Build the graph of the root document; references to the look-up are rewritten as addresses.

    Raises:
        CheckError: a reference leads nowhere, or `$schema` names no known draft; the path is the one
            inside the root document, or () for another document.
        NotExecutable: a schema of the look-up is referred to, and the run has none.
    """
    return _Builder(documents).build()


class _Builder:
    """Collects the nodes of a graph, each schema once, and follows their references."""

    def __init__(self, documents: Documents) -> None:
        self._documents = documents
        self._nodes: list[Node] = []
        self._numbers: dict[int, int] = {}
        self._addresses_by_id = {id(schema): address for address, schema in documents.by_address.items()}
        self._reached: dict[str, Draft] = {}
        drafts = {address: self._draft(address, schema) for address, schema in documents.by_address.items()}
        self._drafts = drafts
        try:
            self._registry = META_SCHEMAS.with_resources(
                (address, _resource(schema, drafts[address]))
                for address, schema in documents.by_address.items()
            ).crawl()
        except Exception as error:  # noqa: BLE001 - a malformed $id or anchor shows as anything
            raise CheckError(
                f"an $id, $schema or anchor inside is malformed: {one_line(str(error), 100)}"
            ) from None

    def build(self) -> Graph:
        self._reach(self._documents.root)
        done = 0
        while done < len(self._nodes):
            node = self._nodes[done]
            for keyword, reference in references(node.schema, node.draft):
                self._follow(node, keyword, reference)
            done += 1
        return Graph(self._nodes, self._reached)

    def _draft(self, address: str, schema: Any) -> Draft:
        try:
            return draft_of(schema)
        except CheckError as error:
            raise self._located(address, error.message, error.path) from None

    def _located(self, address: str, message: str, path: Steps) -> CheckError:
        """Make the error of a place: with its path in the root document, else naming the document."""
        if address == self._documents.root:
            return CheckError(message, path)
        return CheckError(f"{reference_of(address)}: {message}")

    def _reach(self, address: str) -> None:
        """Add a document with all schemas in it, unless it was added before."""
        if address not in self._reached:
            self._reached[address] = draft = self._drafts[address]
            schema = self._documents.by_address[address]
            if isinstance(schema, dict):
                resolver = self._registry.resolver(address)
                inside = resolver.in_subresource(_resource(schema, draft))
                self._add(schema, draft, inside, address)

    def _add(self, schema: dict[str, Any], draft: Draft, resolver: Any, address: str) -> int:
        """Add a schema with all schemas inside it, and return its number.

        resolver: one that has entered the schema, so that its `$id` counts.
        """
        first = len(self._nodes)
        self._append(schema, draft, resolver, address, ())
        number = first
        while number < len(self._nodes):
            node = self._nodes[number]
            for steps, part, group in parts(node.schema, node.draft):
                if not isinstance(part, dict):
                    continue
                child = self._numbers.get(id(part))
                if child is None:
                    child = self._append_part(node, part, steps)
                if group is not None:
                    node.edges.append((group, child, steps))
            number += 1
        return first

    def _append_part(self, node: Node, part: dict[str, Any], steps: Steps) -> int:
        path, draft = (*node.path, *steps), node.draft
        if "$schema" in part and ("$id" in part or "id" in part):
            try:
                draft = draft_of(part, draft)
            except CheckError as error:
                raise self._located(node.address, error.message, (*path, *error.path)) from None
        resolver = node.resolver.in_subresource(_resource(part, draft))
        return self._append(part, draft, resolver, node.address, path)

    def _append(self, schema: dict[str, Any], draft: Draft, resolver: Any, address: str, path: Steps) -> int:
        number = self._numbers[id(schema)] = len(self._nodes)
        self._nodes.append(Node(schema, draft, resolver, address, path))
        return number

    def _follow(self, node: Node, keyword: str, reference: str) -> None:
        """Add the target of a reference, and rewrite the reference as the one that was resolved."""
        node.schema[keyword] = target = with_address(reference)
        found = False
        try:
            document = node.resolver.lookup(urldefrag(target)[0] or "#").contents
            found = True
            holder = self._addresses_by_id.get(id(document))
            if holder is not None:
                self._reach(holder)
            resolved = node.resolver.lookup(target)
        except (Unresolvable, ValueError, TypeError, LookupError):
            address = urldefrag(target)[0]
            if address.startswith(ADDRESS) and not self._documents.looked_up:
                ref = reference_of(address)
                raise NotExecutable(f"{ref}: this run has no schemas to look it up in") from None
            why = _NOTHING_THERE if found else self._documents.broken.get(address) or _unknown(reference)
            raise self._dangling(node, keyword, reference, why) from None
        schema = resolved.contents
        if isinstance(schema, bool):
            return
        if not isinstance(schema, dict):
            raise self._dangling(node, keyword, reference, "what stands there is no schema")
        number = self._numbers.get(id(schema))
        if number is None:
            draft = draft_of(schema, node.draft) if holder is None else self._drafts[holder]
            number = self._add(schema, draft, resolved.resolver, holder or _OUTSIDE)
        node.edges.append(("", number, (keyword,)))

    def _dangling(self, node: Node, keyword: str, reference: str, why: str) -> CheckError:
        message = f"the {keyword} {shown(reference)} leads nowhere: {why}"
        return self._located(node.address, message, (*node.path, keyword))


def _unknown(reference: str) -> str:
    """Return why nothing has the address of a reference."""
    name = urldefrag(reference)[0]
    if name.startswith("schema/"):
        return f"{shown(name)} is not of the form schema/<id>@<version>"
    return _NOWHERE


def _resource(schema: Any, draft: Draft) -> Any:
    return specification_with(draft.uri).create_resource(schema)
