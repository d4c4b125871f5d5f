"""The modes exact and normalized: the response equals one of the references."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from checkwright import Evidence, Outcome
from checkwright.text import has_invisible, invisible_names, without_invisible
from checkwright.wording import shown

from .differences import difference_span, normalized, original_span, overlap

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from checkwright import Case, Execute

__all__ = ["prepare_equality"]

#: Characters that are quoted of the part that differs.
_MOST_QUOTED = 1_000


def prepare_equality(references: Sequence[str], mode: str) -> Execute:
    """Return the function that compares responses with references, in the mode exact or normalized."""
    exact = mode == "exact"
    view: Callable[[str], str] = str if exact else normalized
    passed = {
        view(reference): Outcome.judge(True, f"matches {shown(reference)} ({mode})")
        for reference in reversed(references)
    }
    explainer: _MismatchExplainer | None = None

    def execute(case: Case) -> Outcome:
        nonlocal explainer
        seen = case.text if exact else case.memo(_normalized)
        found = passed.get(seen)
        if found is not None:
            return found
        if explainer is None:
            explainer = _MismatchExplainer(tuple(dict.fromkeys(references)), view, mode)
        return explainer.outcome(case, seen)

    return execute


def _normalized(case: Case) -> str:
    return " ".join(case.folded.split())


class _MismatchExplainer:
    """Explains why a response equals none of the references: by the nearest one, and by what differs.

    references: without repetition. view: returns the form of a text that is compared.
    """

    def __init__(self, references: Sequence[str], view: Callable[[str], str], mode: str) -> None:
        self._view = view
        self._references = references
        self._seen = [view(reference) for reference in references]
        several = f"each of {len(references)} references ({mode})"
        if len(references) > 1:
            names = [f"{several}; the nearest is {shown(reference)}" for reference in references]
        else:
            names = [several := f"{shown(references[0])} ({mode})"]
        self._outcomes = [
            Outcome.judge(False, f"differs from {name}", locate=partial(self._locate, seen))
            for name, seen in zip(names, self._seen, strict=True)
        ]
        self._nothing = [
            Outcome.judge(False, f"the response is {word} and so differs from {several}")
            for word in ("empty", "blank")
        ]
        self._alike = [] if view is normalized else [normalized(reference) for reference in references]
        self._visible = [view(without_invisible(reference)) for reference in references]
        self._invisible = any(map(has_invisible, references))

    def outcome(self, case: Case, seen: str) -> Outcome:
        """Return the failed outcome for a response; seen: the form of it that is compared."""
        if not seen:
            return self._nothing[bool(case.text)]
        hint = self._hint(case)
        if hint is not None:
            plain = self._outcomes[hint[0]]
            return Outcome.judge(False, f"{plain.reason}; {hint[1]}", locate=plain.locate)
        if len(self._seen) == 1:
            return self._outcomes[0]
        alike = [overlap(seen, reference) for reference in self._seen]
        return self._outcomes[alike.index(max(alike))]

    def _hint(self, case: Case) -> tuple[int, str] | None:
        """Return the index of a reference that the response nearly equals, and what differs; else None."""
        if self._alike and case.memo(_normalized) in self._alike:
            index = self._alike.index(case.memo(_normalized))
            return index, "only case, white space or composition differs"
        if self._invisible or has_invisible(case.text):
            visible = self._view(without_invisible(case.text))
            if visible in self._visible:
                index = self._visible.index(visible)
                names = invisible_names(case.text, self._references[index])
                return index, f"only the invisible {names} differs"
        return None

    def _locate(self, reference: str, case: Case) -> tuple[Evidence, ...]:
        """Point at the part of the response that differs from a reference; () where it only lacks some.

        Of a long part that is its beginning.
        """
        start, stop = difference_span(self._view(case.text), reference)
        if start == stop:
            return ()
        if self._view is normalized:
            start, stop = original_span(case.text, start, stop)
        return (Evidence.span(case.text, start, min(stop, start + _MOST_QUOTED)),)
