"""Hostile diffs: two million characters end in seconds of computing, whatever they ask for."""

import os
import time
from collections.abc import Iterable
from contextlib import suppress

import pytest

from checkwright import Case
from checkwright_sandboxing.patches.applying import apply_patch
from checkwright_sandboxing.patches.parsing import parse_patch
from checkwright_sandboxing.patches.refused import PatchRefused
from checkwright_sandboxing.patches.replies import patch_in
from checkwright_sandboxing.sandbox import WorkEntry, WorkFile

#: Run by `make long`, and in CI.
pytestmark = pytest.mark.long

#: `make fuzz` tries all that a reply may hold, each other run an eighth.
IS_FULL = "CHECKWRIGHT_FUZZ_EXAMPLES" in os.environ
CHARACTERS, SECONDS = (2_000_000, 10) if IS_FULL else (250_000, 3)
HEAD = "--- a/x\n+++ b/x\n"
BLANKS = WorkFile(b"\n" * 250_000)

#: What a text is made of: its start, and what is repeated behind it up to the bound.
DIFFS = {
    "context that stands nearly everywhere": (HEAD + "@@ -9 +9 @@\n-\n+y\n x\n", " \n"),
    "hunks that fit everywhere": (HEAD, "@@ -1 +1 @@\n-\n+\n"),
    "the same file again and again": ("", HEAD + "@@ -1 +1 @@\n-\n+\n"),
    "files without names": ("", "diff --git \n"),
    "blanks in names": ("", "--- a" + " " * 8_000 + "b\n+++ b\n"),
    "quotes": ('--- "', "\\303"),
    "a deep path": ("--- ", "a/"),
    "blank lines in a hunk": (HEAD + "@@ -1 +1 @@\n-\n", "\n"),
}


@pytest.mark.parametrize("name", DIFFS)
def test_a_hostile_diff_ends_in_seconds(name: str) -> None:
    """Two million characters take about a second, and may take ten; a quadratic search would take hours."""
    start, unit = DIFFS[name]
    times = (CHARACTERS - len(start)) // len(unit)
    text = start + unit * times
    begun = time.process_time()
    with suppress(PatchRefused):
        apply_patch({"x": BLANKS}, parse_patch(text))
    assert time.process_time() - begun < SECONDS


def test_the_search_ends_at_its_limit() -> None:
    """And says so: the context nearly fits at half a million places."""
    near = WorkFile((b"\n" * 250_000 + b"x\n") * 2)
    diff = HEAD + "@@ -5 +5 @@\n" + " \n" * 260_000 + "-\n-x\n"
    with pytest.raises(PatchRefused, match="search limit"):
        apply_patch({"x": WorkFile(near.data + b"x\n" * 200)}, parse_patch(diff))


def new_files(paths: Iterable[str]) -> str:
    return "".join(f"--- /dev/null\n+++ b/{path}\n@@ -0,0 +1 @@\n+x\n" for path in paths)


def test_as_many_files_and_folders_as_a_workspace_may_have() -> None:
    """And as many folders again; what a patch takes away first leaves room."""
    files = {f"f{number}": WorkFile(b"x\n") for number in range(9_999)}
    assert len(apply_patch(files, parse_patch(new_files(["y"])))) == 10_000
    removed = "--- a/f1\n+++ /dev/null\n@@ -1 +0,0 @@\n-x\n"
    assert len(apply_patch(files, parse_patch(new_files(["y", "z"]) + removed))) == 10_000
    deep = [f"{number}/" + "d/" * 99 + "x" for number in range(200)]
    assert len(apply_patch({}, parse_patch(new_files(deep)))) == 200


@pytest.mark.parametrize(
    ("files", "diff", "said"),
    [
        ({}, new_files(f"f{number}" for number in range(10_001)), "more than 10,000 files"),
        ({}, new_files(f"{number}/" + "d/" * 99 + "x" for number in range(201)), "more than 20,000 folders"),
        (
            {"x": WorkFile(b"x\n"), "big": WorkFile(bytes(64 * 1024**2 - 2))},
            HEAD + "@@ -1 +1,2 @@\n x\n+y\n",
            "more than 64 MiB",
        ),
    ],
    ids=["files", "folders", "bytes"],
)
def test_more_than_a_workspace_may_have_is_refused(files: dict[str, WorkEntry], diff: str, said: str) -> None:
    """Named, and before the host or a sandbox has to write it."""
    patch = parse_patch(diff)
    with pytest.raises(PatchRefused, match=said):
        apply_patch(files, patch)


def test_folders_that_are_emptied_are_counted_no_more() -> None:
    """Each file goes to a folder of its own, and the one that it came from goes."""
    moved = "".join(
        f"diff --git a/{at}/x b/{at + 1}/x\nrename from {at}/x\nrename to {at + 1}/x\n"
        for at in range(20_001)
    )
    assert list(apply_patch({"0/x": WorkFile(b"")}, parse_patch(moved))) == ["20001/x"]


def test_many_deep_files_end_in_seconds() -> None:
    """A path is looked at once for each folder, and nothing is kept of those that are too many."""
    rest = "d/" * 98 + "x"
    diff = new_files(f"{number}/{rest}" for number in range(CHARACTERS // 240))
    begun = time.process_time()
    with pytest.raises(PatchRefused, match="folders"):
        apply_patch({}, parse_patch(diff))
    assert time.process_time() - begun < SECONDS


@pytest.mark.parametrize(
    "unit",
    ["```diff\n ```\n", "```diff\n ```\n```\n", " ```diff\n  ```\n", "```diff\n--- a\n+++ b\n ```\n@\n"],
)
def test_many_fences_end_in_seconds(unit: str) -> None:
    """Whether they open, close or are context."""
    text = unit * (CHARACTERS // len(unit))
    begun = time.process_time()
    with suppress(PatchRefused):
        patch_in(Case(text))
    assert time.process_time() - begun < SECONDS
