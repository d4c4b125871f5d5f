"""Kinds: the kinds of check that are usable here; `load_kinds` finds them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from types import MappingProxyType
from typing import Any, TypeVar

from ..contract.isolation import described, isolated
from ..contract.kind import Kind
from ..schema.fragment import derived_fragment, fragment_fault
from .installed import LoadProblem, Origin
from .vetting import Offer

__all__ = [
    "Kinds",
]

T = TypeVar("T")


class Kinds(Mapping[str, Kind[Any]]):
    """The kinds that are usable here, by name and sorted, with the problems of those that are not.

    Immutable, and independent of every other `load_kinds()`.
    """

    def __init__(
        self, offered: Mapping[str, Offer] = MappingProxyType({}), problems: Sequence[LoadProblem] = ()
    ) -> None:
        self._offers = {name: offered[name] for name in sorted(offered)}
        # One cause may be met several times, as by a hook that lists a broken kind twice.
        self.load_problems = tuple(sorted(dict.fromkeys(problems), key=_order))
        self._made: dict[Callable[[Kinds], Any], Any] = {}

    def __getitem__(self, name: str) -> Kind[Any]:
        return self._offers[name].kind

    def __iter__(self) -> Iterator[str]:
        return iter(self._offers)

    def __len__(self) -> int:
        return len(self._offers)

    def __repr__(self) -> str:
        return f"Kinds({', '.join(self._offers)})"

    def once(self, make: Callable[[Kinds], T]) -> T:
        """Return `make(kinds)`, computed once for this set of kinds; `make` is a module-level function."""
        if make not in self._made:
            self._made[make] = make(self)
        result: T = self._made[make]
        return result

    def origin(self, name: str) -> Origin:
        """Say who offers the kind `name`."""
        return self._offers[name].origin

    @cached_property
    def problems(self) -> tuple[LoadProblem, ...]:
        """Everything that is wrong with the plugins, derived schema fragments included."""
        return tuple(sorted(self.load_problems + self.fragments[1], key=_order))

    @cached_property
    def fragments(self) -> tuple[Mapping[str, Mapping[str, Any]], tuple[LoadProblem, ...]]:
        """The sound schema fragment of each kind, read-only, and the problems of those that have none."""
        sound: dict[str, Mapping[str, Any]] = {}
        problems: list[LoadProblem] = []
        for name, offer in self._offers.items():
            with isolated() as fault:
                fragment = derived_fragment(offer.kind.spec) if offer.fragment is None else offer.fragment
                why = fragment_fault(fragment, name) if offer.fragment is None else None
                if why is None:
                    sound[name] = fragment
            if fault.error is not None:
                why = f"its schema cannot be derived: {described(fault.error)}"
            if why is not None:
                message = f"{why}; so the schema leaves {name!r} out, and its model alone decides"
                hint = "upgrade it; its author mends the spec, or writes the schema by hand"
                problems.append(LoadProblem(str(offer.origin), message, hint=hint))
        return MappingProxyType(sound), tuple(problems)

    def why_unavailable(self, name: str) -> str | None:
        """Say why the kind `name`, which is not usable, is installed; None when no plugin says it has it."""
        return "; ".join(str(problem) for problem in self.load_problems if name in problem.kinds) or None

    def failed_plugins(self) -> tuple[LoadProblem, ...]:
        """Return the problems of plugins whose kinds are unknown: any missing kind may be theirs."""
        return tuple(problem for problem in self.load_problems if not problem.kinds)


def _order(problem: LoadProblem) -> tuple[str, tuple[str, ...], str]:
    return problem.plugin, problem.kinds, problem.message
