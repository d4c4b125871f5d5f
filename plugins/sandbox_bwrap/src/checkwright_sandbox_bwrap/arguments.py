"""The arguments of bwrap for one sandbox."""

from __future__ import annotations

from collections.abc import Mapping

from .view import WORK, base

__all__ = ["arguments"]

_SHARED_MEMORY = 16 << 20
_ENVIRONMENT = {
    "PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
    "HOME": "/tmp/home",  # noqa: S108 - inside the sandbox
    "LANG": "C.UTF-8",
    "TMPDIR": "/tmp",  # noqa: S108 - inside the sandbox
}


def arguments(size: int, cwd: str, env: Mapping[str, str], disable_userns: bool) -> list[str]:
    """Return all that isolates, but for descriptors. size: bytes of the work folder and /tmp together."""
    lines = [
        "--unshare-all",
        "--unshare-user",
        *(["--disable-userns"] if disable_userns else []),
        "--die-with-parent",
        "--new-session",
        *("--cap-drop", "ALL"),
        *("--uid", "1000", "--gid", "1000"),
        *("--hostname", "sandbox"),
        *("--perms", "0755", "--dir", "/etc"),
        *base(),
        *("--proc", "/proc"),
        *("--tmpfs", "/proc/1", "--remount-ro", "/proc/1"),
        *("--dev", "/dev"),
        *("--perms", "1777", "--size", str(min(size, _SHARED_MEMORY)), "--tmpfs", "/dev/shm"),  # noqa: S108
        *("--remount-ro", "/dev"),
        *("--perms", "1777", "--size", str(size), "--tmpfs", "/tmp"),  # noqa: S108
        *("--perms", "0700", "--dir", "/tmp/home"),  # noqa: S108
        *("--perms", "0755", "--dir", WORK),
        *("--remount-ro", "/"),
        *("--chdir", WORK if cwd == "." else f"{WORK}/{cwd}"),
        "--clearenv",
    ]
    for name, value in {**_ENVIRONMENT, **env}.items():
        lines += ["--setenv", name, value]
    return lines
