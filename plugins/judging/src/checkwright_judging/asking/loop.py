"""AskingLoop: what a check asks, made of a judge that makes one request at a time."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from checkwright.wording import one_line, shown

from ..judge import FaultKind, Judge, JudgeFault, JudgeReply, JudgeRequest, Message, Output
from ..judges import Answer, JudgeFailed, Spent
from ..memory.asked import Asked, asked_of
from ..memory.remembered import Remembered
from ..messages.messages import repair_message
from ..profiles.profile import Profile
from ..replies.reading import Reading, ScoreRule, Unreadable, read_reply, reply_schema
from .attempts import Attempts
from .guarded_judge import GuardedJudge
from .parameters import parameters_of
from .shared import SharedByProfile, SharedByRun
from .spending import Spending
from .waiting import Patience

__all__ = ["AskingLoop"]


class AskingLoop:
    """One model behind one profile; an Asker. Holds nothing that changes.

    profile: its name. settings: what stands under it. judge: None in a replay, where nothing is sent.
    engine: see Asker. shared: by all loops of the profile. run: by all loops of the run.

    Raises:
        ValueError: the parameters of the profile are no JSON.
    """

    def __init__(
        self,
        profile: str,
        settings: Profile,
        model: str,
        judge: Judge | None,
        engine: str,
        shared: SharedByProfile,
        run: SharedByRun,
    ) -> None:
        self.profile = profile
        self.model = model
        self.engine = engine
        self._settings = settings
        self._judge = judge
        self._shared = shared
        self._run = run
        self._parameters = parameters_of(profile, settings)

    def ask(self, messages: Sequence[Message], rule: ScoreRule, *, case: str | None = None) -> Answer:
        """Ask until there is a reply that can be read, or none is to be had; see Asker.

        What is remembered is answered without a request. Where anything is, threads that ask the same are
        answered one after the other, so that one request is sent for them.
        """
        request = self._request(messages, rule)
        memories = self._run.memories
        if not memories.any:
            return self._asked(request, rule, None, case)
        asked = asked_of(self.profile, self._settings, request)
        with self._run.flights.one(asked.whole):
            found = memories.recall(asked, lambda reply: _read(reply, rule))
            if found is not None:
                return self._recalled(*found)
            return self._asked(request, rule, asked, case)

    def _request(self, messages: Sequence[Message], rule: ScoreRule) -> JudgeRequest:
        output = self._settings.output
        schema: Mapping[str, Any] = reply_schema(rule) if output is Output.JSON_SCHEMA else {}
        return JudgeRequest(tuple(messages), self.model, output, dict(self._parameters), schema)

    def _recalled(self, remembered: Remembered, reading: Reading) -> Answer:
        spent = Spent(
            asks=remembered.asks,
            cost=None if self._settings.prices is None else 0.0,
            cached=True,
            dropped_parameters=remembered.dropped_parameters,
        )
        return Answer(reading, remembered.reply.model, spent)

    def _asked(self, request: JudgeRequest, rule: ScoreRule, asked: Asked | None, case: str | None) -> Answer:
        if self._judge is None or self._run.memories.replay is not None:
            raise JudgeFailed(self._not_recorded(case), Spent())
        spending = Spending(self._settings.prices)
        patience = Patience(self._settings.timeout)
        attempts = Attempts(self._judge, self._settings, self._shared, self._run, patience, spending)
        try:
            reply, reading = _without_key(self._judge, *_readable(attempts, request, rule))
        except JudgeFault as fault:
            raise JudgeFailed(_fault_without_key(self._judge, fault), spending.total()) from None
        if asked is not None:
            remembered = Remembered(reply, spending.asks, spending.dropped_parameters)
            self._run.memories.keep(asked, remembered)
        return Answer(reading, reply.model, spending.total(reply))

    def _not_recorded(self, case: str | None) -> JudgeFault:
        of_case = "" if case is None else f" for case {shown(case)}"
        return JudgeFault(
            FaultKind.NOT_RECORDED,
            one_line(
                f"no reply of {self.profile} ({shown(self.model)}){of_case} is recorded that can be read"
            ),
        )


def _without_key(judge: Judge, reply: JudgeReply, reading: Reading) -> tuple[JudgeReply, Reading]:
    """Take the key out of words that spelled it by escapes of JSON, which are read only now."""
    if not isinstance(judge, GuardedJudge):
        return reply, reading
    reason = judge.redacted(reading.reason)
    if reason == reading.reason:
        return reply, reading
    text = json.dumps({"reason": reason, "score": reading.raw})
    return replace(reply, text=text), replace(reading, reason=reason)


def _fault_without_key(judge: Judge, fault: JudgeFault) -> JudgeFault:
    if not isinstance(judge, GuardedJudge):
        return fault
    return JudgeFault(fault.kind, judge.redacted(fault.message), fault.retry, fault.after, fault.parameter)


def _readable(attempts: Attempts, request: JudgeRequest, rule: ScoreRule) -> tuple[JudgeReply, Reading]:
    reply = attempts.reply_to(request)
    reading = _read(reply, rule)
    if isinstance(reading, Unreadable) and not attempts.patience.is_over:
        again = replace(request, messages=(*request.messages, repair_message(reading.why)))
        reply = attempts.reply_to(again)
        reading = _read(reply, rule)
    if isinstance(reading, Unreadable):
        # The first 100 characters, of which each may be escaped.
        raise JudgeFault(
            FaultKind.UNREADABLE, one_line(f"{reading.why}: {shown(reply.text[:100], 400)}", 600)
        )
    return reply, reading


def _read(reply: JudgeReply, rule: ScoreRule) -> Reading | Unreadable:
    return read_reply(reply.text, reply.finish_reason, rule)
