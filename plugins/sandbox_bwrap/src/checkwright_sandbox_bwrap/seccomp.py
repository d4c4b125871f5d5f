"""The filter of system calls, in the kernel's classic BPF: what crosses between processes is refused."""

from __future__ import annotations

import errno
import struct
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

__all__ = ["MACHINES", "filter_for"]

# Source: linux/bpf_common.h, linux/seccomp.h, linux/audit.h, sched.h.
_LOAD = 0x20
_EQUAL = 0x15
_AT_LEAST = 0x35
_ANY_BIT = 0x45
_RETURN = 0x06
_ALLOW = 0x7FFF_0000
_ERRNO = 0x0005_0000
#: Offsets in `struct seccomp_data`; of an argument the lower half, on little-endian machines.
_NUMBER, _ARCHITECTURE, _FIRST_ARGUMENT = 0, 4, 16
_CLONE_NEWUSER = 0x1000_0000
#: The families of sockets that are allowed, since a network namespace holds them: local, IPv4, IPv6, netlink.
#: Source: linux/socket.h.
_FAMILIES = (1, 2, 10, 16)
#: From here on the numbers of x86-64 are those of its second ABI, x32.
_X32 = 0x4000_0000


@dataclass(frozen=True, slots=True)
class _Machine:
    architecture: int
    numbers: Mapping[str, int]


_SHARED = {
    "clone3": 435,
    "io_uring_setup": 425,
    "io_uring_enter": 426,
    "io_uring_register": 427,
    "pidfd_getfd": 438,
}
#: What is known, by `os.uname().machine`.
MACHINES: Mapping[str, _Machine] = MappingProxyType(
    {
        "x86_64": _Machine(
            0xC000_003E,
            {
                "add_key": 248,
                "bpf": 321,
                "clone": 56,
                "keyctl": 250,
                "perf_event_open": 298,
                "prlimit64": 302,
                "process_vm_readv": 310,
                "process_vm_writev": 311,
                "ptrace": 101,
                "request_key": 249,
                "setns": 308,
                "socket": 41,
                "socketpair": 53,
                "unshare": 272,
                "userfaultfd": 323,
            }
            | _SHARED,
        ),
        "aarch64": _Machine(
            0xC000_00B7,
            {
                "add_key": 217,
                "bpf": 280,
                "clone": 220,
                "keyctl": 219,
                "perf_event_open": 241,
                "prlimit64": 261,
                "process_vm_readv": 270,
                "process_vm_writev": 271,
                "ptrace": 117,
                "request_key": 218,
                "setns": 268,
                "socket": 198,
                "socketpair": 199,
                "unshare": 97,
                "userfaultfd": 282,
            }
            | _SHARED,
        ),
    }
)
#: Refused whatever the arguments.
_REFUSED = (
    "add_key",
    "bpf",
    "io_uring_enter",
    "io_uring_register",
    "io_uring_setup",
    "keyctl",
    "perf_event_open",
    "pidfd_getfd",
    "process_vm_readv",
    "process_vm_writev",
    "ptrace",
    "request_key",
    "setns",
    "unshare",
    "userfaultfd",
)


def filter_for(machine: str) -> bytes:
    """Return the program for a machine that `MACHINES` names, as `bwrap --seccomp` reads it.

    Calls of another architecture, and those in `_REFUSED`, end with EPERM. So does `clone` with a new user
    namespace, and `prlimit64` on process 1, which could end it. `clone3` ends with ENOSYS, since its flags
    cannot be looked at; C libraries then use `clone`. `socket` and `socketpair` end with EAFNOSUPPORT for
    all but four families: others, such as vsock, lead out of a network namespace.

    Raises:
        KeyError: the machine is unknown.
    """
    known = MACHINES[machine]
    lines = [
        _line(_LOAD, _ARCHITECTURE),
        *_unless(_EQUAL, known.architecture, errno.EPERM),
        _line(_LOAD, _NUMBER),
        *(
            [_line(_AT_LEAST, _X32, 0, 1), _line(_RETURN, _ERRNO | errno.EPERM)]
            if machine == "x86_64"
            else []
        ),
        *_when(known.numbers["clone3"], [_line(_RETURN, _ERRNO | errno.ENOSYS)]),
        *_when(known.numbers["clone"], _argument(_ANY_BIT, _CLONE_NEWUSER)),
        *_when(known.numbers["prlimit64"], _argument(_EQUAL, 1)),
    ]
    for name in ("socket", "socketpair"):
        lines += _when(known.numbers[name], _families())
    for name in _REFUSED:
        lines += _when(known.numbers[name], [_line(_RETURN, _ERRNO | errno.EPERM)])
    return b"".join([*lines, _line(_RETURN, _ALLOW)])


def _line(code: int, value: int, if_true: int = 0, if_false: int = 0) -> bytes:
    return struct.pack("=HBBI", code, if_true, if_false, value)


def _when(number: int, lines: list[bytes]) -> list[bytes]:
    """Do `lines`, which return, for one system call."""
    return [_line(_EQUAL, number, 0, len(lines)), *lines]


def _unless(test: int, value: int, error: int) -> list[bytes]:
    return [_line(test, value, 1, 0), _line(_RETURN, _ERRNO | error)]


def _argument(test: int, value: int) -> list[bytes]:
    """Refuse the call when its first argument passes a test, allow it otherwise."""
    return [
        _line(_LOAD, _FIRST_ARGUMENT),
        _line(test, value, 0, 1),
        _line(_RETURN, _ERRNO | errno.EPERM),
        _line(_RETURN, _ALLOW),
    ]


def _families() -> list[bytes]:
    """Allow the call when its first argument is one of the families, refuse it otherwise."""
    return [
        _line(_LOAD, _FIRST_ARGUMENT),
        *(_line(_EQUAL, family, len(_FAMILIES) - place) for place, family in enumerate(_FAMILIES)),
        _line(_RETURN, _ERRNO | errno.EAFNOSUPPORT),
        _line(_RETURN, _ALLOW),
    ]
