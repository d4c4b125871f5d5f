"""Protection: the paths that a patch may not touch."""

import time
from typing import Any

import pytest

from checkwright import CheckError
from checkwright_sandboxing.globs import Glob
from checkwright_sandboxing.protection import PROTECTED, Protection


@pytest.mark.parametrize(
    ("glob", "path", "matches"),
    [
        ("a.py", "a.py", True),
        ("a.py", "x/y/a.py", True),
        ("a.py", "a.py/b", True),
        ("a.py", "xa.py", False),
        ("*.py", "x/y.py", True),
        ("*.py", "x/.py", True),
        ("*", "x", True),
        ("a*b*c", "axbbyc", True),
        ("a*a", "a", False),
        ("ab*ba", "aba", False),
        ("tests/", "x/tests/y", True),
        ("/a", "a/b", True),
        ("/a", "b/a", False),
        ("src/a", "src/a/b/c", True),
        ("src/a", "x/src/a", False),
        ("./src/a", "src/a", True),
        ("src/*", "src/a", True),
        ("src/*", "src", False),
        ("src/*.py", "src/a/b.py", False),
        ("src/**", "src/a/b", True),
        ("src/**/*.py", "src/a.py", True),
        ("src/**/*.py", "src/a/b.py", True),
        ("src/**/*.py", "lib/a.py", False),
        ("**", "a", True),
        ("**/b", "b", True),
        ("a/**/**/b", "a/b", True),
        ("a/**/b/**/c", "a/x/b/y/b/z/c", True),
        ("[ab].py", "a.py", False),
        ("?.py", "a.py", False),
    ],
)
def test_globs(glob: str, path: str, matches: bool) -> None:
    """`*` within a name, `**` across, no slash at any depth, a folder with all that is in it."""
    assert Glob(glob).matches(path.split("/")) is matches


DEFAULTS = [
    *(name for name in PROTECTED if "*" not in name),
    "tests/__init__.py",
    "x.pth",
    "x.egg-info",
    "x.dist-info",
    "x.dist-info/entry_points.txt",
]


@pytest.mark.parametrize("folder", ["", "deep/er/"])
@pytest.mark.parametrize("name", DEFAULTS)
def test_the_defaults_are_protected_at_any_depth_in_any_case(folder: str, name: str) -> None:
    """Who writes one decides which tests run."""
    protection = Protection.of({})
    assert protection.refused([folder + name]) is not None
    assert protection.refused([folder + name.upper()]) is not None


@pytest.mark.parametrize("path", ["src/a.py", "__init__.py", "tests/test_a.py", "my_conftest.py", "setup.py"])
def test_other_paths_may_be_touched(path: str) -> None:
    """The list says what is protected, and nothing else is."""
    assert Protection.of({}).refused([path]) is None


def test_protected_adds_and_unprotected_takes_away() -> None:
    """From the defaults and from what is added; by its case, so that it takes no more than it says."""
    protection = Protection.of({"protected": ["data/**"], "unprotected": ["pyproject.toml", "data/free"]})
    assert "'data/**' is protected" in (protection.refused(["data/x"]) or "")
    assert "'conftest.py' is protected" in (protection.refused(["conftest.py"]) or "")
    assert protection.refused(["pyproject.toml", "data/free/x"]) is None
    assert protection.refused(["Pyproject.toml"]) is not None
    assert protection.refused(["data/Free/x"]) is not None


def test_editable_forbids_everything_else() -> None:
    """And frees nothing that is protected; an empty list forbids all."""
    protection = Protection.of({"editable": ["src"]})
    assert protection.refused(["src/a.py"]) is None
    assert "metadata.editable" in (protection.refused(["lib/a.py"]) or "")
    assert "metadata.editable" in (protection.refused(["SRC/a.py"]) or "")
    assert "is protected" in (protection.refused(["src/conftest.py"]) or "")
    assert Protection.of({"editable": []}).refused(["a"]) is not None


@pytest.mark.parametrize("path", ["out/report.xml", "OUT/Report.xml", "out", "out/report.xml/x"])
def test_the_report_is_never_touched(path: str) -> None:
    """Nor a folder on the way to it, nor what could take its place; unprotected does not free it."""
    protection = Protection.of({"test_report": "./out/report.xml", "unprotected": ["**"]})
    assert "the report of the tests" in (protection.refused([path]) or "")
    assert protection.refused(["out/other.xml", "conftest.py"]) is None


def test_the_first_path_that_is_refused_is_named() -> None:
    """In the order of the patch."""
    assert (Protection.of({}).refused(["a", "b.pth", "conftest.py"]) or "").startswith("'b.pth'")


@pytest.mark.parametrize(
    ("metadata", "said"),
    [
        ({"protected": "conftest.py"}, "metadata.protected: found the text 'conftest.py', expected a list"),
        ({"unprotected": None}, "metadata.unprotected: found nothing (null)"),
        ({"editable": {"a": 1}}, "metadata.editable: found a mapping"),
        ({"protected": ["a", 3]}, "metadata.protected[1]: found the number 3, expected a glob"),
        ({"editable": [" "]}, "metadata.editable[0]: found ' '"),
        ({"editable": ["/"]}, "metadata.editable[0]: found '/'"),
        ({"editable": ["./."]}, "metadata.editable[0]: found './.'"),
        ({"protected": ["a\\b"]}, "metadata.protected[0]: 'a\\\\b' matches no path"),
        ({"protected": ["a/../b"]}, "matches no path"),
        ({"protected": ["a//b"]}, "matches no path"),
        ({"test_report": 3}, "metadata.test_report: found the number 3"),
    ],
)
def test_what_can_protect_nothing_is_a_mistake_of_the_author(metadata: dict[str, Any], said: str) -> None:
    """A rule that is silently without effect would leave a gate open."""
    with pytest.raises(CheckError) as mistake:
        Protection.of(metadata)
    assert said in mistake.value.message


@pytest.mark.parametrize(
    "path", ["/".join(["a"] * 99), "/".join(["a" * 40] * 99), "a" * 4000, "ab" * 2000, "a/" * 50 + "b"]
)
def test_hostile_paths_take_time_in_proportion(path: str) -> None:
    """Globs that a backtracking matcher tries in exponentially many ways, on 1,000 paths, in seconds."""
    protection = Protection.of({"protected": ["*a*a*a*a*a*a*a*b", "**/a/**/a/**/a/**/a/**/c", "a/**/*a*a*b"]})
    start = time.process_time()
    protection.refused([path] * 1_000)
    assert time.process_time() - start < 10


@pytest.mark.parametrize(
    "path",
    [
        ".pytest.ini",
        "pytest.toml",
        "sub/.pytest.toml",
        "pytest/__init__.py",
        "lib/pytest/__main__.py",
        "unittest/__init__.py",
        "phpunit.xml",
        "phpunit.xml.dist",
        "jest.config.mjs",
        "vitest.config.ts",
        ".mocharc.json",
    ],
)
def test_what_other_runners_read_by_themselves_is_protected(path):
    """At any depth, created ones included."""
    assert "may not be touched" in Protection.of({}).refused([path])


@pytest.mark.parametrize(
    "glob", ["tests/test_?.py", "tests/{a,b}.py", "!tests", "tests ", " tests", "tests\n", "{tests}"]
)
def test_a_glob_of_another_kind_is_a_mistake(glob):
    """It would match nothing, and so protect nothing in silence."""
    with pytest.raises(CheckError, match=r"^metadata\.protected\[0\]: .* is written as other globs are"):
        Protection.of({"protected": [glob]})


def test_brackets_are_names():
    """Frameworks name folders so."""
    assert Protection.of({"protected": ["app/[id]/**"]}).refused(["app/[id]/page.tsx"]) is not None
