"""Draw questions and tool records, made of pieces of text; paths that a check names lead to a value."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from typing import Any

from hypothesis import strategies as st

from .text_pieces import piece_texts, pieces

__all__ = ["question_with_texts", "questions", "tool_records", "values"]

_PATH = re.compile(r"[a-z_]+(\.[a-z_0-9]+)+")


@cache
def values() -> st.SearchStrategy[Any]:
    """Draw a JSON value made of pieces."""
    scalars = st.one_of(
        pieces(), st.none(), st.booleans(), st.integers(-1_000, 1_000), st.floats(-1e6, 1e6), st.just(10**20)
    )
    keys = st.sampled_from(("a", "answer", "x", "n", "item"))
    return st.recursive(
        scalars,
        lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(keys, inner, max_size=3)),
        max_leaves=5,
    )


@cache
def questions(*, often: bool) -> st.SearchStrategy[dict[str, Any]]:
    """Draw a question as a dataset holds it; often: whether many have fields, else most are empty."""
    expected = st.dictionaries(st.sampled_from(("answer", "facts", "x")), values(), max_size=2)
    fields = {
        "id": st.sampled_from(("Q01", "Q02")),
        "input": pieces(),
        "criteria": pieces(),
        "expected": expected,
        "metadata": expected,
        "expected_facts": st.lists(pieces(), max_size=3),
        "expected_tools": st.lists(st.one_of(pieces(), _calls("name", "arguments")), max_size=3),
    }
    return _now_and_then(st.just({}), st.fixed_dictionaries({}, optional=fields), often)


def _calls(name: str, arguments: str) -> st.SearchStrategy[dict[str, Any]]:
    given = st.dictionaries(st.sampled_from(("to", "from", "n")), values(), max_size=2)
    return st.fixed_dictionaries({name: pieces()}, optional={arguments: given})


@cache
def tool_records(*, often: bool) -> st.SearchStrategy[list[Any] | None]:
    """Draw the record of an agent's tool calls; often: whether many cases have one, else most have none."""
    call = st.one_of(
        _calls("name", "arguments"),
        _calls("name", "args"),
        _calls("toolName", "input"),
        st.builds(lambda function: {"type": "function", "function": function}, _calls("name", "arguments")),
        values(),
    )
    return _now_and_then(st.none(), st.lists(call, max_size=3), often)


def _now_and_then(
    nothing: st.SearchStrategy[Any], something: st.SearchStrategy[Any], often: bool
) -> st.SearchStrategy[Any]:
    return st.sampled_from(
        (False, True) if often else (False, False, False, False, False, False, True)
    ).flatmap(lambda wanted: something if wanted else nothing)


def question_with_texts(question: dict[str, Any], texts: Sequence[str], response: str) -> dict[str, Any]:
    """Return a question with the texts of its pieces; half of the paths in the check lead to the reply."""
    result: dict[str, Any] = piece_texts(question, texts)
    for path in texts:
        if _PATH.fullmatch(path) and len(path) % 2 == len(response) % 2:
            _put(result, path.split("."), response or "x")
    return result


def _put(place: dict[str, Any], steps: Sequence[str], value: Any) -> None:
    for step in steps[:-1]:
        if not isinstance(place.get(step), dict):
            place[step] = {}
        place = place[step]
    place[steps[-1]] = value
