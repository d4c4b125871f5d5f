"""Whose user a sandbox runs as: an unused one when we are root, else our own."""

from __future__ import annotations

import ctypes
import os
import shutil
import threading
from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import count
from pathlib import Path
from typing import TypeVar

__all__ = ["Account", "account_here"]

_Result = TypeVar("_Result")

#: Ids that no range of a distribution, container or service manager covers.
#: Source: systemd, "Users, Groups, UIDs and GIDs on systemd Systems".
_FIRST = 1_879_048_192
#: So many for each process, one after the other for its sandboxes.
_EACH = 60
_MOST_PROCESSES = 1 << 22
#: "nobody", where the ids above are not there.
_NOBODY = 65_534
_FOLDERS = "/usr/bin:/bin:/usr/sbin:/sbin"
# Source: linux/prctl.h.
_GET_DUMPABLE, _SET_DUMPABLE = 3, 4
#: The system calls setresuid and setresgid.
_CALLS = {"x86_64": (117, 119), "aarch64": (147, 149)}
_sessions = count()


@dataclass(frozen=True, slots=True)
class Account:
    """The real user of the processes in a sandbox.

    uid: also the group; None for the user that we are. several: how many ids from there on are free.
    setpriv: the program that changes the user. dumpable: what this process is, as prctl counts.
    """

    uid: int | None = None
    several: int = 1
    setpriv: str | None = None
    dumpable: int = 1

    def next(self) -> Account:
        """Return the account of one more sandbox, so that no two at a time share a user."""
        return self if self.uid is None else replace(self, uid=self.uid + next(_sessions) % self.several)

    def wrapped(self, command: list[str]) -> list[str]:
        """Return the command that runs a command as this user, where a program has to change it."""
        if self.uid is None or self.setpriv is None:
            return command
        return [self.setpriv, f"--reuid={self.uid}", f"--regid={self.uid}", "--clear-groups", "--", *command]

    def changes(self) -> dict[str, int | list[int]]:
        """Return what to tell Popen where no program changes the user; it then copies our page tables."""
        if self.uid is None or self.setpriv is not None:
            return {}
        return {"user": self.uid, "group": self.uid, "extra_groups": []}

    def run(self, work: Callable[[], _Result]) -> _Result:
        """Call `work` as this user, and return what it returns.

        In a tmpfs of another user's namespace root itself makes no files. To the kernel the user belongs to a
        thread, so a thread does it that ends with its work: no interrupt can leave ours as another user. An
        interrupt does not wait for it.

        Raises:
            OSError: the user cannot be changed, or what `work` raises.
        """
        if self.uid is None:
            return work()
        done: list[_Result] = []
        failed: list[BaseException] = []

        def as_user() -> None:
            try:
                self._become()
                done.append(work())
            except BaseException as error:  # noqa: BLE001 - raised again below
                failed.append(error)

        thread = threading.Thread(target=as_user, daemon=True)
        thread.start()
        thread.join()
        if failed:
            raise failed[0]
        return done[0]

    def _become(self) -> None:
        """Change the user of this thread alone; the functions of the C library change it for all threads."""
        libc = ctypes.CDLL(None, use_errno=True)
        user, group = _CALLS[os.uname().machine]
        for call in (group, user):
            if libc.syscall(call, self.uid, self.uid, self.uid) != 0:
                raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
        libc.prctl(_SET_DUMPABLE, self.dumpable, 0, 0, 0)  # the change took it from all threads


def account_here() -> Account:
    """Return the user that sandboxes of this process run as."""
    if os.geteuid() != 0:
        return Account()
    dumpable = 1 if ctypes.CDLL(None).prctl(_GET_DUMPABLE, 0, 0, 0, 0) == 1 else 0
    setpriv = shutil.which("setpriv", path=_FOLDERS)
    ranges = _mapped()
    own = _FIRST + os.getpid() % _MOST_PROCESSES * _EACH
    for uid, several in ((own, _EACH), (_NOBODY, 1)):
        if any(first <= uid and uid + several <= first + length for first, length in ranges):
            return Account(uid, several, setpriv, dumpable)
    return Account()  # the root of a namespace with one user is somebody else outside


def _mapped() -> list[tuple[int, int]]:
    lines = Path("/proc/self/uid_map").read_text("ascii").splitlines()
    return [(int(first), int(length)) for first, _, length in (line.split() for line in lines)]
