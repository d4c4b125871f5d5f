"""Bench: where a kind is tried; it knows what the kind needs and counts what came out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any

from jsonschema import Draft202012Validator
from jsonschema.protocols import Validator

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
from checkwright.engine.for_proofs import bounded_validator, call_prepare, derived_fragment

from .attempt import Attempt, Toolboxes, attempted, read, toolbox_for
from .child import Elsewhere, Surroundings, tried_in_a_child
from .draws import Drawn
from .examples import Row
from .sources.trials import checks, trials
from .trial import Trial

__all__ = ["Bench"]


class Bench:
    """One kind with its examples and its toolbox, ready to be tried.

    seen: how often each status came out since the last `forget`, and how often a check document was
        "valid" or "invalid".
    """

    def __init__(self, kind: Kind[Any], rows: Sequence[Row], toolbox: Toolboxes | None = None) -> None:
        self.kind = kind
        self.rows = tuple(rows)
        self.toolboxes = toolbox
        self.seen: Counter[str] = Counter()
        self._compiling = Trial({}, None)
        # As they are before the kind is tried, which may change them.
        self._surroundings = Surroundings()
        self._elsewhere: tuple[Sequence[Trial], Elsewhere] | None = None

    def forget(self) -> None:
        """Start to count anew."""
        self.seen.clear()

    @property
    def executes(self) -> bool:
        """Whether the kind is more than vocabulary."""
        return self.kind.prepare is not None

    @cached_property
    def fragment(self) -> Mapping[str, Any] | None:
        """The kind's schema fragment; None when it cannot be had or is no schema: one law says so."""
        try:
            fragment = self.kind.schema if self.kind.schema is not None else derived_fragment(self.kind.spec)
            Draft202012Validator.check_schema(fragment)
        except Exception:  # noqa: BLE001 - the law on the schema says it
            return None
        return fragment

    @cached_property
    def validator(self) -> Validator | None:
        """Validates check documents as the engine does; None without a sound fragment."""
        return None if self.fragment is None else bounded_validator(self.fragment)

    @cached_property
    def trials(self) -> Drawn[Trial]:
        """Trials of the kind, drawn from its schema and from its examples."""
        return Drawn(trials(self))

    @cached_property
    def documents(self) -> Drawn[dict[str, Any]]:
        """Check documents, drawn: valid ones and broken ones."""
        return Drawn(checks(self))

    @cached_property
    def checks(self) -> tuple[Mapping[str, Any], ...]:
        """The different check documents of the examples, in order."""
        checks: list[Mapping[str, Any]] = []
        for row in self.rows:
            if row.trial.check not in checks:
                checks.append(row.trial.check)
        return tuple(checks)

    def accepts(self, check: Mapping[str, Any]) -> bool:
        """Tell whether the kind's model accepts a check document, uncounted."""
        return read(self.kind, check) is not None

    def spec(self, check: Mapping[str, Any]) -> CheckSpec | None:
        """Read a check document by the kind's model, and count it; None when the model refuses it."""
        spec = read(self.kind, check)
        self.seen["invalid" if spec is None else "valid"] += 1
        return spec

    def prepare(self, spec: CheckSpec, trial: Trial) -> Execute:
        """Prepare a check with the toolbox of its run; raises what the kind raises."""
        return call_prepare(self.kind, spec, toolbox_for(trial, self.toolboxes))

    def attempt(self, trial: Trial, toolbox: Toolbox | None = None) -> Attempt | None:
        """Prepare and execute a trial, and count what came out; None when its check is not valid.

        toolbox: one that is ready, instead of what the trial's run provides.
        """
        attempt = attempted(self.kind, self.toolboxes if toolbox is None else toolbox, trial)
        self.seen["valid" if attempt is not None else "invalid"] += 1
        # An authoring error fails a check and judges no reply, so it counts for nothing.
        if attempt is not None and attempt.outcome is not None and not isinstance(attempt.error, CheckError):
            self.seen[attempt.outcome.status.value] += 1
        return attempt

    def elsewhere(self, trials: Sequence[Trial]) -> Elsewhere:
        """Try trials in a process of their own, once for all laws that ask for the same ones.

        Raises:
            Unproven: no other process gets at the kind or its toolbox.
        """
        if self._elsewhere is None or self._elsewhere[0] != trials:
            self._elsewhere = trials, tried_in_a_child(self.kind, self.toolboxes, trials, self._surroundings)
        return self._elsewhere[1]

    def plan(self, trial: Trial) -> Plan | None:
        """Compile a rubric of the trial's check alone; None when the core does not take it."""
        self._compiling = trial
        rubric = {"id": "one", "version": "1.0", "checks": [trial.check], "scoring": {"combine": "all_pass"}}
        try:
            return compile_rubric(parse_rubric(rubric, kinds=self._kinds), kinds=self._kinds)
        except InvalidDocument:
            return None

    @cached_property
    def _kinds(self) -> Kinds:
        """The kind as the core loads it, prepared with the toolbox of the trial that is compiled."""
        kind = self.kind
        if kind.prepare is not None:
            kind = replace(kind, prepare=lambda spec, _: self.prepare(spec, self._compiling))
        return load_kinds(plugins=[kind], entry_points=False)

    @cached_property
    def idle(self) -> str | None:
        """Say why the kind cannot run here: every example that wants a judgement got none; else None."""
        why = None
        for row in self.rows:
            attempt = self.attempt(row.trial) if row.passed is not None else None
            if attempt is None:
                continue
            if attempt.outcome is None or attempt.outcome.status is not Status.NOT_EXECUTABLE:
                return None
            why = attempt.outcome.reason
        return why
