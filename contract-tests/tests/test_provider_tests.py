"""Test classes of providers: one test for each law, and what comes of a provider that cannot do its part."""

import subprocess
import sys

import pytest
from bare_sandbox import BareSandbox, provider_of

from checkwright import Provider, Role
from checkwright_contract import Breach, NotProven, provider_proof, provider_tests
from checkwright_contract.provider_proof import ProviderProof
from checkwright_contract.roles import providers
from checkwright_contract.roles.law import ProviderLaw
from checkwright_contract.roles.sandbox.table import LAWS
from checkwright_contract.suite import provider_class_name
from checkwright_sandboxing.sandbox import Ability, Capabilities

LAW = {law.name: law for law in LAWS}
EXITS = LAW["exit_codes_come_through"]


class Absent(BareSandbox):
    def probe(self):
        return Capabilities(False, "it is not installed")


class Unbounded(BareSandbox):
    enforces = frozenset(Ability) - {Ability.MEMORY, Ability.NETWORK}


def test_a_test_class_has_a_fresh_test_for_every_law():
    """Two providers share no test function, and each says its law."""
    one, other = provider_tests(provider_of()), provider_tests(provider_of())
    for law in LAWS:
        test = getattr(one, f"test_{law.name}")
        assert test.__doc__ == law.says
        assert test is not getattr(other, f"test_{law.name}")
    assert one.__name__ == provider_class_name(provider_of()) == "TestSandboxBare"


def test_every_law_says_itself_in_one_line():
    """The docstring of a law is the law."""
    assert all(law.says.endswith(".") for law in LAWS)
    assert len(LAW) == len(LAWS)


def test_a_role_without_laws_is_an_error():
    """Nothing is proven of a role that the kit does not know."""
    with pytest.raises(ValueError, match=r"no laws for the role 'oracle'; .* laws: 'judge', 'sandbox'"):
        provider_tests(Provider(Role("oracle"), "x", object))


@pytest.mark.parametrize(
    ("sandbox", "law", "reason", "required"),
    [
        (Absent, "exit_codes_come_through", "it cannot run here: it is not installed", True),
        (Unbounded, "network_has_no_route", "it does not enforce here: network", True),
        (Unbounded, "memory_is_capped_and_named", "it does not enforce here: memory", False),
    ],
)
def test_what_cannot_be_tried_is_not_proven(monkeypatch, sandbox, law, reason, required):
    """It is red under CHECKWRIGHT_REQUIRE_TOOLS=1, but for a bound that is not enforced everywhere."""
    proof = ProviderProof(provider_of(sandbox))
    monkeypatch.delenv("CHECKWRIGHT_REQUIRE_TOOLS", raising=False)
    assert proof.of(LAW[law]) == NotProven("sandbox bare", law, reason, cannot_run=required)
    monkeypatch.setenv("CHECKWRIGHT_REQUIRE_TOOLS", "1")
    strict = proof.of(LAW[law])
    assert isinstance(strict, Breach) is required
    assert reason in str(strict)


def test_a_breach_names_provider_law_and_finding():
    """What a failure shows is what one needs to know, and no traceback."""

    def seven_is_eight(tried):
        """Seven is eight."""
        raise AssertionError(f"{tried.sandbox.name} says 7\nassert 7 == 8")

    assert str(ProviderProof(provider_of()).of(ProviderLaw(seven_is_eight))).splitlines() == [
        "sandbox bare breaks the law seven_is_eight",
        "  law:      Seven is eight.",
        "  broken:   bare says 7",
    ]


def test_a_provider_that_raises_breaks_the_law():
    """An exception of a provider is a finding like others."""

    def broken():
        raise OSError("no device")

    breach = ProviderProof(Provider(provider_of().role, "bare", broken)).of(EXITS)
    assert isinstance(breach, Breach)
    assert breach.message == "raised OSError: no device"


def test_the_kit_needs_no_owner_of_a_role(monkeypatch):
    """Without the package that owns a role there are neither stand-ins nor laws, and nothing breaks."""
    monkeypatch.setattr(providers, "OWNERS", {"sandbox": "checkwright_no_such_owner"})
    monkeypatch.setattr(provider_proof, "OWNERS", {"sandbox": "checkwright_no_such_owner"})
    assert providers.stand_ins({"sandbox"}) == []
    assert providers.lacking({"sandbox"}) is None
    with pytest.raises(ValueError, match="no laws for the role 'sandbox'"):
        provider_tests(provider_of())


def test_the_kit_imports_no_owner_before_it_is_needed():
    """Kinds without a role are proven where the owner is not installed."""
    code = (
        "import sys, checkwright_contract.suite, checkwright_contract.mutants.table; "
        "print([name for name in sys.modules if name.startswith('checkwright_sandbox')])"
    )
    assert subprocess.check_output([sys.executable, "-c", code], text=True) == "[]\n"
