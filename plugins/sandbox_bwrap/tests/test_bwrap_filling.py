"""How the work folder is filled before a command begins."""

import os

import pytest

from checkwright.wording import shown
from checkwright_sandbox_bwrap.filling import UnmadeEntry, fill, needed
from checkwright_sandbox_bwrap.work_folder import read
from checkwright_sandboxing.sandbox import ExecStatus, WorkFile, WorkLink


def test_links_are_never_followed_in(tmp_path):
    """A path through a link is refused before anything is written through it."""
    inside, outside = tmp_path / "in", tmp_path / "out"
    inside.mkdir()
    outside.mkdir()
    folder = os.open(inside, os.O_PATH)
    try:
        with pytest.raises(UnmadeEntry, match="exists"):
            fill(folder, {"l": WorkLink(str(outside)), "l/f": WorkFile(b"x")})
    finally:
        os.close(folder)
    assert list(outside.iterdir()) == []


@pytest.mark.parametrize(
    ("path", "entry", "why"),
    [
        ("d/" + "x" * 300, WorkFile(b""), "File name too long"),
        ("d/" + "x" * 300 + "/f", WorkFile(b""), "File name too long"),
        ("d/l", WorkLink("x" * 5_000), "File name too long"),
        ("d/l", WorkLink("x\0"), "embedded null byte"),
        ("d/\ud800", WorkFile(b""), "a lone surrogate is no character"),
        ("d/\0", WorkFile(b""), "it is no plain relative path"),
        ("d/f/g", WorkFile(b""), "File exists"),
        ("d//g", WorkFile(b""), "it is no plain relative path"),
    ],
)
def test_unmade_entries(run, path, entry, why):
    """The reason names the path, cut and on one line, and the cause."""
    result = run("true", files={"a": "", "d/f": "", path: entry}).result
    assert result.status is ExecStatus.UNAVAILABLE
    assert result.reason == f"{shown(path)} cannot be put into the work folder: {why}"


def test_no_space(run, monkeypatch):
    """A file for which there is no space is named too."""
    monkeypatch.setattr("checkwright_sandbox_bwrap.arguments.needed", lambda files: 0)
    result = run("true", files={"a": "", "big": WorkFile(bytes(3 << 20))}, disk_mb=1).result
    assert result.status is ExecStatus.UNAVAILABLE
    assert result.reason == "'big' cannot be put into the work folder: No space left on device"


def test_order_of_entries(tmp_path, monkeypatch):
    """Files, links and folders of every depth stand where they should, in whatever order they are given."""
    paths = [
        "a",
        "b/c",
        "b-c/d",
        "b/c-d",
        "b/e/f/g/h",
        "b/e/f-g/h",
        "b/e/z",
        "c/d",
        "é/ü",
        "b.c",
        "b/d/e",
        "z",
    ]
    paths += ["/".join("d" * 20) + "/x", "/".join("d" * 19) + "/y"]
    monkeypatch.setattr("checkwright_sandbox_bwrap.filling._MOST_UP", 3)
    for number, order in enumerate((paths, paths[::-1], sorted(paths))):
        place = tmp_path / str(number)
        place.mkdir()
        folder = os.open(place, os.O_PATH)
        opened = len(os.listdir("/proc/self/fd"))  # noqa: PTH208
        try:
            fill(folder, {path: WorkFile(path.encode()) for path in order} | {"k/l": WorkLink("../a")})
            assert [read(folder, path, 9_999) for path in paths] == [path.encode() for path in paths]
        finally:
            os.close(folder)
        assert len(os.listdir("/proc/self/fd")) == opened - 1  # noqa: PTH208
        assert (place / "k" / "l").read_text() == "a"


def test_calls_do_not_grow_with_the_depth(tmp_path, monkeypatch):
    """The folders that are already there are not walked again for each file: it is outside the time limit."""
    walked = []
    real = os.open

    def counting(path, *args, **more):
        walked.append(path.count("/") + 1)
        return real(path, *args, **more)

    folder = os.open(tmp_path, os.O_PATH)
    monkeypatch.setattr(os, "open", counting)
    try:
        deep = "/".join("d" * 100)
        fill(folder, {f"{deep}/{number}/f": WorkFile(b"") for number in range(500)})
    finally:
        monkeypatch.undo()
        os.close(folder)
    assert sum(walked) <= 100 + 500 * 3


def test_deep_entries(run):
    """Two chains of folders, each as deep as a path can be, are made one after the other."""
    paths = [f"{name}/" + "d/" * 1_900 + "f" for name in "ab"]
    assert run(["cat", *paths], files=dict.fromkeys(paths, "x")).out == "xx"


def test_needed():
    """A file takes whole pages, a link none."""
    assert (
        needed({"a": WorkFile(b""), "b": WorkFile(b"x"), "c": WorkFile(b"x" * 4_097), "d": WorkLink("a")})
        == 12_288
    )
