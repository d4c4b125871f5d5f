"""Halves of surrogate pairs, which no text of Unicode has and Python's texts may hold."""

import re

__all__ = ["LONE_SURROGATE"]

#: A surrogate code point; in a text of Python it always stands alone.
LONE_SURROGATE = re.compile("[\ud800-\udfff]")
