"""Judging files: what PHP says of them, of what surrounds them, and of what it does not read."""

from __future__ import annotations

import time
from itertools import pairwise
from typing import TYPE_CHECKING

from .halting import halted, halting_places, halting_probe
from .linting import Mistake
from .wrapping import CLOSES

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from .remembering import Lints
    from .wrapping import File

__all__ = ["SECONDS", "mistakes"]

#: For all files of a check on one response.
SECONDS = 10.0


def mistakes(lints: Lints, files: Sequence[File]) -> list[Mistake | None]:
    """Give what is wrong with each file, None where nothing is.

    Raises:
        Late: it took too long.
        ServiceError: PHP could not be run.
    """
    until = time.monotonic() + SECONDS
    told = lints.of([part for file in files for part in (file.source, file.guard) if part], SECONDS)
    good = [file.source for file in files if file.halts and told[file.source] is None]
    hidden = _hidden(lints, good, until)
    return [
        halted(file.source, hidden[file.source])
        if file.source in hidden
        else told[file.source] or _left(told, file)
        for file in files
    ]


def _left(told: Mapping[str, Mistake | None], file: File) -> Mistake | None:
    """Notice code that ends its wrapper and begins another one."""
    mistake = told[file.guard] if file.guard else None
    if mistake is None or not mistake.parse:
        return None
    return Mistake(CLOSES, mistake.line, parse=True)


def _hidden(lints: Lints, good: Sequence[str], until: float) -> Mapping[str, int]:
    """Give the sources of which PHP does not read all, each with the place of the halt."""
    probes = {source: probe for source in good if (probe := halting_probe(source)) is not None}
    told = lints.of(probes.values(), until - time.monotonic())
    return {source: _place(lints, source, until) for source, probe in probes.items() if told[probe] is None}


def _place(lints: Lints, source: str, until: float) -> int:
    """Give the place of the halt of a source: the first one behind which PHP reads nothing."""
    places = halting_places(source)
    probes = {halting_probe(source, after): place for place, after in pairwise(places)}
    told = lints.of([probe for probe in probes if probe], until - time.monotonic())
    return next((place for probe, place in probes.items() if probe and told[probe] is None), places[-1])
