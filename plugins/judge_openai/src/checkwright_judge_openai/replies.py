"""Read a response that says that all went well: a chat completion, or what else it is."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from checkwright.wording import named_type, one_line, shown
from checkwright_judging.judge import FaultKind, JudgeFault, JudgeReply, Usage

from .errors import error_in
from .faults import is_filtered
from .received import Received, inner, text_or_none
from .redaction import Redaction

__all__ = ["reply_of"]

_MOST_WORDS = 200
#: Headers in which servers name a request; the second is Azure's gateway.
_REQUEST_IDS = ("x-request-id", "apim-request-id")


def reply_of(received: Received, redaction: Redaction, latency_ms: float) -> JudgeReply | JudgeFault:
    """Return the reply in a response, or what is wrong with it.

    A message without content is an empty reply: a model that used up its tokens before it wrote sends that.
    """
    if received.cut:
        return _nothing(f"its body is longer than {len(received.body) >> 20} MiB")
    if received.encoding:
        return _nothing(f"its body is compressed ({shown(received.encoding)}), which was not asked for")
    try:
        body = received.json()
    except ValueError:
        return _nothing(f"no JSON: {_quoted(received.text, redaction)}")
    if not isinstance(body, Mapping):
        return _nothing(f"JSON that is {named_type(body)}")
    choices = body.get("choices")
    if not isinstance(choices, list) or not choices:
        return _without_choices(body, redaction)
    choice, message = choices[0], inner(choices[0], "message")
    if not isinstance(message, Mapping):
        return _nothing("its first choice has no message")
    finish_reason = _told(inner(choice, "finish_reason"), redaction)
    if finish_reason == "content_filter":
        return JudgeFault(FaultKind.CONTENT_FILTER, "the server cut the reply off for its contents")
    if (refusal := text_or_none(message.get("refusal"))) is not None:
        words = one_line(redaction(refusal), _MOST_WORDS)
        return JudgeFault(FaultKind.REFUSED, one_line(f"the model refused: {words}"))
    content = message.get("content")
    if content is not None and not isinstance(content, str):
        return _nothing(f"the content of its message is {named_type(content)}, expected a text")
    return JudgeReply(
        redaction.of_reply(content or ""),
        finish_reason,
        _told(body.get("model"), redaction),
        _usage(body.get("usage")),
        latency_ms,
        _told(next(filter(None, map(received.headers.get, _REQUEST_IDS)), None), redaction),
    )


def _without_choices(body: Mapping[str, Any], redaction: Redaction) -> JudgeFault:
    error = error_in(body)
    words = one_line(redaction(error.message), _MOST_WORDS)
    if is_filtered(error):
        return JudgeFault(FaultKind.CONTENT_FILTER, words or "the server filters the contents")
    return _nothing(f"an error: {words}" if words else "it has no choices")


def _nothing(why: str) -> JudgeFault:
    return JudgeFault(FaultKind.NOT_A_COMPLETION, one_line(f"the server gave no chat completion: {why}"))


def _quoted(text: str, redaction: Redaction) -> str:
    return shown(redaction(text)) if text.strip() else "nothing"


def _told(value: Any, redaction: Redaction) -> str | None:
    text = text_or_none(value)
    return None if text is None else one_line(redaction.of_reply(text))


def _usage(usage: Any) -> Usage | None:
    given, made = _count(inner(usage, "prompt_tokens")), _count(inner(usage, "completion_tokens"))
    if given is None or made is None:
        return None
    return Usage(given, made, _count(inner(usage, "completion_tokens_details", "reasoning_tokens")))


def _count(value: Any) -> int | None:
    """Return a number of tokens; None for what is none, such as true or -1."""
    return value if type(value) is int and value >= 0 else None
