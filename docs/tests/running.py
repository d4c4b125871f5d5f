"""Run the code blocks of a page in a folder of its own, as a reader would who types them in one by one."""

from __future__ import annotations

import doctest
import importlib
import importlib.util
import os
import shutil
import sys
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any

from blocks import BadPage, Block, blocks
from console import commands, shell

import checkwright
from checkwright.documents.reading import read_document

__all__ = ["is_there", "run_page", "with_examples"]

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
    if block.needs is not None and block.language != "console":
        raise BadPage("only a console block may need an optional package")
    if block.file is not None:
        _write(block, folder)
    elif block.not_run is not None and block.language != "console":
        raise BadPage("only a console block may be marked as not run")
    elif block.language == "python":
        exec(_code(block, name), namespace)
    elif block.language == "pycon":
        _session(block, name, namespace)
    elif block.language == "console":
        for command, expected, code in commands(block.text):
            if block.not_run is None and is_there(block.needs):
                shell(command, expected, code, folder)
    elif block.language == "yaml":
        _read(block.text, name)
    elif block.language != "text":
        raise BadPage(f"a block of language {block.language!r}; nobody would run it")


def is_there(module: str | None) -> bool:
    """Tell whether the optional package that has a module is installed.

    Raises:
        BadPage: it is not, and CHECKWRIGHT_REQUIRE_TOOLS=1 forgives no missing one.
    """
    if module is None or importlib.util.find_spec(module) is not None:
        return True
    if os.environ.get("CHECKWRIGHT_REQUIRE_TOOLS") == "1":
        raise BadPage(f"{module} is not installed; `make tools` installs it")
    return False


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
