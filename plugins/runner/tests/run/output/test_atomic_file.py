"""AtomicFile: an output that appears whole or not at all."""

import os
import stat

import pytest

from checkwright_runner.run.output.atomic_file import AtomicFile, replace_file


def test_a_file_appears_when_it_is_complete(tmp_path):
    """Until then what was there is as it was; then nothing is left beside it."""
    (tmp_path / "w").write_bytes(b"before")
    file = AtomicFile(tmp_path / "w")
    file.begin()
    file.write(b"some ")
    file.write(b"more")
    assert (tmp_path / "w").read_bytes() == b"before"
    file.complete()
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == {"w": b"some more"}


def test_what_was_written_stays_when_it_is_not_complete(tmp_path):
    """The partial file has it, and the file is not there."""
    file = AtomicFile(tmp_path / "w")
    file.begin()
    file.write(b"some")
    file.close()
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == {"w.partial": b"some"}


def test_a_new_beginning_forgets_what_was_written(tmp_path):
    """By this writer or by one that was ended."""
    (tmp_path / "w.partial").write_bytes(b"of another")
    file = AtomicFile(tmp_path / "w")
    file.begin()
    file.write(b"new")
    file.complete()
    assert (tmp_path / "w").read_bytes() == b"new"


def test_an_open_file_is_gone_on_with(tmp_path):
    """What it holds is kept, and what is written comes where its reader stopped."""
    (tmp_path / "w.partial").write_bytes(b"done, torn")
    file = AtomicFile(tmp_path / "w")
    stream = file.open()
    assert stream.read(6) == b"done, "
    stream.truncate()
    file.write(b"new")
    file.complete()
    assert (tmp_path / "w").read_bytes() == b"done, new"


def test_what_a_link_leads_to_is_written(tmp_path):
    """The link stays, and the partial file stands beside what it leads to."""
    (tmp_path / "real").mkdir()
    (tmp_path / "link").symlink_to("real/w")
    file = AtomicFile(tmp_path / "link")
    file.begin()
    assert (tmp_path / "real/w.partial").exists()
    file.write(b"x")
    file.complete()
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "real/w").read_bytes() == b"x"


def test_a_pipe_is_written_to_as_it_is(tmp_path):
    """Nothing stands beside it, and it stays what it is."""
    os.mkfifo(tmp_path / "pipe")
    reader = os.open(tmp_path / "pipe", os.O_RDONLY | os.O_NONBLOCK)
    file = AtomicFile(tmp_path / "pipe")
    file.begin()
    file.write(b"x")
    file.sync()
    file.complete()
    file.close()
    assert os.read(reader, 10) == b"x"
    os.close(reader)
    assert [stat.S_ISFIFO(path.stat().st_mode) for path in tmp_path.iterdir()] == [True]


def test_a_small_file_is_replaced_whole(tmp_path, monkeypatch):
    """When it cannot be renamed, what was there stays."""
    path = tmp_path / "w.json"
    replace_file(path, b"one")
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == {"w.json": b"one"}

    def refuse(*_):
        raise OSError("no more room")

    monkeypatch.setattr(os, "fsync", refuse)
    with pytest.raises(OSError, match="no more room"):
        replace_file(path, b"two")
    assert path.read_bytes() == b"one"
