"""Kind: what a plugin offers; Toolbox and Limits: what a run provides to it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Generic, TypeAlias, TypeVar

from .case import Case
from .errors import NotExecutable
from .outcome import Outcome
from .wording import one_line, shown

if TYPE_CHECKING:
    from .plan import Plan
    from .schemas import SchemaStore
    from .spec import CheckSpec

__all__ = ["CONTRACT", "Execute", "Kind", "Limits", "Prepare", "Toolbox"]

#: The version of the contract that this core speaks. A kind made for a later one is refused.
CONTRACT = 1

S = TypeVar("S", bound="CheckSpec")

#: Executes one prepared check on one case; may be called from several threads.
Execute: TypeAlias = Callable[[Case], Outcome]
#: Prepares one check document; called once per check when a rubric is compiled.
Prepare: TypeAlias = Callable[[S, "Toolbox"], Execute]


@dataclass(frozen=True, slots=True)
class Limits:
    """Named bounds of a run; a response that exceeds one fails the check, and the reason names it.

    response_chars: characters of a response that any check looks at.
    regex_chars: characters of a response that a pattern is searched in.
    chrf_chars: characters of a response, and of all its references together, that chrF is computed of.
    depth: how many rubrics deep a composite may lead; the rubric itself is depth 0.
    checks: checks that a rubric may come to with all its sub-rubrics, each counted where it is used.
    """

    response_chars: int = 10_000_000
    regex_chars: int = 1_000_000
    chrf_chars: int = 100_000
    depth: int = 3
    checks: int = 10_000


def _no_rubrics(ref: str) -> Plan:
    raise NotExecutable(one_line(f"{ref}: this run has no rubrics to look it up in"))


def _no_kinds(check: Mapping[str, Any]) -> Execute:
    raise NotExecutable(f"the kind {shown(check.get('kind'))} is not available here")


def _nobody_closes(function: Callable[[], object]) -> None:
    del function


def _nobody_asks(name: str, version: str) -> None:
    del name, version


@dataclass(frozen=True, slots=True)
class Toolbox:
    """What a run provides to `prepare`. Nothing is ambient: what is not here does not exist.

    limits: the bounds of the run.
    compile: gives the plan of a rubric by its reference, compiled once; raises NotExecutable with the
        cause when the run has no such rubric, on a cycle and past a limit, ServiceError when the rubric
        is there and cannot be used.
    prepare: prepares a check of another kind from its document, for a kind that builds on it; raises
        NotExecutable when that kind is not there or is not executed here, CheckError for an authoring
        mistake (its path lies in that document), ServiceError when that kind broke. What it gives raises
        nothing: every case has an outcome, and a fault names the kind whose it is.
    schemas: where a reference to a JSON Schema is looked up, in `prepare`, since what was looked up there
        decides and stands in the signature; None when the run has no such look-up.
    tools: programs that the run names, each with its path; a kind looks elsewhere for one that is not
        named.
    on_close: gives the plan a function to call when it is closed, which gives back what `prepare` took,
        such as a process or a folder; the last one is called first.
    engine: notes in `prepare` what decides beside the kind in this run, and its version; it takes the
        place of what `Kind.engines` says of that name in the signature.
    """

    limits: Limits = field(default_factory=Limits)
    compile: Callable[[str], Plan] = _no_rubrics
    prepare: Callable[[Mapping[str, Any]], Execute] = _no_kinds
    schemas: SchemaStore | None = None
    tools: Mapping[str, str] = field(default_factory=dict)
    on_close: Callable[[Callable[[], object]], object] = _nobody_closes
    engine: Callable[[str, str], None] = _nobody_asks


def _nothing() -> Mapping[str, str]:
    return {}


def _not_missing(toolbox: Toolbox) -> None:
    del toolbox


@dataclass(frozen=True, slots=True)
class Kind(Generic[S]):
    """One kind of check: the model of its document and how to execute it.

    spec: a CheckSpec subclass whose `kind` field is a Literal of one name; the name is read from it.
    prepare: `(spec, toolbox) -> execute`; None for vocabulary that nobody executes.
    schema: a JSON Schema (draft 2020-12) fragment instead of the one derived from `spec`.
    describe: the stock criteria sentence for a check without a description; None for none.
    says: the fields whose values `describe` may show.
    effects: what execution touches outside its arguments, such as {"subprocess:php"}.
    engines: what decides beside the code and its version, such as {"PCRE2": "10.47"}; called late.
    missing: why a run with this toolbox cannot execute the kind on this machine, in one sentence that says
        what to do; None where it can. Called by `checkwright kinds` and `doctor`; `prepare` decides for
        itself.
    warn: gives `(path inside the check, message)` for what is valid and most likely not meant; called by
        `validate` for a check that prepares.
    vocabulary: why a kind without `prepare` is not executed, the reason of its outcomes.
    contract: the contract version that the kind was made for.
    """

    spec: type[S]
    prepare: Prepare[S] | None
    schema: Mapping[str, Any] | None = None
    describe: Callable[[S], str | None] | None = None
    says: frozenset[str] = frozenset()
    effects: frozenset[str] = frozenset()
    engines: Callable[[], Mapping[str, str]] = _nothing
    missing: Callable[[Toolbox], str | None] = _not_missing
    warn: Callable[[S], Iterable[tuple[tuple[str | int, ...], str]]] | None = None
    vocabulary: str = "vocabulary only"
    contract: int = CONTRACT

    @property
    def name(self) -> str:
        """The name that check documents use, from the `kind` field of the spec."""
        return self.spec.kind_name()
