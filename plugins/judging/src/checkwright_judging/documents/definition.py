"""Definition: a criterion with a scale of 1 to 5, and the fields that a judge is shown."""

from __future__ import annotations

from typing import Any

from pydantic import Field

from checkwright import CheckError, NonBlank, SpecPart
from checkwright.wording import one_line, shown

from .field_lists import MOST_FIELDS, FieldNames
from .scale import JudgeText, Scale

__all__ = ["Definition"]


class Definition(SpecPart):
    """What a judge looks at, and what it grades by."""

    criteria: JudgeText = Field(description="What is judged, in words for the judge.")
    scale: Scale = Field(description="What each level from 1 to 5 means: exactly the keys 1 to 5.")
    input_fields: FieldNames = Field(
        default=("query",),
        description="What the judge is shown of question.input: keys of an object; of anything else query "
        "and input mean all of it.",
    )
    output_fields: FieldNames = Field(
        default=("response",),
        min_length=1,
        description="What the judge is shown of the answer: keys of the object prediction of the response "
        "row; else response means the text of the reply.",
    )
    expected_output_fields: FieldNames = Field(
        default=(),
        description="What the judge is shown of question.expected: keys of an object; of anything else "
        "expected and response mean all of it.",
    )
    model: NonBlank | None = Field(
        default=None, description="The model that judges, where the check names none."
    )

    def too_many_fields(self) -> CheckError | None:
        """Return the mistake of more fields than a definition may name in all; a schema cannot add."""
        lists = ("input_fields", "output_fields", "expected_output_fields")
        counts = {name: len(getattr(self, name)) for name in lists}
        total, longest = sum(counts.values()), max(lists, key=counts.__getitem__)
        if total <= MOST_FIELDS:
            return None
        last = getattr(self, longest)[-1]
        most = f"at most {MOST_FIELDS} may be shown: leave out some, such as {shown(last)}"
        message = f"{total} fields in all, {most}"
        return CheckError(one_line(message), (longest,))

    def to_dict(self) -> dict[str, Any]:
        """Return the document as JSON, with the fields that it was given; the copy is the caller's."""
        return self.model_dump(mode="json", by_alias=True, exclude_unset=True)
