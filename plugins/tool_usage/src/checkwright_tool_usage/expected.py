"""The calls that a question expects: names, or names with arguments."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from checkwright import CheckError
from checkwright.paths import DotPath
from checkwright.wording import did_you_mean, listed, named_type, one_line, shown

from .equality import NotJson, ValueNumbers
from .spec import DEFAULT_SOURCE

if TYPE_CHECKING:
    from .spec import ToolUsage

__all__ = ["ENTRIES", "Entry", "Source"]

#: Calls that a question may expect.
ENTRIES = 1_000

_FIELDS = ("name", "arguments")


@dataclass(frozen=True, slots=True)
class Entry:
    """One expected call.

    arguments: the expected arguments; None when the question gives none.
    number: the number of the arguments (see `ValueNumbers`).
    """

    name: str
    arguments: Mapping[str, Any] | None = None
    number: int | None = None


class Source:
    """The place in a question where a check reads the expected calls."""

    def __init__(self, spec: ToolUsage) -> None:
        self.text = DEFAULT_SOURCE if spec.source is None else spec.source
        self._path = DotPath(self.text, field="source")
        self._is_default = spec.source is None

    def read(self, question: Mapping[str, Any], values: ValueNumbers) -> list[Entry] | None:
        """Return the expected calls; None when the check names no source and the question has no default one.

        Raises:
            CheckError: the source leads nowhere, or the value there is no list of expected calls.
        """
        if self._is_default and question.get(DEFAULT_SOURCE) is None:
            return None
        listed_calls = self._path.value(question)
        if not isinstance(listed_calls, list | tuple):
            raise self._error(
                f"found {named_type(listed_calls)}, expected a list of names or {{name, arguments}}"
            )
        if len(listed_calls) > ENTRIES:
            raise self._error(
                f"size limit: {len(listed_calls):,} expected calls, at most {ENTRIES:,} are read"
            )
        return [self._entry(value, f"[{index}]", values) for index, value in enumerate(listed_calls)]

    def _entry(self, value: Any, inside: str, values: ValueNumbers) -> Entry:
        if isinstance(value, str):
            return Entry(self._name(value, inside))
        if not isinstance(value, Mapping):
            raise self._error(f"found {named_type(value)}, expected a name or {{name, arguments}}", inside)
        for key in value:
            if key not in _FIELDS:
                hint = did_you_mean(str(key), _FIELDS, cutoff=0.5) or f"known: {listed(_FIELDS)}"
                raise self._error(f"unknown field {shown(key, 60)} ({hint})", inside)
        if "name" not in value:
            raise self._error("the name is missing", inside)
        name = self._name(value["name"], f"{inside}.name")
        if "arguments" not in value:
            return Entry(name)
        arguments = value["arguments"]
        if not isinstance(arguments, Mapping):
            raise self._error(
                f"found {named_type(arguments)}, expected an object or no arguments at all",
                f"{inside}.arguments",
            )
        try:
            return Entry(name, arguments, values.number_of(arguments))
        except NotJson as error:
            raise self._error(f"no JSON: {error}", f"{inside}.arguments") from None

    def _name(self, value: Any, inside: str) -> str:
        if not isinstance(value, str):
            raise self._error(f"the name is {named_type(value)}, expected a text", inside)
        if not value or value.isspace():
            raise self._error(f"the name is {'blank' if value else 'empty'}", inside)
        return value

    def _error(self, message: str, inside: str = "") -> CheckError:
        if self._is_default:
            return CheckError(one_line(f"{self.text}{inside}: {message}"))
        return self._path.error(message, inside)
