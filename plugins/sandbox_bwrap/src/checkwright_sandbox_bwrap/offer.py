"""What this package offers; the sandbox itself is imported when it is opened."""

from __future__ import annotations

from typing import TYPE_CHECKING

from checkwright import Provider
from checkwright_sandboxing.role import SANDBOX

if TYPE_CHECKING:
    from checkwright_sandboxing.sandbox import Sandbox

__all__ = ["PROVIDER"]


def _open() -> Sandbox:
    from .provider import open_bwrap

    return open_bwrap()


def _missing() -> str | None:
    from .provider import missing

    return missing()


PROVIDER: Provider[Sandbox] = Provider(SANDBOX, "bwrap", _open, _missing)
