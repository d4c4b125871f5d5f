"""Grade the answers to twenty questions, each by its own rubric, and compare with the expected verdicts.

Exits with 0 when every verdict is the expected one, else with 1.
"""

import json
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent


def main() -> int:
    """Run the demo."""
    print("\nGrading the answers of a museum's guide: twenty questions, six rubrics, two workers\n")
    with tempfile.TemporaryDirectory() as folder:
        verdicts = Path(folder, "verdicts.jsonl")
        _run(verdicts)
        found = _rows(verdicts)
    expected = _rows(HERE / "expected.jsonl")
    wrong = [one for one, verdict in zip(expected, found, strict=True) if one != _judged(verdict)]
    print("\nNot scored, and why:")
    for verdict in found:
        if verdict["status"] == "not_scored":
            print(f"  {verdict['id']}: {verdict['reason']}")
    print(
        f"\n{len(expected) - len(wrong)} of {len(expected)} verdicts are those that expected.jsonl asks for."
    )
    for one in wrong:
        print(f"  another verdict than expected: {one['question_id']}")
    return 1 if wrong else 0


def _run(verdicts: Path) -> None:
    """Show the command as one would type it, and run it."""
    files = {
        "--dataset": HERE / "dataset.yaml",
        "--rubrics": HERE / "rubrics",
        "--responses": HERE / "responses.jsonl",
        "-o": verdicts,
    }
    options = ["--workers", "2"]
    shown = [part for name, path in files.items() for part in (name, _shown(path))]
    print("$ checkwright run", *shown, *options, flush=True)
    arguments = [part for name, path in files.items() for part in (name, str(path))]
    subprocess.run([sys.executable, "-m", "checkwright_runner", "run", *arguments, *options], check=False)


def _rows(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def _judged(verdict: dict[str, Any]) -> dict[str, Any]:
    """Give of a verdict what expected.jsonl holds."""
    return {
        "question_id": verdict["id"],
        "sample": verdict["sample"],
        "status": verdict["status"],
        "passed": verdict["passed"],
        "failed": [check["id"] for check in verdict["checks"] if check["status"] == "failed"],
    }


def _shown(path: Path) -> str:
    """Give a path as short as it can be said: from the current folder, or the name alone."""
    return str(path.relative_to(Path.cwd())) if path.is_relative_to(Path.cwd()) else path.name


if __name__ == "__main__":
    sys.stdout.reconfigure(encoding="utf-8", errors="backslashreplace")  # type: ignore[union-attr]
    sys.exit(main())
