"""Sandbox: runs one command of others apart from the host, and what that gives."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType, TracebackType
from typing import Any, Protocol, Self

__all__ = [
    "Ability",
    "Capabilities",
    "ExecResult",
    "ExecStatus",
    "Sandbox",
    "SandboxLimits",
    "Session",
    "SessionSpec",
    "UnreadableFile",
    "WorkEntry",
    "WorkFile",
    "WorkLink",
]

_NOTHING: Mapping[str, Any] = MappingProxyType({})


class Ability(StrEnum):
    """What a sandbox may be able to enforce on a machine."""

    NETWORK = "network"
    FILES = "files"
    USER = "user"
    WALL_TIME = "wall time"
    MEMORY = "memory"
    PROCESSES = "processes"
    DISK = "disk"


class ExecStatus(StrEnum):
    """How a command ended; `unavailable` is the sandbox's own end, which says nothing of the command."""

    OK = "ok"
    EXIT_NONZERO = "exit_nonzero"
    TIMEOUT = "timeout"
    OUT_OF_MEMORY = "out_of_memory"
    OUTPUT_LIMIT = "output_limit"
    PROCESS_LIMIT = "process_limit"
    DISK_LIMIT = "disk_limit"
    UNAVAILABLE = "unavailable"


@dataclass(frozen=True, slots=True)
class Capabilities:
    """What a sandbox can do on this machine.

    available: whether it runs commands here at all. reason: one clean line, why not; "" when it does.
    version: of what isolates, such as "bubblewrap 0.11.0"; "" when unknown.
    enforces: what it enforces here; all else it does at best try.
    images: whether it knows images; one that does not refuses a session with any.
    """

    available: bool
    reason: str = ""
    version: str = ""
    enforces: frozenset[Ability] = frozenset()
    images: bool = False


@dataclass(frozen=True, slots=True)
class SandboxLimits:
    """Bounds of one command with all that it starts.

    timeout: seconds of wall time. memory_mb, disk_mb: MiB; the disk's are beyond the files given before.
    pids: processes and threads at a time. output_kb: KiB of standard output and standard error, together.
    """

    timeout: float = 60.0
    memory_mb: int = 512
    pids: int = 64
    disk_mb: int = 64
    output_kb: int = 1_024


@dataclass(frozen=True, slots=True)
class WorkFile:
    """A regular file of the work folder."""

    data: bytes
    executable: bool = False


@dataclass(frozen=True, slots=True)
class WorkLink:
    """A symbolic link of the work folder; target: relative, and inside the work folder."""

    target: str


#: What stands in the work folder; folders come with what is in them.
WorkEntry = WorkFile | WorkLink


@dataclass(frozen=True, slots=True)
class SessionSpec:
    """What one command gets.

    files: what the work folder holds before, by POSIX path relative to it.
    limits: the bounds.
    required: what must be enforced; a provider that cannot gives a session whose result is `unavailable`.
    image: handed through to providers that know images; the others refuse it.
    tools: programs of the host to find on PATH inside, each by its name with its absolute path.
    shown: folders of the host that may be read at their own place inside.
    """

    files: Mapping[str, WorkEntry] = field(default_factory=dict)
    limits: SandboxLimits = field(default_factory=SandboxLimits)
    required: frozenset[Ability] = frozenset()
    image: str | None = None
    tools: Mapping[str, str] = field(default_factory=dict)
    shown: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ExecResult:
    """How a command ended and what it wrote.

    exit_code: None when it was ended, or never began; 128 + n when signal n ended it.
    stdout, stderr: the bytes up to the bound. seconds: wall time, of the command alone.
    peak_memory_mb: MiB; None where nobody measured.
    provider, version: who isolated. reason: one clean line that says what `status` means here.
    """

    status: ExecStatus
    exit_code: int | None = None
    stdout: bytes = b""
    stderr: bytes = b""
    seconds: float = 0.0
    peak_memory_mb: float | None = None
    provider: str = ""
    version: str = ""
    reason: str = ""


class UnreadableFile(Exception):  # noqa: N818 - says what there is
    """A path of the work folder leads to something that is not read: a link, a fifo, too many bytes."""


class Session(Protocol):
    """One work folder and one command in it; a second state is a second session.

    A context manager: its end leaves nothing on the machine, whatever the command left behind.
    """

    def exec(
        self,
        argv: Sequence[str],
        *,
        stdin: bytes = b"",
        cwd: str = ".",
        env: Mapping[str, str] = _NOTHING,
    ) -> ExecResult:
        """Run the one command of the session; when it returns all its processes are dead. Never raise.

        argv: the program, by name or by path inside, and its arguments. cwd: relative to the work folder.
        env: beside the few variables that the provider sets (PATH, HOME, LANG, TMPDIR).

        Raises:
            RuntimeError: it was called before, or the session has ended.
        """

    def read_file(self, path: str, most: int) -> bytes | None:
        """Return the bytes of a file of the work folder after `exec`; None when there is none.

        path: POSIX, relative to the work folder. most: bytes.

        Raises:
            UnreadableFile: there is something else than a regular file of at most `most` bytes that is
                reached without a link; the message says what in a few words.
        """

    def __enter__(self) -> Self:
        """Return the session."""

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        """End all that is left and give everything back."""


class Sandbox(Protocol):
    """What a provider of the role opens; may be used from several threads, and pickles."""

    @property
    def name(self) -> str:
        """The name of the provider, such as "bwrap"."""

    def probe(self) -> Capabilities:
        """Say what it can do here, after trying; the answer is kept for this process. Never raise."""

    def open(self, spec: SessionSpec) -> Session:
        """Make a session; nothing is on the machine before it is entered. Never raise."""
