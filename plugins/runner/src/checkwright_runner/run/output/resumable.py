"""An output that appears whole or not at all, and can be gone on with: after an end, or with more rows."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from pathlib import Path
from typing import IO, Any, TypeAlias

from checkwright import CheckwrightError, InvalidVerdict

from ..verdict_rows import VerdictRow, read_row
from .atomic_file import PARTIAL, AtomicFile, is_link
from .fingerprint import changes, is_appended
from .kept_files import KeptFiles
from .rows_again import ENDING as AGAIN
from .rows_again import RowsAgain
from .state_file import read_state, write_state

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
    ENDINGS = (
        PARTIAL,
        AGAIN,
        f"{PARTIAL}.json",
        f"{PARTIAL}.json.new",
        "summary.json",
        "summary.json.new",
    )

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self._output = AtomicFile(path)
        self.is_direct = self._output.is_direct
        self.file = self._output.partial
        self.is_done = False
        self._state = self._output.beside(f"{PARTIAL}.json")
        self._summary = self._output.beside("summary.json")
        self._again = RowsAgain(self._output, self._state)
        self._kept = KeptFiles()
        self._only_locked = False

    @property
    def exists(self) -> bool:
        """Whether an earlier run left anything to go on with."""
        return any(path.exists() for path in (self._state, self.file, self._output.target))

    def begin(self, inputs: Mapping[str, Any], *, restart: bool = False) -> None:
        """Begin anew; inputs: what decides the verdicts, see `inputs_of`.

        restart: whether verdicts of a run that was ended early may be thrown away.

        Raises:
            AnotherWrites: another run has begun and is not at its end.
            UnfinishedRun: there are such verdicts.
            OSError: it cannot be written.
        """
        if not restart:
            self._refuse_rows()
        self._only_locked = False
        # Never the rows of one run beside the state of another.
        self._output.begin()
        if not self.is_direct:
            write_state(self._state, inputs)
            self._again.discard()

    def _refuse_rows(self) -> None:
        """Refuse to throw away what a run did that was ended early."""
        if not self.is_direct and self._has_rows():
            if not self._state.exists():
                raise UnfinishedRun(
                    f"{self.file.name} is in the way, and without {self._state.name} it is no run's: move it "
                    "away, or throw it away with --restart"
                )
            raise UnfinishedRun(
                f"{self.file.name} holds the verdicts of a run that was ended early: --resume goes on with "
                "it, --restart throws them away"
            )

    def keep(self, endings: Iterable[str], *, resume: bool, restart: bool) -> None:
        """Let files beside OUT.partial live until the run is complete, and remove those of an earlier run.

        endings: of their names, behind that of OUT.partial. resume, restart: how the run is about to begin;
        what an ended run kept is there for the one that goes on with it.

        Raises:
            AnotherWrites: another run has begun and is not at its end.
            UnfinishedRun: there are verdicts that may not be thrown away.
            CannotResume: one of them is a link.
            OSError: one cannot be removed.
        """
        if self.is_direct:
            return
        if not resume and not restart:
            self._refuse_rows()
        self._kept = KeptFiles(self._output.beside(f"{PARTIAL}{ending}") for ending in endings)
        there = self._state.exists() or self._output.target.exists() or self._has_rows()
        if not is_link(self.file):
            self._output.open()
            self._only_locked = True
        if not resume or not there:
            self._kept.remove()
        elif self._kept.link is not None:
            raise CannotResume(f"{self._kept.link.name} is a link, which no run of ours leaves: remove it")

    def _has_rows(self) -> bool:
        if is_link(self.file):
            return False  # not ours; `begin` puts a file in its place
        stream = self._opened()
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
        file = self._file_of_rows()
        self._only_locked = False
        if file is None:
            self.begin(inputs)
        elif file == self.file:
            stream = self._opened()
            appended = self._refuse_changes(self._state, inputs, begins_with)
            whole = yield from self._rows(self.file, answered=appended)
            stream.truncate(whole)
            stream.seek(whole)
            write_state(self._state, inputs)
        else:
            yield from self._finished(inputs, begins_with)

    def look(self, inputs: Mapping[str, Any], begins_with: Prefix) -> Iterator[VerdictRow]:
        """Yield the rows that `rows` yields, and leave every file as it is; it raises what that raises."""
        file = None if self.is_direct else self._file_of_rows()
        if file is not None:
            about = self._state if file == self.file else self._summary
            appended = self._refuse_changes(about, inputs, begins_with)
            yield from self._rows(file, answered=appended)

    def lines(self) -> Iterator[bytes]:
        """Yield the lines of the rows that `look` yields, and what is behind them."""
        file = self._file_of_rows()
        assert file is not None, "there are no rows"
        with file.open("rb") as stream:
            yield from stream

    def put(self, inputs: Mapping[str, Any], lines: Iterable[bytes]) -> None:
        """Put lines in the place of all rows that are there, so that `rows` yields those, or change nothing.

        Raises:
            CannotWrite: the file was removed or replaced meanwhile.
            OSError: they cannot be written.
            BaseException: what `lines` raises.
        """
        self._again.put(inputs, lines)

    def _opened(self) -> IO[bytes]:
        """Open the partial file, with what a run was about to put there when it was ended."""
        self._output.open()
        self._again.settle()
        return self._output.open()

    def _file_of_rows(self) -> Path | None:
        """Return the file that the rows stand in which are there; None when there are none."""
        if is_link(self.file):
            raise CannotResume(f"{self.file.name} is a link, which no run of ours leaves: remove it")
        stream = self._opened()
        if self._state.exists():
            return self.file
        if os.fstat(stream.fileno()).st_size > 0:
            raise CannotResume(
                f"{self._state.name} is missing, so nothing says what {self.file.name} is of: put it back, "
                "or begin anew with --restart"
            )
        target = self._output.target
        if not target.exists():
            return None
        if not self._summary.exists():
            raise CannotResume(
                f"{self._summary.name} is missing, so nothing says what {target.name} is of: begin anew "
                "with --restart"
            )
        return target

    def _finished(self, inputs: Mapping[str, Any], begins_with: Prefix) -> Iterator[VerdictRow]:
        """Yield the rows of OUT; all of them when nothing was appended, and then it is done."""
        target = self._output.target
        self.is_done = not self._refuse_changes(self._summary, inputs, begins_with)
        if self.is_done:
            yield from self._rows(target)
            self._kept.remove()
            self._output.discard()
            return
        write_state(self._state, inputs)
        with target.open("rb") as lines:
            for row in self._rows(target):
                line = next(lines)
                if row.line is not None:
                    self._output.write(line)
                    yield row

    def _refuse_changes(self, path: Path, inputs: Mapping[str, Any], begins_with: Prefix) -> bool:
        """Compare what went in then with what goes in now; tell whether responses were appended."""
        before = read_state(path)
        number = None if before is None else before.get("format")
        if before is None or type(number) is not int:
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
        write_state(self._summary, summary)
        # As soon as OUT.partial has its last name, the next run may have begun, with files of its own.
        self._kept.remove()
        self._again.discard()
        self._state.unlink(missing_ok=True)
        self._output.complete()

    def close(self) -> None:
        """Close what is open; what was done stays, and of a run that did not begin nothing does."""
        if self._only_locked and not self._state.exists() and not self._has_rows():
            self._output.discard()
        self._output.close()
