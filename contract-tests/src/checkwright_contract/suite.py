"""The laws as pytest tests: make a test class for a kind."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

import pytest

from checkwright import Kind

from .breach import Breach, KnownGap, NotProven
from .effort import Effort
from .law import Law
from .laws import LAWS
from .plugin import seed_of
from .proof import Proof
from .toolboxes import Toolboxes

__all__ = ["class_name", "contract_tests", "report"]


def contract_tests(
    kind: Kind[Any], toolbox: Toolboxes | None = None, known_gaps: Sequence[KnownGap] = ()
) -> type:
    """Make a test class with one test for each law; bind it to a name that starts with `Test`.

    toolbox: the toolbox for the examples, or a function that makes it from the rubrics of a row.
    known_gaps: declared deviations; their tests are expected to fail, and fail when they do not.

    Raises:
        ValueError: the kind is made for another contract, or a known gap names no law.
    """
    proof = Proof(kind, toolbox, known_gaps)
    tests = {f"test_{law.name}": _test(law, proof) for law in LAWS}
    return type(class_name(kind.name), (), {"__doc__": f"The contract of the kind {kind.name}.", **tests})


def class_name(kind: str) -> str:
    """Return the name of the test class of a kind, such as `TestAcmeWordLimit` for `acme.word_limit`."""
    return "Test" + "".join(word.capitalize() for word in re.split(r"[._]", kind))


def _test(law: Law, proof: Proof) -> Callable[..., None]:
    """Make the test function of one law for one kind."""

    def test(self: object, request: pytest.FixtureRequest) -> None:  # noqa: ARG001 - a method
        report(proof.of(law, Effort(seed=seed_of(request.config))))

    test.__name__ = test.__qualname__ = f"test_{law.name}"
    test.__doc__ = law.says
    return test


def report(result: Breach | NotProven | KnownGap | None) -> None:
    """End a test by a result: failed, skipped as not proven, expected to fail, or passed."""
    if isinstance(result, Breach):
        pytest.fail(str(result), pytrace=False)
    if isinstance(result, NotProven):
        pytest.skip(f"not proven: {result.reason}")
    if isinstance(result, KnownGap):
        pytest.xfail(f"known gap: {result.reason}")
