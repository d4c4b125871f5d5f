"""Grade the forty support replies, explain two failures, and compare with the expected verdicts.

Exits with 0 when every verdict is the expected one, else with 1.
"""

import json
import subprocess
import sys
import tempfile
import textwrap
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
#: Question to what a reader may want to know before looking at its verdict.
EXPLAINED = {
    "S04": "A friendly reply that promises too much:",
    "S33": "A reply that reads as sorry, and yet is not, since an invisible character splits the word:",
}


def main() -> int:
    """Run the demo."""
    replies = {row["question_id"]: row for row in _rows(HERE / "responses.jsonl")}
    print(f"Grading {len(replies)} replies of a support desk by the rubric {_shown(HERE / 'rubric.yaml')}\n")
    with tempfile.TemporaryDirectory() as folder:
        verdicts = Path(folder, "verdicts.jsonl")
        responses = HERE / "responses.jsonl"
        _checkwright("run", "--rubric", HERE / "rubric.yaml", "--responses", responses, "-o", verdicts)
        found = [_judged(row) for row in _rows(verdicts)]
        for question, about in EXPLAINED.items():
            print(f"\n\n{about}\n\n{_quoted(replies[question]['response'])}\n")
            case = Path(folder, f"{question}.json")
            case.write_text(json.dumps({"response": replies[question]["response"]}), encoding="utf-8")
            _checkwright("score", HERE / "rubric.yaml", "--case", case)
    expected = _rows(HERE / "expected.jsonl")
    wrong = [one["question_id"] for one, other in zip(expected, found, strict=True) if one != other]
    right = len(expected) - len(wrong)
    print(f"\n\n{right} of {len(expected)} verdicts are those that expected.jsonl asks for.")
    for question in wrong:
        print(f"  another verdict than expected: {question}")
    if not wrong:
        print("Next: docs/tutorial/first-rubric.md writes a rubric in ten minutes.")
    return 1 if wrong else 0


def _rows(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def _judged(verdict: dict[str, Any]) -> dict[str, Any]:
    """Give of a verdict what expected.jsonl holds."""
    return {
        "question_id": verdict["id"],
        "status": verdict["status"],
        "passed": verdict["passed"],
        "failed": [check["id"] for check in verdict["checks"] if check["status"] == "failed"],
    }


def _checkwright(command: str, *arguments: object) -> None:
    """Show a command as one would type it, and run it."""
    shown = [_shown(one) if isinstance(one, Path) else str(one) for one in arguments]
    print("$", "checkwright", command, *shown, flush=True)
    program = [sys.executable, "-m", "checkwright_runner", command, *map(str, arguments)]
    if command == "run":
        subprocess.run(program, check=False)
        return
    done = subprocess.run(program, stdout=subprocess.PIPE, text=True, check=False)
    for line in done.stdout.splitlines():
        # What passed is of less interest than a screen without broken lines.
        print(line[:97] + "..." if line.startswith("  passed") and len(line) > 100 else line)


def _shown(path: Path) -> str:
    """Give a path as short as it can be said: from the current folder, or the name alone."""
    return str(path.relative_to(Path.cwd())) if path.is_relative_to(Path.cwd()) else path.name


def _quoted(text: str) -> str:
    """Indent a reply and wrap its long lines."""
    lines = (textwrap.wrap(line, 96) or [""] for line in text.splitlines())
    return "\n".join(f"    {part}".rstrip() for line in lines for part in line)


if __name__ == "__main__":
    sys.stdout.reconfigure(encoding="utf-8", errors="backslashreplace")  # type: ignore[union-attr]
    sys.exit(main())
