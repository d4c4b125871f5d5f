"""Execute format: find the text to read, read it, and say where it stands what does not fit."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import TYPE_CHECKING

from checkwright import Evidence, Outcome
from checkwright.wording import one_line, shown

from .fences import Subject, labelled, labels_of, subject
from .reading import Misfit, Read, place_of

if TYPE_CHECKING:
    from checkwright import Case, Execute, Locate, Toolbox

    from .spec import Format

__all__ = ["engines", "prepare"]

#: How a reason names each format.
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
#: The module that reads a format in one way.
_MODULES = {
    "json": "json_text",
    "yaml": "yaml_text",
    "xml": "xml_text",
    "html": "html_text",
    "csv": "csv_text",
    "text": "plain_text",
}
#: Formats that a text with any fence in it has as well.
_ANY_TEXT = frozenset({"markdown", "text"})
_HTML = frozenset({"html"})
#: Characters of evidence.
_QUOTED = 200


def engines() -> Mapping[str, str]:
    """Name what reads beside the code of this package."""
    from importlib.metadata import version
    from xml.parsers import expat

    import yaml

    libyaml = getattr(yaml, "__with_libyaml__", False)
    return {
        "PyYAML": yaml.__version__ + (" (libyaml)" if libyaml else ""),
        "expat": expat.EXPAT_VERSION.removeprefix("expat_"),
        **{name: version(name) for name in ("jsonschema-rs", "markdown-it-py", "turbohtml")},
    }


def prepare(spec: Format, toolbox: Toolbox) -> Execute:
    """Make the reader of the format."""
    del toolbox
    name, strict, title = spec.format, spec.strict, _TITLES[spec.format]
    read, labels = _reader(name, strict), labels_of(name)

    def execute(case: Case) -> Outcome:
        found = subject(case, labels)
        misplaced = _misplaced(case, found, name, strict, labels)
        if misplaced is not None:
            return _failed(case, title, misplaced)
        result = read(found.text)
        if isinstance(result, Misfit):
            return _failed(case, title, _in_response(result, found), _hint(case, found, labels))
        return Outcome.judge(True, f"is {title}: {result.says}{_where(found, labels)}")

    return execute


def _reader(name: str, strict: bool) -> Read:
    """Import the module of a format, and no other: each brings what it reads with."""
    if name in _MODULES:
        read: Read = import_module(f".{_MODULES[name]}", __package__).reader()
        return read
    if name == "markdown":
        from . import markdown_text

        return markdown_text.reader(strict)
    if name in ("number", "integer"):
        from . import numerals

        return numerals.reader(name)
    from . import one_value

    return one_value.reader(name)


def _misplaced(case: Case, found: Subject, name: str, strict: bool, labels: frozenset[str]) -> Misfit | None:
    """Refuse what is not read at all: a blank text, and a fence where none may stand."""
    fence = found.fence
    if not found.text:
        start, end = (0, 0) if fence is None else fence.outer
        return Misfit(f"found {'no text' if fence is None else 'an empty fence'}, expected some", start, end)
    if fence is not None:
        fits = fence.label.lower() in labels
        if strict and fits:
            return Misfit("found a fence around it, expected none: the check is strict", *fence.outer)
        if not fits and name not in _ANY_TEXT:
            says = f"found a fence labelled {shown(fence.label)}, expected {shown(name)} or no label"
            return Misfit(says, *fence.outer)
    elif name == "html" and (inner := labelled(case, _HTML)) is not None:
        # To HTML a fence is text, so that prose around one would pass.
        return Misfit("found other text around a fence labelled 'html', expected nothing else", *inner.outer)
    return None


def _in_response(misfit: Misfit, found: Subject) -> Misfit:
    """Lead a misfit of the text that was read back to the response."""
    start, end = misfit.start, min(misfit.end, len(found.text))
    return Misfit(
        misfit.says, found.place(start), found.place(end - 1) + 1 if end > start else found.place(start)
    )


def _hint(case: Case, found: Subject, labels: frozenset[str]) -> str:
    if found.fence is not None or labelled(case, labels) is None:
        return ""
    return "; the reply has other text around a fence"


def _failed(case: Case, title: str, misfit: Misfit, hint: str = "") -> Outcome:
    line, column = place_of(case.text, misfit.start)
    reason = one_line(f"not {title}: line {line:,}, column {column:,}: {misfit.says}", 300 - len(hint)) + hint
    start, end = misfit.start, min(misfit.end, misfit.start + _QUOTED)
    return Outcome.judge(False, reason, locate=_locator(start, end) if end > start else None)


def _where(found: Subject, labels: frozenset[str]) -> str:
    if found.fence is None or found.fence.label.lower() not in labels:
        return ""
    return ", in a fence" if found.fence.closed else ", in a fence that is not closed"


def _locator(start: int, end: int) -> Locate:
    return lambda case: (Evidence.span(case.text, start, end),)
