"""Scale: what each level from 1 to 5 means."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field, StringConstraints

from checkwright import NonBlank, SpecPart

from ..replies.score_rule import ScoreRule

__all__ = ["SCALE_RULE", "JudgeText", "Scale"]

#: A text of a definition: not blank, at most 4,000 characters.
JudgeText = Annotated[NonBlank, StringConstraints(max_length=4_000)]

#: What a score on this scale has to be.
SCALE_RULE = ScoreRule(1, 5, integer=True, clamp=True)


class Scale(SpecPart):
    """What each level means: exactly the keys 1 to 5, each with a text."""

    one: JudgeText = Field(alias="1", description="What the lowest level means.")
    two: JudgeText = Field(alias="2", description="What level 2 means.")
    three: JudgeText = Field(alias="3", description="What level 3 means.")
    four: JudgeText = Field(alias="4", description="What level 4 means.")
    five: JudgeText = Field(alias="5", description="What the highest level means.")

    def levels(self) -> tuple[tuple[str, str], ...]:
        """Return the levels with their texts, the lowest first."""
        texts = (self.one, self.two, self.three, self.four, self.five)
        return tuple((str(level), text) for level, text in enumerate(texts, 1))
