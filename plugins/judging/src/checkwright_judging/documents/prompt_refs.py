"""The form of references to prompts."""

from __future__ import annotations

from checkwright import REF_PATTERN

__all__ = ["JUDGE_REF_PATTERN", "PROMPT_ID", "PROMPT_VERSION"]

#: The forms of an id and a version, without anchors: those of rubrics.
PROMPT_ID, _, PROMPT_VERSION = REF_PATTERN.removeprefix("^rubric/").removesuffix("$").partition("@")
#: The pattern of a reference to a prompt.
JUDGE_REF_PATTERN = f"^judge/{PROMPT_ID}@{PROMPT_VERSION}$"
