"""Control groups: version 1, version 2 and none from prepared folders, and those of this machine."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from checkwright_sandbox_bwrap.cgroup import Cgroup
from checkwright_sandbox_bwrap.cgroups import Layout, find_layout, new_name, sweep
from checkwright_sandboxing.sandbox import SandboxLimits

LIMITS = SandboxLimits(memory_mb=10, pids=5)
ONE = {
    "memory": [
        "memory.limit_in_bytes",
        "memory.memsw.limit_in_bytes",
        "memory.oom_control",
        "memory.max_usage_in_bytes",
    ],
    "pids": ["pids.max", "pids.events"],
}
TWO = [
    "memory.max",
    "memory.swap.max",
    "memory.oom.group",
    "memory.events",
    "memory.peak",
    "pids.max",
    "pids.events",
]


def group(folder, controllers=None, passed=""):
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "cgroup.procs").write_text("")
    if controllers is not None:
        (folder / "cgroup.controllers").write_text(controllers)
        (folder / "cgroup.subtree_control").write_text(passed)
    return folder


@pytest.fixture
def kernel(monkeypatch):
    """Make and remove groups as the kernel does: with their control files."""
    mkdir, rmdir = os.mkdir, os.rmdir

    def make(path, *args, **more):
        mkdir(path, *args, **more)
        folder = Path(path)
        version_2 = (folder.parent / "cgroup.controllers").exists()
        for name in ["cgroup.procs", *(TWO if version_2 else ONE.get(folder.parent.name, []))]:
            (folder / name).write_text("")

    def remove(path, *args, **more):
        for file in Path(path).iterdir():
            file.unlink()
        rmdir(path, *args, **more)

    monkeypatch.setattr(os, "mkdir", make)
    monkeypatch.setattr(os, "rmdir", remove)


@pytest.mark.parametrize(
    ("own", "memory", "pids"),
    [
        ("4:memory:/a/b\n8:pids:/\n0::/\n", "memory/a/b", "pids"),
        ("4:memory:/gone\n8:cpu,pids:/x\n", "memory", "pids/x"),
        ("4:memory:/../b\n8:pids:/../../x\n", "memory", "pids"),
        ("", "memory", "pids"),
        ("odd\n:\n", "memory", "pids"),
    ],
)
def test_version_1(tmp_path, own, memory, pids):
    """In version 1 each controller has a tree; the nearest group above ours is taken."""
    for name in ("memory/a/b", "memory/b", "pids/x"):
        for folder in (tmp_path / name, *(tmp_path / name).parents):
            if folder.is_relative_to(tmp_path) and folder != tmp_path:
                group(folder)
    assert find_layout(tmp_path, own) == Layout(1, tmp_path / memory, tmp_path / pids)


@pytest.mark.parametrize("missing", ["memory", "pids"])
def test_version_1_in_part(tmp_path, missing):
    """With one of the two controllers alone there is no place."""
    for name in {"memory", "pids"} - {missing}:
        group(tmp_path / name)
    assert find_layout(tmp_path, "") is None


def test_version_2(tmp_path):
    """In version 2 it is the nearest group that passes memory and pids on."""
    group(tmp_path, "cpu memory pids", "cpu memory pids")
    group(tmp_path / "a", "cpu memory pids", "memory pids")
    group(tmp_path / "a/b", "memory pids", "")
    (tmp_path / "a/b/cgroup.subtree_control").unlink()
    (tmp_path / "a/b/cgroup.subtree_control").mkdir()  # refuses to be written, as with processes in it
    assert find_layout(tmp_path, "0::/a/b\n") == Layout(2, tmp_path / "a", tmp_path / "a")
    assert find_layout(tmp_path, "0::/\n") == Layout(2, tmp_path, tmp_path)


def test_version_2_passes_on(tmp_path):
    """Controllers that are there and not passed on yet are passed on."""
    group(tmp_path, "cpu memory pids", "memory")
    assert find_layout(tmp_path, "0::/\n") == Layout(2, tmp_path, tmp_path)
    assert (tmp_path / "cgroup.subtree_control").read_text() == "+pids"


@pytest.mark.parametrize("controllers", ["", "cpu io", "memory", "hugetlb pids"])
def test_version_2_without(tmp_path, controllers):
    """Without memory or pids there is no place, and nothing is changed."""
    group(tmp_path, controllers)
    assert find_layout(tmp_path, "0::/\n") is None
    assert (tmp_path / "cgroup.subtree_control").read_text() == ""


def test_not_writable(tmp_path, monkeypatch):
    """What may not be written is no place."""
    group(tmp_path / "memory")
    group(tmp_path / "pids")
    monkeypatch.setattr(os, "access", lambda *args: False)
    assert find_layout(tmp_path, "") is None
    group(tmp_path, "memory pids", "memory pids")
    assert find_layout(tmp_path, "0::/") is None


def test_none(tmp_path):
    """Without control groups there is no place."""
    assert find_layout(tmp_path, "") is None
    assert find_layout(tmp_path / "nothing", "0::/\n") is None


def test_group_of_version_1(tmp_path, kernel):
    """The bounds are written before a process joins; the counts are read."""
    layout = Layout(1, group(tmp_path / "memory"), group(tmp_path / "pids"))
    made = Cgroup(layout)
    made.make(LIMITS)
    made.join(4711)
    (memory,) = [path for path in (tmp_path / "memory").iterdir() if path.is_dir()]
    (pids,) = [path for path in (tmp_path / "pids").iterdir() if path.is_dir()]
    assert memory.name == pids.name
    assert (memory / "memory.limit_in_bytes").read_text() == "10485760"
    assert (memory / "memory.memsw.limit_in_bytes").read_text() == "10485760"
    assert (pids / "pids.max").read_text() == "6"
    assert (memory / "cgroup.procs").read_text() == (pids / "cgroup.procs").read_text() == "4711"
    assert (made.killed(), made.refused(), made.peak_mb()) == (False, False, None)
    (memory / "memory.oom_control").write_text("oom_kill_disable 0\nunder_oom 0\noom_kill 2\n")
    (memory / "memory.max_usage_in_bytes").write_text("2621440\n")
    (pids / "pids.events").write_text("max 3\n")
    assert (made.killed(), made.refused(), made.peak_mb()) == (True, True, 2.5)
    made.remove()
    assert not memory.exists()
    assert not pids.exists()
    made.remove()


def test_group_of_version_2(tmp_path, kernel):
    """In version 2 it is one folder, without swap, and ended as a whole."""
    folder = group(tmp_path / "top", "memory pids", "memory pids")
    made = Cgroup(Layout(2, folder, folder))
    made.make(LIMITS)
    made.join(4711)
    (inside,) = [path for path in folder.iterdir() if path.is_dir()]
    texts = {name: (inside / name).read_text() for name in TWO}
    assert texts["memory.max"] == "10485760"
    assert (texts["memory.swap.max"], texts["memory.oom.group"], texts["pids.max"]) == ("0", "1", "6")
    assert (inside / "cgroup.procs").read_text() == "4711"
    assert (made.killed(), made.refused()) == (False, False)
    (inside / "memory.events").write_text("low 0\nhigh 0\nmax 9\noom 1\noom_kill 1\noom_group_kill 1\n")
    (inside / "memory.peak").write_text("1048576\n")
    (inside / "pids.events").write_text("max 0\n")
    assert (made.killed(), made.refused(), made.peak_mb()) == (True, False, 1.0)
    (inside / "memory.peak").unlink()
    assert made.peak_mb() is None
    made.remove()
    assert not inside.exists()


def test_missing_control_files(tmp_path):
    """A group without the files that bound it is an error, not a sandbox without bounds."""
    folder = group(tmp_path / "top", "memory pids", "memory pids")
    made = Cgroup(Layout(2, folder, folder))
    with pytest.raises(FileNotFoundError):
        made.make(LIMITS)
    made.remove()


def test_sweep(tmp_path, kernel):
    """Groups of dead processes are removed; those of living ones, of others and of containers stay."""
    group(tmp_path, "memory pids", "memory pids")
    own = new_name()
    namespace, pid, started, number = own.split("-")[2:]
    stays = [own, "system.slice", f"checkwright-bwrap-{namespace}9-1-1-0", "checkwright-bwrap-x"]
    goes = [
        f"checkwright-bwrap-{namespace}-{pid}-{int(started) - 1}-0",
        f"checkwright-bwrap-{namespace}-4194305-7-{number}",
    ]
    for name in (*stays, *goes):
        os.mkdir(tmp_path / name)  # noqa: PTH102 - the kernel of the test
    left = subprocess.Popen(["sleep", "600"])
    (tmp_path / goes[1] / "cgroup.procs").write_text(f"{left.pid}\n4194306\n")
    sweep(Layout(2, tmp_path, tmp_path))
    assert sorted(path.name for path in tmp_path.iterdir() if path.is_dir()) == sorted(stays)
    assert left.wait(10) == -signal.SIGKILL
    sweep(Layout(1, tmp_path / "none", tmp_path / "neither"))


def test_names_differ():
    """No two groups of a process have one name."""
    assert new_name() != new_name()


def test_this_machine(bounded, run):
    """The groups found here are used by each session, and removed with it."""
    layout = find_layout(Path("/sys/fs/cgroup"), Path("/proc/self/cgroup").read_text())

    def groups():
        return {
            path
            for folder in layout.folders()
            for path in folder.glob(f"checkwright-bwrap-*-{os.getpid()}-*")
        }

    before = groups()
    ran = run("true")
    assert len(groups() - before) == len(layout.folders())
    ran.session.__exit__(None, None, None)
    assert groups() == before


def test_killed_grader(bounded, alive):
    """What a process leaves that is killed is dead with it; its groups go with the next session."""
    layout = find_layout(Path("/sys/fs/cgroup"), Path("/proc/self/cgroup").read_text())
    text = (
        "from checkwright_sandbox_bwrap.provider import open_bwrap\n"
        "from checkwright_sandboxing.sandbox import SessionSpec\n"
        "with open_bwrap().open(SessionSpec()) as session:\n"
        "    session.exec(['sh', '-c', 'setsid sleep 92.0051 & sleep 92.0051'])\n"
    )
    environment = dict(os.environ, PYTHONPATH=os.pathsep.join(sys.path))
    with subprocess.Popen([sys.executable, "-c", text], env=environment) as grader:
        while len(alive("92.0051")) < 2:
            assert grader.poll() is None
        grader.kill()

    def left():
        return [
            path for folder in layout.folders() for path in folder.glob(f"checkwright-bwrap-*-{grader.pid}-*")
        ]

    assert left()
    while alive("92.0051"):
        os.sched_yield()
    while left():
        sweep(layout)
