"""Pool: worker processes that answer chunks, in order, and are replaced when they die."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterator
from queue import SimpleQueue
from threading import Semaphore, Thread
from typing import Any, NamedTuple

from checkwright import isolated

from ..chunk_result import Answer
from ..chunks import Chunk, lines
from .handle import Child, Death
from .setup import READY, Setup

__all__ = ["NoWorker", "Pool"]

#: Seconds that workers have, all together, to close their plans.
_MOMENT = 3.0


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

    size: most processes at a time.

    lost: gives the answer for a line that a worker died on, and how the worker ended; None when its
        watch ended it.

    Raises:
        NoWorker: a worker cannot be started; by `answers` too.
    """

    def __init__(self, size: int, setup: Setup, lost: Callable[[Chunk, str | None], Answer]) -> None:
        self._setup = setup
        self._lost = lost
        self._inbox: SimpleQueue[tuple[Child | None, Any]] = SimpleQueue()
        self._size = size
        self._ahead = 3 * size + 1
        self._starting: set[Child] = set()
        self._idle: list[Child] = []
        self._busy: dict[Child, _Work] = {}
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

    def answers(self, chunks: Iterator[Chunk]) -> Iterator[Answer]:
        """Yield the answers to chunks, in order; only a few chunks more are read meanwhile."""
        room = Semaphore(self._ahead)
        Thread(target=self._read, args=(chunks, room), daemon=True).start()
        waiting: deque[_Work] = deque()
        done: dict[int, list[Answer]] = {}
        given = read = 0
        end: _End | None = None
        while end is None or given < read:
            child, news = self._inbox.get()
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
            self._starting.add(Child(self._setup, self._say))
        except OSError as error:
            raise NoWorker(error.strerror or str(error)) from None

    def _say(self, child: Child, news: Any) -> None:
        self._inbox.put((child, news))

    def _give(self, child: Child, work: _Work) -> None:
        self._busy[child] = work
        child.send(work.chunk if work.left is None else work.left[0])

    def _heard(self, child: Child, news: Any) -> _Work | None:
        """Take what a worker says; give the work that is finished by it."""
        if child in self._starting:
            if news is not READY:
                raise NoWorker(news if isinstance(news, str) else f"it ended at once ({news.how})")
            self._starting.remove(child)
            self._idle.append(child)
            return None
        work = self._busy.pop(child, None)
        if isinstance(news, Death):
            if work is None:
                self._idle.remove(child)
            child.end()
            self._start()
            return None if work is None else self._died(work, news)
        self._idle.append(child)
        assert work is not None
        return self._answered(work, news)

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
