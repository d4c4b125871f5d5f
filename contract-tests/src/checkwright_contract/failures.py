"""Test a law on examples, and keep the shortest example that breaks it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from .breach import Breach
from .examples import Row
from .law import Law, Over
from .sources.scenarios import Scenario
from .trial import Trial

__all__ = ["Failures"]


class Failures:
    """Tests a law on examples, and keeps the shortest example that breaks it.

    subject: the bench or the engine that the law is tested on. name: its name in a breach.
    """

    def __init__(self, law: Law, subject: object, name: str) -> None:
        self._law, self._subject, self._name = law, subject, name
        self.shortest: tuple[int, Any, str] | None = None

    def test(self, example: Any) -> None:
        """Test the law on one example; keep the example and raise AssertionError when the law is broken."""
        holds: Callable[..., None] = self._law.holds
        try:
            holds(self._subject) if self._law.over is Over.KIND else holds(self._subject, example)
        except AssertionError as error:
            shown = next((one for one in error.args[1:] if isinstance(one, Trial)), _part_to_show(example))
            size = shown.size if isinstance(shown, Trial) else len(repr(shown))
            if self.shortest is None or size <= self.shortest[0]:
                self.shortest = (size, shown, str(error.args[0] if error.args else "").partition("\n")[0])
            raise

    def fails_on_any(self, examples: Iterable[Any]) -> bool:
        """Test the law on examples until one breaks it; return whether one did."""
        for example in examples:
            try:
                self.test(example)
            except AssertionError:
                return True
        return False

    def breach(self, seed: int) -> Breach | None:
        """Return the breach with the shortest failing example, or None when no example failed."""
        if self.shortest is None:
            return None
        _, shown, message = self.shortest
        trial = shown if isinstance(shown, Trial) else None
        document = None if trial is not None else shown
        return Breach(self._name, self._law.name, self._law.says, message, trial, document, seed)


def _part_to_show(example: Any) -> Any:
    """Return the part of an example that a breach shows: a trial, a document or nothing."""
    if isinstance(example, Row):
        return example.trial
    if isinstance(example, Scenario):
        return example.document()
    return None if isinstance(example, list) else example
