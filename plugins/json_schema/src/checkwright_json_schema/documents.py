"""The schemas that a check may refer to: its own, those of the run's look-up, the published meta-schemas."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from urllib.parse import urldefrag

from checkwright import CheckError, Found, Missing
from checkwright.wording import listed, one_line

from .drafts import draft_of
from .plain_copy import plain_copy
from .spec import SCHEMA_REF

if TYPE_CHECKING:
    from checkwright import SchemaLookup

__all__ = ["ADDRESS", "Documents", "address_of", "reference_of", "references_inside", "with_address"]

#: How the address of every schema of the look-up starts. Nothing is ever fetched from there (`.invalid` is
#: reserved by RFC 6761); it is a URL because relative references are resolved for known schemes only.
ADDRESS = "https://checkwright.invalid/"
_REF = re.compile(SCHEMA_REF.removesuffix("$"))
_META_SCHEMA_ADDRESSES = ("http://json-schema.org/", "https://json-schema.org/")


def address_of(ref: str) -> str:
    """Return the address of a schema of the look-up, whatever its `$id`.

    Each ends in a slash of its own, so that no relative `$id` or reference leads from one to another.
    """
    return f"{ADDRESS}{ref}/"


def with_address(reference: str) -> str:
    """Return a reference with the address of its schema in place of the name, if it leads to the look-up."""
    name, mark, fragment = reference.partition("#")
    return f"{address_of(name)}{mark}{fragment}" if _REF.fullmatch(name) else reference


def reference_of(address: str) -> str:
    """Return the reference that an address of the look-up stands for; any other address as it is."""
    return address.removeprefix(ADDRESS).removesuffix("/") if address.startswith(ADDRESS) else address


@dataclass(frozen=True, slots=True)
class Documents:
    """The schemas that a check needs, by their addresses; each is a copy of its own.

    root: the address of the check's schema, "" for one that stands in the check.
    by_address: all schemas that can be referred to, except the published meta-schemas.
    broken: why a schema of the look-up cannot be used, by its address.
    looked_up: whether the run has a look-up.
    published: whether a published meta-schema is referred to.
    """

    root: str
    by_address: Mapping[str, Any]
    broken: Mapping[str, str]
    looked_up: bool
    published: bool

    @classmethod
    def collect(cls, root: str, schema: Any, store: SchemaLookup | None) -> Documents:
        """Collect the schemas that `schema` may refer to, directly or through others.

        A schema of the look-up is found by its reference, and by its absolute `$id` unless another one has
        the same.

        schema: a copy that is the caller's to change.
        """
        collector = _Collector(store)
        collector.found[root] = schema
        collector.follow(schema)
        if collector.foreign and store is not None:
            collector.add_by_id(store)
        return cls(root, collector.found, collector.broken, store is not None, collector.published)


class _Collector:
    """Loads schemas of the look-up; `foreign` tells whether a reference leads anywhere else."""

    def __init__(self, store: SchemaLookup | None) -> None:
        self._store = store
        self.found: dict[str, Any] = {}
        self.broken: dict[str, str] = {}
        self.foreign = False
        self.published = False

    def follow(self, schema: Any) -> None:
        """Load all schemas of the look-up that are referred to by their references."""
        waiting = [schema]
        while waiting:
            for _, reference in references_inside(waiting.pop()):
                if reference.startswith(_META_SCHEMA_ADDRESSES):
                    self.published = True
                address = urldefrag(with_address(reference))[0]
                if not address.startswith(ADDRESS):
                    self.foreign = self.foreign or bool(address)
                elif address not in self.found and address not in self.broken:
                    loaded = self._load(address)
                    if loaded is not None:
                        waiting.append(loaded)

    def add_by_id(self, store: SchemaLookup) -> None:
        """Load every schema of the look-up that has an absolute `$id`, under that address too."""
        names: dict[str, list[str]] = {}
        for ref in store:
            found = store.find(ref)
            schema = found.value if isinstance(found, Found) else None
            own = schema.get("$id", schema.get("id")) if isinstance(schema, dict) else None
            if isinstance(own, str) and ":" in own:
                names.setdefault(urldefrag(own)[0], []).append(ref)
        for own, refs in sorted(names.items()):
            if own in self.found:
                continue
            if len(refs) > 1:
                self.broken[own] = f"{listed(refs)} have this $id; refer to one of them by its reference"
                continue
            address = address_of(refs[0])
            schema = self.found.get(address) if address in self.found else self._load(address)
            if schema is None:
                self.broken[own] = self.broken[address]
                continue
            self.found[own] = plain_copy(schema)
            self.follow(schema)

    def _load(self, address: str) -> Any:
        ref = reference_of(address)
        if self._store is None:
            return None
        found = self._store.find(ref)
        if isinstance(found, Missing):
            self.broken[address] = found.why
            return None
        try:
            draft_of(found.value)
            self.found[address] = plain_copy(found.value)
        except CheckError as error:
            self.broken[address] = one_line(f"{ref}: {error.message}")
            return None
        return self.found[address]


def references_inside(schema: Any) -> Iterator[tuple[tuple[str | int, ...], str]]:
    """Yield the path and the text of all that may be references, wherever they stand in a schema."""
    waiting: list[tuple[tuple[str | int, ...], Any]] = [((), schema)]
    while waiting:
        path, value = waiting.pop()
        if isinstance(value, dict):
            for keyword in ("$ref", "$dynamicRef", "$recursiveRef"):
                if isinstance(value.get(keyword), str):
                    yield (*path, keyword), value[keyword]
            waiting += (((*path, key), part) for key, part in value.items())
        elif isinstance(value, list):
            waiting += (((*path, index), part) for index, part in enumerate(value))
