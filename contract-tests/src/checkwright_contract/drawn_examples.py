"""Draw examples by hypothesis, without a database and without files in the user's folder."""

from __future__ import annotations

import atexit
import contextlib
import tempfile
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import Any, Generic, TypeVar

import hypothesis
from hypothesis import HealthCheck, Phase, Verbosity, configuration
from hypothesis import strategies as st
from hypothesis.errors import Flaky

__all__ = ["DrawnExamples", "for_each"]

T = TypeVar("T")


class DrawnExamples(Generic[T]):
    """Examples of a strategy, drawn once for all laws."""

    def __init__(self, strategy: st.SearchStrategy[T]) -> None:
        self._strategy = strategy
        self._asked: tuple[int, int] | None = None
        self._examples: Sequence[T] = ()

    def examples(self, count: int, seed: int) -> Sequence[T]:
        """Return `count` examples of a seed; the last ones drawn are kept."""
        if self._asked != (count, seed):
            drawn: list[T] = []
            for_each(self._strategy, drawn.append, count=count, seed=seed, shrink=False)
            self._asked, self._examples = (count, seed), tuple(drawn)
        return self._examples

    def shrink_failure(self, do: Callable[[T], None], count: int, seed: int) -> None:
        """Call `do` with the examples, and after an AssertionError with simpler and simpler ones."""
        for_each(self._strategy, do, count=count, seed=seed, shrink=True)


def for_each(
    strategy: st.SearchStrategy[T], do: Callable[[T], None], *, count: int, seed: int, shrink: bool
) -> None:
    """Call `do` with `count` drawn examples, and after an AssertionError with simpler and simpler ones.

    AssertionErrors are not raised: `do` has to record them. Other exceptions are raised.
    """
    phases = [Phase.generate, Phase.shrink] if shrink else [Phase.generate]

    @hypothesis.seed(seed)
    @hypothesis.settings(
        max_examples=count,
        phases=phases,
        database=None,
        deadline=None,
        report_multiple_bugs=False,
        suppress_health_check=list(HealthCheck),
        print_blob=False,
        verbosity=Verbosity.quiet,
    )
    @hypothesis.given(strategy)
    def run(example: T) -> None:
        do(example)

    # Hypothesis raises Flaky on top of the failure when a kind returns another result each time.
    with _home(), contextlib.suppress(AssertionError, Flaky):
        run()


@contextlib.contextmanager
def _home() -> Iterator[None]:
    """Let hypothesis keep its caches in a temporary folder inside the block."""
    before: Any = vars(configuration).get("__hypothesis_home_directory")
    configuration.set_hypothesis_home_dir(_folder())
    try:
        yield
    finally:
        configuration.set_hypothesis_home_dir(before)


@cache
def _folder() -> str:
    folder = tempfile.TemporaryDirectory(prefix="checkwright-contract-", ignore_cleanup_errors=True)
    atexit.register(folder.cleanup)
    return folder.name
