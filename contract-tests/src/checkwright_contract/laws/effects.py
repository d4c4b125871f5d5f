"""The law of effects: what is not declared is not touched."""

from __future__ import annotations

from pathlib import PurePath
from typing import TYPE_CHECKING

from checkwright.wording import shown

from ..audit import EFFECTS, watched
from ..trial import Trial

if TYPE_CHECKING:
    from ..bench import Bench

__all__ = ["effects_are_declared"]


def effects_are_declared(bench: Bench, trial: Trial) -> None:
    """Preparing, executing and locating touch no file, socket or process that `effects` does not name."""
    declared = bench.kind.effects
    unknown = sorted(name for name in declared if name.partition(":")[0] not in EFFECTS)
    words = f"{', '.join(EFFECTS)}, or such as subprocess:php"
    assert not unknown, f"effects names {shown(unknown)}, expected {words}"
    if any(row.trial == trial for row in bench.rows):
        _try(bench, trial)  # what is loaded late is loaded now
    with watched() as touched:
        _try(bench, trial)
    names = ", ".join(sorted(declared)) or "nothing"
    for effect, name, event in touched:
        allowed = any(_covers(one, effect, name) for one in declared)
        assert allowed, f"touched {effect}:{name} ({event}), declared: {names}"


def _covers(declared: str, effect: str, name: str) -> bool:
    """Tell whether a declared effect covers one that was seen; of a process its program must agree."""
    what, _, which = declared.partition(":")
    return what == effect and (effect != "subprocess" or which in ("", PurePath(name).stem))


def _try(bench: Bench, trial: Trial) -> None:
    attempt = bench.attempt(trial)
    if attempt is not None:
        attempt.trace()
