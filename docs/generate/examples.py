"""The examples of each kind, as a table for its README and its reference page."""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from tables import cell, code, table

from checkwright.documents.reading import read_file

__all__ = ["examples_table", "readmes"]

_START, _END = "<!-- examples: made by `make generate` from examples.yaml -->", "<!-- end of examples -->"
#: What stands beside check and response, in the order in which it is shown.
_BESIDE = ("question", "row", "tool_calls", "rubrics", "judge_replies", "judge_prompts", "evaluators")
_OUTCOMES = {True: "passed", False: "failed", None: "not executable"}


def examples_table(path: Path) -> str:
    """Tabulate the rows of an examples.yaml, which the contract laws run."""
    rows: list[dict[str, Any]] = read_file(path).data
    has_context = any(row.keys() & set(_BESIDE) for row in rows)
    head = ["check", "response", *(["beside it"] if has_context else []), "outcome", "the reason says"]
    return table(head, (list(_cells(row, has_context)) for row in rows))


def readmes(root: Path) -> Mapping[Path, str]:
    """Give the README of each package of kinds with its examples as they are now."""
    made = {}
    for path in sorted(root.glob("plugins/[!_]*/src/*/examples.yaml")):
        readme = path.parents[2] / "README.md"
        if readme.is_file():
            made[readme] = _with_examples(readme.read_text(encoding="utf-8"), examples_table(path))
    return made


def _with_examples(text: str, examples: str) -> str:
    block = f"{_START}\n\n{examples}\n{_END}\n"
    if _START in text:
        between = f"{re.escape(_START)}.*{re.escape(_END)}\n"
        return re.sub(between, lambda _: block, text, flags=re.DOTALL)
    return f"{text.rstrip()}\n\n## Examples\n\n{block}"


def _cells(row: Mapping[str, Any], has_context: bool) -> Iterator[str]:
    yield code({name: value for name, value in row["check"].items() if name != "kind"})
    yield "none" if row.get("response") is None else code(row["response"])
    if has_context:
        beside = {name: row[name] for name in _BESIDE if name in row}
        yield code(beside) if beside else ""
    yield _OUTCOMES[row["passed"]] + (f", score {row['score']:.4g}" if row.get("score") is not None else "")
    yield cell(row.get("reason", ""))
