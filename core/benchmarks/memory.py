"""Peak memory of `checkwright run`, of its largest process, on few and on many rows."""

import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from engine import RUBRIC, responses
from figures import Figure

QUESTIONS, RUBRICS = 1000, 20

#: Runs a command and prints its peak memory in KiB. This is a small process of its own, since the memory of
#: the parent counts as that of a child until the child has started.
_WATCH = """
import os, subprocess, sys
quiet = subprocess.DEVNULL
child = subprocess.Popen(sys.argv[1:], stdout=quiet, stderr=quiet)
_, status, usage = os.wait4(child.pid, 0)
child.returncode = os.waitstatus_to_exitcode(status)
print(usage.ru_maxrss)
sys.exit(child.returncode)
"""


def peak(folder: Path, rows: int, *graded_by: str, questions: int | None = None) -> float:
    """Run over `rows` rows in a child process and return its peak resident memory in MiB.

    It waits for its workers, so that theirs counts too.

    questions: how many are answered; each row answers one of its own without it.
    """
    texts = responses(200)
    source, out = folder / f"{rows}.jsonl", folder / f"{rows}.out.jsonl"
    with source.open("w", encoding="utf-8") as stream:
        for number in range(rows):
            ident = number % (questions or rows)
            row = {"question_id": f"Q{ident:06}", "response": texts[number % len(texts)]}
            stream.write(json.dumps(row) + "\n")
    files = [*graded_by, "--responses", str(source), "-o", str(out)]
    command = [sys.executable, "-m", "checkwright_runner", "run", *files]
    told = subprocess.run(
        [sys.executable, "-S", "-c", _WATCH, *command], cwd=folder, capture_output=True, text=True, check=True
    )
    kib = int(told.stdout)
    with out.open("rb") as written:
        assert sum(1 for _ in written) == rows
    source.unlink()
    out.unlink()
    return kib / 1024


def write_dataset(folder: Path) -> None:
    """Write questions of 2 kB, and the rubrics that they name."""
    (folder / "rubrics").mkdir()
    for number in range(RUBRICS):
        document = {**RUBRIC, "id": f"bench{number}"}
        (folder / f"rubrics/{number}.json").write_text(json.dumps(document))
    texts = responses(QUESTIONS)
    questions: list[dict[str, Any]] = [
        {
            "id": f"Q{number:06}",
            "input": text * 2,
            "criteria": "The answer is polite.",
            "rubric_ref": f"rubric/bench{number % RUBRICS}@1.0",
            "expected": {"answer": text},
        }
        for number, text in enumerate(texts)
    ]
    (folder / "dataset.json").write_text(json.dumps({"questions": questions}))


def figures() -> Iterator[Figure]:
    """Measure the peak on 200,000 rows, how much of it the rows are, and 500,000 rows of a dataset."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "rubric.json").write_text(json.dumps(RUBRIC))
        one = ("--rubric", "rubric.json")
        few, many = peak(folder, 2_000, *one), peak(folder, 200_000, *one)
        yield Figure("run over 200,000 rows", many, 48, " MiB", note="its largest process")
        note = f"2,000 rows: {few:.1f} MiB"
        yield Figure("the same less run over 2,000 rows", many - few, 4, " MiB", note=note)
        write_dataset(folder)
        several = ("--dataset", "dataset.json", "--rubrics", "rubrics")
        most = peak(folder, 500_000, *several, questions=QUESTIONS)
        yield Figure("run over 500,000 rows of 1,000 questions", most, 64, " MiB", note="its largest process")
