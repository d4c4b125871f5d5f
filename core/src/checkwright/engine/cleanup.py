"""Cleanup: what prepared checks opened is closed in reverse order, once, whatever that raises."""

from __future__ import annotations

from collections.abc import Callable

from ..contract.isolation import described, isolated
from ..wording import one_line, shown

__all__ = ["Cleanup"]


class Cleanup:
    """Functions that close what checks opened; all are called, and of what they raise only Ctrl-C gets out.

    closed: whether they were called; one that is added afterwards is called at once.
    """

    __slots__ = ("_functions", "_problems", "closed")

    def __init__(self) -> None:
        self._functions: list[tuple[Callable[[], object], str]] = []
        self._problems: list[str] = []
        self.closed = False

    def __bool__(self) -> bool:
        """Tell whether there is something to close."""
        return bool(self._functions)

    def add(self, function: Callable[[], object], who: str) -> None:
        """Call a function at the end.

        who: named when it fails.

        Raises:
            TypeError: it is no function.
        """
        if not callable(function):
            raise TypeError(f"on_close takes a function, not {shown(function)}")
        self._functions.append((function, who))
        if self.closed:
            self.close()

    def close(self) -> tuple[str, ...]:
        """Call the functions that were not called yet, the last one first.

        Return one clean line for each that ever failed, with the name of its kind.
        """
        interrupt: KeyboardInterrupt | None = None
        self.closed = True
        while True:
            try:
                function, who = self._functions.pop()
            except IndexError:
                break
            try:
                with isolated() as fault:
                    function()
            except KeyboardInterrupt as error:
                interrupt = error
                continue
            if fault.error is not None:
                why = f"what it took could not be given back: {described(fault.error)}"
                self._problems.append(one_line(f"{who}: {why}"))
        if interrupt is not None:
            raise interrupt
        return tuple(self._problems)
