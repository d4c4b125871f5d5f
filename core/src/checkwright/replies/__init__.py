"""What kinds read out of a reply: its code blocks, and the JSON in it.

A byte order mark and the thinking in front are no part of the answer. Everything here takes time in
proportion to the length of the text, and returns a value where something is wrong.
"""

from .blocks import Block, outer_blocks
from .broken import Broken
from .json_in_reply import Found, NotFound, find_json
from .json_numbers import equal_json
from .strict_json import Parsed, parse_json
from .thinking import answer_start
from .views import blocks_of, json_of, outer_blocks_of, wrapper_of
from .whole import blocks, fenced_whole

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
    "outer_blocks",
    "outer_blocks_of",
    "parse_json",
    "wrapper_of",
]
