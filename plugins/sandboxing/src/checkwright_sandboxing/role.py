"""SANDBOX: the role."""

from __future__ import annotations

from typing import TYPE_CHECKING

from checkwright import Role

if TYPE_CHECKING:
    from .sandbox import Sandbox

__all__ = ["SANDBOX"]


def _version(sandbox: Sandbox) -> str:
    return sandbox.probe().version


#: What runs commands of rubrics and replies apart from the host.
SANDBOX: Role[Sandbox] = Role("sandbox", version=_version)
