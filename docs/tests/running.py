"""Run the code blocks of a page in a folder of its own, as a reader would who types them in one by one."""

from __future__ import annotations

import doctest
import importlib
import os
import re
import shutil
import subprocess
import sys
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any

from blocks import BadPage, Block, blocks

import checkwright
from checkwright.document import read_document

__all__ = ["run_page", "with_examples"]

_SECONDS = 120
_MODULE = "page_of_the_docs"


def run_page(text: str, name: str, folder: Path) -> int:
    """Run every block of a page in order and return how many there are.

    name: what failures call the page.
    folder: an empty one; the current folder of all that runs. `pip install` installs into it.

    Raises:
        BadPage: a block says something that is not so.
        BaseException: what a python block raises.
    """
    count = 0
    with _python_in(folder) as namespace:
        for block in blocks(text):
            count += 1
            try:
                _run(block, name, folder, namespace)
            except (BadPage, AssertionError, SyntaxError, checkwright.InvalidDocument) as error:
                says = str(error) or "an assertion does not hold"
                raise BadPage(f"{name}:{_line(error, name, block.line)}: {says}") from error
    return count


def _run(block: Block, name: str, folder: Path, namespace: dict[str, Any]) -> None:
    if block.file is not None:
        _write(block, folder)
    elif block.not_run is not None and block.language != "console":
        raise BadPage("only a console block may be marked as not run")
    elif block.language == "python":
        exec(_code(block, name), namespace)
    elif block.language == "pycon":
        _session(block, name, namespace)
    elif block.language == "console":
        for command, expected, code in _commands(block.text):
            if block.not_run is None:
                _shell(command, expected, code, folder)
    elif block.language == "yaml":
        _read(block.text, name)
    elif block.language != "text":
        raise BadPage(f"a block of language {block.language!r}; nobody would run it")


def _line(error: BaseException, name: str, start: int) -> int:
    """Find the line of the page where an error was raised; `start` when it was not in code of the page."""
    if isinstance(error, SyntaxError) and error.filename == name and error.lineno:
        return error.lineno
    lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == name]
    return lines[-1] or start if lines else start


def _code(block: Block, name: str) -> CodeType:
    """Compile a block so that a traceback shows the line of the page."""
    return compile("\n" * (block.line - 1) + block.text, name, "exec", dont_inherit=True)


def _write(block: Block, folder: Path) -> None:
    path = (folder / str(block.file)).resolve()
    if not path.is_relative_to(folder.resolve()):
        raise BadPage(f"the file {block.file!r} lies outside the folder")
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(block.text, encoding="utf-8")
    importlib.invalidate_caches()


def _read(text: str, name: str) -> None:
    """Read a piece of YAML; a rubric or a list of checks must be valid as well."""
    data = read_document(text, source=name).data
    if isinstance(data, list) and all(isinstance(one, dict) and "kind" in one for one in data):
        data = {"id": "shown", "version": "1.0", "checks": data, "scoring": {"combine": "all_pass"}}
    if isinstance(data, dict) and "checks" in data:
        problems = checkwright.validate(data, kinds=checkwright.load_kinds(), source=name)
        errors = [str(problem) for problem in problems if problem.severity is checkwright.Severity.ERROR]
        if errors:
            raise BadPage("\n".join(errors))


def _session(block: Block, name: str, namespace: dict[str, Any]) -> None:
    """Run a block of `>>>` lines and compare what each prints."""
    test = doctest.DocTestParser().get_doctest(block.text, namespace, name, name, block.line - 1)
    test.globs = namespace
    said: list[str] = []
    runner = doctest.DocTestRunner(verbose=False, optionflags=doctest.ELLIPSIS)
    if not test.examples or runner.run(test, out=said.append, clear_globs=False).failed:
        raise BadPage("".join(said) or "no line starts with >>>")


def _commands(text: str) -> Iterator[tuple[str, list[str], int]]:
    """Yield each command of a console block with its expected lines and exit code."""
    lines = iter(text.splitlines())
    chunks: list[list[str]] = []
    for line in lines:
        if line.startswith("$ "):
            while line.endswith("\\"):
                line += "\n" + next(lines)
            chunks.append([line[2:]])
        elif chunks:
            chunks[-1].append(line)
        else:
            raise BadPage("a console block starts with a line that starts with '$ '")
    for command, *expected in chunks:
        code = re.fullmatch(r"\[exit ([0-9]+)\]", expected[-1]) if expected else None
        yield command, expected[:-1] if code else expected, int(code[1]) if code else 0


def _shell(command: str, expected: list[str], code: int, folder: Path) -> None:
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


@contextmanager
def _python_in(folder: Path) -> Iterator[dict[str, Any]]:
    """Give the namespace of a module whose current folder, and first folder to import from, is `folder`."""
    module = sys.modules[_MODULE] = ModuleType(_MODULE)
    before = set(sys.modules)
    back = Path.cwd()
    os.chdir(folder)
    sys.path.insert(0, str(folder))
    try:
        yield vars(module)
    finally:
        sys.path.remove(str(folder))
        os.chdir(back)
        for name in set(sys.modules) - before:
            if str(getattr(sys.modules[name], "__file__", "")).startswith(str(folder)):
                del sys.modules[name]
        del sys.modules[_MODULE]


def with_examples(folder: Path, examples: Path) -> Path:
    """Copy the examples into a folder, as `examples` and where they lie in the repository."""
    for place in ("examples", "docs/examples"):
        shutil.copytree(examples, folder / place)
    return folder
