"""The diffs of a reply: its diff blocks, else the whole of it."""

import pytest

from checkwright import Case, NotExecutable
from checkwright_sandboxing.patches.applying import apply_patch
from checkwright_sandboxing.patches.patch import touched
from checkwright_sandboxing.patches.refused import PatchRefused
from checkwright_sandboxing.patches.replies import diffs_in, patch_in
from checkwright_sandboxing.sandbox import WorkFile

FENCE = "```"


def diff(name: str) -> str:
    return f"--- a/{name}\n+++ b/{name}\n@@ -1 +1 @@\n-a\n+b\n"


def fenced(label: str, text: str) -> str:
    return f"{FENCE}{label}\n{text}{FENCE}\n"


@pytest.mark.parametrize(
    ("reply", "paths"),
    [
        (diff("x"), ("x",)),
        (f"Here it is.\n\n{diff('x')}\nThat is all.\n", ("x",)),
        (fenced("diff", diff("x")), ("x",)),
        (f"First:\n{fenced('diff', diff('x'))}\nThen:\n{fenced('patch', diff('y'))}", ("x", "y")),
        (fenced("diff", diff("x")) + fenced("python", diff("y")), ("x",)),
        (fenced("", diff("x")) + "\n- a list\n", ("x",)),
        (fenced("", diff("x")) + "and\n" + fenced("text", diff("y")), ("x", "y")),
        (f"<think>{fenced('diff', diff('y'))}</think>\n{diff('x')}", ("x",)),
        (fenced("diff", diff("x")).replace("\n", "\r\n"), ("x",)),
    ],
)
def test_where_the_diffs_of_a_reply_stand(reply: str, paths: tuple[str, ...]) -> None:
    """In order; thinking is no part of the reply, and labelled blocks are looked at alone."""
    assert touched(patch_in(Case(reply))) == paths


def test_the_texts_are_those_of_the_blocks() -> None:
    """One for each block, or the reply."""
    assert diffs_in(Case(fenced("diff", "x\n") + fenced("patch", "y\n"))) == ("x", "y")
    assert diffs_in(Case("none")) == ("none",)


def test_several_blocks_build_on_one_another() -> None:
    """The second changes what the first has made."""
    second = "--- a/x\n+++ b/x\n@@ -1 +1 @@\n-b\n+c\n"
    case = Case(fenced("diff", diff("x")) + fenced("diff", second))
    assert apply_patch({"x": WorkFile(b"a\n")}, patch_in(case)) == {"x": WorkFile(b"c\n")}


@pytest.mark.parametrize(
    ("reply", "said"),
    [
        ("", "no diff"),
        ("I cannot do that.", "no diff"),
        (fenced("diff", "-a\n+b\n"), "no diff"),
        (fenced("diff", diff("x")) + fenced("diff", "-a\n+b\n"), "diff block 2 of 2: no diff"),
    ],
)
def test_a_reply_without_a_diff_is_refused(reply: str, said: str) -> None:
    """A diff block that is none as well: what it was meant to change would be left out."""
    with pytest.raises(PatchRefused) as refused:
        patch_in(Case(reply))
    assert said in refused.value.reason


def test_without_a_response_there_is_no_diff() -> None:
    """As for every kind."""
    with pytest.raises(NotExecutable):
        patch_in(Case(None))
