"""The code blocks of a case's response, and the JSON in it: found once for all checks."""

from __future__ import annotations

from ..contract.case import Case
from .blocks import Block, blocks
from .json_in_reply import Found, NotFound, find

__all__ = ["blocks_of", "json_of"]


def blocks_of(case: Case) -> tuple[Block, ...]:
    """Return the code blocks of a case's response, found once for all checks.

    Raises:
        NotExecutable: the case has no response.
    """
    return case.memo(_blocks)


def json_of(case: Case) -> Found | NotFound:
    """Return the JSON in a case's response, found once for all checks.

    Raises:
        NotExecutable: the case has no response.
    """
    return case.memo(_json)


def _blocks(case: Case) -> tuple[Block, ...]:
    return blocks(case.text)


def _json(case: Case) -> Found | NotFound:
    return find(case.text, lambda: blocks_of(case))
