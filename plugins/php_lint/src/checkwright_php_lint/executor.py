"""Execute php_lint: find the code, wrap it, let PHP judge it, say what it said in lines of the response."""

from __future__ import annotations

import re
from functools import partial
from typing import TYPE_CHECKING

from checkwright import Evidence, NotExecutable, Outcome
from checkwright.wording import one_line

from .codes import Code, codes_of
from .judging import SECONDS, mistakes
from .process import Late
from .program import find_php
from .tags import SHORT_TAG, beginning, line_breaks
from .wrapping import wrapped

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from checkwright import Case, Execute, Toolbox

    from .codes import Codes
    from .linting import Mistake
    from .program import Php
    from .spec import PhpLint
    from .wrapping import File

__all__ = ["engines", "missing", "prepare", "warn"]

#: Code blocks of PHP that are linted in one response.
_MOST = 50
#: Mistakes that stand in the details.
_TOLD = 10

_NO_TAG = Outcome.judge(
    False, "no open tag <?php or <?= in the code: PHP takes all of it for text, not for code"
)
_LATE = Outcome.judge(False, f"time limit: PHP needs more than {SECONDS:g} s for the code")


def engines() -> Mapping[str, str]:
    """Name the PHP that lints where a run names none."""
    try:
        return {"PHP": find_php({}).version}
    except NotExecutable:
        return {}


def missing(toolbox: Toolbox) -> str | None:
    """Say why no PHP lints here."""
    try:
        find_php(toolbox.tools)
    except NotExecutable as error:
        return error.reason
    return None


def warn(spec: PhpLint) -> Iterator[tuple[tuple[str | int, ...], str]]:
    """Notice a template that nothing reads."""
    if spec.wrapper != "template" and spec.wrapper_template is not None:
        yield (
            ("wrapper_template",),
            f"the template does nothing: the wrapper {spec.wrapper} has none, set wrapper: template",
        )


def prepare(spec: PhpLint, toolbox: Toolbox) -> Execute:
    """Find PHP, and make what lints the code of a response with it."""
    php = find_php(toolbox.tools)
    toolbox.engine("PHP", php.version)

    def execute(case: Case) -> Outcome:
        codes = codes_of(case)
        count = len(codes.pieces)
        if count > _MOST:
            return Outcome.judge(
                False, f"size limit: {count:,} code blocks of PHP, at most {_MOST} are linted"
            )
        files = [wrapped(code.text, spec) for code in codes.pieces]
        if not all(file.tagged for file in files):
            return _NO_TAG
        if not any(file.says for file in files):
            return Outcome.judge(False, f"no PHP: {_emptiness(case, codes)}")
        try:
            found = mistakes(case, php.path, files)
        except Late:
            return _LATE
        wrong = [(number, mistake) for number, mistake in enumerate(found) if mistake is not None]
        if not wrong:
            return Outcome.judge(True, f"PHP {php.version} finds no mistake in {_what(codes)}")
        return _failed(case, php, codes, files, wrong)

    return execute


def _what(codes: Codes) -> str:
    if codes.pieces[0].block is None:
        return "the response"
    count = len(codes.pieces)
    return "the code block" if count == 1 else f"{count} code blocks"


def _emptiness(case: Case, codes: Codes) -> str:
    if not case.text:
        return "the response is empty"
    return f"{_what(codes)} holds nothing but tags, white space, comments and text outside of tags"


def _failed(
    case: Case, php: Php, codes: Codes, files: list[File], wrong: list[tuple[int, Mistake]]
) -> Outcome:
    """Say the first mistake and how many pieces have one, all in lines of the response."""
    told: list[dict[str, int | str]] = []
    marks: list[tuple[int, int]] = []
    for number, mistake in wrong:
        code, above = codes.pieces[number], files[number].above
        line = _line(code, above, mistake.line)
        marks.append((number, line))
        if len(told) < _TOLD:
            message = re.sub("\0([0-9]+)", lambda it: _number(case, code, above, it[1]), mistake.message)  # noqa: B023
            at = line_breaks(case.text, 0, code.span(line)[0]) + 1
            told.append({"line": at, "message": one_line(message, 200)})
    first = told[0]
    reason = f"line {first['line']}: {first['message']} (PHP {php.version})"
    if len(codes.pieces) > 1:
        reason += f"; {len(wrong)} of {_what(codes)} {'has' if len(wrong) == 1 else 'have'} a mistake"
    reason += _hint(codes, wrong[0][0])
    return Outcome.judge(
        False, one_line(reason), locate=partial(_locate, tuple(marks)), details={"mistakes": told}
    )


def _line(code: Code, above: int, line: int | None) -> int:
    """Give the index of the line of the code that a line of its file is, or is nearest to."""
    return min(max((line or 1) - 1 - above, 0), code.last_line())


def _number(case: Case, code: Code, above: int, line: str) -> str:
    return str(line_breaks(case.text, 0, code.span(_line(code, above, int(line)))[0]) + 1)


def _hint(codes: Codes, number: int) -> str:
    """Say what most likely lies behind a mistake."""
    text = codes.pieces[number].text
    if SHORT_TAG.match(text, beginning(text)):
        return "; the short tag <? opens no PHP here, write <?php"
    if codes.passed_over:
        return "; no code block is labelled php or holds an open tag, so all of the response was read"
    return ""


def _locate(marks: tuple[tuple[int, int], ...], case: Case) -> tuple[Evidence, ...]:
    """Point at the lines with mistakes; () where there is nothing to quote."""
    pieces = codes_of(case).pieces
    spans = (pieces[number].span(line) for number, line in marks)
    return tuple(Evidence.span(case.text, *span) for span in spans if span[0] < span[1])
