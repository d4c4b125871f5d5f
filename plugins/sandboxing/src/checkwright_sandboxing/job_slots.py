"""JobSlots: how many commands run at a time on this machine, over all workers of a run."""

from __future__ import annotations

import os
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

try:
    import fcntl
except ImportError:  # pragma: no cover - Windows
    fcntl = None  # type: ignore[assignment]

__all__ = ["JobSlots"]

#: Seconds between two looks for a free slot.
_LOOK = 0.01
#: Keys of runs that are told apart in one file.
_KEYS = 1 << 40
#: Slots that this process holds, by key: locks of files do not keep threads of one process apart.
_held: dict[int, set[int]] = {}
_guard = threading.Lock()


@dataclass(frozen=True, slots=True)
class JobSlots:
    """So many commands at a time, for all processes that have the same key.

    count: 1 or more. key: of the run, 0 to 2**40. A process that dies gives its slots back.
    Where files cannot be locked, each process has slots of its own.
    """

    count: int
    key: int

    @classmethod
    def of_run(cls, count: int) -> JobSlots:
        """Make the slots of a new run."""
        return cls(count, int.from_bytes(os.urandom(5), "big"))

    @contextmanager
    def one(self) -> Iterator[None]:
        """Hold a slot; wait until one is free."""
        file = _lock_file()
        try:
            slot = self._taken(file)
            while slot is None:
                time.sleep(_LOOK)
                slot = self._taken(file)
            try:
                yield
            finally:
                self._give_back(file, slot)
        finally:
            if file is not None:
                os.close(file)

    def _taken(self, file: int | None) -> int | None:
        with _guard:
            held = _held.setdefault(self.key, set())
            for slot in range(self.count):
                if slot not in held and (file is None or self._locked(file, slot)):
                    held.add(slot)
                    return slot
        return None

    def _locked(self, file: int, slot: int) -> bool:
        try:
            fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, self._place(slot))
        except OSError:
            return False
        return True

    def _give_back(self, file: int | None, slot: int) -> None:
        with _guard:
            _held[self.key].discard(slot)
            if file is not None:
                fcntl.lockf(file, fcntl.LOCK_UN, 1, self._place(slot))

    def _place(self, slot: int) -> int:
        return self.key * 1_024 + slot


def _lock_file() -> int | None:
    """Open the one file, never written, in which slots are locked; None where that cannot be."""
    if fcntl is None:  # pragma: no cover - Windows
        return None
    path = Path(tempfile.gettempdir()) / f"checkwright-sandbox-jobs-{os.getuid()}"
    try:
        return os.open(path, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600)
    except OSError:
        return None
