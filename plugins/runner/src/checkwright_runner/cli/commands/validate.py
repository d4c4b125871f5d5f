"""`checkwright validate`: every mistake in rubrics and datasets, each with its place."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from checkwright import Kinds, Problem, Resources, Severity, validate_document
from checkwright.wording import counted

from ..arguments.files import content_of, refuse_two_of_stdin, source_of
from ..arguments.inputs import kinds_of, problem_line
from ..arguments.resources import add_schemas, add_tools, resources_of
from ..parser import file_name
from ..refused import Refused
from ..screen.printing import note, say

__all__ = ["arguments", "run"]


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add what `validate` takes."""
    parser.add_argument(
        "files",
        metavar="FILE",
        nargs="+",
        type=file_name,
        help="a rubric or a dataset; - reads standard input",
    )
    parser.add_argument(
        "--rubrics",
        metavar="DIR",
        type=file_name,
        help="the folder where the references of datasets are looked up; one that leads to no rubric is a "
        "warning",
    )
    add_schemas(parser)
    add_tools(parser)


def run(arguments: argparse.Namespace) -> int:
    """Print all problems; 0 when no file has an error, 1 when one has, 2 when one cannot be read."""
    refuse_two_of_stdin(*arguments.files)
    kinds = kinds_of(arguments, warn=False)
    resources = resources_of(arguments, kinds)
    said_of_plugins: set[str] = set()
    invalid = unreadable = errors = warnings = 0
    for path in arguments.files:
        try:
            problems = _problems(path, kinds, resources)
        except Refused as refused:
            unreadable += 1
            for line in refused.lines:
                note(line)
            continue
        wrong = sum(problem.severity is Severity.ERROR for problem in problems)
        errors += wrong
        invalid += wrong > 0
        for problem in problems:
            if problem.code == "plugin" and problem.severity is Severity.WARNING:
                if problem.message in said_of_plugins:
                    continue
                said_of_plugins.add(problem.message)
            warnings += problem.severity is Severity.WARNING
            say(problem_line(problem))
    note(_summary(len(arguments.files), invalid, unreadable, errors, warnings))
    return 2 if unreadable else 1 if invalid else 0


def _problems(path: str, kinds: Kinds, resources: Resources) -> Sequence[Problem]:
    return validate_document(
        content_of(path),
        kinds=kinds,
        source=source_of(path),
        rubrics=resources.rubrics,
        schemas=resources.schemas,
        tools=resources.tools,
    )


def _summary(files: int, invalid: int, unreadable: int, errors: int, warnings: int) -> str:
    parts = [f"{files - invalid - unreadable} valid"]
    parts += [f"{invalid} invalid"] if invalid else []
    parts += [f"{unreadable} unreadable"] if unreadable else []
    counts = [counted(number, noun) for number, noun in ((errors, "error"), (warnings, "warning")) if number]
    found = f" ({', '.join(counts)})" if counts else ""
    return f"{counted(files, 'file')}: {', '.join(parts)}{found}"
