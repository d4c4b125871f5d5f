"""Trials of a kind: generated pairs of check and case, and neighbours of the examples."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from hypothesis import strategies as st

from ..trial import Trial, strings_of
from .documents import from_schema, whole
from .edits import Edit, edits, respelled
from .pieces import filled
from .questions import questions, settled, tool_records
from .replies import Reply, extremes, huge, replies

if TYPE_CHECKING:
    from ..bench import Bench

__all__ = ["broken_checks", "checks", "extreme_trials", "neighbours", "texts_of", "trials"]

#: Fields of every check that no executor reads.
_ABOUT = ("kind", "id", "description", "metadata")
#: Values that slip into a field by mistake, and values at the edge.
_SLIPS: Sequence[Any] = (
    *(None, True, 0, 1, -1, 1.0, 0.123, 1e300),
    *("", " ", "x", "x\n", "1", [], ["x"], [None], {}, {"x": 1}),
)


def texts_of(check: Mapping[str, Any]) -> list[str]:
    """Return the texts of a check that an executor may look for, without repetition."""
    return list(dict.fromkeys(strings_of({name: check[name] for name in check if name not in _ABOUT})))


def trials(bench: Bench) -> st.SearchStrategy[Trial]:
    """Draw trials from both sources; most have a valid check."""
    sources = [neighbours(bench)]
    if bench.fragment is not None:
        # The first source is the one that failures shrink to.
        sources.insert(0, _pairs(bench, from_schema(bench.fragment)))
    return st.one_of(sources)


def _pairs(bench: Bench, documents: st.SearchStrategy[Any]) -> st.SearchStrategy[Trial]:
    """Draw a check from the schema and a case that knows its texts."""
    asked = any(row.trial.question for row in bench.rows)
    recorded = any(row.trial.tool_calls is not None for row in bench.rows)

    def pair(check: dict[str, Any], reply: Reply, question: dict[str, Any], calls: list[Any] | None) -> Trial:
        texts = texts_of(check)
        response = reply.text(texts)
        return Trial(check, response, settled(question, texts, response), filled(calls, texts))

    return st.builds(pair, documents, replies(), questions(often=asked), tool_records(often=recorded))


def neighbours(bench: Bench) -> st.SearchStrategy[Trial]:
    """Draw a row of the examples, changed in one place of the check or of the case."""

    def neighbour(number: int, part: str, edit: Edit) -> Trial:
        trial = bench.rows[number].trial
        if part == "check":
            check = _edited_check(trial.check, edit)
            if bench.accepts(check):
                return replace(trial, check=check)
            part = "response"
        value = getattr(trial, part)
        if value is None or (part != "response" and not value):
            part, value = "response", trial.response
        return trial if value is None else replace(trial, **{part: edit.of(value)})

    # The response is most of what a kind looks at.
    parts = ("response", "check", "response", "question", "tool_calls", "rubrics")
    return st.builds(
        neighbour, st.integers(0, len(bench.rows) - 1), st.sampled_from(parts), edits(wild=False)
    )


def _edited_check(check: Mapping[str, Any], edit: Edit) -> dict[str, Any]:
    """Change one place of a check, its kind left alone."""
    rest = {name: value for name, value in check.items() if name != "kind"}
    edited = whole(edit.of(rest))
    return {
        **({"kind": check["kind"]} if "kind" in check else {}),
        **(edited if isinstance(edited, dict) else rest),
    }


def checks(bench: Bench) -> st.SearchStrategy[dict[str, Any]]:
    """Draw check documents: generated ones, and those and the examples' with one place changed."""
    rows = st.sampled_from([dict(check) for check in bench.checks])
    fitting = rows if bench.fragment is None else st.one_of(from_schema(bench.fragment), rows)
    broken = st.builds(_edited_check, fitting, edits(wild=True))
    return st.one_of(fitting, broken)


def broken_checks(bench: Bench) -> Iterator[dict[str, Any]]:
    """Yield the first example's check with each field left out, and with each slip in its place.

    Then every example's check with each value in it spelled as one of another type.
    """
    check = dict(bench.checks[0])
    names = [*check, *(name for name in _ABOUT if name not in check)]
    known = (bench.fragment or {}).get("properties", {})
    for name in dict.fromkeys([*names, *known]):
        yield {key: value for key, value in check.items() if key != name}
        for slip in _SLIPS:
            yield {**check, name: slip}
    for check in map(dict, bench.checks):
        yield from respelled(check)


def extreme_trials(bench: Bench) -> Iterator[Trial]:
    """Yield every extreme reply to each check of the examples, and no reply; 1 MB to two checks."""
    rows = [next(row for row in bench.rows if row.trial.check == check) for check in bench.checks]
    for row in rows:
        for response in extremes(texts_of(row.trial.check)):
            yield replace(row.trial, response=response)
    judged = [
        row for passed in (True, False) for row in [one for one in bench.rows if one.passed is passed][:1]
    ]
    for row, response in zip(judged or rows, huge(texts_of((judged or rows)[0].trial.check)), strict=False):
        yield replace(row.trial, response=response)
    yield from (replace(row.trial, response=None) for row in rows[:2])
