"""The CPU time that one search may take: a deadline for each thread, and the callout that checks it."""

import threading
from time import perf_counter, thread_time

__all__ = ["Budget"]


class Budget(threading.local):
    """The CPU time that the search of this thread has left.

    pcre2 is given its callout when a pattern is compiled, and threads share compiled patterns. So all threads
    share the callout, and the deadline that it reads is stored for each thread.

    spent: whether the callout has ended the search.
    """

    def __init__(self) -> None:
        self.spent = False
        self._deadline = 0.0
        self._next_reading = 0.0

    def start(self, seconds: float) -> None:
        """Allow this thread `seconds` of CPU time from now on."""
        self.spent = False
        self._deadline = thread_time() + seconds
        self._next_reading = perf_counter() + seconds

    def callout(self, block: object) -> int:  # noqa: ARG002 - pcre2 passes the state of the search
        """Let PCRE2 go on (0), or end the search (-1) and set `spent`.

        Wall time is ten times as fast to read and never less than CPU time, so it tells when to read that.
        """
        now = perf_counter()
        if now < self._next_reading:
            return 0
        left = self._deadline - thread_time()
        self._next_reading = now + left
        self.spent = left <= 0
        return -1 if self.spent else 0
