"""The laws as pytest tests: make a test class for a kind, or for what fills a role."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

import pytest

from checkwright import Kind, Provider

from .breach import Breach, KnownGap, NotProven
from .effort import Effort
from .law import Law
from .laws import LAWS
from .plugin import seed_of
from .proof import Proof
from .provider_proof import ProviderProof
from .roles.law import ProviderLaw
from .toolboxes import Toolboxes

__all__ = ["class_name", "contract_tests", "provider_class_name", "provider_tests", "report"]


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


def provider_tests(provider: Provider[Any]) -> type:
    """Make a test class with one test for each law of a provider's role; bind it to a name with `Test`.

    Raises:
        ValueError: there are no laws for the role, or its owner is not installed.
    """
    proof = ProviderProof(provider)
    tests = {f"test_{law.name}": _provider_test(law, proof) for law in proof.laws}
    doc = f"The contract of the {provider.role.word} {provider.name}."
    return type(provider_class_name(provider), (), {"__doc__": doc, **tests})


def provider_class_name(provider: Provider[Any]) -> str:
    """Return the name of the test class of a provider, such as `TestSandboxBwrap`."""
    return class_name(f"{provider.role.word}.{provider.name}")


def class_name(kind: str) -> str:
    """Return the name of the test class of a kind, such as `TestAcmeWordLimit` for `acme.word_limit`."""
    return "Test" + "".join(word.capitalize() for word in re.split(r"[._-]", kind))


def _test(law: Law, proof: Proof) -> Callable[..., None]:
    """Make the test function of one law for one kind."""

    def test(self: object, request: pytest.FixtureRequest) -> None:  # noqa: ARG001 - a method
        report(proof.of(law, Effort(seed=seed_of(request.config))))

    test.__name__ = test.__qualname__ = f"test_{law.name}"
    test.__doc__ = law.says
    return test


def _provider_test(law: ProviderLaw, proof: ProviderProof) -> Callable[..., None]:
    """Make the test function of one law for one provider."""

    def test(self: object) -> None:  # noqa: ARG001 - a method
        report(proof.of(law))

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
