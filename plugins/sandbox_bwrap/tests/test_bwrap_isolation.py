"""What a command in the sandbox can see, reach and become."""

import hashlib
import os
import socket
from pathlib import Path

import pytest

from checkwright_sandboxing.sandbox import ExecStatus

WORK = "/tmp/checkwright-work"


def test_privileges(run):
    """No capability is left, none can be gained, and the filter of system calls is on."""
    fields = dict(
        line.split(":\t") for line in run("cat /proc/self/status").out.splitlines() if ":\t" in line
    )
    assert {fields[f"Cap{name}"] for name in ("Inh", "Prm", "Eff", "Bnd", "Amb")} == {"0" * 16}
    assert (fields["NoNewPrivs"], fields["Seccomp"]) == ("1", "2")


def test_real_user(held, root):
    """Started by root, it is another user and group for the host too, without further groups."""
    with held("", "7.0731") as pid:
        status = Path(f"/proc/{pid}/status").read_text()
    lines = dict(line.split(":", 1) for line in status.splitlines())
    assert all(int(uid) > 65_000 for uid in lines["Uid"].split() + lines["Gid"].split())
    assert lines["Groups"].split() == []


def test_users_apart(held, root):
    """Two sandboxes of root's at a time are two users."""
    with held("", "7.0732") as one, held("", "7.0733") as other:
        assert Path(f"/proc/{one}").stat().st_uid != Path(f"/proc/{other}").stat().st_uid


def test_environment(run, monkeypatch):
    """Nothing of the host's environment comes in: there are the few variables said, and those asked for."""
    monkeypatch.setenv("CHECKWRIGHT_SECRET", "x")
    lines = run(["env"], env={"COLOUR": "a=b c", "LANG": "C"}).out.splitlines()
    names = dict(line.split("=", 1) for line in lines)
    assert set(names) == {"PATH", "HOME", "LANG", "TMPDIR", "COLOUR", "PWD"}
    assert (names["COLOUR"], names["LANG"], names["PWD"]) == ("a=b c", "C", WORK)


def test_arguments_of_others(held, alive):
    """What is in the environment of a command is not to be read in the list of processes."""
    with held("", "7.0734", env={"TOKEN": "hush"}):
        assert alive("hush") == alive("TOKEN") == []


@pytest.mark.parametrize(
    "path", ["/", "/usr", "/etc", "/dev", "/proc", "/proc/sys", "/proc/1", "/usr/src", "/home"]
)
def test_read_only(run, path):
    """Only the work folder and the temporary ones can be written."""
    ran = run(f"touch {path}/x || mkdir {path}/y")
    assert ran.result.status is ExecStatus.EXIT_NONZERO


@pytest.mark.parametrize("path", [".", "/tmp", "/dev/shm", "$HOME", "$TMPDIR"])
def test_writable(run, path):
    """These can be written."""
    assert run(f"touch {path}/x && rm {path}/x").result.status is ExecStatus.OK


@pytest.mark.parametrize(
    "path", ["/root", "/home", "/var", "/work", "/opt", "/srv", "/sys", "/run", "/etc/shadow"]
)
def test_unseen(run, path):
    """Of the host there are programs, libraries and a few settings, and nothing else."""
    assert run(["ls", "-d", path]).result.exit_code != 0


def test_temporary_folder_of_the_host(run, tmp_path):
    """The temporary folder of the host is not seen."""
    (tmp_path / "secret").write_text("x")
    assert run(["cat", str(tmp_path / "secret")]).result.exit_code != 0
    assert run("ls -A /tmp").out.split() == ["checkwright-work", "home"]


def test_descriptors(run):
    """A command has three descriptors, whatever the process that grades has open."""
    kept = os.open("/", os.O_RDONLY)
    os.set_inheritable(kept, True)
    try:
        names = run("for i in /proc/self/fd/*; do test -e $i && echo ${i##*/}; done").out.split()
    finally:
        os.close(kept)
    assert set(names) <= {"0", "1", "2"}


def test_network(python):
    """Neither the network nor a port or socket of the host is reached; there is a loopback of its own."""
    with socket.create_server(("127.0.0.1", 0)) as server, socket.socket(socket.AF_UNIX) as abstract:
        abstract.bind("\0checkwright-test-host")
        abstract.listen()
        printed = python(
            "import socket\n"
            "def refused(family, address):\n"
            "    try:\n"
            "        with socket.socket(family) as s: s.settimeout(2); s.connect(address)\n"
            "    except OSError as error: return type(error).__name__\n"
            f"print(refused(socket.AF_INET, ('127.0.0.1', {server.getsockname()[1]})))\n"
            "print(refused(socket.AF_INET, ('192.0.2.1', 80)))\n"
            "print(refused(socket.AF_UNIX, '\\0checkwright-test-host'))\n"
            "s = socket.create_server(('127.0.0.1', 0)); print(refused(socket.AF_INET, s.getsockname()))\n"
        )
    assert printed.split() == ["ConnectionRefusedError", "OSError", "ConnectionRefusedError", "None"]


@pytest.mark.parametrize(
    ("name", "x86", "arm", "arguments"),
    [
        ("add_key", 248, 217, ""),
        ("keyctl", 250, 219, ", 0, -3, 0"),
        ("request_key", 249, 218, ""),
        ("ptrace", 101, 117, ", 16, 1"),
        ("process_vm_readv", 310, 270, ", 1"),
        ("process_vm_writev", 311, 271, ", 1"),
        ("pidfd_getfd", 438, 438, ", 3, 3"),
        ("prlimit64", 302, 261, ", 1, 0, 0, 0"),
        ("unshare", 272, 97, ", 0x10000000"),
        ("clone", 56, 220, ", 0x10000011"),
        ("io_uring_setup", 425, 425, ""),
        ("bpf", 321, 280, ""),
    ],
)
def test_refused_calls(python, name, x86, arm, arguments):
    """System calls that reach across processes, users and namespaces end with EPERM."""
    number = x86 if os.uname().machine == "x86_64" else arm
    text = (
        "import ctypes; c = ctypes.CDLL(None, use_errno=True)\n"
        f"print(c.syscall({number}{arguments}), ctypes.get_errno())"
    )
    assert python(text).split() == ["-1", "1"]


@pytest.mark.parametrize("path", ["/proc/1/mem", "/proc/1/fd", "/proc/1/root", "/proc/1/environ"])
def test_first_process(python, path):
    """The process that tells the exit code is out of reach: nothing of it is even seen."""
    assert python(f"import os; print(os.path.lexists({path!r}))") == "False\n"


@pytest.mark.parametrize(
    "command", ["unshare -r true", "unshare -U true", "unshare -m true", "mount -t tmpfs none /tmp"]
)
def test_namespaces(run, command):
    """No further namespace is made, and so nothing is mounted past the bounds."""
    assert run(command).result.exit_code != 0


def test_exit_code_is_the_own_one(python, run):
    """Whatever a command does to other processes, its exit code is the one it ended with."""
    text = (
        "import os, signal\n"
        "for n in range(1, 65):\n"
        "    if n not in (9, 19):\n"
        "        os.kill(1, n)\n"
        "os.kill(1, 9); os.kill(1, 19)\n"
        "os._exit(3)\n"
    )
    assert run(["python3", "-I", "-S", "-c", text], python=True).result.exit_code == 3


def test_sessions_apart(held, python):
    """Two sessions at a time share no file, process, socket or shared memory."""
    one = (
        "import ctypes, os, socket\n"
        "s = socket.socket(socket.AF_UNIX); s.set_inheritable(True)\n"
        "s.bind('\\0checkwright-test'); s.listen()\n"
        "assert ctypes.CDLL(None).shmget(4711, 4096, 0o1666) >= 0\n"
        "for p in ('/dev/shm/mark', '/tmp/mark', 'mark'): open(p, 'w')\n"
        "os.execvp('sleep', ['sleep', '7.0735'])\n"
    )
    other = (
        "import ctypes, os, socket\n"
        "s = socket.socket(socket.AF_UNIX)\n"
        "print(s.connect_ex('\\0checkwright-test') != 0, ctypes.CDLL(None).shmget(4711, 4096, 0) < 0)\n"
        "print([p for p in ('/dev/shm/mark', '/tmp/mark', 'mark') if os.path.exists(p)])\n"
        "print(sum(n.isdigit() for n in os.listdir('/proc')))\n"
    )
    with held('exec python3 -I -S "$CODE"', "7.0735", python=True, files={"code": one}, env={"CODE": "code"}):
        assert python(other).splitlines() == ["True True", "[]", "2"]


def test_host_unchanged(run, tmp_path):
    """A hostile command changes no file of the host, even of a folder that is shown."""
    shown = tmp_path / "shown"
    shown.mkdir()
    for number in range(20):
        (shown / f"{number}.txt").write_text(str(number))
    shown.chmod(0o777)

    def listing():
        return {
            str(path): (path.stat().st_mtime_ns, hashlib.sha256(path.read_bytes()).digest())
            for path in sorted(shown.rglob("*"))
        }

    before = listing()
    ran = run(
        f"cat {shown}/7.txt; rm -rf {shown}/* {shown}; echo x > {shown}/new; ln -s / {shown}/l; rm -rf /*",
        shown=[str(shown)],
    )
    assert ran.out.startswith("7")
    assert listing() == before


@pytest.mark.parametrize("call", ["socket", "socketpair"])
def test_families_of_sockets(python, call):
    """Sockets are local, IPv4, IPv6 or netlink; others, such as vsock, could lead to the hypervisor."""
    text = (
        "import errno, socket\n"
        "for family in range(46):\n"
        "    for kind in (1, 2, 3, 5):\n"
        "        try:\n"
        f"            socket.{call}(family, kind)\n"
        "        except OSError as error:\n"
        "            if error.errno == errno.EAFNOSUPPORT: continue\n"
        "        print(family)\n"
        "        break\n"
    )
    assert python(text).split() == ["1", "2", "10", "16"]


@pytest.mark.parametrize("number", [20, 102, 359, 360])
def test_calls_of_another_architecture(run, number):
    """No call is made as by a 32-bit program: not getpid, socketcall, socket or socketpair."""
    if os.uname().machine != "x86_64":
        pytest.skip("a 64-bit program of other machines makes none")
    code = (
        b"\x53\xbb\x28\0\0\0\xb9\x01\0\0\0\x31\xd2\x31\xf6"  # rbx saved; vsock, stream, 0, 0
        + b"\xb8" + number.to_bytes(4, "little") + b"\xcd\x80\x5b\xc3"  # int 0x80, rbx back, return
    )  # fmt: skip
    text = (
        "import ctypes, mmap\n"
        "page = mmap.mmap(-1, 4096, prot=7)\n"
        f"page.write({code!r})\n"
        "place = ctypes.addressof(ctypes.c_char.from_buffer(page))\n"
        "print(ctypes.CFUNCTYPE(ctypes.c_int)(place)())"
    )
    ran = run(["python3", "-I", "-S", "-c", text], python=True)
    without = ran.result.exit_code == 139  # a kernel without the architecture
    assert without or ran.out == "-1\n"  # minus EPERM


@pytest.mark.parametrize("number", [39, 41, 53])
def test_calls_of_the_second_abi(python, number):
    """Nor does one of x32: getpid, socket, socketpair."""
    if os.uname().machine != "x86_64":
        pytest.skip("other machines have none")
    text = (
        "import ctypes; c = ctypes.CDLL(None, use_errno=True)\n"
        f"print(c.syscall({0x4000_0000 + number}, 1, 1, 0), ctypes.get_errno())"
    )
    assert python(text).split() == ["-1", "1"]
