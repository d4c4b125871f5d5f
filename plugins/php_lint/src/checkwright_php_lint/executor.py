"""Prepare a check, and tell which PHP lints and what is hardly meant."""

from __future__ import annotations

from typing import TYPE_CHECKING

from checkwright import NotExecutable

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from checkwright import Execute, Toolbox

    from .spec import PhpLint

__all__ = ["engines", "missing", "prepare", "warn"]


def engines() -> Mapping[str, str]:
    """Return the version of the PHP that lints when the run names none."""
    from .program import find_php

    try:
        return {"PHP": find_php({}).version}
    except NotExecutable:
        return {}


def missing(toolbox: Toolbox) -> str | None:
    """Return why no PHP can lint here, or None when one can."""
    from .program import find_php

    try:
        find_php(toolbox.tools)
    except NotExecutable as error:
        return error.reason
    return None


def warn(spec: PhpLint) -> Iterator[tuple[tuple[str | int, ...], str]]:
    """Warn of a template that the chosen wrapper does not use."""
    if spec.wrapper != "template" and spec.wrapper_template is not None:
        yield (
            ("wrapper_template",),
            f"the template does nothing: the wrapper {spec.wrapper} has none, set wrapper: template",
        )


def prepare(spec: PhpLint, toolbox: Toolbox) -> Execute:
    """Find PHP and return the function that lints the code of a response with it.

    Raises:
        NotExecutable: no PHP can lint here.
        CheckError: the place for the code in the template is one where PHP reports no mistakes, or the
            template itself has a mistake before that place.
    """
    # Imported here: only a run that uses the kind needs processes and what reads replies.
    from .linting import linting

    return linting(spec, toolbox)
