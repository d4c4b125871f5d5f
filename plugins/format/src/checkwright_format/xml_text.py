"""The format xml: well-formed, without a DOCTYPE, of bounded depth; by expat."""

from __future__ import annotations

from typing import TYPE_CHECKING, NoReturn

from checkwright.wording import counted, shown

from .results import Invalid, Reader, Valid, half_of_a_pair, index_of

if TYPE_CHECKING:
    from xml.parsers.expat import XMLParserType

__all__ = ["DEPTH", "reader"]

#: Levels of nested elements that are read.
DEPTH = 1_000


class _Refused(Exception):  # noqa: N818 - it is caught in this module
    """Stops expat at well-formed XML that is not allowed here; line from 1, column from 0."""

    def __init__(self, message: str, line: int, column: int) -> None:
        super().__init__(message)
        self.line = line
        self.column = column


def reader() -> Reader:
    """Return the reader of XML."""
    from xml.parsers import expat

    def read(text: str) -> Valid | Invalid:
        lone = half_of_a_pair(text)
        if lone is not None:
            return lone
        # The text is decoded already, so the encoding in its declaration is ignored.
        parser = expat.ParserCreate(encoding="utf-8")
        elements = _Elements(parser)
        try:
            parser.Parse(text, True)
        except expat.ExpatError as error:
            start = index_of(text, error.lineno - 1, error.offset)
            # For an end tag that does not match expat points one or two characters into the tag.
            begin = text.rfind("</", max(start - 2, 0), start + 1)
            start = start if begin < 0 else begin
            complaint = elements.with_open_element(expat.errors.messages[error.code])
            return Invalid.at(complaint + _found(text, start), start)
        except _Refused as refused:
            start = index_of(text, refused.line - 1, refused.column)
            # For a DOCTYPE expat points behind its name.
            return Invalid.at(str(refused), text.rfind("<", 0, start + 1))
        return Valid(counted(elements.count, "element"))

    return read


def _found(text: str, start: int) -> str:
    found = shown(text[start : start + 20]) if start < len(text) else "the end of the text"
    return f", found {found}"


class _Elements:
    """Counts the elements that were read, and keeps those that are open."""

    def __init__(self, parser: XMLParserType) -> None:
        self.count = 0
        self._open: list[str] = []
        self._parser = parser
        parser.StartDoctypeDeclHandler = self._doctype
        parser.StartElementHandler = self._start
        parser.EndElementHandler = self._end

    def with_open_element(self, complaint: str) -> str:
        """Return a message of expat with the innermost open element, which expat does not name."""
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

    def _refuse(self, message: str) -> NoReturn:
        raise _Refused(message, self._parser.CurrentLineNumber, self._parser.CurrentColumnNumber)
