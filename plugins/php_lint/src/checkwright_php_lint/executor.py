"""Execute php_lint: find the code, wrap it, let PHP judge it, say what it said in lines of the response."""

from __future__ import annotations

from typing import TYPE_CHECKING

from checkwright import NotExecutable, Outcome

from .codes import codes_of
from .spec import PLACE
from .telling import failed, holds_nothing, stands_in, what
from .wrapping import wrapped

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from checkwright import Case, Execute, Toolbox

    from .spec import PhpLint

__all__ = ["engines", "missing", "prepare", "warn"]

#: Code blocks of PHP that are linted in one response.
_MOST = 50


def engines() -> Mapping[str, str]:
    """Name the PHP that lints where a run names none."""
    from .program import find_php

    try:
        return {"PHP": find_php({}).version}
    except NotExecutable:
        return {}


def missing(toolbox: Toolbox) -> str | None:
    """Say why no PHP lints here."""
    from .program import find_php

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
    """Find PHP, and make what lints the code of a response with it.

    Raises:
        NotExecutable: no PHP lints here.
        CheckError: the template has a place for the code where PHP would find no mistake in it, or a
            mistake before that place.
    """
    # Loading all kinds needs no processes.
    from .judging import SECONDS, mistakes
    from .process import Late
    from .program import find_php
    from .template import expect_place_for_code

    php = find_php(toolbox.tools)
    late = Outcome.judge(False, f"time limit: PHP needs more than {SECONDS:g} s for the code")
    toolbox.engine("PHP", php.version)
    note = ""
    if spec.wrapper == "template":
        note = expect_place_for_code(php.lints, spec.wrapper_template or PLACE, php.version)

    def execute(case: Case) -> Outcome:
        codes = codes_of(case)
        count = len(codes.pieces)
        if count > _MOST:
            return Outcome.judge(
                False, f"size limit: {count:,} code blocks of PHP, at most {_MOST} are linted"
            )
        files = [wrapped(code.text, spec) for code in codes.pieces]
        untagged = [code for code, file in zip(codes.pieces, files, strict=True) if not file.tagged]
        if untagged:
            return Outcome.judge(False, f"no PHP: no open tag <?php or <?= {stands_in(untagged, codes)}")
        if not any(file.says for file in files):
            return Outcome.judge(False, f"no PHP: {holds_nothing(case, codes)}")
        try:
            found = mistakes(php.lints, files)
        except Late:
            return late
        if any(found):
            return failed(case, php.version, codes, files, found, note)
        return Outcome.judge(True, f"PHP {php.version} finds no mistake in {what(codes)}")

    return execute
