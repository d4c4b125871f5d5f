"""The garbage collector of a host is after a run as it was before."""

import gc
import threading

import pytest
from command_in_process import RUBRIC, cli

from checkwright_runner.run.early_collection import early_collection

ROW = '{"question_id": 1, "response": "hello"}\n'


@pytest.fixture(autouse=True)
def collector():
    """Put the collector of this process back, whatever a test does."""
    before = gc.get_threshold()
    gc.unfreeze()  # what pytest was started with is passed over, which a host need not do
    yield
    gc.unfreeze()
    gc.set_threshold(*before)


def state():
    return gc.get_threshold(), gc.get_freeze_count(), gc.isenabled()


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "r.yaml").write_text(RUBRIC, encoding="utf-8")
    (tmp_path / "rows.jsonl").write_text(ROW, encoding="utf-8")


@pytest.mark.parametrize("threshold", [(700, 10, 10), (0, 0, 0), (123, 4, 5)])
@pytest.mark.parametrize(
    ("more", "code"), [([], 0), (["-o", "no/such/folder"], 2), (["--junit", "no/such/folder"], 2)]
)
def test_a_run_leaves_the_collector_as_it_was(folder, threshold, more, code):
    """Whether it is done or refused, and whatever the host had set."""
    gc.set_threshold(*threshold)
    before = state()
    ran = cli("run", "--rubric", "r.yaml", "--responses", "rows.jsonl", "--workers", 0, *more)
    assert (ran.code, state()) == (code, before)


def test_garbage_is_collected_early_meanwhile():
    """What was there before is left out of it."""
    with early_collection():
        assert gc.get_threshold() == (200, 5, 5)
        assert gc.get_freeze_count() > 1000


@pytest.mark.parametrize("error", [ValueError, KeyboardInterrupt, SystemExit])
def test_an_exception_leaves_it_as_it_was(error):
    """Whatever ends the block."""
    before = state()
    with pytest.raises(error), early_collection():
        raise error
    assert state() == before


def test_threads_share_it():
    """The first one changes it, and the last one changes it back, in whatever order they end."""
    before = state()
    first_is_in, second_is_in, first_is_out = threading.Event(), threading.Event(), threading.Event()
    between = []

    def first():
        with early_collection():
            first_is_in.set()
            assert second_is_in.wait(60)
        between.append(gc.get_threshold())
        first_is_out.set()

    def second():
        assert first_is_in.wait(60)
        with early_collection():
            second_is_in.set()
            assert first_is_out.wait(60)

    threads = [threading.Thread(target=first), threading.Thread(target=second)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert between == [(200, 5, 5)]
    assert state() == before


def test_what_the_host_froze_stays_frozen():
    """It alone knows what it is for."""
    gc.freeze()
    with early_collection():
        assert gc.get_threshold() == (200, 5, 5)
    assert gc.get_freeze_count() > 1000


def test_what_the_host_sets_meanwhile_stays():
    """A newer wish counts for more than an older one."""
    with early_collection():
        gc.set_threshold(99, 9, 9)
    assert gc.get_threshold() == (99, 9, 9)
