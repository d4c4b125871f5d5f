"""Applying patches: what comes out, and what is refused with the files as they were."""

import pickle
from collections.abc import Mapping

import pytest

from checkwright_sandboxing.patches.applying import apply_patch
from checkwright_sandboxing.patches.parsing import parse_patch
from checkwright_sandboxing.patches.patch import reverse
from checkwright_sandboxing.patches.refused import PatchRefused
from checkwright_sandboxing.sandbox import WorkEntry, WorkFile, WorkLink

TEXT = "one\ntwo\nthree\n\nfour\ntwo\nfive\n"


def applied(files: Mapping[str, WorkEntry], diff: str) -> dict[str, WorkEntry]:
    return apply_patch(files, parse_patch(diff))


def changed(before: str, hunks: str) -> str:
    """Return a text after hunks."""
    after = applied({"x": WorkFile(before.encode())}, f"--- a/x\n+++ b/x\n{hunks}")["x"]
    assert isinstance(after, WorkFile)
    return after.data.decode()


def refusal(files: Mapping[str, WorkEntry], diff: str) -> str:
    with pytest.raises(PatchRefused) as refused:
        applied(files, diff)
    return refused.value.reason


@pytest.mark.parametrize(
    ("before", "hunks", "after"),
    [
        pytest.param(TEXT, "@@ -1,2 +1,2 @@\n-one\n+1\n two\n", TEXT.replace("one", "1"), id="exact"),
        pytest.param(TEXT, "@@ -1,9 +3 @@\n-one\n+1\n two\n", TEXT.replace("one", "1"), id="counts"),
        pytest.param(TEXT, "@@ -90 +90 @@\n-one\n+1\n", TEXT.replace("one", "1"), id="numbers"),
        pytest.param(TEXT, "@@\n-three\n+3\n", TEXT.replace("three", "3"), id="bare"),
        pytest.param(
            TEXT, "@@\n-three\n+3\n\n- I took 3.\n- `x` is kept.\n",
            TEXT.replace("three", "3"), id="bare-and-list",
        ),
        pytest.param("x\n\n Foo\n", "@@\n-x\n+y\n\n- Foo\n", "y\n\n", id="bare-and-no-list"),
        pytest.param(TEXT, "@@ f() @@\n-three\n+3\n", TEXT.replace("three", "3"), id="bare-heading"),
        pytest.param(TEXT, "@@ -3,3 +3,2 @@\n-three\n\n four\n", TEXT.replace("three\n", ""), id="blank"),
        pytest.param(TEXT, "@@ -2 +2 @@\n-two\n+2\n", TEXT.replace("two", "2", 1), id="at-its-number"),
        pytest.param(TEXT, "@@ -5 +5 @@\n-two\n+2\n", "one\ntwo\nthree\n\nfour\n2\nfive\n", id="nearest"),
        pytest.param("a\nb\na\n", "@@ -2 +2 @@\n-a\n+c\n", "a\nb\nc\n", id="tie-later"),
        pytest.param(
            TEXT, "@@ -7 +7 @@\n-five\n+5\n@@ -1 +1 @@\n-one\n+1\n",
            "1\ntwo\nthree\n\nfour\ntwo\n5\n", id="hunks-out-of-order",
        ),
        pytest.param(
            "a\n" * 5, "@@ -2 +2 @@\n-a\n+b\n@@ -2 +2 @@\n-a\n+c\n", "a\nb\nc\na\na\n", id="not-twice",
        ),
        pytest.param("a\n" + "b\n" * 8, "@@ -5 +5 @@\n-a\n+c\n", "c\n" + "b\n" * 8, id="before-its-number"),
        pytest.param("b\na\nc\na\nb\n", "@@\n c\n a\n-b\n+d\n", "b\na\nc\na\nd\n", id="bare-run"),
        pytest.param(TEXT, "@@ -1,0 +2 @@\n+new\n", TEXT.replace("one\n", "one\nnew\n"), id="add-behind"),
        pytest.param(TEXT, "@@ -1,3 +1,4 @@\n+new\n", "new\n" + TEXT, id="add-before"),
        pytest.param("", "@@ -0,0 +1 @@\n+new\n", "new\n", id="empty-file"),
        pytest.param("", "@@\n+new\n", "new\n", id="empty-file-bare"),
        pytest.param("a\r\nb\r\n", "@@ -1,2 +1,3 @@\n-a\n+A\n+B\n b\n", "A\r\nB\r\nb\r\n", id="crlf-file"),
        pytest.param("a\nb\n", "@@ -1,2 +1,2 @@\r\n-a\r\n+A\r\n b\r\n", "A\nb\n", id="crlf-diff"),
        pytest.param("a\r\nb\r\n", "@@ -1,2 +1,2 @@\r\n-a\r\n+A\r\n b\r\n", "A\r\nb\r\n", id="crlf-both"),
        pytest.param("a\r\nb\n", "@@ -1,2 +1,3 @@\n a\n+A\n b\n+B\n", "a\r\nA\r\nb\nB\n", id="mixed-ends"),
        pytest.param("a\r\n", "@@ -1 +1 @@\n-a\r\n+a\n", "a\n", id="ends-changed-on-purpose"),
        pytest.param("a\r\nb", "@@ -1,2 +1,3 @@\n a\n b\n+c\n", "a\r\nb\r\nc\r\n", id="crlf-unended"),
        pytest.param("a\r\nb\r\n", "@@ -0,0 +1 @@\n+c\n", "c\r\na\r\nb\r\n", id="crlf-no-context"),
        pytest.param("a\nb", "@@ -2 +2 @@\n-b\n+c\n", "a\nc\n", id="unended-unsaid"),
        pytest.param("a\nb", "@@ -1 +1 @@\n-a\n+c\n", "c\nb", id="unended-untouched"),
        pytest.param("a\nb", "@@ -2 +2,2 @@\n b\n+c\n", "a\nb\nc\n", id="unended-goes-on"),
        pytest.param("a\nb", "@@ -1,2 +1,2 @@\n-a\n+c\n b\n", "c\nb", id="unended-context"),
        pytest.param("a\nb", "@@ -1,2 +1 @@\n a\n-b\n", "a\n", id="unended-removed"),
        pytest.param("a\nb\n", "@@ -2 +2 @@\n-b\n+c\n\\ No newline\n", "a\nc", id="ended-no-more"),
        pytest.param(
            "a\nb", "@@ -2 +2 @@\n-b\n\\ No newline at end of file\n+c\n", "a\nc\n", id="ended-now",
        ),
        pytest.param(
            "a\nb\n", "@@ -1 +1 @@\n-a\n+c\n\\ No newline at end of file\n", "c\nb\n", id="marker-off",
        ),
        pytest.param("é\n", "@@ -1 +1 @@\n-é\n+è\n", "è\n", id="not-ascii"),
        pytest.param("a\x0cb\u2028c\n", "@@ -1 +1 @@\n-a\x0cb\u2028c\n+d\n", "d\n", id="only-lf-breaks"),
        pytest.param("a\n", "@@ -1 +1 @@\n-a\n+b\n\n- a list\n- of prose\n", "b\n", id="prose-behind"),
        pytest.param("a\n", "@@ -1 +1 @@\n-a\n+b\n-- \n2.40.0\n", "b\n", id="signature-behind"),
        pytest.param("- x\n", "@@ -1 +0,0 @@\n-- x\n", "", id="all-lines-removed"),
    ],
)  # fmt: skip
def test_a_file_after_hunks(before: str, hunks: str, after: str) -> None:
    """Kept lines keep their bytes; added ones get the line ends around them."""
    assert changed(before, hunks) == after


def test_bytes_that_are_no_utf8_are_kept() -> None:
    """Where the hunk does not name them."""
    files = {"x": WorkFile(b"a\n\xff\xfe\nb\n")}
    assert applied(files, "--- x\n+++ x\n@@ -1 +1 @@\n-a\n+c\n")["x"] == WorkFile(b"c\n\xff\xfe\nb\n")


def test_files_are_made_deleted_renamed_and_keep_their_mode() -> None:
    """Each change builds on those before it, and the result is sorted."""
    files = {
        "run": WorkFile(b"a\n", executable=True),
        "src/old": WorkFile(b"a\n", executable=True),
        "gone": WorkFile(b"x\ny\n"),
        "link": WorkLink("run"),
    }
    diff = (
        "diff --git a/src/old b/lib/new\nrename from src/old\nrename to lib/new\n"
        "--- a/src/old\n+++ b/lib/new\n@@ -1 +1 @@\n-a\n+b\n"
        "--- a/gone\n+++ /dev/null\n@@ -1,2 +0,0 @@\n-x\n-y\n"
        "--- /dev/null\n+++ b/src\n@@ -0,0 +1,3 @@\n+1\n\n+3\n"
        "diff --git a/tool b/tool\nnew file mode 100755\n--- /dev/null\n+++ b/tool\n@@ -0,0 +1 @@\n+#!\n"
        "diff --git a/empty b/empty\nnew file mode 100644\n"
        "diff --git a/run b/run\nold mode 100755\nnew mode 100644\n"
        "--- a/lib/new\n+++ b/lib/new\n@@ -1 +1 @@\n-b\n+c\n"
    )
    assert list(applied(files, diff).items()) == [
        ("empty", WorkFile(b"")),
        ("lib/new", WorkFile(b"c\n", executable=True)),
        ("link", WorkLink("run")),
        ("run", WorkFile(b"a\n")),
        ("src", WorkFile(b"1\n\n3\n")),
        ("tool", WorkFile(b"#!\n", executable=True)),
    ]


def test_the_files_given_are_not_changed() -> None:
    """Neither by what is applied nor by what is refused half way."""
    files = {"x": WorkFile(b"a\n"), "y": WorkFile(b"a\n")}
    before = dict(files)
    applied(files, "--- x\n+++ x\n@@ -1 +1 @@\n-a\n+b\n")
    refusal(files, "--- x\n+++ x\n@@ -1 +1 @@\n-a\n+b\n--- y\n+++ y\n@@ -1 +1 @@\n-z\n+b\n")
    assert files == before


FILES = {
    "x": WorkFile(b"a\nb\na\nb\n"),
    "d/y": WorkFile(b"a\n"),
    "out": WorkLink("d"),
    "link": WorkLink("x"),
}


@pytest.mark.parametrize(
    ("diff", "said"),
    [
        ("--- x\n+++ x\n@@ -1 +1 @@\n-zz\n+b\n", "line 3: the hunk fits nowhere in 'x': no line 'zz' in it"),
        ("--- x\n+++ x\n@@ -1,2 +1 @@\n-b\n-b\n", "line 3: the hunk fits nowhere in 'x'"),
        ("--- x\n+++ x\n@@\n-a\n+c\n b\n", "no line numbers and fits at several places"),
        ("--- x\n+++ x\n@@\n+c\n", "the hunk has no line numbers, and no line of 'x' to find it by"),
        ("--- x\n+++ x\n@@ -9,0 +10 @@\n+c\n", "the hunk adds at line 10 of the 4 of 'x'"),
        (
            "--- x\n+++ x\n@@ -1,3 +1,3 @@\n a\n-b\n a\n@@ -2,0 +3 @@\n+c\n",
            "two hunks stand at the same lines",
        ),
        ("--- none\n+++ none\n@@ -1 +1 @@\n-a\n+b\n", "'none' does not exist"),
        ("--- d\n+++ d\n@@ -1 +1 @@\n-a\n+b\n", "'d' is a folder"),
        ("--- a/x\n+++ /dev/null\n@@ -1 +0,0 @@\n-a\n", "'x' is deleted, but the hunks leave lines in it"),
        ("diff --git a/x b/x\ndeleted file mode 100644\n", "'x' is deleted, but the hunks leave lines"),
        ("--- /dev/null\n+++ x\n@@ -0,0 +1 @@\n+a\n", "'x' exists already"),
        ("--- /dev/null\n+++ d\n@@ -0,0 +1 @@\n+a\n", "'d' exists already"),
        ("--- /dev/null\n+++ link\n@@ -0,0 +1 @@\n+a\n", "'link' exists already"),
        ("--- /dev/null\n+++ new\n@@ -1 +1 @@\n-q\n+a\n", "fits nowhere in 'new'"),
        ("--- /dev/null\n+++ x/new\n@@ -0,0 +1 @@\n+a\n", "'x/new': 'x' is a file, expected a folder"),
        ("diff --git a/x b/d/y\nrename from x\nrename to d/y\n", "'d/y' exists already"),
        ("--- link\n+++ link\n@@ -1 +1 @@\n-a\n+b\n", "'link' is a link, which is not patched"),
        ("diff --git a/link b/l\nrename from link\nrename to l\n", "'link' is a link"),
        ("--- out/y\n+++ out/y\n@@ -1 +1 @@\n-a\n+b\n", "'out/y': 'out' is a link, expected a folder"),
        ("--- /dev/null\n+++ out/new\n@@ -0,0 +1 @@\n+a\n", "'out' is a link, expected a folder"),
    ],
)
def test_what_does_not_fit_the_files_is_refused(diff: str, said: str) -> None:
    """With the hunk's line in the diff, and the path."""
    assert said in refusal(FILES, diff)


def test_a_fix_is_taken_back() -> None:
    """A rename, a new file, a deletion and a mode, in reverse."""
    before = {"a": WorkFile(b"1\n2\n"), "b": WorkFile(b"x\n", executable=True)}
    patch = parse_patch(
        "diff --git a/a b/c\nold mode 100644\nnew mode 100755\nrename from a\nrename to c\n"
        "--- a/a\n+++ b/c\n@@ -1,2 +1,2 @@\n 1\n-2\n+3\n"
        "diff --git a/b b/b\ndeleted file mode 100755\n--- a/b\n+++ /dev/null\n@@ -1 +0,0 @@\n-x\n"
        "--- /dev/null\n+++ b/d\n@@ -0,0 +1 @@\n+new\n"
    )
    after = apply_patch(before, patch)
    assert after == {"c": WorkFile(b"1\n3\n", executable=True), "d": WorkFile(b"new\n")}
    assert apply_patch(after, reverse(patch)) == before


def test_a_refusal_pickles() -> None:
    """It may come from a worker."""
    assert pickle.loads(pickle.dumps(PatchRefused("why\n"))).reason == "why "


@pytest.mark.parametrize("rest", ["-four\n-none\n", "- I took 3.\n+so\n", "- I took 3.\n five\n", "- i\n"])
def test_a_hunk_without_numbers_is_not_cut_where_no_list_follows(rest: str) -> None:
    """What stands behind a blank line may be its own: half of it would be applied."""
    diff = f"--- a/x\n+++ b/x\n@@\n-three\n+3\n\n{rest}"
    assert "fits nowhere" in refusal({"x": WorkFile(TEXT.encode())}, diff)
