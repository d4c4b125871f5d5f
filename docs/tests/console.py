"""Run the commands of a console block, and compare what they print with what the page says."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from blocks import BadPage

__all__ = ["commands", "shell"]

_SECONDS = 120


def commands(text: str) -> Iterator[tuple[str, list[str], int]]:
    """Yield each command of a console block with its expected lines and exit code."""
    lines = iter(text.splitlines())
    chunks: list[list[str]] = []
    for line in lines:
        if line.startswith("$ "):
            while line.endswith("\\"):
                line += "\n" + next(lines, "")
            chunks.append([line[2:]])
        elif chunks:
            chunks[-1].append(line)
        else:
            raise BadPage("a console block starts with a line that starts with '$ '")
    if not chunks:
        raise BadPage("a console block without a command")
    for command, *expected in chunks:
        code = re.fullmatch(r"\[exit ([0-9]+)\]", expected[-1]) if expected else None
        yield command, expected[:-1] if code else expected, int(code[1]) if code else 0


def shell(command: str, expected: list[str], code: int, folder: Path) -> None:
    """Run one command in a folder and compare what it prints and its exit code.

    Raises:
        BadPage: one of them is another than expected.
    """
    done = subprocess.run(
        ["bash", "-c", command],
        cwd=folder,
        env=_environment(folder),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        timeout=_SECONDS,
        check=False,
    )
    printed = [line.rstrip() for line in done.stdout.decode("utf-8").splitlines()]
    pattern = "".join(map(_line_pattern, expected))
    if not re.fullmatch(pattern, "".join(f"{line}\n" for line in printed)) or done.returncode != code:
        got = "\n".join(printed)
        wanted = "\n".join(expected)
        raise BadPage(
            f"$ {command}\n{got}\n[exit {done.returncode}]\n\nthe page says:\n{wanted}\n[exit {code}]"
        )


def _line_pattern(line: str) -> str:
    """Match a line as it is; `...` alone matches any lines, and `[...]` anything within one."""
    if line == "...":
        return r"(?:.*\n)*?"
    return ".*".join(map(re.escape, line.rstrip().split("[...]"))) + r"\n"


def _environment(folder: Path) -> dict[str, str]:
    """Give the same environment everywhere: our programs first, `pip install` into the folder, offline."""
    ours = ("CHECKWRIGHT_", "COV_", "COVERAGE_", "PIP_", "PYTEST_", "PYTHON")
    kept = {name: value for name, value in os.environ.items() if not name.startswith(ours)}
    return {
        **kept,
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{kept.get('PATH', '')}",
        "PYTHONPATH": str(folder / "site"),
        "PYTHONIOENCODING": "utf-8",
        # As on a terminal: what goes to the standard output and to the standard error keeps its order.
        "PYTHONUNBUFFERED": "1",
        "PIP_TARGET": str(folder / "site"),
        "PIP_NO_INDEX": "1",
        "PIP_NO_DEPS": "1",
        "PIP_NO_BUILD_ISOLATION": "0",
        "PIP_NO_CACHE_DIR": "1",
        "PIP_DISABLE_PIP_VERSION_CHECK": "1",
        "PIP_ROOT_USER_ACTION": "ignore",
        "COLUMNS": "100",
        "NO_COLOR": "1",
        "TERM": "dumb",
        "LC_ALL": "C.UTF-8",
    }
