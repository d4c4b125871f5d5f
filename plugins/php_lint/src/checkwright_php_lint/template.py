"""The template of an author: refused where every reply would pass in it, or none could."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from checkwright import CheckError, ServiceError
from checkwright.wording import one_line, shown

from .judging import SECONDS
from .process import Late
from .spec import PLACE
from .wrapping import joined

if TYPE_CHECKING:
    from .linting import Mistake
    from .remembering import Lints

__all__ = ["expect_place_for_code"]

#: What no code holds, wherever it stands.
_NOTHING = "( ]"
#: What PHP takes at most places.
_STATEMENT = "1;"
#: What it takes at the others: expressions, names, members, and the parts of what a template has begun.
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
#: What ends every word and sign of PHP that stands before it.
_ENDS = re.compile(r"[\s;{}(),\[\]](?=[^\s;{}(),\[\]]*\Z)")
#: What PHP says of a word that fits nothing before it, so that nothing behind it can mend it. Not of the end,
#: nor of what is another word to PHP when something certain follows: `&` before a variable, `enum` before a
#: name, `(` of a cast, a text that ends.
_CERTAIN = re.compile(
    r"Unmatched |Unclosed .* does not match |"
    r"syntax error, unexpected (?!end of file|\$end|string content|.*T_ENCAPSED)"
    r"(?!(?:token |identifier )?[\"'](?:&|\(|enum|readonly|unset)[\"'])",
    re.DOTALL | re.IGNORECASE,
)
_LINE = re.compile("\0([0-9]+)")


def expect_place_for_code(lints: Lints, template: str, version: str) -> str:
    """Refuse a template in which no mistake of the code is found, or which is a mistake before its place.

    version: of the PHP that lints.

    Returns:
        What to add to the reason of a reply that fails: "", or that much else fails in this template too.

    Raises:
        CheckError: at the field wrapper_template.
    """
    above, below = template.split(PLACE)
    nothing, statement, head = f"{above}{_NOTHING}{below}", joined(above, _STATEMENT, below), _head(above)
    try:
        told = lints.of([nothing, statement, head], SECONDS)
        if told[nothing] is None:
            raise CheckError(one_line(_reads_nothing(template)), ("wrapper_template",))
        mistake = told[head]
        if mistake is not None and mistake.parse and _CERTAIN.match(mistake.message):
            raise CheckError(one_line(_broken(template, mistake, version)), ("wrapper_template",))
        if told[statement] is None:
            return ""
        tried = lints.of([joined(above, filling, below) for filling in _FILLINGS], SECONDS)
    except (Late, ServiceError):
        return ""
    return f"; nothing that was tried fits at {PLACE} of the template" if all(tried.values()) else ""


def _head(above: str) -> str:
    """Leave out the last word above the place, which the code may continue."""
    end = _ENDS.search(above)
    return above[: end.end()] if end else ""


def _reads_nothing(template: str) -> str:
    return (
        f"{shown(template)} has {PLACE} where PHP reads no code, outside of tags, in a text or in a "
        "comment, so no mistake could be found: put it where code stands"
    )


def _broken(template: str, mistake: Mistake, version: str) -> str:
    said = _LINE.sub(r"\1", mistake.message)
    return (
        f"{shown(template)} is broken whatever code stands at {PLACE}: "
        f"line {mistake.line}: {one_line(said, 120)} (PHP {version})"
    )
