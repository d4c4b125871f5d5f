"""The options of runs: which sandboxes they may use, and what these may show."""

from __future__ import annotations

import argparse
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from checkwright import NotExecutable, Provider, Providers, Role
from checkwright.wording import did_you_mean, listed, shown

from .allowance import Allowance, allowing
from .job_slots import JobSlots
from .role import SANDBOX
from .workspace import read_workspace

__all__ = ["PROVIDER", "SandboxOptions"]

_MOST_JOBS = 1_000


@dataclass(frozen=True, slots=True)
class _Supplies:
    """What the options come to, as runs read it."""

    providers: Sequence[Provider[Any]] = ()
    lookups: Mapping[str, Any] = field(default_factory=dict)
    digests: Mapping[str, str] = field(default_factory=dict)


class SandboxOptions:
    """`--sandbox`, `--sandbox-show`, `--sandbox-best-effort` and `--sandbox-jobs`."""

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Add the options."""
        group = parser.add_argument_group("sandboxes", "Where checks run commands; without one they do not.")
        group.add_argument(
            "--sandbox",
            metavar="NAME",
            action="append",
            default=[],
            dest="sandbox_names",
            help="let checks run commands in this sandbox, such as bwrap; may be repeated, the first is for "
            "checks that name none",
        )
        group.add_argument(
            "--sandbox-show",
            metavar="DIR",
            action="append",
            default=[],
            type=_folder,
            dest="sandbox_shown",
            help="let commands read this folder, at its own place; may be repeated",
        )
        group.add_argument(
            "--sandbox-best-effort",
            action="store_true",
            help="run commands although something that their check needs is not enforced here, and say so in "
            "the details; the network is refused all the same",
        )
        group.add_argument(
            "--sandbox-jobs",
            metavar="N",
            type=_jobs,
            help="commands that run at a time, over all workers; default as many as there are workers",
        )

    def supplies(self, request: Any) -> _Supplies:
        """Return the sandboxes that the options name, with what they allow.

        request: has the arguments, the installed providers, the questions and their folder.

        Raises:
            ValueError: a sandbox of that name is not installed, or named twice; an option without any.
        """
        arguments, providers = request.arguments, request.providers
        names: list[str] = arguments.sandbox_names
        if not names:
            given = arguments.sandbox_shown or arguments.sandbox_best_effort or arguments.sandbox_jobs
            if given:
                raise ValueError("options of sandboxes need one: --sandbox NAME")
            return _Supplies()
        jobs = arguments.sandbox_jobs
        allowance = Allowance(
            tuple(dict.fromkeys(arguments.sandbox_shown)),
            arguments.sandbox_best_effort,
            None if jobs is None else JobSlots.of_run(jobs),
        )
        chosen = [allowing(_named(name, providers), allowance) for name in names]
        if len(set(names)) < len(names):
            raise ValueError("--sandbox: one sandbox is named twice")
        digests = _workspaces(request.questions, request.folder)
        for option, said in (
            ("--sandbox-best-effort", "given" if allowance.best_effort else ""),
            ("--sandbox-show", ", ".join(allowance.shown)),
        ):
            digests |= {option: said} if said else {}
        return _Supplies(chosen, digests=digests)


def _named(name: str, providers: Providers) -> Provider[Any]:
    there = providers.of(SANDBOX)
    if name in there:
        return there[name]
    hint = did_you_mean(name, there) or (
        f"there are: {listed(list(there))}" if there else "none is installed"
    )
    raise ValueError(f"--sandbox {name}: no sandbox of that name is installed ({hint})")


def _workspaces(questions: Sequence[Mapping[str, Any]], folder: str | None) -> dict[str, str]:
    """Return the digest of each workspace that questions name, so that a resumed run has the same."""
    digests: dict[str, str] = {}
    for question in questions:
        metadata = question.get("metadata")
        named = metadata.get("workspace") if isinstance(metadata, Mapping) else None
        if isinstance(named, str) and folder is not None and f"the workspace {shown(named)}" not in digests:
            try:
                digests[f"the workspace {shown(named)}"] = read_workspace(folder, named).digest
            except NotExecutable as error:
                digests[f"the workspace {shown(named)}"] = error.reason
    return digests


def _folder(text: str) -> str:
    path = Path(os.path.abspath(text))  # noqa: PTH100 - a link stays, since it is shown at its own place
    if not path.is_dir():
        raise argparse.ArgumentTypeError(f"{text!a:.100} is not a folder")
    return str(path)


def _jobs(text: str) -> int:
    if not (text.isascii() and text.isdigit() and 1 <= int(text[:9]) <= _MOST_JOBS):
        raise argparse.ArgumentTypeError(f"{text!a:.100} is not a whole number from 1 to {_MOST_JOBS:,}")
    return int(text)


#: A run finds it by the word of the role; the role itself is the runner's.
PROVIDER: Provider[SandboxOptions] = Provider(Role("run_options", decides=False), "sandbox", SandboxOptions)
