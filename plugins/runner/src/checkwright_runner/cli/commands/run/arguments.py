"""The arguments of `checkwright run`, and which of them go together."""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable, Sequence
from pathlib import Path

from checkwright import DOCUMENT_SUFFIXES

from ....run.output.atomic_file import PARTIAL
from ....run.output.resumable import ResumableOutput
from ....run.row_limit import ROW_LIMIT
from ...arguments.files import is_pipe, refuse_two_of_stdin
from ...arguments.resources import add_schemas, add_tools
from ...parser import file_name
from ...refused import Refused
from ...screen.printing import clean

__all__ = ["add_arguments", "refuse_misfits", "refuse_to_overwrite"]

_MOST_WORKERS = 1000
_MOST_SECONDS = 1_000_000
_MOST_EXAMPLES = 100


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what `run` takes."""
    parser.add_argument(
        "--responses",
        metavar="FILE",
        type=file_name,
        required=True,
        help='JSON lines, each {"question_id": ..., "response": text or null}; - reads standard input',
    )
    parser.add_argument(
        "--rubric", metavar="FILE", type=file_name, help="the rubric to grade every response by"
    )
    parser.add_argument(
        "--dataset",
        metavar="FILE",
        type=file_name,
        help="the questions that are answered; without --rubric each names the rubric that grades it",
    )
    parser.add_argument(
        "--rubrics", metavar="DIR", type=file_name, help="the folder where named rubrics are looked up"
    )
    add_schemas(parser)
    add_tools(parser)
    parser.add_argument(
        "-o",
        "--output",
        metavar="FILE",
        type=file_name,
        help="write the verdicts to a file, which appears when it is complete; default stdout",
    )
    again = parser.add_mutually_exclusive_group()
    again.add_argument(
        "--resume",
        action="store_true",
        help="go on with the output of a run that was ended early, or grade what was appended since to the "
        "responses of one that was not; begin when there is none",
    )
    again.add_argument(
        "--restart",
        action="store_true",
        help="begin anew, and throw away the verdicts of a run to the same output that was ended early",
    )
    parser.add_argument(
        "--retry-errors",
        action="store_true",
        help="with --resume: grade the rows again that are errors, of a finished output too; all other lines "
        "stay as they are",
    )
    parser.add_argument(
        "--workers",
        metavar="N",
        type=_workers,
        default=1,
        help="processes that grade, default 1; 0 grades in this one, and nothing protects the run from a "
        "check that hangs or crashes",
    )
    parser.add_argument(
        "--row-timeout",
        metavar="S",
        type=_seconds,
        help=f"seconds that a worker may spend on one row, default {ROW_LIMIT.seconds:g} and "
        f"{ROW_LIMIT.per_check:g} more for each check of its rubric; 0 for no end",
    )
    parser.add_argument(
        "--min-pass-rate", metavar="X", type=_rate, help="exit with 1 when fewer rows pass; 0 to 1"
    )
    parser.add_argument(
        "--explain",
        metavar="N",
        type=_examples,
        default=0,
        help="after the summary show the N checks that fail most, each with the first row that shows why",
    )
    parser.add_argument(
        "--junit", metavar="FILE", type=file_name, help="write JUnit XML as well, a test case for each row"
    )


def _workers(text: str) -> int:
    return int(_number(text, _MOST_WORKERS, int))


def _examples(text: str) -> int:
    return int(_number(text, _MOST_EXAMPLES, int))


def _seconds(text: str) -> float:
    return _number(text, _MOST_SECONDS, float)


def _rate(text: str) -> float:
    return _number(text, 1, float)


def _number(text: str, most: int, read: Callable[[str], float]) -> float:
    """Read a number from 0 to `most`."""
    try:
        number = read(text)
    except ValueError:
        number = -1
    if not 0 <= number <= most:
        what = "a whole number" if read is int else "a number"
        raise argparse.ArgumentTypeError(f"{text!r:.100} is not {what} from 0 to {most:,}")
    return number + 0  # -0.0 is 0


def refuse_to_overwrite(arguments: argparse.Namespace, kept: Sequence[str] = ()) -> None:
    """Refuse to write over what is read, and two outputs in one file.

    kept: endings of further files beside the partial output.

    Raises:
        Refused: that would happen.
    """
    taken = [
        (option, path)
        for option, path in (
            ("--responses", arguments.responses),
            ("--rubric", arguments.rubric),
            ("--dataset", arguments.dataset),
        )
        if path not in (None, "-")
    ]
    folders = [("--rubrics", arguments.rubrics), ("--schemas", arguments.schemas)]
    for option, output, endings in (
        ("-o", arguments.output, (*ResumableOutput.ENDINGS, *(f"{PARTIAL}{ending}" for ending in kept))),
        ("--junit", arguments.junit, (PARTIAL,)),
    ):
        if output in (None, "-"):
            continue
        written = [output, *(f"{os.path.realpath(output)}.{ending}" for ending in endings)]
        for path in written:
            for other, there in taken:
                if _is_one_file(path, there):
                    raise _overwriting(option, path, other)
        for other, folder in folders:
            if folder is not None and _is_document_in(output, folder):
                raise _overwriting(option, output, other)
        taken += [(option, path) for path in written]


def _overwriting(option: str, path: str, other: str) -> Refused:
    return Refused([clean(f"error: {option} {path} would overwrite what {other} reads")])


def _is_document_in(path: str, folder: str) -> bool:
    """Tell whether a file is there that a folder of documents is read with."""
    file, root = Path(os.path.realpath(path)), Path(os.path.realpath(folder))
    return file.is_file() and file.suffix.lower() in DOCUMENT_SUFFIXES and file.is_relative_to(root)


def _is_one_file(one: str, other: str) -> bool:
    """Tell whether two names lead to one regular file, whether it is there yet or not."""
    try:
        return Path(one).samefile(other) and Path(one).is_file()
    except OSError:
        return os.path.realpath(one) == os.path.realpath(other)


def refuse_misfits(arguments: argparse.Namespace) -> None:
    """Refuse arguments that make no run together.

    Raises:
        Refused: some do not.
    """
    refuse_two_of_stdin(arguments.rubric, arguments.dataset, arguments.responses)
    if arguments.rubric is None and arguments.dataset is None:
        raise Refused(["error: what to grade by is missing: give --rubric FILE, or --dataset and --rubrics"])
    if arguments.rubric is None and arguments.rubrics is None:
        raise Refused(["error: --dataset needs --rubrics DIR, or --rubric FILE for all questions"])
    refuse_to_overwrite(arguments)
    if arguments.resume and arguments.output in (None, "-"):
        raise Refused(["error: --resume needs -o FILE"])
    if arguments.retry_errors and not arguments.resume:
        raise Refused(["error: --retry-errors needs --resume"])
    if arguments.resume and is_pipe(arguments.responses):
        raise Refused(["error: --resume needs --responses that can be read again, not a pipe"])
