"""Transitions: the tests before the reply and after it, read from the reports that the command makes."""

from __future__ import annotations

import json
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from threading import Lock
from typing import Any

from checkwright import Case, Outcome, ServiceError
from checkwright.wording import named_value, one_line, shown
from checkwright_sandboxing.commands import Commands, Ran
from checkwright_sandboxing.reports.reading import read_report
from checkwright_sandboxing.reports.report import REPORT_BYTES, Report, ReportRefused
from checkwright_sandboxing.sandbox import ExecStatus, WorkEntry, WorkFile
from checkwright_sandboxing.states import State, States, image_of, metadata_of
from checkwright_sandboxing.telling import NOT_BEGUN, details_of, how_it_ended
from checkwright_sandboxing.transitions import judge_transitions

__all__ = ["Asked", "Transitions", "asked_of"]

#: How the tests end by themselves: without a failure, or with one.
_ENDED = (ExecStatus.OK, ExecStatus.EXIT_NONZERO)
#: Baselines that are kept: many replies answer one question.
_KEPT = 64


@dataclass(frozen=True, slots=True)
class Asked:
    """What the question says of its tests."""

    report: str
    fail_to_pass: tuple[str, ...]
    pass_to_pass: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Baseline:
    """The tests without the reply; fault: why they say nothing, None when they do."""

    report: Report | None
    fault: str | None


class Transitions:
    """Judges replies by two runs of the tests, each in a session of its own.

    The run without the reply is the same for all replies to a question, and is made once for them.
    """

    def __init__(self, commands: Commands, states: States, argv: Sequence[str]) -> None:
        self._commands = commands
        self._states = states
        self._argv = argv
        self._kept: OrderedDict[str, _Baseline] = OrderedDict()
        self._lock = Lock()

    def outcome(self, case: Case, after: State, asked: Asked) -> Outcome:
        """Return the outcome of a reply.

        Raises:
            ServiceError: the question is at fault, or the sandbox is.
            NotExecutable: the workspace may not be used.
        """
        before = self._baseline(case, asked)
        if before.fault is not None:
            raise ServiceError(one_line(f"the tests before the reply: {before.fault}"))
        ran = self._run(case, after.files, asked)
        details = details_of(ran.result, after.digest, self._commands.not_enforced)
        if ran.result.status not in _ENDED:
            return Outcome.judge(False, how_it_ended(ran.result, self._commands.limits), details=details)
        report, why = _report(ran, asked.report)
        judged = judge_transitions(
            before.report,
            report,
            fail_to_pass=asked.fail_to_pass,
            pass_to_pass=asked.pass_to_pass,
            exit_after=ran.result.exit_code,
        )
        if judged.verdict == "error":
            raise ServiceError(judged.reason)
        reason = judged.reason if why is None or judged.verdict == "passed" else why
        return Outcome.judge(judged.verdict == "passed", reason, details=details)

    def _run(self, case: Case, files: Mapping[str, WorkEntry], asked: Asked) -> Ran:
        without = {
            path: entry
            for path, entry in files.items()
            if path != asked.report and not path.startswith(f"{asked.report}/")
        }
        folder = asked.report.rpartition("/")[0]
        if folder and not any(path.startswith(f"{folder}/") for path in without):
            # Folders with nothing in them are not kept, and most programs make no folder for a report.
            without[f"{folder}/.gitkeep"] = WorkFile(b"")
        return self._commands.run(
            self._argv, without, read={asked.report: REPORT_BYTES}, image=image_of(case)
        )

    def _baseline(self, case: Case, asked: Asked) -> _Baseline:
        metadata = metadata_of(case)
        state = self._states.before(case)
        place = json.dumps(
            [state.digest, asked.report, *(str(metadata.get(name)) for name in ("fix_patch", "image"))]
        )
        with self._lock:
            known = self._kept.get(place)
        if known is None:
            known = self._made(case, state, asked)
            with self._lock:
                self._kept[place] = known
                while len(self._kept) > _KEPT:
                    self._kept.popitem(last=False)
        return known

    def _made(self, case: Case, state: State, asked: Asked) -> _Baseline:
        ran = self._run(case, state.files, asked)
        if ran.result.status not in _ENDED:
            return _Baseline(None, how_it_ended(ran.result, self._commands.limits))
        report, why = _report(ran, asked.report)
        # Code that does not even load makes no report: all its tests fail.
        missing = ran.files.get(asked.report) is None and asked.report not in ran.unreadable
        if missing and ran.result.exit_code in NOT_BEGUN:
            return _Baseline(None, how_it_ended(ran.result, self._commands.limits))
        return _Baseline(report, None if missing or report is not None else why)


def _report(ran: Ran, path: str) -> tuple[Report | None, str | None]:
    """Return the report that a run made; and why there is none to read."""
    if path in ran.unreadable:
        return None, f"the report {shown(path)} cannot be read: {ran.unreadable[path]}"
    data = ran.files.get(path)
    if data is None:
        return None, f"the command made no report {shown(path)}"
    try:
        return read_report(data), None
    except ReportRefused as refused:
        return None, f"the report {shown(path)} cannot be read: {refused.reason}"


def asked_of(case: Case) -> Asked:
    """Read what the question says of its tests.

    Raises:
        ServiceError: it does not say enough.
    """
    metadata = metadata_of(case)
    report = metadata.get("test_report")
    if not isinstance(report, str) or not _is_inside(report):
        raise ServiceError(
            f"metadata.test_report: found {named_value(report)}, expected a path inside the workspace"
        )
    names = [_names(metadata, field) for field in ("fail_to_pass", "pass_to_pass")]
    return Asked("/".join(part for part in report.split("/") if part != "."), *names)


def _is_inside(path: str) -> bool:
    parts = path.split("/")
    return not {"", ".."} & set(parts) and "\0" not in path and any(part != "." for part in parts)


def _names(metadata: Mapping[str, Any], field: str) -> tuple[str, ...]:
    value = metadata.get(field, ())
    if not isinstance(value, list | tuple):
        raise ServiceError(f"metadata.{field}: found {named_value(value)}, expected a list of test ids")
    for number, name in enumerate(value):
        if not isinstance(name, str):
            raise ServiceError(f"metadata.{field}[{number}]: found {named_value(name)}, expected a test id")
    return tuple(value)
