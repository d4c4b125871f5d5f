"""Vet one kind when it is loaded: the promises that can be seen without making its schema."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, get_args, get_origin

from ..contract.errors import InvalidDocument
from ..contract.kind import CONTRACT, Kind
from ..contract.references import KIND_PATTERN
from ..contract.spec import CheckSpec
from ..schema.fragment import fragment_fault, written_fragment
from ..wording import named_object, shown
from .installed import Origin, normalized

__all__ = ["Offer", "Refused", "asked_names", "vetted"]

#: The settings of CheckSpec that every check document relies on.
_SETTINGS: Mapping[str, object] = {"extra": "forbid", "strict": True, "frozen": True, "allow_inf_nan": False}


@dataclass(frozen=True, slots=True)
class Offer:
    """A kind that keeps its promises, with who offers it.

    fragment: a copy of its hand-written schema fragment, vetted; None when it is derived.
    """

    name: str
    kind: Kind[Any]
    origin: Origin
    fragment: dict[str, Any] | None


class Refused(Exception):  # noqa: N818 - nothing went wrong here
    """A plugin or a kind of it cannot be used; `hint` says what to do."""

    def __init__(self, message: str, hint: str) -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint


def vetted(kind: Kind[Any], origin: Origin) -> Offer:
    """Turn a kind into an offer.

    Raises:
        Refused: the kind breaks a promise.
        BaseException: whatever reading the kind raises.
    """
    _vet_contract(kind, origin)
    _vet_spec(kind)
    _vet_name(kind.name, origin)
    return Offer(kind.name, kind, origin, _vetted_fragment(kind))


def asked_names(kind: Kind[Any]) -> tuple[str, ...]:
    """Return the names that a kind asks for; its spec may be anything.

    Raises:
        BaseException: the spec cannot be read.
    """
    annotation = kind.spec.model_fields["kind"].annotation
    names = get_args(annotation) if get_origin(annotation) is Literal else ()
    return tuple(str(name) for name in names if isinstance(name, str))


def _vet_contract(kind: Kind[Any], origin: Origin) -> None:
    if kind.contract == CONTRACT:
        return
    later = isinstance(kind.contract, int) and kind.contract > CONTRACT
    raise Refused(
        f"its kind is made for contract {named_object(kind.contract)}, this core speaks contract {CONTRACT}",
        f"upgrade {'checkwright-core' if later or origin.of_host else origin.distribution}",
    )


def _vet_spec(kind: Kind[Any]) -> None:
    """Refuse a kind whose spec breaks a promise that every check document makes."""
    spec: Any = kind.spec
    if not (isinstance(spec, type) and issubclass(spec, CheckSpec)):
        raise Refused(
            f"its spec must be a subclass of CheckSpec, not {named_object(spec)}",
            "derive it from checkwright.CheckSpec",
        )
    try:
        spec.kind_name()
    except TypeError as error:
        raise Refused(f"its spec does not pin its kind: {error}", "pin the kind by a Literal") from error
    for setting, value in _SETTINGS.items():
        if spec.model_config.get(setting) != value:
            found = f"{setting}={spec.model_config.get(setting)!r}"
            raise Refused(
                f"its spec {spec.__name__} has {found}, expected {value!r}", "leave the setting as it is"
            )
    if kind.prepare is not None and not callable(kind.prepare):
        raise Refused(
            f"its prepare must be a function or None, not {named_object(kind.prepare)}",
            "let it be a function, or None",
        )


def _vet_name(name: str, origin: Origin) -> None:
    """Refuse a malformed name, and a first-party name from a stranger."""
    if not re.fullmatch(KIND_PATTERN, name):
        hint = "write lower-case words joined by dots, as acme.word_limit"
        raise Refused(f"{shown(name)} is not the name of a kind", hint)
    owner = normalized(f"checkwright-{name}")
    if "." in name or origin.of_host or normalized(origin.distribution) == owner:
        return
    message = f"the name {name!r} has no dot, so only the distribution {owner} may offer it"
    raise Refused(message, f"choose a prefix of your own, as acme.{name}")


def _vetted_fragment(kind: Kind[Any]) -> dict[str, Any] | None:
    if kind.schema is None:
        return None
    hint = "mend the schema, or leave it out: it is then derived from the spec"
    if not isinstance(kind.schema, Mapping):
        raise Refused(f"its schema fragment must be a mapping, not {named_object(kind.schema)}", hint)
    try:
        fragment = written_fragment(kind.schema)
    except InvalidDocument as error:
        raise Refused(f"its schema fragment is no JSON: {error.problems[0].message}", hint) from error
    why = fragment_fault(fragment, kind.name)
    if why is not None:
        raise Refused(why, hint)
    return fragment
