"""Say how a command ended: the reason of an outcome, and its details."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .sandbox import ExecResult, ExecStatus, SandboxLimits

__all__ = ["NOT_BEGUN", "details_of", "how_it_ended"]

#: Exit codes of shells and sandboxes for a program that is not there, or cannot be run.
NOT_BEGUN = (126, 127)
#: Characters of each stream that the details keep, the last ones.
_TAIL = 2_000


def how_it_ended(result: ExecResult, limits: SandboxLimits) -> str:
    """Return in a few words how a command ended, the limit named that ended it."""
    match result.status:
        case ExecStatus.OK:
            return "exit code 0"
        case ExecStatus.EXIT_NONZERO:
            why = " (no such program in the sandbox, or none that can be run)"
            return f"exit code {result.exit_code}{why if result.exit_code in NOT_BEGUN else ''}"
        case ExecStatus.TIMEOUT:
            return f"time limit: ended after {limits.timeout:g} s"
        case ExecStatus.OUT_OF_MEMORY:
            return f"memory limit: it needed more than {limits.memory_mb:,} MiB"
        case ExecStatus.OUTPUT_LIMIT:
            return f"output limit: it wrote more than {limits.output_kb:,} KiB"
        case ExecStatus.PROCESS_LIMIT:
            return f"process limit: it needed more than {limits.pids:,} processes"
        case ExecStatus.DISK_LIMIT:
            return f"disk limit: it needed more than {limits.disk_mb:,} MiB"
        case ExecStatus.UNAVAILABLE:
            return result.reason or "the sandbox failed"


def details_of(result: ExecResult, workspace: str | None, not_enforced: tuple[str, ...]) -> dict[str, Any]:
    """Return what an outcome keeps of a command.

    workspace: the digest of the workspace. not_enforced: what the check needs and the sandbox does not
        enforce here.
    """
    details: dict[str, Any] = {
        "sandbox": " ".join(filter(None, (result.provider, result.version))),
        "status": str(result.status),
        "exit_code": result.exit_code,
        "stdout": _tail(result.stdout),
        "stderr": _tail(result.stderr),
        "seconds": round(result.seconds, 3),
        "peak_memory_mb": None if result.peak_memory_mb is None else round(result.peak_memory_mb, 1),
    }
    more: Mapping[str, Any] = {"workspace": workspace, "not_enforced": list(not_enforced) or None}
    return details | {name: value for name, value in more.items() if value is not None}


def _tail(data: bytes) -> str:
    # Four bytes a character at the most, and one more for a character that is cut.
    return data[-4 * _TAIL - 4 :].decode("utf-8", "replace")[-_TAIL:]
