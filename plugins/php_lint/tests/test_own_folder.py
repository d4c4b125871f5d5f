"""Temporary folders: what a killed process leaves is swept, and nothing else is."""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from checkwright_php_lint.own_folder import PREFIX, own_folder, sweep

fcntl = pytest.importorskip("fcntl", reason="folders are locked on POSIX")

#: Makes a folder with a file in it, says its name, and stays.
HOLDS = """
import sys
from pathlib import Path
from checkwright_php_lint.own_folder import own_folder
with own_folder() as folder:
    Path(folder, "code.php").write_text("<?php")
    print(folder, flush=True)
    sys.stdin.read()
"""
FINDS = "from checkwright_php_lint.program import find_php; find_php({'php': %r})"


@pytest.fixture
def temporary(tmp_path, monkeypatch):
    """Let this process and those that it starts keep their temporary files in a folder of the test."""
    place = tmp_path / "temporary"
    place.mkdir()
    monkeypatch.setenv("TMPDIR", str(place))
    monkeypatch.setattr(tempfile, "tempdir", str(place))
    return place


@pytest.fixture
def holder(temporary):
    """Start a process that holds a folder; give both."""
    process = subprocess.Popen(
        [sys.executable, "-c", HOLDS], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    with process:
        yield process, Path(process.stdout.readline().strip())
        process.kill()


def test_a_folder_is_removed_at_the_end(temporary):
    """With what is in it, and nothing is left beside it."""
    with own_folder() as folder:
        Path(folder, "code.php").write_text("<?php", "utf-8")
        assert [path.name for path in temporary.iterdir()] == [Path(folder).name]
        assert Path(folder).stat().st_mode & 0o777 == 0o700
    assert list(temporary.iterdir()) == []


def test_what_a_killed_process_left_is_swept(holder):
    """While it lives the folder is its own; a lock ends with its process."""
    process, folder = holder
    sweep()
    assert (folder / "code.php").exists()
    process.kill()
    process.wait()
    assert folder.exists()
    sweep()
    assert not folder.exists()


def test_the_next_run_sweeps(holder, php):
    """Where PHP is looked for, once a process."""
    process, folder = holder
    process.kill()
    process.wait()
    subprocess.run([sys.executable, "-c", FINDS % php], check=True)
    assert not folder.exists()


def test_nothing_else_is_swept(temporary, tmp_path):
    """No link, no file, no folder that others may open, none with a folder in it, none of another name."""
    target = tmp_path / "precious"
    target.mkdir(mode=0o700)
    (target / "file").write_text("x", "utf-8")
    (temporary / f"{PREFIX}link").symlink_to(target, target_is_directory=True)
    (temporary / f"{PREFIX}file").write_text("x", "utf-8")
    (temporary / f"{PREFIX}open").mkdir()
    (temporary / f"{PREFIX}open").chmod(0o755)
    (temporary / f"{PREFIX}deep").mkdir(mode=0o700)
    (temporary / f"{PREFIX}deep" / "inner").mkdir()
    (temporary / "checkwright-other").mkdir(mode=0o700)
    before = sorted(temporary.rglob("*"))
    sweep()
    assert sorted(temporary.rglob("*")) == before
    assert (target / "file").exists()


def test_a_link_in_a_left_folder_is_removed_and_not_followed(temporary, tmp_path):
    """What it leads to is not ours."""
    precious = tmp_path / "precious"
    precious.write_text("x", "utf-8")
    left = temporary / f"{PREFIX}left"
    left.mkdir(mode=0o700)
    (left / "code.php").symlink_to(precious)
    sweep()
    assert (left.exists(), precious.exists()) == (False, True)


@pytest.mark.skipif("os.geteuid() != 0", reason="only root gives a folder to another user")
def test_a_folder_of_another_user_is_not_swept(temporary):
    """Not even by root."""
    theirs = temporary / f"{PREFIX}theirs"
    theirs.mkdir(mode=0o700)
    os.chown(theirs, 65534, 65534)
    sweep()
    assert theirs.exists()


def test_a_folder_that_is_swept_before_it_is_locked_is_made_again(temporary, monkeypatch):
    """Whether the sweep of another process is done with it, or has it in its hands."""
    make, made = tempfile.mkdtemp, []
    in_hands = []

    def make_and_sweep(prefix):
        folder = make(prefix=prefix)
        made.append(folder)
        if len(made) == 1:
            sweep()
        elif len(made) == 2:
            in_hands.append(os.open(folder, os.O_RDONLY))
            fcntl.flock(in_hands[0], fcntl.LOCK_EX)
        return folder

    monkeypatch.setattr(tempfile, "mkdtemp", make_and_sweep)
    with own_folder() as folder:
        assert (folder, len(made)) == (made[2], 3)
        sweep()
        assert Path(folder).exists()
    os.close(in_hands[0])
    sweep()
    assert list(temporary.iterdir()) == []


def test_a_missing_place_for_temporary_files_is_nothing_to_sweep(temporary):
    """Sweeping never ends a run."""
    temporary.rmdir()
    sweep()
    assert not temporary.exists()
