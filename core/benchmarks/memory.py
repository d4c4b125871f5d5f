"""Peak memory of `checkwright run` on few and on many rows."""

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from engine import RUBRIC, responses
from figures import Figure

SCRIPT = "from checkwright.cli import main; import sys; sys.exit(main(sys.argv[1:]))"


def peak(folder: Path, rows: int) -> float:
    """Run over `rows` rows in a child and give its peak resident memory in MiB."""
    texts = responses(200)
    source, out = folder / f"{rows}.jsonl", folder / f"{rows}.out.jsonl"
    with source.open("w", encoding="utf-8") as stream:
        for number in range(rows):
            row = {"question_id": f"Q{number:06}", "response": texts[number % len(texts)]}
            stream.write(json.dumps(row) + "\n")
    rubric = folder / "rubric.json"
    rubric.write_text(json.dumps(RUBRIC))
    files = ["--rubric", str(rubric), "--responses", str(source), "-o", str(out)]
    child = subprocess.Popen(
        [sys.executable, "-c", SCRIPT, "run", *files], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    _, status, usage = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    assert child.returncode == 0, child.returncode
    with out.open("rb") as written:
        assert sum(1 for _ in written) == rows
    return usage.ru_maxrss / 1024


def figures() -> Iterator[Figure]:
    """Measure the peak on 200,000 rows, and how much of it the rows are."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        few, many = peak(folder, 2_000), peak(folder, 200_000)
    yield Figure("run over 200,000 rows", many, 48, " MiB")
    yield Figure(
        "the same less run over 2,000 rows", many - few, 4, " MiB", note=f"2,000 rows: {few:.1f} MiB"
    )
