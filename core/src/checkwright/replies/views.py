"""The code blocks of a case's response, and the JSON in it: found once for all checks."""

from __future__ import annotations

from ..contract.case import Case
from .blocks import Block, outer_blocks
from .json_in_reply import Found, NotFound, find
from .whole import blocks_within, wrapper

__all__ = ["blocks_of", "json_of", "outer_blocks_of", "wrapper_of"]


def blocks_of(case: Case) -> tuple[Block, ...]:
    """Return the code blocks of a case's response, found once for all checks.

    Raises:
        NotExecutable: the case has no response.
    """
    return case.memo(_blocks)


def outer_blocks_of(case: Case) -> tuple[Block, ...]:
    """Return the same without a look inside a block that wraps the whole reply.

    Raises:
        NotExecutable: the case has no response.
    """
    return case.memo(_outer_blocks)


def wrapper_of(case: Case) -> Block | None:
    """Return the block that wraps the whole answer and is read as its content, or None.

    Raises:
        NotExecutable: the case has no response.
    """
    return case.memo(_wrapper)


def json_of(case: Case) -> Found | NotFound:
    """Return the JSON in a case's response, found once for all checks.

    Raises:
        NotExecutable: the case has no response.
    """
    return case.memo(_json)


def _blocks(case: Case) -> tuple[Block, ...]:
    return blocks_within(case.text, outer_blocks_of(case))


def _outer_blocks(case: Case) -> tuple[Block, ...]:
    return outer_blocks(case.text)


def _wrapper(case: Case) -> Block | None:
    return wrapper(case.text, outer_blocks_of(case))


def _json(case: Case) -> Found | NotFound:
    return find(case.text, lambda: blocks_of(case))
