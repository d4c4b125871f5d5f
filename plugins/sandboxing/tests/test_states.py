"""What the work folder holds before and after a reply, and who is at fault when it cannot be made."""

import pytest

from checkwright import Case, Kinds, NotExecutable, ServiceError, make_toolbox
from checkwright_sandboxing.patches.refused import PatchRefused
from checkwright_sandboxing.sandbox import WorkFile
from checkwright_sandboxing.states import State, States, image_of

FIX = "--- a/code.txt\n+++ b/code.txt\n@@ -1 +1 @@\n-broken\n+fixed\n"
BREAK = FIX.replace("-broken\n+fixed", "-fixed\n+broken")


def diff(path, old, new):
    return f"```diff\n--- a/{path}\n+++ b/{path}\n@@ -1 +1 @@\n-{old}\n+{new}\n```\n"


def new(path):
    return f"```diff\n--- /dev/null\n+++ b/{path}\n@@ -0,0 +1 @@\n+new\n```\n"


GONE = "```diff\n--- a/test.txt\n+++ /dev/null\n@@ -1 +0,0 @@\n-strict\n```\n"


@pytest.fixture
def folder(tmp_path):
    repo = tmp_path / "repo"
    repo.mkdir()
    for name, text in {"code.txt": "fixed\n", "test.txt": "strict\n", "conftest.py": "\n"}.items():
        (repo / name).write_text(text)
    return tmp_path


@pytest.fixture
def states(folder):
    return lambda setup="none", **more: States(
        make_toolbox(kinds=Kinds(), **{"folder": folder, **more}), setup
    )


def case(reply="fine", **metadata):
    return Case(reply, {"metadata": {"workspace": "repo", **metadata}})


def texts(state):
    return {path: entry.data.decode() for path, entry in state.files.items()}


REPO = {"code.txt": "fixed\n", "conftest.py": "\n", "test.txt": "strict\n"}
REPLY = {"response.txt": "fine", "answer.txt": "fine"}


def test_without_a_setup_the_reply_lies_beside_the_workspace(states):
    """And only in the state after it."""
    assert texts(states().before(case())) == REPO
    assert texts(states().after(case())) == REPO | REPLY
    assert len(states().after(case()).digest) == 64


def test_without_a_workspace_there_is_only_the_reply(states):
    """Nothing of the host gets in."""
    assert states().before(Case("fine")) == State({})
    assert texts(states(folder=None).after(Case("fine", {"metadata": None}))) == REPLY


def test_the_fix_is_taken_back_and_the_reply_s_diff_applied(states):
    """revert_fix has the broken code before, and what the reply makes of it after."""
    reply = diff("code.txt", "broken", "mended")
    before = states("revert_fix").before(case(reply, fix_patch=FIX))
    assert texts(before)["code.txt"] == "broken\n"
    after = states("revert_fix").after(case(reply, fix_patch=FIX))
    assert texts(after)["code.txt"] == "mended\n"
    assert before.digest == after.digest


def test_named_tests_are_as_in_the_workspace_again(states):
    """Changed, deleted and new ones: whatever the patch did with them."""
    reply = (
        diff("test.txt", "strict", "lax")
        + diff("code.txt", "fixed", "mended")
        + "```diff\n--- /dev/null\n+++ b/more/test.txt\n@@ -0,0 +1 @@\n+lax too\n```\n"
    )
    after = states("apply_patch").after(case(reply, test_files=["test.txt"]))
    assert {path: text for path, text in texts(after).items() if path in REPO or "more" in path} == {
        **REPO,
        "code.txt": "mended\n",
    }


@pytest.mark.parametrize(
    ("reply", "metadata", "reason"),
    [
        ("I would fix it.", {}, "no diff"),
        (diff("code.txt", "gone", "x"), {}, "code.txt"),
        (diff("conftest.py", "", "import os"), {}, "'conftest.py' may not be touched"),
        (diff("test.txt", "strict", "lax"), {"protected": ["test.*"]}, "'test.txt' may not be touched"),
        (diff("test.txt", "strict", "lax"), {"editable": ["code.txt"]}, "metadata.editable does not name it"),
        (diff("report.xml", "a", "b"), {"test_report": "report.xml"}, "the report of the tests stands there"),
        (diff("../up", "a", "b"), {}, "'../up'"),
        (new("response.txt/x"), {}, "'response.txt/x' lies below a file"),
        (new("answer.txt/x/y"), {}, "'answer.txt/x/y' lies below a file"),
    ],
)
def test_the_reply_is_at_fault(states, reply, metadata, reason):
    """What its patch may not, or does not, is told."""
    with pytest.raises(PatchRefused) as caught:
        states("apply_patch").after(case(reply, **metadata))
    assert reason in caught.value.reason


@pytest.mark.parametrize(
    ("setup", "metadata", "error", "reason"),
    [
        ("revert_fix", {}, ServiceError, "the setup revert_fix needs metadata.fix_patch, a diff"),
        ("revert_fix", {"fix_patch": BREAK}, ServiceError, "metadata.fix_patch cannot be taken back"),
        ("apply_patch", {"workspace": None}, NotExecutable, "the setup apply_patch needs metadata.workspace"),
        ("none", {"workspace": 3}, NotExecutable, "metadata.workspace: found the number 3, expected a path"),
        ("none", {"workspace": "."}, NotExecutable, "names the run's folder itself"),
        ("apply_patch", {"protected": "x"}, ServiceError, "metadata.protected"),
        ("apply_patch", {"editable": "x"}, ServiceError, "metadata.editable"),
        ("apply_patch", {"test_files": [1]}, ServiceError, "metadata.test_files[0]"),
        ("apply_patch", {"test_files": ["gone.txt"]}, ServiceError, "'gone.txt' matches no file"),
    ],
)
def test_the_question_is_at_fault(states, setup, metadata, error, reason):
    """Never the reply's failure."""
    with pytest.raises(error) as caught:
        states(setup).after(case(diff("code.txt", "fixed", "x"), **metadata))
    assert reason in str(caught.value)


@pytest.mark.parametrize(
    "metadata", [{"protected": ["tests"]}, {"protected": ["tests/**"]}, {"protected": ["deep/link/**"]}]
)
def test_what_a_link_leads_to_is_protected_with_it(states, folder, metadata):
    """By every name that it has: a patch of the real folder is one of the protected tests."""
    suite = folder / "repo/suite"
    suite.mkdir()
    (suite / "check.txt").write_text("strict\n")
    (folder / "repo/tests").symlink_to("suite")
    (folder / "repo/deep").mkdir()
    (folder / "repo/deep/link").symlink_to("../tests")
    with pytest.raises(PatchRefused, match="may not be touched"):
        states("apply_patch").after(case(diff("suite/check.txt", "strict", "lax"), **metadata))


def test_what_a_link_leads_to_is_restored_with_it(states, folder):
    """Files that are named as tests by another name are as in the workspace again."""
    (folder / "repo/suite").mkdir()
    (folder / "repo/suite/check.txt").write_text("strict\n")
    (folder / "repo/tests").symlink_to("suite")
    after = states("apply_patch").after(
        case(diff("suite/check.txt", "strict", "lax"), test_files=["tests/**"])
    )
    assert after.files["suite/check.txt"] == WorkFile(b"strict\n")


def test_an_image_that_is_no_text_is_the_question_s_fault():
    """It is not passed over in silence."""
    assert image_of(Case("x", {"metadata": {"image": "box:1"}})) == "box:1"
    assert image_of(Case("x")) is None
    with pytest.raises(ServiceError, match=r"metadata\.image: found the number 5, expected a text"):
        image_of(Case("x", {"metadata": {"image": 5}}))


def test_a_test_that_became_a_folder_is_a_test_again(states):
    """What the patch put in its place goes."""
    after = states("apply_patch").after(case(GONE + new("test.txt/x"), test_files=["test.txt"]))
    assert {path for path in after.files if path.startswith("test.txt")} == {"test.txt"}


def test_a_workspace_that_has_a_folder_in_the_reply_s_place_cannot_be_used(states, folder):
    """The texts of the reply have their names."""
    (folder / "repo/answer.txt").mkdir()
    (folder / "repo/answer.txt/x").write_text("1")
    with pytest.raises(NotExecutable, match=r"'answer.txt/x' lies below a file"):
        states().after(case())


def test_a_run_without_a_folder_has_no_workspaces(states):
    """There is nothing that the path could be relative to."""
    with pytest.raises(NotExecutable, match="this run has no folder to find it in"):
        states(folder=None).before(case())


def test_a_workspace_is_read_once(states, folder):
    """For all cases of a check, whatever becomes of it meanwhile."""
    one = states()
    assert one.before(case()).files["code.txt"] == WorkFile(b"fixed\n")
    (folder / "repo/code.txt").write_text("changed")
    assert one.before(case()).files["code.txt"] == WorkFile(b"fixed\n")
    assert states().before(case()).files["code.txt"] == WorkFile(b"changed")


def test_few_workspaces_are_kept(states, folder, monkeypatch):
    """Those that were asked for last, as many as fit."""
    (folder / "other").mkdir()
    (folder / "other/a.txt").write_text("1")
    monkeypatch.setattr("checkwright_sandboxing.states._KEPT_BYTES", 5)
    one = states()
    for name in ("repo", "other", "repo"):
        one.before(case(workspace=name))
        assert list(one._kept) == [name]
