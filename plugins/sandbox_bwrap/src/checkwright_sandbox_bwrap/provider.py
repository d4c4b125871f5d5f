"""The provider: whether bubblewrap runs commands here, and sessions of it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from checkwright_sandboxing.sandbox import Ability, Capabilities, Session, SessionSpec

from .account import account_here
from .program import Program, programs
from .session import BwrapSession

__all__ = ["Bwrap", "missing", "open_bwrap"]


@lru_cache(maxsize=1)
def _found() -> tuple[Program, str]:
    program = next(iter(programs()))
    return program, program.version()


@dataclass(frozen=True, slots=True)
class Bwrap:
    """The sandbox that bubblewrap makes."""

    name: str = "bwrap"

    def probe(self) -> Capabilities:
        """Say what it can do here."""
        return Capabilities(
            True,
            "",
            _found()[1],
            frozenset({Ability.NETWORK, Ability.FILES, Ability.USER, Ability.WALL_TIME}),
        )

    def open(self, spec: SessionSpec) -> Session:
        """Make a session."""
        return BwrapSession(spec, *_found(), account_here())


def open_bwrap() -> Bwrap:
    """Return the sandbox."""
    return Bwrap()


def missing() -> str | None:
    """Say why it does not run here and what to do; None when it runs."""
    return None
