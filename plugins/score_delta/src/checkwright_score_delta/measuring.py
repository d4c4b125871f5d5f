"""Measure before the reply and after it, and judge the difference."""

from __future__ import annotations

import json
import math
from collections import OrderedDict
from threading import Lock
from typing import Any

from checkwright import Case, NotExecutable, Outcome, ServiceError, Toolbox
from checkwright.wording import one_line, shown
from checkwright_sandboxing.commands import Commands, Ran, argv_of
from checkwright_sandboxing.fields import fields_of
from checkwright_sandboxing.patches.refused import PatchRefused
from checkwright_sandboxing.sandbox import ExecStatus
from checkwright_sandboxing.states import State, States, image_of, metadata_of
from checkwright_sandboxing.telling import details_of, how_it_ended

from .spec import ScoreDelta

__all__ = ["Measuring"]

#: Differences that are no more than this short of what was asked for pass.
_TOLERANCE = 1e-9
#: Baselines that are kept: many replies answer one question.
_KEPT = 64


class _NoNumber(Exception):  # noqa: N818 - says what is missing
    """A run of the tool gave no measure; the message says why."""


class Measuring:
    """Measures cases; the measure before the reply is taken once for all replies to a question.

    Raises:
        NotExecutable: the run has no such sandbox, or it cannot do here what the check needs.
    """

    def __init__(self, spec: ScoreDelta, toolbox: Toolbox) -> None:
        self._spec = spec
        self._commands = Commands(toolbox, fields_of(spec.sandbox))
        self._patching = States(toolbox, "apply_patch")
        self._plain = States(toolbox, "none")
        self._kept: OrderedDict[str, float] = OrderedDict()
        self._lock = Lock()

    def execute(self, case: Case) -> Outcome:
        """Return the outcome of one case."""
        _ = case.text  # a case without a response has nothing to measure
        has_workspace = metadata_of(case).get("workspace") is not None
        if not has_workspace and self._spec.baseline is None:
            raise NotExecutable("no baseline: the check has none, and the question has no workspace")
        states = self._patching if has_workspace else self._plain
        try:
            after = states.after(case)
        except PatchRefused as refused:
            return Outcome.judge(False, f"the reply's patch: {refused.reason}")
        before = self._spec.baseline if self._spec.baseline is not None else self._before(case, states)
        ran = self._run(self._spec.tool, case, after)
        details = self._details(ran, after)
        try:
            measure = self._number(ran)
        except _NoNumber as error:
            return Outcome.judge(False, f"no measure: {error}", details=details)
        delta = measure - before
        details |= {"before": before, "after": measure, "delta": delta}
        if not math.isfinite(delta):
            del details["delta"]
            return Outcome.judge(False, "no measure: the difference is no finite number", details=details)
        reached = delta >= self._spec.min_delta - _TOLERANCE
        said = f"{before:g} to {measure:g} is {delta:+g}, at least {self._spec.min_delta:+g} asked for"
        if reached and self._spec.guard_command is not None:
            guard = self._run(self._spec.guard_command, case, after)
            details["guard"] = {"exit_code": guard.result.exit_code, "status": str(guard.result.status)}
            if guard.result.status is not ExecStatus.OK:
                why = how_it_ended(guard.result, self._commands.limits)
                return Outcome.judge(False, f"guard command: {why} ({said})", details=details)
        return Outcome.judge(reached, said, details=details)

    def _before(self, case: Case, states: States) -> float:
        state = states.before(case)
        place = json.dumps([state.digest, str(metadata_of(case).get("image"))])
        with self._lock:
            known = self._kept.get(place)
        if known is None:
            try:
                known = self._number(self._run(self._spec.tool, case, state))
            except _NoNumber as error:
                raise ServiceError(one_line(f"the baseline has no measure: {error}")) from None
            with self._lock:
                self._kept[place] = known
                while len(self._kept) > _KEPT:
                    self._kept.popitem(last=False)
        return known

    def _run(self, command: str, case: Case, state: State) -> Ran:
        return self._commands.run(argv_of(command), state.files, image=image_of(case))

    def _details(self, ran: Ran, state: State) -> dict[str, Any]:
        return details_of(ran.result, state.digest, self._commands.not_enforced)

    def _number(self, ran: Ran) -> float:
        if ran.result.status is not ExecStatus.OK:
            raise _NoNumber(how_it_ended(ran.result, self._commands.limits))
        lines = ran.result.stdout.decode("utf-8", "replace").split("\n")
        last = next((line.strip() for line in reversed(lines) if line.strip()), "")
        try:
            number = json.loads(last, parse_constant=_no_number)
            if type(number) in (int, float) and math.isfinite(float(number)):
                return float(number)
        except (ValueError, OverflowError, RecursionError):
            pass
        raise _NoNumber(f"the last line of its output is {shown(last)}, expected one JSON number")


def _no_number(text: str) -> float:
    raise ValueError(text)
