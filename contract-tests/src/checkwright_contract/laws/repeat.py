"""Laws of repetition: the same check and case come out the same, wherever and whenever they are tried."""

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

from ..attempt import executed, raised
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
#: Checks that the threads share, at most about so many, and responses that they are executed on.
_JOBS, _LONG = 12, 10_000
#: Executions by each thread of a shared check, and lines of each after which another thread goes on.
_ROUNDS, _LINES = 2, 150
#: After a line the thread now and then waits so many seconds, so that another one gets well ahead of it.
_WAIT, _SELDOM = 0.0005, 12


def outcome_is_the_same_twice(bench: Bench, trial: Trial) -> None:
    """A check tried twice comes out the same, prepared once or twice, on the same case or on an equal one."""
    first = bench.attempt(trial)
    if first is None:
        return
    run, trace, case = _runner(bench, trial), first.trace(), trial.case()
    _expect_same([(trial, run(case), trace)], "prepared anew")
    _expect_same([(trial, run(case), trace)], "executed once more on the same case")


def outcome_is_the_same_in_any_order(bench: Bench, trials: Sequence[Trial]) -> None:
    """What was prepared or executed before, and of what other check or case, changes nothing."""
    known = _alone(bench, trials)
    ready = [(trial, _runner(bench, trial), trace) for trial, trace in known]
    random.Random(0).shuffle(ready)  # noqa: S311 - an order, no secret
    again = [(trial, run(trial.case()), trace) for trial, run, trace in ready]
    _expect_same(again, "in another order, after other checks were prepared")


def outcome_is_the_same_in_another_process(bench: Bench, trials: Sequence[Trial]) -> None:
    """A process with another hash seed, folder and date gives the same, whatever it tried before."""
    known = _alone(bench, trials)
    others = bench.elsewhere([trial for trial, _ in known]).traces
    again = [(trial, other, trace) for (trial, trace), other in zip(known, others, strict=True)]
    _expect_same(again, "in a process with another hash seed, folder and date, the last trial first")


def outcome_is_the_same_from_four_threads(bench: Bench, trials: Sequence[Trial]) -> None:
    """A prepared check may be executed from four threads at once."""
    known = [trial for trial, _ in _alone(bench, trials) if len(trial.response or "") < _LONG]
    jobs: list[tuple[Callable[[Case], Any], list[tuple[Trial, Any]]]] = []
    for index in range(0, len(known), len(known) // _JOBS + 1):
        # What is shared was never executed before: what it makes at its first call is made by four threads.
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
                    trial, trace = cases[(number + step) % _THREADS]
                    try:
                        with _giving_way(number):
                            again.append((trial, run(trial.case()), trace))
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
    """Let the other threads go on after each of the first lines of Python code: no race is left to luck."""
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


def _alone(bench: Bench, trials: Sequence[Trial]) -> list[tuple[Trial, Any]]:
    """Try each trial on its own; give those with a valid check, and what came out."""
    attempts = [(trial, bench.attempt(trial)) for trial in trials]
    return [(trial, attempt.trace()) for trial, attempt in attempts if attempt is not None]


def _runner(bench: Bench, trial: Trial) -> Callable[[Case], Any]:
    """Prepare a check now; give what tries it on a case."""
    spec: CheckSpec = bench.kind.spec.model_validate(copy.deepcopy(trial.check))
    try:
        execute = bench.prepare(spec, trial)
    except BaseException as error:  # noqa: BLE001 - whatever a kind raises comes out of every try
        refusal = error

        def refuse(case: Case) -> Any:
            return raised(spec, case, refusal).trace()

        return refuse
    return lambda case: executed(execute, spec, case).trace()


def _expect_same(again: Sequence[tuple[Trial, Any, Any]], what: str) -> None:
    """Raise for the shortest trial that came out otherwise than before."""
    wrong = [(trial, trace, before) for trial, trace, before in again if trace != before]
    if wrong:
        trial, trace, before = min(wrong, key=lambda one: one[0].size)
        raise AssertionError(f"{what}: {shown(trace, 250)}, expected {shown(before, 250)}", trial)
