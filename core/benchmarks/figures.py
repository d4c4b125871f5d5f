"""One measured figure with its target, and CPU time measured in turns."""

import gc
import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Figure:
    """A measured value beside the most that it may be; without a target it is for information."""

    name: str
    value: float
    target: float | None = None
    unit: str = "x"
    note: str = ""

    @property
    def over(self) -> bool:
        """Whether the value lies above its target."""
        return self.target is not None and self.value > self.target

    def __str__(self) -> str:
        goal = "" if self.target is None else f" (at most {self.target:g}{self.unit})"
        verdict = "" if self.target is None else " OVER" if self.over else " ok"
        note = f"  {self.note}" if self.note else ""
        return f"{self.name}: {self.value:.2f}{self.unit}{goal}{verdict}{note}"


def summary(figures: Sequence[Figure]) -> str:
    """Return a sentence on how many figures keep their target."""
    judged = [figure for figure in figures if figure.target is not None]
    over = [figure.name for figure in judged if figure.over]
    if over:
        return f"{len(over)} of {len(judged)} figures over target: {', '.join(over)}"
    return f"all {len(judged)} figures within target"


def in_turns(*functions: Callable[[], object], rounds: int = 15) -> list[float]:
    """Return the CPU seconds of each function: run in turns, the lowest of `rounds`, collector off."""
    seconds: list[list[float]] = [[] for _ in functions]
    for function in functions:
        function()
    for _ in range(rounds):
        for taken, function in zip(seconds, functions, strict=True):
            gc.collect()
            gc.disable()
            started = time.process_time()
            function()
            taken.append(time.process_time() - started)
            gc.enable()
    return [min(taken) for taken in seconds]


def median(values: Sequence[float]) -> float:
    """Return the median of measured values."""
    return statistics.median(values)
