"""Read YAML as YAML 1.2 core, with the place of every mistake."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import islice
from typing import TYPE_CHECKING, Any, TypeAlias

import yaml
from yaml.events import Event, ScalarEvent

from ..wording import shown
from .builder import Builder, NextEvent
from .mistakes import Mark, Mistakes
from .yaml_complaints import explained

if TYPE_CHECKING:
    from .limits import DocumentLimits
    from .places import PlaceRecorder

__all__ = ["Parser", "default_parser", "read_yaml", "yaml_events"]

#: Makes a parser with `get_event` for a text: yaml.CSafeLoader or yaml.SafeLoader.
Parser: TypeAlias = Callable[[str], Any]

#: What no YAML text may hold as it is, a BOM past its start included. Source: YAML 1.2.2, sections 5.1, 5.2.
_CONTROL = re.compile("[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ufeff\ufffe\uffff]")
#: Line breaks of YAML 1.1 that are ordinary characters in 1.2.
_BREAKS_OF_OLD = "\x85\u2028\u2029"
_TAG_DIRECTIVE = re.compile(r"^%TAG\b", re.MULTILINE)
#: libyaml compares each %TAG directive with all before it: 20,000 take 0.5 s of CPU, 40,000 take 1.8 s.
_MOST_TAG_DIRECTIVES = 16


def default_parser() -> Parser:
    """Return libyaml's parser, or PyYAML's own where that was built without libyaml."""
    parser: Parser = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    return parser


def read_yaml(
    text: str,
    source: str,
    limits: DocumentLimits,
    parser: Parser | None = None,
    places: PlaceRecorder | None = None,
) -> Any:
    """Return the data of a text that holds one YAML document.

    libyaml finds the events where PyYAML was built with it, PyYAML's own parser elsewhere. Both read YAML
    1.1; what 1.2 reads differently is changed here and in `scalars`.

    parser: None for the default one. places: notes the place of every value in the same pass.

    Raises:
        InvalidDocument: it cannot be read, or breaks a rule of documents.
    """
    mistakes = Mistakes(source)
    _vet(text, mistakes)
    reader, following = _open_parser(text, parser or default_parser())
    # libyaml refuses an escape that stands for half of a surrogate pair, PyYAML's own parser reads it.
    builder = Builder(mistakes, limits, tags="!" in text, surrogates="\\" in text)
    try:
        data = builder.build(following if places is None else places.watch(following))
    except yaml.MarkedYAMLError as error:
        mistakes.stop(*explained(error, text))
    except (ValueError, OverflowError):
        # PyYAML's own parser, at an escape or a %YAML version whose number is out of range.
        mistakes.stop("a number out of range in an escape or a directive", Mark(reader.line, reader.column))
    mistakes.raise_any()
    return data


def _vet(text: str, mistakes: Mistakes) -> None:
    """Refuse what a parser must not see."""
    control = _CONTROL.search(text)
    if control is not None:
        message = f"the character {shown(control[0])} is not allowed"
        hint = "write it as an escape in double quotes"
        mistakes.stop(message, Mark.at(text, control.start()), hint=hint)
    if "%TAG" in text:
        directive = next(islice(_TAG_DIRECTIVE.finditer(text), _MOST_TAG_DIRECTIVES, None), None)
        if directive is not None:
            message = f"more than {_MOST_TAG_DIRECTIVES} %TAG directives"
            mistakes.stop(message, Mark.at(text, directive.start()), hint="remove them, tags are not allowed")


def yaml_events(text: str, parser: Parser | None = None) -> NextEvent:
    """Return the source of the events of a YAML text, with the scalars as YAML 1.2 reads them."""
    return _open_parser(text, parser or default_parser())[1]


def _open_parser(text: str, parser: Parser) -> tuple[Any, NextEvent]:
    found = () if text.isascii() else tuple(character for character in _BREAKS_OF_OLD if character in text)
    if not found:
        reader = parser(text)
        return reader, reader.get_event
    used = set(text)
    free = (character for character in map(chr, range(0x10000, 0x110000)) if character not in used)
    disguise = dict(zip(map(ord, found), free, strict=False))
    restore = {ord(new): old for old, new in disguise.items()}
    reader = parser(text.translate(disguise))

    def following() -> Event:
        event: Event = reader.get_event()
        if isinstance(event, ScalarEvent):
            event.value = event.value.translate(restore)
        return event

    return reader, following
