"""Workspaces: what is read of a folder, and every rule that keeps the rest out."""

import os
import socket
import sys
from pathlib import Path

import pytest

from checkwright import NotExecutable
from checkwright_sandboxing import workspace
from checkwright_sandboxing.sandbox import WorkFile, WorkLink
from checkwright_sandboxing.workspace import read_workspace


@pytest.fixture
def work(tmp_path: Path) -> Path:
    """Return the work folder `work` of the run's folder `tmp_path`."""
    folder = tmp_path / "work"
    folder.mkdir()
    return folder


def write(folder: Path, **texts: str) -> None:
    for name, text in texts.items():
        path = folder / name.replace("__", "/").replace("_dot_", ".")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)


def reason(folder: Path, relative: str = "work") -> str:
    with pytest.raises(NotExecutable) as refused:
        read_workspace(folder, relative)
    return refused.value.reason


def test_files_links_and_the_executable_bit_are_read_in_order(work: Path) -> None:
    """Files are sorted by path, hold their bytes and whether they are executable; links stay links."""
    write(work, b="b", a__x="x", c="c")
    (work / "c").chmod(0o755)
    (work / "a" / "up").symlink_to("../b")
    found = read_workspace(work.parent, "work")
    assert dict(found.files) == {
        "a/up": WorkLink("../b"),
        "a/x": WorkFile(b"x"),
        "b": WorkFile(b"b"),
        "c": WorkFile(b"c", executable=True),
    }
    assert list(found.files) == ["a/up", "a/x", "b", "c"]


def test_what_is_named_git_is_left_out_at_any_depth(work: Path) -> None:
    """A patch could read the fix from the history, and a submodule's `.git` file leads there."""
    write(work, _dot_git__HEAD="x", sub___dot_git="gitdir: ../x", sub__kept="y", _dot_gitignore="z")
    assert set(read_workspace(work.parent, "work").files) == {"sub/kept", ".gitignore"}


@pytest.mark.parametrize("relative", ["deep/work", "deep/work/", "./deep/work", "deep//work"])
def test_every_spelling_of_a_proper_sub_folder_is_read(tmp_path: Path, relative: str) -> None:
    """Slashes and dots that say nothing do not matter."""
    write(tmp_path, deep__work__a="a")
    assert set(read_workspace(str(tmp_path), relative).files) == {"a"}


@pytest.mark.parametrize(
    ("relative", "said"),
    [
        ("/etc", "the path is absolute"),
        ("", "names the run's folder itself"),
        (".", "names the run's folder itself"),
        ("./", "names the run's folder itself"),
        ("..", "has '..' in it"),
        ("work/../work", "has '..' in it"),
        ("work/..", "has '..' in it"),
        ("work/.git/hooks", "leads into '.git'"),
        ("work\0", "holds NUL"),
        ("work\ud800", "not UTF-8"),
        ("none", "'none' is not there"),
        ("work/none", "'work/none' is not there"),
        ("work/a", "'work/a' is no folder"),
        ("work/a/b", "'work/a' is no folder"),
    ],
)
def test_a_path_that_names_no_proper_sub_folder_is_not_executable(
    work: Path, relative: str, said: str
) -> None:
    """The reason names the rule and the path."""
    write(work, a="a")
    assert said in reason(work.parent, relative)


def test_a_run_whose_folder_is_gone_is_not_executable(tmp_path: Path) -> None:
    """The run's folder is said to be missing, not the workspace."""
    assert "the run's folder is not there" in reason(tmp_path / "gone")


@pytest.mark.parametrize("target", ["work", "/etc"])
def test_a_link_on_the_way_is_not_followed(work: Path, target: str) -> None:
    """Wherever it leads."""
    (work.parent / "link").symlink_to(target)
    assert "'link' is a link" in reason(work.parent, "link")


@pytest.mark.parametrize(
    "target", ["/etc/passwd", "../secret", "a/../../secret", "up/../secret", "none/../../secret", ".."]
)
def test_a_link_that_leads_out_is_refused(work: Path, target: str) -> None:
    """By itself, over a folder that is not there, or through another link."""
    write(work, a__b="b")
    (work / "up").symlink_to("a/..")
    (work / "out").symlink_to(target)
    assert f"'out' is a link to '{target}', which leads out" in reason(work.parent)


@pytest.mark.parametrize("target", ["a/b", "a", ".", "none", "self", "up/a/../a/b", "./a//b"])
def test_a_link_that_stays_inside_is_kept(work: Path, target: str) -> None:
    """One that leads nowhere, or to itself, as well."""
    write(work, a__b="b")
    (work / "up").symlink_to("a/..")
    (work / "self").symlink_to(target)
    assert read_workspace(work.parent, "work").files["self"] == WorkLink(target)


def test_special_files_are_refused(work: Path) -> None:
    """A fifo is not opened: it would hold the reader up."""
    os.mkfifo(work / "pipe")
    assert "'pipe' is a fifo" in reason(work.parent)
    (work / "pipe").unlink()
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(os.path.relpath(work / "s"))
        assert "'s' is a socket" in reason(work.parent)


@pytest.mark.skipif(sys.platform == "darwin", reason="its file systems refuse such names")
def test_a_name_that_is_not_utf8_is_refused(work: Path) -> None:
    """By its name, escaped."""
    (work / os.fsdecode(b"a\xff")).write_text("x")
    assert r"the name 'a\udcff' is not UTF-8" in reason(work.parent)


def test_more_bytes_than_the_bound_are_refused_unread(work: Path) -> None:
    """The size is looked at first, so that a sparse file costs nothing."""
    with (work / "big").open("wb") as file:
        file.truncate(workspace.WORKSPACE_BYTES + 1)
    assert "more than 64 MiB" in reason(work.parent)


def test_more_files_folders_or_levels_than_the_bound_are_refused(
    work: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The bounds are 10,000 files, as many folders, and 100 levels; smaller ones are tried here."""
    monkeypatch.setattr(workspace, "WORKSPACE_FILES", 3)
    write(work, a="a", b="b", c="c")
    assert len(read_workspace(work.parent, "work").files) == 3
    (work / "d").symlink_to("a")
    assert "more than 3 files" in reason(work.parent)
    (work / "d").unlink()
    (work / "1/2/3").mkdir(parents=True)
    assert "more than 3 folders" in reason(work.parent)
    monkeypatch.setattr(workspace, "WORKSPACE_DEPTH", 2)
    monkeypatch.setattr(workspace, "WORKSPACE_FILES", 9)
    assert "nested deeper than 2 folders" in reason(work.parent)


def test_a_file_or_folder_that_may_not_be_read_is_named(work: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The system's words stand in the reason; root may read all, so the system's answer is made up."""
    write(work, a="a")
    real = os.open

    def refusing(path: str, flags: int, *, dir_fd: int | None = None) -> int:
        if path == "a":
            raise PermissionError(13, "Permission denied")
        return real(path, flags, dir_fd=dir_fd)

    monkeypatch.setattr(os, "open", refusing)
    monkeypatch.setattr(os, "supports_dir_fd", {refusing})
    assert "'a' is not readable: Permission denied" in reason(work.parent)


def test_a_folder_that_becomes_a_link_meanwhile_leads_nowhere(
    work: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Between the listing and the opening of `a` it is exchanged for a link to a folder outside."""
    write(work, a__b="b")
    write(work.parent, secret__key="k")
    real = os.open

    def exchanging(path: str, flags: int, *, dir_fd: int | None = None) -> int:
        if path == "a":
            (work / "a").rename(work / "old")
            (work / "a").symlink_to("../secret")
        return real(path, flags, dir_fd=dir_fd)

    monkeypatch.setattr(os, "open", exchanging)
    monkeypatch.setattr(os, "supports_dir_fd", {exchanging})
    assert "'a' is a link" in reason(work.parent)


def test_a_system_without_descriptors_of_folders_is_not_executable(
    work: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A path that is opened by its whole name may lead anywhere meanwhile."""
    monkeypatch.setattr(os, "supports_dir_fd", set())
    assert "cannot be read safely on this system" in reason(work.parent)


@pytest.mark.parametrize(
    ("becomes", "said"),
    [
        ("fifo", "'a' is no regular file any more"),
        ("gone", "'a' is not there"),
        ("link", "'a' is a link"),
        ("longer", "'a' changed while it was read"),
    ],
)
def test_a_file_that_changes_meanwhile_is_refused(
    work: Path, monkeypatch: pytest.MonkeyPatch, becomes: str, said: str
) -> None:
    """Between the listing and the opening, or while it is read."""
    write(work, a="a")
    real_open, real_status = os.open, os.fstat

    def opening(path: str, flags: int, *, dir_fd: int | None = None) -> int:
        if path == "a" and becomes != "longer":
            (work / "a").unlink()
            if becomes == "fifo":
                os.mkfifo(work / "a")
            elif becomes == "link":
                (work / "a").symlink_to("/etc/passwd")
        return real_open(path, flags, dir_fd=dir_fd)

    def looking(descriptor: int) -> os.stat_result:
        status = real_status(descriptor)
        if becomes == "longer":
            os.truncate(work / "a", 2)
        return status

    monkeypatch.setattr(os, "open", opening)
    monkeypatch.setattr(os, "fstat", looking)
    monkeypatch.setattr(os, "supports_dir_fd", {opening})
    assert said in reason(work.parent)


def test_a_link_to_a_name_that_is_not_utf8_is_refused(work: Path) -> None:
    """Its target could not be written elsewhere."""
    (work / "a").symlink_to(os.fsdecode(b"\xff"))
    assert "'a' is a link to a name that is not UTF-8" in reason(work.parent)


def test_the_digest_is_of_paths_kinds_modes_and_contents_alone(work: Path) -> None:
    """Times and the order of making do not matter; everything else does."""
    digests = set()

    def digest() -> str:
        return read_workspace(work.parent, "work").digest

    write(work, a="1", b="2")
    first = digest()
    (work / "a").unlink()
    write(work, a="1")
    os.utime(work / "b", (0, 0))
    assert digest() == first
    digests.add(first)
    (work / "a").chmod(0o755)
    digests.add(digest())
    (work / "a").rename(work / "c")
    digests.add(digest())
    write(work, b="3")
    digests.add(digest())
    (work / "l").symlink_to("b")
    digests.add(digest())
    (work / "l").unlink()
    write(work, l="b")
    digests.add(digest())
    assert len(digests) == 6
