"""Where the text to read stands in a response: all of it, or one Markdown fence around all of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from checkwright import Case
from checkwright.replies import Block, blocks_of

__all__ = ["Subject", "labelled", "labels_of", "subject"]

_TEXT = frozenset({"text", "txt", "plain", "plaintext"})
#: The labels, in lower case, of a fence that holds the format beside its own name.
_LABELS = {
    "yaml": frozenset({"yml"}),
    "html": frozenset({"htm"}),
    "markdown": frozenset({"md"}),
    "text": _TEXT,
}
_DOCUMENTS = frozenset({"json", "yaml", "xml", "html", "csv", "markdown", "text"})


@dataclass(frozen=True, slots=True)
class Subject:
    """A text to read.

    place: gives where one of its characters, or its end, stands in the response.
    fence: the fence around all of the response, whatever its label; None when there is none.
    """

    text: str
    place: Callable[[int], int]
    fence: Block | None


def subject(case: Case, labels: frozenset[str]) -> Subject:
    """Return what a response holds without white space and a byte order mark at its ends.

    labels: of a fence around all of the response that is looked into.
    """
    fence = _around_all(case)
    if fence is not None and fence.label.lower() in labels:
        start, text = _trimmed(fence.text)
        return Subject(text, lambda index: fence.place(start + index), fence)
    start, text = _trimmed(case.text)
    return Subject(text, lambda index: start + index, fence)


def labels_of(name: str) -> frozenset[str]:
    """Return the labels of a fence that holds the format `name`, in lower case; "" is a fence without."""
    return frozenset({name, ""}) | _LABELS.get(name, frozenset() if name in _DOCUMENTS else _TEXT)


def labelled(case: Case, labels: frozenset[str]) -> Block | None:
    """Return the first fence of a response with one of `labels`, None when there is none."""
    return next((block for block in blocks_of(case) if block.label.lower() in labels), None)


def _trimmed(text: str) -> tuple[int, str]:
    """Cut off white space and a leading byte order mark; give how many characters went, and the rest."""
    rest = text.lstrip().removeprefix("\ufeff").lstrip()
    return len(text) - len(rest), rest.rstrip()


def _around_all(case: Case) -> Block | None:
    """Return the fence outside of which a response holds white space and a byte order mark only."""
    found = blocks_of(case)
    if len(found) != 1:
        return None
    start, end = found[0].outer
    return None if case.text[:start].removeprefix("\ufeff").strip() or case.text[end:].strip() else found[0]
