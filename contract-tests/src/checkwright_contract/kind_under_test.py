"""A kind with its examples and its schema: what check documents and trials are made from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

from jsonschema import Draft202012Validator
from jsonschema.protocols import Validator

from checkwright import Kind
from checkwright.engine.for_proofs import bounded_validator, derived_fragment

from .attempt import read_check
from .examples import Row

__all__ = ["KindUnderTest"]


class KindUnderTest:
    """One kind with the rows of its examples."""

    def __init__(self, kind: Kind[Any], rows: Sequence[Row]) -> None:
        self.kind = kind
        self.rows = tuple(rows)

    @cached_property
    def fragment(self) -> Mapping[str, Any] | None:
        """The kind's schema fragment; None when it cannot be derived or is no schema, which a law reports."""
        try:
            fragment = self.kind.schema if self.kind.schema is not None else derived_fragment(self.kind.spec)
            Draft202012Validator.check_schema(fragment)
        except Exception:  # noqa: BLE001 - the law on the schema reports it
            return None
        return fragment

    @cached_property
    def validator(self) -> Validator | None:
        """The validator of check documents that the engine uses; None without a valid fragment."""
        return None if self.fragment is None else bounded_validator(self.fragment)

    @cached_property
    def checks(self) -> tuple[Mapping[str, Any], ...]:
        """The different check documents of the examples, in order."""
        checks: list[Mapping[str, Any]] = []
        for row in self.rows:
            if row.trial.check not in checks:
                checks.append(row.trial.check)
        return tuple(checks)

    def accepts(self, check: Mapping[str, Any]) -> bool:
        """Return whether the kind's model accepts a check document."""
        return read_check(self.kind, check) is not None
