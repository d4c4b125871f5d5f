"""Laws of the end: when it comes, nothing of a command stays.

PYTEST_DONT_REWRITE: what is found is said in full, and pytest may take hours to compare large values.
"""

from __future__ import annotations

import os
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

from checkwright.wording import listed, shown
from checkwright_sandboxing.sandbox import ExecStatus, WorkFile

from ....law import Unproven
from ..host import survivors
from ..under_test import new_marker

if TYPE_CHECKING:
    from ..under_test import SandboxUnderTest

__all__ = [
    "nothing_is_left_on_the_host",
    "timeout_ends_the_whole_tree",
    "timeout_is_named_and_keeps_what_was_printed",
    "whole_tree_ends_with_the_command",
]

#: Starts a child, an orphan and a daemon, each with the marker $1, and goes on when they ignore signals; they
#: last 25 seconds.
_TREE = """
stay='trap "" HUP INT TERM; : > "$1"; n=0; while [ $n -lt 25 ]; do sleep 1; n=$((n + 1)); done'
sh -c "$stay" "$1" child &
(sh -c "$stay" "$1" orphan >/dev/null 2>&1 </dev/null &)
daemon=$(command -v setsid)
$daemon sh -c "$stay" "$1" daemon >/dev/null 2>&1 </dev/null &
n=0
until [ -e child ] && [ -e orphan ] && [ -e daemon ] || [ $n -gt 200000 ]; do n=$((n + 1)); done
"""
_PROMPT = 10.0


def timeout_is_named_and_keeps_what_was_printed(tried: SandboxUnderTest) -> None:
    """A command that takes too long is ended soon after, named, and what it printed before is there."""
    begun = time.monotonic()
    result = tried.run("echo begun; sleep 25", timeout=0.4).result
    spent = time.monotonic() - begun
    assert result.status is ExecStatus.TIMEOUT, f"came out as {result.status.value}, expected timeout"
    assert result.exit_code is None, f"the exit code is {result.exit_code}, expected none"
    assert result.stdout == b"begun\n", f"the output is {shown(result.stdout)}, expected what was printed"
    assert spent < _PROMPT, f"after {spent:.1f} seconds, expected 0.4"


def timeout_ends_the_whole_tree(tried: SandboxUnderTest) -> None:
    """When time is up children, orphans and daemons that ignore signals are dead."""
    marker = new_marker()
    try:
        tried.run(f"{_TREE}\nsleep 25", marker, timeout=0.4)
    finally:
        left = survivors(marker)
    assert not left, f"{left} processes of the command are still there"


def whole_tree_ends_with_the_command(tried: SandboxUnderTest) -> None:
    """When a command ends by itself children, orphans and daemons that ignore signals are dead."""
    marker, begun = new_marker(), time.monotonic()
    try:
        result = tried.run(_TREE, marker).result
    finally:
        left = survivors(marker)
    assert not left, f"{left} processes of the command are still there"
    assert result.status is ExecStatus.OK, f"came out as {result.status.value}, expected ok"
    spent = time.monotonic() - begun
    assert spent < _PROMPT, f"a child that has the output open was waited for, {spent:.1f} seconds"


def nothing_is_left_on_the_host(tried: SandboxUnderTest) -> None:
    """After a session no temporary file, mount, descriptor or child process of it is there."""
    if not Path("/proc/self/fd").is_dir():
        raise Unproven("the machine does not tell what is open")
    tried.output("exit 0")  # what is made once for the process
    script = (
        "mkdir closed; echo x > closed/file; chmod 0 closed; mkfifo fifo; ln -s / link; sleep 25 & exit 1"
    )
    before, parent = os.environ.get("TMPDIR"), tempfile.tempdir
    with tempfile.TemporaryDirectory(prefix="checkwright-contract-") as folder:
        Path(folder).chmod(0o777)
        os.environ["TMPDIR"] = tempfile.tempdir = folder
        try:
            found = _state()
            tried.run(script, files={"a": WorkFile(b"a")})
            left = [f"{name} in the temporary folder" for name in os.listdir(folder)]  # noqa: PTH208 - names
            left += [what for what in _state() if what not in found]
        finally:
            tempfile.tempdir = parent
            if before is None:
                del os.environ["TMPDIR"]
            else:
                os.environ["TMPDIR"] = before
    assert not left, f"left behind: {listed(left)}"


def _state() -> list[str]:
    """Return what this process has: mounts, open descriptors and children."""
    state = Path("/proc/self/mounts").read_text(encoding="utf-8", errors="replace").splitlines()
    for name in os.listdir("/proc/self/fd"):  # noqa: PTH208 - names
        try:
            state.append(f"descriptor {name} of {os.readlink(f'/proc/self/fd/{name}')}")  # noqa: PTH115
        except OSError:
            continue  # the listing itself
    own = str(os.getpid())
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            parts = stat.read_text(encoding="utf-8", errors="replace").rpartition(")")[2].split()
        except OSError:
            continue
        if parts[1] == own:
            state.append(f"child process {stat.parent.name}")
    return state
