"""The base system of a sandbox: the host's programs and libraries, few settings, and an own /etc besides."""

from __future__ import annotations

from pathlib import Path

__all__ = ["FILES", "HIDDEN", "USER", "base", "in_base"]

#: The user and group inside.
USER = 1_000
#: Below /usr, where container images like to put programs with their data.
HIDDEN = "/usr/src"

_SYSTEM = ("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32")
_SEEN = tuple(f"{folder}/" for folder in _SYSTEM)
_SETTINGS = (
    "alternatives",
    "ca-certificates",
    "ca-certificates.conf",
    "crypto-policies",
    "fonts",
    "java",
    "ld.so.cache",
    "ld.so.conf",
    "ld.so.conf.d",
    "localtime",
    "magic",
    "mime.types",
    "os-release",
    "perl",
    "php",
    "php.d",
    "php.ini",
    "pki/ca-trust/extracted",
    "pki/tls/certs",
    "pki/tls/openssl.cnf",
    "protocols",
    "services",
    "ssl/certs",
    "ssl/openssl.cnf",
    "terminfo",
    "timezone",
)
#: Of each version a folder of its own.
_VERSIONED = ("java-*", "python3*")

#: What is made for the sandbox.
FILES = {
    "/etc/group": f"root:x:0:\nuser:x:{USER}:\nnogroup:x:65534:\n",
    "/etc/hosts": "127.0.0.1 localhost\n::1 localhost\n",
    "/etc/nsswitch.conf": "passwd: files\ngroup: files\nhosts: files\n",
    "/etc/passwd": (
        "root:x:0:0:root:/:/usr/sbin/nologin\n"
        f"user:x:{USER}:{USER}:user:/tmp/home:/bin/sh\n"
        "nobody:x:65534:65534:nobody:/:/usr/sbin/nologin\n"
    ),
}


def in_base(path: str) -> bool:
    """Say whether a path of the host, without `..`, is seen in every sandbox."""
    return f"{path}/".startswith(_SEEN) and not f"{path}/".startswith(f"{HIDDEN}/")


def base(root: Path = Path("/")) -> list[str]:
    """Return the arguments of bwrap that show the base system below `root`, all read-only."""
    arguments = []
    for name in _SYSTEM:
        path = root / name[1:]
        if path.is_symlink():
            arguments += ["--symlink", str(path.readlink()), name]
        elif path.is_dir():
            arguments += ["--ro-bind", str(path), name]
    if (root / HIDDEN[1:]).is_dir():
        arguments += ["--perms", "0755", "--tmpfs", HIDDEN]
    settings = root / "etc"
    for name in ("", "pki", "pki/ca-trust", "pki/tls", "ssl"):
        if (settings / name).is_dir():
            arguments += ["--perms", "0755", "--dir", f"/etc/{name}".rstrip("/")]
    names = [*_SETTINGS, *(path.name for glob in _VERSIONED for path in sorted(settings.glob(glob)))]
    for name in names:
        if (settings / name).exists():
            arguments += ["--ro-bind", str(settings / name), f"/etc/{name}"]
    return arguments
