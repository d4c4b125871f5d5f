"""`checkwright criteria`: what judges read, for each question of a dataset."""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from typing import Any

from checkwright import Dataset, Found, Kinds, Missing, RubricStore, criteria
from checkwright.wording import listed, near, shown

from ..arguments.inputs import dataset_of, kinds_of, store_of
from ..parser import file_name
from ..refused import Refused
from ..screen.printing import clean, json_text, note, say

__all__ = ["arguments", "run"]

_INVALID = 1
#: Characters of a line that is printed.
_LINE = 1_000_000


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add what `criteria` takes."""
    parser.add_argument(
        "--dataset",
        metavar="FILE",
        type=file_name,
        required=True,
        help="the questions, as YAML, JSON or JSON Lines; - reads standard input",
    )
    parser.add_argument(
        "--rubrics",
        metavar="DIR",
        type=file_name,
        required=True,
        help="the folder of the rubrics that the questions name",
    )
    parser.add_argument(
        "--question", metavar="ID", help="print the text of this question alone, with nothing around it"
    )
    parser.add_argument(
        "--json", action="store_true", help='print one line of JSON a question: {"question", "criteria"}'
    )


def run(arguments: argparse.Namespace) -> int:
    """Print the criteria; 1 when the dataset or a rubric of it is invalid, 2 without such a question."""
    kinds = kinds_of(arguments)
    dataset = dataset_of(arguments.dataset, invalid=_INVALID)
    wanted = _wanted(dataset, arguments.question)
    # Judges read the descriptions of checks that nobody here can execute.
    store = store_of(arguments.rubrics, kinds, invalid_checks="fail")
    for ident, question in wanted.items():
        text = _criteria(question, store, kinds)
        if arguments.json:
            say(json_text({"question": ident, "criteria": text}))
            continue
        indent = "" if arguments.question is not None else "  "
        if indent:
            say(f"{clean(ident)}:")
        for line in text.splitlines():
            say(indent + clean(line, _LINE))
    refs = (question.get("rubric_ref") for question in wanted.values())
    return _INVALID if _note_broken(store, [ref for ref in dict.fromkeys(refs) if ref is not None]) else 0


def _wanted(dataset: Dataset, ident: str | None) -> Mapping[str, Mapping[str, Any]]:
    """Choose the question that is asked for, or all that are not left out."""
    if ident is None:
        return {name: one for name, one in dataset.questions.items() if name not in dataset.disabled}
    if ident not in dataset.questions:
        close = near(ident, dataset.questions)
        hint = "" if close is None else f" (did you mean {shown(close)}?)"
        raise Refused([clean(f"error: {dataset.source}: no question has the id {shown(ident)}{hint}")])
    return {ident: dataset.questions[ident]}


def _note_broken(store: RubricStore, refs: Sequence[str]) -> bool:
    """Say which references lead to no rubric or to one with mistakes; tell whether there is one of these."""
    broken = []
    for ref in refs:
        found = store.find(ref)
        if found.broken or (isinstance(found, Found) and any(check.problem for check in found.value.checks)):
            broken.append(ref)
        elif isinstance(found, Missing):
            note(clean(f"warning: {found.why}"))
    if broken:
        note(clean(f"error: the criteria are not complete, since of mistakes in: {listed(broken)}"))
    return bool(broken)


def _criteria(question: Mapping[str, Any], store: RubricStore, kinds: Kinds) -> str:
    ref = question.get("rubric_ref")
    rubric = None if ref is None else store.get(ref)
    return criteria(rubric, kinds=kinds, inline=question.get("criteria", ""))
