"""GuardedJudge: a judge of whatever package, of which nothing but a reply or a fault comes out, in time."""

from __future__ import annotations

import math
import threading
from dataclasses import replace

from checkwright import described, isolated
from checkwright.wording import named_object, one_line

from ..judge import FaultKind, Judge, JudgeFault, JudgeReply, JudgeRequest, Usage
from ..secret import Secret

__all__ = ["GuardedJudge"]

#: Seconds beyond its timeout after which a judge is no longer waited for.
_GRACE = 10.0
#: Tokens of one reply that can be: what is above is no count.
_MOST_TOKENS = 10**9


class GuardedJudge:
    """Asks a judge by a thread, so that one that keeps no timeout costs its ask alone.

    The key stands in nothing that comes out. What is no JudgeReply, or holds what none can, is a fault of the
    provider, and named as one.

    name: of the provider, for messages. seconds: of one request, as its profile says.
    """

    def __init__(self, judge: Judge, name: str, seconds: float, key: Secret | None) -> None:
        self._judge = judge
        self._name = name
        self._seconds = seconds
        self._key = key

    def ask(self, request: JudgeRequest) -> JudgeReply:
        """Make exactly one request and return the reply.

        Raises:
            JudgeFault: there is none that can be used.
        """
        came: list[JudgeReply | JudgeFault] = []
        thread = threading.Thread(target=lambda: came.append(self._asked(request)), daemon=True)
        thread.start()
        thread.join(self._seconds + _GRACE)
        if not came:
            message = f"{self._name} did not keep its timeout of {self._seconds:g} s"
            raise JudgeFault(FaultKind.TIMEOUT, message)
        if isinstance(came[0], JudgeFault):
            raise came[0]
        return came[0]

    def close(self) -> None:
        """Close its connections."""
        self._judge.close()

    def redacted(self, text: str) -> str:
        """Return a text with the key taken out."""
        return text if self._key is None else self._key.redacted(text)

    def _asked(self, request: JudgeRequest) -> JudgeReply | JudgeFault:
        with isolated() as fault:
            return self._vetted(self._judge.ask(request))
        error = fault.error
        if isinstance(error, JudgeFault):
            message = one_line(self.redacted(str(error.message)), 600)
            after = error.after if _is_number(error.after) else None
            return JudgeFault(FaultKind(error.kind), message, bool(error.retry), after, error.parameter)
        said = self.redacted(described(error))
        return JudgeFault(FaultKind.NOT_A_COMPLETION, one_line(f"{self._name} broke: {said}"))

    def _vetted(self, reply: object) -> JudgeReply:
        if not isinstance(reply, JudgeReply) or not isinstance(reply.text, str):
            found = named_object(reply if not isinstance(reply, JudgeReply) else reply.text)
            raise TypeError(f"it returned {found}, expected a JudgeReply with a text")
        model = reply.model if isinstance(reply.model, str) else None
        return replace(
            reply,
            text=self.redacted(reply.text),
            model=None if model is None else one_line(self.redacted(model), 200),
            finish_reason=reply.finish_reason if isinstance(reply.finish_reason, str) else None,
            usage=_sound(reply.usage),
            latency_ms=reply.latency_ms if _is_number(reply.latency_ms) else 0.0,
        )


def _is_number(value: object) -> bool:
    return (
        isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value) and value >= 0
    )


def _sound(usage: object) -> Usage | None:
    """Return a usage whose counts can be; None for another one."""
    if not isinstance(usage, Usage):
        return None
    counts = (usage.input_tokens, usage.output_tokens, usage.reasoning_tokens or 0)
    return usage if all(type(count) is int and 0 <= count <= _MOST_TOKENS for count in counts) else None
