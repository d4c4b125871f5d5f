"""The markers around what a judge is shown: lines that occur in nothing that stands between them."""

from __future__ import annotations

import json
from collections.abc import Sequence

from ..documents.canonical_json import sha256_hex
from .fields import Field

__all__ = ["marked", "marker_word"]


def marker_word(told: Sequence[str], fields: Sequence[Field]) -> str:
    """Return the word that ends each marker: 16 hexadecimal digits that occur in no text.

    It depends on the texts alone, so that the same case has the same bytes, and nobody who writes a reply
    can know it.

    told: the other texts that a judge is given: criterion and scale.
    """
    texts = [*told, *(field.text for field in fields)]
    whole = "\n".join([*texts, *(field.name for field in fields)])
    counter = 0
    while (word := sha256_hex([counter, *texts])[:16]) in whole:
        counter += 1
    return word


def marked(fields: Sequence[Field], word: str) -> str:
    """Return the fields, each unchanged between two lines that name it."""
    return "\n\n".join(_between(f"{field.group}.{_named(field.name)}", field.text, word) for field in fields)


def _between(name: str, text: str, word: str) -> str:
    return f"<<<{name} {word}\n{text}\n{name} {word}>>>"


def _named(name: str) -> str:
    """Return a plain word as it is, another name quoted, so that it stays in its line."""
    return name if name.isascii() and name.isidentifier() else json.dumps(name)
