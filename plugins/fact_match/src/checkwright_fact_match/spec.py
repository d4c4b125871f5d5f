"""The document of a fact_match check."""

from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from checkwright import CheckSpec
from checkwright.paths import dot_path_pattern

__all__ = ["DEFAULT_SOURCE", "FactMatch"]

#: The field of a question that is read when the check names none.
DEFAULT_SOURCE = "expected_facts"

_Path = Annotated[
    str, StringConstraints(pattern=dot_path_pattern(("expected", "metadata"), alone=(DEFAULT_SOURCE,)))
]


class FactMatch(CheckSpec):
    """The response states the facts that its question expects: a lexical test, which reads no meaning."""

    kind: Literal["fact_match"]
    source: _Path = Field(
        default=DEFAULT_SOURCE,
        description="Where the facts stand in the question: expected_facts, or expected. or metadata. and "
        "keys joined by dots, as in expected.facts; a list of facts or one, each a text or number.",
    )
    threshold: float = Field(
        default=1.0,
        ge=0,
        le=1,
        description="The least share of the facts that passes, 0 to 1.",
    )
