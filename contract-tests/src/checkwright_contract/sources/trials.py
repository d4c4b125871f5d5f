"""Draw trials of a kind: checks from its schema with drawn cases, and its examples with one change."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from hypothesis import strategies as st

from ..kind_under_test import KindUnderTest
from ..trial import Trial, texts_in
from .documents import document_value, from_schema
from .edits import Edit, edits, respelled
from .questions import question_with_texts, questions, tool_records
from .replies import Reply, extremes, huge, replies
from .text_pieces import piece_texts

__all__ = ["broken_checks", "checks", "edited_examples", "extreme_trials", "texts_of", "trials"]

#: Fields of every check that no executor reads.
_ABOUT = ("kind", "id", "description", "metadata")
#: Values that stand in a field by mistake, and values at the edge of what is valid.
_WRONG_VALUES: Sequence[Any] = (
    *(None, True, 0, 1, -1, 1.0, 0.123, 1e300),
    *("", " ", "x", "x\n", "1", [], ["x"], [None], {}, {"x": 1}),
)


def texts_of(check: Mapping[str, Any]) -> list[str]:
    """Return the different texts of a check that an executor may look for."""
    return list(dict.fromkeys(texts_in({name: check[name] for name in check if name not in _ABOUT})))


def trials(subject: KindUnderTest) -> st.SearchStrategy[Trial]:
    """Draw trials, most of them with a valid check, from the schema and from the examples."""
    sources = [edited_examples(subject)]
    if subject.fragment is not None:
        # Failures shrink to the first source.
        sources.insert(0, _from_schema(subject, from_schema(subject.fragment)))
    return st.one_of(sources)


def _from_schema(subject: KindUnderTest, documents: st.SearchStrategy[Any]) -> st.SearchStrategy[Trial]:
    """Draw a check from the schema, and a case that uses the texts of the check."""
    asked = any(row.trial.question for row in subject.rows)
    recorded = any(row.trial.tool_calls is not None for row in subject.rows)

    def trial(
        check: dict[str, Any], reply: Reply, question: dict[str, Any], calls: list[Any] | None
    ) -> Trial:
        texts = texts_of(check)
        response = reply.text(texts)
        return Trial(
            check, response, question_with_texts(question, texts, response), piece_texts(calls, texts)
        )

    return st.builds(trial, documents, replies(), questions(often=asked), tool_records(often=recorded))


def edited_examples(subject: KindUnderTest) -> st.SearchStrategy[Trial]:
    """Draw a row of the examples with one change, in the check or in the case."""

    def edited(number: int, part: str, edit: Edit) -> Trial:
        trial = subject.rows[number].trial
        if part == "check":
            check = _edited_check(trial.check, edit)
            if subject.accepts(check):
                return replace(trial, check=check)
            part = "response"
        if part == "supplied" and trial.supplied:
            name = sorted(trial.supplied)[edit.place % len(trial.supplied)]
            return replace(trial, supplied={**trial.supplied, name: edit.of(trial.supplied[name])})
        if part == "files" and trial.files:
            path = sorted(trial.files)[edit.place % len(trial.files)]
            return replace(trial, files={**trial.files, path: edit.of(trial.files[path])})
        value = getattr(trial, part)
        if value is None or (part != "response" and not value):
            part, value = "response", trial.response
        return trial if value is None else replace(trial, **{part: edit.of(value)})

    # Kinds look mostly at the response, so it is changed most often.
    parts: tuple[str, ...] = ("response", "check", "response", "question", "tool_calls", "rubrics")
    if any(row.trial.files for row in subject.rows):
        parts = ("files", *parts)
    parts = (
        *parts,
        *(part for part in ("row", "supplied") if any(_has(row.trial, part) for row in subject.rows)),
    )
    return st.builds(edited, st.integers(0, len(subject.rows) - 1), st.sampled_from(parts), edits(wild=False))


def _has(trial: Trial, part: str) -> bool:
    return bool(getattr(trial, part))


def _edited_check(check: Mapping[str, Any], edit: Edit) -> dict[str, Any]:
    """Return a check with one change, but not of its kind."""
    rest = {name: value for name, value in check.items() if name != "kind"}
    edited = document_value(edit.of(rest))
    return {
        **({"kind": check["kind"]} if "kind" in check else {}),
        **(edited if isinstance(edited, dict) else rest),
    }


def checks(subject: KindUnderTest) -> st.SearchStrategy[dict[str, Any]]:
    """Draw check documents: from the schema and the examples, as they are and with one change."""
    rows = st.sampled_from([dict(check) for check in subject.checks])
    fitting = rows if subject.fragment is None else st.one_of(from_schema(subject.fragment), rows)
    broken = st.builds(_edited_check, fitting, edits(wild=True))
    return st.one_of(fitting, broken)


def broken_checks(subject: KindUnderTest) -> Iterator[dict[str, Any]]:
    """Yield the check of the first example without each field, and with each wrong value in its place.

    Then the check of every example with each value in it written in another type.
    """
    check = dict(subject.checks[0])
    names = [*check, *(name for name in _ABOUT if name not in check)]
    known = (subject.fragment or {}).get("properties", {})
    for name in dict.fromkeys([*names, *known]):
        yield {key: value for key, value in check.items() if key != name}
        for wrong in _WRONG_VALUES:
            yield {**check, name: wrong}
    for check in map(dict, subject.checks):
        yield from respelled(check)


def extreme_trials(subject: KindUnderTest) -> Iterator[Trial]:
    """Yield each check of the examples with every extreme reply; two checks with 1 MB and with no reply."""
    rows = [next(row for row in subject.rows if row.trial.check == check) for check in subject.checks]
    for row in rows:
        for response in extremes(texts_of(row.trial.check)):
            yield replace(row.trial, response=response)
    judged = [
        row for passed in (True, False) for row in [one for one in subject.rows if one.passed is passed][:1]
    ]
    for row, response in zip(judged or rows, huge(texts_of((judged or rows)[0].trial.check)), strict=False):
        yield replace(row.trial, response=response)
    yield from (replace(row.trial, response=None) for row in rows[:2])
