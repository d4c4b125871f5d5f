"""RubricStore: rubrics by their references, and why a reference leads to none."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from ..contract.errors import InvalidDocument
from ..contract.lookup import Found, Missing
from ..contract.problem import Problem, Severity
from ..contract.references import RubricRef
from ..datasets.recognition import is_dataset, looks_like_dataset
from ..documents.folder import document_files, unreadable
from ..documents.located import located
from ..documents.reading import document_bytes, read_document
from ..kinds.kinds import Kinds
from ..rubrics.reading import InvalidChecks, read_rubric
from ..rubrics.rubric import Rubric
from ..wording import one_line
from .answers import defined_twice, missing_id, missing_version, several_define
from .claimed_ref import Claim, claim_of, is_meant_as_rubric
from .likely_file import meant_by, others_of, several

__all__ = ["RubricStore"]


class _Entry(NamedTuple):
    """What one file holds. rubric: None where it is invalid, then `problem` is the first of its errors."""

    source: str
    claim: Claim
    rubric: Rubric | None
    problem: Problem | None = None


class RubricStore:
    """The rubrics that references lead to: `rubric/<id>@<version>` to the enabled rubric of that name.

    Immutable; pickles. Whatever is wrong with one file concerns its own reference alone.

    problems: everything that is wrong with the files, in their order; then each reference that several
        of them define, which leads to none of them.
    """

    def __init__(self, found: Iterable[_Entry], problems: Iterable[Problem]) -> None:
        self._by_ref: dict[RubricRef, list[_Entry]] = {}
        self._by_id: dict[str, list[_Entry]] = {}
        self._guessed: dict[RubricRef | str, _Entry] = {}
        self._unread: list[Problem] = []
        for one in found:
            claim = one.claim
            if claim.id is not None:
                self._by_id.setdefault(claim.id, []).append(one)
            if claim.certain and claim.ref is not None:
                self._by_ref.setdefault(claim.ref, []).append(one)
            elif claim.id is not None:
                self._guessed.setdefault(claim.ref or claim.id, one)
            elif one.problem is not None:
                self._unread.append(one.problem)
        self._ids = sorted(self._by_id)
        self.problems = (*problems, *map(_twice, filter(_is_several, self._by_ref.values())))

    @classmethod
    def of(cls, rubrics: Iterable[Rubric]) -> RubricStore:
        """Make a store of rubrics that are already read."""
        found = (_Entry(one.source, Claim(one.id, one.version, certain=True), one) for one in rubrics)
        return cls(found, ())

    @classmethod
    def from_directory(
        cls, path: str | os.PathLike[str], *, kinds: Kinds, invalid_checks: InvalidChecks = "raise"
    ) -> RubricStore:
        """Read all rubrics of a folder: its *.yaml, *.yml and *.json files, and those of the folders in it.

        Names that start with a dot are left out, and datasets are no rubrics. Links are followed. A file
        that is invalid, or cannot be read, is a problem of the store, not an exception.

        invalid_checks: as for `load_rubric`.

        Raises:
            OSError: the folder itself cannot be read.
        """
        found: list[_Entry] = []
        problems: list[Problem] = []
        for file in document_files(path):
            if isinstance(file, Problem):
                problems.append(file)
                found.append(_Entry(file.source, Claim(None, None), None, file))
            else:
                one, wrong = _read(file, kinds, invalid_checks)
                problems += wrong
                found += [] if one is None else [one]
        return cls(found, problems)

    @property
    def refs(self) -> tuple[RubricRef, ...]:
        """All references that lead to a rubric, sorted."""
        return tuple(ref for ref in sorted(self._by_ref) if self.get(ref) is not None)

    def __iter__(self) -> Iterator[str]:
        return map(str, self.refs)

    def find(self, ref: str | RubricRef) -> Found[Rubric] | Missing:
        """Return the enabled rubric with exactly this id and version, or why there is none.

        A reference to a rubric that is disabled or missing leads to nothing, and is not broken.
        """
        if isinstance(ref, str):
            try:
                ref = RubricRef.parse(ref)
            except ValueError as error:
                return Missing(one_line(str(error)), unknown=True)
        entries = self._by_ref.get(ref, ())
        if len(entries) > 1:
            return several_define(ref, [one.source for one in entries])
        if entries and entries[0].rubric is not None:
            rubric = entries[0].rubric
            return Found(rubric) if rubric.enabled else Missing(f"{ref} is disabled")
        wrong = entries[0] if entries else self._guessed.get(ref, self._guessed.get(ref.id))
        if wrong is not None:
            return Missing(one_line(f"{ref} is invalid: {wrong.problem}"), broken=True)
        others = self._by_id.get(ref.id)
        if others is not None:
            versions = list(dict.fromkeys(map(_version, others)))
            return missing_version(ref, ref.id, versions, self._aside(ref))
        return missing_id("rubric", ref.id, self._ids, self._aside(ref))

    def get(self, ref: str | RubricRef) -> Rubric | None:
        """Return the enabled rubric with exactly this id and version; None when there is none."""
        found = self.find(ref)
        return found.value if isinstance(found, Found) else None

    def why(self, ref: str | RubricRef) -> str | None:
        """Say in one clean line why `get` returns None; None when it returns a rubric."""
        found = self.find(ref)
        return found.why if isinstance(found, Missing) else None

    def _aside(self, ref: RubricRef) -> str:
        """Return a clause on the file that may be meant and does not say what it holds, or ""."""
        meant = meant_by(ref.id, ref.version, self._unread)
        if meant is not None:
            return f"; not read: {meant}"
        others = others_of(self._unread, files=True)
        return f"; no id could be read in {several(others)}" if others else ""


def _read(
    path: str, kinds: Kinds, invalid_checks: InvalidChecks
) -> tuple[_Entry | None, tuple[Problem, ...]]:
    """Read one file; None when it is another document than a rubric."""
    try:
        content = document_bytes(path)
    except OSError as error:
        problem = unreadable(path, error)
        return _Entry(path, Claim(None, None), None, problem), (problem,)
    try:
        document = read_document(content, source=path)
    except InvalidDocument as error:
        if looks_like_dataset(content):
            return None, ()
        return _Entry(path, claim_of(None, _text(content)), None, error.problems[0]), error.problems
    if not is_meant_as_rubric(document.data):
        return None, () if is_dataset(document) else (_other(path),)
    rubric, findings = read_rubric(document, kinds)
    problems = located(findings, document)
    if rubric is None or (problems and invalid_checks == "raise"):
        return _Entry(path, claim_of(document.data, _text(content)), None, problems[0]), problems
    return _Entry(path, Claim(rubric.id, rubric.version, certain=True), rubric), problems


def _text(content: bytes) -> str:
    return content.decode("utf-8", "replace").removeprefix("\ufeff")


def _other(path: str) -> Problem:
    message = "not a rubric, so it is left out: it has neither checks nor scoring"
    return Problem(path, message, severity=Severity.WARNING, hint="keep it in another folder")


def _is_several(found: list[_Entry]) -> bool:
    return len(found) > 1


def _twice(found: list[_Entry]) -> Problem:
    return defined_twice(found[0].claim.ref, [one.source for one in found])


def _version(found: _Entry) -> str:
    state = " (invalid)" if found.rubric is None else "" if found.rubric.enabled else " (disabled)"
    return f"{found.claim.version or '?'}{state}"
