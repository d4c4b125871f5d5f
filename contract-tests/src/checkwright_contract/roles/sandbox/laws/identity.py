"""Laws of who a command is: nobody, without what the grader has.

PYTEST_DONT_REWRITE: what is found is said in full, and pytest may take hours to compare large values.
"""

from __future__ import annotations

import os
import tempfile
from typing import TYPE_CHECKING

from checkwright.wording import listed, shown

from ..host import processes_with
from ..under_test import new_marker

if TYPE_CHECKING:
    from ..under_test import SandboxUnderTest

__all__ = [
    "capabilities_are_dropped",
    "environment_is_clean",
    "open_files_of_the_grader_are_closed",
    "programs_gain_no_privileges",
    "user_has_no_privileges",
]

#: What a provider sets, what shells set by themselves, and the names by which containers tell themselves.
_VARIABLES = frozenset(
    ("HOME", "LANG", "PATH", "TMPDIR", "PWD", "OLDPWD", "SHLVL", "_", "HOSTNAME", "TERM", "container")
)
_STATUS = "cat /proc/self/status"


def environment_is_clean(tried: SandboxUnderTest) -> None:
    """Variables of the grader are not in the environment of a command, nor of a process that it sees."""
    canary = new_marker()
    os.environ["CHECKWRIGHT_CANARY"] = canary
    try:
        own = tried.output("env")
        others = tried.output("cat /proc/[0-9]*/environ 2>/dev/null || :")
    finally:
        del os.environ["CHECKWRIGHT_CANARY"]
    assert canary not in own, "a variable of the grader is in the environment"
    assert canary not in others, "a variable of the grader is in the environment of another process"
    more = [name for name in (line.partition("=")[0] for line in own.splitlines()) if name not in _VARIABLES]
    assert not more, f"the environment has {listed(more)}, expected HOME, LANG, PATH and TMPDIR"


def open_files_of_the_grader_are_closed(tried: SandboxUnderTest) -> None:
    """A command gets no file that the grader has open, even one that processes inherit."""
    canary = new_marker()
    script = (
        'for n in 3 4 5 6 7 8 9; do (eval "cat <&$n") 2>/dev/null; done; ls /proc/self/fd | sort -n | tail -1'
    )
    with tempfile.TemporaryFile() as file:
        file.write(canary.encode())
        file.seek(0)
        for number in range(3, 10):
            if not _is_open(number):
                os.dup2(file.fileno(), number, inheritable=True)
                break
        else:
            number = file.fileno()
            os.set_inheritable(number, True)
        try:
            told = tried.output(script)
        finally:
            if number != file.fileno():
                os.close(number)
    assert canary not in told, "a command reads a file that the grader has open"
    highest = told.split()[-1]
    assert highest == "3", f"a command has the descriptor {highest}, expected those up to 2"


def _is_open(number: int) -> bool:
    try:
        os.fstat(number)
    except OSError:
        return False
    return True


def capabilities_are_dropped(tried: SandboxUnderTest) -> None:
    """A command has no capability and can hand none on."""
    status = _fields(tried.output(_STATUS))
    held = [name for name in ("CapInh", "CapPrm", "CapEff", "CapAmb") if int(status.get(name, "0"), 16)]
    assert not held, f"{held[0]} is {status[held[0]]}, expected no capability"


def programs_gain_no_privileges(tried: SandboxUnderTest) -> None:
    """A program that is set to run as another user does not (NoNewPrivs)."""
    found = _fields(tried.output(_STATUS)).get("NoNewPrivs", "not said")
    assert found == "1", f"NoNewPrivs is {found}, expected 1"


def _fields(status: str) -> dict[str, str]:
    parts = (line.partition(":") for line in status.splitlines())
    return {name: value.strip() for name, _, value in parts}


def user_has_no_privileges(tried: SandboxUnderTest) -> None:
    """A command runs as an ordinary user, inside and as the host sees it."""
    inside = tried.output("id -u").strip()
    assert inside != "0", "a command is user 0 inside"

    def users(marker: str) -> set[int]:
        return {one.uid for one in processes_with(marker) if one.command.startswith(b"/bin/sh\0-c\0")}

    outside = tried.while_running(":", users)
    assert 0 not in outside, (
        f"the host runs a command as user {shown(sorted(outside))}, expected an ordinary one"
    )
