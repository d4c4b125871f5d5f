"""Bodies of answers, as servers with the OpenAI API give them."""

from __future__ import annotations

import json
from typing import Any

from .server import Answer

__all__ = ["MODEL", "completion", "error", "of_json"]

#: The model that answers, as the server says.
MODEL = "answering-model-1"
_USAGE = {"prompt_tokens": 7, "completion_tokens": 5, "total_tokens": 12}


def of_json(body: Any, status: int = 200, *headers: tuple[str, str]) -> Answer:
    """Return an answer with a body of JSON."""
    return Answer(status, json.dumps(body, ensure_ascii=False).encode(), headers)


def completion(
    content: Any = '{"score": 4}', finish_reason: Any = "stop", *headers: tuple[str, str], **more: Any
) -> Answer:
    """Return the answer of a model. more: further fields of the body, or others in their place."""
    message = {"role": "assistant", "content": content}
    body = {
        "id": "chatcmpl-1",
        "object": "chat.completion",
        "created": 1,
        "model": MODEL,
        "choices": [{"index": 0, "message": message, "finish_reason": finish_reason}],
        "usage": _USAGE,
        **more,
    }
    return of_json(body, 200, *headers)


def error(status: int, message: str = "no", *headers: tuple[str, str], **more: Any) -> Answer:
    """Return the answer with an error. more: its fields beside the message, such as `code`."""
    return of_json({"error": {"message": message, "type": "error", **more}}, status, *headers)
