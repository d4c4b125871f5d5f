"""The document of a regex check."""

from typing import Annotated, Literal

from pydantic import AfterValidator, ConfigDict, Field, StringConstraints, model_validator

from checkwright import CheckSpec

__all__ = ["Regex"]

_LETTERS = "imsxADUu"


def _each_once(flags: str) -> str:
    for letter in flags:
        if flags.count(letter) > 1:
            raise ValueError(f"the flag {letter} stands twice; give each flag once")
    return flags


class Regex(CheckSpec):
    """The response matches one or all of the patterns."""

    model_config = ConfigDict(
        json_schema_extra={
            "if": {"properties": {"case_sensitive": {"const": True}}, "required": ["case_sensitive"]},
            "then": {
                "properties": {
                    "flags": {
                        "not": {"type": "string", "pattern": "i"},
                        "description": "the flag i contradicts case_sensitive: true; leave one of them out",
                    }
                }
            },
        }
    )

    kind: Literal["regex"]
    patterns: tuple[Annotated[str, StringConstraints(min_length=1)], ...] = Field(
        min_length=1,
        description="PCRE2 patterns without delimiters (a slash needs no escape), each searched anywhere in "
        "the response.",
    )
    mode: Literal["any", "all"] = Field(
        default="any", description="Whether one matching pattern is enough, or all must match."
    )
    flags: Annotated[str, StringConstraints(pattern=f"^[{_LETTERS}]*$"), AfterValidator(_each_once)] = Field(
        default="",
        description="PCRE flags, each once: i caseless (as is the default), m makes ^ and $ match at every "
        "line, s the dot match newlines, x ignores white space and # comments, A matches at the start only, "
        "D makes $ match at the very end only, U makes quantifiers lazy, u is Unicode (always on).",
        json_schema_extra={
            "allOf": [{"pattern": r"^(?!.*(.).*\1)", "description": "each flag stands at most once"}]
        },
    )
    case_sensitive: bool = Field(
        default=False,
        description="Whether upper and lower case differ; (?i) and (?-i) say it for a part of a pattern.",
    )

    @model_validator(mode="after")
    def _one_answer_on_case(self) -> "Regex":
        if self.case_sensitive and "i" in self.flags:
            raise ValueError("the flag i contradicts case_sensitive: true; leave one of them out")
        return self
