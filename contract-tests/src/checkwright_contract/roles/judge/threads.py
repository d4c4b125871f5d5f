"""Run a function in several threads at once."""

from __future__ import annotations

import threading
from collections.abc import Callable

__all__ = ["each_in_a_thread"]


def each_in_a_thread(count: int, run: Callable[[int], object]) -> list[Exception]:
    """Run a function with each number below `count`, all at once; return what was raised."""
    failed: list[Exception] = []

    def work(number: int) -> None:
        try:
            run(number)
        except Exception as error:  # noqa: BLE001 - whatever comes is the finding
            failed.append(error)

    threads = [threading.Thread(target=work, args=(number,)) for number in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return failed
