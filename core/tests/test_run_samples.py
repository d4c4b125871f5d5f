"""Numbering the rows of each question in little memory."""

import random
import tracemalloc
from collections import Counter

from checkwright.samples import Samples


def test_samples_agree_with_a_plain_counter():
    """Ids seen once, often and hundreds of times are numbered as a dict would number them."""
    draw = random.Random(7)
    samples, plain = Samples(), Counter()
    for _ in range(60_000):
        ident = str(int(draw.expovariate(1 / 40))) if draw.random() < 0.6 else str(draw.random())
        assert samples.next(ident) == plain[ident]
        plain[ident] += 1
    assert max(plain.values()) > 300


def test_any_text_can_be_an_id():
    """Empty, lone surrogates and NUL included."""
    samples = Samples()
    for ident in ("", "\ud800", "\0", "a" * 100_000):
        assert [samples.next(ident) for _ in range(3)] == [0, 1, 2]


def test_an_id_costs_few_bytes():
    """A hundred thousand ids, each seen twice, take less than 1.5 MiB."""
    tracemalloc.start()
    try:
        samples = Samples()
        for number in range(100_000):
            samples.next(f"question-{number}")
            samples.next(f"question-{number}")
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 1.5 * 1024 * 1024
