"""RunOptions: options that plugins add to `run` and `score`, and what a run provides through them."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from checkwright import Lookup, Provider, Providers, Role, described, isolated, load_providers

from ..refused import Refused
from ..screen.printing import clean

__all__ = ["RUN_OPTIONS", "RunOptions", "RunRequest", "RunSupplies", "add_run_options", "supplies_of"]


@dataclass(frozen=True, slots=True)
class RunRequest:
    """What options may be read together with.

    arguments: those of the command line. providers: all that fill roles here, `--plugin` included.
    questions: those of the dataset, or of the case; folder: what their paths are relative to, or None.
    """

    arguments: argparse.Namespace
    providers: Providers
    questions: Sequence[Mapping[str, Any]] = ()
    folder: str | None = None


@dataclass(frozen=True, slots=True)
class RunSupplies:
    """What options come to.

    providers: what the run may open. lookups: where it looks up references of further words.
    digests: what else decides verdicts, by a name that people understand; a resumed run with others is
        refused.
    """

    providers: Sequence[Provider[Any]] = ()
    lookups: Mapping[str, Lookup[Any]] = field(default_factory=dict)
    digests: Mapping[str, str] = field(default_factory=dict)


class RunOptions(Protocol):
    """What a provider of the role opens."""

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Add the options; their destinations begin with the name of the provider."""

    def supplies(self, request: RunRequest) -> RunSupplies:
        """Return what the options come to.

        Raises:
            ValueError: they make no sense together; the message is shown as it is.
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
) -> RunSupplies:
    """Return what all options of plugins come to, together.

    Raises:
        Refused: some make no sense, or whoever reads them breaks.
    """
    options = getattr(arguments, "run_options", ())
    if not options:
        return RunSupplies()
    request = RunRequest(arguments, load_providers(plugins=plugins), questions, folder)
    providers: list[Provider[Any]] = []
    lookups: dict[str, Lookup[Any]] = {}
    digests: dict[str, str] = {}
    for name, one in options:
        with isolated() as fault:
            given = one.supplies(request)
            providers += given.providers
            lookups |= given.lookups
            digests |= given.digests
        if isinstance(fault.error, ValueError):
            raise Refused([clean(f"error: {fault.error}")])
        if fault.error is not None:
            raise Refused([clean(f"error: the options of {name} cannot be read: {described(fault.error)}")])
    return RunSupplies(tuple(providers), lookups, digests)
