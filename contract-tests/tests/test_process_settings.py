"""The settings that all code of a process shares: each change is found, and said by what differs."""

import logging
import os
import random
import signal
import sys

import pytest

from checkwright_contract.process_settings import changes, settings


def ignore_sigterm():
    before = signal.signal(signal.SIGTERM, signal.SIG_IGN)
    return lambda: signal.signal(signal.SIGTERM, before)


def swap_stdout():
    before, sys.stdout = sys.stdout, sys.stderr
    return lambda: setattr(sys, "stdout", before)


def open_umask():
    before = os.umask(0o002)
    return lambda: os.umask(before)


def silence_logging():
    before = logging.root.manager.disable
    logging.disable(50)
    return lambda: logging.disable(before)


def lengthen_path():
    sys.path.append("/nowhere/at/all")
    return lambda: sys.path.remove("/nowhere/at/all")


def seed():
    before = random.getstate()
    random.seed(7)
    return lambda: random.setstate(before)


@pytest.mark.parametrize(
    ("change", "begins"),
    [
        (ignore_sigterm, "the handler of SIGTERM became "),
        (swap_stdout, "sys.stdout became "),
        (open_umask, "the mask of new files became 2, expected it left as it was: "),
        (silence_logging, "the level that logging is off up to became 50, expected it left as it was: 0"),
        (lengthen_path, "sys.path gained ['/nowhere/at/all'], expected it left as it was"),
        (seed, "the state of the module random became "),
    ],
)
def test_a_change_is_found_and_nothing_else(change, begins):
    """What is asked changes nothing itself; what is changed is named, and is gone when it is changed back."""
    before = settings()
    assert changes(before, settings()) == []
    undo = change()
    try:
        [found] = changes(before, settings())
    finally:
        undo()
    assert found.startswith(begins)
    assert changes(before, settings()) == []


def test_lists_say_what_they_gained_and_lost():
    """Two long lists that begin alike would else be shown as the same text."""
    assert changes({"a": [1, 2], "b": [1, 2]}, {"a": [3, 2], "b": [2, 1]}) == [
        "a gained [3] and lost [1], expected it left as it was",
        "b changed its order, expected it left as it was",
    ]
