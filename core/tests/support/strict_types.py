"""What pyright, the type checker of most editors, finds in a folder of Python files in strict mode."""

import importlib.util
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

__all__ = ["Finding", "pyright_findings"]


@dataclass(frozen=True)
class Finding:
    """One error or warning.

    file: relative to the folder.
    line: from 1.
    """

    file: Path
    line: int
    rule: str
    message: str


def pyright_findings(folder: Path, imports_from: Sequence[Path] = ()) -> list[Finding]:
    """Return the errors and warnings for all files of a folder, with the packages of the running Python.

    imports_from: folders of packages that are not installed. Skips the test where pyright is not there.
    """
    # Without a node on the path, pyright's wheel would download one.
    if importlib.util.find_spec("pyright") is None or shutil.which("node") is None:
        missing = "pyright and node are not installed (`make tools`)"
        assert os.environ.get("CHECKWRIGHT_REQUIRE_TOOLS") != "1", missing
        pytest.skip(missing)
    config = {
        "typeCheckingMode": "strict",
        "include": ["."],
        "extraPaths": [str(one) for one in imports_from],
    }
    (folder / "pyrightconfig.json").write_text(json.dumps(config), encoding="utf-8")
    kept = {name: value for name, value in os.environ.items() if not name.startswith("PYRIGHT_")}
    done = subprocess.run(
        [sys.executable, "-m", "pyright", "--outputjson", "--pythonpath", sys.executable],
        cwd=folder,
        env=kept,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode in (0, 1), done.stdout + done.stderr
    report = json.loads(done.stdout)
    assert report["summary"]["filesAnalyzed"] == len(list(folder.rglob("*.py"))), report["summary"]
    return [_finding(found, folder.resolve()) for found in report["generalDiagnostics"]]


def _finding(found: dict, folder: Path) -> Finding:
    return Finding(
        file=Path(found["file"]).resolve().relative_to(folder),
        line=found["range"]["start"]["line"] + 1,
        rule=found.get("rule", ""),
        message=found["message"],
    )
