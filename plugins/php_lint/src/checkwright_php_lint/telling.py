"""Telling what PHP found, in lines of the response."""

from __future__ import annotations

import re
from functools import partial
from typing import TYPE_CHECKING

from checkwright import Evidence, Outcome
from checkwright.text import has_invisible, invisible_names
from checkwright.wording import one_line

from .codes import codes_of
from .tags import OPEN_TAG, SHORT_TAG, beginning, line_breaks
from .wrapping import CLOSES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from checkwright import Case

    from .codes import Code, Codes
    from .linting import Mistake
    from .wrapping import File

__all__ = ["failed", "holds_nothing", "stands_in", "what"]

#: Mistakes that stand in the details.
_TOLD = 10
#: The number of a line inside a message.
_LINE = re.compile("\0([0-9]+)")
_ON_LINE = re.compile(" on line \0([0-9]+)")


def what(codes: Codes) -> str:
    """Name what was linted."""
    if codes.pieces[0].block is None:
        return "the response"
    count = len(codes.pieces)
    return "the code block" if count == 1 else f"{count} code blocks"


def holds_nothing(case: Case, codes: Codes) -> str:
    """Say that there is no code in what was to be linted."""
    if not case.text:
        return "the response is empty"
    holds = "holds" if len(codes.pieces) == 1 else "hold"
    return f"{what(codes)} {holds} nothing but tags, white space, comments and text outside of tags"


def stands_in(wrong: Sequence[Code], codes: Codes) -> str:
    """Say in which pieces no tag stands, and where the first one is."""
    block = wrong[0].block
    if block is None or len(codes.pieces) == 1:
        return "stands in the code, so all of it is text"
    return f"stands in {len(wrong)} of {what(codes)}, first in line {block.line}, so all of it is text"


def failed(
    case: Case,
    version: str,
    codes: Codes,
    files: Sequence[File],
    found: Sequence[Mistake | None],
    note: str = "",
) -> Outcome:
    """Say the first mistake and how many pieces have one; the evidence is the line of each.

    files, found: of each piece what was linted, and what is wrong with it.
    note: that nothing is known to fit what is put around the code, for the end of the reason.
    """
    wrong = [(number, mistake) for number, mistake in enumerate(found) if mistake is not None]
    told = [
        _told(case, codes.pieces[number], files[number], mistake, fits=not note)
        for number, mistake in wrong[:_TOLD]
    ]
    first, count, pieces = told[0], len(wrong), len(codes.pieces)
    reason = f"line {first['line']}: " if "line" in first else ""
    reason += f"{first['message']} (PHP {version})"
    if pieces > 1:
        reason += f"; {count} of {what(codes)} {'has' if count == 1 else 'have'} a mistake"
    marks = tuple(
        (number, _line(files[number], mistake.line)) for number, mistake in wrong if mistake.line is not None
    )
    reason += _hint(codes, wrong[0][0]) or _invisible(case, codes, marks[0] if "line" in first else None)
    reason += note
    return Outcome.judge(False, one_line(reason), locate=partial(_locate, marks), details={"mistakes": told})


def _told(case: Case, code: Code, file: File, mistake: Mistake, *, fits: bool) -> dict[str, int | str]:
    """Say one mistake. fits: whether any code is known to fit what is put around it."""

    def counted(line: int) -> int:
        return line_breaks(case.text, 0, code.span(_line(file, line))[0]) + 1

    message = mistake.message
    if file.lines is not None and mistake.line is not None:
        first, last = file.lines
        # A brace that the reply has not written is none that a reader could look for.
        message = _ON_LINE.sub(lambda found: found[0] if int(found[1]) >= first else "", message)
        if mistake.line > last:
            closes = fits and message.startswith("Unmatched ")
            message = CLOSES if closes else f"behind the code: {message}"
    message = _LINE.sub(lambda line: str(counted(int(line[1]))), message)
    told: dict[str, int | str] = {} if mistake.line is None else {"line": counted(mistake.line)}
    return {**told, "message": one_line(message, 200)}


def _line(file: File, line: int) -> int:
    """Give the index of the line of the code that a line of its file is, or the first for one above it."""
    return max(line - 1 - file.above, 0)


def _hint(codes: Codes, number: int) -> str:
    """Say what most likely lies behind a mistake."""
    text = codes.pieces[number].text
    start = beginning(text)
    if text[start : start + 5].lower() == "<?php" and not OPEN_TAG.match(text, start):
        return "; white space has to stand behind <?php"
    if SHORT_TAG.match(text, start):
        return "; the short tag <? opens no PHP here, write <?php"
    if codes.passed_over:
        return "; no code block is labelled php or holds an open tag, so all of the response was read"
    return ""


def _invisible(case: Case, codes: Codes, mark: tuple[int, int] | None) -> str:
    """Name what is invisible in the line of a mistake."""
    if mark is None:
        return ""
    start, stop = codes.pieces[mark[0]].span(mark[1])
    line = case.text[start:stop]
    return f"; the line holds the invisible {invisible_names(line)}" if has_invisible(line) else ""


def _locate(marks: tuple[tuple[int, int], ...], case: Case) -> tuple[Evidence, ...]:
    """Point at the lines with mistakes; () where there is nothing to quote."""
    pieces = codes_of(case).pieces
    spans = (pieces[number].span(line) for number, line in marks)
    return tuple(Evidence.span(case.text, *span) for span in spans if span[0] < span[1])
