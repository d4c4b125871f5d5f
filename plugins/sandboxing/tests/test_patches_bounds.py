"""Hostile diffs: two million characters end in seconds of computing, whatever they ask for."""

import os
import time
from contextlib import suppress

import pytest

from checkwright_sandboxing.patches.applying import apply_patch
from checkwright_sandboxing.patches.parsing import parse_patch
from checkwright_sandboxing.patches.refused import PatchRefused
from checkwright_sandboxing.sandbox import WorkFile

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
