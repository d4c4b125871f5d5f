"""Two worker processes against one, on a run that keeps one of them busy for 15 s of CPU or more."""

import filecmp
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from engine import RUBRIC, responses
from figures import Figure

#: Replies of 600 B; a worker takes 150 us of CPU for each, its evidence and its verdict line included.
ROWS = 150_000
BUSY = 15.0
ROUNDS = 2


def run_seconds(folder: Path, workers: int) -> tuple[float, float]:
    """Return the seconds of wall clock and of CPU, all processes together, that a run takes."""
    files = ["--rubric", "rubric.json", "--responses", "rows.jsonl", "-o", f"{workers}.jsonl"]
    started = time.monotonic()
    child = subprocess.Popen(
        [sys.executable, "-m", "checkwright_runner", "run", *files, "--workers", str(workers)],
        cwd=folder,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    _, status, usage = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    assert child.returncode == 0, child.returncode
    return time.monotonic() - started, usage.ru_utime + usage.ru_stime


def figures() -> Iterator[Figure]:
    """Measure the wall clock of both, in turns, the lowest of each; their bytes must be equal."""
    texts = responses(200)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "rubric.json").write_text(json.dumps(RUBRIC))
        with (folder / "rows.jsonl").open("w", encoding="utf-8") as stream:
            for number in range(ROWS):
                row = {"question_id": f"Q{number:06}", "response": texts[number % len(texts)]}
                stream.write(json.dumps(row) + "\n")
        rounds = [(run_seconds(folder, 1), run_seconds(folder, 2)) for _ in range(ROUNDS)]
        assert filecmp.cmp(folder / "1.jsonl", folder / "2.jsonl", shallow=False)
    one, two = (min(wall for wall, _ in column) for column in zip(*rounds, strict=True))
    busy = min(cpu for (_, cpu), _ in rounds)
    assert busy >= BUSY, f"one worker is busy for {busy:.1f} s only: raise ROWS"
    note = f"1 worker: {one:.1f} s, {busy:.1f} s of CPU; wall clock, so both cores must be free"
    yield Figure("run with 2 workers / with 1", two / one, 1 / 1.6, note=note)
