"""Check the nesting of HTML: which elements each tag opens, closes or ends implicitly."""

from __future__ import annotations

from collections import Counter
from typing import NoReturn, TypeAlias

from checkwright.wording import counted, shown

from .html_elements import (
    ENDED_BY,
    FOREIGN,
    FOREIGN_TO_HTML,
    OPTIONAL,
    P_KEEPERS,
    SCOPES,
    VOID,
)

__all__ = ["OPEN", "Nesting", "NestingMistake", "Place"]

#: Levels of elements that may be open at once.
OPEN = 100_000

#: Line from 1 and column from 0 of a tag.
Place: TypeAlias = tuple[int, int]

#: Innermost elements among which those ended by a start tag are looked for: a body, row and cell of a table,
#: and those that end with the cell.
_REACH = 8
#: Elements that exist without a start tag, so that an end tag alone closes them, to the elements that may be
#: open around them.
_IMPLIED: dict[str, tuple[str, ...]] = {"html": (), "head": ("html",), "body": ("html",)}


class NestingMistake(Exception):  # noqa: N818 - it is a mistake in the text
    """A rule is broken; `message` says which, `place` and `length` are those of the tag."""

    def __init__(self, message: str, place: Place, length: int) -> None:
        super().__init__(message)
        self.message = message
        self.place = place
        self.length = length


class _Element:
    """An open element.

    foreign: whether it belongs to SVG or MathML.
    html_inside: whether its content is HTML.
    optional: whether its end tag is optional.
    paragraph: the open p that a start tag inside of it may end, or None.
    """

    __slots__ = ("foreign", "html_inside", "name", "optional", "paragraph", "place")

    html_inside: bool

    def __init__(self, name: str, place: Place, outside: _Element | None) -> None:
        self.name = name
        self.place = place
        html = outside is None or outside.html_inside
        self.foreign = name in FOREIGN or not html
        self.html_inside = not self.foreign or name in FOREIGN_TO_HTML
        self.optional = name in OPTIONAL and not self.foreign
        reached = name not in SCOPES and not (self.foreign and self.html_inside)
        self.paragraph: _Element | None = outside.paragraph if outside is not None and reached else None
        if name == "p" and not self.foreign:
            self.paragraph = self
            if outside is not None and (outside.name in P_KEEPERS or "-" in outside.name):
                self.optional = False


class Nesting:
    """Takes the tags of a text in order; elements: how many were opened."""

    def __init__(self) -> None:
        self.elements = 0
        self._open: list[_Element] = []
        self._counts: Counter[str] = Counter()
        # Elements that were ended implicitly, with the tag that ended them: the usual cause of an end tag
        # that closes nothing.
        self._ended: dict[str, tuple[Place, str]] = {}
        self._seen: set[str] = set()

    def start(self, name: str, place: Place, slash: bool) -> None:
        """Take a start tag; slash: whether it ends in "/>".

        Raises:
            NestingMistake: it ends a p in which another element is open, or too many elements are open.
        """
        self.elements += 1
        inside = self._open[-1] if self._open else None
        if inside is None or inside.html_inside:
            self._seen.add(name)
            self._end_before(name, place)
            if name in VOID or (slash and name in FOREIGN):
                return
            if name == "tr" and self._open and self._open[-1].name == "table":
                self._push("tbody", place)
        elif slash:
            return
        self._push(name, place)
        if len(self._open) > OPEN:
            raise NestingMistake(
                f"depth limit: more than {OPEN:,} elements open at once", place, len(name) + 1
            )

    def end(self, name: str, place: Place) -> None:
        """Take an end tag.

        Raises:
            NestingMistake: it closes nothing, or another element has to be closed first.
        """
        if not self._counts[name]:
            if not self._implied(name):
                self._refuse_end(name, place)
            self._seen.add(name)
            return
        while (top := self._open[-1]).name != name:
            if not top.optional:
                raise NestingMistake(
                    f"wrong nesting: found </{name[:60]}> where {_of(top)} is still open, expected "
                    f"</{top.name[:60]}> before it",
                    place,
                    len(name) + 2,
                )
            self._pop(f"</{name[:60]}>")
        self._pop("")

    def close(self) -> None:
        """Take the end of the text.

        Raises:
            NestingMistake: an element that needs an end tag is still open.
        """
        left = [element for element in self._open if not element.optional]
        if left:
            last = left[-1]
            more = f", with {counted(len(left) - 1, 'element')} around it" if left[1:] else ""
            raise NestingMistake(
                f"{_tag(last.name)} is left open{more}, expected </{last.name[:60]}>",
                last.place,
                len(last.name) + 1,
            )

    def _push(self, name: str, place: Place) -> None:
        self._open.append(_Element(name, place, self._open[-1] if self._open else None))
        self._counts[name] += 1

    def _pop(self, by: str) -> None:
        element = self._open.pop()
        self._counts[element.name] -= 1
        if by:
            self._ended[element.name] = element.place, by

    def _end_before(self, name: str, place: Place) -> None:
        """End the elements that a start tag ends implicitly."""
        if name in ENDED_BY["p"] and self._open and (paragraph := self._open[-1].paragraph) is not None:
            while (top := self._open[-1]) is not paragraph:
                if not top.optional:
                    raise NestingMistake(
                        f"wrong nesting: {_tag(name)} ends {_of(paragraph)} where {_of(top)} is still open",
                        place,
                        len(name) + 1,
                    )
                self._pop(_tag(name))
            self._pop(_tag(name))
        while ended := self._ended_by(name):
            for _ in range(ended):
                self._pop(_tag(name))

    def _ended_by(self, name: str) -> int:
        """Count the innermost elements that a start tag ends, those of a p aside; 0 for none."""
        for number, element in enumerate(reversed(self._open[-_REACH:]), 1):
            if not element.optional:
                return 0
            if element.name != "p" and name in ENDED_BY.get(element.name, ()):
                return number
        return 0

    def _implied(self, name: str) -> bool:
        """Return whether an end tag closes an element that exists without a start tag."""
        if name not in _IMPLIED or name in self._seen:
            return False
        if name == "head" and not self._seen.isdisjoint(ENDED_BY["head"]):
            return False
        return self._end_down_to(_IMPLIED[name])

    def _end_down_to(self, names: tuple[str, ...]) -> bool:
        """End the open elements inside those of `names`; return False when one of them needs its end tag."""
        while self._open and self._open[-1].name not in names:
            if not self._open[-1].optional:
                return False
            self._pop("")
        return True

    def _refuse_end(self, name: str, place: Place) -> NoReturn:
        ended = self._ended.get(name)
        if name in VOID:
            why = ": the element is void and has no end tag"
        elif ended is not None:
            why = f": the <{name[:60]}> of line {ended[0][0]:,} was ended by {ended[1]}"
        else:
            why = ", expected a start tag before it"
        raise NestingMistake(f"</{shown(name)[1:-1]}> closes nothing{why}", place, len(name) + 2)


def _tag(name: str) -> str:
    return f"<{name[:60]}>"


def _of(element: _Element) -> str:
    return f"the <{element.name[:60]}> of line {element.place[0]:,}"
