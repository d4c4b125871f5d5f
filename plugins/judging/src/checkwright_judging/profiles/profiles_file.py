"""Read a file of profiles, or say every mistake of it with its place, and no key that stands in it."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from checkwright import Document, InvalidDocument, Problem, document_bytes, parse_spec, read_document
from checkwright.wording import did_you_mean, pointer, shown, spelled

from .literal_keys import literal_keys, without_keys
from .profile import JudgesDocument, Profile

__all__ = ["JudgesFile", "parse_profiles", "read_profiles"]

_HINT = "name where it is found: {env: NAME}, {file: PATH} or {keyring: {service, user}}"


@dataclass(frozen=True, slots=True)
class JudgesFile:
    """What a file of profiles says; pickles, since no key stands in it.

    source: what messages call the file. folder: what its paths are relative to; None where it has none.
    """

    document: JudgesDocument
    source: str
    folder: str | None = None

    @property
    def profiles(self) -> Mapping[str, Profile]:
        """The profiles by name."""
        return self.document.profiles

    def assigned(self, uses: tuple[str, ...]) -> str | None:
        """Return the profile that is assigned to the first of some uses that has one."""
        assignments = self.document.assignments or {}
        return next((assignments[use] for use in uses if use in assignments), None)


def read_profiles(path: str | os.PathLike[str]) -> JudgesFile:
    """Read a file of profiles, YAML or JSON.

    Raises:
        InvalidDocument: `.problems` holds every mistake.
        OSError: it cannot be read.
    """
    place = Path(path)
    return parse_profiles(document_bytes(place), source=str(path), folder=str(place.parent.absolute()))


def parse_profiles(text: str | bytes, *, source: str = "judges", folder: str | None = None) -> JudgesFile:
    """Read profiles from a text.

    Raises:
        InvalidDocument: `.problems` holds every mistake; nothing in them looks like a key.
    """
    try:
        return _parsed(read_document(text, source=source), folder)
    except InvalidDocument as error:
        problems = [without_keys(problem) for problem in error.problems]
    raise InvalidDocument(problems)


def _parsed(document: Document, folder: str | None) -> JudgesFile:
    literal = [_problem(document, place, why, _HINT) for place, why in literal_keys(document.data)]
    if literal:
        # Nothing else is said of such a file, since it would show what stands there.
        raise InvalidDocument(literal)
    read = parse_spec(document, JudgesDocument)
    wrong = list(_wrong_assignments(document, read))
    if wrong:
        raise InvalidDocument(wrong)
    return JudgesFile(read, document.source, folder)


def _wrong_assignments(document: Document, read: JudgesDocument) -> Iterator[Problem]:
    for use, name in (read.assignments or {}).items():
        if name not in read.profiles:
            hint = did_you_mean(name, read.profiles)
            yield _problem(document, ("assignments", use), f"there is no profile {shown(name)}", hint)


def _problem(document: Document, path: tuple[str | int, ...], message: str, hint: str | None) -> Problem:
    line, column = document.place(path)
    return Problem(document.source, f"{spelled(path)}: {message}", line, column, pointer(path), hint=hint)
