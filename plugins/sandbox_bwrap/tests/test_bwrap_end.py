"""What is left on the machine afterwards: nothing."""

import os
import pickle
import signal
import subprocess
import sys
import tempfile
import threading
from dataclasses import replace
from pathlib import Path

import pytest

from checkwright_sandbox_bwrap import account as account_module
from checkwright_sandbox_bwrap import session as session_module
from checkwright_sandbox_bwrap.account import Account, account_here
from checkwright_sandbox_bwrap.arguments import arguments
from checkwright_sandbox_bwrap.descriptors import Descriptors
from checkwright_sandbox_bwrap.launch import launch
from checkwright_sandbox_bwrap.no_session import NoSession
from checkwright_sandbox_bwrap.outcome import unavailable
from checkwright_sandbox_bwrap.probe import probe
from checkwright_sandboxing.sandbox import ExecStatus, SandboxLimits, SessionSpec, WorkFile

HOSTILE = "(setsid sleep 93.0061 &); mkfifo f; ln -s / l; chmod 0 .; cat /dev/zero > big"


def folders():
    return {place: set(os.listdir(place)) for place in (tempfile.gettempdir(), "/dev/shm", "/run")}  # noqa: PTH208


@pytest.fixture
def own_temporary_folder(tmp_path, monkeypatch):
    """Let temporary files stand where no other test puts any."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    monkeypatch.setenv("TMPDIR", str(tmp_path))


def command_of(pid):
    try:
        return Path(f"/proc/{pid}/comm").read_text().strip()
    except OSError:
        return ""


def descriptors():
    return len(os.listdir("/proc/self/fd"))  # noqa: PTH208


def test_nothing_is_left(bwrap, alive, own_temporary_folder):
    """After a hostile command no process, file, mount or descriptor is left."""
    mounts, before, opened = Path("/proc/self/mounts").read_text(), folders(), descriptors()
    for _ in range(3):
        with bwrap.open(SessionSpec(limits=SandboxLimits(timeout=10, disk_mb=1))) as session:
            session.exec(["sh", "-c", HOSTILE])
    assert alive("93.0061") == []
    assert {place: names - before[place] for place, names in folders().items() if names - before[place]} == {}
    assert Path("/proc/self/mounts").read_text() == mounts
    assert descriptors() == opened


def test_failures_leave_nothing(bwrap):
    """Nor is a descriptor left by a command that could not begin."""
    opened = descriptors()
    for argv, spec in (
        (["true\0"], SessionSpec()),
        (["true"], SessionSpec(files={"/": WorkFile(b"")})),
        (["true"], SessionSpec(tools={"x": "/no"})),
        (["nothing"], SessionSpec()),
    ):
        with bwrap.open(spec) as session:
            assert session.exec(argv).status is not ExecStatus.OK
    assert descriptors() == opened


def test_session_without_a_command(bwrap, own_temporary_folder):
    """A session in which nothing is run leaves nothing, and before the command there is nothing."""
    before, opened = folders(), descriptors()
    with bwrap.open(SessionSpec(files={"a": WorkFile(b"x")})):
        assert (folders(), descriptors()) == (before, opened)
    assert (folders(), descriptors()) == (before, opened)


def test_interrupt(alive):
    """Ctrl-C ends the command with all its processes."""
    text = (
        # A shell lets its background jobs ignore Ctrl-C, and so would this process.
        "import signal\n"
        "signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        "from checkwright_sandbox_bwrap.provider import open_bwrap\n"
        "from checkwright_sandboxing.sandbox import SessionSpec\n"
        "with open_bwrap().open(SessionSpec()) as session:\n"
        "    session.exec(['sh', '-c', 'trap \"\" INT; setsid sleep 93.0062 & sleep 93.0062'])\n"
    )
    environment = dict(os.environ, PYTHONPATH=os.pathsep.join(sys.path))
    with subprocess.Popen(
        [sys.executable, "-c", text], env=environment, stderr=subprocess.PIPE, start_new_session=True
    ) as grader:
        while len(alive("93.0062")) < 2:
            if grader.poll() is not None:
                pytest.skip("no sandbox here")
        os.killpg(grader.pid, signal.SIGINT)
        assert b"KeyboardInterrupt" in grader.stderr.read()
    assert alive("93.0062") == []


def test_error_of_ours(bwrap, monkeypatch, alive):
    """Whatever goes wrong on our side while a command runs, its processes are dead."""

    def broken(*args):
        while not alive("93.0063"):
            pass
        raise MemoryError

    monkeypatch.setattr(session_module, "watch", broken)
    opened = descriptors()
    with pytest.raises(MemoryError), bwrap.open(SessionSpec()) as session:
        session.exec(["sleep", "93.0063"])
    assert alive("93.0063") == []
    assert descriptors() == opened


def test_no_filter_no_command(bwrap):
    """When we are gone before the filter was said, the command does not begin."""
    setup = probe().setup
    setup = replace(setup, account=setup.account.next())
    held = Descriptors()
    told = arguments(SessionSpec(), ".", {}, True, held)
    launched = launch(setup, told, ["sleep", "93.0065"], b"", held)
    held.close_all()
    assert launched.process.wait(10) == 1


def test_killed_from_outside(bwrap, alive):
    """A sandbox that somebody else ends says nothing of the command."""
    seen = []

    def killing():
        while not (found := [pid for pid in alive("93.0064") if command_of(pid) == "sleep"]):
            pass
        parent = int(Path(f"/proc/{found[0]}/stat").read_text().rpartition(")")[2].split()[1])
        if parent != os.getpid():
            os.kill(parent, signal.SIGKILL)
            seen.append(parent)

    thread = threading.Thread(target=killing)
    thread.start()
    with bwrap.open(SessionSpec()) as session:
        result = session.exec(["sleep", "93.0064"])
    thread.join()
    assert seen
    assert result.status in (ExecStatus.UNAVAILABLE, ExecStatus.EXIT_NONZERO)
    assert result.exit_code in (None, 137)


def test_ordinary_user(bwrap, root):
    """An ordinary user has a sandbox too, which is no less apart."""
    reading, writing = os.pipe()
    pid = os.fork()
    if pid == 0:
        try:
            os.setgroups([])
            os.setresgid(61_234, 61_234, 61_234)
            os.setresuid(61_234, 61_234, 61_234)
            spec = SessionSpec(
                files={"a/f": WorkFile(b"x")}, limits=SandboxLimits(timeout=10, disk_mb=1, pids=20)
            )
            text = "cat a/f > b; id -u; touch /x; cat /dev/zero > big"
            with bwrap.open(spec) as session:
                result = session.exec(["sh", "-c", text])
                answer = (bwrap.probe(), result, session.read_file("b", 10))
            with bwrap.open(spec) as session:
                answer += (session.exec(["bash", "-c", "for i in $(seq 60); do sleep 0.2 & done; wait"]),)
        except BaseException as error:  # noqa: BLE001 - told to the test
            answer = (repr(error),)
        os.write(writing, pickle.dumps(answer))
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading, "rb") as stream:
        answer = pickle.loads(stream.read())
    os.waitpid(pid, 0)
    if not answer[0].available:
        pytest.skip(answer[0].reason)  # such as a bwrap that only root can reach
    can, result, read, bomb = answer
    assert {"network", "files", "user", "wall time", "disk"} <= can.enforces
    assert (result.status, result.stdout, read) == (ExecStatus.DISK_LIMIT, b"1000\n", b"x")
    assert bomb.status is ExecStatus.EXIT_NONZERO or b"fork" in bomb.stderr


def test_account_thread(root, monkeypatch):
    """What is done as another user is done by a thread of its own: ours stays what it is."""
    account = account_here()
    assert account.run(lambda: (os.getuid(), os.geteuid(), os.getegid())) == (account.uid,) * 3
    assert (os.geteuid(), os.getegid()) == (0, 0)
    with pytest.raises(PermissionError):
        account.run(lambda: Path("/etc/shadow").read_bytes())
    monkeypatch.setattr(account_module, "_CALLS", {os.uname().machine: (-1, -1)})
    with pytest.raises(OSError, match="not implemented"):
        account.run(lambda: None)
    assert Path("/etc/shadow").read_bytes()


def test_accounts(root):
    """Each sandbox of a process has another user, and a process that follows has others."""
    account = account_here()
    assert len({account.next().uid for _ in range(10)}) == 10
    assert Account().next() == Account()
    assert Account(uid=65_534).next().uid == 65_534


def test_without_setpriv(bwrap, root, monkeypatch):
    """Where no setpriv is, Python itself changes the user."""
    setup = probe().setup
    setup = replace(setup, account=replace(setup.account, setpriv=None))
    with session_module.BwrapSession(SessionSpec(), setup) as session:
        assert session.exec(["id", "-u"]).stdout == b"1000\n"


def test_large_heap(bwrap):
    """A sandbox of a process with much memory begins without a copy of its page tables."""
    heap = bytearray(1 << 30)
    heap[:: 1 << 12] = b"x" * (1 << 18)
    seconds = []
    for _ in range(5):
        before = os.times()
        with bwrap.open(SessionSpec()) as session:
            assert session.exec(["true"]).status is ExecStatus.OK
        after = os.times()
        seconds.append(after.user + after.system - before.user - before.system)
    assert min(seconds) < 0.05  # of our own processor time; a fork alone takes about as much
    del heap


def test_no_session():
    """The session of a sandbox that runs nothing keeps to the order of sessions too."""
    with NoSession(unavailable("why\nnot")) as session:
        assert session.read_file("a", 1) is None
        assert session.exec(["true"]).reason == "why not"
        with pytest.raises(RuntimeError):
            session.exec(["true"])
    with NoSession(unavailable("why")) as session:
        pass
    with pytest.raises(RuntimeError):
        session.exec(["true"])
