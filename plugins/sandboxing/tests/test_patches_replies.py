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


README = "--- a/README.md\n+++ b/README.md\n@@ -1,5 +1,5 @@\n # Use\n ```python\n-f(1)\n+f(2)\n ```\n end\n"


@pytest.mark.parametrize(
    "reply",
    [
        fenced("diff", README + diff("x")),
        f"So:\n\n{fenced('diff', README + diff('x'))}\nThat is all.\n",
        fenced("diff", README + diff("x")).replace("\n", "\r\n"),
        fenced("{.patch}", README + diff("x")).replace("```", "~~~"),
        fenced("diff", README) + "and\n" + fenced("diff", diff("x")),
        fenced("diff", README + "\n" + "diff --git a/x b/x\nindex 1..2 100644\n" + diff("x")),
        fenced("diff", README.replace(" end\n", "")) + fenced("diff", diff("x")),
        f"<think>{FENCE}diff\n ```\n</think>{fenced('diff', README + diff('x'))}".replace("k>`", "k>\n`"),
        f"````markdown\nHere:\n{fenced('diff', README + diff('x'))}````\n",
        "1. So:\n\n" + "".join(f"   {line}\n" for line in fenced("diff", README + diff("x")).splitlines()),
        fenced("`diff", README + diff("x")).replace(f"\n{FENCE}\n", f"\n{FENCE}`\n"),
    ],
)
def test_a_fence_in_the_context_of_a_diff_does_not_end_its_block(reply: str) -> None:
    """It stands behind the blank of its line: else half of the patch would be left out silently."""
    readme = b"# Use\n```python\nf(1)\n```\nend\n".replace(b"`", b"~" if "~" in reply else b"`")
    files = {"README.md": WorkFile(readme), "x": WorkFile(b"a\n")}
    assert apply_patch(files, patch_in(Case(reply))) == {
        "README.md": WorkFile(readme.replace(b"1", b"2")),
        "x": WorkFile(b"b\n"),
    }


@pytest.mark.parametrize(
    "behind",
    [
        "",
        "That is all.\n",
        "\nThen:\n```\ncode\n```\n",
        "\n```python\n+x\n```\n",
        "So:\n" + fenced("diff", diff("y")),
    ],
)
def test_a_fence_too_far_right_still_ends_a_block(behind: str) -> None:
    """Where what follows is no diff."""
    (first, *_) = diffs_in(Case(f"```diff\n{diff('x')} ```\n{behind}"))
    assert first == diff("x").rstrip("\n")


def test_half_a_patch_is_refused() -> None:
    """A file behind the end of a block may be the rest of its diff: here the fence lost its blank."""
    reply = fenced("diff", README.replace("\n ```", "\n```") + diff("x"))
    with pytest.raises(PatchRefused, match="line 11 of the reply: a file of a diff stands behind the end"):
        patch_in(Case(reply))


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
