"""Kinds that are rough with the process that they run in; only for worker processes."""

import ctypes
import os
import signal
import stat
import subprocess
import sys
import time
from pathlib import Path
from typing import Literal

from checkwright import CheckSpec, Kind, Outcome, hookimpl


class Rough(CheckSpec):
    """Pass, unless the response asks for something worse."""

    kind: Literal["test.rough"]
    prepare: str = ""


def _die():
    os.kill(os.getpid(), signal.SIGSEGV)


def _kill():
    with Path("killed").open("a") as file:
        file.write("x")
    os.kill(os.getpid(), signal.SIGKILL)


def _loop():
    while True:
        pass


def _hang_in_c():
    """Keep the interpreter's lock for as long as the universe lasts."""
    return 7 ** (10**9)


def _print():
    print("printed by a kind", flush=True)
    os.write(1, b"written by a kind\n")


def _read():
    assert sys.stdin.read() == ""
    assert os.read(0, 99) == b""
    assert subprocess.run(["cat"], stdout=subprocess.PIPE, check=True).stdout == b""


def _interrupt():
    raise KeyboardInterrupt


def _stop():
    """Be stopped as by a terminal, the thread that would time the row included."""
    os.kill(os.getpid(), signal.SIGSTOP)


def _lose_pipe():
    """Fork as a library in C does, unseen by Python; the child keeps the pipes open after our death."""
    if ctypes.CDLL(None).fork() == 0:
        time.sleep(3_600)
    os._exit(3)


#: The processes that this one has forked off.
_TWINS = []


def _fork_twice():
    """Return in both processes."""
    twin = os.fork()
    if twin:
        _TWINS.append(twin)


def _outlive_twins():
    """Wait until the processes that came back from a fork have ended."""
    while _TWINS:
        os.waitpid(_TWINS.pop(), 0)


def _write_stray():
    """Write to every descriptor that may be a pipe of somebody."""
    for number in range(3, 64):
        try:
            if stat.S_ISFIFO(os.fstat(number).st_mode):
                os.write(number, b"hello\n")
        except OSError:
            continue


def _daemonize():
    """Leave a process that is in no group of ours, and one in the group; then die."""
    started = []
    for leave in (os.setsid, lambda: None):
        child = os.fork()
        if child == 0:
            leave()
            Path(f"left-{os.getpid()}").touch()
            time.sleep(3_600)
        started.append(Path(f"left-{child}"))
    while not all(path.exists() for path in started):
        time.sleep(0.001)
    os._exit(3)


WAYS = {
    "stop": _stop,
    "lose pipe": _lose_pipe,
    "fork twice": _fork_twice,
    "outlive twins": _outlive_twins,
    "write stray": _write_stray,
    "daemonize": _daemonize,
    "die": _die,
    "kill": _kill,
    "loop": _loop,
    "hang in C": _hang_in_c,
    "exit": lambda: os._exit(3),
    "print": _print,
    "interrupt": _interrupt,
    "read": _read,
    "spend": lambda: _spend(0.004),
    "spend long": lambda: (Path("spending").touch(), _spend(1.0)),
}


def _spend(seconds):
    end = time.process_time() + seconds
    while time.process_time() < end:
        pass


def prepare(spec, toolbox):
    if spec.prepare:
        WAYS[spec.prepare]()
    fine = Outcome.judge(True, "fine")

    def execute(case):
        if case.text == "wait outside":
            with toolbox.outside():
                time.sleep(1.2)
            return fine
        way = WAYS.get(case.text)
        if way is not None:
            way()
        return fine

    return execute


@hookimpl
def checkwright_kinds():
    return [Kind(spec=Rough, prepare=prepare)]
