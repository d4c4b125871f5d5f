"""The laws of sandboxes, tested: each holds of a sandbox that keeps it, and sees one that leaks."""

import os
import sys
import tempfile
from functools import cache
from pathlib import Path

import pytest
from bare_sandbox import LimitedSandbox, provider_of
from boxed_sandboxes import WAYS_OUT, boxed, bwrap
from leaky_sandboxes import LEAKS, OF_BARE

from checkwright_contract.breach import Breach
from checkwright_contract.effort import tools_are_required
from checkwright_contract.provider_proof import ProviderProof
from checkwright_contract.roles.sandbox.table import LAWS

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the leaks are those of Linux")

LAW = {law.name: law for law in LAWS}
BARE = ProviderProof(provider_of())
LIMITED = ProviderProof(provider_of(LimitedSandbox))


def test_every_law_has_a_leak():
    """No law goes untested."""
    assert sorted(LAW) == sorted([*LEAKS, *OF_BARE, *WAYS_OUT])


@pytest.mark.parametrize("law", OF_BARE)
def test_a_law_sees_that_nothing_is_bounded(law):
    """Of what runs on the host as it is, each law of bounds tells what it sees."""
    result = BARE.of(LAW[law])
    assert isinstance(result, Breach), result
    assert not result.message.startswith(("raised", "a script")), result


@pytest.mark.parametrize("law", LEAKS)
def test_a_law_sees_its_leak_alone(law):
    """A law holds without the leak that it is for, and with it is broken."""
    honest = LIMITED if law == "what_is_not_enforced_is_not_promised" else BARE
    assert honest.of(LAW[law]) is None
    _, leaky = LEAKS[law]
    result = ProviderProof(leaky).of(LAW[law])
    assert isinstance(result, Breach), result
    assert not result.message.startswith("raised"), result


@pytest.fixture
def _home(monkeypatch):
    """Let something lie in the home of the user who grades, which every user can list."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "letters").touch()
        Path(folder).chmod(0o755)
        monkeypatch.setenv("HOME", folder)
        yield


@cache
def box_works():
    """Return whether commands run in the box on this machine."""
    return bwrap() is not None and ProviderProof(boxed()).of(LAW["exit_codes_come_through"]) is None


@pytest.mark.usefixtures("_home")
@pytest.mark.parametrize("law", WAYS_OUT)
def test_a_law_of_isolation_sees_one_way_out(law):
    """A law holds of a box, and is broken by one that differs in a single option."""
    if law == "user_has_no_privileges" and os.getuid():
        pytest.skip("not proven: nobody but root has privileges to leak")
    if law == "network_has_no_route" and len(Path("/proc/net/route").read_bytes().splitlines()) < 2:
        pytest.skip("not proven: this machine has no route")
    if not box_works():
        assert not tools_are_required(), "bubblewrap does not work here"
        pytest.skip("not proven: bubblewrap does not work here")
    assert ProviderProof(boxed()).of(LAW[law]) is None
    _, changes = WAYS_OUT[law]
    result = ProviderProof(boxed(**changes())).of(LAW[law])
    assert isinstance(result, Breach), result
    assert not result.message.startswith(("raised", "a script")), result
