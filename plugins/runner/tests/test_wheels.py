"""Every distribution builds a wheel, and the wheels alone are the product."""

import json
import shutil
import subprocess
import sys
import zipfile
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from email import message_from_bytes
from pathlib import PurePosixPath

import pytest
import wheels
from packaging.requirements import Requirement

from checkwright_runner.cli.commands.new_kind.names import names_of
from checkwright_runner.cli.commands.new_kind.template import package_files
from checkwright_runner.cli.commands.new_kind.writing import write_folder

#: Run by `make long`, and in CI.
pytestmark = pytest.mark.long

RUBRIC = """\
id: from_wheels
version: "1.0"
checks:
  - {kind: must_contain_any, values: [sorry]}
  - {kind: must_not_contain, values: [guarantee]}
  - {kind: regex, patterns: ['#\\d+']}
  - {kind: llm_judge, judge_prompt_ref: judge/tone@1.0, judges: [m], threshold: 0.5}
scoring: {combine: all_pass}
"""

#: A host that hands over a kind of its own, beside one that is installed.
HOST = """\
from typing import Literal

import checkwright
from checkwright import Case, CheckSpec, Execute, Kind, Outcome, Toolbox


class Says(CheckSpec):
    kind: Literal["host.says"]
    word: str


def prepare(spec: Says, toolbox: Toolbox) -> Execute:
    return lambda case: Outcome.judge(spec.word in case.text, f"looked for {spec.word!r}")


kinds = checkwright.load_kinds(plugins=[Kind(spec=Says, prepare=prepare)])
assert sorted(kinds) == ["acme.word_limit", "host.says"], sorted(kinds)
checks = [{"kind": "host.says", "word": "two"}, {"kind": "acme.word_limit", "max_words": 2}]
scoring = {"combine": "weighted_avg", "threshold": 0.5}
document = {"id": "own", "version": "1.0", "checks": checks, "scoring": scoring}
rubric = checkwright.parse_rubric(document, kinds=kinds)
verdict = checkwright.score(rubric, Case("one two three"), kinds=kinds)
print(verdict.status, verdict.passed, *(check.reason for check in verdict.checks), sep="; ")
"""


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """The wheels of the whole workspace."""
    folder = tmp_path_factory.mktemp("wheels")
    with ThreadPoolExecutor(2) as pool:
        list(pool.map(lambda package: wheels.build_wheel(package, folder), wheels.packages()))
    return folder


@pytest.fixture(scope="module")
def everything(built, tmp_path_factory):
    """The programs of an environment that holds what `pip install checkwright` brings."""
    kit = set(built.glob("checkwright_contract-*.whl"))
    return wheels.fresh_environment(
        tmp_path_factory.mktemp("everything"), set(built.glob("*.whl")) - kit
    ).parent


@pytest.fixture(scope="module")
def core_alone(built, tmp_path_factory):
    """The programs of an environment with the core, and a small package of one kind."""
    folder = tmp_path_factory.mktemp("core_alone")
    write_folder(folder / "source", package_files(names_of("acme.word_limit")))
    wheels.build_wheel(folder / "source", folder)
    [kind] = folder.glob("*.whl")
    core = [path for name in ("core", "schema") for path in built.glob(f"checkwright_{name}-*.whl")]
    return wheels.fresh_environment(folder, [*core, kind]).parent


@pytest.fixture(scope="module")
def runner_alone(built, tmp_path_factory):
    """The programs of an environment with the core and the runner, this one in a version of its own."""
    folder = tmp_path_factory.mktemp("runner_alone")
    ignored = shutil.ignore_patterns("__pycache__", "tests")
    shutil.copytree(wheels.ROOT / "plugins/runner", folder / "source", ignore=ignored)
    project = folder / "source/pyproject.toml"
    text = project.read_text(encoding="utf-8")
    project.write_text(text.replace('version = "0.1.0"', 'version = "0.1.7"'), encoding="utf-8")
    wheels.build_wheel(folder / "source", folder)
    core = [path for name in ("core", "schema") for path in built.glob(f"checkwright_{name}-*.whl")]
    return wheels.fresh_environment(folder, [*core, *folder.glob("*.whl")]).parent


def run(folder, *command):
    """Run a program in a folder, by the environment that it lies in and nothing else."""
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


def members(wheel):
    """Return the paths in a wheel but for its metadata."""
    return [name for name in zipfile.ZipFile(wheel).namelist() if ".dist-info/" not in name]


def metadata(wheel):
    """Return the headers of a wheel's METADATA."""
    archive = zipfile.ZipFile(wheel)
    [path] = [name for name in archive.namelist() if name.endswith(".dist-info/METADATA")]
    return message_from_bytes(archive.read(path))


def test_every_distribution_is_a_wheel_of_one_package(built):
    """A wheel holds its package, typed, and nothing of tests or of another one; `checkwright` has none."""
    made = sorted(built.glob("*.whl"))
    assert len(made) == len(wheels.packages())
    for wheel in made:
        names = members(wheel)
        if metadata(wheel)["Name"] == "checkwright":
            assert names == []
            continue
        [package] = {name.split("/")[0] for name in names}
        assert f"{package}/py.typed" in names
        tests = [name for name in names if PurePosixPath(name).match("*test_*.py")]
        assert package == "checkwright_contract" or tests == []


def test_no_two_distributions_bring_one_file(built):
    """Whichever of them is removed takes nothing of another with it."""
    files = Counter(name for wheel in built.glob("*.whl") for name in members(wheel))
    assert [name for name, times in files.items() if times > 1] == []
    assert files["checkwright/__init__.py"] == files["checkwright_runner/__main__.py"] == 1


def test_checkwright_asks_for_every_first_party_distribution(built):
    """In a range that the wheel built beside it is in; the core comes with them, the kit does not."""
    versions = {metadata(wheel)["Name"]: metadata(wheel)["Version"] for wheel in built.glob("*.whl")}
    [wheel] = built.glob("checkwright-*.whl")
    asked = [Requirement(line) for line in metadata(wheel).get_all("Requires-Dist")]
    others = {"checkwright", "checkwright-core", "checkwright-schema", "checkwright-contract"}
    assert {one.name for one in asked} == set(versions) - others
    assert [one for one in asked if versions[one.name] not in one.specifier] == []


def test_kinds_bring_their_examples(built):
    """The examples of a kind are in its wheel, since laws and docs read them."""
    kinds = wheels.kinds()
    for kind in kinds:
        [wheel] = built.glob(f"checkwright_{kind}-*.whl")
        assert f"checkwright_{kind}/examples.yaml" in members(wheel)
    assert len(kinds) >= 4


def test_what_checkwright_asks_for_is_enough(everything):
    """Nothing that one of its distributions needs is missing, or there in a version that it refuses."""
    done = run(everything, sys.executable, "-m", "pip", "--python", everything / "python", "check")
    assert done.returncode == 0, done.stdout + done.stderr


def test_checkwright_scores_from_wheels_outside_the_workspace(everything, tmp_path):
    """The command that `pip install checkwright` brings scores, and says what is left to judges."""
    where = run(
        tmp_path, everything / "python", "-I", "-c", "import checkwright; print(checkwright.__file__)"
    )
    assert where.stdout.startswith(str(everything.parent))
    (tmp_path / "rubric.yaml").write_text(RUBRIC)
    score = [everything / "checkwright", "score", "rubric.yaml", "--response"]
    done = run(tmp_path, *score, "We are sorry about #42.", "--json")
    assert (done.returncode, done.stderr) == (0, "")
    assert [check["status"] for check in json.loads(done.stdout)["checks"]] == [
        "passed",
        "passed",
        "passed",
        "not_executable",
    ]
    assert run(tmp_path, *score, "We guarantee it.").returncode == 1


def test_checkwright_brings_every_kind(everything, tmp_path):
    """`checkwright kinds` lists all of them, and `checkwright doctor` finds nothing wrong with any."""
    listed = run(tmp_path, everything / "checkwright", "kinds")
    assert [line.split()[0] for line in listed.stdout.splitlines()] == sorted(wheels.kinds())
    doctor = run(tmp_path, everything / "checkwright", "doctor")
    assert doctor.returncode == 0, doctor.stdout + doctor.stderr


def test_the_module_is_the_command(everything, tmp_path):
    """`python -m checkwright_runner` prints what `checkwright` prints."""
    module = run(tmp_path, everything / "python", "-I", "-m", "checkwright_runner", "kinds")
    assert (module.returncode, module.stderr) == (0, "")
    assert module.stdout == run(tmp_path, everything / "checkwright", "kinds").stdout


def test_the_version_of_the_command_is_that_of_the_runner(runner_alone, tmp_path):
    """Whatever version the core has, and without the distribution `checkwright`."""
    done = run(tmp_path, runner_alone / "checkwright", "--version")
    assert (done.returncode, done.stdout, done.stderr) == (0, "checkwright 0.1.7\n", "")


def test_a_command_without_kinds_says_what_brings_them(runner_alone, tmp_path):
    """The runner depends on no kind."""
    done = run(tmp_path, runner_alone / "checkwright", "kinds")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == "no kinds are installed; `pip install checkwright` brings the first-party ones\n"


def test_the_core_scores_alone(core_alone, tmp_path):
    """With a kind that the host hands over and one that is installed as a wheel."""
    (tmp_path / "host.py").write_text(HOST)
    done = run(tmp_path, core_alone / "python", "-I", "host.py")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == "scored; True; looked for 'two'; 3 words, at most 2 allowed\n"


@pytest.mark.parametrize("module", ["rich", "checkwright_runner", "checkwright.__main__"])
def test_the_core_brings_no_command(core_alone, tmp_path, module):
    """Neither the program, nor the package that runs batches, nor what that one draws with."""
    done = run(tmp_path, core_alone / "python", "-I", "-c", f"import {module}")
    assert f"ModuleNotFoundError: No module named '{module}'" in done.stderr
    assert not (core_alone / "checkwright").exists()
