"""Read the fields of a JSON object by a table of what each may hold, and say where one is wrong."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from itertools import product
from operator import itemgetter
from typing import Any, NamedTuple, NoReturn

from ..wording import shown
from .errors import InvalidVerdict
from .problem import Path

__all__ = ["Field", "Table", "one_of", "refuse"]


class Field(NamedTuple):
    """What a field may hold: of some types all values, or those that fit. expected: says it in words."""

    types: tuple[type, ...]
    expected: str
    fits: Callable[[Any], bool] | None = None


def one_of(names: Sequence[str]) -> Field:
    """Return a field that holds one of some names."""
    return Field((str,), f"{', '.join(names[:-1])} or {names[-1]}", frozenset(names).__contains__)


class Table:
    """The fields of an object, two or more, each with what it may hold.

    Rows are many and most of them right, so the types of all fields are looked up at once.
    """

    __slots__ = ("_fields", "_fits", "_take", "_types")

    def __init__(self, fields: Mapping[str, Field]) -> None:
        self._fields = fields
        self._take = itemgetter(*fields)
        self._types = frozenset(product(*(field.types for field in fields.values())))
        self._fits = [(place, field.fits) for place, field in enumerate(fields.values()) if field.fits]

    def values(self, data: object, path: Path) -> tuple[Any, ...]:
        """Return the values of all fields, in the order of the table; other fields are passed over.

        path: the place of `data`.

        Raises:
            InvalidVerdict: it is no object, or a field is missing or holds what it may not.
        """
        if type(data) is not dict and not isinstance(data, Mapping):
            refuse(path, data, "an object")
        try:
            values: tuple[Any, ...] = self._take(data)
        except KeyError as error:
            name = error.args[0]
            raise InvalidVerdict(
                f"is missing, expected {self._fields[name].expected}", (*path, name)
            ) from None
        if tuple(map(type, values)) not in self._types:
            self._refuse(values, path)
        for at, fits in self._fits:
            if not fits(values[at]):
                self._refuse(values, path)
        return values

    def _refuse(self, values: Sequence[Any], path: Path) -> NoReturn:
        """Name the first field that holds what it may not."""
        name, value, expected = next(
            (name, value, expected)
            for value, (name, (types, expected, fits)) in zip(values, self._fields.items(), strict=True)
            if type(value) not in types or (fits is not None and not fits(value))
        )
        refuse((*path, name), value, expected)


def refuse(path: Path, found: object, expected: str) -> NoReturn:
    """Raise InvalidVerdict for a value that is not what was expected."""
    raise InvalidVerdict(f"found {_told(found)}, expected {expected}", path)


def _told(value: object) -> str:
    """Name a value in the words of JSON."""
    if value is None or isinstance(value, bool):
        return json.dumps(value)
    if isinstance(value, Mapping):
        return "an object"
    return "a list" if isinstance(value, list | tuple) else shown(value)
