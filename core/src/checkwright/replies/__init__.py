"""What kinds read out of a reply: its code blocks, and the JSON in it.

A byte order mark and one leading `<think>` or `<thinking>` block are no part of the answer. Everything
here takes time in proportion to the length of the text, and gives a value where something is wrong.
"""

from __future__ import annotations

from ..case import Case
from .blocks import Block, answer_start, blocks, fenced_whole
from .broken import Broken
from .finding import Found, NotFound, find, find_json
from .json_numbers import equal_json
from .strict_json import Parsed, parse_json

__all__ = [
    "Block",
    "Broken",
    "Found",
    "NotFound",
    "Parsed",
    "answer_start",
    "blocks",
    "blocks_of",
    "equal_json",
    "fenced_whole",
    "find_json",
    "json_of",
    "parse_json",
]


def blocks_of(case: Case) -> tuple[Block, ...]:
    """Give the code blocks of a case's response, found once for all checks.

    Raises:
        NotExecutable: the case has no response.
    """
    return case.memo(_blocks)


def json_of(case: Case) -> Found | NotFound:
    """Give the JSON in a case's response, found once for all checks.

    Raises:
        NotExecutable: the case has no response.
    """
    return case.memo(_json)


def _blocks(case: Case) -> tuple[Block, ...]:
    return blocks(case.text)


def _json(case: Case) -> Found | NotFound:
    return find(case.text, lambda: blocks_of(case))
