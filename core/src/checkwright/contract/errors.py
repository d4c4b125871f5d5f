"""Every exception of the package.

CheckwrightError
├── InvalidDocument    a document cannot be used; `.problems` says all that is wrong with it
├── CheckError         raised by a kind: an authoring mistake, the check fails loudly
├── NotExecutable      raised by a kind: this machine, run or case has not what the check needs
├── ServiceError       raised by a kind: an outside service failed, nobody here is to blame
├── InvalidOutcome     a kind made an Outcome outside the contract (also a ValueError)
├── InvalidVerdict     data is not the JSON of a verdict (also a ValueError)
└── PlanMismatch       a plan that arrives in another process would not give the same verdicts there
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..wording import spelled
from .problem import Problem

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = [
    "CheckError",
    "CheckwrightError",
    "InvalidDocument",
    "InvalidOutcome",
    "InvalidVerdict",
    "NotExecutable",
    "PlanMismatch",
    "ServiceError",
]


class CheckwrightError(Exception):
    """The root of all exceptions that Checkwright raises on purpose."""


class InvalidDocument(CheckwrightError):  # noqa: N818 - a name of the public API
    """A document is not valid; `problems` holds every mistake, in the order of the text."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__("\n".join(str(problem) for problem in self.problems))

    def __reduce__(self) -> tuple[type[InvalidDocument], tuple[tuple[Problem, ...]]]:
        return InvalidDocument, (self.problems,)


class CheckError(CheckwrightError):
    """An authoring mistake that the schema cannot see: the check fails for every response.

    path: the place inside the check document, for example ("patterns", 0); () for the whole check.
    others: further mistakes of the same check, which `validate` reports beside this one.
    """

    def __init__(
        self, message: str, path: Sequence[str | int] = (), *, others: Sequence[CheckError] = ()
    ) -> None:
        super().__init__(message)
        self.message = message
        self.path = tuple(path)
        self.others = tuple(others)

    @classmethod
    def of(cls, mistakes: Sequence[CheckError]) -> CheckError:
        """Return the first of one or more mistakes as an error that has the others behind it."""
        first, *others = mistakes
        return cls(first.message, first.path, others=others)


class NotExecutable(CheckwrightError):  # noqa: N818 - a name of the public API
    """What the check needs is missing here: it is neither passed nor failed."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class ServiceError(CheckwrightError):
    """A service outside the process failed: the outcome is an error, and the kind is not to blame."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class InvalidOutcome(CheckwrightError, ValueError):  # noqa: N818 - says what was made, like InvalidDocument
    """An Outcome outside the contract was asked for; `field` names what is wrong with it."""

    def __init__(self, field: str, message: str) -> None:
        super().__init__(message)
        self.field = field

    def __reduce__(self) -> tuple[type[InvalidOutcome], tuple[str, str]]:
        return InvalidOutcome, (self.field, str(self))


class InvalidVerdict(CheckwrightError, ValueError):  # noqa: N818 - says what was read, like InvalidDocument
    """Data is not the JSON of a verdict; `path` is the place, such as ("checks", 1, "score")."""

    def __init__(self, message: str, path: Sequence[str | int] = ()) -> None:
        super().__init__(message, path)
        self.message = message
        self.path = tuple(path)

    def __str__(self) -> str:
        place = spelled(self.path) or "the verdict"
        return f"{place} {self.message}" if self.message.startswith("is ") else f"{place}: {self.message}"


class PlanMismatch(CheckwrightError):  # noqa: N818 - a name of the public API
    """A plan that was sent here would not give the same verdicts; `differences` says why, a line each."""

    def __init__(self, reference: str, differences: Sequence[str]) -> None:
        self.reference = reference
        self.differences = tuple(differences)
        shown = "; ".join(self.differences[:5])
        more = f" and {len(self.differences) - 5} more" if len(self.differences) > 5 else ""
        super().__init__(f"the plan of {reference} is not the same here: {shown}{more}")

    def __reduce__(self) -> tuple[type[PlanMismatch], tuple[str, tuple[str, ...]]]:
        return PlanMismatch, (self.reference, self.differences)
