"""The format xml: well-formed, without a DOCTYPE, of bounded depth; expat decides."""

from __future__ import annotations

from typing import TYPE_CHECKING, NoReturn

from checkwright.wording import shown

from .reading import Fits, Misfit, Read, counted, index_of, lone_surrogate

if TYPE_CHECKING:
    from xml.parsers.expat import XMLParserType

__all__ = ["DEPTH", "reader"]

#: Levels of elements that are read.
DEPTH = 1_000


class _Refused(Exception):  # noqa: N818 - it is caught where it is read
    """Stops expat at something that is well-formed and not allowed; line from 1, column from 0."""

    def __init__(self, says: str, line: int, column: int) -> None:
        super().__init__(says)
        self.line = line
        self.column = column


def reader() -> Read:
    """Make the reader of XML."""
    from xml.parsers import expat

    def read(text: str) -> Fits | Misfit:
        lone = lone_surrogate(text)
        if lone is not None:
            return lone
        # The text is decoded already, whatever its declaration says.
        parser = expat.ParserCreate(encoding="utf-8")
        elements = _Elements(parser)
        try:
            parser.Parse(text, True)
        except expat.ExpatError as error:
            start = index_of(text, error.lineno - 1, error.offset)
            # At an end tag that does not fit expat points one or two characters into it.
            begin = text.rfind("</", max(start - 2, 0), start + 1)
            start = start if begin < 0 else begin
            complaint = elements.said(expat.errors.messages[error.code])
            return Misfit.at(complaint + _found(text, start), start)
        except _Refused as refused:
            start = index_of(text, refused.line - 1, refused.column)
            # At a DOCTYPE expat points behind its name.
            return Misfit.at(str(refused), text.rfind("<", 0, start + 1))
        return Fits(counted(elements.count, "element"))

    return read


def _found(text: str, start: int) -> str:
    found = shown(text[start : start + 20]) if start < len(text) else "the end of the text"
    return f", found {found}"


class _Elements:
    """The elements so far: how many, and which are open."""

    def __init__(self, parser: XMLParserType) -> None:
        self.count = 0
        self._open: list[str] = []
        self._parser = parser
        parser.StartDoctypeDeclHandler = self._doctype
        parser.StartElementHandler = self._start
        parser.EndElementHandler = self._end

    def said(self, complaint: str) -> str:
        """Return expat's complaint, with the element that is open where it knows of none."""
        return f"{complaint} while <{self._open[-1][:60]}> is open" if self._open else complaint

    def _doctype(self, *_: object) -> NoReturn:
        self._refuse("found a DOCTYPE, expected none: it could define entities")

    def _start(self, name: str, _: object) -> None:
        self.count += 1
        self._open.append(name)
        if len(self._open) > DEPTH:
            self._refuse(f"depth limit: nested deeper than {DEPTH:,} elements")

    def _end(self, _: str) -> None:
        self._open.pop()

    def _refuse(self, says: str) -> NoReturn:
        raise _Refused(says, self._parser.CurrentLineNumber, self._parser.CurrentColumnNumber)
