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
_ENOUGH, _FIGURES, _LONG = 0.001, 3, 0.01
#: How often a factor that is too high is measured again, since something else may have run.
_TRIES = 3
_RUNS = ("x", " ", "7", "[", "(", "```\n", "<a ", '"', "\\", "**_")
_FILLER = "Thank you for your message, we will look into it soon.\n"


def cpu_time_grows_with_the_response_only(bench: Bench) -> None:
    """Sixteen times the response takes at most 48 times the CPU time, evidence included."""
    for trial, longer in _grown(bench):
        attempt = bench.attempt(trial)
        if attempt is None or attempt.outcome is None or attempt.error is not None:
            continue
        bench.seen["measured"] += 1
        execute = bench.prepare(attempt.spec, trial)
        factor = float("inf")
        for _ in range(_TRIES):
            if factor > _MOST:
                factor = min(factor, _factor(execute, attempt.spec, trial, longer))
        if factor > _MOST:
            trial = _worst(execute, attempt.spec, trial)
            what = f"{_SHORT * _TIMES:,} characters took {factor:.0f} times the CPU time of {_SHORT:,}"
            raise AssertionError(f"{what}, expected at most {_MOST} times", trial)


def _grown(bench: Bench) -> Iterator[tuple[Trial, Trial]]:
    """Yield every check of the examples with a short and a long response, of its own and of runs."""
    for check in bench.checks:
        trial = next(row.trial for row in bench.rows if row.trial.check == check)
        unit = trial.response or _FILLER
        for text in (lambda length, unit=unit: _repeated(unit, length), _runs):
            yield replace(trial, response=text(_SHORT)), replace(trial, response=text(_SHORT * _TIMES))
    first = bench.rows[0].trial
    yield (
        replace(first, response=_repeated(_FILLER, _SHORT)),
        replace(first, response=_repeated(_FILLER, _SHORT * _TIMES)),
    )


def _worst(execute: Execute, spec: CheckSpec, trial: Trial) -> Trial:
    """Return the trial with the one run that costs most, when its response is several."""
    if trial.response != _runs(_SHORT):
        return trial

    def long(run: str) -> Trial:
        return replace(trial, response=_repeated(run, _SHORT * 2) + ".")

    worst = max(_RUNS, key=lambda run: _cost(lambda: _finish(execute, spec, long(run))))
    return replace(trial, response=_repeated(worst, _SHORT) + ".")


def _runs(length: int) -> str:
    """Return long runs of what a search may begin at each place anew."""
    return "\n".join(_repeated(run, length // len(_RUNS)) for run in _RUNS)


def _repeated(unit: str, length: int) -> str:
    return (unit * (length // len(unit) + 1))[:length]


def _factor(execute: Execute, spec: CheckSpec, trial: Trial, longer: Trial) -> float:
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
