"""Ask a panel of judges about a case by a prompt, and make the outcome of their scores."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from checkwright import Case, CheckError, Execute, Missing, NotExecutable, Outcome, ServiceError, Toolbox
from checkwright.wording import one_line
from checkwright_judging.documents.prompt import JudgePrompt, prompt_digest
from checkwright_judging.judge import Message
from checkwright_judging.judges import Asker, CapReached, JudgeFailed
from checkwright_judging.messages.fields import FieldRefused, prompt_fields
from checkwright_judging.messages.messages import prompt_messages
from checkwright_judging.replies.reading import ScoreRule
from checkwright_judging.role import JUDGES
from checkwright_judging.telling import fault_reason, spent_details, total

from .aggregation import aggregated
from .seat import Seat, lost_seat, seat_of
from .spec import LlmJudge, PanelJudge
from .telling import reason_of

__all__ = ["panel"]


def panel(spec: LlmJudge, toolbox: Toolbox) -> Execute:
    """Return what asks about a case; see `executor.prepare`."""
    judges = JUDGES.of(toolbox)
    prompt = _prompt(spec, toolbox)
    pairs = [
        (judge.profile, judge.model) if isinstance(judge, PanelJudge) else (judge, None)
        for judge in spec.judges
    ]
    askers = [judges.asker(profile, model) for profile, model in pairs]
    for number, asker in enumerate(askers):
        toolbox.engine(f"judge {number} {asker.profile}", asker.engine)
    return _Panel(spec, prompt, askers, toolbox)


def _prompt(spec: LlmJudge, toolbox: Toolbox) -> JudgePrompt:
    lookup = toolbox.lookups.get("judge")
    if lookup is None:
        raise NotExecutable(
            one_line(f"{spec.judge_prompt_ref}: this run has no judge prompts to look it up in")
        )
    found = lookup.find(spec.judge_prompt_ref)
    if isinstance(found, Missing):
        raise ServiceError(found.why) if found.broken else NotExecutable(found.why)
    prompt: JudgePrompt = found.value
    return prompt


class _Panel:
    """Asks all judges about a case; may be called from several threads."""

    def __init__(
        self, spec: LlmJudge, prompt: JudgePrompt, askers: Sequence[Asker], toolbox: Toolbox
    ) -> None:
        self._spec = spec
        self._prompt = prompt
        self._askers = askers
        self._toolbox = toolbox
        self._least = spec.min_judges or -(-len(askers) // 2)
        scale = prompt.scale
        self._rule = ScoreRule(scale.min, scale.max, integer=scale.integer)
        self._fixed = {
            "framework": "llm_judge",
            "evaluator_name": spec.judge_prompt_ref,
            "prompt_sha256": prompt_digest(prompt),
        }

    def __call__(self, case: Case) -> Outcome:
        _ = case.text  # without a response there is nothing to judge, whatever else stands in the row
        question = case.question
        try:
            fields = prompt_fields(
                self._prompt, case, lambda: self._toolbox.criteria(question), self._toolbox.limits.judge_chars
            )
        except FieldRefused as refused:
            return Outcome.judge(False, refused.reason)
        except CheckError as error:
            raise CheckError(
                one_line(f"{self._spec.judge_prompt_ref}: {error.message}"), error.path
            ) from None
        messages = prompt_messages(self._prompt, self._spec.description, fields)
        seats: list[Seat] = []
        for asker in self._askers:
            seat = self._seat(asker, messages, case)
            seats.append(seat)
            if seat.fault is not None and not seat.fault.kind.is_lost:
                break
        return self._outcome(seats)

    def _seat(self, asker: Asker, messages: Sequence[Message], case: Case) -> Seat:
        try:
            with self._toolbox.outside():
                return seat_of(asker, asker.ask(messages, self._rule, case=case.id), self._rule)
        except JudgeFailed as failed:
            return lost_seat(asker, failed)
        except CapReached as cap:
            self._toolbox.stop(str(cap))
            raise ServiceError(str(cap)) from None

    def _outcome(self, seats: Sequence[Seat]) -> Outcome:
        details: dict[str, Any] = {
            **self._fixed,
            **spent_details(total([seat.spent for seat in seats])),
            "judges": [seat.to_dict() for seat in seats],
        }
        spoiled = next(
            (seat for seat in seats if seat.fault is not None and not seat.fault.kind.is_lost), None
        )
        if spoiled is not None and spoiled.fault is not None:
            reason = fault_reason(spoiled.profile, spoiled.fault)
            return Outcome.error(reason, details={**details, "fault": str(spoiled.fault.kind)})
        scores = [seat.score for seat in seats if seat.score is not None]
        if len(scores) < self._least:
            lost = next(seat.fault for seat in seats if seat.fault is not None)
            reason = reason_of(seats, None, self._spec, f"at least {self._least} must")
            return Outcome.error(reason, details={**details, "fault": str(lost.kind)})
        result = aggregated(scores, self._spec.aggregation, self._spec.threshold)
        details["raw_score"] = result.score
        return Outcome.judge(
            result.passed, reason_of(seats, result, self._spec), result.score, details=details
        )
