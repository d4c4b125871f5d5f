"""RowThreads: some threads that grade rows at the same time, for as long as a run goes on."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from queue import Empty, SimpleQueue
from threading import Thread

__all__ = ["RowThreads"]

_Task = Callable[[], object]


class RowThreads:
    """Calls functions by threads, of which none keeps a process from ending.

    size: how many are called at a time.
    """

    def __init__(self, size: int) -> None:
        self._tasks: SimpleQueue[_Task | None] = SimpleQueue()
        self._done: SimpleQueue[BaseException | None] = SimpleQueue()
        self._size = size
        self._left = 0
        for _ in range(size):
            Thread(target=self._work, daemon=True).start()

    def run(self, tasks: Iterable[_Task]) -> None:
        """Call all of them, begun in this order, and wait until all have returned.

        Raises:
            BaseException: what one of them raises; the others go on.
        """
        for task in tasks:
            self._left += 1
            self._tasks.put(task)
        while self._left:
            error = self._done.get()
            self._left -= 1
            if error is not None:
                raise error

    def close(self, seconds: float) -> None:
        """Begin nothing more, wait for what is begun, no longer than this, and end the threads."""
        with suppress(Empty):
            while True:
                self._tasks.get_nowait()
                self._left -= 1
        for _ in range(self._size):
            self._tasks.put(None)
        until = time.monotonic() + seconds
        with suppress(Empty):
            while self._left:
                self._done.get(timeout=max(until - time.monotonic(), 0.0))
                self._left -= 1

    def _work(self) -> None:
        while (task := self._tasks.get()) is not None:
            error: BaseException | None = None
            try:
                task()
            except BaseException as raised:  # noqa: BLE001 - it goes on in the thread that waits
                error = raised
            self._done.put(error)
