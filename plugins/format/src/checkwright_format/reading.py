"""Execute format: find the text to read, read it in the format, and report the first place that is wrong."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from checkwright import Evidence, Outcome
from checkwright.wording import one_line, shown

from .fences import Content, content_of, labelled, labels_of
from .results import Invalid, Reader, place_of

if TYPE_CHECKING:
    from checkwright import Case, Execute, Locate, Toolbox

    from .spec import Format

__all__ = ["reading"]

#: The name of each format in a reason.
_TITLES = {
    "json": "JSON",
    "yaml": "YAML",
    "xml": "XML",
    "html": "HTML",
    "csv": "CSV",
    "markdown": "Markdown",
    "text": "text",
    "number": "a number",
    "integer": "an integer",
    "date": "a date",
    "time": "a time",
    "date-time": "a date and time",
    "email": "an e-mail address",
    "uri": "a URI",
    "uuid": "a UUID",
    "ipv4": "an IPv4 address",
    "ipv6": "an IPv6 address",
}
#: The module that reads a format, where it takes no parameter.
_MODULES = {
    "json": "json_text",
    "yaml": "yaml_text",
    "xml": "xml_text",
    "html": "html_text",
    "csv": "csv_text",
    "text": "plain_text",
}
#: Formats of which a fence with any label may be a part.
_ANY_TEXT = frozenset({"markdown", "text"})
_HTML = frozenset({"html"})
#: At most so many characters are evidence.
_QUOTED = 200


def reading(spec: Format, toolbox: Toolbox) -> Execute:
    """Return the function that reads responses in the format of the check."""
    del toolbox
    name, strict, title = spec.format, spec.strict, _TITLES[spec.format]
    read, labels = _reader(name, strict), labels_of(name)

    def execute(case: Case) -> Outcome:
        found = content_of(case, labels)
        refused = _refused(case, found, name, strict, labels)
        if refused is not None:
            return _failed(case, title, refused)
        result = read(found.text)
        if isinstance(result, Invalid):
            return _failed(case, title, _in_response(result, found), _hint(case, found, labels))
        return Outcome.judge(True, f"is {title}: {result.summary}{_where(found, labels)}")

    return execute


def _reader(name: str, strict: bool) -> Reader:
    """Return the reader of a format; only its module is imported, since each needs another library."""
    if name in _MODULES:
        read: Reader = import_module(f".{_MODULES[name]}", __package__).reader()
        return read
    if name == "markdown":
        from . import markdown_text

        return markdown_text.reader(strict)
    if name in ("number", "integer"):
        from . import number_text

        return number_text.reader(name)
    from . import string_formats

    return string_formats.reader(name)


def _refused(case: Case, found: Content, name: str, strict: bool, labels: frozenset[str]) -> Invalid | None:
    """Return the result for a response that is not read at all: blank, or with a fence where none may be."""
    fence = found.fence
    if not found.text:
        start, end = (0, 0) if fence is None else fence.outer
        return Invalid(f"found {'no text' if fence is None else 'an empty fence'}, expected some", start, end)
    if fence is not None:
        fits = fence.label in labels
        if strict and fits:
            return Invalid("found a fence around it, expected none: the check is strict", *fence.outer)
        if not fits and name not in _ANY_TEXT:
            message = f"found a fence labelled {shown(fence.label)}, expected {shown(name)} or no label"
            return Invalid(message, *fence.outer)
    elif name == "html" and (inner := labelled(case, _HTML)) is not None:
        # A fence is text in HTML, so that prose around a fence of HTML would pass.
        return Invalid("found other text around a fence labelled 'html', expected nothing else", *inner.outer)
    return None


def _in_response(invalid: Invalid, found: Content) -> Invalid:
    """Return a result about the text that was read as one about the response."""
    start, end = invalid.start, min(invalid.end, len(found.text))
    return Invalid(
        invalid.message, found.place(start), found.place(end - 1) + 1 if end > start else found.place(start)
    )


def _hint(case: Case, found: Content, labels: frozenset[str]) -> str:
    if found.fence is not None or labelled(case, labels) is None:
        return ""
    return "; the reply has other text around a fence"


def _failed(case: Case, title: str, invalid: Invalid, hint: str = "") -> Outcome:
    line, column = place_of(case.text, invalid.start)
    reason = (
        one_line(f"not {title}: line {line:,}, column {column:,}: {invalid.message}", 300 - len(hint)) + hint
    )
    start, end = invalid.start, min(invalid.end, invalid.start + _QUOTED)
    return Outcome.judge(False, reason, locate=_locator(start, end) if end > start else None)


def _where(found: Content, labels: frozenset[str]) -> str:
    if found.fence is None or found.fence.label not in labels:
        return ""
    return ", in a fence" if found.fence.closed else ", in a fence that is not closed"


def _locator(start: int, end: int) -> Locate:
    return lambda case: (Evidence.span(case.text, start, end),)
