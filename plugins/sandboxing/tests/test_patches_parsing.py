"""Reading diffs: what they say, and what is refused before any file is looked at."""

import pytest

from checkwright_sandboxing.patches.parsing import parse_patch
from checkwright_sandboxing.patches.patch import FileChange, HunkLine, HunkRange, Patch, reverse, touched
from checkwright_sandboxing.patches.refused import PatchRefused

HUNK = "@@ -1 +1 @@\n-a\n+b\n"


def one(text: str) -> FileChange:
    (change,) = parse_patch(text).files
    return change


def refusal(text: str) -> str:
    with pytest.raises(PatchRefused) as refused:
        parse_patch(text)
    return refused.value.reason


@pytest.mark.parametrize(
    ("old", "new", "paths"),
    [
        ("a/x.py", "b/x.py", ("x.py", "x.py")),
        ("x.py", "x.py", ("x.py", "x.py")),
        ("a/x.py", "x.py", ("x.py", "x.py")),
        ("x.py", "b/x.py", ("x.py", "x.py")),
        ("b/x.py", "a/x.py", ("x.py", "x.py")),
        ("i/x.py", "w/x.py", ("x.py", "x.py")),
        ("old/x.py", "new/x.py", ("x.py", "x.py")),
        ("src/x.py", "lib/x.py", ("src/x.py", "lib/x.py")),
        ("a/src/x.py", "b/lib/x.py", ("src/x.py", "lib/x.py")),
        ("a/x.py", "a/x.py", ("a/x.py", "a/x.py")),
        ("x.py.orig", "x.py", ("x.py", "x.py")),
        ("a/x.py.orig", "b/x.py", ("x.py", "x.py")),
        ("a/x.py.bak", "x.py", ("x.py", "x.py")),
        ("x.py.old", "b/x.py", ("x.py", "x.py")),
        ("old/x.py.orig", "new/x.py", ("x.py", "x.py")),
        ("a/x.py.origin", "b/x.py", ("x.py.origin", "x.py")),
        ("./x.py", "./x.py", ("x.py", "x.py")),
        ("a/x.py\t2024-01-01 10:00:00.000000000 +0000", "b/x.py\t(working copy)", ("x.py", "x.py")),
        ("a/x.py 2024-01-01 10:00:00 +0000", "b/x.py 2024-01-01T10:00:00Z", ("x.py", "x.py")),
        ("a/x.py Mon Jan  1 10:00:00 2024", "b/x.py Mon Jan 11 10:00:00 2024", ("x.py", "x.py")),
        ("a/my file.py", "b/my file.py\t", ("my file.py", "my file.py")),
        (r'"a/\303\244 \"q\".py"', r'"b/\303\244 \"q\".py"', ('ä "q".py', 'ä "q".py')),
        ("/dev/null", "b/x.py", (None, "x.py")),
        ("/dev/null", "x.py", (None, "x.py")),
        ("a/x.py", "/dev/null", ("x.py", None)),
        ("a/x.py", "/dev/null\t1970-01-01 00:00:00 +0000", ("x.py", None)),
    ],
)
def test_names(old: str, new: str, paths: tuple[str | None, str | None]) -> None:
    """Prefixes of the two sides, times and quotes are no part of a path."""
    change = one(f"--- {old}\n+++ {new}\n{HUNK}")
    assert (change.old_path, change.new_path) == paths


@pytest.mark.parametrize(
    "path",
    [
        "/etc/passwd",
        "a//etc/passwd",
        "../x",
        "a/../x",
        "a/b/../../../x",
        "C:/x",
        "c:x",
        r"a\..\x",
        r'"..\\x"',
        r'"a/x\000y"',
        r'"a/x\ny"',
        "a/x\u202ey",
        ".git/config",
        "a/.git/hooks/pre-commit",
        "sub/.GIT/config",
        "sub/.git",
        ".git./config",
        "git~1/config",
        "a/b//c",
        "a/b/./c",
        "a/",
        "a/" * 200 + "x",
        "a/" + "x" * 5000,
    ],
)
@pytest.mark.parametrize(
    "form",
    [
        "--- {0}\n+++ {0}\n" + HUNK,
        "--- /dev/null\n+++ {0}\n@@ -0,0 +1 @@\n+x\n",
        "--- {0}\n+++ /dev/null\n@@ -1 +0,0 @@\n-x\n",
        "diff --git a/x b/y\nrename from x\nrename to {0}\n",
        "diff --git a/x b/y\nrename from {0}\nrename to y\n",
        "diff --git {0} {0}\nnew file mode 100644\n",
    ],
)
def test_a_path_that_leads_out_or_into_git_is_refused(form: str, path: str) -> None:
    """Made, changed, deleted, renamed from or to."""
    assert refusal(form.format(path)).startswith("line ")


@pytest.mark.parametrize(
    ("path", "said"),
    [
        ("x" * 255, None),
        ("x" * 256, "a name of 256 bytes, at most 255"),
        ("ä" * 128, "a name of 256 bytes, at most 255"),
        ("ä" * 128 + "/x", "a name of 256 bytes, at most 255"),
        (("x" * 199 + "/") * 20, "no path of a file"),
        (("x" * 199 + "/") * 19 + "x" * 200, None),
        (("x" * 199 + "/") * 19 + "x" * 201, "4,001 bytes, at most 4,000"),
        (("ä" * 50 + "/") * 39 + "ä" * 40, "4,019 bytes, at most 4,000"),
        ("d/" * 100 + "x", None),
        ("./" + "d/" * 100 + "x", None),
        ("d/" * 101 + "x", "101 folders, at most 100"),
    ],
)
def test_a_path_that_no_system_or_workspace_takes_is_refused(path: str, said: str | None) -> None:
    """The kernel counts bytes; else the sandbox would fail, which is no fault of the reply."""
    text = f"--- /dev/null\n+++ b/{path}\n@@ -0,0 +1 @@\n+x\n"
    if said is None:
        assert one(text).new_path == path.removeprefix("./")
    else:
        assert said in refusal(text)
        assert "a path too long" in refusal(text) or path.endswith("/")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "no diff"),
        ("I would change line 3.\n---\n\n- so\n+++\n", "no diff"),
        ("-a\n+b\n", "no diff"),
        ("*** Begin Patch\n*** Update File: x\n@@\n-a\n+b\n*** End Patch\n", "no diff"),
        ("@@ -1 +1 @@\n-a\n+b\n", "line 1: a hunk without the name of its file"),
        ("--- a/x\n+++ b/x\n", "line 1: no hunk for 'x'"),
        (f"--- a/y\n+++ b/y\n--- a/x\n+++ b/x\n{HUNK}", "line 1: no hunk for 'y'"),
        ("diff --git a/x b/x\nindex 1..2 100644\n", "no hunk for 'x'"),
        ("--- /dev/null\n+++ b/x\n", "no hunk for 'x'"),
        ("--- a/x\n+++ b/x\n@@ -1 +1 @@\n", "line 3: a hunk without lines"),
        ("--- a/x\n+++ b/x\n@@ -1 +1 @@\n\n\nText", "line 3: a hunk without lines"),
        ("--- /dev/null\n+++ /dev/null\n@@ -1 +1 @@\n-a\n", "both sides are /dev/null"),
        ("--- \n+++ b/x\n", "without the name"),
        (f"--- {'x' * 9_000}\n+++ b/x\n", "line 1: a name of 9,000 characters"),
        (f"diff --git {'x' * 20_000}\n", "line 1: names of 20,000 characters"),
        ('--- "a/x\n+++ "b/x\n', "cannot be read"),
        ('--- "a/\\377"\n+++ "b/\\377"\n', "cannot be read"),
        ("diff --git a/x b/x\nindex 1..2\nGIT binary patch\nliteral 1\n", "line 3: a binary patch"),
        ("diff --git a/x b/x\nBinary files a/x and b/x differ\n", "line 2: a binary patch"),
        ("diff --git a/x b/y\ncopy from x\ncopy to y\n", "line 2: a copy"),
        ("diff --git a/x b/x\nnew file mode 120000\n", "line 2: mode 120000: a link"),
        ("diff --git a/x b/x\nold mode 100644\nnew mode 120000\n", "mode 120000"),
        ("diff --git a/x b/x\ndeleted file mode 120000\n", "mode 120000"),
        ("diff --git a/x b/x\nnew file mode 160000\n", "a submodule"),
        ("diff --git a/x b/x\nnew file mode 777\n", "'777' is no mode of a file"),
        ("diff --git a/x b/x\nnew file mode 100644\ndeleted file mode 100644\n", "made and deleted at once"),
        ("diff --git a/x y b/z\nold mode 100644\nnew mode 100755\n", "cannot be told apart"),
        ("diff --git a/x b/x\n@@@ -1,2 -1,2 +1,3 @@@\n  a\n", "a combined diff"),
        ("--- a/x\n+++ b/x\n@@ -1 +1 @@\n-\ud800\n", "a lone surrogate"),
        ("--- a/x\n+++ b/x\n@@ -1,9 +1,9 @@\n a\ndef f():\n-b\n", "line 5: 'def f():' is no line of a hunk"),
        ("--- a/x\n+++ b/x\n@@\n a\n\tb\n+c\n", r"line 5: '\tb' is no line of a hunk"),
    ],
)
def test_what_cannot_be_read_is_refused(text: str, said: str) -> None:
    """With the line of the diff."""
    assert said in refusal(text)


def test_the_header_of_git_says_modes_and_renames() -> None:
    """And is enough where nothing else changes."""
    assert one("diff --git a/x b/x\nold mode 100644\nnew mode 100755\n") == FileChange(
        "x", "x", (), False, True
    )
    assert one("diff --git a/x b/y\nsimilarity index 100%\nrename from x\nrename to y\n").is_rename
    unclear = one(f"diff --git a/x y b/z\n--- a/x y\n+++ b/z\n{HUNK}")
    assert (unclear.old_path, unclear.new_path) == ("x y", "z")
    assert one("diff --git a/x b/x\nnew file mode 100755\nindex 0..e\n") == FileChange(
        None, "x", (), None, True
    )
    assert one("diff --git a/x y b/x y\ndeleted file mode 100644\n") == FileChange(
        "x y", None, (), False, None
    )
    assert one('diff --git "a/\\303\\244" "b/\\303\\244"\nnew file mode 100644\n').new_path == "ä"
    assert one(f"diff --git a/x b/x\nindex 1..2 100644\n{HUNK}").old_path == "x"


def test_the_sides_of_another_file_end_the_section_of_git() -> None:
    """Else a mode would go to the wrong file."""
    mode = "diff --git a/x b/x\nold mode 100644\nnew mode 100755\n"
    first, second = parse_patch(f"{mode}--- a/y\n+++ b/y\n{HUNK}").files
    assert (first.new_path, first.new_executable, first.hunks) == ("x", True, ())
    assert (second.new_path, second.new_executable) == ("y", None)
    assert one(f"{mode}--- x\n+++ x\n{HUNK}").new_executable is True


def test_prose_and_other_headers_are_passed_over() -> None:
    """Before, between and behind the files, and between the hunks of one."""
    text = (
        f"From 12ab Mon Sep 17\nSubject: fix\n---\n x | 2 +-\n\nIndex: x\n=====\n--- a/x\n+++ b/x\n{HUNK}"
        f"And then:\n{HUNK}\nThe other:\n\n- is so\n\ndiff -u y y\n--- y\n+++ y\n{HUNK}-- \n2.40.0\n"
    )
    patch = parse_patch(text)
    assert [(change.new_path, len(change.hunks)) for change in patch.files] == [("x", 2), ("y", 1)]


def test_removed_and_added_lines_that_look_like_headers_are_lines() -> None:
    """The counts of the hunk say so: `-- a` was removed and `++ b` added."""
    change = one("--- x\n+++ x\n@@ -1,2 +1,2 @@\n c\n--- a\n+++ b\n@@ -9 +9 @@\n-d\n+e\n")
    assert [len(hunk.lines) for hunk in change.hunks] == [3, 2]


def test_the_next_file_ends_a_hunk_that_claims_more_lines() -> None:
    """Counts are often wrong."""
    patch = parse_patch(f"--- x\n+++ x\n@@ -1,9 +1,9 @@\n-a\n+b\n--- y\n+++ y\n{HUNK}")
    assert [change.new_path for change in patch.files] == ["x", "y"]


def test_a_hunk_is_its_numbers_and_lines() -> None:
    """A bare `@@` has no numbers, and `\\` says that the line before it is not ended."""
    first, second = one(f"--- x\n+++ x\n{HUNK}\\ No newline at end of file\n@@ def f():\n c\n\n+d\n").hunks
    assert first.range == HunkRange(1, 1, 1, 1)
    assert first.lines == (HunkLine("-", "a"), HunkLine("+", "b", ended=False))
    assert second.range is None
    assert second.lines == (HunkLine(" ", "c"), HunkLine(" ", ""), HunkLine("+", "d"))


def test_touched_names_every_path_once() -> None:
    """Made, changed, deleted, renamed from and to."""
    patch = Patch((FileChange("a", "a"), FileChange(None, "b"), FileChange("c", None), FileChange("a", "d")))
    assert touched(patch) == ("a", "b", "c", "d")


def test_the_reverse_of_the_reverse_is_the_patch() -> None:
    """Sides, modes, tags, numbers and the order of the files are turned round."""
    patch = parse_patch(
        f"diff --git a/x b/y\nold mode 100644\nnew mode 100755\nrename from x\nrename to y\n{HUNK}"
        "@@\n-c\n+d\n"
        "--- /dev/null\n+++ b/z\n@@ -0,0 +1,2 @@\n+a\n+b\n"
    )
    turned = reverse(patch)
    assert [(change.is_new, change.is_deleted, change.is_rename) for change in patch.files] == [
        (False, False, True),
        (True, False, False),
    ]
    assert [change.is_deleted for change in turned.files] == [True, False]
    assert [(change.old_path, change.new_path) for change in turned.files] == [("z", None), ("y", "x")]
    assert turned.files[0].hunks[0].range == HunkRange(1, 2, 0, 0)
    assert turned.files[1].new_executable is False
    assert reverse(turned) == patch
