"""An output that appears whole or not at all, and can be gone on with: after an end, or with more rows."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Generator, Iterator, Mapping
from pathlib import Path
from typing import Any, TypeAlias

from checkwright import CheckwrightError, InvalidVerdict

from ..verdict_rows import VerdictRow, read_row
from .atomic_file import PARTIAL, AtomicFile, is_link, replace_file
from .fingerprint import changes, is_appended

__all__ = ["CannotResume", "Prefix", "ResumableOutput", "UnfinishedRun"]

#: Tells whether the responses begin with those that this fingerprint is of.
Prefix: TypeAlias = Callable[[Mapping[str, Any]], bool]


class CannotResume(CheckwrightError):  # noqa: N818 - says what is not possible
    """A run cannot be gone on with; the message says why."""


class UnfinishedRun(CheckwrightError):  # noqa: N818 - says what is there
    """An earlier run to the same output was ended early, and what it did is not to be lost unasked."""


class ResumableOutput:
    """The files of a run that writes to OUT: OUT.partial, and OUT.partial.json with what went in.

    At the end OUT.partial becomes OUT as an AtomicFile does, and OUT.summary.json appears. OUT.partial is
    locked from the first call on, before anything is read or changed.

    is_done: whether OUT is there already, and nothing is left to grade.
    """

    #: How the names of the files beside OUT end, those included that a state is written to first.
    ENDINGS = (PARTIAL, f"{PARTIAL}.json", f"{PARTIAL}.json.new", "summary.json", "summary.json.new")

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self._output = AtomicFile(path)
        self.is_direct = self._output.is_direct
        self.file = self._output.partial
        self.is_done = False
        self._state = self._output.beside(f"{PARTIAL}.json")
        self._summary = self._output.beside("summary.json")

    def begin(self, inputs: Mapping[str, Any], *, restart: bool = False) -> None:
        """Begin anew; inputs: what decides the verdicts, see `inputs_of`.

        restart: whether verdicts of a run that was ended early may be thrown away.

        Raises:
            AnotherWrites: another run has begun and is not at its end.
            UnfinishedRun: there are such verdicts.
            OSError: it cannot be written.
        """
        if not self.is_direct and not restart and self._has_rows():
            if not self._state.exists():
                raise UnfinishedRun(
                    f"{self.file.name} is in the way, and without {self._state.name} it is no run's: move it "
                    "away, or throw it away with --restart"
                )
            raise UnfinishedRun(
                f"{self.file.name} holds the verdicts of a run that was ended early: --resume goes on with "
                "it, --restart throws them away"
            )
        # Never the rows of one run beside the state of another.
        self._output.begin()
        if not self.is_direct:
            _replace(self._state, inputs)

    def _has_rows(self) -> bool:
        if is_link(self.file):
            return False  # not ours; `begin` puts a file in its place
        stream = self._output.open()
        return os.fstat(stream.fileno()).st_size > 0

    def rows(self, inputs: Mapping[str, Any], begins_with: Prefix) -> Iterator[VerdictRow]:
        """Yield the verdict rows that are there already, and go on behind them.

        Those of a run that was ended early, of which a torn last line is cut; else those of OUT, of which
        the questions without a response row are left out when responses were appended. Without either this
        is `begin`.

        Raises:
            AnotherWrites: that run, or one that goes on with it, is not at its end.
            CannotResume: what goes in is not what went in then, or a file is damaged.
            OSError: it cannot be read or written.
        """
        if self.is_direct:
            self.begin(inputs)
            return
        if is_link(self.file):
            raise CannotResume(f"{self.file.name} is a link, which no run of ours leaves: remove it")
        stream = self._output.open()
        if self._state.exists():
            appended = self._refuse_changes(self._state, inputs, begins_with)
            whole = yield from self._rows(self.file, answered=appended)
            stream.truncate(whole)
            stream.seek(whole)
            _replace(self._state, inputs)
        elif os.fstat(stream.fileno()).st_size > 0:
            raise CannotResume(
                f"{self._state.name} is missing, so nothing says what {self.file.name} is of: put it back, "
                "or begin anew with --restart"
            )
        elif self._output.target.exists():
            yield from self._finished(inputs, begins_with)
        else:
            self.begin(inputs)

    def _finished(self, inputs: Mapping[str, Any], begins_with: Prefix) -> Iterator[VerdictRow]:
        """Yield the rows of OUT; all of them when nothing was appended, and then it is done."""
        target = self._output.target
        if not self._summary.exists():
            raise CannotResume(
                f"{self._summary.name} is missing, so nothing says what {target.name} is of: begin anew "
                "with --restart"
            )
        self.is_done = not self._refuse_changes(self._summary, inputs, begins_with)
        if self.is_done:
            yield from self._rows(target)
            self._output.discard()
            return
        _replace(self._state, inputs)
        with target.open("rb") as lines:
            for row in self._rows(target):
                line = next(lines)
                if row.line is not None:
                    self._output.write(line)
                    yield row

    def _refuse_changes(self, path: Path, inputs: Mapping[str, Any], begins_with: Prefix) -> bool:
        """Compare what went in then with what goes in now; tell whether responses were appended."""
        before = _read(path.read_bytes())
        if not isinstance(before, dict):
            raise CannotResume(f"{path.name} is damaged: begin anew with --restart")
        number = before.get("format")
        if type(number) is not int:
            raise CannotResume(f"{path.name} is damaged: begin anew with --restart")
        if number != inputs["format"]:
            raise CannotResume(
                f"the run cannot be resumed, since another version of checkwright began it: {path.name} is "
                f"of format {number}, this version writes {inputs['format']}; begin anew with --restart"
            )
        now = json.loads(json.dumps(inputs))
        appended = is_appended(before, now) and begins_with(before["responses"])
        changed = changes(before, now, appended=appended)
        if changed:
            raise CannotResume(
                f"the run cannot be resumed, since of what it began with {', '.join(changed)}"
                "; undo it, or begin anew with --restart"
            )
        return appended

    def _rows(self, path: Path, *, answered: bool = False) -> Generator[VerdictRow, None, int]:
        """Yield the rows of a file and return how many bytes they are; the rest is a torn line.

        answered: whether to end before the questions without a response row, which may have one now.
        """
        whole = 0
        with path.open("rb") as lines:
            for number, line in enumerate(lines, 1):
                if not line.endswith(b"\n"):
                    break
                try:
                    row = read_row(line)
                except InvalidVerdict as error:
                    raise CannotResume(
                        f"{path.name}: line {number} is damaged: {error}; begin anew with --restart"
                    ) from None
                if answered and row.line is None:
                    break
                whole += len(line)
                yield row
        return whole

    def write(self, data: bytes) -> None:
        """Write verdict lines.

        Raises:
            CannotWrite: the file was removed or replaced meanwhile.
            OSError: it cannot be written.
        """
        self._output.require_own()
        self._output.write(data)

    def complete(self, summary: Mapping[str, Any]) -> None:
        """Make it OUT, with the summary beside it.

        Raises:
            CannotWrite: the file was removed or replaced meanwhile.
            OSError: it cannot be written.
        """
        if self.is_direct or self.is_done:
            return
        self._output.require_own()
        self._output.sync()
        _replace(self._summary, summary)
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
