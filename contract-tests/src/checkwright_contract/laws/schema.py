"""Laws of the schema: the fragment of a kind and its model accept the same documents.

PYTEST_DONT_REWRITE: what is found is said in full, and pytest may take hours to compare large values.
"""

from __future__ import annotations

import contextlib
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from pydantic import ValidationError

from checkwright.engine.for_proofs import derived_fragment
from checkwright.wording import one_line, shown

from ..attempt import call_kind, describe_error
from ..json_equality import equal_values

if TYPE_CHECKING:
    from ..bench import Bench

__all__ = [
    "check_round_trips",
    "schema_allows_the_base_fields",
    "schema_and_model_agree",
    "schema_is_draft_2020_12",
    "schema_pins_its_kind",
    "schema_rejects_unknown_fields",
]

_BASE = {"id": "an-id", "description": "What is wanted.", "metadata": {"note": [1, None, {"deep": True}]}}
_UNKNOWN = "no_kind_has_this_field"


def schema_is_draft_2020_12(bench: Bench) -> None:
    """The schema fragment is a valid JSON Schema of draft 2020-12."""
    # Imported here: child processes execute trials and validate nothing.
    from jsonschema import Draft202012Validator, SchemaError

    try:
        fragment = bench.kind.schema if bench.kind.schema is not None else derived_fragment(bench.kind.spec)
        Draft202012Validator.check_schema(fragment)
    except SchemaError as error:
        place = "/".join(map(str, error.absolute_path)) or "the top"
        raise AssertionError(one_line(f"not valid at {place}: {error.message}")) from None
    except Exception as error:  # noqa: BLE001 - pydantic raises what it likes for what it cannot express
        raise AssertionError(
            f"the fragment cannot be derived from the model: {describe_error(error)}"
        ) from None


def schema_pins_its_kind(bench: Bench) -> None:
    """A check of another kind, or of none, does not fit the schema."""
    if bench.validator is None:
        return
    name = bench.kind.name
    for check in bench.checks:
        others = {"another kind": {**check, "kind": f"{name}.x"}, "no text": {**check, "kind": 1}}
        others["no kind"] = {key: value for key, value in check.items() if key != "kind"}
        for what, other in others.items():
            fits = bench.validator.is_valid(other)
            assert not fits, f"the schema accepts {what}: `kind` must be required and const {name!r}"


def schema_rejects_unknown_fields(bench: Bench, check: Mapping[str, Any]) -> None:
    """A field that the kind does not know makes a check invalid, for the schema and for the model."""
    if bench.spec(check) is None or bench.validator is None:
        return
    more = {**check, _UNKNOWN: 1}
    assert not bench.validator.is_valid(more), (
        f"the schema accepts the unknown field {_UNKNOWN!r}: set additionalProperties to false"
    )
    assert not bench.accepts(more), f"the model accepts the unknown field {_UNKNOWN!r}: keep extra='forbid'"


def schema_allows_the_base_fields(bench: Bench, check: Mapping[str, Any]) -> None:
    """Every check may have an id, a description and metadata."""
    if bench.spec(check) is None or bench.validator is None or not bench.validator.is_valid(check):
        return
    for name, value in _BASE.items():
        more = {**check, name: value}
        assert bench.validator.is_valid(more), (
            f"the schema refuses the field {name!r}, which every check may have"
        )
        assert bench.accepts(more), f"the model refuses the field {name!r}, which every check may have"


def schema_and_model_agree(bench: Bench, check: Mapping[str, Any]) -> None:
    """The schema and the model accept the same check documents."""
    by_model = bench.spec(check) is not None
    if not by_model:
        call_kind("the model", lambda: _refused(bench, check))
    if bench.validator is None or _UNKNOWN in check:
        return
    by_schema = bench.validator.is_valid(check)
    accepts, refuses = ("schema", "model") if by_schema else ("model", "schema")
    assert by_model == by_schema, f"the {accepts} accepts this check and the {refuses} refuses it"


def _refused(bench: Bench, check: Mapping[str, Any]) -> None:
    """Have the model refuse a check again, and let any exception other than its refusal through."""
    with contextlib.suppress(ValidationError):
        bench.kind.spec.model_validate(check)


def check_round_trips(bench: Bench, check: Mapping[str, Any]) -> None:
    """The model returns a check as it was written."""
    spec = bench.spec(check)
    if spec is None:
        return
    written = spec.model_dump(mode="json", by_alias=True, exclude_unset=True)
    assert equal_values(written, dict(check)), f"the model gives back {shown(written, 200)}"
    again = bench.kind.spec.model_validate(written).model_dump()
    assert equal_values(again, spec.model_dump()), f"read again, the check is {shown(again, 200)}"
