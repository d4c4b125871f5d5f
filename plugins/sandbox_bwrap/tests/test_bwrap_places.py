"""What of the host is shown for the tools of a run, and what an operator shows."""

import os
import pwd
import shutil
import sys
from pathlib import Path

import pytest

from checkwright_sandbox_bwrap.base import base, in_base
from checkwright_sandbox_bwrap.carried import carrying, closed
from checkwright_sandbox_bwrap.places import UnshownPath, places, starter
from checkwright_sandboxing.sandbox import ExecStatus


def make(path, text='#!/bin/sh\necho made "$0" "$@"\n'):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    path.chmod(0o755)
    return path


def test_tool_alone(tmp_path):
    """A program that stands by itself is shown by itself, at its own place."""
    tool = make(tmp_path / "stuff" / "tool")
    assert places({"any": str(tool)}, ()) == [str(tool)]


@pytest.mark.parametrize("belongs", ["lib", "lib64", "libexec", "pyvenv.cfg"])
@pytest.mark.parametrize("folder", ["bin", "sbin", "shims"])
def test_tool_with_its_installation(tmp_path, folder, belongs):
    """A program of an installation is shown with all of it."""
    tool = make(tmp_path / "opt" / folder / "tool")
    (tmp_path / "opt" / belongs).mkdir()
    assert places({"any": str(tool)}, ()) == [str(tmp_path / "opt")]


def test_home_is_no_installation(tmp_path, monkeypatch):
    """A home with programs in it is not shown for them, nor what holds homes."""
    home = tmp_path / "homes" / "ann"
    tool = make(home / "bin" / "tool")
    (home / "lib").mkdir()
    monkeypatch.setenv("HOME", str(home))
    assert places({"any": str(tool)}, ()) == [str(tool)]
    (home.parent / "lib").mkdir()
    above = make(home.parent / "bin" / "tool")
    assert places({"any": str(above)}, ()) == [str(above)]
    monkeypatch.delenv("HOME")
    entry = pwd.struct_passwd(("ann", "x", 1, 1, "", str(home), ""))
    monkeypatch.setattr(pwd, "getpwall", lambda: [entry])
    monkeypatch.setattr(pwd, "getpwuid", lambda uid: pwd.struct_passwd(("b", "x", 1, 1, "", "/nowhere", "")))
    assert places({"any": str(tool)}, ()) == [str(tool)]


def test_programs_of_a_user(tmp_path):
    """Nor is the folder in which a user's programs have their data."""
    tool = make(tmp_path / ".local" / "bin" / "tool")
    (tmp_path / ".local" / "lib").mkdir()
    assert places({"any": str(tool)}, ()) == [str(tool)]


def test_links_on_the_way(tmp_path):
    """Each link to a program counts, also one that runs in a circle."""
    real = make(tmp_path / "real")
    link = tmp_path / "links" / "tool"
    link.parent.mkdir()
    link.symlink_to("middle")
    (tmp_path / "links" / "middle").symlink_to(real)
    assert places({"any": str(link)}, ()) == sorted(
        [str(link), str(tmp_path / "links" / "middle"), str(real)]
    )


def test_virtual_environment(tmp_path):
    """Of a virtual environment the Python is shown too that it was made with."""
    python = make(tmp_path / "python" / "bin" / "python3")
    (tmp_path / "python" / "lib").mkdir()
    tool = make(tmp_path / "venv" / "bin" / "pytest")
    (tmp_path / "venv" / "pyvenv.cfg").write_text(f"home = {python.parent}\nversion = 3\nhome\n")
    assert places({"any": str(tool)}, ()) == [str(tmp_path / "python"), str(tmp_path / "venv")]


def test_base_is_there_already():
    """What every sandbox sees is not shown again, but the folder that is hidden of it is."""
    assert places({"sh": "/bin/sh", "env": "/usr/bin/env"}, ["/usr/share"]) == []
    assert in_base("/usr/lib")
    assert not in_base("/usr/src/app/x")
    assert not in_base("/usrlocal/x")


@pytest.mark.parametrize("name", ["", ".", "..", "a/b", "a\0"])
def test_bad_names(name):
    """The name of a tool is that of a file."""
    with pytest.raises(UnshownPath, match="no name of a file"):
        places({name: "/bin/sh"}, ())


@pytest.mark.parametrize("path", ["/no/such/tool", "sh", "/tmp", "/bin/sh\0"])
def test_no_tool(path):
    """A tool is a file that is there, by its absolute path."""
    with pytest.raises(UnshownPath, match="the tool any is not there"):
        places({"any": path}, ())


@pytest.mark.parametrize("path", ["/no/such/folder", "usr", "/bin/sh", "/usr\0"])
def test_no_folder(path):
    """A folder to show is one that is there."""
    with pytest.raises(UnshownPath, match="no folder"):
        places({}, [path])


@pytest.mark.parametrize(
    ("path", "why"),
    [
        ("/", "'/' cannot be shown: it holds /tmp/checkwright-work, which"),
        ("//", "'/' cannot be shown: it holds /tmp/checkwright-work, which"),
        ("/usr/..", "'/' cannot be shown: it holds /tmp/checkwright-work, which"),
        ("/tmp", "'/tmp' cannot be shown: it holds /tmp/checkwright-work, which"),
        ("/etc", "'/etc' cannot be shown: it holds /etc/group, which"),
        ("/proc", "'/proc' cannot be shown: it is /proc, which"),
        ("/proc/sys", "'/proc/sys' cannot be shown: it lies in /proc, which"),
        ("/dev", "'/dev' cannot be shown: it is /dev, which"),
        ("/dev/shm", "'/dev/shm' cannot be shown: it lies in /dev, which"),
        (
            "/tmp/checkwright-work",
            "'/tmp/checkwright-work' cannot be shown: it is /tmp/checkwright-work, which",
        ),
        ("/tmp/home/x", "'/tmp/home/x' cannot be shown: it lies in /tmp/home, which"),
        ("/checkwright", "'/checkwright' cannot be shown: it holds /checkwright/bin, which"),
    ],
)
def test_hiding_folders(monkeypatch, path, why):
    """What would hide the sandbox's own is not shown, and the reason says what that is."""
    monkeypatch.setattr("os.path.isdir", lambda path: True)
    with pytest.raises(UnshownPath) as raised:
        places({}, [path])
    assert str(raised.value) == f"{why} every sandbox has of its own; name another folder"


@pytest.mark.parametrize("path", ["/usr", "/usr/", "//usr", "/usr/share", "/bin"])
def test_folders_of_the_base_system(run, path):
    """A folder of the base system is seen anyway, and showing it changes nothing."""
    assert places({}, [path]) == []
    assert run(["ls", "-d", path], shown=[path]).out == f"{path}\n"


def test_hidden_folder(run):
    """The folder that is hidden of the base system is shown when asked for."""
    if not Path("/usr/src").is_dir():
        pytest.skip("no /usr/src here")
    assert places({}, ["/usr/src"]) == ["/usr/src"]
    ran = run("ls -A /usr/src; echo x > /usr/src/new", shown=["/usr/src"])
    assert ran.out.split() == sorted(os.listdir("/usr/src"))  # noqa: PTH208
    assert ran.result.exit_code != 0


def test_link_out_of_the_base_system(tmp_path, monkeypatch):
    """Of a link that stands in the base system the folder is shown that it leads to."""
    monkeypatch.setattr("os.path.isdir", lambda path: True)
    monkeypatch.setattr("os.path.realpath", lambda path: str(tmp_path))
    assert places({}, ["/usr/local/data"]) == [str(tmp_path)]


def test_starter():
    """A tool is started by its own path, whatever that holds."""
    assert starter("/a/it's b") == b"#!/bin/sh\nexec '/a/it'\"'\"'s b' \"$@\"\n"


def test_base(tmp_path):
    """The base system is what stands there; links stay links."""
    for name in ("usr/src", "lib64", "etc/ssl/certs", "etc/python3.11", "etc/ssh"):
        (tmp_path / name).mkdir(parents=True)
    (tmp_path / "bin").symlink_to("usr/bin")
    (tmp_path / "etc/shadow").write_text("x")
    assert base(tmp_path) == [
        *("--ro-bind", f"{tmp_path}/usr", "/usr"),
        *("--symlink", "usr/bin", "/bin"),
        *("--ro-bind", f"{tmp_path}/lib64", "/lib64"),
        *("--perms", "0755", "--tmpfs", "/usr/src"),
        *("--perms", "0755", "--dir", "/etc", "--perms", "0755", "--dir", "/etc/ssl"),
        *("--ro-bind", f"{tmp_path}/etc/ssl/certs", "/etc/ssl/certs"),
        *("--ro-bind", f"{tmp_path}/etc/python3.11", "/etc/python3.11"),
    ]


def test_closed_folders(tmp_path, run):
    """A tool below a folder of root alone is run all the same, and arguments come through."""
    home = tmp_path / "home"
    tool = make(home / "deep" / "it's a tool")
    (home / "data").mkdir()
    (home / "data" / "f").write_text("shown\n")
    home.chmod(0o700)
    assert closed(str(tool))
    ran = run(
        "mine 'a b' c; cat $DATA/f",
        tools={"mine": str(tool)},
        shown=[str(home / "data")],
        env={"DATA": str(home / "data")},
    )
    assert ran.out == f"made {tool} a b c\nshown\n"
    assert run(["ls", str(home)], tools={"mine": str(tool)}).out == "deep\n"


def test_nothing_to_carry(monkeypatch):
    """A command stays as it is when there is nothing to carry; otherwise a program is needed for it."""
    assert carrying([], ["a"]) == ["a"]
    monkeypatch.setattr(shutil, "which", lambda *args, **more: None)
    with pytest.raises(UnshownPath, match="/closed/x lies in a folder that is closed"):
        carrying(["/closed/x"], ["a"])


def test_python_of_this_environment(run):
    """The Python of a virtual environment finds what is installed there."""
    ran = run(["python3", "-c", "import sys, pytest; print(sys.prefix, sys.base_prefix)"], python=True)
    assert ran.out.split() == [sys.prefix, sys.base_prefix]


def test_tools_come_first(run, tmp_path):
    """A tool of the run goes before a program of the same name; without one it is the base system's."""
    tool = make(tmp_path / "true")
    ran = run(["true", "x"], tools={"true": str(tool)})
    assert ran.out == f"made {tool} x\n"
    assert run(["true", "x"]).out == ""


def test_shown_folders(run, tmp_path):
    """A folder that is shown can be read at its own place, and what stands beside it cannot."""
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "f").write_text(name)
    ran = run(
        ["cat", str(tmp_path / "one" / "f"), str(tmp_path / "two" / "f")], shown=[str(tmp_path / "one")]
    )
    assert ran.out == "one"
    assert run(["touch", str(tmp_path / "one" / "g")], shown=[str(tmp_path / "one")]).result.exit_code == 1
    assert [path.name for path in (tmp_path / "one").iterdir()] == ["f"]


@pytest.mark.parametrize("more", [{"tools": {"x": "/no/tool"}}, {"shown": ["/no/folder"]}, {"shown": ["/"]}])
def test_impossible_places(run, more):
    """What cannot be shown is an end of the sandbox that names it."""
    result = run(["true"], **more).result
    assert result.status is ExecStatus.UNAVAILABLE
    assert next(iter(next(iter(more.values())))) in result.reason


def test_etc(run):
    """Users and hosts inside are the sandbox's own."""
    assert run("whoami; cat /etc/hosts | head -1; cat /etc/hostname || uname -n").out.split() == [
        "user", "127.0.0.1", "localhost", "sandbox",
    ]  # fmt: skip
    assert "user" in run(["cat", "/etc/passwd"]).out
    assert Path("/etc/passwd").read_text() != run(["cat", "/etc/passwd"]).out
