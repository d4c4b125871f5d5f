"""Problem: one located mistake of a document."""

from dataclasses import dataclass
from enum import StrEnum

__all__ = ["Problem", "Severity"]


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
