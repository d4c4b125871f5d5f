"""Kind: what a plugin offers, the model of a check and how to execute it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, TypeAlias, TypeVar

from .toolbox import Execute, Toolbox

if TYPE_CHECKING:
    from .spec import CheckSpec

__all__ = [
    "CONTRACT",
    "Kind",
    "Prepare",
]

#: The version of the contract that this core speaks. A kind made for a later one is refused.
CONTRACT = 1

S = TypeVar("S", bound="CheckSpec")

#: Prepares one check document; called once per check when a rubric is compiled.
Prepare: TypeAlias = Callable[[S, "Toolbox"], Execute]


def _nothing() -> Mapping[str, str]:
    return {}


def _not_missing(toolbox: Toolbox) -> None:
    del toolbox


@dataclass(frozen=True)
class Kind(Generic[S]):
    """One kind of check: the model of its document and how to execute it.

    spec: a CheckSpec subclass whose `kind` field is a Literal of one name; the name is read from it.
    prepare: `(spec, toolbox) -> execute`; None for vocabulary that nobody executes.
    schema: a JSON Schema (draft 2020-12) fragment instead of the one derived from `spec`.
    describe: the stock criteria sentence for a check without a description; None for none.
    says: the fields whose values `describe` may show.
    effects: what execution touches outside its arguments, such as {"subprocess:php"}.
    varies: the names of details that may differ from call to call, such as durations; the laws do not
        compare them.
    engines: what decides beside the code and its version, such as {"PCRE2": "10.47"}; called late.
    missing: why a run with this toolbox cannot execute the kind on this machine, in one sentence that says
        what to do; None where it can. Called by `checkwright kinds` and `doctor`; `prepare` decides for
        itself.
    warn: yields `(path inside the check, message)` for what is valid and most likely not meant; called by
        `validate` for a check without an authoring mistake, whether it is executable here or not.
    vocabulary: why a kind without `prepare` is not executed, the reason of its outcomes.
    contract: the contract version that the kind was made for.
    """

    spec: type[S]
    prepare: Prepare[S] | None
    schema: Mapping[str, Any] | None = None
    describe: Callable[[S], str | None] | None = None
    says: frozenset[str] = frozenset()
    effects: frozenset[str] = frozenset()
    varies: frozenset[str] = frozenset()
    engines: Callable[[], Mapping[str, str]] = _nothing
    missing: Callable[[Toolbox], str | None] = _not_missing
    warn: Callable[[S], Iterable[tuple[tuple[str | int, ...], str]]] | None = None
    vocabulary: str = "vocabulary only"
    contract: int = CONTRACT

    @property
    def name(self) -> str:
        """The name that check documents use, from the `kind` field of the spec."""
        return self.spec.kind_name()
