"""Dot paths: what an author names in a question, and how far a path leads when it leads nowhere."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from .contract.errors import CheckError
from .wording import did_you_mean, listed, named_type, one_line, shown

__all__ = ["DotPath", "dot_path_pattern"]


def dot_path_pattern(roots: Sequence[str], alone: Sequence[str] = ()) -> str:
    """Return the pattern of the dot paths that start with one of `roots` and go on, for a field of a spec.

    alone: names of question fields that may also stand for themselves.
    """
    path = rf"({'|'.join(roots)})(\.[^.]+)+"
    return f"^({'|'.join((*alone, path))})$" if alone else f"^{path}$"


class DotPath:
    """A path into a question: keys of objects joined by dots, such as `expected.answer`.

    A key that holds a dot and an index of a list cannot be named.

    text: the path as the author wrote it.
    field: the field of the check that holds it, for the place of an error.
    """

    __slots__ = ("_field", "_keys", "text")

    def __init__(self, text: str, *, field: str) -> None:
        self.text = text
        self._field = field
        self._keys = tuple(text.split("."))

    def value(self, question: Mapping[str, Any]) -> Any:
        """Return what stands at the path; null is a value.

        Raises:
            CheckError: the path leads nowhere; the message says how far it led and what is there.
        """
        value: Any = question
        for depth, key in enumerate(self._keys):
            if not isinstance(value, Mapping) or key not in value:
                raise self.error(_stopped(value, key, ".".join(self._keys[:depth])))
            value = value[key]
        return value

    def error(self, message: str, inside: str = "") -> CheckError:
        """Return the error that says `message` of what stands at the path.

        inside: the place within that, such as "[1]".
        """
        # Written as in an ordinary text, with what cannot be printed escaped.
        path = shown(self.text, 102)[1:-1]
        return CheckError(one_line(f"{path}{inside}: {message}"), (self._field,))


def _stopped(value: Any, key: str, reached: str) -> str:
    """Say that `value`, which stands at the path `reached`, has no `key`."""
    place = shown(reached, 60) if reached else "the question"
    if not isinstance(value, Mapping):
        return f"{place} is {named_type(value)}, which has no keys"
    keys = [known for known in value if isinstance(known, str)]
    hint = did_you_mean(key, keys, limit=60)
    there = f"it has {listed(keys)}" if keys else "it is empty"
    return f"{place} has no {shown(key, 60)}{f' ({hint})' if hint else ''}; {there}"
