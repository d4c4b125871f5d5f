"""The CPU time that the searches of one check may take: a deadline for each thread, and who looks at it."""

import threading
from time import perf_counter, thread_time

__all__ = ["Budget"]

_SECONDS = 1.0


class Budget(threading.local):
    """The CPU time that the searches of one check have left in this thread.

    pcre2 is given its callout when a pattern is compiled, and threads share compiled patterns. So all threads
    share the callout, and the deadline that it reads is stored for each thread.

    spent: whether the time was found to be over.
    """

    def __init__(self) -> None:
        self.spent = False
        self._deadline = 0.0
        self._next_reading = 0.0

    @property
    def limit(self) -> str:
        """The name of the limit."""
        return f"match limit, {_SECONDS:.0f} s"

    def start(self, seconds: float | None = None) -> None:
        """Allow this thread `seconds` of CPU time from now on, a second unless told."""
        self.spent = False
        seconds = _SECONDS if seconds is None else seconds
        self._deadline = thread_time() + seconds
        self._next_reading = perf_counter() + seconds

    def is_over(self) -> bool:
        """Tell whether the time is over, and set `spent` when it is.

        Wall time is ten times as fast to read and never less than CPU time, so it tells when to read that.
        """
        now = perf_counter()
        if now < self._next_reading:
            return False
        left = self._deadline - thread_time()
        self._next_reading = now + left
        self.spent = left <= 0
        return self.spent

    def callout(self, block: object) -> int:  # noqa: ARG002 - pcre2 passes the state of the search
        """Let PCRE2 go on (0), or end the search (-1)."""
        return -1 if self.is_over() else 0
