"""The arguments of bwrap for one sandbox."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath

from checkwright_sandboxing.sandbox import SessionSpec

from .base import FILES, HIDDEN, USER, base
from .carried import carried, closed
from .descriptors import Descriptors
from .filling import needed
from .places import HOME, TOOLS, WORK, places, starter

__all__ = ["Arguments", "arguments"]

_SHARED_MEMORY = 16 << 20
_ENVIRONMENT = {
    "PATH": f"{TOOLS}:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
    "HOME": HOME,
    "LANG": "C.UTF-8",
    "TMPDIR": "/tmp",  # noqa: S108 - inside the sandbox
}


@dataclass(frozen=True, slots=True)
class Arguments:
    """Arguments of bwrap, but for what tells its progress.

    inherited: the descriptors that they name. closed: paths of the host that have to be carried out before.
    """

    lines: list[str]
    inherited: list[int]
    closed: list[str]


def arguments(
    spec: SessionSpec, cwd: str, env: Mapping[str, str], other: bool, descriptors: Descriptors
) -> Arguments:
    """Return all that shows and isolates.

    other: whether bwrap runs as another user than we are.

    Raises:
        UnshownPath: a tool or a folder cannot be shown.
        OSError: there is no memory for a file.
    """
    outside: list[str] = []
    size = max(needed(spec.files) + (spec.limits.disk_mb << 20), 4_096)
    inherited: list[int] = []
    lines = [
        *("--unshare-all", "--unshare-user", "--die-with-parent", "--new-session"),
        *("--cap-drop", "ALL", "--uid", str(USER), "--gid", str(USER), "--hostname", "sandbox"),
        *base(),
        *("--proc", "/proc", "--ro-bind", "/dev/null", "/proc/keys", "--tmpfs", "/proc/1"),
        *("--dev", "/dev"),
        *("--perms", "1777", "--size", str(min(size, _SHARED_MEMORY)), "--tmpfs", "/dev/shm"),  # noqa: S108
        *("--perms", "1777", "--size", str(size), "--tmpfs", "/tmp"),  # noqa: S108 - inside the sandbox
        *("--perms", "0755", "--dir", HOME, "--perms", "0755", "--dir", WORK),
    ]

    def file(path: str, mode: str, data: bytes) -> None:
        inherited.append(descriptors.memory(data))
        lines.extend(("--perms", mode, "--file", str(inherited[-1]), path))

    made: set[str] = set()
    for path in places(spec.tools, spec.shown):
        lines += _folders(path, made)
        if other and closed(path):
            lines += ["--ro-bind", carried(len(outside)), path]
            outside.append(path)
        else:
            lines += ["--ro-bind", path, path]
    for path, text in FILES.items():
        file(path, "0444", text.encode("ascii"))
    for name, path in spec.tools.items():
        lines += _folders(f"{TOOLS}/{name}", made)
        file(f"{TOOLS}/{name}", "0555", starter(path))
    hidden = [HIDDEN] if HIDDEN in lines else []
    for path in (*hidden, "/proc/1", "/dev", "/"):
        lines += ["--remount-ro", path]
    lines += ["--chdir", WORK if cwd == "." else f"{WORK}/{cwd}", "--clearenv"]
    for name, value in {**_ENVIRONMENT, **env}.items():
        lines += ["--setenv", name, value]
    return Arguments(lines, inherited, outside)


def _folders(path: str, made: set[str]) -> Sequence[str]:
    """Make the folders above a path, so that bwrap does not make them for its user alone."""
    lines: list[str] = []
    for folder in [*PurePosixPath(path).parents][-2::-1]:
        if str(folder) not in made:
            made.add(str(folder))
            lines += ["--perms", "0755", "--dir", str(folder)]
    return lines
