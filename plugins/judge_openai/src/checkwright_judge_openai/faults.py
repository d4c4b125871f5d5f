"""What a response that is no success means."""

from __future__ import annotations

from collections.abc import Callable, Collection
from urllib.parse import urlsplit

from checkwright.wording import one_line, shown
from checkwright_judging.judge import FaultKind, JudgeFault

from .errors import ServerError, read_error
from .parameters import refused_parameter
from .received import Received
from .redaction import Redaction
from .retry_after import seconds_to_wait

__all__ = ["fault_of", "is_filtered"]

_NAMED = {401: FaultKind.KEY, 403: FaultKind.FORBIDDEN, 404: FaultKind.NOT_FOUND}
#: Of a conflict and a time-out of the server, which pass as its own errors do.
_PASSING = frozenset({408, 409})
_TOO_MANY = 429
#: Codes of accounts without money. Source: OpenAI, "Error codes"; the others are of its older versions.
_NO_MONEY = frozenset({"insufficient_quota", "billing_hard_limit_reached", "billing_not_active"})
#: Codes of filters. Source: Azure OpenAI, "Content filtering"; `content_policy_violation` is OpenAI's.
_FILTERED = frozenset({"content_filter", "responsibleaipolicyviolation", "content_policy_violation"})
_MOST_WORDS = 200


def fault_of(
    received: Received, sent: Collection[str], redaction: Redaction, now: Callable[[], float]
) -> JudgeFault:
    """Return what a response with another status than 2xx means.

    sent: names of what the server may refuse. now: seconds since 1970, for a date to wait for.
    """
    status = received.status
    if status < 400:
        return JudgeFault(FaultKind.REDIRECT, _redirected(received, redaction))
    error = read_error(received)
    words = one_line(redaction(error.message), _MOST_WORDS)
    message = one_line(f"HTTP {status}: {words}" if words else f"HTTP {status}")
    if status == _TOO_MANY and error.codes & _NO_MONEY:
        return JudgeFault(FaultKind.QUOTA, message)
    if status == _TOO_MANY or status in _PASSING or status >= 500:
        kind = FaultKind.RATE_LIMIT if status == _TOO_MANY else FaultKind.SERVER
        return JudgeFault(kind, message, retry=True, after=seconds_to_wait(received.headers, now))
    if (named := _NAMED.get(status)) is not None:
        return JudgeFault(named, message)
    if is_filtered(error):
        return JudgeFault(FaultKind.CONTENT_FILTER, message)
    if (parameter := refused_parameter(error, sent)) is not None:
        return JudgeFault(FaultKind.PARAMETER, message, parameter=parameter)
    return JudgeFault(FaultKind.REJECTED, message)


def is_filtered(error: ServerError) -> bool:
    """Return whether a filter of contents made an error."""
    return bool(error.codes & _FILTERED)


def _redirected(received: Received, redaction: Redaction) -> str:
    location = received.headers.get("location", "")
    try:
        host = urlsplit(location).hostname
    except ValueError:
        host = None
    if host is not None:
        where = f"to the host {shown(redaction(host))}"
    else:
        where = "elsewhere on the same host" if location else "and names no address"
    return one_line(
        f"HTTP {received.status}: the server redirects {where}, which is not followed: "
        "put the address itself into `endpoint`"
    )
