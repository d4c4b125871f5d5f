"""The mistakes in PHP files, code that leaves its wrapper and code that PHP never reads included."""

from __future__ import annotations

import time
from itertools import pairwise
from typing import TYPE_CHECKING

from .halt_compiler import halt_mistake, halt_places, halt_probe
from .lint import Mistake
from .wrapper import CLOSES_WRAPPER

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from .lint_cache import LintCache
    from .wrapper import File

__all__ = ["SECONDS", "find_mistakes"]

#: Seconds for all files of one check on one response.
SECONDS = 10.0


def find_mistakes(cache: LintCache, files: Sequence[File]) -> list[Mistake | None]:
    """Return the mistake of each file, None for a valid one.

    Raises:
        TimedOut: PHP needs more than SECONDS.
        ServiceError: PHP could not be run.
    """
    until = time.monotonic() + SECONDS
    linted = cache.lint([part for file in files for part in (file.source, file.probe) if part], SECONDS)
    good = [file.source for file in files if file.may_halt and linted[file.source] is None]
    halts = _effective_halts(cache, good, until)
    return [
        halt_mistake(file.source, halts[file.source])
        if file.source in halts
        else linted[file.source] or _wrapper_mistake(linted, file)
        for file in files
    ]


def _wrapper_mistake(linted: Mapping[str, Mistake | None], file: File) -> Mistake | None:
    """Return the mistake of code that closes its wrapper and opens another one; None when it does not."""
    mistake = linted[file.probe] if file.probe else None
    if mistake is None or not mistake.parse:
        return None
    return Mistake(CLOSES_WRAPPER, mistake.line, parse=True)


def _effective_halts(cache: LintCache, good: Sequence[str], until: float) -> Mapping[str, int]:
    """Return the place of the halt in each source that PHP does not read to its end."""
    probes = {source: probe for source in good if (probe := halt_probe(source)) is not None}
    linted = cache.lint(probes.values(), until - time.monotonic())
    return {
        source: _halt_place(cache, source, until) for source, probe in probes.items() if linted[probe] is None
    }


def _halt_place(cache: LintCache, source: str, until: float) -> int:
    """Return the place of the first `__halt_compiler` of a source after which PHP reads nothing."""
    places = halt_places(source)
    probes = {halt_probe(source, after): place for place, after in pairwise(places)}
    linted = cache.lint([probe for probe in probes if probe], until - time.monotonic())
    return next((place for probe, place in probes.items() if probe and linted[probe] is None), places[-1])
