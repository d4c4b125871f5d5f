"""Try checks in a child process with another hash seed, all of a law in one child."""

from __future__ import annotations

import importlib
import json
import os
import pickle
import subprocess
import sys
from collections.abc import Sequence
from typing import Any

from checkwright import Kind
from checkwright.wording import shown

from .attempt import Toolboxes, attempted
from .law import Unproven
from .trial import Trial

__all__ = ["traces_of_a_child", "where_named"]

_CODE = (
    "import sys, json; sys.path[:] = json.loads(sys.argv[1]); "
    "from checkwright_contract.child import answer; answer()"
)


def traces_of_a_child(kind: Kind[Any], toolboxes: Toolboxes | None, trials: Sequence[Trial]) -> list[Any]:
    """Try each trial in one fresh process; give what came out of each.

    Raises:
        Unproven: the child cannot get at the kind or its toolbox.
    """
    module, attribute = where_named(kind)
    try:
        payload = pickle.dumps((module, attribute, toolboxes, list(trials)))
    except Exception as error:  # noqa: BLE001 - pickle raises what it likes
        raise Unproven(f"the toolbox does not pickle: {shown(error)}") from None
    seed = "1" if os.environ.get("PYTHONHASHSEED") != "1" else "2"
    paths = json.dumps([path or os.getcwd() for path in sys.path])  # noqa: PTH109 - as sys.path has it
    done = subprocess.run(  # noqa: S603 - this interpreter on our own module
        [sys.executable, "-c", _CODE, paths],
        input=payload,
        capture_output=True,
        env={**os.environ, "PYTHONHASHSEED": seed},
        check=False,
    )
    if done.returncode == _NOT_THERE:
        raise Unproven(done.stderr.decode(errors="replace").strip())
    if done.returncode:
        why = done.stderr.decode(errors="replace").strip().rpartition("\n")[2]
        raise AssertionError(f"the child process ended with {done.returncode}: {shown(why, 200)}")
    traces: list[Any] = pickle.loads(done.stdout)  # noqa: S301 - from our own child
    return traces


def where_named(kind: Kind[Any]) -> tuple[str, str]:
    """Give the module and the attribute that name a kind.

    Raises:
        Unproven: no attribute of the modules that it is made of does.
    """
    names = [kind.spec.__module__]
    if kind.prepare is not None:
        names.append(getattr(kind.prepare, "__module__", None) or "")
    parts = [name.split(".") for name in names]
    modules = [".".join(part[:length]) for part in parts for length in range(len(part), 0, -1)]
    for module in dict.fromkeys(modules):
        for attribute, value in vars(sys.modules.get(module, object)).items():
            if value is kind and module != "__main__":
                return module, attribute
    raise Unproven(
        f"no attribute of {' or '.join(dict.fromkeys(modules))} names the kind: no other process gets at it"
    )


#: The exit code of a child that could not import the kind.
_NOT_THERE = 66


def answer() -> None:
    """Read trials from standard input, try them, and write what came out to standard output."""
    out = os.dup(1)
    os.dup2(2, 1)  # what a kind prints must not mix with the answer
    module, attribute, toolbox, trials = pickle.loads(sys.stdin.buffer.read())  # noqa: S301 - from our own parent
    try:
        kind: Kind[Any] = getattr(importlib.import_module(module), attribute)
    except (ImportError, AttributeError) as error:
        sys.stderr.write(f"a fresh process cannot import {module}.{attribute}: {error}")
        sys.stderr.flush()
        os._exit(_NOT_THERE)
    attempts = [attempted(kind, toolbox, trial) for trial in trials]
    traces = [attempt.trace() if attempt is not None else None for attempt in attempts]
    with os.fdopen(out, "wb") as stream:
        stream.write(pickle.dumps(traces))
