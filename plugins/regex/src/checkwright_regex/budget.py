"""The second of CPU time that one search may take: a clock per thread and the callout that reads it."""

import threading
from time import perf_counter, thread_time

__all__ = ["Budget"]


class Budget(threading.local):
    """What the searches of this thread may still spend.

    pcre2 takes its callout when a pattern is compiled, and threads share compiled patterns: so the
    callout is one for all, and what it reads belongs to the thread.

    spent: the callout has ended the search.
    """

    def __init__(self) -> None:
        self.spent = False
        self._ends = 0.0
        self._asks = 0.0

    def start(self, seconds: float) -> None:
        """Allow `seconds` of CPU time of this thread from now on."""
        self.spent = False
        self._ends = thread_time() + seconds
        self._asks = perf_counter() + seconds

    def callout(self, block: object) -> int:  # noqa: ARG002 - pcre2 passes the state of the search
        """Let PCRE2 go on (0), or end the search (-1) and set `spent`.

        Wall time takes a tenth of the time to read and is never the lesser, so it says when to ask.
        """
        now = perf_counter()
        if now < self._asks:
            return 0
        left = self._ends - thread_time()
        self._asks = now + left
        self.spent = left <= 0
        return -1 if self.spent else 0
