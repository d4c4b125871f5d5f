"""Tell what a request costs: before it is sent at most, afterwards as the server counts."""

from __future__ import annotations

import json
from collections.abc import Mapping

from ..judge import JudgeRequest, Output, Usage
from ..profiles.profile import Prices

__all__ = ["DEFAULT_OUTPUT_TOKENS", "cost_of", "estimated_input_tokens", "most_output_tokens"]

#: Tokens of a reply where the request does not bound them.
DEFAULT_OUTPUT_TOKENS = 1_024

#: Fewer bytes than a token has in nearly all text: about 4 in English, 3 in code and digits, 2 to 3 in other
#: scripts.
_BYTES = 2
#: Tokens that frame a message.
_FRAME = 8
_BOUNDS = ("max_completion_tokens", "max_tokens")


def estimated_input_tokens(request: JudgeRequest) -> int:
    """Return about how many tokens a request sends, rather too many: one for two bytes of UTF-8.

    Counted are the contents of messages, eight tokens a message for its frame, and the schema where it is
    sent. A text of rare characters can take more, one token a byte at the very most.
    """
    schema = request.schema if request.output is Output.JSON_SCHEMA else None
    texts = [message.content for message in request.messages]
    if schema:
        texts.append(json.dumps(schema, default=dict))
    return sum(_FRAME - len(text.encode(errors="surrogatepass")) // -_BYTES for text in texts)


def most_output_tokens(request: JudgeRequest) -> int:
    """Return how many tokens a reply has at the most, by `max_completion_tokens` or else `max_tokens`.

    Where the request bounds nothing, or the server refused to be bounded, this is `DEFAULT_OUTPUT_TOKENS`,
    which a reply may exceed.
    """
    bounds = _numbers(request.parameters)
    return bounds[0] if bounds else DEFAULT_OUTPUT_TOKENS


def _numbers(parameters: Mapping[str, object]) -> list[int]:
    values = (parameters.get(name) for name in _BOUNDS)
    return [value for value in values if type(value) is int and value >= 0]


def cost_of(usage: Usage, prices: Prices) -> float:
    """Return what tokens cost, in the currency of the prices; reasoning tokens are output tokens already."""
    return (usage.input_tokens * prices.input + usage.output_tokens * prices.output) / 1_000_000
