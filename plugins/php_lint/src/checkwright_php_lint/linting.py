"""Find the code of a reply, wrap it, lint it, and report mistakes by lines of the response."""

from __future__ import annotations

from typing import TYPE_CHECKING

from checkwright import Outcome

from .mistakes import SECONDS, find_mistakes
from .php_code import php_code_of
from .process import TimedOut
from .program import find_php
from .reason import failed_outcome, no_code_reason, no_tag_reason, parts_linted
from .spec import PLACE
from .template import check_template
from .wrapper import wrap

if TYPE_CHECKING:
    from checkwright import Case, Execute, Toolbox

    from .spec import PhpLint

__all__ = ["linting"]

#: Code blocks of PHP that are linted in one response.
_MOST_BLOCKS = 50


def linting(spec: PhpLint, toolbox: Toolbox) -> Execute:
    """Find PHP and return the function that lints the code of a response with it.

    Raises:
        NotExecutable: no PHP can lint here.
        CheckError: the place for the code in the template is one where PHP reports no mistakes, or the
            template itself has a mistake before that place.
    """
    php = find_php(toolbox.tools)
    timed_out = Outcome.judge(False, f"time limit: PHP needs more than {SECONDS:g} s for the code")
    toolbox.engine("PHP", php.version)
    note = ""
    if spec.wrapper == "template":
        note = check_template(php.cache, spec.wrapper_template or PLACE, php.version)

    def execute(case: Case) -> Outcome:
        code = php_code_of(case)
        count = len(code.snippets)
        if count > _MOST_BLOCKS:
            return Outcome.judge(
                False, f"size limit: {count:,} code blocks of PHP, at most {_MOST_BLOCKS} are linted"
            )
        files = [wrap(snippet.text, spec) for snippet in code.snippets]
        untagged = [snippet for snippet, file in zip(code.snippets, files, strict=True) if not file.tagged]
        if untagged:
            return Outcome.judge(False, f"no PHP: no open tag <?php or <?= {no_tag_reason(untagged, code)}")
        if not any(file.has_code for file in files):
            return Outcome.judge(False, f"no PHP: {no_code_reason(case, code)}")
        try:
            found = find_mistakes(php.cache, files)
        except TimedOut:
            return timed_out
        if any(found):
            return failed_outcome(case, php.version, code, files, found, note)
        return Outcome.judge(True, f"PHP {php.version} finds no mistake in {parts_linted(code)}")

    return execute
