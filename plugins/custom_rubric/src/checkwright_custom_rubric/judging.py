"""Ask a judge about a case by a definition, and make the outcome of its score."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from checkwright import (
    Case,
    CheckError,
    Execute,
    Missing,
    NotExecutable,
    Outcome,
    ServiceError,
    Toolbox,
    meets,
)
from checkwright.wording import one_line
from checkwright_judging.documents.definition import Definition
from checkwright_judging.documents.definition_digest import definition_sha256
from checkwright_judging.judges import Answer, Asker, CapReached, JudgeFailed
from checkwright_judging.messages.fields import FieldRefused, definition_fields
from checkwright_judging.messages.messages import definition_messages
from checkwright_judging.replies.reading import ScoreRule
from checkwright_judging.role import JUDGES
from checkwright_judging.telling import fault_reason, number, spent_details, spoken, total

from .spec import CustomRubric

__all__ = ["judging"]

LOW, HIGH = 1, 5
_RULE = ScoreRule(LOW, HIGH, integer=True, clamp=True)
#: The name of this use in the assignments of a file of profiles, and what it falls back to.
_ASSIGNED = ("custom_rubric_llm_judge", "default")
_ORDERS = {"ascending": (True,), "descending": (False,), "both": (True, False)}


def judging(spec: CustomRubric, toolbox: Toolbox) -> Execute:
    """Return what asks about a case; see `executor.prepare`."""
    try:
        judges = JUDGES.of(toolbox)
    except NotExecutable as error:
        if spec.definition is not None:
            raise
        raise NotExecutable(one_line(f"evaluator {spec.evaluator}: {error.reason}")) from None
    definition = _definition(spec, toolbox)
    asker = judges.asker(spec.profile, spec.model, assigned=_ASSIGNED, fallback=definition.model)
    toolbox.engine(f"judge {asker.profile}", asker.engine)
    return _Judgement(spec, definition, asker, toolbox)


def _definition(spec: CustomRubric, toolbox: Toolbox) -> Definition:
    if spec.definition is not None:
        return spec.definition
    lookup = toolbox.lookups.get("evaluator")
    if lookup is None:
        raise NotExecutable(one_line(f"evaluator {spec.evaluator}: this run has none to look it up in"))
    found = lookup.find(f"evaluator/{spec.evaluator}")
    if isinstance(found, Missing):
        raise ServiceError(found.why) if found.broken else NotExecutable(found.why)
    named: Definition = found.value
    return named


@dataclass(frozen=True, slots=True)
class _Asked:
    """What one order of the scale came to."""

    order: str
    answer: Answer


class _Judgement:
    """Asks about cases; may be called from several threads."""

    def __init__(self, spec: CustomRubric, definition: Definition, asker: Asker, toolbox: Toolbox) -> None:
        self._definition = definition
        self._asker = asker
        self._toolbox = toolbox
        self._threshold = spec.threshold
        self._is_inline = spec.definition is not None
        self._orders = _ORDERS[spec.scale_order]
        self._fixed = {
            "framework": "custom_rubric",
            "evaluator_name": spec.evaluator,
            "evaluation_model": asker.model,
            "connection_profile": asker.profile,
            "definition_sha256": definition_sha256(definition),
        }

    def __call__(self, case: Case) -> Outcome:
        _ = case.text  # without a response there is nothing to judge, whatever else stands in the row
        try:
            fields = definition_fields(self._definition, case, self._toolbox.limits.judge_chars)
        except FieldRefused as refused:
            return Outcome.judge(False, refused.reason)
        except CheckError as error:
            raise self._placed(error) from None
        asked: list[_Asked] = []
        for ascending in self._orders:
            messages = definition_messages(self._definition, fields, ascending=ascending)
            try:
                with self._toolbox.outside():
                    answer = self._asker.ask(messages, _RULE, case=case.id)
            except JudgeFailed as failed:
                spent = total([*(one.answer.spent for one in asked), failed.spent])
                details = {**self._fixed, **spent_details(spent), "fault": str(failed.fault.kind)}
                return Outcome.error(fault_reason(self._asker.profile, failed.fault), details=details)
            except CapReached as cap:
                self._toolbox.stop(str(cap))
                raise ServiceError(str(cap)) from None
            asked.append(_Asked("ascending" if ascending else "descending", answer))
        return self._outcome(asked)

    def _placed(self, error: CheckError) -> CheckError:
        """Return the error at the place of this check that names what is missing."""
        name = self._fixed["evaluator_name"]
        if not self._is_inline:
            return CheckError(one_line(f"evaluator {name}: {error.message}"), ("evaluator",))
        if error.path[0] not in self._definition.model_fields_set:
            return CheckError(one_line(f"{name} definition: {error.message}"), ("evaluator",))
        return CheckError(error.message, ("definition", *error.path))

    def _outcome(self, asked: Sequence[_Asked]) -> Outcome:
        scores = [one.answer.reading.score for one in asked]
        score = sum(scores) / len(scores)
        passed = meets(score, self._threshold)
        clamped = [one.answer.reading.clamped_from for one in asked]
        first = asked[0].answer
        raw = [one.answer.reading.raw for one in asked]
        details: dict[str, Any] = {
            **self._fixed,
            "raw_score": _plain(sum(raw) / len(raw)),
            "normalized_score": _plain(score),
            "clamped_from": next((_plain(one) for one in clamped if one is not None), None),
            "response_model": first.response_model,
            **spent_details(total([one.answer.spent for one in asked])),
            "judge_reason": first.reading.reason,
        }
        if len(asked) > 1:
            details["orders"] = [
                {
                    "scale_order": one.order,
                    "raw_score": _plain(one.answer.reading.raw),
                    "score": _plain(one.answer.reading.score),
                    "judge_reason": one.answer.reading.reason,
                }
                for one in asked
            ]
        return Outcome.judge(
            passed, self._reason(asked, score), (score - LOW) / (HIGH - LOW), details=details
        )

    def _reason(self, asked: Sequence[_Asked], score: float) -> str:
        said = f"{number(score)} of {HIGH}"
        if len(asked) > 1:
            said += f" ({', '.join(f'{one.order} {number(one.answer.reading.score)}' for one in asked)})"
        moved = [one.answer.reading for one in asked if one.answer.reading.clamped_from is not None]
        if moved:
            said += f" (clamped from {number(moved[0].raw)})"
        if not meets(score, self._threshold):
            said += f", {number(self._threshold)} asked"
        words = spoken(asked[0].answer.reading.reason)
        return one_line(f"{said}: {words}" if words else said)


def _plain(value: float) -> float | int:
    """Return a whole number as one, so that it is shown as the judge gave it."""
    return int(value) if float(value).is_integer() and abs(value) < 1e15 else value
