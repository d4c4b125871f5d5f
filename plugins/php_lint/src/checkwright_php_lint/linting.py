"""Linting: ask `php -l` about files; nothing of them is ever executed."""

from __future__ import annotations

import re
import secrets
import signal
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from checkwright import ServiceError
from checkwright.wording import one_line

from .process import run
from .starting import why_not_started

__all__ = ["MEMORY", "Mistake", "lint"]

#: Megabytes of memory that PHP may take for one file.
MEMORY = 256

#: No settings of the machine, no short tags, nothing reported but what makes a file invalid.
_SETTINGS = (
    "short_open_tag=0",
    "display_errors=1",
    "log_errors=0",
    "html_errors=0",
    "error_reporting=69",
    f"memory_limit={MEMORY}M",
)
_OPTIONS = ("-n", *(word for setting in _SETTINGS for word in ("-d", setting)), "-l")

#: Characters of a message that are kept; names inside it may be as long as the code.
_LONGEST = 1_000

#: PHP prints one of these after each file.
_GOOD, _BAD = "No syntax errors detected in", "Errors parsing"
#: The exit code of PHP when a file is invalid.
_INVALID = 255
#: How a program ends that its input has broken; another signal comes from outside.
_BROKEN = tuple(
    -number
    for name in ("SIGSEGV", "SIGBUS", "SIGABRT", "SIGILL", "SIGFPE")
    if (number := getattr(signal, name, None)) is not None
)
_ERROR = re.compile(r"(Parse|Fatal) error: +(.*?) in NAME on line ([0-9]+)", re.DOTALL)
#: What PHP says when one of its limits is met, and what that is called here.
_LIMITS = (
    ("Allowed memory size", f"memory limit: PHP needs more than {MEMORY} MB for this code"),
    ("memory exhausted", "nesting limit: this is nested too deep for PHP's parser"),
    ("Maximum call stack size", "nesting limit: this is nested too deep for PHP's compiler"),
)


@dataclass(frozen=True, slots=True)
class Mistake:
    """What is wrong with a file.

    message: in PHP's words; a NUL stands before each number of a line of the file in them.
    line: of the file, from 1; None when PHP names none.
    parse: whether the file breaks the grammar; else it breaks another rule of the language.
    """

    message: str
    line: int | None
    parse: bool


def lint(php: str, sources: Sequence[str], seconds: float) -> list[Mistake | None]:
    """Give what is wrong with each source, None where nothing is, just as `php -l` on it alone says.

    PHP reads several files in one call from 8.3 on; a file without an answer is asked about alone.

    php: the path of the program.
    seconds: for all together.

    Raises:
        Late: that was not enough.
        ServiceError: PHP could not be run, or ended in a way that says nothing about the file.
    """
    until = time.monotonic() + seconds
    token = secrets.token_hex(8)  # no source can forge an answer
    names = [f"{token}{index}.php" for index in range(len(sources))]
    try:
        with tempfile.TemporaryDirectory(prefix="checkwright-", ignore_cleanup_errors=True) as folder:
            for name, source in zip(names, sources, strict=True):
                Path(folder, name).write_bytes(source.encode("utf-8", "surrogatepass"))
            found: dict[str, Mistake | None] = {}
            if len(names) > 1:
                output, _ = run([php, *_OPTIONS, *names], folder, until - time.monotonic())
                found = dict(_answers(_text(output), token))
            for name in names:
                if name not in found:
                    output, code = run([php, *_OPTIONS, name], folder, until - time.monotonic())
                    found[name] = _answer(_text(output), code, name)
    except OSError as error:
        raise ServiceError(one_line(f"php cannot be run: {why_not_started(php, error)}")) from None
    return [found[name] for name in names]


def _text(output: bytes) -> str:
    return output.decode("utf-8", "replace")


def _answers(output: str, token: str) -> Iterator[tuple[str, Mistake | None]]:
    """Give the name and the mistake of each file that was read to its end."""
    start = 0
    for end in re.finditer(rf"^(?:({_GOOD})|{_BAD}) ({token}[0-9]+\.php)$", output, re.MULTILINE):
        yield end[2], None if end[1] else _mistake(output[start : end.start()], end[2])
        start = end.end()


def _answer(output: str, code: int, name: str) -> Mistake | None:
    """Read what PHP said of one file that it was asked about alone."""
    if code == 0 and f"{_GOOD} {name}" in output:
        return None
    if code == _INVALID:
        return _mistake(output, name)
    if code in _BROKEN:
        return Mistake(f"PHP breaks on this code ({signal.Signals(-code).name})", None, parse=False)
    said = output.strip()[:200] or "nothing"
    raise ServiceError(one_line(f"php ended with exit code {code} and said: {said}"))


def _mistake(said: str, name: str) -> Mistake:
    """Read an error message of PHP."""
    said = said.replace("\0", "").replace(name, "NAME")
    found = _ERROR.search(said)
    if found is None:
        return Mistake(one_line(said.strip() or "PHP names no cause"), None, parse=False)
    kind, message, line = found[1], found[2][:_LONGEST], found[3]
    for sign, words in _LIMITS:
        if message.startswith(sign):
            return Mistake(words, int(line), parse=False)
    message = re.sub(r"in NAME:([0-9]+)", r"on line " "\0" r"\1", message)
    message = re.sub(r"^(Unclosed '.' on line |Unterminated comment starting line )", "\\1\0", message)
    return Mistake(message, int(line), parse=kind == "Parse")
