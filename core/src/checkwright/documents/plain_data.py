"""Copy data from code, and hold it to the rules of documents."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Set
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ..contract.errors import InvalidDocument
from ..contract.isolation import described, isolated
from ..contract.problem import Path
from ..text.surrogates import lone_surrogate, without_surrogates
from ..wording import shown
from .mistakes import Mistakes
from .scalars import ENDLESS, MOST_BITS, MOST_DIGITS

if TYPE_CHECKING:
    from .limits import DocumentLimits

__all__ = ["copied"]

#: Comes after the last item.
_END: tuple[Any, Any] = (None, object())


def copied(data: Any, source: str, limits: DocumentLimits) -> Any:
    """Return a deep copy that shares nothing, of mappings as dicts and subclasses as what they derive from.

    Raises:
        InvalidDocument: the data breaks a rule of documents, holds what JSON does not have, or raises when
            it is read, whatever it raises but Ctrl-C.
    """
    copy = _Copy(source, limits)
    with isolated() as fault:
        return copy.of(data)
    raise copy.refusal(fault.error)


@dataclass(slots=True)
class _Level:
    """An open mapping or list: its items still to come, its copy, its path and itself."""

    items: Iterator[tuple[Any, Any]]
    copy: Any
    path: Path
    original: Any


class _Copy:
    """Copies without recursion, since data may nest deeper than calls may."""

    def __init__(self, source: str, limits: DocumentLimits) -> None:
        self._mistakes = Mistakes(source)
        self._limits = limits
        self._levels: list[_Level] = []
        self._path: Path = ()

    def refusal(self, error: BaseException | None) -> InvalidDocument:
        """Return what to raise for what ended the copying: a stop of ours, or what a type of the data raised.

        Raises:
            InvalidDocument: that is one mistake too many.
        """
        if type(error) is not InvalidDocument or not self._mistakes.problems:
            self._mistakes.add(f"cannot be read: {described(error)}", None, self._path)
        return InvalidDocument(self._mistakes.problems)

    def of(self, data: Any) -> Any:
        root: list[Any] = []
        self._levels.append(_Level(iter([(0, data)]), root, (), None))
        count = 0
        while self._levels:
            level = self._levels[-1]
            self._path = level.path
            step, value = next(level.items, _END)
            if value is _END[1]:
                self._levels.pop()
                continue
            path = level.path
            if len(self._levels) > 1:
                step = self._key(step, path) if isinstance(level.copy, dict) else step
                self._path = path = (*path, step)
                if isinstance(level.copy, dict) and step in level.copy:
                    self._mistakes.add(f"the key {shown(step)} is given twice", None, path)
            count += 1
            if count > self._limits.values:
                self._mistakes.stop(f"more than {self._limits.values:,} values", None, path)
            self._take(level.copy, step, value, path)
        self._mistakes.raise_any()
        return root[0]

    def _key(self, key: Any, path: Path) -> str:
        if not isinstance(key, str):
            self._mistakes.add(
                f"the key {shown(key)} is of type {type(key).__name__}, expected str", None, path
            )
            return shown(key)
        return self._whole(str.__str__(key), path)

    def _take(self, copy: Any, step: Any, value: Any, path: Path) -> None:
        """Put the copy of a scalar into its place; open a container, whose items come next."""
        if isinstance(value, Mapping | list):
            if any(value is level.original for level in self._levels):
                self._mistakes.stop("the value stands inside itself", None, path)
            if len(self._levels) > self._limits.depth:
                self._mistakes.stop(f"nested deeper than {self._limits.depth} levels", None, path)
            inner: Any = {} if isinstance(value, Mapping) else []
            items = iter(value.items() if isinstance(value, Mapping) else enumerate(value))
            self._levels.append(_Level(items, inner, path, value))
            value = inner
        else:
            value = self._scalar(value, path)
        if isinstance(copy, dict):
            copy[step] = value
        else:
            copy.append(value)

    def _scalar(self, value: Any, path: Path) -> Any:
        if value is None or isinstance(value, bool):
            return value
        if isinstance(value, str):
            return self._whole(str.__str__(value), path)
        if isinstance(value, int):
            if int.bit_length(value) > MOST_BITS:
                self._mistakes.add(f"a number of more than {MOST_DIGITS:,} digits", None, path)
            return int.__int__(value)
        if isinstance(value, float):
            if not math.isfinite(value):
                self._mistakes.add(ENDLESS, None, path)
            return float.__float__(value)
        message = f"found {type(value).__name__}, expected a type that JSON has"
        self._mistakes.add(
            message, None, path, "use a list" if isinstance(value, tuple | Set) else "use a text"
        )
        return None

    def _whole(self, text: str, path: Path) -> str:
        if lone_surrogate(text) is not None:
            self._mistakes.add(
                f"half of a surrogate pair in {shown(text)}, expected whole characters", None, path
            )
            return without_surrogates(text)
        return text
