"""Laws of limits: what takes too much is stopped and named, and the grader goes on.

PYTEST_DONT_REWRITE: what is found is said in full, and pytest may take hours to compare large values.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from checkwright_sandboxing.sandbox import ExecResult, ExecStatus, WorkFile

from ....clean_line import line_problem

if TYPE_CHECKING:
    from ..under_test import SandboxUnderTest

__all__ = [
    "disk_is_capped_and_named",
    "disk_is_capped_wherever_it_can_be_written",
    "given_files_do_not_count_as_written",
    "memory_is_capped_and_named",
    "output_is_capped_and_named",
    "processes_are_capped_and_named",
]

_MIB = 1 << 20


def memory_is_capped_and_named(tried: SandboxUnderTest) -> None:
    """A command that takes more memory than it may is ended, and that is named."""
    double = "x=0123456789abcdef; n=0; while [ $n -lt 23 ]; do x=$x$x; n=$((n + 1)); done; echo survived"
    _expect(tried.run(double, memory_mb=32).result, ExecStatus.OUT_OF_MEMORY)


def processes_are_capped_and_named(tried: SandboxUnderTest) -> None:
    """A command that starts more processes than it may is stopped, and that is named."""
    start = "n=0; while [ $n -lt 60 ]; do sleep 5 & n=$((n + 1)); done; echo survived"
    _expect(tried.run(start, pids=12).result, ExecStatus.PROCESS_LIMIT)


def disk_is_capped_and_named(tried: SandboxUnderTest) -> None:
    """A command that writes more than it may is stopped, and that is named."""
    fill = "dd if=/dev/zero of=big bs=65536 count=256 2>/dev/null || exit; echo survived"
    _expect(tried.run(fill, disk_mb=2).result, ExecStatus.DISK_LIMIT)


def _expect(result: ExecResult, status: ExecStatus) -> None:
    assert b"survived" not in result.stdout, "the command got all that it took"
    named = f"came out as {result.status.value} ({result.reason}), expected {status.value}"
    assert result.status is status, named
    wrong = line_problem(result.reason)
    assert wrong is None, f"the reason: {wrong}"


def disk_is_capped_wherever_it_can_be_written(tried: SandboxUnderTest) -> None:
    """No place inside takes more than may be written."""
    script = """
for folder in . "$HOME" "$TMPDIR" /tmp /var/tmp /run /dev /dev/shm /dev/mqueue /proc/1; do
  (dd if=/dev/zero of="$folder/big" bs=65536 count=64) >/dev/null 2>&1
  if [ -f "$folder/big" ]; then wc -c < "$folder/big"; rm -f "$folder/big"; fi
done
exit 0
"""
    sizes = [int(size) for size in tried.run(script, disk_mb=1).result.stdout.split()]
    assert sizes, "there is no place to write"
    assert max(sizes) <= 1.25 * _MIB, f"a file of {max(sizes):,} bytes was written, expected at most 1 MiB"


def given_files_do_not_count_as_written(tried: SandboxUnderTest) -> None:
    """Beside files that are larger than what may be written a command can write what it may."""
    files = {"given": WorkFile(b"x" * (3 * _MIB))}
    result = tried.run("dd if=/dev/zero of=more bs=1024 count=768 2>/dev/null", files=files, disk_mb=1).result
    assert result.status is ExecStatus.OK, f"came out as {result.status.value} ({result.reason}), expected ok"


def output_is_capped_and_named(tried: SandboxUnderTest) -> None:
    """Of a flood the first bytes are kept, of both outputs together, and it is named."""
    flood = "dd if=/dev/zero bs=65536 count=64 2>/dev/null"
    both = "dd if=/dev/zero bs=1024 count=12 2>/dev/null"
    for script in (flood, f"({flood}) >&2", f"{both}; ({both}) >&2"):
        result = tried.run(script, output_kb=16).result
        kept = len(result.stdout) + len(result.stderr)
        assert kept <= 16 * 1024, f"{kept:,} bytes were kept, expected at most 16 KiB"
        _expect(result, ExecStatus.OUTPUT_LIMIT)
        assert kept, "nothing of the output was kept"
