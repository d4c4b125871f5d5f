"""Pool: worker processes that grade chunks, in order, and are replaced when they die."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import suppress
from queue import Empty, SimpleQueue
from threading import Semaphore, Thread
from typing import Any, NamedTuple

from checkwright import isolated

from ..chunk_result import ChunkResult
from ..chunks import Chunk, lines
from .deadlines import Deadlines
from .ending import Orphans
from .handle import WorkerEnded, WorkerHandle
from .setup import RowBegins, Say, Setup

__all__ = ["NoWorker", "Pool"]

#: Seconds that workers have, all together, to close their plans.
_MOMENT = 3.0
#: Seconds that a worker has to load its plugins, unless a row has more.
_START = 120.0


class NoWorker(Exception):  # noqa: N818 - says what is missing
    """A worker process cannot be started; the message says why."""


class _NoMoreChunks(NamedTuple):
    """There are no more chunks. error: why reading them stopped early."""

    error: BaseException | None


class _Task:
    """A chunk that a worker grades. lines_left: its lines that are left, once they are tried one by one.

    was_killed: whether a worker was killed on the first of them.
    """

    def __init__(self, number: int, chunk: Chunk) -> None:
        self.number = number
        self.chunk = chunk
        self.lines_left: deque[Chunk] | None = None
        self.was_killed = False
        self.results: list[ChunkResult] = []

    @property
    def stopped(self) -> bool:
        """Whether a row of it ends the run."""
        return bool(self.results) and self.results[-1].stopped is not None


class Pool:
    """Grades chunks by worker processes, until it is closed; more than one start only as chunks wait.

    What a worker leaves behind goes with it: its group, and with `orphans` what left its group. A worker that
    is silent for too long is ended, and costs the line that it is at.

    size: most processes at a time.
    orphans: ends what left the groups of workers; None leaves it.

    lost: called with a line that a worker died on, and how the worker ended; returns the result for it.

    Raises:
        NoWorker: a worker cannot be started; by `results` too.
    """

    def __init__(
        self,
        size: int,
        setup: Setup,
        lost: Callable[[Chunk, WorkerEnded], ChunkResult],
        orphans: Orphans | None = None,
    ) -> None:
        self._setup = setup
        self._lost = lost
        self._inbox: SimpleQueue[tuple[WorkerHandle | None, Any]] = SimpleQueue()
        self._orphans = orphans
        self._deadlines: Deadlines[WorkerHandle] = Deadlines(setup.limit.seconds)
        self._silent: set[WorkerHandle] = set()
        self._granted: dict[WorkerHandle, float] = {}
        self._size = size
        self._ahead = 3 * size + 1
        self._starting: set[WorkerHandle] = set()
        self._idle: list[WorkerHandle] = []
        self._busy: dict[WorkerHandle, _Task] = {}
        self._unfinished: deque[_Task] = deque()
        try:
            self._start()
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """End all workers; those that have plans may take a moment to close them."""
        try:
            for worker in self._busy:
                worker.dismiss(busy=True)
            for worker in self._idle:
                worker.dismiss(busy=False)
            until = time.monotonic() + _MOMENT
            for worker in (*self._idle, *self._busy):
                worker.wait(until - time.monotonic())
        finally:
            for worker in (*self._starting, *self._idle, *self._busy):
                worker.end()
        self._starting.clear()
        self._idle.clear()
        self._busy.clear()
        self._end_orphans()

    def results(self, chunks: Iterator[Chunk]) -> Iterator[ChunkResult]:
        """Yield the results of chunks, in order; only a few chunks more are read meanwhile.

        The last one is that of a chunk in which a row ended the run.
        """
        room = Semaphore(self._ahead)
        Thread(target=self._read, args=(chunks, room), daemon=True).start()
        waiting: deque[_Task] = deque()
        done: dict[int, list[ChunkResult]] = {}
        yielded = read = 0
        end: _NoMoreChunks | None = None
        last = False
        while end is None or yielded < read:
            worker, message = self._next_message()
            if isinstance(message, _NoMoreChunks):
                end = message
            elif worker is None:
                waiting.append(_Task(read, message))
                read += 1
            else:
                finished = self._handle(worker, message)
                if finished is not None:
                    done[finished.number] = finished.results
                    last = last or finished.stopped
            if last:
                waiting.clear()  # what comes behind a row that ends the run is not begun
            while self._idle and (self._unfinished or waiting):
                self._assign(self._idle.pop(), (self._unfinished or waiting).popleft())
            if len(self._unfinished) + len(waiting) > len(self._starting) and self._size_now < self._size:
                self._start()
            while yielded in done:
                for result in done.pop(yielded):
                    yield result
                    if result.stopped is not None:
                        return
                yielded += 1
                room.release()
        if end.error is not None:
            raise end.error

    def _next_message(self) -> tuple[WorkerHandle | None, Any]:
        """Return the next message; while there is none, end workers that are silent for too long."""
        while True:
            with suppress(Empty):
                return self._inbox.get(timeout=self._deadlines.wait)
            for worker in self._deadlines.late():
                if worker in self._starting:
                    raise NoWorker(f"it did not start within {_START:g} s")
                self._silent.add(worker)
                self._deadlines.end(worker)
                worker.end()

    def _read(self, chunks: Iterator[Chunk], room: Semaphore) -> None:
        """Put chunks into the inbox, in a thread of its own, since reading may have to wait."""
        with isolated() as fault:
            for chunk in chunks:
                room.acquire()
                self._inbox.put((None, chunk))
        self._inbox.put((None, _NoMoreChunks(fault.error)))

    @property
    def _size_now(self) -> int:
        return len(self._starting) + len(self._idle) + len(self._busy)

    def _start(self) -> None:
        try:
            worker = WorkerHandle(self._setup, self._receive)
            self._starting.add(worker)
            self._deadlines.begin(worker, _START)
        except OSError as error:
            raise NoWorker(error.strerror or str(error)) from None

    def _receive(self, worker: WorkerHandle, message: Any) -> None:
        self._inbox.put((worker, message))

    def _assign(self, worker: WorkerHandle, task: _Task) -> None:
        self._busy[worker] = task
        self._deadlines.begin(worker)
        worker.send(task.chunk if task.lines_left is None else task.lines_left[0])

    def _handle(self, worker: WorkerHandle, message: Any) -> _Task | None:
        """Handle a message of a worker; return the task that it finishes, None when it finishes none."""
        if isinstance(message, RowBegins):
            if message.seconds is None:
                self._deadlines.end(worker)
            else:
                self._granted[worker] = message.seconds
                self._deadlines.begin(worker, message.seconds)
            return None
        self._deadlines.end(worker)
        if worker in self._starting:
            if message is not Say.READY:
                raise NoWorker(message if isinstance(message, str) else f"it ended at once ({message.how})")
            self._starting.remove(worker)
            self._idle.append(worker)
            return None
        task = self._busy.pop(worker, None)
        if isinstance(message, WorkerEnded):
            if task is None:
                self._idle.remove(worker)
            worker.end()
            self._end_orphans()
            self._start()
            how = None if worker in self._silent else message.how
            self._silent.discard(worker)
            seconds = self._granted.pop(worker, None)
            return None if task is None else self._try_again(task, WorkerEnded(how, seconds))
        self._idle.append(worker)
        assert task is not None
        return self._add_result(task, message)

    def _end_orphans(self) -> None:
        if self._orphans is not None:
            there = (*self._starting, *self._idle, *self._busy)
            self._orphans.end(frozenset(worker.pid for worker in there))

    def _add_result(self, task: _Task, result: ChunkResult) -> _Task | None:
        task.results.append(result)
        if task.lines_left is not None:
            task.lines_left.popleft()
        task.was_killed = False
        return self._requeue(task)

    def _try_again(self, task: _Task, end: WorkerEnded) -> _Task | None:
        """Try the lines one by one from now on; fail the one that was being tried.

        A worker that was killed may have been so from outside, as by an administrator or for want of memory:
        then a line has a second try by itself.
        """
        if task.lines_left is None:
            task.lines_left = deque(lines(task.chunk))
        elif end.how == "SIGKILL" and not task.was_killed:
            task.was_killed = True
            return self._requeue(task)
        else:
            task.results.append(self._lost(task.lines_left.popleft(), end))
        task.was_killed = False
        return self._requeue(task)

    def _requeue(self, task: _Task) -> _Task | None:
        """Put a task that is not finished in front of new ones; return one that is finished."""
        if not task.lines_left or task.stopped:
            return task
        self._unfinished.append(task)
        return None
