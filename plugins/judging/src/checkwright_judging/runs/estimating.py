"""EstimatingAsker: asks nobody, and tells what asking would take."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ..asking.parameters import parameters_of
from ..asking.pricing import cost_of, estimated_input_tokens, most_output_tokens
from ..judge import JudgeRequest, Message, Output, Usage
from ..judges import Answer, Spent
from ..profiles.profile import Profile
from ..replies.reading import Reading, ScoreRule, reply_schema

__all__ = ["EstimatingAsker"]


class EstimatingAsker:
    """An Asker whose answers hold the lowest score, and what a request would take at the most."""

    def __init__(self, profile: str, settings: Profile, model: str, engine: str) -> None:
        self.profile = profile
        self.model = model
        self.engine = engine
        self._settings = settings
        self._parameters = parameters_of(profile, settings)

    def ask(self, messages: Sequence[Message], rule: ScoreRule, *, case: str | None = None) -> Answer:
        """Return what one ask would take; nothing is sent."""
        del case
        output, prices = self._settings.output, self._settings.prices
        schema: Mapping[str, Any] = reply_schema(rule) if output is Output.JSON_SCHEMA else {}
        request = JudgeRequest(tuple(messages), self.model, output, self._parameters, schema)
        usage = Usage(estimated_input_tokens(request), most_output_tokens(request))
        cost = None if prices is None else cost_of(usage, prices)
        return Answer(Reading(rule.low, rule.low), None, Spent(asks=1, attempts=1, usage=usage, cost=cost))
