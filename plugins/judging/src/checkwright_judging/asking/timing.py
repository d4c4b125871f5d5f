"""Timing: where an asking loop has its time and its chance from."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from dataclasses import dataclass

__all__ = ["Timing"]


@dataclass(frozen=True, slots=True)
class Timing:
    """The clock, the sleep and the draw of all that waits.

    clock: seconds that never go back. sleep: waits so many seconds. draw: a number from 0 to 1, by chance.
    """

    clock: Callable[[], float] = time.monotonic
    sleep: Callable[[float], None] = time.sleep
    draw: Callable[[], float] = random.random
