"""Whose user a sandbox runs as: an unused one when we are root, else our own."""

from __future__ import annotations

import ctypes
import os
import shutil
import threading
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

__all__ = ["Account", "account_here"]

_Result = TypeVar("_Result")

#: Ids that no range of a distribution, container or service manager covers; each process takes one of them.
_FIRST, _COUNT = 1_900_000_000, 100_000_000
#: "nobody", where the ids above are not there.
_NOBODY = 65_534


@dataclass(frozen=True, slots=True)
class Account:
    """The real user of the processes in a sandbox. uid: None for the user that we are."""

    uid: int | None

    def wrapped(self, command: list[str]) -> list[str]:
        """Return the command that runs a command as this user, without privileges and groups."""
        if self.uid is None:
            return command
        setpriv = shutil.which("setpriv", path="/usr/bin:/bin:/usr/local/bin")
        if setpriv is None:
            return command
        return [setpriv, f"--reuid={self.uid}", f"--regid={self.uid}", "--clear-groups", "--", *command]

    def run(self, work: Callable[[], _Result]) -> _Result:
        """Call `work` with this user as owner of the files it makes, and return what it returns.

        In a tmpfs of another user's namespace root itself makes no files. The user of file accesses belongs to
        a thread, so a thread does it that ends with its work: no interrupt can leave ours as another user.
        """
        if self.uid is None:
            return work()
        done: list[_Result] = []
        failed: list[BaseException] = []

        def as_user(uid: int) -> None:
            try:
                libc = ctypes.CDLL(None, use_errno=True)
                libc.setfsgid(uid)
                libc.setfsuid(uid)
                done.append(work())
            except BaseException as error:  # noqa: BLE001 - raised again below
                failed.append(error)

        thread = threading.Thread(target=as_user, args=(self.uid,), daemon=True)
        thread.start()
        thread.join()
        if failed:
            raise failed[0]
        return done[0]


def account_here() -> Account:
    """Return the user that sandboxes of this process run as."""
    if os.geteuid() != 0:
        return Account(None)
    ranges = _mapped()
    for uid in (_FIRST + os.getpid() % _COUNT, _NOBODY):
        if any(first <= uid < first + count for first, count in ranges):
            return Account(uid)
    return Account(None)  # root of a user namespace with one user is somebody else outside


def _mapped() -> list[tuple[int, int]]:
    lines = Path("/proc/self/uid_map").read_text("ascii").splitlines()
    return [(int(first), int(count)) for first, _, count in (line.split() for line in lines)]
