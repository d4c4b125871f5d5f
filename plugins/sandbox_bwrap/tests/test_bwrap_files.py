"""What goes into the work folder before a command, and what is read from it after."""

import os
import threading

import pytest

from checkwright_sandbox_bwrap.work_folder import read
from checkwright_sandboxing.sandbox import (
    ExecStatus,
    SandboxLimits,
    SessionSpec,
    UnreadableFile,
    WorkFile,
    WorkLink,
)


def test_files_in(run):
    """Files, folders and links stand there as given, owned by the user inside, with plain modes."""
    files = {
        "a/b/c.txt": "deep",
        "run.sh": WorkFile(b"#!/bin/sh\necho ran\n", True),
        "a/link": WorkLink("b/c.txt"),
        "name with space ü\n": "odd",
        "empty": "",
    }
    ran = run("./run.sh; cat a/link; stat -c '%A %U %n' a a/b/c.txt run.sh; ls | wc -l; pwd", files=files)
    assert ran.out.splitlines() == [
        "ran",
        "deepdrwxr-xr-x user a",
        "-rw-r--r-- user a/b/c.txt",
        "-rwxr-xr-x user run.sh",
        "5",
        "/tmp/checkwright-work",
    ]


def test_umask(run):
    """The modes do not depend on the mask of the process that grades."""
    before = os.umask(0o077)
    try:
        ran = run("stat -c %a . f d; umask", files={"f": "", "d/g": ""})
    finally:
        os.umask(before)
    assert ran.out.split() == ["755", "644", "755", "0022"]


@pytest.mark.parametrize(
    "files",
    [
        {"a": WorkLink("/tmp"), "a/b": WorkFile(b"")},
        {"a": WorkFile(b""), "a/b": WorkFile(b"")},
        {"../x": WorkFile(b"")},
        {"/x": WorkFile(b"")},
        {"a//b": WorkFile(b"")},
        {"./a": WorkFile(b"")},
        {"": WorkFile(b"")},
        {"a\0": WorkFile(b"")},
        {"x" * 300: WorkFile(b"")},
        {"a": WorkLink("x\0")},
        {"a\udcff\ud800": WorkFile(b"")},
    ],
)
def test_impossible_files(run, files, tmp_path):
    """Files that cannot stand in a folder are an end of the sandbox, and nothing is written elsewhere."""
    result = run("true", files=files).result
    assert result.status is ExecStatus.UNAVAILABLE
    assert result.reason
    assert "\0" not in result.reason


@pytest.mark.parametrize(
    ("command", "path", "expected"),
    [
        ("echo hi > f", "f", b"hi\n"),
        ("mkdir -p a/b; echo hi > a/b/f", "a/b/f", b"hi\n"),
        ("true", "given", b"x"),
        ("rm given", "given", None),
        ("true", "none", None),
        ("true", "none/f", None),
        ("true", "given/f", None),
        ("head -c 1000 /dev/zero > f", "f", bytes(1_000)),
        ("chmod 4777 given", "given", b"x"),
    ],
)
def test_read(run, command, path, expected):
    """A regular file is read; where there is none, it is None."""
    assert run(command, files={"given": "x"}).read(path) == expected


@pytest.mark.parametrize(
    ("command", "path", "words"),
    [
        ("ln -s /etc/passwd f", "f", "a link"),
        ("ln -s given f", "f", "a link"),
        ("ln -s nowhere f", "f", "a link"),
        ("ln -s / d", "d/etc/passwd", "a link is on the way"),
        ("mkdir e; ln -s e d; touch e/f", "d/f", "a link is on the way"),
        ("mkfifo f", "f", "a fifo"),
        ("mkdir f", "f", "a folder"),
        ("mkfifo d", "d/f", None),
        ("head -c 1001 /dev/zero > f", "f", "1001 bytes, at most 1000"),
        ("truncate -s 900G f", "f", "at most 1000"),
        ("true", "../f", "no plain"),
        ("true", "/etc/passwd", "no plain"),
        ("true", "a/./given", "no plain"),
        ("true", "", "no plain"),
    ],
)
def test_unreadable(run, command, path, words):
    """What is no regular file of a bounded size is not read; no link is followed on the way."""
    ran = run(command, files={"given": "x"})
    assert ran.result.exit_code == 0
    if words is None:
        assert ran.read(path) is None
    else:
        with pytest.raises(UnreadableFile, match=words):
            ran.read(path)


def test_socket_left_behind(python, run):
    """A socket is not read either."""
    text = "import socket; socket.socket(socket.AF_UNIX).bind('f')"
    ran = run(["python3", "-I", "-S", "-c", text], python=True)
    with pytest.raises(UnreadableFile, match="a socket"):
        ran.read("f")


def test_deep_folders(run):
    """A tree deeper than a path may be long is no trouble for the end."""
    text = "for i in $(seq 200); do mkdir dddddddddddddddddddddddddddddddddddddddd; cd ddd*; done; echo x > f"
    assert run(text).result.exit_code == 0


def test_read_after_a_limit(run):
    """What was written before a limit is there."""
    ran = run("echo x > f; sleep 60", timeout=0.2)
    assert (ran.result.status, ran.read("f")) == (ExecStatus.TIMEOUT, b"x\n")


def test_session_order(bwrap):
    """A session runs one command, reads nothing before, and does nothing after its end."""
    with bwrap.open(SessionSpec(files={"a": WorkFile(b"x")})) as session:
        assert session.read_file("a", 10) is None
        assert session.exec(["true"]).status is ExecStatus.OK
        with pytest.raises(RuntimeError, match="one command"):
            session.exec(["true"])
        assert session.read_file("a", 10) == b"x"
    with pytest.raises(RuntimeError, match="ended"):
        session.read_file("a", 10)
    with bwrap.open(SessionSpec()) as session:
        pass
    with pytest.raises(RuntimeError, match="ended"):
        session.exec(["true"])


@pytest.mark.parametrize(
    ("argv", "more"),
    [
        ([], {}),
        ("true", {}),
        (["true"], {"cwd": "/"}),
        (["true"], {"cwd": "a/../.."}),
        (["true"], {"cwd": "a\0"}),
        (["true"], {"env": {"A\0--ro-bind\0/\0/tmp/x": ""}}),
        (["true"], {"env": {"A": "\0"}}),
        (["true"], {"env": {"A=B": "x"}}),
        (["true"], {"env": {"": "x"}}),
    ],
)
def test_impossible_commands(bwrap, argv, more):
    """A command that no system can run is an end of the sandbox, never an exception."""
    with bwrap.open(SessionSpec()) as session:
        result = session.exec(argv, **more)
    assert result.status is ExecStatus.UNAVAILABLE
    assert result.reason
    assert "\n" not in result.reason


def test_cwd(run):
    """A command begins in a folder of the work folder, through a link of it too."""
    files = {"a/b/c": "", "l": WorkLink("a")}
    assert run(["pwd"], files=files, cwd="a/b/").out == "/tmp/checkwright-work/a/b\n"
    assert run(["pwd"], files=files, cwd="a/../a").out == "/tmp/checkwright-work/a\n"
    assert run(["pwd", "-P"], files=files, cwd="l/b").out == "/tmp/checkwright-work/a/b\n"


def test_threads(bwrap):
    """Sessions of several threads do not meet."""
    seen = {}

    def one(number):
        spec = SessionSpec(files={"f": WorkFile(b"%d" % number)}, limits=SandboxLimits(timeout=20))
        with bwrap.open(spec) as session:
            result = session.exec(["sh", "-c", "cat f; cat f > g"])
            seen[number] = (result.stdout, session.read_file("g", 10))

    threads = [threading.Thread(target=one, args=(number,)) for number in range(12)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert seen == {number: (b"%d" % number,) * 2 for number in range(12)}


def test_unreadable_by_permission(tmp_path, monkeypatch):
    """What the system refuses is unreadable, in the system's words."""
    (tmp_path / "f").write_text("x")

    def refused(*args, **more):
        raise PermissionError(13, "Permission denied")

    folder = os.open(tmp_path, os.O_PATH)
    try:
        monkeypatch.setattr(os, "open", refused)
        with pytest.raises(UnreadableFile, match="Permission denied"):
            read(folder, "f", 10)
    finally:
        monkeypatch.undo()
        os.close(folder)
