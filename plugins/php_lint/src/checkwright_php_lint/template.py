"""The template of an author: refused where every reply would pass in it, or none could."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from checkwright import CheckError, ServiceError
from checkwright.wording import one_line, shown

from .judging import SECONDS
from .process import Late
from .spec import PLACE
from .tags import line_breaks

if TYPE_CHECKING:
    from collections.abc import Sequence

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
#: PHP at the end of a file that it would have read on: the code may end what the template has begun.
_AT_THE_END = re.compile(r"syntax error, unexpected end of file|Unclosed (?!.* does not match )", re.DOTALL)
_LINE = re.compile("\0([0-9]+)")


def expect_place_for_code(lints: Lints, template: str, version: str) -> None:
    """Refuse a template in which no mistake of the code is found, or which is a mistake itself.

    version: of the PHP that lints.

    Raises:
        CheckError: at the field wrapper_template.
    """
    above, below = template.split(PLACE)
    nothing, statement = f"{above}{_NOTHING}{below}", f"{above}{_STATEMENT}\n{below}"
    try:
        told = lints.of([nothing, statement], SECONDS)
        if told[nothing] is None:
            why: str | None = _reads_nothing(template)
        else:
            why = None if told[statement] is None else _broken(lints, template, version)
    except (Late, ServiceError):
        return
    if why is not None:
        raise CheckError(one_line(why), ("wrapper_template",))


def _reads_nothing(template: str) -> str:
    return (
        f"{shown(template)} has {PLACE} where PHP reads no code, outside of tags, in a text or in a "
        "comment, so no mistake could be found: put it where code stands"
    )


def _broken(lints: Lints, template: str, version: str) -> str | None:
    """Say what is wrong with a template in which PHP takes nothing; None where it takes something."""
    above, below = template.split(PLACE)
    files = [f"{above}{filling}\n{below}" for filling in (_STATEMENT, *_FILLINGS)]
    # PHP names the first word that fits nothing before it, so what it says of this is no matter of the code.
    probe = f"{above}\n{_NOTHING}"
    told = lints.of([*files, probe], SECONDS)
    found = [mistake for file in files if (mistake := told[file]) is not None]
    if len(found) < len(files):
        return None
    last = line_breaks(above) + 1
    of_above = told[probe]
    if of_above is not None and of_above.parse and _AT_THE_END.match(of_above.message):
        return _reads_nothing(template)
    is_above = of_above is not None and of_above.parse and (of_above.line or last + 1) <= last
    mistake = of_above if is_above else _own(found, last)
    if mistake is None or mistake.line is None:
        return None

    def counted(line: int) -> int:
        return line if line <= last else line - 1

    said = _LINE.sub(lambda line: str(counted(int(line[1]))), mistake.message)
    return (
        f"{shown(template)} is broken whatever code stands at {PLACE}: "
        f"line {counted(mistake.line)}: {one_line(said, 120)} (PHP {version})"
    )


def _own(found: Sequence[Mistake], last: int) -> Mistake | None:
    """Give the mistake of the template with the filling that PHP read furthest; None where it has none.

    found: a mistake of each filling. last: the line in which the code begins.
    """
    parsed = [one for one in found if one.line is not None and not one.parse]
    if parsed:
        own = [one for one in parsed if one.line != last or parsed.count(one) > 1]
    else:
        own = [one for one in found if (one.line or 0) > last and not _AT_THE_END.match(one.message)]
    return max(own, key=lambda one: one.line or 0, default=None)
