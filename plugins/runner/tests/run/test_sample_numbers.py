"""Numbering the rows of each question in little memory."""

import random
import tracemalloc
from collections import Counter

from checkwright_runner.run.sample_numbers import Samples, key_of


def test_samples_agree_with_a_plain_counter():
    """Ids seen once, often and hundreds of times are numbered as a dict would number them."""
    draw = random.Random(7)
    samples, plain = Samples(), Counter()
    for _ in range(60_000):
        ident = str(int(draw.expovariate(1 / 40))) if draw.random() < 0.6 else str(draw.random())
        assert samples.next(key_of(ident)) == plain[ident]
        plain[ident] += 1
    assert max(plain.values()) > 300


def test_any_text_can_be_an_id():
    """Empty, lone surrogates and NUL included."""
    samples = Samples()
    for ident in ("", "\ud800", "\0", "a" * 100_000):
        assert [samples.next(key_of(ident)) for _ in range(3)] == [0, 1, 2]


def test_an_id_costs_few_bytes():
    """A hundred thousand ids, each seen twice, take less than 1.5 MiB."""
    tracemalloc.start()
    try:
        samples = Samples()
        for number in range(100_000):
            samples.next(key_of(f"question-{number}"))
            samples.next(key_of(f"question-{number}"))
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 1.5 * 1024 * 1024


def test_what_was_numbered_is_in_it():
    """Once is enough, and asking is no numbering."""
    samples = Samples()
    for times in (1, 40):
        key = key_of(f"seen {times}")
        assert key not in samples
        for number in range(times):
            assert samples.next(key) == number
        assert key in samples
    assert key_of("other") not in samples
