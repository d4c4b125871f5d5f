"""The provider `bwrap`: whether bubblewrap runs commands here, and sessions of it."""

from __future__ import annotations

import platform
from dataclasses import dataclass

from checkwright.wording import one_line
from checkwright_sandboxing.sandbox import Capabilities, ExecResult, ExecStatus, Session, SessionSpec

from .no_session import NoSession

__all__ = ["Bwrap", "missing", "open_bwrap"]


@dataclass(frozen=True, slots=True)
class Bwrap:
    """The sandbox that bubblewrap makes."""

    name: str = "bwrap"

    def probe(self) -> Capabilities:
        """Say what it can do here, after trying; the answer is kept for this process. Never raise."""
        if (system := platform.system()) != "Linux":
            return Capabilities(False, f"bubblewrap isolates on Linux alone, this is {system or 'unknown'}")
        from .probe import probe  # what it imports is there on Linux alone

        return probe().capabilities

    def open(self, spec: SessionSpec) -> Session:
        """Make a session; nothing is on the machine before its command is run. Never raise."""
        can = self.probe()
        if not can.available:
            return _no_session(can, can.reason)
        if spec.image is not None:
            return _no_session(can, "bwrap knows no images: leave `image` out, or name another provider")
        if lacking := sorted(spec.required - can.enforces):
            return _no_session(can, f"bwrap cannot enforce {', '.join(lacking)} here: {_NO_GROUP}")
        from .probe import probe
        from .session import BwrapSession

        setup = probe().setup
        assert setup is not None  # it is available
        return BwrapSession(spec, setup)


_NO_GROUP = (
    "no control group with memory and pids can be made; run as root, or where a user may make them "
    "(systemd-run --user --scope)"
)


def _no_session(can: Capabilities, reason: str) -> NoSession:
    return NoSession(
        ExecResult(ExecStatus.UNAVAILABLE, provider="bwrap", version=can.version, reason=one_line(reason))
    )


def open_bwrap() -> Bwrap:
    """Return the sandbox."""
    return Bwrap()


def missing() -> str | None:
    """Say in one line why it does not run here and what to do; None when it runs."""
    return Bwrap().probe().reason or None
