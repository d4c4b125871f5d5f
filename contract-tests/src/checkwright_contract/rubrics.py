"""The run that an example describes by its rubrics: references lead to them, and to nothing else.

What reads documents and compiles is loaded by the few trials that have rubrics.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

from checkwright import Toolbox

if TYPE_CHECKING:
    from checkwright import Execute, Kinds, Rubric

__all__ = ["toolbox_with"]


def toolbox_with(rubrics: Sequence[Any]) -> Toolbox:
    """Return the toolbox of a run that has these rubrics, and the installed kinds for checks on the way.

    A document that no longer is a rubric, as a change of one place can leave it, is left out.
    """
    if not rubrics:
        # Most kinds build on no other: their trials load none.
        return Toolbox(prepare=_prepare)
    from checkwright import RubricStore

    return _toolbox(rubrics=RubricStore.of(_read(rubrics, _kinds())))


def _prepare(check: Mapping[str, Any]) -> Execute:
    return _toolbox().prepare(check)


def _toolbox(**provided: Any) -> Toolbox:
    from checkwright.compiler import make_toolbox

    return make_toolbox(kinds=_kinds(), **provided)


def _read(documents: Sequence[Any], kinds: Kinds) -> Iterator[Rubric]:
    from checkwright import InvalidDocument, parse_rubric

    for number, document in enumerate(documents, start=1):
        if not isinstance(document, Mapping):
            continue
        try:
            yield parse_rubric(document, kinds=kinds, source=f"rubrics[{number}]", invalid_checks="fail")
        except InvalidDocument:
            continue


@cache
def _kinds() -> Kinds:
    from checkwright import load_kinds

    # Once for a session: the trials of one law are hundreds.
    return load_kinds()
