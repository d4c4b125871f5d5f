"""Laws of effects: nothing undeclared is touched, and settings that all code shares are left alone.

PYTEST_DONT_REWRITE: what is found is said in full, and pytest may take hours to compare large values.
"""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from pathlib import PurePath
from typing import TYPE_CHECKING, Any

from checkwright import CheckSpec, Kind, Toolbox
from checkwright.wording import shown

from ..attempt import call_kind
from ..audit import EFFECTS, record_effects
from ..trial import Trial

if TYPE_CHECKING:
    from ..bench import Bench

__all__ = ["effects_are_declared", "process_is_left_as_it_was"]


def effects_are_declared(bench: Bench, trial: Trial) -> None:
    """Executing a check touches no file, socket or process that `effects` does not name."""
    declared = bench.kind.effects
    unknown = sorted(name for name in declared if name.partition(":")[0] not in EFFECTS)
    words = f"{', '.join(EFFECTS)}, or such as subprocess:php"
    assert not unknown, f"effects names {shown(unknown)}, expected {words}"
    toolbox = bench.toolboxes.of(trial)  # what making the toolbox touches is not caused by the kind
    if any(row.trial == trial for row in bench.rows):
        _try(bench, trial, toolbox)  # imports on first use happen here, outside of the record
    with record_effects() as touched:
        _try(bench, trial, toolbox)
    names = ", ".join(sorted(declared)) or "nothing"
    for effect, name, event in touched:
        allowed = any(_covers(one, effect, name) for one in declared)
        assert allowed, f"touched {effect}:{name} ({event}), declared: {names}"


def _covers(declared: str, effect: str, name: str) -> bool:
    """Return whether a declared effect covers a recorded one; for a process the program must agree too."""
    what, _, which = declared.partition(":")
    return what == effect and (effect != "subprocess" or which in ("", PurePath(name).stem))


def _try(bench: Bench, trial: Trial, toolbox: Toolbox) -> None:
    """Prepare and execute a trial, locate its evidence, describe the check and warn of it."""
    attempt = bench.attempt(trial, toolbox)
    if attempt is None:
        return
    attempt.snapshot()
    with contextlib.suppress(AssertionError):  # another law tests what they raise
        call_kind("describe and warn", lambda: _words(bench.kind, attempt.spec))


def _words(kind: Kind[Any], spec: CheckSpec) -> None:
    if kind.describe is not None:
        kind.describe(spec)
    if kind.warn is not None:
        list(kind.warn(spec))


def process_is_left_as_it_was(bench: Bench, trials: Sequence[Trial]) -> None:
    """Settings that all code of a process shares, such as its environment, are left as they were."""
    changes = bench.in_child_process([trial for trial in trials if bench.accepts(trial.check)]).changes
    assert not changes, changes[0]
