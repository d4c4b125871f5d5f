"""Failures: holds a law against examples, and remembers the shortest one that broke it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from .breach import Breach
from .examples import Row
from .law import Law, Over
from .sources.scenes import Scene
from .trial import Trial

__all__ = ["Failures"]


class Failures:
    """Holds a law against examples, and remembers the shortest one that broke it.

    subject: the bench or the engine that the law is told of. name: what a breach calls it.
    """

    def __init__(self, law: Law, subject: object, name: str) -> None:
        self._law, self._subject, self._name = law, subject, name
        self.shortest: tuple[int, Any, str] | None = None

    def hold(self, example: Any) -> None:
        """Hold the law against one example; remember it and raise AssertionError when it breaks."""
        holds: Callable[..., None] = self._law.holds
        try:
            holds(self._subject) if self._law.over is Over.KIND else holds(self._subject, example)
        except AssertionError as error:
            shown = next((one for one in error.args[1:] if isinstance(one, Trial)), _shown(example))
            size = shown.size if isinstance(shown, Trial) else len(repr(shown))
            if self.shortest is None or size <= self.shortest[0]:
                self.shortest = (size, shown, str(error.args[0] if error.args else "").partition("\n")[0])
            raise

    def first_of(self, examples: Iterable[Any]) -> bool:
        """Hold the law against examples until one breaks it; tell whether one did."""
        for example in examples:
            try:
                self.hold(example)
            except AssertionError:
                return True
        return False

    def breach(self, seed: int) -> Breach | None:
        """Return the breach that the shortest failure shows; None when there was no failure."""
        if self.shortest is None:
            return None
        _, shown, message = self.shortest
        trial = shown if isinstance(shown, Trial) else None
        document = None if trial is not None else shown
        return Breach(self._name, self._law.name, self._law.says, message, trial, document, seed)


def _shown(example: Any) -> Any:
    """Return what a reader wants to see of an example: a trial, a document or nothing."""
    if isinstance(example, Row):
        return example.trial
    if isinstance(example, Scene):
        return example.document()
    return None if isinstance(example, list) else example
