"""Judges that ask nobody: a row tells what they reply, else a score is a hash of what was asked."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from hashlib import sha256
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from pydantic import ValidationError

from checkwright import Found, Lookup, Missing, Provider
from checkwright_judging.asking.loop import AskingLoop
from checkwright_judging.asking.shared import SharedByProfile, SharedByRun
from checkwright_judging.asking.timing import Timing
from checkwright_judging.documents.named_definition import NamedDefinition
from checkwright_judging.documents.prompt import JudgePrompt
from checkwright_judging.judge import FaultKind, JudgeFault, JudgeReply, JudgeRequest, Message, Usage
from checkwright_judging.judges import Answer, Asker, Judges
from checkwright_judging.profiles.profile import Profile
from checkwright_judging.replies.reading import ScoreRule
from checkwright_judging.role import JUDGES

if TYPE_CHECKING:
    from ...trial import Trial

__all__ = ["lookups_of", "told"]

T = TypeVar("T")

_PROFILE = Profile(provider="stand_in", endpoint="https://stand-in.invalid", api_key="none", attempts=2)
_VERSION = "stand-in 1"


def told(trial: Trial) -> Provider[Judges]:
    """Return judges that reply what a trial tells them, or by a hash where it tells nothing."""
    return Provider(JUDGES, "stand-in", partial(_StandInJudges, trial.supplied.get("judge_replies")))


def lookups_of(trial: Trial) -> Mapping[str, Lookup[Any]]:
    """Return the prompts and evaluators of a trial; without any, every one leads to a plain one."""
    return {
        "judge": _Lookup(_read(JudgePrompt, trial.supplied.get("judge_prompts"), "judge"), "judge"),
        "evaluator": _Lookup(
            _read(NamedDefinition, trial.supplied.get("evaluators"), "evaluator"), "evaluator"
        ),
    }


def _read(model: type[Any], documents: Any, word: str) -> dict[str, Any] | None:
    """Return what documents say by reference, without those that are not valid; None for no documents."""
    if documents is None:
        return None
    found = {}
    for document in documents if isinstance(documents, Sequence) else ():
        try:
            one = model.model_validate(document)
        except ValidationError:
            continue  # a row with a drawn change
        found[one.ref if word == "judge" else f"evaluator/{one.name}"] = one
    return found


@dataclass(frozen=True, slots=True)
class _Lookup(Generic[T]):
    """What references lead to. found: None where every one leads somewhere."""

    found: Mapping[str, T] | None
    word: str

    def find(self, ref: str) -> Found[T] | Missing:
        if self.found is None:
            return Found(_plain(self.word, ref))
        if ref in self.found:
            return Found(self.found[ref])
        return Missing(f"{ref} is not there", unknown=True)

    def __iter__(self) -> Iterator[str]:
        return iter(sorted(self.found or ()))


def _plain(word: str, ref: str) -> Any:
    """Return a prompt or a definition of any name."""
    name = ref.partition("/")[2]
    if word == "evaluator":
        levels = {str(level): f"level {level}" for level in range(1, 6)}
        return NamedDefinition.model_validate(
            {"name": name, "criteria": "anything", "scale": levels, "input_fields": []}
        )
    document, _, version = name.partition("@")
    return JudgePrompt.model_validate(
        {
            "id": document,
            "version": version,
            "instructions": "anything",
            "fields": ["response"],
            "scale": {"min": 0, "max": 1},
        }
    )


@dataclass(slots=True)
class _StandInJudges:
    """Judges of any name. replies: what they say, for all of them or for each in the order they are found."""

    replies: Any
    _count: int = field(default=0)

    def asker(
        self,
        profile: str | None = None,
        model: str | None = None,
        *,
        assigned: Sequence[str] = (),
        fallback: str | None = None,
    ) -> Asker:
        number, self._count = self._count, self._count + 1
        name = profile or next(iter(assigned), "default")
        return _StandInAsker(name, model or fallback or "stand-in", _script_of(self.replies, number))

    def close(self) -> None:
        pass


def _script_of(replies: Any, number: int) -> tuple[Any, ...] | None:
    if not isinstance(replies, Sequence) or isinstance(replies, str) or not replies:
        return None
    if all(isinstance(one, list | tuple) for one in replies):
        replies = replies[number % len(replies)]
    return tuple(replies) or None


@dataclass(frozen=True, slots=True)
class _StandInAsker:
    """Asks by the loop of real judges, on a clock of its own, so that no wait takes any time."""

    profile: str
    model: str
    script: tuple[Any, ...] | None

    @property
    def engine(self) -> str:
        return f"{_VERSION}, model {self.model}"

    def ask(self, messages: Sequence[Message], rule: ScoreRule, *, case: str | None = None) -> Answer:
        judge = _Scripted(self.script) if self.script else _Hashing(self.profile, rule)
        clock = _Clock()
        timing = Timing(clock.now, clock.pass_by, lambda: 0.5)
        shared = SharedByProfile.of(self.profile, _PROFILE, timing)
        run = SharedByRun(timing)
        loop = AskingLoop(self.profile, _PROFILE, self.model, judge, self.engine, shared, run)
        return loop.ask(messages, rule, case=case)


class _Clock:
    def __init__(self) -> None:
        self._seconds = 0.0

    def now(self) -> float:
        return self._seconds

    def pass_by(self, seconds: float) -> None:
        self._seconds += seconds


class _Scripted:
    """Replies what a row tells, one after the other, and the last again and again."""

    def __init__(self, script: tuple[Any, ...]) -> None:
        self._left = list(script)
        self._last: Any = None

    def ask(self, request: JudgeRequest) -> JudgeReply:
        del request
        told = self._left.pop(0) if self._left else self._last
        self._last = self._last if told == "same" else told
        return _reply_of(self._last)

    def close(self) -> None:
        pass


def _reply_of(told: Any) -> JudgeReply:
    """Return the reply that a row tells, or raise the fault.

    A text is the reply, `timeout` a fault; a mapping has `status` of an error, or `content`, `refusal` and
    `finish_reason` of a completion.
    """
    if told == "timeout":
        raise JudgeFault(FaultKind.TIMEOUT, "no reply within 30 s", retry=True)
    if not isinstance(told, Mapping):
        return JudgeReply(
            told if isinstance(told, str) else json.dumps(told), "stop", "stand-in", Usage(9, 3)
        )
    if "status" in told:
        kind = _FAULTS.get(told["status"] if isinstance(told["status"], int) else 0, FaultKind.REJECTED)
        raise JudgeFault(kind, f"the server answers {told['status']}", retry=kind.is_lost)
    if told.get("refusal") is not None:
        raise JudgeFault(FaultKind.REFUSED, "the judge refused")
    if told.get("finish_reason") == "content_filter":
        raise JudgeFault(FaultKind.CONTENT_FILTER, "content filter")
    content = told.get("content")
    return JudgeReply(content if isinstance(content, str) else "", str(told.get("finish_reason", "stop")))


_FAULTS = {
    200: FaultKind.NOT_A_COMPLETION,
    307: FaultKind.REDIRECT,
    401: FaultKind.KEY,
    403: FaultKind.FORBIDDEN,
    404: FaultKind.NOT_FOUND,
    429: FaultKind.RATE_LIMIT,
    500: FaultKind.SERVER,
    503: FaultKind.SERVER,
}


@dataclass(frozen=True, slots=True)
class _Hashing:
    """Replies a score that is a hash of profile, model and messages; now and then one that is none."""

    profile: str
    rule: ScoreRule

    def ask(self, request: JudgeRequest) -> JudgeReply:
        asked = [self.profile, request.model, [(one.role, one.content) for one in request.messages]]
        drawn = sha256(json.dumps(asked).encode()).digest()
        if drawn[0] < 8:
            raise JudgeFault(FaultKind.TIMEOUT, "no reply within 30 s", retry=True)
        if drawn[0] < 16:
            raise JudgeFault(FaultKind.REFUSED, "the judge refused")
        if drawn[0] < 24:
            return JudgeReply("I would say it is fine.", "stop", "stand-in", Usage(9, 6))
        steps = int(self.rule.high - self.rule.low) if self.rule.integer else 1_000
        part = int.from_bytes(drawn[1:3], "big") % (max(steps, 1) + 1)
        score = self.rule.low + (
            part if self.rule.integer else (self.rule.high - self.rule.low) * part / 1_000
        )
        told = {"score": int(score) if self.rule.integer else score, "reason": f"hashed {drawn[3:6].hex()}"}
        return JudgeReply(json.dumps(told), "stop", "stand-in", Usage(len(asked[2]), drawn[6]))

    def close(self) -> None:
        pass
