"""SendingLimits: let requests of one profile through, as many as its limits allow, in the order they came."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from ..profiles.profile import ProfileLimits
from .sliding_window import SlidingWindow, Taken
from .timing import Timing

__all__ = ["Passage", "SendingLimits"]

#: Seconds between two looks at most: a reply that took fewer tokens than feared shortens the wait of others.
_LOOK = 1.0


@dataclass(slots=True)
class Passage:
    """One request that was let through. tokens: that it took; set it when they are known."""

    tokens: int


class SendingLimits:
    """The limits of one profile, for all threads of a run.

    Requests and tokens of a minute are those of a SlidingWindow each; a request counts from when it is let
    through, tokens first as estimated and then as they were. Who came first goes first, even where a later
    one would fit already, so that nobody waits for ever; apart from that nobody waits longer than the limits
    want, or up to a second longer after tokens turn out fewer.
    """

    def __init__(self, limits: ProfileLimits, timing: Timing) -> None:
        self._concurrent = limits.concurrent
        self._requests = _window(limits.requests_per_minute)
        self._tokens = _window(limits.tokens_per_minute)
        self._timing = timing
        self._changed = threading.Condition()
        self._waiting: deque[object] = deque()
        self._under_way = 0

    @contextmanager
    def one(self, tokens: int) -> Iterator[Passage]:
        """Wait until a request may be sent, and hold its place until it is answered.

        tokens: estimated, those of the reply included.
        """
        taken = self._let_through(tokens)
        passage = Passage(tokens)
        try:
            yield passage
        finally:
            with self._changed:
                self._under_way -= 1
                if taken is not None and self._tokens is not None:
                    self._tokens.correct(taken, passage.tokens)
                self._changed.notify_all()

    def _let_through(self, tokens: int) -> Taken | None:
        me = object()
        with self._changed:
            self._waiting.append(me)
        try:
            with self._changed:
                self._changed.wait_for(lambda: self._waiting[0] is me and self._has_place())
            while True:
                with self._changed:
                    now = self._timing.clock()
                    wait = self._wait(now, tokens)
                    if wait <= 0:
                        return self._take(now, tokens)
                # Only the first of those that wait comes here, so the place is still free afterwards.
                self._timing.sleep(min(wait, _LOOK))
        finally:
            with self._changed:
                self._waiting.remove(me)
                self._changed.notify_all()

    def _has_place(self) -> bool:
        return self._concurrent is None or self._under_way < self._concurrent

    def _wait(self, now: float, tokens: int) -> float:
        requests = 0.0 if self._requests is None else self._requests.wait(now, 1)
        return requests if self._tokens is None else max(requests, self._tokens.wait(now, tokens))

    def _take(self, now: float, tokens: int) -> Taken | None:
        self._under_way += 1
        if self._requests is not None:
            self._requests.take(now, 1)
        return None if self._tokens is None else self._tokens.take(now, tokens)


def _window(limit: int | None) -> SlidingWindow | None:
    return None if limit is None else SlidingWindow(limit)
