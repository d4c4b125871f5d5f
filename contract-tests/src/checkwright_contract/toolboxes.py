"""The toolbox of each trial: what the author gave, with the files of the trial and what fills roles."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from checkwright import Toolbox

from .roles.providers import stand_ins, told, working_providers
from .rubrics import toolbox_with
from .run_folder import change_in, write_files

if TYPE_CHECKING:
    from checkwright import Provider

    from .trial import Trial

__all__ = ["Given", "Toolboxes", "TrialToolboxes"]

#: A toolbox for every trial, or a function that makes one from the rubrics that a trial may refer to.
Toolboxes: TypeAlias = Toolbox | Callable[[Sequence[Mapping[str, Any]]], Toolbox]


class TrialToolboxes:
    """Makes the toolbox of each trial of a kind; `close` removes the folders that it made.

    effects: what the kind declares; a role among them, such as "sandbox", is filled by stand-ins.
    given: what the author of the kind gives; folder and roles that it has stay as they are.
    real: whether roles are filled by what is installed and works here instead.
    """

    def __init__(
        self, effects: Collection[str], given: Toolboxes | None = None, *, real: bool = False
    ) -> None:
        self._effects = frozenset(effects)
        self._given = given
        self._real = real
        self._providers: Sequence[Provider[Any]] | None = None
        self._folders: dict[tuple[tuple[str, str], ...], Path] = {}

    def __reduce__(self) -> tuple[Any, ...]:
        # Another process has folders of its own.
        return (_made, (self._effects, self._given, self._real))

    def of(self, trial: Trial) -> Toolbox:
        """Return the toolbox of a trial."""
        if self._providers is None:
            made = working_providers if self._real else stand_ins
            self._providers = made(self._effects)
        folder = str(self._folder(trial)) if trial.files else None
        providers, lookups = told(self._effects, trial)
        providers = (*self._providers, *providers)
        if self._given is None:
            return toolbox_with(trial.rubrics, providers, folder, lookups)
        given = self._given(trial.rubrics) if callable(self._given) else self._given
        if providers:
            ours = toolbox_with((), providers, None, lookups)
            given = replace(
                given,
                providers={**ours.providers, **given.providers},
                lookups={**ours.lookups, **given.lookups},
            )
        return given if given.folder is not None else replace(given, folder=folder)

    def change_of(self, trial: Trial) -> str | None:
        """Say what was changed in the folder of a trial; None when nothing was, or it has none."""
        folder = self._folders.get(_key(trial))
        return None if folder is None else change_in(folder, trial.files)

    def close(self) -> None:
        """Remove the folders; the toolboxes that have them are of no use any more."""
        while self._folders:
            shutil.rmtree(self._folders.popitem()[1], ignore_errors=True)

    def _folder(self, trial: Trial) -> Path:
        key = _key(trial)
        if key not in self._folders:
            folder = self._folders[key] = Path(tempfile.mkdtemp(prefix="checkwright-contract-"))
            write_files(folder, trial.files)
        return self._folders[key]


def _key(trial: Trial) -> tuple[tuple[str, str], ...]:
    return tuple(sorted(trial.files.items()))


def _made(effects: Collection[str], given: Toolboxes | None, real: bool) -> TrialToolboxes:
    return TrialToolboxes(effects, given, real=real)


class Given(TrialToolboxes):
    """One toolbox for whatever trial."""

    def __init__(self, toolbox: Toolbox) -> None:
        super().__init__(())
        self._toolbox = toolbox

    def of(self, trial: Trial) -> Toolbox:  # noqa: ARG002 - the same for each
        """Return the toolbox."""
        return self._toolbox
