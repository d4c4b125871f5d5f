"""The law of growth: cost stays near linear in the length of the response."""

from __future__ import annotations

import contextlib
import gc
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from checkwright import CheckSpec, Execute

from ..attempt import executed
from ..trial import Trial

if TYPE_CHECKING:
    from ..bench import Bench

__all__ = ["cpu_time_grows_with_the_response_only"]

_SHORT, _TIMES, _MOST = 4_000, 16, 48
#: CPU seconds that a figure is measured over; it is the lowest of so many, or of those of so many seconds.
_ENOUGH, _FIGURES, _LONG = 0.002, 3, 0.01
#: How often a factor that is too high is measured again, since something else may have run.
_TRIES = 3
_FILLER = "Thank you for your message, we will look into it soon.\n"


def cpu_time_grows_with_the_response_only(bench: Bench) -> None:
    """Sixteen times the response takes at most 48 times the CPU time, evidence included."""
    for trial in _grown(bench):
        attempt = bench.attempt(trial)
        if attempt is None or attempt.outcome is None or attempt.error is not None:
            continue
        bench.seen["measured"] += 1
        execute = bench.prepare(attempt.spec, trial)
        factor = float("inf")
        for _ in range(_TRIES):
            if factor > _MOST:
                factor = min(factor, _factor(execute, attempt.spec, trial))
        if factor > _MOST:
            what = f"{_SHORT * _TIMES:,} characters took {factor:.0f} times the CPU time of {_SHORT:,}"
            raise AssertionError(f"{what}, expected at most {_MOST} times", trial)


def _grown(bench: Bench) -> Iterator[Trial]:
    """Give every check of the examples with its response repeated, and one with a neutral text."""
    for check in bench.checks:
        row = next(row for row in bench.rows if row.trial.check == check)
        yield replace(row.trial, response=_repeated(row.trial.response or _FILLER, _SHORT))
    yield replace(bench.rows[0].trial, response=_repeated(_FILLER, _SHORT))


def _repeated(unit: str, length: int) -> str:
    return (unit * (length // len(unit) + 1))[:length]


def _factor(execute: Execute, spec: CheckSpec, trial: Trial) -> float:
    longer = replace(trial, response=_repeated(trial.response or "", _SHORT * _TIMES))

    def once(trial: Trial) -> Callable[[], None]:
        return lambda: _finish(execute, spec, trial)

    return _cost(once(longer)) / _cost(once(trial))


def _finish(execute: Execute, spec: CheckSpec, trial: Trial) -> None:
    executed(execute, spec, trial.case()).trace()


def _cost(work: Callable[[], None]) -> float:
    """Measure CPU seconds of one call: repeated until they can be read, the lowest of several figures.

    No garbage is collected meanwhile, as in timeit: what a collection costs is up to the whole process.
    """
    count, lowest = 1, float("inf")
    figures, total = 0, 0.0
    with _uncollected():
        while figures < _FIGURES and total < _LONG:
            start = time.process_time()
            for _ in range(count):
                work()
            spent = time.process_time() - start
            if spent < _ENOUGH:
                count = max(count * 2, int(count * _ENOUGH / max(spent, 1e-6)) + 1)
                continue
            lowest = min(lowest, spent / count)
            figures, total = figures + 1, total + spent
    return lowest


@contextlib.contextmanager
def _uncollected() -> Iterator[None]:
    """Switch the garbage collector off, and on again where it was on."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()
