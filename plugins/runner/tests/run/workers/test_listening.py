"""What a worker says is heard to its end, although somebody else may hold its pipe open."""

import os
import select
import subprocess
import sys

import pytest

from checkwright_runner.run.workers.listening import messages

#: Says something, leaves a process behind that keeps the pipe, and ends.
LEAVES = """
import os, select, sys
if os.fork() == 0:
    select.select([0], [], [], float(sys.argv[1]))
    os._exit(0)
os.write(1, b"x" * 200_000 + b" end")
"""
POSIX = pytest.mark.skipif("sys.platform == 'win32'", reason="Windows has no fork")


def heard(seconds):
    """Return what is heard of a worker that leaves a process behind, and whether that still runs then.

    It ends after some seconds, or with this function.
    """
    read, write = os.pipe()
    alive, theirs = os.pipe()
    command = [sys.executable, "-c", LEAVES, str(seconds)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=write, pass_fds=[theirs]) as worker:
        os.close(write)
        os.close(theirs)
        with os.fdopen(read, "rb", buffering=0) as stream:
            data = b"".join(messages(stream, worker.pid))
        still = not select.select([alive], [], [], 0)[0]
        worker.wait()
    os.close(alive)
    return data, still


@POSIX
@pytest.mark.parametrize("system", ["pidfd", "no pidfd", "a kernel without pidfd"])
def test_the_end_of_a_worker_is_the_end_of_what_it_says(system, monkeypatch):
    """All that it said is heard, and nobody waits for the process that it left behind."""
    if system == "no pidfd":
        monkeypatch.delattr(os, "pidfd_open", raising=False)
    elif system != "pidfd":
        monkeypatch.setattr(os, "pidfd_open", refuse, raising=False)
    data, still = heard(20)
    assert (len(data), data[-4:], still) == (200_004, b" end", True)


def refuse(pid):
    raise OSError(38, "Function not implemented")


@POSIX
def test_without_poll_the_pipe_alone_is_read(monkeypatch):
    """Where a system cannot wait for two things, the end of the pipe is the end."""
    monkeypatch.delattr(select, "poll")
    data, still = heard(0.3)
    assert (len(data), still) == (200_004, False)


@POSIX
def test_a_worker_whose_end_was_seen_already_has_ended(monkeypatch):
    """Somebody else may have waited for it: there is no such child, and so nothing more to hear."""
    monkeypatch.delattr(os, "pidfd_open", raising=False)
    worker = subprocess.Popen([sys.executable, "-c", ""])
    worker.wait()
    read, write = os.pipe()
    try:
        with os.fdopen(read, "rb", buffering=0) as stream:
            assert list(messages(stream, worker.pid)) == []
    finally:
        os.close(write)
