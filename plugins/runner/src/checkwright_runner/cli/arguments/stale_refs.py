"""Say which references of a dataset lead to no rubric, so that a gate does not stay green unseen."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from checkwright import Dataset, Lookup, Missing, Rubric
from checkwright.wording import counted

__all__ = ["stale_refs"]

#: References that have a line of their own.
_MOST = 20


def stale_refs(dataset: Dataset, store: Lookup[Rubric]) -> Iterator[str]:
    """Yield a line for each reference that names no rubric of the store, neither enabled nor disabled.

    Each has the near name or the versions that there are. Questions that are left out are not looked at.
    """
    named: Counter[str] = Counter()
    for ident, question in dataset.questions.items():
        ref = question.get("rubric_ref")
        if ref is not None and ident not in dataset.disabled:
            named[ref] += 1
    found = ((ref, store.find(ref)) for ref in named)
    stale = [(ref, one) for ref, one in found if isinstance(one, Missing) and one.unknown]
    for ref, one in stale[:_MOST]:
        yield f"{dataset.source}: {one.why} ({counted(named[ref], 'question')} not graded)"
    if len(stale) > _MOST:
        more = sum(named[ref] for ref, _ in stale[_MOST:])
        what = counted(len(stale) - _MOST, "more reference")
        yield f"{dataset.source}: {what} to no rubric ({counted(more, 'question')} not graded)"
