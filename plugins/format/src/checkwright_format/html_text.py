"""The format html: at least one element, all of them nested and closed; tags by turbohtml."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from checkwright.wording import counted, shown

from .html_nesting import Nesting, NestingMistake
from .results import Invalid, Reader, Valid, index_of, place_of

if TYPE_CHECKING:
    from turbohtml import Token

__all__ = ["reader"]

_TAG = re.compile("</?[A-Za-z]")
_COMMENT_ENDS = ("-->", "--!>")
#: Elements in whose content tags are text.
_RAW = frozenset(
    {"iframe", "noembed", "noframes", "noscript", "plaintext", "script", "style", "textarea", "title", "xmp"}
)


def reader() -> Reader:
    """Return the reader of HTML.

    Source: HTML Standard, section 13.2.5 (tokenization), by turbohtml.
    """
    from turbohtml import TokenType, tokenize

    text_type, start_type, end_type = TokenType.TEXT, TokenType.START_TAG, TokenType.END_TAG

    def read(text: str) -> Valid | Invalid:
        # turbohtml normalizes the line breaks in the source of a tag, so the text has to have the same.
        plain = text.replace("\r\n", "\n").replace("\r", "\n")
        nesting, last = Nesting(), None
        try:
            for token in tokenize(plain, capture_source=True, capture_attributes=False):
                kind = token.type
                if kind is text_type:
                    continue
                last = token
                if kind is start_type:
                    nesting.start(token.tag or "", (token.line, token.col), token.self_closing)
                elif kind is end_type:
                    nesting.end(token.tag or "", (token.line, token.col))
            _refuse_unfinished(plain, last)
            nesting.close()
        except NestingMistake as mistake:
            line, column = mistake.place
            return Invalid.at(mistake.message, index_of(text, line - 1, column), mistake.length)
        if not nesting.elements:
            return Invalid(f"found no element in {shown(text)}, expected at least one", 0, len(text))
        return Valid(counted(nesting.elements, "element"))

    return read


def _refuse_unfinished(text: str, last: Token | None) -> None:
    """Refuse a text that ends inside a tag or a comment, which the tokenizer does not report.

    last: the last token that is not text.

    Raises:
        NestingMistake: the text ends so.
    """
    end = 0
    if last is not None:
        source = last.source or ""
        comment = source.startswith("<!--")
        if not source.endswith(_COMMENT_ENDS if comment else ">"):
            message = f"{shown(source[:20])} is never closed, expected '{'-->' if comment else '>'}'"
            raise NestingMistake(message, (last.line, last.col), 4 if comment else 2)
        if last.tag in _RAW and not source.startswith("</"):
            return
        end = index_of(text, last.line - 1, last.col) + len(source)
    cut = _TAG.search(text, end)
    if cut is not None:
        line, column = place_of(text, cut.start())
        message = f"the text ends inside the tag {shown(text[cut.start() : cut.start() + 60])}, expected '>'"
        raise NestingMistake(message, (line, column - 1), len(text) - cut.start())
