"""Execute markdown_structure: look at every constraint, say all that are broken."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from checkwright import Evidence, NotExecutable, Outcome
from checkwright.wording import one_line

from .constraints import constraints
from .forbidden import forbidden
from .parsing import parser
from .source import line_spans
from .structure import Structure, Unread, structure_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from checkwright import Case, Execute, Locate, Toolbox

    from .spec import MarkdownStructure
    from .structure import Lines

__all__ = ["prepare"]

_LONGEST_REASON = 300


def prepare(spec: MarkdownStructure, toolbox: Toolbox) -> Execute:
    """Make what looks at each constraint; the kind regex prepares the forbidden patterns.

    Raises:
        NotExecutable: nothing constrains, or there are patterns and no kind regex.
        CheckError: a pattern or a required section cannot be used.
    """
    if not spec.constrains:
        raise NotExecutable("vocabulary only: the check has a description and no constraint")
    looks = tuple(constraints(spec))
    if looks:
        # The parser is loaded only for rubrics that use it.
        parser()
    search = forbidden(spec.forbidden_patterns, toolbox) if spec.forbidden_patterns else None

    def execute(case: Case) -> Outcome:
        broken: list[str] = []
        kept: list[str] = []
        wrong: list[Lines] = []
        right: list[Lines] = []
        notes: list[str] = []
        locates: Sequence[Locate] = ()
        structure = case.memo(structure_of) if looks else None
        if isinstance(structure, Unread):
            broken.append(structure.reason)
        elif structure is not None:
            for look in looks:
                found = look(case, structure)
                (kept if found.kept else broken).append(found.words)
                (right if found.kept else wrong).extend(found.lines)
            notes = _notes(structure)
        if search is not None:
            words, locates = search(case)
            broken += words
            if not words:
                kept.append("no forbidden pattern matches")
        if not case.text:
            notes = ["the response is empty"]
        lines = wrong if broken else right
        locate = partial(_evidence, lines, locates) if lines or locates else None
        return Outcome.judge(not broken, _reason(broken or kept, notes), locate=locate)

    return execute


def _notes(structure: Structure) -> list[str]:
    notes = []
    if structure.unclosed is not None:
        notes.append(f"the code fence in line {structure.line(structure.unclosed)} is not closed")
    if not structure.source.text.strip():
        notes.append("the response holds nothing but white space, thinking or front matter")
    return notes


def _reason(words: Sequence[str], notes: Sequence[str]) -> str:
    """Name every constraint in one line: where that is too long each is cut, and notes are left out."""
    reason = "; ".join(words)
    if len(reason) > _LONGEST_REASON:
        return "; ".join(one_line(word, _LONGEST_REASON // len(words) - 2) for word in words)
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
