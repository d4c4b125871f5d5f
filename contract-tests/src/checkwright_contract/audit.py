"""Record what code touches (files, sockets, processes), by Python's audit events."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

__all__ = ["EFFECTS", "record_effects"]

#: The effects that a kind may declare, alone or with a name after a colon, such as "subprocess:php".
#: What a sandbox or a judge touches is its own business: in the laws stand-ins take their places, which touch
#: nothing.
EFFECTS = ("file", "judge", "sandbox", "socket", "subprocess")

#: Audit events, or their names up to the dot, by effect.
_EVENTS: Mapping[str, tuple[str, ...]] = {
    "file": (
        "open", "glob", "mmap", "pathlib", "shutil", "sqlite3", "tempfile", "dbm", "os.chdir",
        "os.chflags", "os.chmod", "os.chown", "os.getxattr", "os.link", "os.listdir", "os.listxattr",
        "os.lockf", "os.mkdir", "os.remove", "os.removexattr", "os.rename", "os.rmdir", "os.scandir",
        "os.setxattr", "os.symlink", "os.truncate", "os.utime", "os.walk", "os.fwalk",
    ),
    "socket": (
        "ftplib", "http", "imaplib", "nntplib", "poplib", "smtplib", "socket", "ssl", "telnetlib",
        "urllib",
    ),
    "subprocess": (
        "os.exec", "os.fork", "os.forkpty", "os.posix_spawn", "os.spawn", "os.startfile", "os.system",
        "pty", "subprocess",
    ),
}  # fmt: skip
_EFFECT = {event: effect for effect, events in _EVENTS.items() for event in events}


class _Hook:
    """The list that the audit hook appends to; None while it is off."""

    events: list[tuple[str, str, str]] | None = None


@contextlib.contextmanager
def record_effects() -> Iterator[list[tuple[str, str, str]]]:
    """Record what is touched inside the block: yield a list of effect, name and audit event.

    Files that an import reads are left out.
    """
    hook = _installed_hook()
    events: list[tuple[str, str, str]] = []
    hook.events = events
    try:
        yield events
    finally:
        hook.events = None


@cache
def _installed_hook() -> type[_Hook]:
    """Add the hook once, since Python cannot remove one."""

    def audit(event: str, arguments: tuple[Any, ...]) -> None:
        events = _Hook.events
        if events is None:
            return
        effect = _EFFECT.get(event) or _EFFECT.get(event.partition(".")[0])
        if effect is None or (effect == "file" and (_is_descriptor(arguments) or _importing())):
            return
        events.append((effect, _text(arguments[0]) if arguments else "", event))

    sys.addaudithook(audit)
    return _Hook


def _is_descriptor(arguments: tuple[Any, ...]) -> bool:
    """Return whether the event opens a file descriptor, which is open already."""
    return bool(arguments) and isinstance(arguments[0], int)


def _importing() -> bool:
    """Return whether the import system raised the event."""
    frame = sys._getframe(2)
    while frame is not None:
        if frame.f_code.co_filename.startswith("<frozen importlib"):
            return True
        frame = frame.f_back  # type: ignore[assignment]
    return False


def _text(value: Any) -> str:
    if isinstance(value, list | tuple) and value:
        value = value[0]
    if isinstance(value, bytes | os.PathLike):
        value = os.fsdecode(value)
    return value if isinstance(value, str) else type(value).__name__
