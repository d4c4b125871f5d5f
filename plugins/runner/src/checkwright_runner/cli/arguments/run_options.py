"""RunOptions: options that plugins add to `run` and `score`, and what a run provides through them."""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from typing import Any, Protocol

from checkwright import (
    InvalidDocument,
    Lookup,
    Provider,
    Providers,
    Role,
    described,
    isolated,
    load_providers,
)

from ..refused import Refused
from ..screen.printing import clean, note
from .inputs import problem_line
from .tallies import Tallies, Tally

__all__ = ["RUN_OPTIONS", "RunOptions", "RunRequest", "RunSupplies", "add_run_options", "supplies_of"]

_ENDING = re.compile(r"\.[a-z][a-z0-9_-]*")
#: What the files of a run end with themselves.
_TAKEN = frozenset({".json", ".again", ".new"})


@dataclass(frozen=True, slots=True)
class RunRequest:
    """What options may be read together with.

    arguments: those of the command line. providers: all that fill roles here, `--plugin` included.
    questions: those of the dataset, or of the case; folder: what their paths are relative to, or None.
    partial: the path of OUT.partial, which holds what is done until the run is complete; None where the run
        keeps nothing. fresh: whether the run begins anew, and goes on with nothing.
    """

    arguments: argparse.Namespace
    providers: Providers
    questions: Sequence[Mapping[str, Any]] = ()
    folder: str | None = None
    partial: str | None = None
    fresh: bool = True


@dataclass(frozen=True, slots=True)
class RunSupplies:
    """What options come to.

    providers: what the run may open. lookups: where it looks up references of further words.
    digests: what else decides verdicts, by a name that people understand; a resumed run with others is
        refused.
    warnings: what is said before the first row, a line each.
    rows_at_a_time: how many rows one process grades at a time, by threads; None: one.
    kept: endings of files beside OUT.partial, such as `.replies` for OUT.partial.replies. They live until the
        run is complete: then they are removed, and when a run begins anew.
    tally: counts the verdicts, and tells of them at the end.
    dry: whether rows are graded and nothing is written; what the tally says is all that is printed.
    required: effects, see `Kind.effects`, for which the run was given all that there is to give: a check that
        has one and can be executed on no row ends the run before its first.
    """

    providers: Sequence[Provider[Any]] = ()
    lookups: Mapping[str, Lookup[Any]] = field(default_factory=dict)
    digests: Mapping[str, str] = field(default_factory=dict)
    warnings: tuple[str, ...] = ()
    rows_at_a_time: int | None = None
    kept: tuple[str, ...] = ()
    tally: Tally | None = None
    dry: bool = False
    required: frozenset[str] = frozenset()


class RunOptions(Protocol):
    """What a provider of the role opens."""

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Add the options; their destinations begin with the name of the provider."""

    def supplies(self, request: RunRequest) -> RunSupplies:
        """Return what the options come to.

        Raises:
            ValueError: they make no sense together; the message is shown as it is.
            InvalidDocument: a file that they name has mistakes; each is shown.
        """


#: Options of `run` and `score`; what is installed adds them, and one that is not given does nothing.
RUN_OPTIONS: Role[RunOptions] = Role("run_options", decides=False)


def add_run_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of what is installed; one whose options cannot be added is left out."""
    opened: list[tuple[str, RunOptions]] = []
    for name, provider in load_providers().of(RUN_OPTIONS).items():
        with isolated():
            options = provider.open()
            options.add_arguments(parser)
            opened.append((name, options))
    parser.set_defaults(run_options=tuple(opened))


def supplies_of(
    arguments: argparse.Namespace,
    plugins: Iterable[object],
    questions: Sequence[Mapping[str, Any]],
    folder: str | None,
    *,
    partial: str | None = None,
    fresh: bool = True,
) -> RunSupplies:
    """Return what all options of plugins come to, together; the fewest rows at a time that one asks for.

    Raises:
        Refused: some make no sense, or whoever reads them breaks.
    """
    options = getattr(arguments, "run_options", ())
    if not options:
        return RunSupplies()
    request = RunRequest(arguments, load_providers(plugins=plugins), questions, folder, partial, fresh)
    all_given: dict[str, RunSupplies] = {}
    for name, one in options:
        with isolated() as fault:
            all_given[name] = _read(one.supplies(request))
        if isinstance(fault.error, InvalidDocument):
            raise Refused([problem_line(problem) for problem in fault.error.problems])
        if isinstance(fault.error, ValueError):
            raise Refused([clean(f"error: {fault.error}")])
        if fault.error is not None:
            raise Refused([clean(f"error: the options of {name} cannot be read: {described(fault.error)}")])
    supplies = _together(all_given)
    for line in supplies.warnings:
        note(clean(line, 500))
    return supplies


def _read(given: Any) -> RunSupplies:
    """Read what options come to. A package need not know this class, nor the fields that came later."""
    named = {one.name: getattr(given, one.name) for one in fields(RunSupplies) if hasattr(given, one.name)}
    kept, warnings = tuple(map(_ending, named.get("kept", ()))), tuple(map(str, named.get("warnings", ())))
    return replace(RunSupplies(**named), kept=kept, warnings=warnings)


def _ending(text: str) -> str:
    """Refuse an ending that names no file of its own."""
    if _ENDING.fullmatch(text) is None or text in _TAKEN:
        raise TypeError(f"{text!r:.100} is no ending of a file to keep, such as '.replies'")
    return text


def _together(all_given: Mapping[str, RunSupplies]) -> RunSupplies:
    every = all_given.values()
    tallies = {name: given.tally for name, given in all_given.items() if given.tally is not None}
    return RunSupplies(
        tuple(provider for given in every for provider in given.providers),
        {word: lookup for given in every for word, lookup in given.lookups.items()},
        {name: digest for given in every for name, digest in given.digests.items()},
        tuple(dict.fromkeys(line for given in every for line in given.warnings)),
        min((given.rows_at_a_time for given in every if given.rows_at_a_time is not None), default=None),
        tuple(dict.fromkeys(ending for given in every for ending in given.kept)),
        Tallies(tallies) if tallies else None,
        any(given.dry for given in every),
        frozenset().union(*(given.required for given in every)),
    )
