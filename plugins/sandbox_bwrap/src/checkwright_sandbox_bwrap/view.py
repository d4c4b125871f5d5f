"""What a sandbox sees of the host: the base system, the tools of a run, and folders that are shown."""

from __future__ import annotations

from pathlib import Path

__all__ = ["WORK", "base"]

#: The work folder inside.
WORK = "/tmp/checkwright-work"  # noqa: S108 - inside the sandbox

_PROGRAMS = ("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32")
_SETTINGS = (
    "alternatives",
    "ca-certificates",
    "fonts",
    "ld.so.cache",
    "ld.so.conf",
    "ld.so.conf.d",
    "localtime",
    "magic",
    "mime.types",
    "os-release",
    "perl",
    "php",
    "pki/tls/certs",
    "ssl/certs",
    "ssl/openssl.cnf",
    "terminfo",
    "timezone",
)


def base() -> list[str]:
    """Return the arguments of bwrap that show the programs and libraries of the host, and few settings."""
    arguments = []
    for path in map(Path, _PROGRAMS):
        if path.is_symlink():
            arguments += ["--symlink", str(path.readlink()), str(path)]
        elif path.is_dir():
            arguments += ["--ro-bind", str(path), str(path)]
    for name in _SETTINGS:
        arguments += ["--ro-bind-try", f"/etc/{name}", f"/etc/{name}"]
    return arguments
