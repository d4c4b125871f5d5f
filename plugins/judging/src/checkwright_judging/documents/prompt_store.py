"""JudgePromptStore: prompts by their references, and why a reference leads to none."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from checkwright import (
    Found,
    InvalidDocument,
    Missing,
    Problem,
    document_bytes,
    parse_spec,
    read_document,
)
from checkwright.wording import did_you_mean, one_line, shown

from .prompt import JudgePrompt
from .prompt_files import prompt_files, unreadable
from .prompt_refs import JUDGE_REF_PATTERN

__all__ = ["JudgePromptStore"]

_PREFIX = "judge/"
#: Names that a sentence lists.
_NAMED = 5


class _Entry(NamedTuple):
    """What one file holds. prompt: None where it is invalid, then `problem` is the first of its mistakes."""

    source: str
    prompt: JudgePrompt | None
    problem: Problem | None = None


class JudgePromptStore:
    """The prompts that references lead to: `judge/<id>@<version>` to the prompt of that name.

    Immutable; pickles. Iteration yields the references that lead to a prompt, sorted. Whatever is wrong
    with one file concerns its own reference alone; of a file that does not say its reference, the id that
    its name begins with.

    problems: everything that is wrong with the files, in their order; then each reference that several of
        them define, which leads to none of them.
    """

    def __init__(self, found: Iterable[tuple[str, _Entry]], problems: Iterable[Problem] = ()) -> None:
        """Take what files hold, each by what it claims: a reference, or `judge/<id>` alone."""
        self._by_claim: dict[str, list[_Entry]] = {}
        for claim, entry in found:
            self._by_claim.setdefault(claim, []).append(entry)
        twice = [(ref, entries) for ref, entries in self._by_claim.items() if "@" in ref and entries[1:]]
        self.problems = (*problems, *(_defined_twice(ref, entries) for ref, entries in twice))

    @classmethod
    def of(cls, prompts: Iterable[JudgePrompt]) -> JudgePromptStore:
        """Make a store of prompts that are already read."""
        return cls((one.ref, _Entry("<prompt>", one)) for one in prompts)

    @classmethod
    def from_directory(cls, path: str | os.PathLike[str]) -> JudgePromptStore:
        """Read all prompts of a folder: its *.yaml, *.yml and *.json files, and those of the folders in it.

        Names that start with a dot are left out. Links are followed. A file that is invalid, or cannot be
        read, is a problem of the store, not an exception.

        Raises:
            OSError: the folder itself cannot be read.
        """
        found: list[tuple[str, _Entry]] = []
        problems: list[Problem] = []
        for file in prompt_files(path):
            if isinstance(file, Problem):
                found.append((_claim(None, file.source), _Entry(file.source, None, file)))
                problems.append(file)
            else:
                claim, entry, wrong = _read(file)
                found.append((claim, entry))
                problems += wrong
        return cls(found, problems)

    def __iter__(self) -> Iterator[str]:
        return (ref for ref in sorted(self._by_claim) if self._prompt(ref) is not None)

    def find(self, ref: str) -> Found[JudgePrompt] | Missing:
        """Return the prompt with exactly this id and version, or why there is none."""
        prompt = self._prompt(ref)
        return self._missing(ref) if prompt is None else Found(prompt)

    def _prompt(self, ref: str) -> JudgePrompt | None:
        entries = self._by_claim.get(ref, ())
        return entries[0].prompt if len(entries) == 1 else None

    def _missing(self, ref: str) -> Missing:
        if re.fullmatch(JUDGE_REF_PATTERN, ref) is None:
            return Missing(one_line(f"{shown(ref)} is not of the form judge/<id>@<version>"), unknown=True)
        name = ref.partition("@")[0]
        entries = self._by_claim.get(ref) or self._by_claim.get(name) or []
        if len(entries) > 1 and ref in self._by_claim:
            return Missing(one_line(f"{ref} is defined in {_sources(entries)}"), broken=True)
        if entries:
            return Missing(one_line(f"{ref} is invalid: {entries[0].problem}"), broken=True)
        ident = name.removeprefix(_PREFIX)
        versions = sorted(claim.partition("@")[2] for claim in self._by_claim if claim.startswith(f"{name}@"))
        if versions:
            more = f" and {len(versions) - _NAMED} more" if len(versions) > _NAMED else ""
            there = f"{', '.join(versions[:_NAMED])}{more}"
            return Missing(one_line(f"{ref} does not exist, {ident} has {there}"), unknown=True)
        ids = {claim.removeprefix(_PREFIX).partition("@")[0] for claim in self._by_claim}
        hint = did_you_mean(ident, sorted(ids))
        meant = f", {hint}" if hint else ""
        return Missing(one_line(f"no judge prompt has the id {shown(ident)}{meant}"), unknown=True)


def _read(path: str) -> tuple[str, _Entry, tuple[Problem, ...]]:
    """Read one file: what it claims, what it holds, and its problems."""
    data = None
    try:
        document = read_document(document_bytes(path), source=path)
        data = document.data
        prompt = parse_spec(document, JudgePrompt)
    except OSError as error:
        wrong: tuple[Problem, ...] = (unreadable(path, error),)
    except InvalidDocument as error:
        wrong = error.problems
    else:
        return prompt.ref, _Entry(path, prompt), ()
    return _claim(data, path), _Entry(path, None, wrong[0]), wrong


def _claim(data: Any, path: str) -> str:
    """Return the reference that an invalid file is meant to define, or `judge/<id>` when it says no more."""
    stem = Path(path).stem.partition("@")[0]
    if not isinstance(data, Mapping) or not isinstance(data.get("id"), str):
        return f"{_PREFIX}{stem}"
    claim = f"{_PREFIX}{data['id']}@{data.get('version')}"
    whole = isinstance(data.get("version"), str) and re.fullmatch(JUDGE_REF_PATTERN, claim)
    return claim if whole else f"{_PREFIX}{data['id']}"


def _sources(entries: list[_Entry]) -> str:
    names = [entry.source for entry in entries]
    return " and ".join(names) if len(names) == 2 else f"{', '.join(names[:-1])} and {names[-1]}"


def _defined_twice(ref: str, entries: list[_Entry]) -> Problem:
    message = f"{ref} is defined in {_sources(entries)}, so none of them is used"
    hint = "give each a version of its own, or remove what is not wanted"
    return Problem(entries[-1].source, message, code="authoring", hint=hint)
