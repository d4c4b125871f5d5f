"""EvaluatorStore: accepted definitions by their names, and why a name leads to none."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path

from checkwright import (
    DocumentLimits,
    Found,
    InvalidDocument,
    Missing,
    Problem,
    Severity,
    document_bytes,
    parse_spec,
    read_document,
)
from checkwright.wording import did_you_mean, one_line, pointer, shown

from .named_definition import NamedDefinition

__all__ = ["EVALUATOR_BYTES", "EvaluatorStore"]

#: Bytes of a file that holds a definition.
EVALUATOR_BYTES = 64 * 1024

_PREFIX, _SUFFIX = "evaluator/", ".json"


class EvaluatorStore:
    """The definitions that references lead to: `evaluator/<name>` to the one that was accepted as such.

    Immutable; pickles. Iteration yields the references that lead to a definition, sorted. A file that is
    skipped leads to nothing, as if it were not there; the sentence says why.

    problems: a warning for each mistake of a file that is skipped, in the order of their names.
    """

    def __init__(self, found: Iterable[NamedDefinition], problems: Iterable[Problem] = ()) -> None:
        self._by_name = {one.name: one for one in found}
        self.problems = tuple(problems)
        self._skipped: dict[str, Problem] = {}
        for problem in self.problems:
            self._skipped.setdefault(Path(problem.source).stem, problem)

    @classmethod
    def from_directory(cls, path: str | os.PathLike[str]) -> EvaluatorStore:
        """Read all definitions of a folder, each from the file `<name>.json`.

        Other names, those that start with a dot and folders inside are left out. A file is skipped, with a
        warning, that is not regular (a link is not), larger than `EVALUATOR_BYTES`, no strict JSON, no
        definition, or named otherwise than what it holds.

        Raises:
            OSError: the folder itself cannot be read.
        """
        found: list[NamedDefinition] = []
        problems: list[Problem] = []
        for file in sorted(Path(path).iterdir()):
            if file.name.startswith(".") or file.suffix != _SUFFIX:
                continue
            try:
                found.append(_read(file))
            except InvalidDocument as error:
                problems += (replace(one, severity=Severity.WARNING) for one in error.problems)
        return cls(found, problems)

    def __iter__(self) -> Iterator[str]:
        return (f"{_PREFIX}{name}" for name in sorted(self._by_name))

    def find(self, ref: str) -> Found[NamedDefinition] | Missing:
        """Return the definition of exactly this name, or why there is none."""
        name = ref.removeprefix(_PREFIX) if ref.startswith(_PREFIX) else None
        if name is None:
            return Missing(one_line(f"{shown(ref)} is not of the form evaluator/<name>"), unknown=True)
        if name in self._by_name:
            return Found(self._by_name[name])
        if name in self._skipped:
            return Missing(one_line(f"the evaluator {shown(name)} was skipped: {self._skipped[name]}"))
        hint = did_you_mean(name, self._by_name)
        meant = f", {hint}" if hint else ""
        return Missing(one_line(f"no evaluator has the name {shown(name)}{meant}"), unknown=True)


def _read(file: Path) -> NamedDefinition:
    """Read one file.

    Raises:
        InvalidDocument: it is to be skipped.
    """
    source = str(file)
    limits = DocumentLimits(bytes=EVALUATOR_BYTES)
    try:
        # A link would lead to a file that nobody accepted here.
        if file.is_symlink():
            raise OSError(0, "not a regular file, but a link")
        content = document_bytes(file, limits=limits)
    except OSError as error:
        raise _refused(source, f"cannot be read: {error.strerror or error}", "syntax") from None
    if len(content) > EVALUATOR_BYTES:
        raise _refused(source, f"the file is larger than {EVALUATOR_BYTES // 1024} KiB", "syntax")
    document = read_document(content, source=source, limits=limits)
    definition = parse_spec(document, NamedDefinition)
    too_many = definition.too_many_fields()
    if too_many is not None:
        line, column = document.place(too_many.path)
        place = pointer(too_many.path)
        raise InvalidDocument([Problem(source, too_many.message, line, column, place, code="authoring")])
    if definition.name != file.stem:
        line, column = document.place(("name",))
        message = f"name: {shown(definition.name)} is not the name of its file, which is {shown(file.stem)}"
        raise InvalidDocument([Problem(source, message, line, column, "/name", code="authoring")])
    return definition


def _refused(source: str, message: str, code: str) -> InvalidDocument:
    return InvalidDocument([Problem(source, message, 1, 1, code=code)])
