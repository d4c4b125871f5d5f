"""Examination: what plugins add to `doctor`, such as whether the judges of a file can be asked."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Protocol

from checkwright import Providers, Role, described, isolated, load_providers

__all__ = ["EXAMINATION", "Examination", "Finding", "add_examinations", "findings_of"]


@dataclass(frozen=True, slots=True)
class Finding:
    """What was found of one thing.

    subject: names it, such as "profile azure_eu". is_fine: whether it can be used.
    words: what it is, or what is wrong with it. hint: what to do; None where there is nothing to do.
    """

    subject: str
    is_fine: bool
    words: str
    hint: str | None = None


class Examination(Protocol):
    """What a provider of the role opens."""

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Add the options that ask for it."""

    def findings(self, arguments: argparse.Namespace, providers: Providers) -> Iterable[Finding]:
        """Yield what is found; nothing where it was not asked for.

        providers: all that fill roles here, `--plugin` included.

        Raises:
            ValueError: the options make no sense; the message is shown as it is.
        """


#: Parts of `doctor`; what is installed adds them, and one that is not asked for does nothing.
EXAMINATION: Role[Examination] = Role("examination", decides=False)


def add_examinations(parser: argparse.ArgumentParser) -> None:
    """Add the options of what is installed; one whose options cannot be added is left out."""
    opened: list[tuple[str, Examination]] = []
    for name, provider in load_providers().of(EXAMINATION).items():
        with isolated():
            examination = provider.open()
            examination.add_arguments(parser)
            opened.append((name, examination))
    parser.set_defaults(examinations=tuple(opened))


def findings_of(arguments: argparse.Namespace, providers: Providers) -> Iterator[Finding]:
    """Yield what all examinations find; one that breaks is a finding, behind those that it had found."""
    for name, examination in getattr(arguments, "examinations", ()):
        found: list[Finding] = []
        with isolated() as fault:
            for one in examination.findings(arguments, providers):
                found.append(_read(one))
        yield from found
        if isinstance(fault.error, ValueError):
            yield Finding(name, False, str(fault.error))
        elif fault.error is not None:
            hint = "upgrade it, or tell its author"
            yield Finding(name, False, f"the examination broke: {described(fault.error)}", hint)


def _read(found: Any) -> Finding:
    """Read a finding. A package need not know this class."""
    return Finding(found.subject, found.is_fine is True, found.words, getattr(found, "hint", None))
