"""What the options of plugins and those of `run` have to know of each other."""

from __future__ import annotations

import argparse
from typing import TypedDict

from ....run.output.resumable import ResumableOutput
from ...arguments.run_options import RunSupplies
from ...refused import Refused
from .arguments import refuse_to_overwrite

__all__ = ["KeptBy", "kept_by", "refuse_supplies"]


class KeptBy(TypedDict):
    """What a request tells of the output, see `RunRequest`."""

    partial: str | None
    fresh: bool


def kept_by(output: str | None, resume: bool) -> KeptBy:
    """Return where what is done is kept, and whether a run that is to resume finds anything there."""
    files = None if output in (None, "-") else ResumableOutput(str(output))
    if files is None or files.is_direct:
        return {"partial": None, "fresh": True}
    return {"partial": str(files.file), "fresh": not (resume and files.exists)}


def refuse_supplies(arguments: argparse.Namespace, supplies: RunSupplies) -> None:
    """Refuse what options of plugins make of the run together with its own.

    Raises:
        Refused: rows are graded several at a time, and by several workers; a file that is to be kept is read.
    """
    if supplies.rows_at_a_time is not None and arguments.workers > 1:
        raise Refused(
            [
                f"error: --workers {arguments.workers}: this run grades {supplies.rows_at_a_time} rows at a "
                "time in one process: leave --workers out"
            ]
        )
    refuse_to_overwrite(arguments, supplies.kept)
