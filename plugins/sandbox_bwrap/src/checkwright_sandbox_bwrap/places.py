"""What of the host has to be shown so that the tools of a run work, and what an operator shows."""

from __future__ import annotations

import os
import pwd
import shlex
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from checkwright.wording import shown

from .base import FILES, in_base

__all__ = ["HOME", "TOOLS", "WORK", "UnshownPath", "places", "starter"]

#: The work folder inside, and the user's home.
WORK = "/tmp/checkwright-work"  # noqa: S108 - inside the sandbox
HOME = "/tmp/home"  # noqa: S108 - inside the sandbox
#: Where the tools stand inside, in front on PATH.
TOOLS = "/checkwright/bin"

#: Names of folders with programs, and what shows that the folder above holds what they need.
_PROGRAMS = frozenset({"bin", "libexec", "sbin", "shims"})
_BELONGS = ("lib", "lib64", "libexec", "pyvenv.cfg")
#: What a sandbox has of its own, and nothing of the host may hide.
_OWN = (WORK, HOME, TOOLS, "/proc", "/dev", *FILES)
_WHY = "which every sandbox has of its own; name another folder"
_MOST_LINKS = 40


class UnshownPath(Exception):  # noqa: N818 - says what there is
    """A tool or folder cannot be shown; the message says which, and why."""


def places(tools: Mapping[str, str], folders: Sequence[str]) -> list[str]:
    """Return the paths of the host to show at their own place, those that hold others first.

    tools: the program of each name. A program is shown with the folder of its installation, such as a virtual
    environment, or else alone; one of the base system is there already. folders: to show besides.

    Raises:
        UnshownPath: one of them is not there, or would hide what a sandbox has of its own.
    """
    found: set[str] = set()
    for name, path in tools.items():
        if not name or "/" in name or "\0" in name or name in (".", ".."):
            raise UnshownPath(f"the tool {name!r} has no name of a file")
        if "\0" in path or not os.path.isabs(path) or not os.path.isfile(path):  # noqa: PTH113, PTH117
            raise UnshownPath(f"the tool {name} is not there: no file {path}")
        found.update(_of_program(os.path.normpath(path), set()))
    for path in folders:
        if "\0" in path or not os.path.isabs(path) or not os.path.isdir(path):  # noqa: PTH112, PTH117
            raise UnshownPath(f"no folder {path!r} to show")
        plain = "/" + os.path.normpath(path).lstrip("/")
        # What the base system shows can still be a link to elsewhere.
        found.update((plain, os.path.realpath(path)) if in_base(plain) else (plain,))
    wanted = sorted(path for path in found if not in_base(path))
    for path in wanted:
        for own in _OWN:
            if _holds(path, own) or _holds(own, path):
                relation = "is" if path == own else "holds" if _holds(path, own) else "lies in"
                raise UnshownPath(f"{shown(path)} cannot be shown: it {relation} {own}, {_WHY}")
    return wanted


def starter(path: str) -> bytes:
    """Return a script that runs a program by its own path, by which many find what belongs to them."""
    return f'#!/bin/sh\nexec {shlex.quote(os.path.normpath(path))} "$@"\n'.encode("utf-8", "surrogateescape")


def _holds(folder: str, path: str) -> bool:
    return path == folder or path.startswith(folder.rstrip("/") + "/")


def _of_program(path: str, seen: set[str]) -> Iterator[str]:
    """Return what a program needs: each link on the way to it counts as one."""
    while path not in seen and len(seen) < _MOST_LINKS:
        seen.add(path)
        if not in_base(path):
            prefix = _prefix(path)
            yield prefix or path
            if prefix is not None:
                yield from _of_environment(prefix, seen)
        if not os.path.islink(path):  # noqa: PTH114
            return
        path = os.path.normpath(os.path.join(os.path.dirname(path), os.readlink(path)))  # noqa: PTH115, PTH118, PTH120


def _prefix(path: str) -> str | None:
    """Return the folder of the installation that a program belongs to.

    A home, or the folder for the programs of a user in it, is none: it holds more than programs.
    """
    folder, prefix = os.path.dirname(path), os.path.dirname(os.path.dirname(path))  # noqa: PTH120
    if os.path.basename(folder) not in _PROGRAMS or prefix.count("/") < 2 or prefix.endswith("/.local"):  # noqa: PTH119
        return None
    if not any(os.path.exists(os.path.join(prefix, name)) for name in _BELONGS):  # noqa: PTH110, PTH118
        return None
    homes = {os.path.expanduser("~"), *(entry.pw_dir for entry in pwd.getpwall())}  # noqa: PTH111
    return None if any(_holds(prefix, home) for home in homes) else prefix


def _of_environment(prefix: str, seen: set[str]) -> Iterator[str]:
    """Return what the Python needs that a virtual environment was made with."""
    try:
        text = Path(prefix, "pyvenv.cfg").read_text("utf-8", "replace")
    except OSError:
        return
    for line in text.splitlines():
        key, _, home = line.partition("=")
        if key.strip() == "home" and os.path.isabs(home.strip()):  # noqa: PTH117
            yield from _of_program(os.path.normpath(os.path.join(home.strip(), "python3")), seen)  # noqa: PTH118
