"""What a command in the sandbox costs above the command itself, and what a workspace does."""

import statistics
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from figures import Figure

import checkwright
from checkwright import Case, Plan

FILES, BYTES = 2_000, 5_000_000
_HEAP = 1_500_000_000
_ROUNDS = 15


def _plan(folder: Path, **fields: Any) -> Plan:
    kinds, there = checkwright.load_kinds(), checkwright.load_providers()
    check = {"kind": "command", "command": ["/bin/true"], **fields}
    rubric = {"id": "bench", "version": "1.0", "checks": [check], "scoring": {"combine": "all_pass"}}
    return checkwright.compile_rubric(
        checkwright.parse_rubric(rubric, kinds=kinds),
        kinds=kinds,
        providers=[there["sandbox", "bwrap"]],
        folder=folder,
    )


def _milliseconds(function: Callable[[], object]) -> float:
    """Return the median of the wall time, since most of it is spent in other processes."""
    taken = []
    for _ in range(_ROUNDS):
        started = time.perf_counter()
        function()
        taken.append(time.perf_counter() - started)
    return statistics.median(taken) * 1_000


def figures() -> Iterator[Figure]:
    """Measure a bare command, the same in a sandbox, in a process with a large heap, and with a workspace."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for number in range(FILES):
            path = folder / f"repo/{number % 40}/{number}.txt"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(b"x" * (BYTES // FILES))
        with _plan(folder) as plan:
            verdict = plan.score(Case("reply"))
            if verdict.passed is not True:
                yield Figure(f"sandbox: not measured: {verdict.checks[0].reason}", 0)
                return

            def bare() -> None:
                subprocess.run(["/bin/true"], check=True)

            alone = _milliseconds(bare)
            boxed = _milliseconds(lambda: plan.score(Case("reply")))
            yield Figure(
                "a command in the sandbox, less itself", boxed - alone, 60, " ms", f"{alone:.1f} ms bare"
            )
            heap = bytearray(_HEAP)
            heap[::4096] = b"x" * len(heap[::4096])
            large = _milliseconds(lambda: plan.score(Case("reply")))
            yield Figure("the same from a process with 1.5 GB", large - alone, 60, " ms")
            del heap
            question = {"metadata": {"workspace": "repo"}}
            copied = _milliseconds(lambda: plan.score(Case("reply", question)))
            note = f"{FILES:,} files of {BYTES / 1e6:g} MB, read once"
            yield Figure("the same with a workspace", copied - alone, 100, " ms", note)
