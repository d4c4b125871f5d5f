"""The run that an example describes by its rubrics: references lead to them, and to nothing else."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any

from checkwright import (
    Execute,
    InvalidDocument,
    Kinds,
    Rubric,
    RubricStore,
    Toolbox,
    load_kinds,
    parse_rubric,
)
from checkwright.compiler import make_toolbox

__all__ = ["toolbox_with"]


def toolbox_with(rubrics: Sequence[Any]) -> Toolbox:
    """Give the toolbox of a run that has these rubrics, and the installed kinds for checks on the way.

    A document that no longer is a rubric, as a change of one place can leave it, is left out.
    """
    if not rubrics:
        # Most kinds build on no other: their trials load none.
        return Toolbox(prepare=_prepare)
    kinds = _kinds()
    return make_toolbox(kinds=kinds, rubrics=RubricStore.of(_read(rubrics, kinds)))


def _prepare(check: Mapping[str, Any]) -> Execute:
    return make_toolbox(kinds=_kinds()).prepare(check)


def _read(documents: Sequence[Any], kinds: Kinds) -> Iterator[Rubric]:
    for number, document in enumerate(documents, start=1):
        if not isinstance(document, Mapping):
            continue
        try:
            yield parse_rubric(document, kinds=kinds, source=f"rubrics[{number}]", invalid_checks="fail")
        except InvalidDocument:
            continue


@cache
def _kinds() -> Kinds:
    # Once for a session: the trials of one law are hundreds.
    return load_kinds()
