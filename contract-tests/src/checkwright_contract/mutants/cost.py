"""Faults of effects and growth: of what a check touches and how long it takes."""

from __future__ import annotations

import contextlib
import os
import re
import socket
import subprocess
import warnings
from pathlib import Path

from checkwright import Case, Outcome

from ..laws import effects, growth
from .mutant import Mutant, changed_kind, with_outcomes
from .original import Phrases

__all__ = ["MUTANTS"]

#: Longer replies are treated normally, so that the fault shows without taking too long.
_LONGEST = 100_000


def _reading(_spec: Phrases, _case: Case, outcome: Outcome) -> Outcome:
    """Read a file for every reply."""
    Path(__file__).read_bytes()
    return outcome


def _connecting(_spec: Phrases, _case: Case, outcome: Outcome) -> Outcome:
    """Open a socket for every reply."""
    with socket.socket():
        return outcome


def _starting(_spec: Phrases, case: Case, outcome: Outcome) -> Outcome:
    """Try to start a program for a reply with a NUL, and not the declared one."""
    if "\x00" in case.text:
        with contextlib.suppress(OSError):
            subprocess.run(["no-such-program"], check=False)  # noqa: S607 - there is no such program
    return outcome


def _quadratic(_spec: Phrases, case: Case, outcome: Outcome) -> Outcome:
    """Build a rotation of the reply for each of its characters."""
    text = case.text[:_LONGEST] if len(case.text) <= _LONGEST else ""
    sum(len(text[start:] + text[:start]) for start in range(len(text)))
    return outcome


def _described_from_file(_spec: Phrases) -> str:
    """Read a file to describe the check."""
    Path(__file__).read_bytes()
    return "The response contains the phrases."


def _muting(_spec: Phrases, _case: Case, outcome: Outcome) -> Outcome:
    """Mute the warnings of the whole process."""
    warnings.simplefilter("ignore")
    return outcome


def _exporting(_spec: Phrases, _case: Case, outcome: Outcome) -> Outcome:
    """Set an environment variable for every reply."""
    os.environ["CHECKWRIGHT_LAST"] = str(os.getpid())
    return outcome


def _trailing(_spec: Phrases, case: Case, outcome: Outcome) -> Outcome:
    """Search for blanks at the end from each blank on."""
    if len(case.text) <= _LONGEST:
        re.search(r"\s+$", case.text)
    return outcome


READING = changed_kind(prepare=with_outcomes(_reading))
CONNECTING = changed_kind(prepare=with_outcomes(_connecting))
STARTING = changed_kind(prepare=with_outcomes(_starting), effects=frozenset({"subprocess:php"}))
BESIDE = changed_kind(prepare=with_outcomes(_starting), effects=frozenset({"sandbox"}))
MISDECLARED = changed_kind(effects=frozenset({"subprocces:php"}))
QUADRATIC = changed_kind(prepare=with_outcomes(_quadratic))
DESCRIBING = changed_kind(describe=_described_from_file)
MUTING = changed_kind(prepare=with_outcomes(_muting))
EXPORTING = changed_kind(prepare=with_outcomes(_exporting))
TRAILING = changed_kind(prepare=with_outcomes(_trailing))

MUTANTS = (
    Mutant(effects.effects_are_declared, "an undeclared file", READING),
    Mutant(effects.effects_are_declared, "an undeclared socket", CONNECTING),
    Mutant(effects.effects_are_declared, "another program than the declared one", STARTING),
    Mutant(effects.effects_are_declared, "a program beside the declared sandbox", BESIDE),
    Mutant(effects.effects_are_declared, "an effect of no known sort", MISDECLARED),
    Mutant(effects.effects_are_declared, "a file that describe reads", DESCRIBING),
    Mutant(effects.process_is_left_as_it_was, "muted warnings", MUTING),
    Mutant(effects.process_is_left_as_it_was, "a variable of the environment", EXPORTING),
    Mutant(growth.cpu_time_grows_with_the_response_only, "a quadratic loop", QUADRATIC),
    Mutant(growth.cpu_time_grows_with_the_response_only, "a pattern that is quadratic on blanks", TRAILING),
)
