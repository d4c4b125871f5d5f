"""Make the toolbox of a trial from its rubrics: references lead to these, and to nothing else.

The modules that read and compile rubrics are imported only for the few trials that need them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from checkwright import Toolbox

if TYPE_CHECKING:
    from checkwright import Execute, Kinds, Lookup, Provider, Rubric

__all__ = ["toolbox_with"]


def toolbox_with(
    rubrics: Sequence[Any],
    providers: Sequence[Provider[Any]] = (),
    folder: str | None = None,
    lookups: Mapping[str, Lookup[Any]] = MappingProxyType({}),
) -> Toolbox:
    """Return a toolbox with these rubrics and the installed kinds.

    Documents that are no valid rubrics, such as ones with a drawn change, are left out.

    providers, folder, lookups: as for `checkwright.make_toolbox`.
    """
    if not rubrics and (providers or folder is not None):
        return _toolbox(providers=providers, folder=folder, lookups=lookups)
    if not rubrics:
        # Most kinds use no other kinds, so that their trials need not load these.
        return Toolbox(prepare=_prepare)
    from checkwright import RubricStore

    store = RubricStore.of(_read(rubrics, _kinds()))
    return _toolbox(rubrics=store, providers=providers, folder=folder, lookups=lookups)


def _prepare(check: Mapping[str, Any]) -> Execute:
    return _toolbox().prepare(check)


def _toolbox(**provided: Any) -> Toolbox:
    from checkwright import make_toolbox

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

    # Loaded once, since one law has hundreds of trials.
    return load_kinds()
