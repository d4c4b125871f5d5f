"""Plan: a rubric compiled for many cases; `compile_rubric` makes it, `score` runs it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from .case import Case
from .combine import NUMERIC, TABLE, bar
from .errors import CheckError, NotExecutable, ServiceError
from .faults import described, isolated
from .kind import Execute, Kind, Limits, Toolbox
from .kinds import Kinds
from .outcome import Outcome, Status
from .rubric import Rubric, RubricCheck
from .signature import digest, signature
from .verdict import Head, Verdict
from .wording import one_line

__all__ = ["Plan", "compile_rubric", "prepared", "score"]

#: Reads the score of an Outcome, and of nothing else: what is no Outcome raises TypeError.
_score_of: Callable[[Outcome], Any] = Outcome.__dict__["score"].__get__


def compile_rubric(rubric: Rubric, *, kinds: Kinds, limits: Limits | None = None) -> Plan:
    """Prepare every check of a rubric once, for scoring many cases.

    Never raises for what a check or a plugin does: an authoring mistake becomes a check that fails
    every case, a fault of a plugin one that is an error for every case.

    limits: bounds of the run; default `Limits()`.
    """
    toolbox = Toolbox(limits=limits or Limits())
    executes = tuple(_execute(check, kinds, toolbox) for check in rubric.checks)
    return Plan(rubric, executes, kinds, toolbox.limits)


def score(rubric: Rubric, case: Case, *, kinds: Kinds, limits: Limits | None = None) -> Verdict:
    """Compile a rubric and score one case; for several cases compile once."""
    return compile_rubric(rubric, kinds=kinds, limits=limits).score(case)


class Plan:
    """A rubric ready to score. Flat: one prepared function per check, called in order.

    rubric: what was compiled. signature: spells all that decides besides the case.
    """

    __slots__ = (
        "_all",
        "_bar",
        "_blame",
        "_combine",
        "_executes",
        "_limit",
        "_numeric",
        "_weights",
        "head",
        "rubric",
        "signature",
    )

    def __init__(self, rubric: Rubric, executes: tuple[Execute, ...], kinds: Kinds, limits: Limits) -> None:
        scoring = rubric.scoring
        self.rubric = rubric
        self.signature: Mapping[str, Any] = signature(rubric, kinds, limits)
        self._executes = executes
        self._limit = limits.response_chars
        self._combine = TABLE[scoring.combine]
        self._numeric = scoring.combine in NUMERIC
        self._bar = bar(scoring.threshold)
        given = scoring.weights if scoring.combine == "weighted_avg" and scoring.weights else {}
        self._weights = tuple(
            given.get(check.id, 1.0) if check.id is not None else 1.0 for check in rubric.checks
        )
        self._all = self._combine(self._weights)
        self._blame = tuple(_blame(check.kind, kinds) for check in rubric.checks)
        self.head = Head(
            rubric=str(rubric.ref),
            combine=scoring.combine,
            threshold=scoring.threshold if self._numeric else None,
            checks=tuple(
                (check.id, check.kind, weight)
                for check, weight in zip(rubric.checks, self._weights, strict=True)
            ),
            signature=digest(self.signature),
        )

    def score(self, case: Case) -> Verdict:
        """Score one case. Never raises for what a check does; may be called from several threads."""
        response = case.response
        if response is None or len(response) > self._limit:
            return self._combined(case, self._unread(response))
        outcomes: list[Outcome] = []
        add = outcomes.append
        try:
            for execute in self._executes:
                add(execute(case))
            scores = list(map(_score_of, outcomes))
        except BaseException as error:
            if isinstance(error, KeyboardInterrupt):
                raise
            return self._combined(case, self._carefully(case, outcomes, error))
        if self._numeric and None not in scores:
            combined = self._all(scores)
            if combined is not None:
                return Verdict(self.head, case, outcomes, "scored", combined, combined >= self._bar)
        return self._combined(case, outcomes)

    def score_many(self, cases: Iterable[Case]) -> Iterator[Verdict]:
        """Score cases one by one as they are asked for, in order."""
        return map(self.score, cases)

    def _unread(self, response: str | None) -> list[Outcome]:
        """Give the outcomes for a response that no check looks at: none at all, or too long a one."""
        if response is None:
            return [Outcome.not_executable("no response") for _ in self._executes]
        reason = (
            f"size limit: the response has {len(response):,} characters, at most {self._limit:,} are read"
        )
        failed, unread = Outcome.judge(False, reason), Case("")
        return [failed if type(execute) is not _Constant else execute(unread) for execute in self._executes]

    def _carefully(self, case: Case, outcomes: list[Any], error: BaseException) -> list[Outcome]:
        """Finish a case in which something went wrong: each check that is left on its own."""
        if len(outcomes) < len(self._executes):
            outcomes.append(_contained(error, self._blame[len(outcomes)]))
        done = len(outcomes)
        for execute, blame in zip(self._executes[done:], self._blame[done:], strict=True):
            try:
                outcomes.append(execute(case))
            except BaseException as error:
                if isinstance(error, KeyboardInterrupt):
                    raise
                outcomes.append(_contained(error, blame))
        return [
            outcome
            if type(outcome) is Outcome
            else Outcome.error(f"{blame}: execute must return an Outcome, not {type(outcome).__name__}")
            for outcome, blame in zip(outcomes, self._blame, strict=True)
        ]

    def _combined(self, case: Case, outcomes: list[Outcome]) -> Verdict:
        """Combine the executed checks, whatever the mode and the outcomes."""
        executed = [outcome for outcome in outcomes if outcome.score is not None]
        if any(outcome.status is Status.ERROR for outcome in outcomes):
            return Verdict(self.head, case, outcomes, "error", None, None)
        if not executed:
            return Verdict(self.head, case, outcomes, "not_scored", None, None)
        weights = [
            weight
            for weight, outcome in zip(self._weights, outcomes, strict=True)
            if outcome.score is not None
        ]
        if self._numeric:
            combined = self._combine(weights)(list(map(_score_of, executed)))
            passed = combined is not None and combined >= self._bar
            return Verdict(self.head, case, outcomes, "scored", combined or 0.0, passed)
        combined = self._combine(weights)([float(outcome.status is Status.PASSED) for outcome in executed])
        return Verdict(self.head, case, outcomes, "scored", combined, combined == 1.0)


def _blame(name: str, kinds: Kinds) -> str:
    """Name who is at fault when a kind breaks: distribution, version and kind."""
    return f"{kinds.origin(name)}, kind {name}" if name in kinds else f"kind {name}"


def _contained(error: BaseException, blame: str) -> Outcome:
    """Turn what a check raised into the outcome that the contract gives it."""
    with isolated():
        if isinstance(error, CheckError):
            return Outcome.judge(False, error.message)
        if isinstance(error, NotExecutable):
            return Outcome.not_executable(error.reason)
        if isinstance(error, ServiceError):
            return Outcome.error(error.reason)
    return Outcome.error(one_line(f"{blame} broke: {described(error)}"))


class _Constant:
    """An execute that gives one outcome without looking at the case."""

    __slots__ = ("_outcome",)

    def __init__(self, outcome: Outcome) -> None:
        self._outcome = outcome

    def __call__(self, case: Case) -> Outcome:  # noqa: ARG002 - the signature of every execute
        return self._outcome


def _execute(check: RubricCheck, kinds: Kinds, toolbox: Toolbox) -> Execute:
    """Prepare one check; whatever goes wrong becomes its constant outcome."""
    if check.problem is not None and check.unavailable:
        return _Constant(Outcome.error(check.problem.message))
    if check.problem is not None:
        return _Constant(Outcome.judge(False, check.problem.message))
    kind = kinds.get(check.kind)
    if kind is None or check.spec is None:
        return _Constant(Outcome.error(f"the kind {check.kind!r} is not available here"))
    try:
        return prepared(kind, check.spec, toolbox)
    except BaseException as error:
        if isinstance(error, KeyboardInterrupt):
            raise
        return _Constant(_contained(error, _blame(check.kind, kinds)))


def prepared(kind: Kind[Any], spec: Any, toolbox: Toolbox) -> Execute:
    """Prepare one check of a kind; vocabulary gives an execute that is not executable.

    Raises:
        TypeError: `prepare` gave something that cannot be called.
        BaseException: whatever `prepare` raises.
    """
    if kind.prepare is None:
        return _Constant(Outcome.not_executable(kind.vocabulary))
    execute: Any = kind.prepare(spec, toolbox)
    if not callable(execute):
        raise TypeError(f"prepare must return a function, not {type(execute).__name__}")
    return execute  # type: ignore[no-any-return]
