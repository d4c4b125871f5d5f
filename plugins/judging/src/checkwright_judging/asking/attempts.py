"""Attempts: make one request until there is a reply, as often as the profile and the time allow."""

from __future__ import annotations

from dataclasses import dataclass

from ..judge import FaultKind, Judge, JudgeFault, JudgeReply, JudgeRequest, Usage
from ..profiles.profile import Profile
from .pricing import cost_of, estimated_input_tokens, most_output_tokens
from .refused_parameters import dropped_between
from .shared import SharedByProfile, SharedByRun
from .spending import Spending
from .waiting import Patience

__all__ = ["Attempts"]

#: Faults behind which a server may have written a reply that it lets pay, and tells no usage of.
_MAYBE_BILLED = frozenset({FaultKind.TIMEOUT, FaultKind.CONTENT_FILTER, FaultKind.REFUSED})


@dataclass(slots=True)
class Attempts:
    """The requests of one question to a judge, its second ask included. Used by one thread, then gone."""

    judge: Judge
    profile: Profile
    shared: SharedByProfile
    run: SharedByRun
    patience: Patience
    spending: Spending

    def reply_to(self, wanted: JudgeRequest) -> JudgeReply:
        """Return the reply to one ask.

        Raises:
            JudgeFault: there is none: asking again is of no use, or there were `profile.attempts`, or no
                time is left.
            CapReached: the run is to end.
        """
        self.spending.asks += 1
        number = 1
        while True:
            request = self.shared.refused.without(wanted)
            self.spending.dropped_parameters = dropped_between(wanted, request)
            try:
                return self._sent(request)
            except JudgeFault as fault:
                if fault.kind is FaultKind.PARAMETER:
                    # It ends, since each time the request has one parameter less.
                    if not self.shared.refused.add(request, fault.parameter):
                        raise
                    continue
                if not fault.retry or number >= self.profile.attempts:
                    raise
                self._wait(fault, number)
                number += 1

    def _wait(self, fault: JudgeFault, number: int) -> None:
        timing = self.run.timing
        wait = self.patience.wait_after(fault, number, timing.draw())
        self.patience.take(wait)
        timing.sleep(wait)

    def _sent(self, request: JudgeRequest) -> JudgeReply:
        prices = self.profile.prices
        tokens = Usage(estimated_input_tokens(request), most_output_tokens(request))
        at_most = 0.0 if prices is None else cost_of(tokens, prices)
        self.shared.refusals.check()
        # Reserved before it waits: a cap that is reached is known at once.
        with (
            self.run.caps.one(at_most) as reserved,
            self.shared.limits.one(tokens.input_tokens + tokens.output_tokens) as passage,
        ):
            self.spending.attempts += 1
            begun = self.run.timing.clock()
            try:
                reply = self.judge.ask(request)
            except JudgeFault as fault:
                if fault.kind not in _MAYBE_BILLED:
                    reserved.cost = 0.0
                self.shared.refusals.failed(fault)
                raise
            finally:
                self.patience.take(self.run.timing.clock() - begun)
            self.shared.refusals.replied()
            if reply.usage is not None:
                passage.tokens = reply.usage.input_tokens + reply.usage.output_tokens
                if prices is not None:
                    reserved.cost = cost_of(reply.usage, prices)
            self.spending.add(reply.usage)
            return reply
