"""RowsAgain: puts rows in the place of those of an output, so that it has the old ones or the new ones."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import IO, Any

from .atomic_file import PARTIAL, AtomicFile, is_link
from .file_lock import open_locked
from .state_file import read_state, write_state

__all__ = ["ENDING", "RowsAgain"]

#: How the name of the file ends that rows are written to.
ENDING = f"{PARTIAL}.again"
#: What a state has while the rows that it is of stand in that file.
_MARK = "again"
#: Bytes that are written at a time.
_SIZE = 1 << 20


class RowsAgain:
    """Writes OUT.partial.again, which becomes OUT.partial; that is locked and open meanwhile.

    Once it is whole, the state is marked: from then on its rows are those of the run. A run that is ended
    before has changed nothing, and one that is ended after is gone on with by `settle`.

    state: the path of OUT.partial.json.
    """

    def __init__(self, output: AtomicFile, state: Path) -> None:
        self._output = output
        self._state = state
        self._path = output.beside(ENDING)

    def put(self, inputs: Mapping[str, Any], lines: Iterable[bytes]) -> None:
        """Put lines in the place of all that are there, or change nothing.

        inputs: what the state is to hold.

        Raises:
            CannotWrite: OUT.partial was removed or replaced meanwhile.
            OSError: they cannot be written.
            BaseException: what `lines` raises.
        """
        self.discard()
        stream = open_locked(self._path)
        try:
            self._write(stream, lines)
            write_state(self._state, {**inputs, _MARK: True})
            self._output.adopt(self._path, stream)
        except BaseException:
            stream.close()
            raise
        write_state(self._state, inputs)

    def _write(self, stream: IO[bytes], lines: Iterable[bytes]) -> None:
        try:
            for block in _blocks(lines):
                rest = memoryview(block)
                while rest:
                    rest = rest[stream.write(rest) :]
            os.fsync(stream.fileno())
            self._output.require_own()
        except BaseException:
            stream.close()
            self.discard()
            raise

    def settle(self) -> None:
        """Finish what a run had begun that was ended after its rows were whole.

        Raises:
            OSError: a file cannot be read, written or renamed.
        """
        state = read_state(self._state) if self._state.exists() else None
        if state is not None and state.pop(_MARK, False):
            if self._path.exists() and not is_link(self._path):
                self._output.adopt(self._path, open_locked(self._path))
            write_state(self._state, state)

    def discard(self) -> None:
        """Remove what a run left that was ended before its rows were whole."""
        self._path.unlink(missing_ok=True)


def _blocks(lines: Iterable[bytes]) -> Iterator[bytes]:
    """Join lines to blocks of some size."""
    block = bytearray()
    for line in lines:
        block += line
        if len(block) >= _SIZE:
            yield bytes(block)
            block.clear()
    yield bytes(block)
