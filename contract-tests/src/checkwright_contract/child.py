"""Try checks in a child process that differs in what no outcome may depend on, all of a law in one child."""

from __future__ import annotations

import importlib
import json
import os
import pickle
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from checkwright import Kind
from checkwright.wording import shown

from .attempt import Toolboxes, attempted
from .law import Unproven
from .settings import changes, settings
from .trial import Trial

__all__ = ["Elsewhere", "Surroundings", "tried_in_a_child", "where_named"]

_CODE = (
    "import sys, json; sys.path[:] = json.loads(sys.argv[1]); "
    "from checkwright_contract.child import answer; answer()"
)


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """What came out of trials in a process of their own.

    traces: one for each trial, None where its check is not valid.
    changes: what became of the settings of that process, one sentence each.
    """

    traces: Sequence[Any]
    changes: Sequence[str]


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What a process starts with: its environment, and where it imports from."""

    environment: Mapping[str, str] = field(default_factory=lambda: dict(os.environ))
    paths: Sequence[str] = field(default_factory=lambda: [os.path.abspath(path) for path in sys.path])  # noqa: PTH100


def tried_in_a_child(
    kind: Kind[Any], toolboxes: Toolboxes | None, trials: Sequence[Trial], surroundings: Surroundings
) -> Elsewhere:
    """Try trials in one fresh process, the last one first.

    Its hash seed, its folder and its date are others: no outcome may depend on them, nor on what was tried
    before.

    Raises:
        Unproven: the child cannot get at the kind or its toolbox.
    """
    module, attribute = where_named(kind)
    try:
        payload = pickle.dumps((module, attribute, toolboxes, list(trials)))
    except Exception as error:  # noqa: BLE001 - pickle raises what it likes
        raise Unproven(f"the toolbox does not pickle: {shown(error)}") from None
    seed = "1" if surroundings.environment.get("PYTHONHASHSEED") != "1" else "2"
    with tempfile.TemporaryDirectory(prefix="checkwright-contract-") as folder:
        done = subprocess.run(  # noqa: S603 - this interpreter on our own module
            [sys.executable, "-c", _CODE, json.dumps(surroundings.paths)],
            input=payload,
            capture_output=True,
            cwd=folder,
            env={**surroundings.environment, "PYTHONHASHSEED": seed, "TZ": _zone()},
            check=False,
        )
    if done.returncode == _NOT_THERE:
        raise Unproven(done.stderr.decode(errors="replace").strip())
    if done.returncode:
        why = done.stderr.decode(errors="replace").strip().rpartition("\n")[2]
        raise AssertionError(f"the child process ended with {done.returncode}: {shown(why, 200)}")
    result: Elsewhere = pickle.loads(done.stdout)  # noqa: S301 - from our own child
    return result


def _zone() -> str:
    """Return a time zone where it is another day than here: of the two ends of the world one is."""
    behind = time.gmtime(time.time() - 12 * 3600)
    return "BEHIND+12" if behind[:3] != time.localtime()[:3] else "AHEAD-14"


def where_named(kind: Kind[Any]) -> tuple[str, str]:
    """Return the module and the attribute that name a kind.

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
    for one in (signal.SIGINT, signal.SIGTERM):
        # Ignoring one is inherited, from a process that the kind may have spoiled already.
        signal.signal(one, signal.SIG_DFL)
    before = settings()
    attempts = [attempted(kind, toolbox, trial) for trial in reversed(trials)]
    traces = [attempt.trace() if attempt is not None else None for attempt in attempts]
    found = Elsewhere(traces[::-1], changes(before, settings()))
    with os.fdopen(out, "wb") as stream:
        stream.write(pickle.dumps(found))
