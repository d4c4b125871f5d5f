"""The filter of system calls, run by a small interpreter of its language."""

import errno
import struct

import pytest

from checkwright_sandbox_bwrap.seccomp import MACHINES, filter_for

ALLOWED = 0x7FFF_0000


def judged(program, architecture, number, first=0):
    """Return what a filter says of a system call: 0 when it is allowed, else the error."""
    data = struct.pack("=iIQ6Q", number, architecture, 0, first, 0, 0, 0, 0, 0)
    lines = list(struct.iter_unpack("=HBBI", program))
    accumulator, at = 0, 0
    while True:
        code, if_true, if_false, value = lines[at]
        at += 1
        if code == 0x20:
            accumulator = struct.unpack_from("=I", data, value)[0]
        elif code == 0x06:
            assert value == ALLOWED or value >> 16 == 5
            return 0 if value == ALLOWED else value & 0xFFFF
        else:
            test = {0x15: accumulator == value, 0x35: accumulator >= value, 0x45: bool(accumulator & value)}[
                code
            ]
            at += if_true if test else if_false


@pytest.mark.parametrize("machine", sorted(MACHINES))
@pytest.mark.parametrize(
    ("name", "first", "expected"),
    [
        ("keyctl", 0, errno.EPERM),
        ("add_key", 0, errno.EPERM),
        ("request_key", 0, errno.EPERM),
        ("ptrace", 0, errno.EPERM),
        ("process_vm_readv", 0, errno.EPERM),
        ("process_vm_writev", 0, errno.EPERM),
        ("pidfd_getfd", 0, errno.EPERM),
        ("unshare", 0, errno.EPERM),
        ("setns", 0, errno.EPERM),
        ("bpf", 0, errno.EPERM),
        ("perf_event_open", 0, errno.EPERM),
        ("userfaultfd", 0, errno.EPERM),
        ("io_uring_setup", 0, errno.EPERM),
        ("io_uring_enter", 0, errno.EPERM),
        ("io_uring_register", 0, errno.EPERM),
        ("clone", 0x1000_0000, errno.EPERM),
        ("clone", 0x1000_0011, errno.EPERM),
        ("clone", 0x11, 0),
        ("clone", 0x003D_0F00, 0),
        ("clone3", 0, errno.ENOSYS),
        ("prlimit64", 1, errno.EPERM),
        ("prlimit64", 0, 0),
        ("prlimit64", 2, 0),
        *(
            (name, family, expected)
            for name in ("socket", "socketpair")
            for family, expected in (
                (1, 0),
                (2, 0),
                (10, 0),
                (16, 0),
                (0, errno.EAFNOSUPPORT),
                (17, errno.EAFNOSUPPORT),
                (40, errno.EAFNOSUPPORT),
                (0xFFFF_FFFF, errno.EAFNOSUPPORT),
                (0x1_0000_0001, 0),
                (0x1_0000_0028, errno.EAFNOSUPPORT),
            )
        ),
    ],
)
def test_calls(machine, name, first, expected):
    """Each call has its answer, by its first argument where that counts."""
    known = MACHINES[machine]
    assert judged(filter_for(machine), known.architecture, known.numbers[name], first) == expected


@pytest.mark.parametrize("machine", sorted(MACHINES))
def test_all_other_calls(machine):
    """What is not named is allowed."""
    known = MACHINES[machine]
    program = filter_for(machine)
    for number in set(range(500)) - set(known.numbers.values()):
        assert judged(program, known.architecture, number, 1) == 0


@pytest.mark.parametrize("machine", sorted(MACHINES))
@pytest.mark.parametrize("architecture", [0x4000_0003, 0x4000_0028, 0xC000_003E, 0xC000_00B7, 0])
def test_other_architectures(machine, architecture):
    """The calls of another architecture have other numbers, and are all refused."""
    if architecture != MACHINES[machine].architecture:
        assert judged(filter_for(machine), architecture, 0) == errno.EPERM


def test_second_abi():
    """The second set of numbers of x86-64 is refused."""
    for number in (0x4000_0000, 0x4000_0000 + 101, 0xFFFF_FFFF - (1 << 32)):
        assert judged(filter_for("x86_64"), 0xC000_003E, number) == errno.EPERM


def test_unknown_machine():
    """There is no filter for a machine whose numbers are not known."""
    with pytest.raises(KeyError):
        filter_for("riscv64")
