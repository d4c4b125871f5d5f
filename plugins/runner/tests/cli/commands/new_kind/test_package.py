"""The package that `checkwright new-kind` writes: installed, proven, linted, and like first-party ones."""

import ast
import os
import shlex
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
import wheels
from hypothesis import given
from hypothesis import strategies as st
from packaging.requirements import Requirement
from packaging.version import Version
from strict_types import pyright_findings

from checkwright import KIND_PATTERN
from checkwright_runner.cli.commands.new_kind.names import names_of
from checkwright_runner.cli.commands.new_kind.template import package_files
from checkwright_runner.cli.commands.new_kind.writing import write_folder

#: Run by `make long`, and in CI.
pytestmark = pytest.mark.long

#: Names with everything that a name may have, and those whose class would bear the name of something else.
NAMES = [
    "acme.word_limit",
    "a1.b__c_2_",
    "acme.text.v2",
    "acme.case",
    "acme.none",
    "long_prefix.rather_long_name",
]
COMMAND = [wheels.ROOT / folder for folder in ("schema", "core", "plugins/runner")]

#: Program to the module that is run for it.
_MODULES = {"checkwright": "checkwright_runner"}


class Place:
    """An environment from wheels alone, and a folder to work in."""

    def __init__(self, folder, packages):
        for package in packages:
            wheels.build_wheel(package, folder / "wheels")
        tools = ["pytest", "hatchling", "editables"]
        self.python = wheels.fresh_environment(folder, (folder / "wheels").glob("*.whl"), tools)
        self.folder = folder / "work"
        self.folder.mkdir()

    def run(self, *arguments, python=None):
        ours = ("CHECKWRIGHT_", "COV_", "COVERAGE_", "PIP_", "PYTEST_", "PYTHON")
        kept = {name: value for name, value in os.environ.items() if not name.startswith(ours)}
        done = subprocess.run(
            [python or self.python, "-m", _MODULES.get(arguments[0], arguments[0]), *map(str, arguments[1:])],
            cwd=self.folder,
            env={**kept, "CHECKWRIGHT_EXAMPLES": "20", "PYTHONDONTWRITEBYTECODE": "1"},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
        return done.returncode, done.stdout

    def new_kind(self, kind):
        """Write a package and install it by the command that is printed, as it is without a network."""
        code, output = self.run("checkwright", "new-kind", kind)
        assert code == 0, output
        commands = [shlex.split(line) for line in output.splitlines()[1:]]
        assert [command[0] for command in commands] == ["pip", "pytest", "checkwright"]
        offline = ["--no-index", "--no-deps", "--no-build-isolation", "--quiet"]
        pip = ["pip", "--disable-pip-version-check", "--python", self.python]
        assert self.run(*pip, *commands[0][1:], *offline, python=sys.executable) == (0, "")
        return commands[1][1]

    def test(self, *folders):
        return self.run("pytest", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", *folders)


@pytest.mark.no_cover
def test_new_kinds_are_installed_and_green_at_once(tmp_path):
    """new-kind, pip install -e, pytest, kinds: for two kinds, whose tests also run together."""
    place = Place(tmp_path, [*COMMAND, wheels.ROOT / "contract-tests"])
    code, output = place.test(place.new_kind("acme.word_limit"), place.new_kind("a1.b__c_2_"))
    assert code == 0, output
    assert int(output.split(" passed")[0].split()[-1]) >= 2 * 29
    code, output = place.run("checkwright", "kinds")
    assert code == 0
    assert [line.split()[0] for line in output.splitlines()] == ["a1.b__c_2_", "acme.word_limit"]
    assert output.count("executes") == 2
    assert place.run("checkwright", "doctor")[0] == 0


@pytest.mark.no_cover
def test_without_the_kit_all_but_the_proof_works(tmp_path):
    """The package is written, installed and found; its contract test is red and says why."""
    place = Place(tmp_path, COMMAND)
    folder = place.new_kind("acme.word_limit")
    assert "acme.word_limit" in place.run("checkwright", "kinds")[1]
    code, output = place.test(folder)
    assert code != 0
    assert "No module named 'checkwright_contract'" in output
    assert place.test(f"{folder}/tests/test_acme_word_limit.py")[0] == 0


@pytest.fixture(scope="module")
def packages(tmp_path_factory):
    """The packages of all NAMES and of a first-party kind, in one folder."""
    folder = tmp_path_factory.mktemp("packages")
    for names in [*map(names_of, NAMES), names_of("word_limit", first_party=True)]:
        write_folder(folder / names.distribution, package_files(names))
    return folder


@pytest.mark.parametrize(
    "tool",
    [
        ["ruff", "check", "--isolated", "--no-cache", "--extend-select", "ARG,B,I,PT,RUF,UP"],
        ["ruff", "format", "--isolated", "--no-cache", "--check"],
        ["ruff", "format", "--isolated", "--no-cache", "--check", "--line-length", "110"],
    ],
    ids=["rules", "format", "format of long lines"],
)
def test_ruff_finds_nothing(packages, tool):
    """Neither its rules nor its format, in lines of 88 and of 110 characters."""
    sources = ["--config", f"src = {[str(one / 'src') for one in packages.iterdir()]}"]
    command = [sys.executable, "-m", *tool, *(sources if "check" in tool else []), str(packages)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_mypy_finds_nothing(packages):
    """Strictly, in the package and in its tests."""
    for one in packages.iterdir():
        command = [sys.executable, "-m", "mypy", "--strict", "--config-file=", "src", "tests"]
        done = subprocess.run(
            command,
            cwd=one,
            env={**os.environ, "MYPYPATH": "src", "MYPY_CACHE_DIR": str(packages.with_name("mypy"))},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stdout + done.stderr


def test_pyright_finds_nothing(packages):
    """Strictly, neither an error nor a warning, in the packages and in their tests."""
    assert pyright_findings(packages, [one / "src" for one in packages.iterdir()]) == []


@given(st.from_regex(KIND_PATTERN, fullmatch=True).filter(lambda name: "." in name and len(name) < 80))
def test_any_name_makes_a_package_that_can_be_read(kind):
    """Its Python and TOML parse, the distribution has a valid name, no file has the name of another."""
    if kind.startswith(("checkwright.", "checkwright_")):
        return
    names = names_of(kind)
    texts = package_files(names)
    assert len(texts) == 9
    assert list(texts) == sorted(texts)
    for path, text in texts.items():
        assert "$" not in text
        if path.endswith(".py"):
            ast.parse(text)
    project = tomllib.loads(texts["pyproject.toml"])["project"]
    assert Requirement(project["name"]).name == names.distribution
    assert project["entry-points"] == {"checkwright": {kind: names.module}}
    assert texts[f"src/{names.module}/examples.yaml"].count(f"kind: {kind},") == 10


def test_a_new_package_wants_this_version_of_the_core_and_the_kit():
    """A package that is written today can be installed beside what wrote it."""
    project = tomllib.loads(package_files(names_of("acme.word_limit"))["pyproject.toml"])["project"]
    wanted = [*project["dependencies"], *project["optional-dependencies"]["test"]]
    for text, folder in zip(wanted, ["core", "contract-tests"], strict=True):
        here = tomllib.loads((wheels.ROOT / folder / "pyproject.toml").read_text(encoding="utf-8"))["project"]
        requirement = Requirement(text)
        assert requirement.name == here["name"]
        assert Version(here["version"]) in requirement.specifier


@pytest.mark.parametrize("kind", wheels.kinds())
def test_every_first_party_kind_has_the_shape_of_a_new_one(kind):
    """The same files, build and entry point; vocabulary has no executor."""
    folder = wheels.ROOT / "plugins" / kind
    made = package_files(names_of(kind, first_party=True))
    missing = {path for path in made if not (folder / path).is_file()}
    assert missing <= {f"src/checkwright_{kind}/executor.py"}
    assert not missing or kind == "llm_judge"
    new, ours = (tomllib.loads(text) for text in (made["pyproject.toml"], _text(folder / "pyproject.toml")))
    assert ours["build-system"] == new["build-system"]
    assert ours["tool"]["hatch"] == new["tool"]["hatch"]
    for field in ("name", "readme", "requires-python", "entry-points"):
        assert ours["project"][field] == new["project"][field]
    assert set(new["project"]["dependencies"]) <= set(ours["project"]["dependencies"])
    headings = [line for line in made["README.md"].splitlines() if line.startswith("## ")]
    there = [line for line in _text(folder / "README.md").splitlines() if line in headings]
    assert there == headings[: len(there)]
    assert len(there) >= 6


def _text(path: Path) -> str:
    return path.read_text(encoding="utf-8")
