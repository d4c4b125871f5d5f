"""SchemaStore: JSON Schemas by their references, and why a reference leads to none."""

from __future__ import annotations

import copy
import os
import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from ..contract.errors import InvalidDocument
from ..contract.lookup import Found, Missing
from ..contract.problem import Problem
from ..contract.references import ID_PATTERN, VERSION_PATTERN
from ..documents.folder import document_files, unreadable
from ..documents.limits import DocumentLimits
from ..documents.plain_data import copied
from ..documents.reading import read_file
from ..wording import one_line, pointer, shown
from .answers import defined_twice, missing_id, missing_version, several_define
from .likely_file import meant_by, others_of, several

__all__ = [
    "SchemaStore",
]

_NAME = re.compile(rf"(?P<id>{ID_PATTERN[1:-1]})@(?P<version>{VERSION_PATTERN[1:-1]})")
_PREFIX = "schema/"
_LIMITS = DocumentLimits()


class _Entry(NamedTuple):
    """What one file, or one entry of a mapping, holds. problem: why it is no schema; None when it is one."""

    source: str
    schema: Any
    problem: Problem | None = None


class SchemaStore:
    """The JSON Schemas that references lead to: `schema/<id>@<version>` to what has that name.

    Immutable; pickles. Iteration yields the references that lead to a schema, sorted.

    problems: everything that is wrong with the files, in their order; then each reference that several
        of them define, which leads to none of them.
    """

    def __init__(self, found: Iterable[tuple[str | None, _Entry]], problems: Iterable[Problem]) -> None:
        self._by_ref: dict[str, list[_Entry]] = {}
        self._versions: dict[str, list[str]] = {}
        self._unread: list[Problem] = []
        for ref, one in found:
            if ref is not None:
                self._by_ref.setdefault(ref, []).append(one)
            elif one.problem is not None:
                self._unread.append(one.problem)
        for ref in sorted(self._by_ref):
            name, _, number = ref.removeprefix(_PREFIX).partition("@")
            self._versions.setdefault(name, []).append(number)
        several = [(ref, entries) for ref, entries in self._by_ref.items() if len(entries) > 1]
        self.problems = (*problems, *(_twice(ref, entries) for ref, entries in several))

    @classmethod
    def from_mapping(cls, schemas: Mapping[str, Any]) -> SchemaStore:
        """Make a store of schemas that are already read, by their references.

        Raises:
            ValueError: a key is not of the form `schema/<id>@<version>`, or a value no object or boolean.
            InvalidDocument: a value is no JSON data.
        """
        found = []
        for ref, data in schemas.items():
            _parsed(ref)
            schema = copied(data, ref, _LIMITS)
            if not isinstance(schema, dict | bool):
                raise ValueError(f"{ref}: {_no_schema(schema)}")
            found.append((ref, _Entry(ref, schema)))
        return cls(found, ())

    @classmethod
    def from_directory(cls, path: str | os.PathLike[str]) -> SchemaStore:
        """Read all schemas of a folder and those in it: files named `<id>@<version>`, .json, .yaml or .yml.

        Names that start with a dot are left out. Links are followed. A file that has another name, holds
        no schema or cannot be read is a problem of the store, not an exception.

        Raises:
            OSError: the folder itself cannot be read.
        """
        found: list[tuple[str | None, _Entry]] = []
        problems: list[Problem] = []
        for file in document_files(path):
            ref, one, wrong = (
                (None, _Entry(file.source, None, file), (file,)) if isinstance(file, Problem) else _read(file)
            )
            problems += wrong
            found.append((ref, one))
        return cls(found, problems)

    def __iter__(self) -> Iterator[str]:
        return (ref for ref in sorted(self._by_ref) if self._schema(ref) is not None)

    def __len__(self) -> int:
        return sum(self._schema(ref) is not None for ref in self._by_ref)

    def __contains__(self, ref: object) -> bool:
        return isinstance(ref, str) and self._schema(ref) is not None

    def find(self, ref: str) -> Found[dict[str, Any] | bool] | Missing:
        """Return the schema with exactly this id and version, a copy of it, or why there is none."""
        found = self._schema(ref)
        return self._missing(ref) if found is None else Found(copy.deepcopy(found.schema))

    def get(self, ref: str) -> dict[str, Any] | bool | None:
        """Return the schema with exactly this id and version, a copy of it; None when there is none."""
        found = self.find(ref)
        return found.value if isinstance(found, Found) else None

    def why(self, ref: str) -> str | None:
        """Say in one clean line why `get` returns None; None when it returns a schema."""
        found = self.find(ref)
        return found.why if isinstance(found, Missing) else None

    def _schema(self, ref: str) -> _Entry | None:
        entries = self._by_ref.get(ref, ())
        return entries[0] if len(entries) == 1 and entries[0].problem is None else None

    def _missing(self, ref: str) -> Missing:
        entries = self._by_ref.get(ref, ())
        if len(entries) > 1:
            return several_define(ref, [one.source for one in entries])
        if entries:
            return Missing(one_line(f"{ref} is invalid: {entries[0].problem}"), broken=True)
        try:
            name = _parsed(ref)
        except ValueError as error:
            return Missing(one_line(str(error)), unknown=True)
        aside = self._aside(name, ref.partition("@")[2])
        versions = self._versions.get(name)
        if versions is not None:
            return missing_version(ref, name, versions, aside)
        return missing_id("schema", name, sorted(self._versions), aside)

    def _aside(self, name: str, version: str) -> str:
        """Return a clause on a file that may be meant and was left out, or on unreadable folders, or ""."""
        meant = meant_by(name, version, self._unread)
        if meant is not None:
            return f"; not read: {meant}"
        folders = others_of(self._unread, files=False)
        return f"; {several(folders)} could not be read" if folders else ""


def _parsed(ref: str) -> str:
    """Return the id of a reference.

    Raises:
        ValueError: it is not of that form.
    """
    found = _NAME.fullmatch(ref.removeprefix(_PREFIX)) if ref.startswith(_PREFIX) else None
    if found is None:
        raise ValueError(f"{shown(ref)} is not of the form schema/<id>@<version>")
    return found["id"]


def _read(path: str) -> tuple[str | None, _Entry, tuple[Problem, ...]]:
    """Read one file: its reference, None where its name is none, what it holds, and its problems."""
    name = Path(path).stem
    if _NAME.fullmatch(name) is None:
        message = f"the name {shown(name)} is not of the form <id>@<version>, so the file is left out"
        problem = Problem(path, message, hint="rename it, as order@1.0.json, or keep it in another folder")
        return None, _Entry(path, None, problem), (problem,)
    ref = f"{_PREFIX}{name}"
    try:
        document = read_file(path, limits=_LIMITS)
    except OSError as error:
        problem = unreadable(path, error)
        return ref, _Entry(path, None, problem), (problem,)
    except InvalidDocument as error:
        return ref, _Entry(path, None, error.problems[0]), error.problems
    if not isinstance(document.data, dict | bool):
        line, column = document.place(())
        problem = Problem(path, _no_schema(document.data), line, column, pointer(()))
        return ref, _Entry(path, None, problem), (problem,)
    return ref, _Entry(path, document.data), ()


def _no_schema(data: object) -> str:
    return f"a schema is an object or a boolean, not {shown(data)}"


def _twice(ref: str, entries: list[_Entry]) -> Problem:
    return defined_twice(ref, [one.source for one in entries])
