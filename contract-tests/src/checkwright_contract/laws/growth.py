"""The law of growth: CPU time stays nearly linear in the length of the response."""

from __future__ import annotations

import contextlib
import gc
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from checkwright import CheckSpec, Execute

from ..attempt import execute_on_case
from ..trial import Trial

if TYPE_CHECKING:
    from ..bench import Bench

__all__ = ["cpu_time_grows_with_the_response_only"]

#: Characters of the short response, how many times as long the long one is, and how many times the CPU time
#: it may take at most.
_SHORT, _TIMES, _MOST = 4_000, 16, 48
#: CPU seconds of one measurement at least; the lowest of so many measurements counts, or of those within so
#: many CPU seconds.
_ENOUGH, _MEASUREMENTS, _LONG = 0.001, 3, 0.01
#: How often a factor that is too high is measured, since other programs may have disturbed it.
_TRIES = 3
#: Texts whose repetitions are hard for searches: each place may begin a match.
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
    """Yield each check of the examples with a short and a long response, of its own reply and of runs."""
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
    """Return the trial with the run that takes most time, when its response consists of several runs."""
    if trial.response != _runs(_SHORT):
        return trial

    def long(run: str) -> Trial:
        return replace(trial, response=_repeated(run, _SHORT * 2) + ".")

    worst = max(_RUNS, key=lambda run: _cost(lambda: _finish(execute, spec, long(run))))
    return replace(trial, response=_repeated(worst, _SHORT) + ".")


def _runs(length: int) -> str:
    """Return a response of long runs of the texts in `_RUNS`."""
    return "\n".join(_repeated(run, length // len(_RUNS)) for run in _RUNS)


def _repeated(unit: str, length: int) -> str:
    return (unit * (length // len(unit) + 1))[:length]


def _factor(execute: Execute, spec: CheckSpec, trial: Trial, longer: Trial) -> float:
    def once(trial: Trial) -> Callable[[], None]:
        return lambda: _finish(execute, spec, trial)

    return _cost(once(longer)) / _cost(once(trial))


def _finish(execute: Execute, spec: CheckSpec, trial: Trial) -> None:
    execute_on_case(execute, spec, trial.case()).snapshot()


def _cost(work: Callable[[], None]) -> float:
    """Measure the CPU seconds of one call: the lowest of several measurements, each of enough calls.

    As in timeit no garbage is collected meanwhile, since the cost of that depends on the whole process.
    """
    count, lowest = 1, float("inf")
    measurements, total = 0, 0.0
    with _no_garbage_collection():
        while measurements < _MEASUREMENTS and total < _LONG:
            start = time.process_time()
            for _ in range(count):
                work()
            spent = time.process_time() - start
            if spent < _ENOUGH:
                count = max(count * 2, int(count * _ENOUGH / max(spent, 1e-6)) + 1)
                continue
            lowest = min(lowest, spent / count)
            measurements, total = measurements + 1, total + spent
    return lowest


@contextlib.contextmanager
def _no_garbage_collection() -> Iterator[None]:
    """Switch the garbage collector off inside the block."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()
