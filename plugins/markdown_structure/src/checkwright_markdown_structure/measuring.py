"""Execute markdown_structure: check every constraint, and name all that are broken."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from checkwright import Evidence, NotExecutable, Outcome
from checkwright.wording import one_line

from .constraints import constraints
from .forbidden_patterns import prepare_forbidden
from .parser import parser
from .source import line_spans
from .structure import LimitExceeded, Structure, structure_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from checkwright import Case, Execute, Locate, Toolbox

    from .spec import MarkdownStructure
    from .structure import Lines

__all__ = ["measuring"]

_LONGEST_REASON = 300


def measuring(spec: MarkdownStructure, toolbox: Toolbox) -> Execute:
    """Return the function that checks each constraint; forbidden patterns are prepared by the kind regex.

    Raises:
        NotExecutable: the check has no constraint, or it has patterns and the kind regex is not installed.
        CheckError: a pattern or a required section cannot be used.
    """
    if not spec.constrains:
        raise NotExecutable("vocabulary only: the check has a description and no constraint")
    checks = tuple(constraints(spec))
    if checks:
        # Loaded here: only rubrics with such constraints need the parser.
        parser()
    search = prepare_forbidden(spec.forbidden_patterns, toolbox) if spec.forbidden_patterns else None

    def execute(case: Case) -> Outcome:
        broken: list[str] = []
        met: list[str] = []
        wrong: list[Lines] = []
        right: list[Lines] = []
        notes: list[str] = []
        locates: Sequence[Locate] = ()
        structure = case.memo(structure_of) if checks else None
        if isinstance(structure, LimitExceeded):
            broken.append(structure.reason)
        elif structure is not None:
            for check in checks:
                found = check(case, structure)
                (met if found.met else broken).append(found.clause)
                (right if found.met else wrong).extend(found.lines)
            notes = _notes(structure)
        if search is not None:
            clauses, locates = search(case)
            broken += clauses
            if not clauses:
                met.append("no forbidden pattern matches")
        if not case.text:
            notes = ["the response is empty"]
        lines = wrong if broken else right
        locate = partial(_evidence, lines, locates) if lines or locates else None
        return Outcome.judge(not broken, _reason(broken or met, notes), locate=locate)

    return execute


def _notes(structure: Structure) -> list[str]:
    """Return clauses on what may have surprised the author of the reply."""
    notes = []
    if structure.unclosed is not None:
        notes.append(f"the code fence in line {structure.line(structure.unclosed)} is not closed")
    if not structure.source.text.strip():
        notes.append("the response holds nothing but white space, thinking or front matter")
    return notes


def _reason(clauses: Sequence[str], notes: Sequence[str]) -> str:
    """Join the clauses of all constraints; where that is too long each is cut, and the notes are left out."""
    reason = "; ".join(clauses)
    if len(reason) > _LONGEST_REASON:
        return "; ".join(one_line(clause, _LONGEST_REASON // len(clauses) - 2) for clause in clauses)
    for note in notes:
        if len(reason) + len(note) + 2 <= _LONGEST_REASON:
            reason += f"; {note}"
    return reason


def _evidence(lines: Sequence[Lines], locates: Sequence[Locate], case: Case) -> tuple[Evidence, ...]:
    return tuple(dict.fromkeys(_places(lines, locates, case)))


def _places(lines: Sequence[Lines], locates: Sequence[Locate], case: Case) -> Iterator[Evidence]:
    structure = case.memo(structure_of) if lines else None
    if isinstance(structure, Structure):
        for span in line_spans(structure.source, lines):
            yield Evidence.span(case.text, *span)
    for locate in locates:
        yield from locate(case)
