"""Every distribution builds a wheel, and the wheels alone are the product."""

import json
import subprocess
import zipfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import PurePosixPath

import pytest
import wheels

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


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """The wheels of the whole workspace."""
    folder = tmp_path_factory.mktemp("wheels")
    with ThreadPoolExecutor(2) as pool:
        list(pool.map(lambda package: wheels.build_wheel(package, folder), wheels.packages()))
    return folder


def test_every_distribution_is_a_wheel_of_one_package(built):
    """A wheel holds its package, typed, and nothing of tests or of another package."""
    made = sorted(built.glob("*.whl"))
    assert len(made) == len(wheels.packages())
    for wheel in made:
        names = zipfile.ZipFile(wheel).namelist()
        [package] = {name.split("/")[0] for name in names if ".dist-info/" not in name}
        assert f"{package}/py.typed" in names
        tests = [name for name in names if PurePosixPath(name).match("*test_*.py")]
        assert package == "checkwright_contract" or tests == []


def test_kinds_bring_their_examples(built):
    """The examples of a kind are in its wheel, since laws and docs read them."""
    kinds = wheels.kinds()
    for kind in kinds:
        [wheel] = built.glob(f"checkwright_{kind}-*.whl")
        assert f"checkwright_{kind}/examples.yaml" in zipfile.ZipFile(wheel).namelist()
    assert len(kinds) >= 4


def test_checkwright_scores_from_wheels_outside_the_workspace(built, tmp_path):
    """Installed from wheels into a fresh environment, the command scores and sees every kind."""
    python = wheels.fresh_environment(tmp_path, built)
    (tmp_path / "rubric.yaml").write_text(RUBRIC)

    def run(*arguments):
        command = [python, "-I", "-m", "checkwright_runner", *arguments]
        return subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)

    where = subprocess.run(
        [python, "-I", "-c", "import checkwright; print(checkwright.__file__)"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert where.stdout.startswith(str(tmp_path))
    done = run("score", "rubric.yaml", "--response", "We are sorry about #42.", "--json")
    assert (done.returncode, done.stderr) == (0, "")
    verdict = json.loads(done.stdout)
    assert [check["status"] for check in verdict["checks"]] == [
        "passed",
        "passed",
        "passed",
        "not_executable",
    ]
    assert run("score", "rubric.yaml", "--response", "We guarantee it.").returncode == 1
    assert run("doctor").returncode == 0
