"""Rows in the place of those that are there: the old ones or the new ones, wherever a run is ended."""

import json

import pytest

from checkwright_runner.run.output.atomic_file import AtomicFile
from checkwright_runner.run.output.rows_again import RowsAgain
from checkwright_runner.run.output.state_file import read_state


class Killed(BaseException):
    """The process is gone: nothing of what it would have cleared away is."""


@pytest.fixture
def state(tmp_path):
    (tmp_path / "out.partial").write_bytes(b"old\n")
    path = tmp_path / "out.partial.json"
    path.write_text('{"of": 1}')
    return path


def opened(state):
    output = AtomicFile(state.with_name("out"))
    output.open()
    return output, RowsAgain(output, state)


def files(state):
    return {path.name: path.read_bytes() for path in state.parent.iterdir()}


def test_new_rows_are_gone_on_behind(state):
    """The file is locked as the old one was, and what is written next stands behind them."""
    output, again = opened(state)
    again.put({"of": 2}, [b"new %d\n" % number for number in range(500_000)])
    output.write(b"more\n")
    output.require_own()
    output.close()
    lines = (state.parent / "out.partial").read_bytes().splitlines()
    assert (len(lines), lines[0], lines[-2:]) == (500_001, b"new 0", [b"new 499999", b"more"])
    assert read_state(state) == {"of": 2}
    assert sorted(files(state)) == ["out.partial", "out.partial.json"]


def test_what_breaks_on_the_way_changes_nothing(state):
    """No file of it stays either."""
    before = files(state)
    output, again = opened(state)

    def lines():
        yield b"new\n"
        raise LookupError

    with pytest.raises(LookupError):
        again.put({"of": 2}, lines())
    output.close()
    assert files(state) == before


@pytest.mark.parametrize("count", range(12))
def test_a_run_that_is_killed_on_the_way_is_settled(state, monkeypatch, count):
    """At whichever step of ours that changes a file: the old rows and their state, or the new ones."""
    steps = 0

    def counted(step):
        def call(*arguments, **named):
            nonlocal steps
            steps += 1
            if steps > count:
                raise Killed
            return step(*arguments, **named)

        return call

    output, again = opened(state)
    with monkeypatch.context() as patch:
        for name in ("unlink", "replace"):
            patch.setattr(f"pathlib.Path.{name}", counted(getattr(type(state), name)))
        for name in ("fsync", "open"):
            patch.setattr(f"os.{name}", counted(getattr(__import__("os"), name)))
        try:
            again.put({"of": 2}, [b"new\n"])
        except Killed:
            pass
        else:
            assert count > 8
    output.close()
    output, again = opened(state)
    again.settle()
    output.close()
    rows = (state.parent / "out.partial").read_bytes()
    assert (rows, read_state(state)["of"]) in [(b"old\n", 1), (b"new\n", 2)]
    assert "again" not in json.loads(state.read_text())


def test_a_link_is_not_settled_on(state, tmp_path):
    """Whoever put it there: it is none of ours, and what it leads to is left alone."""
    victim = tmp_path / "victim"
    victim.write_bytes(b"precious")
    state.write_text('{"of": 1, "again": true}')
    (tmp_path / "out.partial.again").symlink_to(victim)
    output, again = opened(state)
    again.settle()
    assert read_state(state) == {"of": 1}
    assert (tmp_path / "out.partial").read_bytes() == b"old\n"
    again.put({"of": 2}, [b"new\n"])
    output.close()
    assert (victim.read_bytes(), (tmp_path / "out.partial").read_bytes()) == (b"precious", b"new\n")


@pytest.mark.parametrize("text", ["[]", "{", "null"])
def test_a_damaged_state_is_left_to_whoever_reads_it(state, text):
    """It is no state."""
    state.write_text(text)
    output, again = opened(state)
    again.settle()
    output.close()
    assert (read_state(state), state.read_text()) == (None, text)
