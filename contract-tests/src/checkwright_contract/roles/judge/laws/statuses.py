"""Laws of what an HTTP status means: which fault it is, and whether asking again may help.

PYTEST_DONT_REWRITE: what is found is said in full, and pytest may take hours to compare large values.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from checkwright_judging.judge import FaultKind

from ..bodies import error
from ..under_test import request

if TYPE_CHECKING:
    from ..under_test import JudgeUnderTest

__all__ = [
    "faults_that_pass_may_be_asked_again",
    "forbidden_keys_and_missing_models_are_named",
    "other_refusals_are_not_asked_again",
    "quota_is_told_from_a_rate_limit",
    "refused_parameters_are_named",
    "servers_say_how_long_to_wait",
]

_WORDS = "the words of the server"


def faults_that_pass_may_be_asked_again(tried: JudgeUnderTest) -> None:
    """429 is a rate limit, 408, 409 and 5xx are errors of the server; each may be asked again."""
    for status in (429, 408, 409, 500, 502, 503, 504):
        kind = FaultKind.RATE_LIMIT if status == 429 else FaultKind.SERVER
        fault = tried.expect(f"HTTP {status}", error(status, _WORDS), kind, retry=True)
        assert _WORDS in fault.message, f"for HTTP {status} the message is {fault.message!r}"
        assert fault.after is None, f"HTTP {status} without a wait gave one of {fault.after} seconds"


def servers_say_how_long_to_wait(tried: JudgeUnderTest) -> None:
    """Retry-After is read as seconds or as a date; one that is over is 0, one that is neither is none."""
    for told, least, most in (
        ("7", 7.0, 7.0),
        ("0", 0.0, 0.0),
        ("Wed, 21 Oct 2015 07:28:00 GMT", 0.0, 0.0),
        ("Fri, 31 Dec 2199 23:59:59 GMT", 1e9, 1e10),
    ):
        for status in (429, 503):
            after = tried.fault(f"Retry-After: {told}", error(status, "wait", ("Retry-After", told))).after
            is_right = after is not None and least <= after <= most
            assert is_right, f"HTTP {status} with Retry-After: {told} gave a wait of {after} seconds"
    after = tried.fault("a senseless Retry-After", error(429, "wait", ("Retry-After", "soon"))).after
    assert after is None, f"Retry-After: soon gave a wait of {after} seconds"


def quota_is_told_from_a_rate_limit(tried: JudgeUnderTest) -> None:
    """429 for want of money is no rate limit: asking again does not help."""
    answer = error(429, _WORDS, code="insufficient_quota", type="insufficient_quota")
    tried.expect("429 insufficient_quota", answer, FaultKind.QUOTA)


def forbidden_keys_and_missing_models_are_named(tried: JudgeUnderTest) -> None:
    """401, 403 and 404 are faults of their own, with the server's words, and are not asked again."""
    for status, kind in (
        (401, FaultKind.KEY),
        (403, FaultKind.FORBIDDEN),
        (404, FaultKind.NOT_FOUND),
    ):
        fault = tried.expect(f"HTTP {status}", error(status, _WORDS), kind)
        assert _WORDS in fault.message, f"for HTTP {status} the message is {fault.message!r}"


def other_refusals_are_not_asked_again(tried: JudgeUnderTest) -> None:
    """Any other 4xx is a refusal with the server's words."""
    for status in (400, 405, 413, 422):
        fault = tried.expect(f"HTTP {status}", error(status, _WORDS), FaultKind.REJECTED)
        assert _WORDS in fault.message, f"for HTTP {status} the message is {fault.message!r}"


def refused_parameters_are_named(tried: JudgeUnderTest) -> None:
    """A parameter that a server refuses by name is named, when it was sent; the response format, too."""
    for name in ("seed", "max_completion_tokens", "response_format"):
        words = f"Unsupported parameter: '{name}' is not supported with this model."
        for more in ({"param": name, "code": "unsupported_parameter"}, {"param": None, "code": None}):
            answer = error(400, words, **{**more, "type": "invalid_request_error"})
            fault = tried.fault(f"400 that refuses {name}", answer)
            assert fault.kind is FaultKind.PARAMETER, (
                f"400 that refuses {name} came out as {fault.kind.value}"
            )
            assert fault.parameter == name, f"400 that refuses {name} names {fault.parameter!r}"
            bare = request(parameters={}, output="text")
            fault = tried.fault(f"400 that refuses {name}, which was not sent,", answer, bare)
            came_out = (fault.kind, fault.parameter)
            assert came_out == (FaultKind.REJECTED, None), (
                f"what was not sent is named as refused: {came_out}"
            )
