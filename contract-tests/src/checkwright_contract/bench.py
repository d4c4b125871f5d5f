"""The test bench of a kind: it prepares and executes trials, and counts what came out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any

from checkwright import (
    CheckError,
    CheckSpec,
    Execute,
    InvalidDocument,
    Kind,
    Kinds,
    Plan,
    Status,
    Toolbox,
    compile_rubric,
    load_kinds,
    parse_rubric,
)
from checkwright.engine.for_proofs import call_prepare

from .attempt import Attempt, attempt_trial, read_check
from .child_process import ChildResult, StartState, try_in_child_process
from .drawn_examples import DrawnExamples
from .examples import Row
from .kind_under_test import KindUnderTest
from .roles.providers import lacking, roles_in
from .sources.trials import checks, trials
from .toolboxes import Given, Toolboxes, TrialToolboxes
from .trial import Trial

__all__ = ["Bench"]


class Bench(KindUnderTest):
    """One kind with its examples and its toolbox, ready to be tried.

    seen: how often each status came out since the last `reset_counts`, and how often a check document was
        "valid" or "invalid".
    toolboxes: the toolbox of each trial.
    """

    def __init__(
        self, kind: Kind[Any], rows: Sequence[Row], toolbox: Toolboxes | None = None, *, real: bool = False
    ) -> None:
        super().__init__(kind, rows)
        self._given, self._real = toolbox, real
        self.toolboxes = TrialToolboxes(kind.effects, toolbox, real=real)
        self.seen: Counter[str] = Counter()
        self._compiling = Trial({}, None)
        # Taken now, since trying the kind may change them.
        self._start_state = StartState()
        self._child_result: tuple[Sequence[Trial], ChildResult] | None = None

    def reset_counts(self) -> None:
        """Reset `seen`."""
        self.seen.clear()

    @cached_property
    def for_rows(self) -> Bench:
        """The bench that rows are tried on as they stand: with what is installed in place of stand-ins."""
        if not roles_in(self.kind.effects):
            return self
        return Bench(self.kind, self.rows, self._given, real=True)

    def close(self) -> None:
        """Remove the folders that were made for trials."""
        self.toolboxes.close()

    @property
    def executes(self) -> bool:
        """Whether the kind can be executed: it is not vocabulary only."""
        return self.kind.prepare is not None

    @cached_property
    def trials(self) -> DrawnExamples[Trial]:
        """Trials of the kind, drawn from its schema and its examples."""
        return DrawnExamples(trials(self))

    @cached_property
    def documents(self) -> DrawnExamples[dict[str, Any]]:
        """Check documents of the kind, drawn: valid and invalid ones."""
        return DrawnExamples(checks(self))

    def spec(self, check: Mapping[str, Any]) -> CheckSpec | None:
        """Read and count a check document; return None when the kind's model refuses it."""
        spec = read_check(self.kind, check)
        self.seen["invalid" if spec is None else "valid"] += 1
        return spec

    def prepare(self, spec: CheckSpec, trial: Trial) -> Execute:
        """Prepare a check with the toolbox of its trial; raises what the kind raises."""
        return call_prepare(self.kind, spec, self.toolboxes.of(trial))

    def attempt(self, trial: Trial, toolbox: Toolbox | None = None) -> Attempt | None:
        """Prepare and execute a trial, and count what came out; return None when its check is not valid.

        toolbox: used instead of the toolbox of the trial.
        """
        toolboxes = self.toolboxes if toolbox is None else Given(toolbox)
        attempt = attempt_trial(self.kind, toolboxes, trial)
        self.seen["valid" if attempt is not None else "invalid"] += 1
        # An authoring error fails a check without judging the reply, so it is not counted.
        if attempt is not None and attempt.outcome is not None and not isinstance(attempt.error, CheckError):
            self.seen[attempt.outcome.status.value] += 1
        return attempt

    def in_child_process(self, trials: Sequence[Trial]) -> ChildResult:
        """Execute trials in a child process, once for all laws that ask for the same trials.

        Raises:
            Unproven: no other process can import the kind or has its toolbox.
        """
        if self._child_result is None or self._child_result[0] != trials:
            self._child_result = (
                trials,
                try_in_child_process(self.kind, self.toolboxes, trials, self._start_state),
            )
        return self._child_result[1]

    def plan(self, trial: Trial) -> Plan | None:
        """Compile a rubric with the trial's check only; return None when the core refuses it."""
        self._compiling = trial
        rubric = {"id": "one", "version": "1.0", "checks": [trial.check], "scoring": {"combine": "all_pass"}}
        try:
            return compile_rubric(parse_rubric(rubric, kinds=self._kinds), kinds=self._kinds)
        except InvalidDocument:
            return None

    @cached_property
    def _kinds(self) -> Kinds:
        """The kind as the core loads it, with the toolbox of the trial that is being compiled."""
        kind = self.kind
        if kind.prepare is not None:
            kind = replace(kind, prepare=lambda spec, _: self.prepare(spec, self._compiling))
        return load_kinds(plugins=[kind], entry_points=False)

    @cached_property
    def why_not_runnable(self) -> str | None:
        """The reason why the kind cannot run here: no example that expects a judgement got one; else None."""
        why = lacking(self.kind.effects) if self._real else None
        if why is not None:
            return why
        for row in self.rows:
            attempt = self.attempt(row.trial) if row.passed is not None else None
            if attempt is None:
                continue
            if attempt.outcome is None or attempt.outcome.status is not Status.NOT_EXECUTABLE:
                return None
            why = attempt.outcome.reason
        return why
