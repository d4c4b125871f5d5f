"""Get what the arguments name: kinds of plugin modules, rubrics, a dataset."""

from __future__ import annotations

import argparse
import importlib
from pathlib import PurePath

from checkwright import (
    Dataset,
    InvalidChecks,
    InvalidDocument,
    Kinds,
    Problem,
    Rubric,
    RubricStore,
    described,
    isolated,
    load_kinds,
    load_rubric,
    parse_dataset,
    parse_rubric,
)
from checkwright.wording import counted

from ..refused import Refused
from ..screen.printing import clean, note
from .files import content_of, is_pipe, read_bytes, source_of, unreadable

__all__ = ["dataset_of", "kinds_of", "modules_of", "problem_line", "rubric_of", "store_of"]


def kinds_of(arguments: argparse.Namespace, *, warn: bool = True) -> Kinds:
    """Load the installed kinds and those of `--plugin`; note that some plugins are broken, if they are."""
    kinds = load_kinds(plugins=modules_of(arguments))
    broken = len(kinds.load_problems)
    if warn and broken:
        given = "".join(f" --plugin {name}" for name in (*arguments.early_plugins, *arguments.plugins))
        what = f"`checkwright doctor{given}` says what to do"
        note(clean(f"warning: {counted(broken, 'plugin problem')}; {what}"))
    return kinds


def modules_of(arguments: argparse.Namespace) -> list[object]:
    """Import the modules of `--plugin`.

    Raises:
        Refused: one cannot be imported.
    """
    return [_module(name) for name in dict.fromkeys((*arguments.early_plugins, *arguments.plugins))]


def _module(name: str) -> object:
    importlib.invalidate_caches()
    with isolated() as fault:
        return importlib.import_module(name)
    why = f"the module cannot be imported: {described(fault.error)}"
    module = PurePath(name).stem
    if name != module and module.isidentifier() and (name.endswith(".py") or "/" in name):
        why = f"that is a path; call the module {module!r}, from the folder that it lies in"
    raise Refused([clean(f"error: --plugin {name}: {why}")])


def rubric_of(path: str, kinds: Kinds, *, invalid: int) -> Rubric:
    """Read the rubric at `path`, `-` from the standard input.

    invalid: the exit code for a document that is not valid.

    Raises:
        Refused: it cannot be read (2), or is not valid; the lines hold all its problems.
    """
    try:
        if is_pipe(path):
            rubric = parse_rubric(read_bytes(path), kinds=kinds, source=source_of(path))
        else:
            rubric = load_rubric(path, kinds=kinds)
    except InvalidDocument as error:
        raise Refused([problem_line(problem) for problem in error.problems], invalid) from None
    except OSError as error:
        raise unreadable(path, error) from None
    if not rubric.enabled:
        note(
            clean(f"warning: {rubric.source}: the rubric is disabled, and used because the command names it")
        )
    return rubric


def dataset_of(path: str, *, invalid: int) -> Dataset:
    """Read the dataset at `path`, `-` from the standard input.

    invalid: the exit code for a document that is not valid.

    Raises:
        Refused: it cannot be read (2), or is not valid; the lines hold all its problems.
    """
    try:
        return parse_dataset(content_of(path), source=source_of(path))
    except InvalidDocument as error:
        raise Refused([problem_line(problem) for problem in error.problems], invalid) from None


def store_of(path: str, kinds: Kinds, *, invalid_checks: InvalidChecks = "raise") -> RubricStore:
    """Read the rubrics of a folder, and note everything that is wrong with its files.

    invalid_checks: as for `load_rubric`.

    Raises:
        Refused: the folder cannot be read.
    """
    try:
        store = RubricStore.from_directory(path, kinds=kinds, invalid_checks=invalid_checks)
    except OSError as error:
        raise unreadable(path, error) from None
    for problem in store.problems:
        note(problem_line(problem))
    return store


def problem_line(problem: Problem) -> str:
    """Return a problem as one safe line, file and place in front."""
    return clean(str(problem))
