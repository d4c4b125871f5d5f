"""A sandbox that executes nothing: how a command ends is a hash of what it was given."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from hashlib import sha256
from types import MappingProxyType, TracebackType
from typing import Any, Self

from checkwright import Provider
from checkwright_sandboxing.role import SANDBOX
from checkwright_sandboxing.sandbox import (
    Ability,
    Capabilities,
    ExecResult,
    ExecStatus,
    Sandbox,
    Session,
    SessionSpec,
    UnreadableFile,
    WorkFile,
)

__all__ = ["StandInSandbox", "stand_in"]

_NOTHING: Mapping[str, Any] = MappingProxyType({})
_VERSION = "stand-in 1"
#: How a command ends, by the first byte of the hash: half end well, a fourth badly, the others by a limit.
_ENDS = (
    *(ExecStatus.OK,) * 16,
    *(ExecStatus.EXIT_NONZERO,) * 8,
    *(ExecStatus.TIMEOUT, ExecStatus.OUT_OF_MEMORY, ExecStatus.OUTPUT_LIMIT, ExecStatus.PROCESS_LIMIT),
    *(ExecStatus.DISK_LIMIT, ExecStatus.UNAVAILABLE, ExecStatus.OK, ExecStatus.OK),
)
_EXIT_CODES = (1, 1, 2, 5, 127, 137)
#: Names of tests, and how many of them and how much of a file count.
_TEST = re.compile(r"\btest_\w{1,40}")
_MOST_TESTS, _MOST_CHARACTERS = 20, 20_000
#: What differs from call to call in every sandbox: durations and memory.
_CALLS = itertools.count(1)


@dataclass(frozen=True, slots=True)
class StandInSandbox:
    """Says that it enforces everything, and executes nothing."""

    name: str

    def probe(self) -> Capabilities:
        """Say that it can do everything."""
        return Capabilities(True, "", _VERSION, frozenset(Ability))

    def open(self, spec: SessionSpec) -> Session:
        """Make a session."""
        return _StandInSession(self.name, spec)


class _StandInSession:
    def __init__(self, name: str, spec: SessionSpec) -> None:
        self._name = name
        self._spec = spec
        self._called = False
        self._hash = b""

    def exec(
        self,
        argv: Sequence[str],
        *,
        stdin: bytes = b"",
        cwd: str = ".",
        env: Mapping[str, str] = _NOTHING,
    ) -> ExecResult:
        if self._called:
            raise RuntimeError("a session runs one command")
        self._called = True
        # The same files in another order are the same; a limit changes nothing that is looked at.
        files = sorted((path, repr(entry)) for path, entry in self._spec.files.items())
        given = (list(argv), stdin, cwd, sorted(env.items()), files, self._spec.image)
        self._hash = sha256(repr(given).encode(errors="surrogatepass")).digest()
        status = _ENDS[self._hash[0] % len(_ENDS)]
        code = {ExecStatus.OK: 0, ExecStatus.EXIT_NONZERO: _EXIT_CODES[self._hash[1] % len(_EXIT_CODES)]}
        number = (int.from_bytes(self._hash[2:4], "big") - 32_768) / 64
        call = next(_CALLS)
        return ExecResult(
            status,
            code.get(status),
            b"hashed " + self._hash[:4].hex().encode() + b"\n" + str(number).encode() + b"\n",
            b"" if self._hash[4] % 2 else b"warning: hashed\n",
            call / 1_024,
            call / 8,
            self._name,
            _VERSION,
            "" if status is ExecStatus.OK else f"{status.value.replace('_', ' ')}, as hashed",
        )

    def read_file(self, path: str, most: int) -> bytes | None:
        if not self._called:
            return None
        digest = sha256(self._hash + path.encode(errors="surrogatepass")).digest()
        if digest[0] % 8 == 0:
            return None
        report = self._report(path)
        if digest[0] % 8 == 1:
            raise UnreadableFile("a link")
        if len(report) > most:
            raise UnreadableFile(f"{len(report)} bytes, at most {most} are read")
        return report

    def _report(self, path: str) -> bytes:
        """Return a report in TAP on the tests that the files name, and on one that is named by the path."""
        lines: list[str] = []
        for test in [*itertools.islice(self._tests(), _MOST_TESTS), f"{path}::test"]:
            chance = sha256(self._hash + test.encode(errors="surrogatepass")).digest()[0] % 8
            skipped = " # SKIP as hashed" if chance == 0 else ""
            lines.append(f"{'not ok' if chance > 4 else 'ok'} {len(lines) + 1} - {test}{skipped}")
        return "\n".join([f"1..{len(lines)}", *lines, ""]).encode(errors="replace")

    def _tests(self) -> Iterator[str]:
        seen = set()
        for path, entry in sorted(self._spec.files.items()):
            data = entry.data[:_MOST_CHARACTERS] if isinstance(entry, WorkFile) else b""
            for name in _TEST.findall(data.decode(errors="replace")):
                for test in (name, f"{path}::{name}"):
                    if test not in seen:
                        seen.add(test)
                        yield test

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self._called = True


def stand_in(name: str) -> Provider[Sandbox]:
    """Return the provider of a stand-in under a name; it travels, and is safe from threads."""
    return Provider(SANDBOX, name, partial(StandInSandbox, name))
