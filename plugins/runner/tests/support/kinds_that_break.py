"""Kinds that are rough with the process that they run in; only for worker processes."""

import os
import signal
import subprocess
import sys
import time
from typing import Literal

from checkwright import CheckSpec, Kind, Outcome, hookimpl


class Rough(CheckSpec):
    """Pass, unless the response asks for something worse."""

    kind: Literal["test.rough"]
    prepare: str = ""


def _die():
    os.kill(os.getpid(), signal.SIGSEGV)


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


WAYS = {
    "die": _die,
    "loop": _loop,
    "hang in C": _hang_in_c,
    "exit": lambda: os._exit(3),
    "print": _print,
    "interrupt": _interrupt,
    "read": _read,
    "spend": lambda: _spend(0.004),
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
        way = WAYS.get(case.text)
        if way is not None:
            way()
        return fine

    return execute


@hookimpl
def checkwright_kinds():
    return [Kind(spec=Rough, prepare=prepare)]
