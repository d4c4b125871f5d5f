"""SchemaStore: JSON Schemas by their references, and why a reference leads to none."""

from __future__ import annotations

import copy
import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from .document import DocumentLimits, pointer, read_file
from .document.plain_data import copied
from .document_files import document_files, unreadable
from .errors import InvalidDocument
from .problem import Problem
from .rubric import ID_PATTERN, VERSION_PATTERN
from .unread import meant_by, others_of, several
from .wording import near, one_line, shown

__all__ = ["SchemaStore", "noting"]

_NAME = re.compile(rf"(?P<id>{ID_PATTERN[1:-1]})@(?P<version>{VERSION_PATTERN[1:-1]})")
_PREFIX = "schema/"
_LIMITS = DocumentLimits()
#: Versions that a sentence names.
_NAMED = 5


class _Found(NamedTuple):
    """What one file, or one entry of a mapping, holds. problem: why it is no schema; None when it is one."""

    source: str
    schema: Any
    problem: Problem | None = None


class SchemaStore:
    """The JSON Schemas that references lead to: `schema/<id>@<version>` to what has that name.

    Immutable; pickles. Iteration gives the references that lead to a schema, sorted.

    problems: everything that is wrong with the files, in their order; then each reference that several
        of them define, which leads to none of them.
    """

    def __init__(self, found: Iterable[tuple[str | None, _Found]], problems: Iterable[Problem]) -> None:
        self._by_ref: dict[str, list[_Found]] = {}
        self._versions: dict[str, list[str]] = {}
        self._unread: list[Problem] = []
        self._note: Callable[[str], None] | None = None
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
            found.append((ref, _Found(ref, schema)))
        return cls(found, ())

    @classmethod
    def from_directory(cls, path: str | os.PathLike[str]) -> SchemaStore:
        """Read all schemas of a folder and those in it: files named `<id>@<version>`, .json, .yaml or .yml.

        Names that start with a dot are left out. Links are followed. A file that has another name, holds
        no schema or cannot be read is a problem of the store, not an exception.

        Raises:
            OSError: the folder itself cannot be read.
        """
        found: list[tuple[str | None, _Found]] = []
        problems: list[Problem] = []
        for file in document_files(path):
            ref, one, wrong = (
                (None, _Found(file.source, None, file), (file,)) if isinstance(file, Problem) else _read(file)
            )
            problems += wrong
            found.append((ref, one))
        return cls(found, problems)

    def __iter__(self) -> Iterator[str]:
        for ref in sorted(self._by_ref):
            if self._schema(ref) is not None:
                self._noted(ref)
                yield ref

    def __len__(self) -> int:
        return sum(self._schema(ref) is not None for ref in self._by_ref)

    def __contains__(self, ref: object) -> bool:
        return isinstance(ref, str) and self._noted(ref) is not None

    def get(self, ref: str) -> dict[str, Any] | bool | None:
        """Give the schema with exactly this id and version, a copy of it; None when there is none."""
        found = self._noted(ref)
        return None if found is None else copy.deepcopy(found.schema)

    def why(self, ref: str) -> str | None:
        """Say in one clean line why `get` gives None; None when it gives a schema."""
        if self._noted(ref) is not None:
            return None
        return one_line(self._why(ref))

    def broken(self, ref: str) -> bool:
        """Tell whether there is such a schema and it cannot be used: invalid, or defined twice."""
        return self._noted(ref) is None and ref in self._by_ref

    def _schema(self, ref: str) -> _Found | None:
        entries = self._by_ref.get(ref, ())
        return entries[0] if len(entries) == 1 and entries[0].problem is None else None

    def _noted(self, ref: str) -> _Found | None:
        if self._note is not None:
            self._note(ref)
        return self._schema(ref)

    def _why(self, ref: str) -> str:
        entries = self._by_ref.get(ref, ())
        if len(entries) > 1:
            return f"{ref} is defined in {_several(entries)}"
        if entries:
            return f"{ref} is invalid: {entries[0].problem}"
        try:
            name = _parsed(ref)
        except ValueError as error:
            return str(error)
        aside = self._aside(name, ref.partition("@")[2])
        versions = self._versions.get(name)
        if versions is not None:
            more = f" and {len(versions) - _NAMED} more" if len(versions) > _NAMED else ""
            return f"{ref} does not exist, {name} has {', '.join(versions[:_NAMED])}{more}{aside}"
        close = near(name, self._versions)
        hint = f", did you mean {close!r}?" if close is not None else ""
        return f"no schema has the id {shown(name)}{hint}{aside}"

    def _aside(self, name: str, version: str) -> str:
        """Say which file may be meant that was left out, or which folder may hold it."""
        meant = meant_by(name, version, self._unread)
        if meant is not None:
            return f"; not read: {meant}"
        folders = others_of(self._unread, files=False)
        return f"; {several(folders)} could not be read" if folders else ""


def noting(store: SchemaStore, note: Callable[[str], None]) -> SchemaStore:
    """Give the same store, except that it tells each reference that is looked up in it."""
    view = copy.copy(store)
    view._note = note
    return view


def _parsed(ref: str) -> str:
    """Give the id of a reference.

    Raises:
        ValueError: it is not of that form.
    """
    found = _NAME.fullmatch(ref.removeprefix(_PREFIX)) if ref.startswith(_PREFIX) else None
    if found is None:
        raise ValueError(f"{shown(ref)} is not of the form schema/<id>@<version>")
    return found["id"]


def _read(path: str) -> tuple[str | None, _Found, tuple[Problem, ...]]:
    """Read one file: its reference, None where its name is none, what it holds, and its problems."""
    name = Path(path).stem
    if _NAME.fullmatch(name) is None:
        message = f"the name {shown(name)} is not of the form <id>@<version>, so the file is left out"
        problem = Problem(path, message, hint="rename it, as order@1.0.json, or keep it in another folder")
        return None, _Found(path, None, problem), (problem,)
    ref = f"{_PREFIX}{name}"
    try:
        document = read_file(path, limits=_LIMITS)
    except OSError as error:
        problem = unreadable(path, error)
        return ref, _Found(path, None, problem), (problem,)
    except InvalidDocument as error:
        return ref, _Found(path, None, error.problems[0]), error.problems
    if not isinstance(document.data, dict | bool):
        line, column = document.place(())
        problem = Problem(path, _no_schema(document.data), line, column, pointer(()))
        return ref, _Found(path, None, problem), (problem,)
    return ref, _Found(path, document.data), ()


def _no_schema(data: object) -> str:
    return f"a schema is an object or a boolean, not {shown(data)}"


def _twice(ref: str, entries: list[_Found]) -> Problem:
    message = f"{ref} is defined in {_several(entries)}, so none of them is used"
    hint = "give each a version of its own, or remove what is not wanted"
    return Problem(entries[-1].source, message, code="authoring", hint=hint)


def _several(entries: Iterable[_Found]) -> str:
    return several([one.source for one in entries])
