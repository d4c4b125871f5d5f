"""Read the examples of a kind: rows of `examples.yaml`, each a check, a case and the expected outcome."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Any

from checkwright import CheckSpec, Document, InvalidDocument, Kind, read_document
from checkwright.wording import did_you_mean, listed, shown

from .run_folder import mistakes_in
from .trial import Trial

__all__ = ["FILE", "BadExamples", "Row", "examples_of", "read_examples"]

#: The name of the file, in the package of the kind's spec.
FILE = "examples.yaml"

_CASE = ("response", "question", "tool_calls", "rubrics", "files", "row")
#: What stand-ins of roles are told.
_SUPPLIED = ("judge_replies", "judge_prompts", "evaluators")
_FIELDS = ("check", *_CASE, *_SUPPLIED, "passed", "score", "reason")
_NO_CASE: Mapping[str, Any] = {"question": {}, "tool_calls": None, "rubrics": [], "files": {}, "row": {}}


class BadExamples(ValueError):  # noqa: N818 - it says what is bad
    """The examples of a kind cannot be used; the message has one line for each mistake."""


@dataclass(frozen=True, slots=True)
class Row:
    """One example.

    passed: the expected result; None when the check is not executable on this case.
    score: the expected score, within 1e-9, or None for any.
    reason: a part of the expected reason, or None for any.
    line: the line of its file on which the row begins, from 1.
    """

    trial: Trial
    passed: bool | None
    score: float | None = None
    reason: str | None = None
    line: int | None = None


def examples_of(kind: Kind[Any]) -> tuple[Row, ...]:
    """Read the examples of a kind from the package of its spec; rows of other kinds are left out.

    The file is looked for in the package of the spec's module and then in the packages around that; for a
    module outside any package beside its file.

    Raises:
        BadExamples: there is no file, or the rows are invalid.
    """
    name = kind.spec.__module__
    for package in _packages(name):
        file = files(package) / FILE
        if file.is_file():
            return read_examples(file.read_bytes(), kind, source=f"{package}/{FILE}")
    place = getattr(sys.modules.get(name), "__file__", None)
    beside = Path(place).with_name(FILE) if place else None
    if beside is not None and beside.is_file():
        return read_examples(beside.read_bytes(), kind, source=f"{beside.parent.name}/{FILE}")
    raise BadExamples(
        f"the kind {kind.name!r} has no {FILE}: write it beside {name}, with a passing and a failing row"
    )


def _packages(module: str) -> list[str]:
    """Return the packages around a module, the innermost first; a package counts as around itself."""
    parts = module.split(".")
    names = [".".join(parts[:length]) for length in range(len(parts), 0, -1)]
    return [name for name in names if hasattr(sys.modules.get(name), "__path__")]


def read_examples(text: str | bytes, kind: Kind[Any], *, source: str = FILE) -> tuple[Row, ...]:
    """Read the rows of one kind from YAML.

    Raises:
        BadExamples: the text is no list of rows; a row has an unknown field, lacks check, response or passed,
            has a value of a wrong type or an unknown kind; a failing row has no reason; two rows are equal;
            there is no passing or no failing row (for vocabulary: a row is executed).
    """
    try:
        document = read_document(text, source=source)
    except InvalidDocument as error:
        raise BadExamples(str(error)) from None
    data = document.data
    if not isinstance(data, list) or not data:
        raise BadExamples(f"{source}: expected a list of rows, each with check, response and passed")
    known = _known_kinds()
    mistakes = [
        _located(document, index, mistake)
        for index, row in enumerate(data)
        for mistake in _mistakes(row, known)
    ]
    if mistakes:
        raise BadExamples("\n".join(mistakes))
    rows = [
        _row(row, document.place([index])[0])
        for index, row in enumerate(data)
        if row["check"]["kind"] == kind.name
    ]
    _require_coverage(rows, kind, source)
    return tuple(rows)


def _located(document: Document, index: int, mistake: str) -> str:
    line, _ = document.place([index])
    return f"{document.source}:{line}: row {index + 1}: {mistake}"


def _known_kinds() -> set[str]:
    """Return the names of all kinds whose specs are loaded, since one file may have rows of several."""
    specs, names = [CheckSpec], set()
    while specs:
        spec = specs.pop()
        specs += spec.__subclasses__()
        with contextlib.suppress(TypeError):
            names.add(spec.kind_name())
    return names


def _mistakes(row: Any, kinds: Collection[str]) -> list[str]:
    """Return all mistakes of one row."""
    if not isinstance(row, Mapping):
        return ["expected a mapping with check, response and passed"]
    unknown = [name for name in row if name not in _FIELDS]
    mistakes = []
    for name in unknown:
        hint = did_you_mean(name, _FIELDS) or f"known fields: {', '.join(_FIELDS)}"
        mistakes.append(f"unknown field {shown(name)} ({hint})")
    mistakes += [
        f"the field {name!r} is missing" for name in ("check", "response", "passed") if name not in row
    ]
    mistakes += [
        f"{name} must be {words}, not {shown(row[name])}"
        for name, words, types in _TYPES
        if name in row and not isinstance(row[name], types)
    ]
    if mistakes:
        return mistakes
    name = row["check"].get("kind")
    if name not in kinds:
        meant = did_you_mean(name, kinds) if isinstance(name, str) else None
        mistakes.append(f"no kind is named {shown(name)}{f', {meant}' if meant else ''}")
    if row["passed"] is None and "score" in row:
        mistakes.append("a row that is not executed has no score")
    score = row.get("score")
    if score is not None and (isinstance(score, bool) or not 0 <= score <= 1):
        mistakes.append(f"score must be a number from 0 to 1, not {shown(score)}")
    mistakes += mistakes_in(row.get("files", {}))
    if row["passed"] is False and not row.get("reason"):
        mistakes.append("a failing row needs a reason: what the outcome says, or a part of it")
    return mistakes


_TYPES: tuple[tuple[str, str, Any], ...] = (
    ("check", "a check document", Mapping),
    ("response", "a text or null", str | None),
    ("question", "a mapping", Mapping),
    ("tool_calls", "a list or null", list | None),
    ("rubrics", "a list of rubrics", list),
    ("files", "a mapping of paths to texts", Mapping),
    ("row", "a mapping", Mapping),
    ("judge_replies", "a list of replies, or of one list for each judge", list),
    ("judge_prompts", "a list of judge prompts", list),
    ("evaluators", "a list of definitions with their names", list),
    ("passed", "true, false or null (not executable)", bool | None),
    ("score", "a number from 0 to 1", int | float),
    ("reason", "a text", str),
)


def _row(row: Mapping[str, Any], line: int | None) -> Row:
    case = {name: row.get(name, default) for name, default in _NO_CASE.items()}
    supplied = {name: row[name] for name in _SUPPLIED if name in row}
    trial = Trial(row["check"], row["response"], **case, supplied=supplied)
    return Row(trial, row["passed"], row.get("score"), row.get("reason"), line)


def _require_coverage(rows: Sequence[Row], kind: Kind[Any], source: str) -> None:
    """Refuse rows that together test too little, and equal ones."""
    if not rows:
        raise BadExamples(f"{source}: no row has a check of the kind {kind.name!r}")
    for index, row in enumerate(rows):
        again = next((one for one in rows[:index] if one.trial == row.trial), None)
        if again is not None:
            raise BadExamples(f"{source}:{row.line}: says again what line {again.line} says: leave one out")
    came_out = {row.passed for row in rows}
    if kind.prepare is None and came_out != {None}:
        raise BadExamples(f"{source}: {kind.name!r} is vocabulary, so every row must have `passed: null`")
    wanted = () if kind.prepare is None else ((True, "passing"), (False, "failing"))
    missing = [word for passed, word in wanted if passed not in came_out]
    if missing:
        raise BadExamples(f"{source}: no {' and no '.join(missing)} row of the kind {listed([kind.name])}")
