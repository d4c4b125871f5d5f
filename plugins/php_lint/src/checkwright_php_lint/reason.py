"""The reason and the evidence of an outcome: what PHP reported, by lines of the response."""

from __future__ import annotations

import re
from functools import partial
from typing import TYPE_CHECKING

from checkwright import Evidence, Outcome
from checkwright.text import has_invisible, invisible_names
from checkwright.wording import one_line

from .php_code import php_code_of
from .tags import OPEN_TAG, SHORT_TAG, code_start, line_breaks
from .wrapper import CLOSES_WRAPPER

if TYPE_CHECKING:
    from collections.abc import Sequence

    from checkwright import Case

    from .lint import Mistake
    from .php_code import PhpCode, Snippet
    from .wrapper import File

__all__ = ["failed_outcome", "no_code_reason", "no_tag_reason", "parts_linted"]

#: At most so many mistakes stand in the details.
_MOST_DETAILS = 10
#: The number of a line inside a message, marked by `lint.Mistake`.
_LINE = re.compile("\0([0-9]+)")
_ON_LINE = re.compile(" on line \0([0-9]+)")


def parts_linted(code: PhpCode) -> str:
    """Name what was linted: the response, the code block, or a number of code blocks."""
    if code.snippets[0].block is None:
        return "the response"
    count = len(code.snippets)
    return "the code block" if count == 1 else f"{count} code blocks"


def no_code_reason(case: Case, code: PhpCode) -> str:
    """Return the clause that says that no PHP is there to lint."""
    if not case.text:
        return "the response is empty"
    holds = "holds" if len(code.snippets) == 1 else "hold"
    return (
        f"{parts_linted(code)} {holds} nothing but tags, white space, comments, empty statements and text "
        "outside of tags"
    )


def no_tag_reason(wrong: Sequence[Snippet], code: PhpCode) -> str:
    """Return the clause that says in how many snippets no open tag stands, and where the first one is."""
    block = wrong[0].block
    if block is None or len(code.snippets) == 1:
        return "stands in the code, so all of it is text"
    return f"stands in {len(wrong)} of {parts_linted(code)}, first in line {block.line}, so all of it is text"


def failed_outcome(
    case: Case,
    version: str,
    code: PhpCode,
    files: Sequence[File],
    found: Sequence[Mistake | None],
    note: str = "",
) -> Outcome:
    """Make the failed outcome: the first mistake, how many snippets have one, the line of each as evidence.

    files, found: for each snippet the file that was linted, and its mistake.
    note: what `check_template` adds to the reason.
    """
    wrong = [(number, mistake) for number, mistake in enumerate(found) if mistake is not None]
    details = [
        _mistake_details(case, code.snippets[number], files[number], mistake, fits=not note)
        for number, mistake in wrong[:_MOST_DETAILS]
    ]
    first, count, snippets = details[0], len(wrong), len(code.snippets)
    reason = f"line {first['line']}: " if "line" in first else ""
    reason += f"{first['message']} (PHP {version})"
    if snippets > 1:
        reason += f"; {count} of {parts_linted(code)} {'has' if count == 1 else 'have'} a mistake"
    lines = tuple(
        (number, _line(files[number], mistake.line)) for number, mistake in wrong if mistake.line is not None
    )
    reason += _hint(code, wrong[0][0]) or _invisible(case, code, lines[0] if "line" in first else None)
    reason += note
    return Outcome.judge(
        False, one_line(reason), locate=partial(_locate, lines), details={"mistakes": details}
    )


def _mistake_details(
    case: Case, snippet: Snippet, file: File, mistake: Mistake, *, fits: bool
) -> dict[str, int | str]:
    """Return the line and the message of one mistake; fits: whether some code is known to fit the wrapper."""

    def line_in_response(line: int) -> int:
        return line_breaks(case.text, 0, snippet.span(_line(file, line))[0]) + 1

    message = mistake.message
    if file.lines is not None and mistake.line is not None:
        first, last = file.lines
        # The brace on a line above the code belongs to the wrapper: a reader would look for it in vain.
        message = _ON_LINE.sub(lambda found: found[0] if int(found[1]) >= first else "", message)
        if mistake.line > last:
            closes = fits and message.startswith("Unmatched ")
            message = CLOSES_WRAPPER if closes else f"behind the code: {message}"
    message = _LINE.sub(lambda line: str(line_in_response(int(line[1]))), message)
    place = {} if mistake.line is None else {"line": line_in_response(mistake.line)}
    return {**place, "message": one_line(message, 200)}


def _line(file: File, line: int) -> int:
    """Return the index in the snippet of a line of its file; the first for a line above the snippet."""
    return max(line - 1 - file.above, 0)


def _hint(code: PhpCode, number: int) -> str:
    """Return a clause on the likely cause of a mistake; "" where none is known."""
    text = code.snippets[number].text
    start = code_start(text)
    if text[start : start + 5].lower() == "<?php" and not OPEN_TAG.match(text, start):
        return "; white space has to stand behind <?php"
    if SHORT_TAG.match(text, start):
        return "; the short tag <? opens no PHP here, write <?php"
    if code.other_blocks:
        return "; no code block is labelled php or holds an open tag, so all of the response was read"
    return ""


def _invisible(case: Case, code: PhpCode, line: tuple[int, int] | None) -> str:
    """Return a clause that names the invisible characters in the line of a mistake; "" without any.

    line: the index of a snippet, and of a line in it.
    """
    if line is None:
        return ""
    start, stop = code.snippets[line[0]].span(line[1])
    text = case.text[start:stop]
    return f"; the line holds the invisible {invisible_names(text)}" if has_invisible(text) else ""


def _locate(lines: tuple[tuple[int, int], ...], case: Case) -> tuple[Evidence, ...]:
    """Point at the lines with mistakes; () where there is nothing to quote."""
    snippets = php_code_of(case).snippets
    spans = (snippets[number].span(line) for number, line in lines)
    return tuple(Evidence.span(case.text, *span) for span in spans if span[0] < span[1])
