"""JudgeDesk: what a run is given to ask judges with; shared by all its rubrics."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from typing import Any

from checkwright import NotExecutable, Provider
from checkwright.wording import did_you_mean, listed, one_line, shown

from ..asking.guarded_judge import GuardedJudge
from ..asking.loop import AskingLoop
from ..asking.shared import SharedByProfile, SharedByRun
from ..judge import JudgeService
from ..judges import Asker, Judges
from ..profiles.profile import Profile
from ..profiles.profiles_file import JudgesFile
from ..role import JUDGES
from .connecting import OpenService, connected, opened_service
from .estimating import EstimatingAsker
from .run_memory import RunMemory

__all__ = ["JudgeDesk", "Resolved", "judges_provider"]

#: The assignment for checks that name no profile and have no assignment of their own.
_DEFAULT = "default"


@dataclass(frozen=True, slots=True)
class Resolved:
    """What a check asks. service: what speaks to the server. version: that it told when it was opened."""

    name: str
    profile: Profile
    model: str
    service: JudgeService
    version: str

    @property
    def engine(self) -> str:
        """What decides beside the messages, for signatures."""
        return one_line(
            f"{self.profile.provider} ({self.version}), model {self.model}, {self.profile.output}"
        )


class _State:
    """What is open in one process, until the last plan is closed."""

    def __init__(self, memory: RunMemory) -> None:
        with ExitStack() as opening:
            self.run: SharedByRun = memory.open(opening)
            self.closing = opening.pop_all()
        self.by_profile: dict[str, SharedByProfile] = {}
        self.judges: dict[str, GuardedJudge] = {}
        self.users = 0


class JudgeDesk:
    """The judges of a run: its profiles, who speaks to their servers, and what is remembered.

    Opened by every plan of the run, and one in each process: connections, limits, caps and memories are
    shared. Pickles, without what is open.

    file: the profiles. services: what is installed to speak to servers, by provider.
    default_model: asked where neither check, definition nor profile names a model.
    memory: what is remembered, and what may be spent. is_estimate: whether nothing is asked, and every answer
        tells what asking would take.
    """

    def __init__(
        self,
        file: JudgesFile,
        services: Mapping[str, Provider[JudgeService]],
        *,
        default_model: str | None = None,
        memory: RunMemory = RunMemory(),  # noqa: B008 - frozen
        is_estimate: bool = False,
    ) -> None:
        self._file = file
        self._services = dict(services)
        self._default_model = default_model or file.document.default_model
        self._memory = memory
        self._is_estimate = is_estimate
        self._begin()

    def _begin(self) -> None:
        self._guard = threading.RLock()
        self._state: _State | None = None
        self._opened: dict[str, OpenService] = {}

    def __getstate__(self) -> dict[str, Any]:
        left_out = ("_guard", "_state", "_opened")
        return {name: value for name, value in self.__dict__.items() if name not in left_out}

    def __setstate__(self, state: Mapping[str, Any]) -> None:
        self.__dict__.update(state)
        self._begin()

    def open(self) -> Judges:
        """Return what the checks of one plan ask.

        Raises:
            ValueError: a memory cannot be opened.
        """
        with self._guard:
            if self._state is None:
                self._state = _State(self._memory)
            self._state.users += 1
            return _Opened(self, self._state)

    def close_one(self, state: _State) -> None:
        """Close what is open when nobody uses it any more."""
        with self._guard:
            state.users -= 1
            if state.users == 0:
                if self._state is state:
                    self._state = None
                state.closing.close()

    def resolve(
        self, profile: str | None, model: str | None, assigned: Sequence[str], fallback: str | None
    ) -> Resolved:
        """Find profile, service and model; see `Judges.asker`.

        Raises:
            NotExecutable: one of them is not there.
        """
        name = self._name(profile, assigned)
        found = self._file.profiles.get(name)
        if found is None:
            hint = (
                did_you_mean(name, self._file.profiles) or f"there are: {listed(list(self._file.profiles))}"
            )
            raise NotExecutable(one_line(f"no profile {shown(name)} in {self._file.source} ({hint})"))
        service = self._service(name, found)
        chosen = model or fallback or found.deployment or self._default_model
        if chosen is None:
            raise NotExecutable(
                one_line(
                    f"profile {name}: no model: neither the check, its definition, the profile's deployment "
                    "nor the run's default (default_model, --default-judge-model) names one"
                )
            )
        return Resolved(name, found, chosen, service.service, service.version)

    def _name(self, profile: str | None, assigned: Sequence[str]) -> str:
        name = profile or self._file.assigned((*assigned, _DEFAULT))
        if name is None:
            uses = " or ".join(dict.fromkeys((*assigned, _DEFAULT)))
            raise NotExecutable(
                one_line(f"the check names no profile, and {self._file.source} assigns none to {uses}")
            )
        return name

    def _service(self, name: str, profile: Profile) -> OpenService:
        with self._guard:
            if profile.provider in self._opened:
                return self._opened[profile.provider]
            provider = self._services.get(profile.provider)
            if provider is None:
                there = listed(list(self._services)) or "none"
                hint = did_you_mean(profile.provider, self._services) or f"installed are: {there}"
                raise NotExecutable(
                    one_line(
                        f"profile {name}: nothing installed speaks to {shown(profile.provider)} ({hint})"
                    )
                )
            return self._opened.setdefault(profile.provider, opened_service(name, provider))

    def judge(self, state: _State, resolved: Resolved) -> GuardedJudge | None:
        """Return the connection of a profile, made once; None where nothing is ever sent.

        Raises:
            NotExecutable: there is no key, or the profile is nothing for its provider.
        """
        if self._memory.is_replay:
            return None
        with self._guard:
            if resolved.name not in state.judges:
                judge = connected(resolved.name, resolved.profile, resolved.service, self._file.folder)
                state.judges[resolved.name] = judge
                state.closing.callback(judge.close)
            return state.judges[resolved.name]

    def asker(self, state: _State, resolved: Resolved) -> Asker:
        """Return what asks by what was resolved.

        Raises:
            NotExecutable: see `judge`, or the parameters are no JSON.
        """
        try:
            return self._asker(state, resolved)
        except ValueError as error:
            raise NotExecutable(one_line(str(error))) from None

    def _asker(self, state: _State, resolved: Resolved) -> Asker:
        if self._is_estimate:
            return EstimatingAsker(resolved.name, resolved.profile, resolved.model, resolved.engine)
        judge = self.judge(state, resolved)
        with self._guard:
            shared = state.by_profile.get(resolved.name)
            if shared is None:
                shared = SharedByProfile.of(resolved.name, resolved.profile, state.run.timing)
                state.by_profile[resolved.name] = shared
        return AskingLoop(
            resolved.name, resolved.profile, resolved.model, judge, resolved.engine, shared, state.run
        )


@dataclass(slots=True)
class _Opened:
    """What the checks of one plan ask."""

    _desk: JudgeDesk
    _state: _State
    _is_closed: bool = field(default=False)

    def asker(
        self,
        profile: str | None = None,
        model: str | None = None,
        *,
        assigned: Sequence[str] = (),
        fallback: str | None = None,
    ) -> Asker:
        resolved = self._desk.resolve(profile, model, assigned, fallback)
        return self._desk.asker(self._state, resolved)

    def close(self) -> None:
        if not self._is_closed:
            self._is_closed = True
            self._desk.close_one(self._state)


def judges_provider(desk: JudgeDesk) -> Provider[Judges]:
    """Return what to give a run as one of its providers."""
    opened: Callable[[], Judges] = desk.open
    return Provider(JUDGES, "profiles", opened)
