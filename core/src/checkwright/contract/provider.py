"""Role and Provider: what a run may open for its checks, by the name of a role that a distribution owns."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from ..wording import listed, one_line, shown
from .errors import NotExecutable

if TYPE_CHECKING:
    from .toolbox import Toolbox

__all__ = ["Provider", "Role"]

T = TypeVar("T")


def _no_version(opened: Any) -> str:
    del opened
    return ""


def _not_missing() -> None:
    return None


@dataclass(frozen=True)
class Role(Generic[T]):
    """A part that others may fill, such as a sandbox or a judge; the core knows it as this value alone.

    word: names it in messages and signatures, such as "sandbox"; lower case.
    decides: whether what fills it can change a verdict, so that it stands in the signature of a plan.
    version: of what a provider opened, for the signature; "" when there is none to tell.
    """

    word: str
    decides: bool = True
    version: Callable[[T], str] = field(default=_no_version, compare=False)

    def of(self, toolbox: Toolbox, name: str | None = None) -> T:
        """Return what the run opened for this role: of this name, or its default, the first it was given.

        Raises:
            NotExecutable: the run was given none, or none of that name; the reason says which.
            ServiceError: its provider could not open it.
        """
        named: Mapping[str, Any] = toolbox.providers.get(self.word) or {}
        if not named:
            wanted = "" if name is None else f" {shown(name)}"
            raise NotExecutable(one_line(f"no {self.word}{wanted}: this run was given none"))
        if name is not None and name not in named:
            raise NotExecutable(
                one_line(f"no {self.word} {shown(name)} in this run, which has {listed(list(named))}")
            )
        found: T = named[next(iter(named)) if name is None else name]
        return found


@dataclass(frozen=True)
class Provider(Generic[T]):
    """What fills a role under a name: a run opens it when a check first asks for it.

    name: unique in its role, such as "bwrap"; lower-case words joined by `_`, `-` or dots.
    open: returns what the role's protocol says; called once per plan, closed with it where it has a method
        `close`. A module-level function, or `functools.partial` of one, where plans or runs are to travel.
    missing: why it cannot work on this machine, in one sentence that says what to do; None where it can.
        Called by `doctor`; what opens decides for itself.
    """

    role: Role[T]
    name: str
    open: Callable[[], T]
    missing: Callable[[], str | None] = _not_missing
