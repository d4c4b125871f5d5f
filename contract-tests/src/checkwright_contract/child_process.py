"""Execute trials in a child process with other hash seed, folder and date: no outcome may depend on them."""

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

from .attempt import attempt_trial
from .law import Unproven
from .process_settings import changes, settings
from .toolboxes import TrialToolboxes
from .trial import Trial

__all__ = ["ChildResult", "StartState", "module_and_attribute", "try_in_child_process"]

_CODE = (
    "import sys, json; sys.path[:] = json.loads(sys.argv[1]); "
    "from checkwright_contract.child_process import main; main()"
)


@dataclass(frozen=True, slots=True)
class ChildResult:
    """The result of trials in a child process.

    snapshots: `Attempt.snapshot` for each trial, None where its check is not valid.
    changes: the settings of the process that changed, one sentence each.
    """

    snapshots: Sequence[Any]
    changes: Sequence[str]


@dataclass(frozen=True, slots=True)
class StartState:
    """The state with which a child process starts: environment variables and import paths."""

    environment: Mapping[str, str] = field(default_factory=lambda: dict(os.environ))
    paths: Sequence[str] = field(default_factory=lambda: [os.path.abspath(path) for path in sys.path])  # noqa: PTH100


def try_in_child_process(
    kind: Kind[Any], toolboxes: TrialToolboxes, trials: Sequence[Trial], start_state: StartState
) -> ChildResult:
    """Execute trials, the last one first, in a child process with another hash seed, folder and date.

    Raises:
        Unproven: the child cannot import the kind, or the toolbox cannot be pickled.
    """
    module, attribute = module_and_attribute(kind)
    try:
        payload = pickle.dumps((module, attribute, toolboxes, list(trials)))
    except Exception as error:  # noqa: BLE001 - pickle raises what it likes
        raise Unproven(f"the toolbox does not pickle: {shown(error)}") from None
    seed = "1" if start_state.environment.get("PYTHONHASHSEED") != "1" else "2"
    with tempfile.TemporaryDirectory(prefix="checkwright-contract-") as folder:
        done = subprocess.run(  # noqa: S603 - this interpreter on our own module
            [sys.executable, "-c", _CODE, json.dumps(start_state.paths)],
            input=payload,
            capture_output=True,
            cwd=folder,
            env={**start_state.environment, "PYTHONHASHSEED": seed, "TZ": _zone()},
            check=False,
        )
    if done.returncode == _NOT_IMPORTABLE:
        raise Unproven(done.stderr.decode(errors="replace").strip())
    if done.returncode:
        why = done.stderr.decode(errors="replace").strip().rpartition("\n")[2]
        raise AssertionError(f"the child process ended with {done.returncode}: {shown(why, 200)}")
    result: ChildResult = pickle.loads(done.stdout)  # noqa: S301 - from our own child
    return result


def _zone() -> str:
    """Return a time zone in which the date differs from the local one: UTC-12 or UTC+14 always does."""
    behind = time.gmtime(time.time() - 12 * 3600)
    return "BEHIND+12" if behind[:3] != time.localtime()[:3] else "AHEAD-14"


def module_and_attribute(kind: Kind[Any]) -> tuple[str, str]:
    """Return the module and the attribute by which a kind can be imported.

    Raises:
        Unproven: no attribute of the modules of its spec and its prepare is the kind.
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
_NOT_IMPORTABLE = 66


def main() -> None:
    """Read trials from standard input, execute them, and write the result to standard output."""
    out = os.dup(1)
    os.dup2(2, 1)  # what a kind prints must not mix with the answer
    module, attribute, toolboxes, trials = pickle.loads(sys.stdin.buffer.read())  # noqa: S301 - from our own parent
    try:
        kind: Kind[Any] = getattr(importlib.import_module(module), attribute)
    except (ImportError, AttributeError) as error:
        sys.stderr.write(f"a fresh process cannot import {module}.{attribute}: {error}")
        sys.stderr.flush()
        os._exit(_NOT_IMPORTABLE)
    for one in (signal.SIGINT, signal.SIGTERM):
        # An ignored signal is inherited, and the kind may have changed that in the parent.
        signal.signal(one, signal.SIG_DFL)
    before = settings()
    attempts = [attempt_trial(kind, toolboxes, trial) for trial in reversed(trials)]
    snapshots = [attempt.snapshot(kind.varies) if attempt is not None else None for attempt in attempts]
    found = ChildResult(snapshots[::-1], changes(before, settings()))
    toolboxes.close()
    with os.fdopen(out, "wb") as stream:
        stream.write(pickle.dumps(found))
