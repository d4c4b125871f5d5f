"""Laws of the provider itself: what it says of itself is so.

PYTEST_DONT_REWRITE: what is found is said in full, and pytest may take hours to compare large values.
"""

from __future__ import annotations

import pickle
import time
from dataclasses import replace
from typing import TYPE_CHECKING

from checkwright.wording import listed, shown
from checkwright_sandboxing.sandbox import Ability, ExecStatus, SandboxLimits, SessionSpec

from ....clean_line import line_problem
from ....law import Unproven

if TYPE_CHECKING:
    from ..under_test import SandboxUnderTest

__all__ = [
    "probe_is_stable_and_quick",
    "provider_and_sandbox_pickle",
    "unknown_images_are_refused",
    "what_is_not_enforced_is_not_promised",
]

_CALLS, _SECONDS = 50, 1.0


def probe_is_stable_and_quick(tried: SandboxUnderTest) -> None:
    """Asked again, a sandbox says the same at once, in clean words, and as its provider does."""
    first, begun = tried.capabilities, time.monotonic()
    again = [tried.sandbox.probe() for _ in range(_CALLS)]
    spent = time.monotonic() - begun
    changed = [one for one in again if one != first]
    assert not changed, f"probe gave {shown(changed[:1])}, expected {shown(first)} as before"
    assert spent < _SECONDS, f"{_CALLS} probes took {spent:.1f} seconds"
    wrong = line_problem(first.version) if first.version else None
    assert wrong is None, f"the version: {wrong}"
    name, expected = tried.sandbox.name, tried.provider.name
    assert name == expected, f"the sandbox is named {shown(name)}, its provider {shown(expected)}"
    missing = tried.provider.missing()
    assert (missing is None) is first.available, f"missing gave {shown(missing)}, probe {shown(first)}"


def provider_and_sandbox_pickle(tried: SandboxUnderTest) -> None:
    """A provider and what it opened come through pickle, and run as before."""
    copies = []
    for what, one in (("provider", tried.provider), ("sandbox", tried.sandbox)):
        try:
            copies.append(pickle.loads(pickle.dumps(one)))  # noqa: S301 - made in the same line
        except Exception as error:  # noqa: BLE001 - pickle raises what it likes
            raise AssertionError(f"the {what} does not pickle: {type(error).__name__}: {error}") from None
    for sandbox in (copies[0].open(), copies[1]):
        assert sandbox.probe() == tried.capabilities, "the copy says something else of itself"
        with sandbox.open(SessionSpec()) as session:
            status = session.exec(("/bin/sh", "-c", ":")).status
        assert status is ExecStatus.OK, f"a command of the copy came out as {status.value}"


def unknown_images_are_refused(tried: SandboxUnderTest) -> None:
    """An image that is not there, or that the provider does not know, is never replaced by another."""
    spec = SessionSpec(image="checkwright.invalid/no-such-image:0")
    _expect_unavailable(tried, spec, "an unknown image")


def what_is_not_enforced_is_not_promised(tried: SandboxUnderTest) -> None:
    """A session that requires what is not enforced here runs nothing, and says what."""
    lacking = [one for one in Ability if one not in tried.enforces]
    if not lacking:
        raise Unproven("it enforces everything here")
    for one in lacking:
        spec = SessionSpec(limits=replace(SandboxLimits(), timeout=10), required=frozenset({one}))
        _expect_unavailable(
            tried, spec, f"{one} required, where it enforces {listed(sorted(tried.enforces))},"
        )


def _expect_unavailable(tried: SandboxUnderTest, spec: SessionSpec, what: str) -> None:
    with tried.sandbox.open(spec) as session:
        result = session.exec(("/bin/sh", "-c", "echo ran"))
    refused = result.status is ExecStatus.UNAVAILABLE and not result.stdout
    assert refused, f"{what} came out as {result.status.value}, expected unavailable"
    wrong = line_problem(result.reason)
    assert wrong is None, f"the reason for {what}: {wrong}"
