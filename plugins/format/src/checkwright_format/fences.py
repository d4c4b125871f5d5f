"""Find the text to read in a response: all of it, or the content of one Markdown fence around all of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from checkwright import Case
from checkwright.replies import Block, blocks_of, outer_blocks_of

__all__ = ["Content", "content_of", "labelled", "labels_of"]

_TEXT = frozenset({"text", "txt", "plain", "plaintext"})
#: Labels of a fence of a format besides its own name, in lower case.
_LABELS = {
    "yaml": frozenset({"yml"}),
    "html": frozenset({"htm"}),
    "markdown": frozenset({"md"}),
    "text": _TEXT,
}
_DOCUMENTS = frozenset({"json", "yaml", "xml", "html", "csv", "markdown", "text"})


@dataclass(frozen=True, slots=True)
class Content:
    """A text to read.

    place: maps the index of a character of the text, or of its end, to the response.
    fence: the fence around all of the response, whatever its label, or None.
    """

    text: str
    place: Callable[[int], int]
    fence: Block | None


def content_of(case: Case, labels: frozenset[str]) -> Content:
    """Return the text of a response without white space and a byte order mark at its ends.

    labels: labels of a fence around all of the response whose content is read instead.
    """
    fence = _whole_fence(case)
    if fence is not None and fence.label in labels:
        start, text = _trimmed(fence.text)
        return Content(text, lambda index: fence.place(start + index), fence)
    start, text = _trimmed(case.text)
    return Content(text, lambda index: start + index, fence)


def labels_of(name: str) -> frozenset[str]:
    """Return the labels of a fence for the format `name`, in lower case; "" stands for no label."""
    return frozenset({name, ""}) | _LABELS.get(name, frozenset() if name in _DOCUMENTS else _TEXT)


def labelled(case: Case, labels: frozenset[str]) -> Block | None:
    """Return the first fence of a response with one of `labels`, or None."""
    return next((block for block in blocks_of(case) if block.label in labels), None)


def _trimmed(text: str) -> tuple[int, str]:
    """Return the length of the white space and byte order mark in front of a text, and the rest trimmed."""
    rest = text.lstrip().removeprefix("\ufeff").lstrip()
    return len(text) - len(rest), rest.rstrip()


def _whole_fence(case: Case) -> Block | None:
    """Return the fence around all of a response but white space and a byte order mark, or None."""
    found = outer_blocks_of(case)
    if len(found) != 1:
        return None
    start, end = found[0].outer
    return None if case.text[:start].removeprefix("\ufeff").strip() or case.text[end:].strip() else found[0]
