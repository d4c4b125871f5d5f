"""Problem: one located mistake of a document; Finding: one that is not yet located."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from ..wording import spelled

__all__ = ["Finding", "Path", "Problem", "Severity"]

#: The way from the top of a document to a value: keys and indexes.
Path: TypeAlias = tuple[str | int, ...]


class Severity(StrEnum):
    """How bad a problem is: an error makes the document invalid, a warning does not."""

    ERROR = "error"
    WARNING = "warning"


@dataclass(frozen=True, slots=True)
class Problem:
    """One mistake and where it stands; `str()` is `source:line:column: error: message (hint)`.

    source: the file name, or what the caller called the text.
    line, column: 1-based, column in characters; None where the text has no such place (a mapping).
    path: JSON Pointer of the value, "" for the whole document.
    code: "syntax" (not readable), "schema" (breaks the schema) or "authoring" (what no schema can see).
    """

    source: str
    message: str
    line: int | None = None
    column: int | None = None
    path: str = ""
    severity: Severity = Severity.ERROR
    code: str = "schema"
    hint: str | None = None

    def __str__(self) -> str:
        place = "".join(f"{number}:" for number in (self.line, self.column) if number is not None)
        where = f"{self.source}:{place} " if place else f"{self.source}: "
        hint = f" ({self.hint})" if self.hint else ""
        return f"{where}{self.severity.value}: {self.message}{hint}"


@dataclass(frozen=True, slots=True)
class Finding:
    """A mistake at a path of a document's data, before its line and column are looked up.

    message: one sentence without the place.
    key: the mistake is the key at the end of the path, not its value.
    """

    path: Path
    message: str
    hint: str | None = None
    code: str = "schema"
    severity: Severity = Severity.ERROR
    key: bool = False

    @property
    def sentence(self) -> str:
        """The message with its place in front, as `checks[1].values: ...`."""
        place = spelled(self.path)
        return f"{place}: {self.message}" if place else self.message
