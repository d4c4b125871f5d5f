"""Folders of root alone: the user of a sandbox cannot enter them, so what is shown of them is carried out.

The program of a virtual environment often stands below root's home. In a mount namespace of its own, which
ends with the sandbox, what has to be shown is mounted where everybody comes; nothing of the host changes.
"""

from __future__ import annotations

import os
import shutil
import stat
from collections.abc import Sequence
from pathlib import Path

from .places import UnshownPath

__all__ = ["carried", "carrying", "closed"]

#: A folder of every Linux that bubblewrap needs nothing of.
_PLACE = "/dev/shm"  # noqa: S108 - in a namespace of its own
_FOLDERS = "/usr/bin:/bin:/usr/sbin:/sbin"
_SCRIPT = f"""set -e
mount -n -t tmpfs -o size=64k,mode=0755,nosuid,nodev tmpfs {_PLACE}
number=0
while [ "$1" != -- ]; do
    if [ -d "$1" ]; then mkdir {_PLACE}/$number; else : > {_PLACE}/$number; fi
    mount -n --rbind -- "$1" {_PLACE}/$number
    number=$((number + 1))
    shift
done
shift
exec "$@"
"""


def closed(path: str) -> bool:
    """Say whether a user without rights cannot come to a path, which is absolute."""
    for folder in Path(os.path.realpath(path)).parents:
        try:
            if not folder.stat().st_mode & stat.S_IXOTH:
                return True
        except OSError:
            return True
    return False


def carried(number: int) -> str:
    """Return where a path stands outside once it is carried. number: its place among them, from 0."""
    return f"{_PLACE}/{number}"


def carrying(paths: Sequence[str], command: list[str]) -> list[str]:
    """Return the command that carries paths out and then runs a command.

    Raises:
        UnshownPath: there are some, and no program to do it.
    """
    if not paths:
        return command
    unshare = shutil.which("unshare", path=_FOLDERS)
    if unshare is None:
        raise UnshownPath(f"{paths[0]} lies in a folder that is closed to others, and no `unshare` is here")
    script = ["/bin/sh", "-c", _SCRIPT, "sh", *paths, "--", *command]
    return [unshare, "--mount", "--propagation", "private", "--", *script]
