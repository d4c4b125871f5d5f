"""Paid: what an unfinished run has paid for, so that no worker and no resume asks for it again."""

from __future__ import annotations

import os
from collections.abc import Mapping
from math import fsum
from typing import Any

from .asked import Asked
from .line_file import LineFile
from .remembered import Remembered, remembered_data, remembered_from

__all__ = ["Paid"]

#: The format, as the first line names it.
_FORMAT = "replies of an unfinished run"


class Paid:
    """The file OUT.partial.replies; a Memory, and the ledger of the caps. For several threads.

    Its lines are {"key", "reply", "asks", "dropped_parameters"}, see `Asked.whole`, and {"run", "calls",
    "cost"}: a change of what the run of that token has spent. Replies count for whoever goes on with OUT;
    spending only within one run, that is over workers that take the place of one that died: a run that is
    resumed has its caps anew, or it could never get further than the one that was stopped by them.

    run: the token, another one for each run; the workers of a run have the same.

    Raises:
        ValueError: the file cannot be opened, is a symbolic link, or holds something else; the message names
            it.
    """

    def __init__(self, path: str | os.PathLike[str], run: str) -> None:
        self._run = run
        self._kept: dict[str, Remembered] = {}
        self._calls = 0
        self._costs: list[float] = []
        # It lies where others may write, under a name that they can guess.
        self._file = LineFile(path, _FORMAT, self._take, follows_links=False)

    @property
    def calls(self) -> int:
        """Requests that this run had sent when the file was opened."""
        return self._calls

    @property
    def cost(self) -> float:
        """What this run had spent when the file was opened, or might have to pay."""
        return fsum(self._costs)

    def _take(self, line: Mapping[str, Any]) -> None:
        if "key" in line:
            self._kept[str(line["key"])] = remembered_from(line)
            return
        calls, cost = line.get("calls"), line.get("cost")
        if "run" not in line or not isinstance(calls, int) or not isinstance(cost, int | float):
            raise ValueError("expected a reply, or calls and cost of a run")
        if line["run"] == self._run:
            self._calls += calls
            self._costs.append(cost)

    def get(self, asked: Asked) -> Remembered | None:
        """Return the reply that was paid for; None when there is none."""
        return self._kept.get(asked.whole)

    def put(self, asked: Asked, remembered: Remembered) -> None:
        """Keep a reply; of two to one question the last one."""
        self._file.append({"key": asked.whole, **remembered_data(remembered)})
        self._kept[asked.whole] = remembered

    def spend(self, calls: int, cost: float) -> None:
        """Keep a change of what is spent; the Ledger of `Caps`.

        Raises:
            CapReached: it cannot be written.
        """
        self._file.append({"run": self._run, "calls": calls, "cost": cost})

    def close(self) -> None:
        """Close the file."""
        self._file.close()
