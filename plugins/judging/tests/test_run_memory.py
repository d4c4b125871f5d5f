"""What a run remembers: opened by names of files, closed again, and said where it cannot be."""

import pickle
from contextlib import ExitStack

import pytest

from checkwright_judging.asking.caps import Caps
from checkwright_judging.judges import CapReached
from checkwright_judging.runs.run_memory import RunMemory


def files(folder, *names):
    return {name: str(folder / name) for name in names}


def opened(memory):
    with ExitStack() as closing:
        return memory.open(closing)


def test_without_names_nothing_is_remembered_and_nothing_capped():
    run = opened(RunMemory())
    assert not run.memories.any
    with run.caps.one(1e9):
        pass


def test_each_name_is_a_memory_of_its_own(tmp_path):
    names = ("cache", "record", "paid")
    with ExitStack() as closing:
        memories = RunMemory(**files(tmp_path, *names), run="1").open(closing).memories
        assert [getattr(memories, name) is not None for name in names] == [True, True, True]
        assert memories.replay is None
    assert sorted(path.name for path in tmp_path.iterdir() if path.name in names) == sorted(names)


def test_what_was_opened_is_closed(tmp_path):
    with ExitStack() as closing:
        run = RunMemory(**files(tmp_path, "record", "paid"), run="1").open(closing)
    with pytest.raises(CapReached, match="paid"), run.caps.one(1.0):
        pass


def test_a_replay_looks_at_nothing_else(tmp_path):
    (tmp_path / "replay").write_text('{"format": "replies of judges", "version": 1}\n')
    memory = RunMemory(**files(tmp_path, "replay", "cache", "record", "paid"), run="1")
    assert memory.is_replay
    assert opened(memory).memories.replay is not None
    assert [path.name for path in tmp_path.iterdir()] == ["replay"]
    assert not RunMemory(record="r").is_replay


@pytest.mark.parametrize("name", ["cache", "record", "paid", "replay"])
def test_a_file_that_cannot_be_opened_is_named(name, tmp_path):
    path = str(tmp_path / "no such folder" / "file")
    with pytest.raises(ValueError, match="no such folder"):
        opened(RunMemory(**{name: path}))


@pytest.mark.parametrize("name", ["cache", "record", "paid", "replay"])
def test_a_file_of_another_sort_is_named_and_stays_as_it_is(name, tmp_path):
    (tmp_path / "notes").write_text("my notes\n")
    with pytest.raises(ValueError, match="notes"):
        opened(RunMemory(**{name: str(tmp_path / "notes")}))
    assert (tmp_path / "notes").read_text() == "my notes\n"


@pytest.mark.parametrize(("one", "other"), [("cache", "record"), ("record", "paid"), ("cache", "paid")])
def test_one_file_is_not_two_memories(one, other, tmp_path):
    path = str(tmp_path / "file")
    with pytest.raises(ValueError, match="file"):
        opened(RunMemory(**{one: path, other: path}))


def spend(memory, costs):
    with ExitStack() as closing:
        run = memory.open(closing)
        for cost in costs:
            with run.caps.one(cost):
                pass


def test_what_a_process_has_spent_counts_in_the_next_one_of_its_run(tmp_path):
    memory = RunMemory(**files(tmp_path, "paid"), run="1", max_calls=3)
    spend(memory, [0.0, 0.0])
    with pytest.raises(CapReached, match="--max-calls 3 is reached"):
        spend(memory, [0.0, 0.0])


def test_a_run_that_is_resumed_has_its_caps_anew(tmp_path):
    for run in ("1", "2"):
        spend(RunMemory(**files(tmp_path, "paid"), run=run, max_calls=2, max_cost=2.0), [1.0, 1.0])


def test_money_that_was_spent_counts_too(tmp_path):
    memory = RunMemory(**files(tmp_path, "paid"), run="1", max_cost=2.5)
    spend(memory, [1.0, 1.0])
    with pytest.raises(CapReached, match=r"--max-cost 2\.5 is reached: 2 spent"):
        spend(memory, [1.0])


def test_without_a_file_of_what_is_paid_caps_hold_in_one_process():
    run = opened(RunMemory(max_calls=1))
    assert isinstance(run.caps, Caps)
    with run.caps.one(0.0):
        pass
    with pytest.raises(CapReached), run.caps.one(0.0):
        pass


def test_a_memory_pickles(tmp_path):
    memory = RunMemory(**files(tmp_path, "cache", "record"), run="1", max_calls=3, max_cost=0.5)
    assert pickle.loads(pickle.dumps(memory)) == memory
