"""Pool: worker processes that answer chunks, in order, and are replaced when they die."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import suppress
from queue import Empty, SimpleQueue
from threading import Semaphore, Thread
from typing import Any, NamedTuple

from checkwright import isolated

from ..chunk_result import Answer
from ..chunks import Chunk, lines
from .deadlines import Deadlines
from .ending import Orphans
from .handle import Death, WorkerHandle
from .setup import Say, Setup

__all__ = ["NoWorker", "Pool"]

#: Seconds that workers have, all together, to close their plans.
_MOMENT = 3.0
#: Seconds that a worker has to load its plugins, unless a row has more.
_START = 120.0


class NoWorker(Exception):  # noqa: N818 - says what is missing
    """A worker process cannot be started; the message says why."""


class _End(NamedTuple):
    """There are no more chunks. error: why reading them stopped early."""

    error: BaseException | None


class _Work:
    """A chunk that a worker is at. left: its lines, once they are tried one by one."""

    def __init__(self, number: int, chunk: Chunk) -> None:
        self.number = number
        self.chunk = chunk
        self.left: deque[Chunk] | None = None
        self.answers: list[Answer] = []


class Pool:
    """Answers chunks by worker processes, until it is closed; more than one start only as chunks wait.

    What a worker leaves behind goes with it: its group, and with `orphans` what left its group. A worker that
    is silent for too long is ended, and costs the line that it is at.

    size: most processes at a time.
    orphans: ends what left the groups of workers; None leaves it.

    lost: gives the answer for a line that a worker died on, and how the worker ended; None when its
        watch ended it.

    Raises:
        NoWorker: a worker cannot be started; by `answers` too.
    """

    def __init__(
        self,
        size: int,
        setup: Setup,
        lost: Callable[[Chunk, str | None], Answer],
        orphans: Orphans | None = None,
    ) -> None:
        self._setup = setup
        self._lost = lost
        self._inbox: SimpleQueue[tuple[WorkerHandle | None, Any]] = SimpleQueue()
        self._orphans = orphans
        self._deadlines: Deadlines[WorkerHandle] = Deadlines(setup.seconds)
        self._silent: set[WorkerHandle] = set()
        self._size = size
        self._ahead = 3 * size + 1
        self._starting: set[WorkerHandle] = set()
        self._idle: list[WorkerHandle] = []
        self._busy: dict[WorkerHandle, _Work] = {}
        self._again: deque[_Work] = deque()
        try:
            self._start()
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """End all workers; those that have plans may take a moment to close them."""
        try:
            for child in self._busy:
                child.dismiss(busy=True)
            for child in self._idle:
                child.dismiss(busy=False)
            until = time.monotonic() + _MOMENT
            for child in (*self._idle, *self._busy):
                child.wait(until - time.monotonic())
        finally:
            for child in (*self._starting, *self._idle, *self._busy):
                child.end()
        self._starting.clear()
        self._idle.clear()
        self._busy.clear()
        self._end_orphans()

    def answers(self, chunks: Iterator[Chunk]) -> Iterator[Answer]:
        """Yield the answers to chunks, in order; only a few chunks more are read meanwhile."""
        room = Semaphore(self._ahead)
        Thread(target=self._read, args=(chunks, room), daemon=True).start()
        waiting: deque[_Work] = deque()
        done: dict[int, list[Answer]] = {}
        given = read = 0
        end: _End | None = None
        while end is None or given < read:
            child, news = self._news()
            if isinstance(news, _End):
                end = news
            elif child is None:
                waiting.append(_Work(read, news))
                read += 1
            else:
                finished = self._heard(child, news)
                if finished is not None:
                    done[finished.number] = finished.answers
            while self._idle and (self._again or waiting):
                self._give(self._idle.pop(), (self._again or waiting).popleft())
            if len(self._again) + len(waiting) > len(self._starting) and self._children < self._size:
                self._start()
            while given in done:
                yield from done.pop(given)
                given += 1
                room.release()
        if end.error is not None:
            raise end.error

    def _news(self) -> tuple[WorkerHandle | None, Any]:
        """Return the next thing that was said; while there is nothing, look who is silent for too long."""
        while True:
            with suppress(Empty):
                return self._inbox.get(timeout=self._deadlines.wait)
            for child in self._deadlines.late():
                if child in self._starting:
                    raise NoWorker(f"it did not start within {_START:g} s")
                self._silent.add(child)
                self._deadlines.end(child)
                child.end()

    def _read(self, chunks: Iterator[Chunk], room: Semaphore) -> None:
        """Put chunks into the inbox, in a thread of its own, since reading may have to wait."""
        with isolated() as fault:
            for chunk in chunks:
                room.acquire()
                self._inbox.put((None, chunk))
        self._inbox.put((None, _End(fault.error)))

    @property
    def _children(self) -> int:
        return len(self._starting) + len(self._idle) + len(self._busy)

    def _start(self) -> None:
        try:
            child = WorkerHandle(self._setup, self._say)
            self._starting.add(child)
            self._deadlines.begin(child, _START)
        except OSError as error:
            raise NoWorker(error.strerror or str(error)) from None

    def _say(self, child: WorkerHandle, news: Any) -> None:
        self._inbox.put((child, news))

    def _give(self, child: WorkerHandle, work: _Work) -> None:
        self._busy[child] = work
        self._deadlines.begin(child)
        child.send(work.chunk if work.left is None else work.left[0])

    def _heard(self, child: WorkerHandle, news: Any) -> _Work | None:
        """Take what a worker says; return the work that is finished by it."""
        if news is Say.ROW:
            self._deadlines.begin(child)
            return None
        self._deadlines.end(child)
        if child in self._starting:
            if news is not Say.READY:
                raise NoWorker(news if isinstance(news, str) else f"it ended at once ({news.how})")
            self._starting.remove(child)
            self._idle.append(child)
            return None
        work = self._busy.pop(child, None)
        if isinstance(news, Death):
            if work is None:
                self._idle.remove(child)
            child.end()
            self._end_orphans()
            self._start()
            how = None if child in self._silent else news.how
            self._silent.discard(child)
            return None if work is None else self._died(work, Death(how))
        self._idle.append(child)
        assert work is not None
        return self._answered(work, news)

    def _end_orphans(self) -> None:
        if self._orphans is not None:
            there = (*self._starting, *self._idle, *self._busy)
            self._orphans.end(frozenset(child.pid for child in there))

    def _answered(self, work: _Work, answer: Answer) -> _Work | None:
        work.answers.append(answer)
        if work.left is not None:
            work.left.popleft()
        return self._next(work)

    def _died(self, work: _Work, death: Death) -> _Work | None:
        """Try the lines one by one from now on, or give up the one that was being tried."""
        if work.left is None:
            work.left = deque(lines(work.chunk))
        else:
            work.answers.append(self._lost(work.left.popleft(), death.how))
        return self._next(work)

    def _next(self, work: _Work) -> _Work | None:
        """Line up a work that is not finished to be gone on with; give one that is."""
        if not work.left:
            return work
        self._again.append(work)
        return None
