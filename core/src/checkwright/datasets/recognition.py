"""Tell a dataset from a rubric: by its data, or by its text where that cannot be read."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from ..contract.errors import InvalidDocument
from ..documents.document import Document
from ..documents.json_lines import (
    are_json_lines,
    are_several_json_lines,
    is_one_line,
    named_json_lines,
)
from ..documents.limits import DocumentLimits
from ..documents.reading import read_document
from ..wording import near
from .dataset import DATASET_LIMITS

__all__ = ["has_broken_lines", "has_lines", "is_dataset", "limits_for", "looks_like_dataset"]

_QUESTIONS = re.compile(r"""^(?:questions|[ \t]*\{?[ \t]*["']questions["'])[ \t]*:""", re.MULTILINE)


def is_dataset(text: str | bytes | Document, *, source: str = "<text>") -> bool:
    """Tell whether a text is meant as a dataset, not as a rubric.

    It is when it is JSON Lines, or a mapping with `questions`, a list under a name like it, or `input`, and
    no `checks`; a text that cannot be read, when a line of it is the key `questions`. A Document is asked for
    its data, and not read again.
    """
    if isinstance(text, Document):
        return named_json_lines(text.source) or _has_questions(text.data)
    if has_lines(text, source):
        return True
    try:
        return _has_questions(read_document(text, source=source).data)
    except InvalidDocument:
        return looks_like_dataset(text)


def has_lines(text: str | bytes, source: str) -> bool:
    """Tell whether a text is JSON Lines by its name or its first two lines, so that it is no one document."""
    return named_json_lines(source) or are_several_json_lines(_decoded(text))


def has_broken_lines(text: str | bytes) -> bool:
    """Tell whether a text that cannot be read is JSON Lines of which some line after the first is broken."""
    seen = _decoded(text)
    return are_json_lines(seen) and not is_one_line(seen)


def looks_like_dataset(text: str | bytes) -> bool:
    """Tell whether a text that cannot be read has the key `questions`, or a question as its first line."""
    seen = _decoded(text)
    return _QUESTIONS.search(seen) is not None or are_json_lines(seen)


def limits_for(text: str | bytes) -> DocumentLimits:
    """Return the limits to read a text with that is not yet known to be a rubric or a dataset.

    They are those of a dataset when the key `questions` stands in it, or it is one line without `checks`.
    """
    seen = _decoded(text)
    may_be_question = is_one_line(seen) and '"checks"' not in seen
    return DATASET_LIMITS if may_be_question or _QUESTIONS.search(seen) else DocumentLimits()


def _decoded(text: str | bytes) -> str:
    return text.decode("utf-8", "replace") if isinstance(text, bytes) else text


def _has_questions(data: Any) -> bool:
    if not isinstance(data, Mapping) or "checks" in data:
        return False
    if "questions" in data or "input" in data:
        return True
    return any(isinstance(value, list) and near(name, ["questions"]) for name, value in data.items())
