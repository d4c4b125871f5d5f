"""`checkwright run`: a file of responses, a stream of verdicts, a summary."""

from __future__ import annotations

import argparse
import gc
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from ..compiler import compile_rubric
from ..run import is_gradable, json_line
from ..run import run as graded
from ..totals import Totals
from .inputs import kinds_of, open_bytes, refuse_two_of_stdin, rows_of, rubric_of
from .output import whole_file
from .parser import file_name
from .printing import is_utf8, note, put
from .progress import progress
from .summary import summary_lines

__all__ = ["arguments", "run"]

_NO_VERDICT = 3


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add what `run` takes."""
    parser.add_argument(
        "--rubric",
        metavar="FILE",
        type=file_name,
        required=True,
        help="the rubric to grade every response by",
    )
    parser.add_argument(
        "--responses",
        metavar="FILE",
        type=file_name,
        required=True,
        help='JSON lines, each {"question_id": ..., "response": text or null}; - reads standard input',
    )
    parser.add_argument(
        "-o",
        "--output",
        metavar="FILE",
        type=file_name,
        help="write the verdicts to a file, which appears when it is complete; default stdout",
    )


def run(arguments: argparse.Namespace) -> int:
    """Write a verdict per row and the summary; 3 when a row is an error or none was scored, else 0."""
    refuse_two_of_stdin(arguments.rubric, arguments.responses)
    kinds = kinds_of(arguments)
    rubric = rubric_of(arguments.rubric, kinds, invalid=_NO_VERDICT)
    plan = compile_rubric(rubric, kinds=kinds)
    gradable = is_gradable(rubric, kinds)
    # What is loaded by now stays to the end; garbage of rows is collected early, so that memory stays flat.
    gc.freeze()
    gc.set_threshold(200, 5, 5)
    totals = Totals()
    to_stdout = arguments.output in (None, "-")
    with (
        open_bytes(arguments.responses) as stream,
        _sink(None if to_stdout else arguments.output) as write,
        progress(stream, quiet=to_stdout and _is_terminal()) as advance,
    ):
        for row in graded(plan, rows_of(arguments.responses, stream)):
            write(row)
            totals.add(row, gradable=gradable)
            advance()
    for line in summary_lines(totals, arguments.responses):
        note(line)
    return _NO_VERDICT if totals.errors or not totals.scored else 0


@contextmanager
def _sink(path: str | None) -> Iterator[Callable[[dict[str, Any]], None]]:
    """Give a function that writes one verdict row to the file at `path`, None for stdout."""
    if path is not None:
        with whole_file(path) as write:
            yield lambda row: write(json_line(row))
        return
    ascii_only = not is_utf8(sys.stdout)
    yield lambda row: put(sys.stdout, json_line(row, ascii_only=ascii_only).decode("utf-8"))


def _is_terminal() -> bool:
    return sys.stdout is not None and sys.stdout.isatty()
