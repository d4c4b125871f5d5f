"""Plan: a rubric compiled for many cases, and how it scores one."""

from __future__ import annotations

import pickle
import weakref
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from ..contract.case import Case
from ..contract.head import Head
from ..contract.outcome import Outcome, Status
from ..contract.toolbox import Execute, Limits
from ..contract.verdict import Verdict
from ..kinds.kinds import Kinds
from ..rubrics.rubric import Rubric
from .cleanup import Cleanup
from .combine import NUMERIC, TABLE, lowest_passing
from .guard import Constant, as_outcome, blame, execute_safely, outcome_of_error
from .signature import digest

__all__ = [
    "Plan",
    "Unprepared",
]

#: Reads the score of an Outcome, and of nothing else: what is no Outcome raises TypeError.
_score_of: Callable[[Outcome], Any] = Outcome.__dict__["score"].__get__


@dataclass(frozen=True, slots=True)
class Unprepared:
    """A check that has the same outcome for every case, since it could not be prepared.

    rubric: the reference of the rubric that it stands in. index, id: of the check in there.
    reason: of its outcome. effects: those of its kind and of the kinds that it builds on, see `Kind.effects`.
    """

    rubric: str
    index: int
    id: str | None
    reason: str
    effects: frozenset[str]


class Plan:
    """A rubric ready to score. Flat: one prepared function per check, called in order.

    A context manager: at its end what the checks took is given back. So it is when the plan is forgotten.
    Pickles: see `Plan.__reduce__`; what arrives elsewhere gives equal verdicts, or PlanMismatch is raised.

    rubric: what was compiled. signature: spells all that decides besides the case.
    size: its checks, those of sub-rubrics included, each counted where it is used.
    unprepared: the checks that could not be prepared, then those of sub-rubrics, each `Unprepared`: rubric,
        index, id, reason, effects. Vocabulary is among them.
    """

    __slots__ = (
        "__weakref__",
        "_all",
        "_bar",
        "_blame",
        "_closing",
        "_combine",
        "_executes",
        "_limit",
        "_numeric",
        "_send",
        "_weights",
        "head",
        "rubric",
        "signature",
        "size",
        "unprepared",
    )

    def __init__(
        self,
        rubric: Rubric,
        executes: tuple[Execute, ...],
        kinds: Kinds,
        limits: Limits,
        signature: Mapping[str, Any],
        size: int,
        closing: Cleanup | None,
        send: Callable[[Plan], tuple[Any, ...]] | None = None,
        unprepared: tuple[Unprepared, ...] = (),
    ) -> None:
        scoring = rubric.scoring
        self.rubric = rubric
        self.signature: Mapping[str, Any] = signature
        self.size: int = size
        self.unprepared = unprepared
        self._send = send
        self._closing = closing
        if closing is not None:
            weakref.finalize(self, closing.close)
        self._executes = executes
        self._limit = limits.response_chars
        self._combine = TABLE[scoring.combine]
        self._numeric = scoring.combine in NUMERIC
        self._bar = lowest_passing(scoring.threshold)
        given = scoring.weights if scoring.combine == "weighted_avg" and scoring.weights else {}
        self._weights = tuple(
            given.get(check.id, 1.0) if check.id is not None else 1.0 for check in rubric.checks
        )
        self._all = self._combine(self._weights)
        self._blame = tuple(blame(check.kind, kinds) for check in rubric.checks)
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

    def __enter__(self) -> Plan:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle as what the plan was compiled from: some kilobytes, compiled again where they arrive.

        Raises:
            pickle.PicklingError: the plan is closed, is a part of another one, or has a kind of a host's
                plugin.
        """
        if self._send is None:
            raise pickle.PicklingError(f"the plan of {self.rubric.ref} is a part of another plan: send that")
        if self._closing is not None and self._closing.closed:
            raise pickle.PicklingError(f"the plan of {self.rubric.ref} is closed: send it before")
        return self._send(self)

    def close(self) -> tuple[str, ...]:
        """Give back what the checks took, in reverse order and once; the evidence has to be read before.

        Return one clean line for each thing that could not be given back, naming the kind; called again
        it returns the same. A sub-rubric's plan is closed with the plan that it is a part of, by nothing
        else.
        """
        if self._closing is None:
            return ()
        # No case is shorter, so the hot path need not ask whether the plan is closed.
        self._limit = -1
        return self._closing.close()

    @property
    def holds(self) -> bool:
        """Tell whether there is anything to give back."""
        return bool(self._closing)

    def score(self, case: Case) -> Verdict:
        """Score one case. Never raises for what a check does; may be called from several threads.

        Raises:
            ValueError: the plan is closed.
            TypeError: `case` is no Case.
        """
        try:
            response = case.response
        except AttributeError:
            raise TypeError(
                f"score takes a Case, not {type(case).__name__}: Case(response, question)"
            ) from None
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
        """Score cases one by one as they are asked for, in order.

        Raises:
            ValueError: the plan is closed.
        """
        return map(self.score, cases)

    def _unread(self, response: str | None) -> list[Outcome]:
        """Return the outcomes for a response that no check looks at: none at all, or too long a one."""
        if self._closing is not None and self._closing.closed:
            raise ValueError(f"the plan of {self.rubric.ref} is closed: score all cases before")
        if response is None:
            return [Outcome.not_executable("no response") for _ in self._executes]
        reason = (
            f"size limit: the response has {len(response):,} characters, at most {self._limit:,} are read"
        )
        failed, unread = Outcome.judge(False, reason), Case("")
        return [failed if type(execute) is not Constant else execute(unread) for execute in self._executes]

    def _carefully(self, case: Case, outcomes: list[Any], error: BaseException) -> list[Outcome]:
        """Finish a case in which something went wrong: each check that is left on its own."""
        if len(outcomes) < len(self._executes):
            outcomes.append(outcome_of_error(error, self._blame[len(outcomes)]))
        done = len(outcomes)
        rest = zip(self._executes[done:], self._blame[done:], strict=True)
        return [
            *map(as_outcome, outcomes, self._blame),
            *(execute_safely(execute, case, who) for execute, who in rest),
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
