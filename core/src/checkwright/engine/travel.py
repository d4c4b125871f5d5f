"""SentPlan: what a plan carries to another process, where it is compiled again and must be the same."""

from __future__ import annotations

import pickle
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from ..contract.errors import PlanMismatch
from ..contract.isolation import described, isolated
from ..contract.lookup import Found, Lookup, Missing
from ..contract.provider import Provider
from ..contract.toolbox import Limits
from ..kinds.kinds import Kinds
from ..kinds.loading import load_kinds
from ..rubrics.rubric import Rubric
from ..rubrics.sent_rubric import SentRubric
from ..wording import listed, one_line, shown
from .noted_lookup import RecordedLookup
from .resources import Resources

__all__ = ["SentPlan"]


@dataclass(frozen=True, slots=True)
class SentPlan:
    """A plan as data: the documents that decide, and the signature that they must come to.

    rubrics, schemas: the references that were looked up, to what they led to or why to nothing; None where
        the run had no such look-up. lookups: the same of further words, by word.
    providers: those that were opened for the checks; the other side opens its own by the same functions.
    folder: as it was here; the other side has to have the same.
    """

    rubric: SentRubric
    rubrics: Mapping[str, SentRubric | Missing] | None
    schemas: Mapping[str, Any] | None
    lookups: Mapping[str, Mapping[str, Any]]
    tools: Mapping[str, str]
    limits: Limits
    providers: Iterable[Provider[Any]] | Mapping[Any, Provider[Any]]
    folder: str | None
    signature: Mapping[str, Any]

    @classmethod
    def of(
        cls,
        rubric: Rubric,
        kinds: Kinds,
        resources: Resources,
        signature: Mapping[str, Any],
        rubrics: Iterable[str],
        schemas: Iterable[str],
        lookups: Mapping[str, Iterable[str]],
    ) -> SentPlan:
        """Pack what a rubric was compiled from.

        rubrics, schemas, lookups: the references that were looked up, the last by word.

        Raises:
            pickle.PicklingError: a kind comes from a host's own plugin, which the other side cannot load.
        """
        own = [name for name in signature["kinds"] if kinds.origin(name).of_host]
        if own:
            hint = "install what offers it as a package, so that the other side can load it"
            raise pickle.PicklingError(
                one_line(f"the plan of {rubric.ref} cannot travel: {listed(own)} of a host's plugin; {hint}")
            )
        return cls(
            SentRubric.of(rubric),
            None if resources.rubrics is None else _sent_rubrics(resources.rubrics, rubrics),
            None if resources.schemas is None else _sent_answers(resources.schemas, schemas),
            {word: _sent_answers(resources.lookups[word], refs) for word, refs in lookups.items()},
            dict(resources.tools),
            resources.limits,
            resources.providers,
            resources.folder,
            signature,
        )

    @property
    def reference(self) -> str:
        """The reference of the rubric."""
        return str(self.signature["reference"])

    def unpacked(self) -> tuple[Rubric, Kinds, Resources]:
        """Return what to compile here; only the distributions that are named are loaded.

        Raises:
            PlanMismatch: a kind is not here in the same version, or does not accept its checks.
        """
        wanted = self.signature["kinds"]
        kinds = load_kinds(only={kind["distribution"] for kind in wanted.values()})
        missing = [name for name in wanted if name not in kinds]
        if missing:
            raise PlanMismatch(self.reference, [self._missing(name, kinds) for name in missing])
        self._require(_versions(wanted), {name: _version(kinds, name) for name in wanted})
        with isolated() as fault:
            rubrics = None if self.rubrics is None else self._rubrics(kinds)
            schemas = None if self.schemas is None else RecordedLookup(_answers(self.schemas))
            lookups = {word: RecordedLookup(_answers(one)) for word, one in self.lookups.items()}
            resources = Resources(
                rubrics, schemas, self.tools, self.limits, self.providers, lookups, self.folder
            )
            return self.rubric.read(kinds), kinds, resources
        raise PlanMismatch(self.reference, [f"its rubrics cannot be read here: {described(fault.error)}"])

    def require_same(self, signature: Mapping[str, Any]) -> None:
        """Compare with the signature of the plan that was compiled here.

        Raises:
            PlanMismatch: they differ; the message names where.
        """
        self._require(self.signature, signature)

    def _require(self, there: Any, here: Any) -> None:
        differences = list(_differences(there, here, ""))
        if differences:
            raise PlanMismatch(self.reference, differences)

    def _missing(self, name: str, kinds: Kinds) -> str:
        kind = self.signature["kinds"][name]
        why = kinds.why_unavailable(name) or "; ".join(map(str, kinds.failed_plugins()))
        whose = f"the kind {name} of {kind['distribution']} {kind['version']} is not here"
        return one_line(f"{whose}: {why}" if why else whose)

    def _rubrics(self, kinds: Kinds) -> RecordedLookup[Rubric]:
        assert self.rubrics is not None
        return RecordedLookup(
            {
                ref: sent if isinstance(sent, Missing) else Found(sent.read(kinds))
                for ref, sent in self.rubrics.items()
            }
        )


def _sent_rubrics(lookup: Lookup[Rubric], refs: Iterable[str]) -> dict[str, SentRubric | Missing]:
    found = {ref: lookup.find(ref) for ref in sorted(refs)}
    return {ref: one if isinstance(one, Missing) else SentRubric.of(one.value) for ref, one in found.items()}


def _sent_answers(lookup: Lookup[Any], refs: Iterable[str]) -> dict[str, Any]:
    found = {ref: lookup.find(ref) for ref in sorted(refs)}
    return {ref: one if isinstance(one, Missing) else one.value for ref, one in found.items()}


def _answers(answers: Mapping[str, Any]) -> dict[str, Found[Any] | Missing]:
    return {ref: one if isinstance(one, Missing) else Found(one) for ref, one in answers.items()}


def _versions(kinds: Mapping[str, Any]) -> dict[str, str]:
    return {name: f"{kind['distribution']} {kind['version']}" for name, kind in kinds.items()}


def _version(kinds: Kinds, name: str) -> str:
    origin = kinds.origin(name)
    return f"{origin.distribution} {origin.version}"


def _differences(there: Any, here: Any, place: str) -> Iterator[str]:
    """Yield where two signatures differ, each with both values."""
    if isinstance(there, Mapping) and isinstance(here, Mapping):
        for name in sorted({*there, *here}):
            yield from _differences(there.get(name), here.get(name), f"{place}.{name}" if place else name)
    elif there != here:
        yield one_line(f"{place}: {shown(there)} where it was made, {shown(here)} here")
