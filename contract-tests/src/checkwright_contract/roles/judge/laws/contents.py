"""Laws of what stands in a response: a reply, something else, or nothing for a filter or a refusal.

PYTEST_DONT_REWRITE: what is found is said in full, and pytest may take hours to compare large values.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from checkwright_judging.judge import FaultKind

from ..bodies import completion, error, of_json
from ..server import Answer

if TYPE_CHECKING:
    from ..under_test import JudgeUnderTest

__all__ = [
    "errors_with_a_good_status_are_shown",
    "filtered_contents_are_named",
    "refusals_of_models_are_named",
    "what_is_no_completion_is_named",
]

_HTML = Answer(200, b"<!doctype html><title>Sign in</title>", (("Content-Type", "text/html"),))


def what_is_no_completion_is_named(tried: JudgeUnderTest) -> None:
    """200 with HTML, broken JSON, no choices, or contents that are no text, is no completion."""
    for what, answer in (
        ("HTML", _HTML),
        ("an empty body", Answer()),
        ("broken JSON", Answer(body=completion().body[:-9])),
        ("bytes that are no UTF-8", Answer(body=b'{"choices": "\xff\xfe"}')),
        ("a text", of_json("hello")),
        ("a list", of_json([1])),
        ("null", of_json(None)),
        ("nesting without end", Answer(body=b"[" * 200_000)),
        ("no choices", of_json({"id": "x"})),
        ("empty choices", completion(choices=[])),
        ("null for choices", completion(choices=None)),
        ("a choice that is null", completion(choices=[None])),
        ("a choice without a message", completion(choices=[{"finish_reason": "stop"}])),
        ("a message that is a text", completion(choices=[{"message": "hello"}])),
        ("contents that are a number", completion(4)),
        ("contents that are a list", completion([{"type": "text", "text": "{}"}])),
    ):
        tried.expect(f"200 with {what}", answer, FaultKind.NOT_A_COMPLETION)


def errors_with_a_good_status_are_shown(tried: JudgeUnderTest) -> None:
    """200 with an error is no completion, and the fault has the error's words."""
    words = "the model is loading"
    for body in ({"error": {"message": words}, "choices": None}, {"error": {"message": words, "code": 503}}):
        fault = tried.expect("200 with an error", of_json(body), FaultKind.NOT_A_COMPLETION)
        assert words in fault.message, f"the words of the error are not in {fault.message!r}"


def filtered_contents_are_named(tried: JudgeUnderTest) -> None:
    """400 content_filter, and a reply that a filter cut off, are faults of the contents."""
    filtered = error(400, "filtered", code="content_filter", param="prompt", type=None)
    tried.expect("400 content_filter", filtered, FaultKind.CONTENT_FILTER)
    for content in (None, "", json.dumps({"score": 5})):
        tried.expect("a filtered reply", completion(content, "content_filter"), FaultKind.CONTENT_FILTER)


def refusals_of_models_are_named(tried: JudgeUnderTest) -> None:
    """A model that refuses is a fault with its words."""
    message = {"role": "assistant", "content": None, "refusal": "I cannot judge that"}
    answer = completion(choices=[{"index": 0, "message": message, "finish_reason": "stop"}])
    fault = tried.expect("a refusal", answer, FaultKind.REFUSED)
    assert "I cannot judge that" in fault.message, f"the words of the refusal are not in {fault.message!r}"
