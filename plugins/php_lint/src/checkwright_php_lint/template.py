"""Check the template of an author: refuse one in which every reply would pass, or none could."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from checkwright import CheckError, ServiceError
from checkwright.wording import one_line, shown

from .mistakes import SECONDS
from .process import TimedOut
from .spec import PLACE
from .wrapper import join

if TYPE_CHECKING:
    from .lint import Mistake
    from .lint_cache import LintCache

__all__ = ["check_template"]

#: Text that is a syntax error wherever code stands.
_INVALID = "( ]"
#: Code that is valid at most places.
_STATEMENT = "1;"
#: Code that is valid at the others: expressions, names, members, and parts of a statement that the template
#: has begun.
_FILLINGS = (
    "",
    ";",
    "1",
    "1,",
    "+",
    "checkwright",
    "int",
    "$checkwright",
    "const CHECKWRIGHT = 1;",
    "function checkwright()",
    "Checkwright $checkwright",
    "$checkwright as $wright",
    ";;",
    "ticks=1",
    "1 => 1",
    "1 => 1,",
    "case 1:",
    "get => 1;",
    "if (1)",
    "if (1) {}",
    "try {}",
    "finally {}",
    "while (1);",
    # The code may close what the template opens.
    "1; } finally {",
    "1;} while (1); {",
    "1; endif;",
    "1; endforeach;",
    "1; endwhile;",
    "1; endfor;",
    "case 1: endswitch;",
    ")",
    "1)",
    "1);",
    "]",
    "1]",
    "1];",
    "}",
    "1; }",
    "1; } }",
)
#: The last character in front of the place that ends a token of PHP for certain.
_ENDS = re.compile(r"[\s;{}(),\[\]](?=[^\s;{}(),\[\]]*\Z)")
#: Messages about a token that fits nothing before it, so that no code after it can repair the file. Left out
#: are the end of the file, and tokens that PHP reads otherwise depending on what follows them: `&` before a
#: variable, `enum` before a name, `(` of a cast, a string that ends.
_CERTAIN = re.compile(
    r"Unmatched |Unclosed .* does not match |"
    r"syntax error, unexpected (?!end of file|\$end|string content|.*T_ENCAPSED)"
    r"(?!(?:token |identifier )?[\"'](?:&|\(|enum|readonly|unset)[\"'])",
    re.DOTALL | re.IGNORECASE,
)
_LINE = re.compile("\0([0-9]+)")


def check_template(cache: LintCache, template: str, version: str) -> str:
    """Refuse a template that hides the mistakes of the code, or that has a mistake in front of its place.

    version: of the PHP that lints.

    Returns:
        A clause for the reason of a reply that fails: that no known code fits the template either, or "".

    Raises:
        CheckError: at the field wrapper_template.
    """
    above, below = template.split(PLACE)
    invalid, statement, head = f"{above}{_INVALID}{below}", join(above, _STATEMENT, below), _head(above)
    try:
        linted = cache.lint([invalid, statement, head], SECONDS)
        if linted[invalid] is None:
            raise CheckError(one_line(_unread_place_message(template)), ("wrapper_template",))
        mistake = linted[head]
        if mistake is not None and mistake.parse and _CERTAIN.match(mistake.message):
            raise CheckError(
                one_line(_broken_template_message(template, mistake, version)), ("wrapper_template",)
            )
        if linted[statement] is None:
            return ""
        tried = cache.lint([join(above, filling, below) for filling in _FILLINGS], SECONDS)
    except (TimedOut, ServiceError):
        return ""
    return f"; nothing that was tried fits at {PLACE} of the template" if all(tried.values()) else ""


def _head(above: str) -> str:
    """Return what stands above the place, without the last token, which the code may continue."""
    end = _ENDS.search(above)
    return above[: end.end()] if end else ""


def _unread_place_message(template: str) -> str:
    return (
        f"{shown(template)} has {PLACE} where PHP reads no code, outside of tags, in a text or in a "
        "comment, so no mistake could be found: put it where code stands"
    )


def _broken_template_message(template: str, mistake: Mistake, version: str) -> str:
    said = _LINE.sub(r"\1", mistake.message)
    return (
        f"{shown(template)} is broken whatever code stands at {PLACE}: "
        f"line {mistake.line}: {one_line(said, 120)} (PHP {version})"
    )
