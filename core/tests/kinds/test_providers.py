"""What fills roles: found, vetted and named like kinds, and never opened by being found."""

from types import SimpleNamespace

import pytest
from distributions import Package

from checkwright import Provider, Role, hookimpl, load_kinds, load_providers

VAULT = Role("vault")


def never():
    raise AssertionError("nothing is opened by being found")


def plugin_of(*offered):
    """Make a module that offers providers."""

    class Module:
        @hookimpl
        def checkwright_providers(self):
            return list(offered)

    return Module()


def named(name, role=VAULT):
    return Provider(role, name, never)


SOURCE = """\
from checkwright import Provider, Role, hookimpl

PROVIDER = Provider(Role("vault"), {name!r}, open=object)


@hookimpl
def checkwright_providers():
    return [PROVIDER]
"""


def test_providers_are_found_by_role_and_name():
    """Sorted by role and name; a module or a Provider itself serves."""
    found = load_providers(
        plugins=[plugin_of(named("b"), named("a", Role("oven"))), named("a")], entry_points=False
    )
    assert (list(found), found.problems) == ([("oven", "a"), ("vault", "a"), ("vault", "b")], ())
    assert list(found.of(VAULT)) == ["a", "b"]
    assert found.of(Role("nothing")) == {}
    assert str(found.origin("vault", "b")).startswith("plugin Module")
    assert repr(found) == "Providers(oven/a, vault/a, vault/b)"


def test_installed_providers_are_found_and_a_host_s_wins(site):
    """An entry point of the one group serves both hooks; what a host hands over comes first."""
    site.install(Package("acme-vault", SOURCE.format(name="deep")))
    import sys

    sys.path.insert(0, str(site.folder))
    try:
        found = load_providers(only={"acme-vault"})
        mine = named("deep")
        with_mine = load_providers(only={"acme-vault"}, plugins=[mine])
        kinds = load_kinds(only={"acme-vault"})
        blocked = load_providers(only={"acme-vault"}, block={"Acme_Vault"})
    finally:
        sys.path.remove(str(site.folder))
        sys.modules.pop("acme_vault", None)
    assert str(found.origin("vault", "deep")) == "acme-vault 1.0 [acme_vault]"
    assert with_mine["vault", "deep"] is mine
    # A plugin without kinds is no broken one.
    assert (list(kinds), kinds.problems, list(blocked)) == ([], (), [])


@pytest.mark.parametrize(
    ("plugin", "message"),
    [
        (plugin_of(Provider("vault", "a", never)), "the role of its provider must be a Role, not 'vault'"),
        (plugin_of(named("A b")), "'A b' is not the name of a provider"),
        (plugin_of(named("a", Role("Big Vault"))), "'Big Vault' is not the name of a role"),
        (plugin_of(Provider(VAULT, "a", None)), "the provider 'a' must have functions as open and missing"),
        (plugin_of(3), "its hook must return a list of Provider, but in it is 3"),
        (SimpleNamespace(), "offers no kinds: it has no hook `checkwright_kinds`"),
    ],
    ids=["role", "name", "word", "open", "no provider", "no hook"],
)
def test_a_provider_that_is_none_is_a_problem(plugin, message):
    """It is named with its plugin, and disturbs nobody."""
    found = load_providers(plugins=[plugin, named("sound")], entry_points=False)
    assert list(found) == [("vault", "sound")]
    assert [problem.message for problem in found.problems] == [message]


def test_one_name_of_two_is_nobody_s():
    """As for kinds: both are refused, naming each; the same object twice is one."""
    found = load_providers(plugins=[plugin_of(named("a")), plugin_of(named("a"))], entry_points=False)
    assert (list(found), len(found.problems)) == ([], 1)
    assert "the vault 'a' is offered by it twice, so nobody's is used" in found.problems[0].message
    once = named("a")
    assert list(load_providers(plugins=[once, plugin_of(once)], entry_points=False)) == [("vault", "a")]


def test_a_plugin_that_raises_is_named():
    """Whatever it raises."""

    class Broken:
        @hookimpl
        def checkwright_providers(self):
            raise SystemExit("not today")

    (problem,) = load_providers(plugins=[Broken()], entry_points=False).problems
    assert problem.message == "failed to load: SystemExit: not today"
