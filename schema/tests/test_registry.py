"""The schemas as data: valid, complete, in one registry, agreeing with the models."""

import pytest
from jsonschema import Draft202012Validator

import checkwright_schema


@pytest.mark.parametrize("name", checkwright_schema.NAMES)
def test_each_schema_is_valid_and_registered(name: str) -> None:
    """A schema is valid draft 2020-12 and is found by its identifier."""
    schema = checkwright_schema.schema(name)
    Draft202012Validator.check_schema(schema)
    assert checkwright_schema.REGISTRY.contents(f"urn:checkwright:schema:{name}") == schema


def test_a_schema_is_a_fresh_copy() -> None:
    """Whoever changes a schema changes only a copy of it."""
    checkwright_schema.schema("check")["type"] = "array"
    assert checkwright_schema.schema("check")["type"] == "object"


def test_an_unknown_name_is_a_key_error() -> None:
    """Only the documents of NAMES have a schema."""
    with pytest.raises(KeyError):
        checkwright_schema.schema("../rubric")


def test_the_module_has_no_other_lazy_attribute() -> None:
    """A slip in the registry's name is said."""
    with pytest.raises(AttributeError, match="REGISTRI"):
        _ = checkwright_schema.REGISTRI
