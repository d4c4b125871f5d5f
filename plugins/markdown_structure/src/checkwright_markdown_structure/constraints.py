"""Check the structure of a reply against one constraint at a time."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from checkwright import CheckError
from checkwright.wording import counted, near, shown

from .structure import Heading, Lines, Structure
from .titles import TOO_LONG, Titles, section_text, titles_of

if TYPE_CHECKING:
    from checkwright import Case

    from .spec import MarkdownStructure

__all__ = ["Constraint", "ConstraintResult", "constraints"]


class ConstraintResult(NamedTuple):
    """The result of one constraint.

    met: whether the structure meets the constraint.
    clause: what was found and, where the constraint is not met, what is wanted.
    lines: the lines that decided.
    """

    met: bool
    clause: str
    lines: Sequence[Lines] = ()


#: At most so many places are evidence for one constraint, and so many titles are compared for a hint.
_MOST_SHOWN = 100
#: Checks the structure of a reply against one constraint; the titles are kept in the case.
Constraint: TypeAlias = Callable[["Case", Structure], ConstraintResult]


def constraints(spec: MarkdownStructure) -> Iterator[Constraint]:
    """Yield the constraints of a check, in the order of its fields.

    Raises:
        CheckError: a required section has no text.
    """
    if spec.min_headings:
        yield _least_headings(spec.min_headings)
    if spec.max_heading_level:
        yield _deepest(spec.max_heading_level)
    if spec.required_sections:
        yield _sections(spec.required_sections)
    if spec.no_h1:
        yield _no_h1
    if spec.min_code_blocks:
        yield _least_code_blocks(spec.min_code_blocks)


def _least_headings(least: int) -> Constraint:
    def check(case: Case, structure: Structure) -> ConstraintResult:  # noqa: ARG001 - as the others
        number = len(structure.headings)
        if number >= least:
            return ConstraintResult(True, counted(number, "heading"))
        words = f"{counted(number, 'heading')}, at least {least:,} wanted"
        if structure.no_space is not None:
            words += f" (no space after # in line {structure.line(structure.no_space)})"
        return ConstraintResult(False, words)

    return check


def _deepest(deepest: int) -> Constraint:
    def check(case: Case, structure: Structure) -> ConstraintResult:  # noqa: ARG001
        worst = max(structure.headings, key=_level, default=None)
        if worst is None:
            return ConstraintResult(True, "no heading is too deep")
        if worst.level <= deepest:
            return ConstraintResult(True, f"deepest level {worst.level}")
        lines = [heading.lines for heading in structure.headings if heading.level > deepest]
        return ConstraintResult(
            False,
            f"level {worst.level} in line {structure.line(worst.lines[0])}{_more(lines)}, "
            f"at most {deepest} allowed",
            lines[:_MOST_SHOWN],
        )

    return check


def _sections(wanted: Sequence[str]) -> Constraint:
    sections: dict[str, str] = {}
    for index, section in enumerate(wanted):
        text = section_text(section)
        if not text:
            raise CheckError(
                f"{shown(section)} is no text that a heading could have", ("required_sections", index)
            )
        sections.setdefault(text, section)

    def check(case: Case, structure: Structure) -> ConstraintResult:
        titles = case.memo(titles_of)
        missing = [section for text, section in sections.items() if text not in titles.places]
        if not missing:
            lines = [structure.headings[titles.places[text]].lines for text in sections]
            return ConstraintResult(True, "every section" if len(lines) > 1 else "the section", lines)
        named = ", ".join(shown(section, 24) for section in missing[:2])
        words = f"no section {named}" + (f" and {len(missing) - 2} more" if len(missing) > 2 else "")
        words += f" among {counted(len(structure.headings), 'heading')}" + _nearest(
            section_text(missing[0]), titles, structure
        )
        if titles.too_long is not None:
            line = structure.line(structure.headings[titles.too_long].lines[0])
            words = f"no section {named[:24]}; size limit: line {line} has {TOO_LONG}"
        return ConstraintResult(False, words)

    return check


def _nearest(wanted: str, titles: Titles, structure: Structure) -> str:
    """Return a hint at the heading that was probably meant; "" when none is close."""
    some = list(islice(titles.places, _MOST_SHOWN))
    close = next((text for text in some if wanted in text), None) or near(wanted, some)
    if close is None:
        return ""
    return f" (line {structure.line(structure.headings[titles.places[close]].lines[0])}: {shown(close, 24)})"


def _no_h1(case: Case, structure: Structure) -> ConstraintResult:  # noqa: ARG001
    lines = [heading.lines for heading in structure.headings if heading.level == 1]
    if not lines:
        return ConstraintResult(True, "no heading of level 1")
    words = f"level 1 in line {structure.line(lines[0][0])}{_more(lines)}, none allowed"
    return ConstraintResult(False, words, lines[:_MOST_SHOWN])


def _least_code_blocks(least: int) -> Constraint:
    def check(case: Case, structure: Structure) -> ConstraintResult:  # noqa: ARG001
        number = len(structure.code_blocks)
        if number >= least:
            openings = [(first, first + 1) for first, _ in structure.code_blocks[:_MOST_SHOWN]]
            return ConstraintResult(True, counted(number, "code block"), openings)
        return ConstraintResult(False, f"{counted(number, 'code block')}, at least {least:,} wanted")

    return check


def _level(heading: Heading) -> int:
    return heading.level


def _more(lines: Sequence[Lines]) -> str:
    return f" and {len(lines) - 1:,} more" if len(lines) > 1 else ""
