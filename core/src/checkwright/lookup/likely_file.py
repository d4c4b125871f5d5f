"""Guess by the names of unreadable files which of them may hold what a reference does not find."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from pathlib import Path

from ..contract.problem import Problem
from ..documents.folder import DOCUMENT_SUFFIXES, LEADS_BACK
from ..wording import near

__all__ = ["meant_by", "others_of", "several"]

#: Files that a sentence names.
_NAMED = 5
#: How alike the id in a file's name and a missed id are, for the one to be taken for the other.
_ALIKE = 0.85
#: Where in a file's name the version begins: `tone@1.0`, `tone-1.0`, `tone_v2`.
_VERSION = re.compile(r"@.*|[-_. ]v?[0-9]+(\.[0-9]+)*$")


def meant_by(name: str, version: str, unread: Iterable[Problem]) -> Problem | None:
    """Pick the file whose name says `name` and `version`, else the id alone, else a misspelt one."""
    whole: dict[str, Problem] = {}
    without_version: dict[str, Problem] = {}
    for problem in unread:
        path = Path(problem.source)
        if path.suffix.lower() in DOCUMENT_SUFFIXES:
            whole.setdefault(_as_id(path.stem), problem)
            without_version.setdefault(_as_id(_VERSION.sub("", path.stem)), problem)
    ids = without_version | whole
    for one in (_as_id(f"{name}@{version}"), name):
        if one in ids:
            return ids[one]
    close = near(name, ids, cutoff=_ALIKE)
    return None if close is None else ids[close]


def others_of(unread: Iterable[Problem], *, files: bool) -> list[str]:
    """Return the paths of what may hold anything, since no name says what: unreadable folders.

    files: whether unreadable files count too.
    """
    return [
        problem.source
        for problem in unread
        if problem.message != LEADS_BACK
        and (files or Path(problem.source).suffix.lower() not in DOCUMENT_SUFFIXES)
    ]


def several(names: Sequence[str]) -> str:
    """Name one or more files, past five how many more there are."""
    if len(names) == 1:
        return names[0]
    last = names[-1] if len(names) <= _NAMED else f"{len(names) - _NAMED} more"
    return f"{', '.join(names[: min(_NAMED, len(names) - 1)])} and {last}"


def _as_id(text: str) -> str:
    return re.sub(r"[^a-z0-9]+", "_", text.casefold()).strip("_")
