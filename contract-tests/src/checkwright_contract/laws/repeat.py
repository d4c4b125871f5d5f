"""Laws of repetition: a check on a case has the same outcome whenever and wherever it is executed."""

from __future__ import annotations

import contextlib
import copy
import random
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from types import FrameType
from typing import TYPE_CHECKING, Any

from checkwright import Case, CheckSpec
from checkwright.wording import shown

from ..attempt import attempt_of_error, execute_on_case
from ..trial import Trial

if TYPE_CHECKING:
    from ..bench import Bench

__all__ = [
    "outcome_is_the_same_from_four_threads",
    "outcome_is_the_same_in_another_process",
    "outcome_is_the_same_in_any_order",
    "outcome_is_the_same_twice",
]

_THREADS = 4
#: About so many checks are shared by the threads, and responses below so many characters are used.
_JOBS, _LONG = 12, 10_000
#: Executions of a shared check by each thread, and lines of each after which other threads run.
_ROUNDS, _LINES = 2, 150
#: Seconds that a thread waits after one line in so many, so that another one gets well ahead of it.
_WAIT, _SELDOM = 0.0005, 12


def outcome_is_the_same_twice(bench: Bench, trial: Trial) -> None:
    """A check tried twice comes out the same, prepared once or twice, on the same case or on an equal one."""
    first = bench.attempt(trial)
    if first is None:
        return
    run, snapshot, case = _runner(bench, trial), first.snapshot(bench.kind.varies), trial.case()
    _expect_same([(trial, run(case), snapshot)], "prepared anew")
    _expect_same([(trial, run(case), snapshot)], "executed once more on the same case")


def outcome_is_the_same_in_any_order(bench: Bench, trials: Sequence[Trial]) -> None:
    """Preparing or executing other checks and cases before changes no outcome."""
    known = _snapshots(bench, trials)
    ready = [(trial, _runner(bench, trial), snapshot) for trial, snapshot in known]
    random.Random(0).shuffle(ready)  # noqa: S311 - an order, no secret
    again = [(trial, run(trial.case()), snapshot) for trial, run, snapshot in ready]
    _expect_same(again, "in another order, after other checks were prepared")


def outcome_is_the_same_in_another_process(bench: Bench, trials: Sequence[Trial]) -> None:
    """In a process with another hash seed, folder and date outcomes are the same, whatever came before."""
    known = _snapshots(bench, trials)
    others = bench.in_child_process([trial for trial, _ in known]).snapshots
    again = [(trial, other, snapshot) for (trial, snapshot), other in zip(known, others, strict=True)]
    _expect_same(again, "in a process with another hash seed, folder and date, the last trial first")


def outcome_is_the_same_from_four_threads(bench: Bench, trials: Sequence[Trial]) -> None:
    """A prepared check may be executed from four threads at once."""
    known = [trial for trial, _ in _snapshots(bench, trials) if len(trial.response or "") < _LONG]
    jobs: list[tuple[Callable[[Case], Any], list[tuple[Trial, Any]]]] = []
    for index in range(0, len(known), len(known) // _JOBS + 1):
        # The threads execute the shared check for the first time, since its first call may make something.
        alone, shared = (_runner(bench, known[index]) for _ in range(2))
        cases = [known[index].on(known[(index + step) % len(known)]) for step in range(_THREADS)]
        jobs.append((shared, [(trial, alone(trial.case())) for trial in cases]))
    again: list[tuple[Trial, Any, Any]] = []
    together = threading.Barrier(_THREADS)

    def work(number: int) -> None:
        with contextlib.suppress(threading.BrokenBarrierError):
            for run, cases in jobs:
                together.wait()
                for step in range(_ROUNDS):
                    trial, snapshot = cases[(number + step) % _THREADS]
                    try:
                        with _giving_way(number):
                            again.append((trial, run(trial.case()), snapshot))
                    except BaseException:
                        together.abort()
                        raise

    threads = [threading.Thread(target=work, args=(number,), daemon=True) for number in range(_THREADS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    _expect_same(again, "executed from four threads")


@contextlib.contextmanager
def _giving_way(number: int) -> Iterator[None]:
    """Let other threads run after each of the first lines of Python code, so that races do show."""
    before, left, chance = sys.gettrace(), _LINES, random.Random(number)  # noqa: S311 - a pace, no secret

    def give_way(_frame: FrameType, _event: str, _argument: Any) -> Any:
        nonlocal left
        left -= 1
        if left < 0:
            sys.settrace(None)
            return None
        time.sleep(0 if chance.randrange(_SELDOM) else _WAIT)
        return give_way

    sys.settrace(give_way)
    try:
        yield
    finally:
        sys.settrace(before)


def _snapshots(bench: Bench, trials: Sequence[Trial]) -> list[tuple[Trial, Any]]:
    """Execute each trial on its own; return those with a valid check, and their snapshots."""
    attempts = [(trial, bench.attempt(trial)) for trial in trials]
    varies = bench.kind.varies
    return [(trial, attempt.snapshot(varies)) for trial, attempt in attempts if attempt is not None]


def _runner(bench: Bench, trial: Trial) -> Callable[[Case], Any]:
    """Prepare a check, and return the function that executes it on a case and returns the snapshot."""
    spec: CheckSpec = bench.kind.spec.model_validate(copy.deepcopy(trial.check))
    varies = bench.kind.varies
    try:
        execute = bench.prepare(spec, trial)
    except BaseException as error:  # noqa: BLE001 - whatever a kind raises comes out of every try
        refusal = error

        def refuse(case: Case) -> Any:
            return attempt_of_error(spec, case, refusal).snapshot(varies)

        return refuse
    return lambda case: execute_on_case(execute, spec, case).snapshot(varies)


def _expect_same(again: Sequence[tuple[Trial, Any, Any]], what: str) -> None:
    """Raise AssertionError for the shortest trial whose snapshot differs from before."""
    wrong = [(trial, snapshot, before) for trial, snapshot, before in again if snapshot != before]
    if wrong:
        trial, snapshot, before = min(wrong, key=lambda one: one[0].size)
        raise AssertionError(f"{what}: {shown(snapshot, 250)}, expected {shown(before, 250)}", trial)
