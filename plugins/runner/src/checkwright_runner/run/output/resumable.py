"""The output of a run, which appears whole or not at all and can be resumed after a run that was ended."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import IO, Any

from checkwright import CheckwrightError, InvalidVerdict

from ..verdict_rows import VerdictRow, read_row
from .atomic_file import PARTIAL, AtomicFile, replace_file
from .fingerprint import changes

__all__ = ["CannotResume", "ResumableOutput"]


class CannotResume(CheckwrightError):  # noqa: N818 - says what is not possible
    """A run cannot be resumed; the message says why."""


class ResumableOutput:
    """The files of a run that writes to OUT: OUT.partial, and OUT.partial.json with what went in.

    At the end OUT.partial becomes OUT as an AtomicFile does, and OUT.summary.json appears. OUT.partial is
    locked from the first call on, before anything is read or changed.
    """

    #: How the names of the files beside OUT end.
    ENDINGS = (PARTIAL, f"{PARTIAL}.json", "summary.json")

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self._output = AtomicFile(path)
        self.is_direct = self._output.is_direct
        self.file = self._output.partial
        self._state = self._output.beside(f"{PARTIAL}.json")

    def begin(self, inputs: Mapping[str, Any]) -> None:
        """Begin anew.

        inputs: what decides the verdicts.

        Raises:
            AnotherWrites: another run has begun and is not at its end.
            OSError: it cannot be written.
        """
        # Never the rows of one run beside the state of another.
        self._output.begin()
        if not self.is_direct:
            _replace(self._state, inputs)

    def rows(self, inputs: Mapping[str, Any]) -> Iterator[VerdictRow]:
        """Yield the verdict rows of the run that was ended, and go on behind them; cut a torn last line.

        Without such a run this is `begin`.

        Raises:
            AnotherWrites: that run, or one that goes on with it, is not at its end.
            CannotResume: what goes in is not what went in then, or the file is damaged.
            OSError: it cannot be read or written.
        """
        if not self.is_direct:
            stream = self._output.open()
            if self._state.exists():
                self._refuse_changes(inputs)
                yield from self._rows(stream)
                return
        self.begin(inputs)

    def _refuse_changes(self, inputs: Mapping[str, Any]) -> None:
        before = _read(self._state.read_bytes())
        if not isinstance(before, dict) or type(before.get("format")) is not int:
            raise CannotResume(f"{self._state.name} is damaged: remove it, and begin anew")
        if before["format"] != inputs["format"]:
            raise CannotResume(
                f"the run cannot be resumed, since another version of checkwright began it: "
                f"{self.file.name} is of format {before['format']}, this version writes {inputs['format']}"
                "; begin anew without --resume"
            )
        changed = changes(before, json.loads(json.dumps(inputs)))
        if changed:
            raise CannotResume(
                f"the run cannot be resumed, since of what it began with {', '.join(changed)}"
                "; undo it, or begin anew without --resume"
            )

    def _rows(self, stream: IO[bytes]) -> Iterator[VerdictRow]:
        whole = 0
        with self.file.open("rb") as lines:
            for number, line in enumerate(lines, 1):
                if not line.endswith(b"\n"):
                    break
                try:
                    row = read_row(line)
                except InvalidVerdict as error:
                    raise CannotResume(
                        f"{self.file.name}: line {number} is damaged: {error}; begin anew without --resume"
                    ) from None
                whole += len(line)
                yield row
        stream.truncate(whole)
        stream.seek(whole)

    def write(self, data: bytes) -> None:
        """Write verdict lines.

        Raises:
            OSError: it cannot be written.
        """
        self._output.write(data)

    def complete(self, summary: Mapping[str, Any]) -> None:
        """Make it OUT, with the summary beside it.

        Raises:
            OSError: it cannot be written.
        """
        if self.is_direct:
            return
        self._output.sync()
        _replace(self._output.beside("summary.json"), summary)
        # As soon as OUT.partial has its last name, the next run may have begun, with a state of its own.
        self._state.unlink(missing_ok=True)
        self._output.complete()

    def close(self) -> None:
        """Close what is open; what was done stays."""
        self._output.close()


def _read(data: bytes) -> Any:
    try:
        return json.loads(data)
    except (ValueError, RecursionError):
        return None


def _replace(path: Path, data: Mapping[str, Any]) -> None:
    """Write JSON to a file that is there whole or not at all."""
    text = json.dumps(data, ensure_ascii=False, indent=1)
    replace_file(path, f"{text}\n".encode("utf-8", "backslashreplace"))
