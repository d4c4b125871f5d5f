"""A kind that prints to the standard output wherever it is called, in every way that a process has."""

import atexit
import ctypes
import os
import subprocess
import sys
from typing import Literal

from checkwright import CheckSpec, Evidence, Kind, Outcome, hookimpl

#: What stands in each text; the moment follows.
MARK = "chatter at "


def talk(moment):
    text = f"{MARK}{moment}"
    print(text, "by print")
    sys.stdout.write(f"{text} by sys.stdout\n")
    sys.stdout.buffer.write(f"{text} by its buffer\n".encode())
    print(text, "by sys.__stdout__", file=sys.__stdout__)
    try:
        os.write(1, f"{text} by descriptor\n".encode())
        command = [sys.executable, "-S", "-c", f"print({text!r}, 'by child')"]
        if moment in ("import", "execute"):  # a child takes its time
            subprocess.run(command, check=True)
    except OSError:
        pass
    if os.name == "posix":
        ctypes.CDLL(None).puts(f"{text} by C".encode())


talk("import")
atexit.register(talk, "exit")


class Talks(CheckSpec):
    kind: Literal["test.talks"]


def prepare(spec, toolbox):
    def close():
        talk("close")

    def locate(case):
        talk("locate")
        return (Evidence.span(case.text, 0, 1),)

    def execute(case):
        talk("execute")
        return Outcome.judge(True, "said", locate=locate)

    talk("prepare")
    toolbox.on_close(close)
    return execute


def describe(spec):
    talk("describe")
    return "It talks."


def engines():
    talk("engines")
    return {"talk": "1"}


def warn(spec):
    talk("warn")
    return [((), "it talks")]


@hookimpl
def checkwright_kinds():
    talk("hook")
    return [Kind(spec=Talks, prepare=prepare, describe=describe, engines=engines, warn=warn)]
