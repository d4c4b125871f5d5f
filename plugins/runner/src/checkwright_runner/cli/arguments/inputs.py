"""Get what the arguments name: files, standard input, kinds of plugin modules, rubrics, a dataset."""

from __future__ import annotations

import argparse
import importlib
import os
import stat
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from checkwright import (
    Dataset,
    InvalidChecks,
    InvalidDocument,
    Kinds,
    Problem,
    Rubric,
    RubricStore,
    described,
    isolated,
    load_kinds,
    load_rubric,
    parse_dataset,
    parse_rubric,
)
from checkwright.datasets.dataset import LIMITS
from checkwright.documents.reading import file_content

from ...run.chunks import LINE_BYTES
from ..refused import Refused
from ..screen.printing import clean, note

__all__ = [
    "dataset_of",
    "document_bytes",
    "is_pipe",
    "kinds_of",
    "open_bytes",
    "open_raw",
    "problem_line",
    "read_bytes",
    "refuse_two_of_stdin",
    "rubric_of",
    "size_of",
    "source_of",
    "store_of",
    "unreadable",
]


def kinds_of(arguments: argparse.Namespace, *, warn: bool = True) -> Kinds:
    """Load the installed kinds and those of `--plugin`; note that some plugins are broken, if they are."""
    kinds = load_kinds(
        plugins=[_module(name) for name in dict.fromkeys((*arguments.early_plugins, *arguments.plugins))]
    )
    broken = len(kinds.load_problems)
    if warn and broken:
        noun = "problem" if broken == 1 else "problems"
        note(f"warning: {broken} plugin {noun}; `checkwright doctor` says what to do")
    return kinds


def _module(name: str) -> object:
    importlib.invalidate_caches()
    with isolated() as fault:
        return importlib.import_module(name)
    raise Refused([clean(f"error: --plugin {name}: the module cannot be imported: {described(fault.error)}")])


def unreadable(path: str, error: OSError) -> Refused:
    """Say that a file cannot be read, and why."""
    return Refused([clean(f"error: {path}: cannot be read: {error.strerror or error}")])


@contextmanager
def open_bytes(path: str) -> Iterator[IO[bytes]]:
    """Open a file for reading, `-` for the standard input, which is left open.

    Raises:
        Refused: it cannot be opened.
    """
    if path == "-":
        if sys.stdin is None:
            raise Refused(["error: -: there is no standard input"])
        yield sys.stdin.buffer
        return
    try:
        stream = Path(path).open("rb")  # noqa: SIM115 - closed below; only opening may be refused here
    except OSError as error:
        raise unreadable(path, error) from None
    with stream:
        yield stream


def read_bytes(path: str) -> bytes:
    """Read a whole file, `-` the standard input.

    Raises:
        Refused: it cannot be read, or is larger than a line of a response file may be.
    """
    with open_bytes(path) as stream:
        try:
            data = stream.read(LINE_BYTES + 1)
        except OSError as error:
            raise unreadable(path, error) from None
    if len(data) > LINE_BYTES:
        raise Refused([clean(f"error: {path}: is larger than {LINE_BYTES:,} bytes")])
    return data


def is_pipe(path: str) -> bool:
    """Tell whether a document comes from the standard input or a pipe, as of the shell's `<(...)`."""
    return path == "-" or Path(path).is_fifo()


def document_bytes(path: str) -> bytes:
    """Read a rubric or a dataset, `-` from the standard input; no more of it than a dataset may have.

    Raises:
        Refused: it cannot be read.
    """
    if is_pipe(path):
        return read_bytes(path)
    try:
        return file_content(path, LIMITS.bytes)
    except OSError as error:
        raise unreadable(path, error) from None


def source_of(path: str) -> str:
    """Return what problems call a document."""
    return "<stdin>" if path == "-" else path


@contextmanager
def open_raw(path: str) -> Iterator[IO[bytes]]:
    """Open a file for reading without a buffer, so that a read gives what is there; `-` as above.

    Raises:
        Refused: it cannot be opened.
    """
    if path == "-":
        with open_bytes(path) as stream:
            yield getattr(stream, "raw", stream)
        return
    try:
        raw = Path(path).open("rb", buffering=0)  # noqa: SIM115 - closed below; only opening may be refused here
    except OSError as error:
        raise unreadable(path, error) from None
    with raw:
        yield raw


def size_of(stream: IO[bytes]) -> int | None:
    """Return the bytes of a regular file, None for a pipe and the like."""
    try:
        status = os.fstat(stream.fileno())
    except (OSError, ValueError):
        return None
    return status.st_size if stat.S_ISREG(status.st_mode) else None


def refuse_two_of_stdin(*paths: str | None) -> None:
    """Refuse to read the standard input for two things."""
    if paths.count("-") > 1:
        raise Refused(["error: -: only one of the files can be the standard input"])


def rubric_of(path: str, kinds: Kinds, *, invalid: int) -> Rubric:
    """Read the rubric at `path`, `-` from the standard input.

    invalid: the exit code for a document that is not valid.

    Raises:
        Refused: it cannot be read (2), or is not valid; the lines hold all its problems.
    """
    try:
        if is_pipe(path):
            rubric = parse_rubric(read_bytes(path), kinds=kinds, source=source_of(path))
        else:
            rubric = load_rubric(path, kinds=kinds)
    except InvalidDocument as error:
        raise Refused([problem_line(problem) for problem in error.problems], invalid) from None
    except OSError as error:
        raise unreadable(path, error) from None
    if not rubric.enabled:
        note(
            clean(f"warning: {rubric.source}: the rubric is disabled, and used because the command names it")
        )
    return rubric


def dataset_of(path: str, *, invalid: int) -> Dataset:
    """Read the dataset at `path`, `-` from the standard input.

    invalid: the exit code for a document that is not valid.

    Raises:
        Refused: it cannot be read (2), or is not valid; the lines hold all its problems.
    """
    try:
        return parse_dataset(document_bytes(path), source=source_of(path))
    except InvalidDocument as error:
        raise Refused([problem_line(problem) for problem in error.problems], invalid) from None


def store_of(path: str, kinds: Kinds, *, invalid_checks: InvalidChecks = "raise") -> RubricStore:
    """Read the rubrics of a folder, and note everything that is wrong with its files.

    invalid_checks: as for `load_rubric`.

    Raises:
        Refused: the folder cannot be read.
    """
    try:
        store = RubricStore.from_directory(path, kinds=kinds, invalid_checks=invalid_checks)
    except OSError as error:
        raise unreadable(path, error) from None
    for problem in store.problems:
        note(problem_line(problem))
    return store


def problem_line(problem: Problem) -> str:
    """Return a problem as one safe line, file and place in front."""
    return clean(str(problem))
