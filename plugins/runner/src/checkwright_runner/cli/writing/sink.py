"""Write verdict lines: to the standard output, or to a file that appears whole or not at all."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from ...run.output.resumable import Prefix, ResumableOutput
from ...run.verdict_rows import VerdictRow
from ..screen.printing import clean, note, put_data
from ..screen.streams import data_stream
from .refusals import refused_writing

__all__ = ["FileSink", "NoSink", "Sink", "sink"]


class Sink:
    """The standard output.

    keeps: whether there is anything to resume. is_done: whether nothing is left to grade.
    """

    keeps = False

    is_done = False

    def begin(self, inputs: Mapping[str, Any], *, restart: bool = False) -> None:
        """Begin; inputs: what decides the verdicts. restart: whether what an ended run did may go."""

    def rows(self, inputs: Mapping[str, Any], begins_with: Prefix) -> Iterator[VerdictRow]:  # noqa: ARG002
        """Yield the verdict rows that are there already."""
        self.begin(inputs)
        yield from ()

    def keep(self, endings: Sequence[str], *, resume: bool, restart: bool) -> None:
        """Let files beside the partial output live until it is complete, see `ResumableOutput.keep`."""

    def look(self, inputs: Mapping[str, Any], begins_with: Prefix) -> Iterator[VerdictRow]:  # noqa: ARG002
        """Yield the rows that are there already, and leave them as they are."""
        yield from ()

    def put(self, inputs: Mapping[str, Any], change: Callable[[Iterator[bytes]], Iterable[bytes]]) -> None:
        """Put what `change` makes of their lines in the place of these, or change nothing."""

    def stop(self) -> str | None:
        """Say that the run ends early; return the name of the file that holds what was done, if one does."""
        return None

    def write(self, data: bytes) -> None:
        """Write verdict lines."""
        put_data(data.decode("utf-8"))
        data_stream().flush()  # type: ignore[union-attr] # it was just written to

    def complete(self, summary: Mapping[str, Any]) -> None:
        """Say that no more will come."""


class NoSink(Sink):
    """Nowhere: verdict lines are forgotten."""

    def write(self, data: bytes) -> None:
        """Write nothing."""


class FileSink(Sink):
    """A file that appears when it is complete.

    Every call raises Refused when the file cannot be written.
    """

    def __init__(self, path: str) -> None:
        self._path = path
        self._partial = ResumableOutput(path)
        self._begun = self._wrote = False
        self.keeps = not self._partial.is_direct

    def begin(self, inputs: Mapping[str, Any], *, restart: bool = False) -> None:
        """Begin anew."""
        with refused_writing(self._path):
            self._partial.begin(inputs, restart=restart)
        self._begun = True

    def rows(self, inputs: Mapping[str, Any], begins_with: Prefix) -> Iterator[VerdictRow]:
        """Yield the verdict rows that are there already, and go on behind them."""
        with refused_writing(self._path):
            for row in self._partial.rows(inputs, begins_with):
                self._wrote = True
                yield row
        self._begun = True
        self.is_done = self._partial.is_done

    def keep(self, endings: Sequence[str], *, resume: bool, restart: bool) -> None:
        """Let files beside the partial output live until it is complete."""
        with refused_writing(self._path):
            self._partial.keep(endings, resume=resume, restart=restart)

    def look(self, inputs: Mapping[str, Any], begins_with: Prefix) -> Iterator[VerdictRow]:
        """Yield the rows that are there already, and leave them as they are."""
        with refused_writing(self._path):
            yield from self._partial.look(inputs, begins_with)

    def put(self, inputs: Mapping[str, Any], change: Callable[[Iterator[bytes]], Iterable[bytes]]) -> None:
        """Put what `change` makes of their lines in the place of these, or change nothing."""
        with refused_writing(self._path):
            self._partial.put(inputs, change(self._partial.lines()))

    def stop(self) -> str | None:
        """Say that the run ends early; the name of the partial file, where there is one."""
        self._begun = False  # so that `close` does not say it again
        return self._partial.file.name if self.keeps else None

    def write(self, data: bytes) -> None:
        """Write verdict lines."""
        self._wrote = True
        with refused_writing(self._path):
            self._partial.write(data)

    def complete(self, summary: Mapping[str, Any]) -> None:
        """Make the file appear, with the summary beside it."""
        with refused_writing(self._path):
            self._partial.complete(summary)

    def close(self, *, failed: bool) -> None:
        """Close it; after a failure say where what was done stands, if anything was and it does."""
        self._partial.close()
        if failed and self._begun and self._wrote and self.keeps:
            name = self._partial.file.name
            size = _size(self._partial.file)
            if size is None:
                note(clean(f"warning: {self._path} is not complete: {name} was removed, with what was done"))
            elif size:
                note(clean(f"warning: {self._path} is not complete: what was done stands in {name}"))


def _size(file: Path) -> int | None:
    """Return how many bytes a file holds; None when it is not there."""
    try:
        return file.stat().st_size
    except OSError:
        return None


@contextmanager
def sink(path: str | None, *, dry: bool = False) -> Iterator[Sink]:
    """Return where verdict lines go: the file at `path`, or the standard output for None and "-".

    dry: whether they go nowhere.
    """
    if dry:
        yield NoSink()
        return
    if path in (None, "-"):
        yield Sink()
        return
    file = FileSink(str(path))
    try:
        yield file
    except BaseException:
        file.close(failed=True)
        raise
    file.close(failed=False)
