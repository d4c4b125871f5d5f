"""Lint files by `php -l`, which parses them and executes nothing."""

from __future__ import annotations

import re
import secrets
import signal
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from checkwright import ServiceError
from checkwright.wording import one_line

from .own_folder import own_folder
from .process import run
from .start_failure import why_not_started

__all__ = ["MEMORY", "Mistake", "lint"]

#: Megabytes of memory that PHP may take for one file.
MEMORY = 256

#: No ini files of the machine, no short tags, only errors that make a file invalid are reported.
_SETTINGS = (
    "short_open_tag=0",
    "display_errors=1",
    "log_errors=0",
    "html_errors=0",
    "error_reporting=69",
    f"memory_limit={MEMORY}M",
)
_OPTIONS = ("-n", *(word for setting in _SETTINGS for word in ("-d", setting)), "-l")

#: Characters of a message that are kept: the names in it may be as long as the code.
_LONGEST_MESSAGE = 1_000

#: PHP prints one of these after each file.
_GOOD, _BAD = "No syntax errors detected in", "Errors parsing"
#: The exit code of PHP when a file is invalid.
_INVALID = 255
#: Exit codes of a program that crashed on its input; other signals are sent from outside.
_CRASHED = tuple(
    -number
    for name in ("SIGSEGV", "SIGBUS", "SIGABRT", "SIGILL", "SIGFPE")
    if (number := getattr(signal, name, None)) is not None
)
_ERROR = re.compile(r"(Parse|Fatal) error: +(.*?) in NAME on line ([0-9]+)", re.DOTALL)
#: The messages of PHP when it exceeds one of its limits, and the words for each in a reason.
_LIMITS = (
    ("Allowed memory size", f"memory limit: PHP needs more than {MEMORY} MB for this code"),
    ("memory exhausted", "nesting limit: this is nested too deep for PHP's parser"),
    ("Maximum call stack size", "nesting limit: this is nested too deep for PHP's compiler"),
)


@dataclass(frozen=True, slots=True)
class Mistake:
    """A mistake in a file.

    message: in PHP's words, with a NUL in front of each number that is a line of the file.
    line: line of the file, from 1; None when PHP names none.
    parse: whether it is a parse error; else the file breaks another rule of the language.
    """

    message: str
    line: int | None
    parse: bool


def lint(php: str, sources: Sequence[str], seconds: float) -> list[Mistake | None]:
    """Return the mistake of each source, None for a valid one, as `php -l` on that source alone reports it.

    Since 8.3 PHP lints several files in one call; a file that got no result is linted in a call of its own.

    php: the path of the program.
    seconds: time limit for all together.

    Raises:
        TimedOut: the time limit was exceeded.
        ServiceError: PHP could not be run, or ended in a way that shows nothing about the file.
    """
    until = time.monotonic() + seconds
    token = secrets.token_hex(8)  # so that no source can imitate a result
    names = [f"{token}{index}.php" for index in range(len(sources))]
    try:
        with own_folder() as folder:
            for name, source in zip(names, sources, strict=True):
                Path(folder, name).write_bytes(source.encode("utf-8", "surrogatepass"))
            found: dict[str, Mistake | None] = {}
            if len(names) > 1:
                output, _ = run([php, *_OPTIONS, *names], folder, until - time.monotonic())
                found = dict(_results(_text(output), token))
            for name in names:
                if name not in found:
                    output, code = run([php, *_OPTIONS, name], folder, until - time.monotonic())
                    found[name] = _result(_text(output), code, name)
    except OSError as error:
        raise ServiceError(one_line(f"php cannot be run: {why_not_started(php, error)}")) from None
    return [found[name] for name in names]


def _text(output: bytes) -> str:
    return output.decode("utf-8", "replace")


def _results(output: str, token: str) -> Iterator[tuple[str, Mistake | None]]:
    """Yield the name and the mistake of each file for which the output of PHP has a result."""
    start = 0
    for end in re.finditer(rf"^(?:({_GOOD})|{_BAD}) ({token}[0-9]+\.php)$", output, re.MULTILINE):
        yield end[2], None if end[1] else _mistake(output[start : end.start()], end[2])
        start = end.end()


def _result(output: str, code: int, name: str) -> Mistake | None:
    """Return the mistake of the one file of a call, by the output and the exit code of PHP."""
    if code == 0 and f"{_GOOD} {name}" in output:
        return None
    if code == _INVALID:
        return _mistake(output, name)
    if code in _CRASHED:
        return Mistake(f"PHP breaks on this code ({signal.Signals(-code).name})", None, parse=False)
    said = output.strip()[:200] or "nothing"
    raise ServiceError(one_line(f"php ended with exit code {code} and said: {said}"))


def _mistake(said: str, name: str) -> Mistake:
    """Return the mistake that an error message of PHP reports."""
    said = said.replace("\0", "").replace(name, "NAME")
    found = _ERROR.search(said)
    if found is None:
        return Mistake(one_line(said.strip() or "PHP names no cause"), None, parse=False)
    kind, message, line = found[1], found[2][:_LONGEST_MESSAGE], found[3]
    for sign, words in _LIMITS:
        if message.startswith(sign):
            return Mistake(words, int(line), parse=False)
    message = re.sub(r"in NAME:([0-9]+)", r"on line " "\0" r"\1", message)
    message = re.sub(r"^(Unclosed '.' on line |Unterminated comment starting line )", "\\1\0", message)
    return Mistake(message, int(line), parse=kind == "Parse")
