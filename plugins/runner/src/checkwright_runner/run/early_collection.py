"""Collect garbage early while rows are graded, so that memory stays flat, and put the collector back."""

from __future__ import annotations

import gc
import threading
from collections.abc import Iterator
from contextlib import contextmanager

__all__ = ["early_collection"]

#: Thresholds of the three generations, see `gc.set_threshold`.
_EARLY = (200, 5, 5)


class _Collector:
    """The collector of the process, which all threads that grade share: the last to end puts it back."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._users = 0
        self._before = _EARLY
        self._froze = False

    def enter(self) -> None:
        """Collect early from now on; what is loaded by now is left out, unless the host froze something."""
        with self._lock:
            self._users += 1
            if self._users == 1:
                self._before = gc.get_threshold()
                self._froze = not gc.get_freeze_count()
                if self._froze:
                    gc.freeze()
                gc.set_threshold(*_EARLY)

    def leave(self) -> None:
        """Leave the collector as it was, when nobody else needs it; what the host set meanwhile stays."""
        with self._lock:
            self._users -= 1
            if not self._users:
                if gc.get_threshold() == _EARLY:
                    gc.set_threshold(*self._before)
                if self._froze:
                    gc.unfreeze()


_COLLECTOR = _Collector()


@contextmanager
def early_collection() -> Iterator[None]:
    """Collect garbage early inside the block; may be used by several threads at once."""
    _COLLECTOR.enter()
    try:
        yield
    finally:
        _COLLECTOR.leave()
