"""YAML as version 1.2 reads it, for kinds that judge a text as YAML.

The parser is PyYAML's, with libyaml where it was built so; what 1.2 reads differently is settled here.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from .documents.scalars import WORDS, number
from .documents.yaml_complaints import explained
from .documents.yaml_reader import yaml_events

if TYPE_CHECKING:
    from yaml import MarkedYAMLError
    from yaml.events import Event

__all__ = ["complaint", "events", "scalar"]


def events(text: str, parser: Callable[[str], Any] | None = None) -> Callable[[], Event]:
    """Return a function that returns the next event of a YAML text at each call, a StreamEndEvent last.

    Line breaks of YAML 1.1 that are ordinary characters in 1.2 are such. Nothing is limited: hostile text
    is the caller's care (nesting, aliases, control characters, many %TAG directives).

    parser: makes a parser with `get_event` for a text, such as yaml.SafeLoader; None for the fastest.

    Raises:
        yaml.MarkedYAMLError: the text is not YAML, here or at a later call.
        ValueError, OverflowError: a number in an escape or a directive is out of range.
    """
    return yaml_events(text, parser)


def scalar(text: str) -> str | int | float | bool | None:
    """Return the value of a plain scalar by the core schema: null, true or false, a number, or the text.

    Raises:
        ValueError: it is infinite, not a number, or of more than 4,000 digits.
    """
    return WORDS[text] if text in WORDS else number(text)


def complaint(error: MarkedYAMLError, text: str) -> tuple[str, int]:
    """Return what a parser's error about `text` means, in plain words, and at which character it stands."""
    message, mark, *_ = explained(error, text)
    return message, getattr(mark, "index", len(text))
