"""What the tests of sandbox_bwrap share: the sandbox of this machine, and commands in it."""

import os
import signal
import sys
import threading
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace

import pytest

from checkwright_sandbox_bwrap.provider import open_bwrap
from checkwright_sandboxing.sandbox import Ability, SandboxLimits, SessionSpec, WorkFile


@pytest.fixture(scope="session")
def bwrap():
    """The sandbox here; without one the test is skipped, or fails where tools are required."""
    sandbox = open_bwrap()
    can = sandbox.probe()
    if not can.available:
        if os.environ.get("CHECKWRIGHT_REQUIRE_TOOLS", "") not in ("", "0"):
            pytest.fail(can.reason)
        pytest.skip(can.reason)
    return sandbox


@pytest.fixture
def bounded(bwrap):
    """The sandbox here, where it bounds memory and processes."""
    if not {Ability.MEMORY, Ability.PROCESSES} <= bwrap.probe().enforces:
        pytest.skip("no control group can be made here")
    return bwrap


@pytest.fixture
def root():
    """For tests of what only root can do."""
    if os.geteuid() != 0:
        pytest.skip("only root drops to another user")


@pytest.fixture
def run(bwrap):
    """Run a command: `run("echo hi > out", timeout=1).result`; texts are for sh, `.read(path)` reads after.

    The names of SandboxLimits are limits; files are texts by path; python: this Python is a tool.
    """
    with contextmanager(_sessions)(bwrap) as command:
        yield command


def _sessions(bwrap):
    opened = []

    def command(
        argv, *, files=(), python=False, stdin=b"", cwd=".", env=None, tools=None, shown=(), **bounds
    ):
        entries = {
            path: WorkFile(entry.encode()) if isinstance(entry, str) else entry
            for path, entry in dict(files).items()
        }
        tools = dict(tools or {}) | ({"python3": sys.executable} if python else {})
        limits = SandboxLimits(**{"timeout": 20.0, **bounds})
        session = bwrap.open(SessionSpec(files=entries, limits=limits, tools=tools, shown=tuple(shown)))
        opened.append(session)
        session.__enter__()
        words = ["sh", "-c", argv] if isinstance(argv, str) else argv
        result = session.exec(words, stdin=stdin, cwd=cwd, env=env or {})

        def read(path, most=1_000):
            return session.read_file(path, most)

        return SimpleNamespace(
            result=result, out=result.stdout.decode(), err=result.stderr.decode(), read=read, session=session
        )

    try:
        yield command
    finally:
        for session in opened:
            session.__exit__(None, None, None)


@pytest.fixture
def python(run):
    """Run a text of Python inside, and return what it prints; it has to end well."""

    def printed(text, **more):
        ran = run(["python3", "-I", "-S", "-c", text], python=True, **more)
        assert ran.result.exit_code == 0, ran.err
        return ran.out

    return printed


def pids_with(text):
    """Return the processes of the machine that have a text among their arguments."""
    found = []
    for file in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            if text.encode() in file.read_bytes().split(b"\0"):
                found.append(int(file.parent.name))
        except OSError:
            continue
    return found


@pytest.fixture
def alive():
    """Return the processes of the machine with a text among their arguments."""
    return pids_with


@pytest.fixture
def held(run):
    """Hold a sandbox while a test runs: `with held("text of sh", "1.2") as pid`; it ends in `sleep 1.2`."""

    @contextmanager
    def holding(text, seconds, **more):
        ran = []
        thread = threading.Thread(target=lambda: ran.append(run(f"{text}\nexec sleep {seconds}", **more)))
        thread.start()
        while not (found := [pid for pid in pids_with(seconds) if _name(pid) == "sleep"]):
            assert thread.is_alive(), ran
        try:
            yield found[0]
        finally:
            os.kill(found[0], signal.SIGKILL)
            thread.join()

    return holding


def _name(pid):
    try:
        return Path(f"/proc/{pid}/comm").read_text().strip()
    except OSError:
        return ""
