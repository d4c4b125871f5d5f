"""The CPU time of starting: child processes in turns with a bare Python."""

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from figures import Figure, median

RUBRIC = """\
id: start
version: "1.0"
checks:
  - {kind: must_contain_any, values: [sorry, apologies]}
  - {kind: must_not_contain, values: [guarantee]}
  - {kind: regex, patterns: ['#\\d{4,}']}
scoring: {combine: all_pass}
"""
LOAD = "import checkwright; kinds = checkwright.load_kinds(); assert len(kinds) > 3, kinds"
SCRIPT = "from checkwright_runner.cli.main import main; import sys; sys.exit(main(sys.argv[1:]))"


def cpu(arguments: Sequence[str]) -> float:
    """Run a child process to its end and return its CPU seconds."""
    child = subprocess.Popen(arguments, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    assert child.returncode == 0, (arguments, child.returncode)
    return usage.ru_utime + usage.ru_stime


def figures(rounds: int = 15) -> Iterator[Figure]:
    """Measure `--help`, loading all kinds and validating one rubric against a bare Python."""
    with tempfile.TemporaryDirectory() as folder:
        rubric = Path(folder, "rubric.yaml")
        rubric.write_text(RUBRIC)
        python = sys.executable
        commands = {
            "bare": [python, "-c", "pass"],
            "checkwright --help / bare Python": [python, "-c", SCRIPT, "--help"],
            "load_kinds() / bare Python": [python, "-c", LOAD],
            "checkwright validate / bare Python": [python, "-c", SCRIPT, "validate", str(rubric)],
        }
        taken: dict[str, list[float]] = {name: [] for name in commands}
        for _ in range(rounds + 1):
            for name, command in commands.items():
                taken[name].append(cpu(command))
    bare = median(taken["bare"][1:])
    targets = dict(zip(list(commands)[1:], (4, 18, 24), strict=True))
    for name, target in targets.items():
        yield Figure(
            name, median(taken[name][1:]) / bare, target, note=f"bare Python {bare * 1000:.0f} ms CPU"
        )
