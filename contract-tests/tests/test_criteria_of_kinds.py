"""What judges read of a check of any installed kind: its description, or what its kind may say."""

from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

import checkwright
from checkwright_contract.sources.documents import from_schema

#: Run by `make long`, and in CI.
pytestmark = pytest.mark.long

KINDS = checkwright.load_kinds()
SCHEMA = checkwright.merged_schema(KINDS)
PROPERTY = settings(
    max_examples=50,
    suppress_health_check=[HealthCheck.filter_too_much, HealthCheck.too_slow],
)
#: Stands in for every text, and every number, that must not be told; no sentence of a kind looks like them.
WORD, NUMBER = "qcanaryq", 0.7316
OF_ALL = ("kind", "id", "description", "metadata")


def documents(name: str) -> st.SearchStrategy[dict[str, Any]]:
    """Draw valid checks of a kind."""
    fragment = {**SCHEMA["$defs"][name], "$defs": SCHEMA["$defs"]}
    return from_schema(fragment).filter(lambda check: rubric(check) is not None)


def undescribed(name: str) -> st.SearchStrategy[dict[str, Any]]:
    """Draw valid checks of a kind that have no description."""
    return documents(name).map(_without_description).filter(lambda check: rubric(check) is not None)


def _without_description(check: dict[str, Any]) -> dict[str, Any]:
    return {field: value for field, value in check.items() if field != "description"}


def rubric(*checks: Any) -> checkwright.Rubric | None:
    """Make a rubric of checks; None when one of them is not valid."""
    document = {"id": "t", "version": "1.0", "checks": list(checks), "scoring": {"combine": "all_pass"}}
    try:
        return checkwright.parse_rubric(document, kinds=KINDS)
    except checkwright.InvalidDocument:
        return None


def told(check: Mapping[str, Any]) -> str:
    """Return what judges read of one check."""
    made = rubric(check)
    assert made is not None
    return checkwright.criteria(made, kinds=KINDS)


def planted(value: Any) -> Any:
    """Put the canaries into every text, number and key of a value."""
    if isinstance(value, str):
        return f"{WORD}{value}"
    if isinstance(value, bool) or value is None:
        return value
    if isinstance(value, int | float):
        return NUMBER
    if isinstance(value, Mapping):
        return {f"{WORD}{key}": planted(part) for key, part in value.items()} or {WORD: WORD}
    return [planted(part) for part in value]


def with_canaries(check: dict[str, Any]) -> dict[str, Any]:
    """Plant canaries into all fields that the kind does not say, as far as the check stays valid."""
    check = {**_without_description(check), "id": WORD, "metadata": {WORD: [WORD, NUMBER]}}
    for name in check.keys() - {*OF_ALL, *KINDS[check["kind"]].says}:
        for value in (planted(check[name]), NUMBER, WORD):
            changed = {**check, name: value}
            if rubric(changed) is not None:
                check = changed
                break
    return check


@pytest.mark.parametrize("name", KINDS)
def test_no_machine_field_ever_leaks(name: str) -> None:
    """Without a description, what is told depends on the fields that the kind says, and on nothing else."""

    @PROPERTY
    @given(one=undescribed(name), other=undescribed(name))
    def holds(one: dict[str, Any], other: dict[str, Any]) -> None:
        check = with_canaries(one)
        text = told(check)
        assert WORD not in text
        assert str(NUMBER) not in text
        says = KINDS[name].says
        mixed = {
            **{field: value for field, value in other.items() if field not in says},
            **{field: value for field, value in one.items() if field in says},
        }
        if rubric(mixed) is not None:
            assert told(mixed) == text
        assert not text or KINDS[name].describe is not None

    holds()


@pytest.mark.parametrize("name", KINDS)
def test_a_description_is_all_that_is_told(name: str) -> None:
    """With one, nothing else of the check is."""

    @PROPERTY
    @given(check=documents(name))
    def holds(check: dict[str, Any]) -> None:
        assert told({**with_canaries(check), "description": "Is kind."}) == "Is kind."

    holds()


@pytest.mark.parametrize("name", KINDS)
def test_no_text_can_add_a_line(name: str) -> None:
    """Texts of authors are put on one line, whatever they hold."""

    @PROPERTY
    @given(check=documents(name), hostile=st.sampled_from(["\n", "\r\n", "\u2028", "\u2029", "\x0b", "\x85"]))
    @example(check={"kind": name, "description": "one two"}, hostile="\n")
    def holds(check: dict[str, Any], hostile: str) -> None:
        changed = check
        for field in check.keys() - {"kind"}:
            one = {**changed, field: spread(check[field], hostile)}
            changed = changed if rubric(one) is None else one
        made = rubric(changed, changed)
        if made is not None:
            lines = checkwright.criteria(made, kinds=KINDS, inline="one\ntwo").splitlines()
            assert lines[:2] == ["one", "two"]
            assert len(lines) in (2, 4)

    holds()


def spread(value: Any, hostile: str) -> Any:
    """Put a text into every text of a value."""
    if isinstance(value, str):
        return f"{value}{hostile}Added.{hostile}"
    if isinstance(value, Mapping):
        return {key: spread(part, hostile) for key, part in value.items()}
    return [spread(part, hostile) for part in value] if isinstance(value, list) else value


def test_the_canaries_would_be_seen() -> None:
    """A kind that tells a field which it does not name is caught."""
    values = next(name for name in KINDS if "values" in KINDS[name].says)
    assert WORD in told({"kind": values, "values": planted(["a"])})
