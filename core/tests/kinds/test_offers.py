"""Who may offer which kind: names, collisions, and how a host settles them."""

from types import ModuleType, SimpleNamespace
from typing import Literal

import pytest
from distributions import Package, Site, plugin

from checkwright import CheckSpec, Kind, hookimpl, load_kinds

SHOUT = Package("acme-shout", plugin("acme.shout"))
RIVAL = Package("zeta-shout", plugin("acme.shout"), version="2.1")


class Shout(CheckSpec):
    kind: Literal["acme.shout"]


KIND = Kind(spec=Shout, prepare=None)


def host(*kinds):
    """Make an object with the hook, as a host may hand it over."""

    class Plugin:
        @hookimpl
        def checkwright_kinds(self):
            return kinds

    return Plugin()


def test_a_distribution_is_known_by_name_version_and_entry_point(site):
    """The origin of a kind reads `distribution version [entry point]`."""
    kinds = site.install(
        Package("Acme.Shout", plugin("acme.shout"), "1.2.3", points={"x y": "acme_shout"})
    ).load()
    origin = kinds.origin("acme.shout")
    assert str(origin) == "Acme.Shout 1.2.3 [x y]"
    assert not origin.of_host


def test_two_distributions_may_use_one_entry_point_name(site):
    """The entry-point name is free: equal ones of two distributions are two plugins."""
    kinds = site.install(
        Package("acme-shout", plugin("acme.shout"), points={"checks": "acme_shout"}),
        Package("zeta-cry", plugin("zeta.cry"), points={"checks": "zeta_cry"}),
    ).load()
    assert (list(kinds), kinds.problems) == (["acme.shout", "zeta.cry"], ())


@pytest.mark.parametrize("value", ["acme_shout", "acme_shout:KIND", "acme_shout:plugins.one"])
def test_an_entry_point_leads_to_a_module_an_object_with_the_hook_or_a_kind(site, value):
    """Each of the three is loaded."""
    source = plugin("acme.shout") + (
        "\n\nclass plugins:\n    class one:\n        @staticmethod\n        @hookimpl\n"
        "        def checkwright_kinds():\n            return [KIND]\n"
    )
    kinds = site.install(Package("acme-shout", source, points={"x": value})).load()
    assert (list(kinds), kinds.problems) == (["acme.shout"], ())


def test_a_hook_may_have_another_name_in_the_module(site):
    """pluggy's own ways to mark an implementation work, and two hooks are both called."""
    source = plugin(
        "acme.shout",
        ("@hookimpl\ndef checkwright_kinds", "@hookimpl(specname='checkwright_kinds')\ndef mine"),
    )
    source += (
        '\n\nclass Cry(CheckSpec):\n    kind: Literal["acme.cry"]\n\n\n@hookimpl\n'
        "def checkwright_kinds(more=()):\n    yield Kind(Cry, None)\n"
    )
    kinds = site.install(Package("acme-shout", source)).load()
    assert (list(kinds), kinds.problems) == (["acme.cry", "acme.shout"], ())


def test_a_hook_of_tomorrow_may_be_marked_optional(site):
    """A hook that this core does not know is an error unless its author says that it is optional."""
    source = (
        plugin("acme.shout") + "\n\n@hookimpl(optionalhook=True)\ndef checkwright_colours():\n    return []\n"
    )
    kinds = site.install(Package("acme-shout", source)).load()
    assert (list(kinds), kinds.problems) == (["acme.shout"], ())


def test_a_misspelt_hook_is_a_mistake_also_beside_a_right_one(site):
    """Half of what a plugin meant to offer is not silently left out."""
    source = plugin("acme.shout") + "\n\n@hookimpl\ndef checkwright_kindz():\n    return []\n"
    kinds = site.install(Package("acme-shout", source)).load()
    assert list(kinds) == []
    assert "'checkwright_kindz'" in kinds.problems[0].message


@pytest.mark.parametrize("name", ["checkwright-shout", "Checkwright_Shout", "checkwright.shout"])
def test_a_name_without_a_dot_belongs_to_the_distribution_of_that_name(site, name):
    """`shout` is the kind of `checkwright-shout`, however that is spelled."""
    kinds = site.install(Package(name, plugin("shout"), module="their_shout")).load()
    assert (list(kinds), kinds.problems) == (["shout"], ())


def test_underscores_of_a_kind_are_hyphens_of_its_distribution(site):
    """`shout_out` is the kind of `checkwright-shout-out`."""
    kinds = site.install(Package("checkwright-shout-out", plugin("shout_out"))).load()
    assert (list(kinds), kinds.problems) == (["shout_out"], ())


def test_a_stranger_does_not_disturb_the_owner_of_a_name(site):
    """A dotless name from a stranger is refused, and the right distribution keeps it."""
    kinds = site.install(
        Package("checkwright-shout", plugin("shout")), Package("acme-shout", plugin("shout"))
    ).load()
    assert str(kinds.origin("shout")) == "checkwright-shout 1.0 [checkwright_shout]"
    assert [problem.plugin for problem in kinds.problems] == ["acme-shout 1.0 [acme_shout]"]


def test_two_distributions_of_one_kind_are_both_refused_by_name(site):
    """Neither is used, and the problem of each names both."""
    kinds = site.install(SHOUT, RIVAL).load()
    assert list(kinds) == []
    assert [problem.plugin for problem in kinds.problems] == [
        "acme-shout 1.0 [acme_shout]",
        "zeta-shout 2.1 [zeta_shout]",
    ]
    for problem in kinds.problems:
        assert problem.kinds == ("acme.shout",)
        assert "acme-shout 1.0 [acme_shout] and zeta-shout 2.1 [zeta_shout]" in problem.message


def test_a_distribution_that_passes_on_anothers_kind_collides_with_it(site):
    """The very same Kind object from two distributions is a collision too: who is to blame for it?"""
    borrowed = "from acme_shout import KIND, checkwright_kinds\n"
    kinds = site.install(SHOUT, Package("zeta-shout", borrowed)).load()
    assert (list(kinds), len(kinds.problems)) == ([], 2)


def test_one_distribution_may_offer_one_kind_by_two_entry_points(site):
    """The same Kind object is the same kind; the first entry point by name is its origin."""
    points = {"b": "acme_shout", "a": "acme_shout:KIND"}
    kinds = site.install(Package("acme-shout", plugin("acme.shout"), points=points)).load()
    assert (str(kinds.origin("acme.shout")), kinds.problems) == ("acme-shout 1.0 [a]", ())


@pytest.mark.parametrize(("blocked", "left"), [("acme_shout", "zeta-shout"), ("Zeta.Shout", "acme-shout")])
def test_block_settles_a_collision(site, blocked, left):
    """A host names the distribution to leave alone, spelled as it likes; the other one is used."""
    kinds = site.install(SHOUT, RIVAL).load(block=[blocked])
    assert (kinds.origin("acme.shout").distribution, kinds.problems) == (left, ())


def test_block_takes_one_name_as_well(site, monkeypatch):
    """A single text is one name, not a list of letters."""
    monkeypatch.syspath_prepend(str(site.install(SHOUT).folder))
    assert "acme.shout" not in load_kinds(block="acme-shout")


def test_a_blocked_distribution_is_not_even_imported(site):
    """Blocking also silences a plugin that breaks."""
    site.install(Package("acme-shout", "raise SystemExit(3)\n"))
    assert site.load(block=["acme-shout"]).problems == ()


@pytest.mark.parametrize("given", [KIND, host(KIND)], ids=["kind", "object"])
def test_what_a_host_hands_over_wins(site, given):
    """`plugins=` wins over an installed distribution, and over a collision of two."""
    for packages in ((SHOUT,), (RIVAL,)):
        kinds = site.install(*packages).load(plugins=[given])
        assert (kinds["acme.shout"], kinds.problems) == (KIND, ())
        assert kinds.origin("acme.shout").of_host


def test_a_host_may_offer_any_name():
    """A dotless name is fine from a host."""

    class Spec(CheckSpec):
        kind: Literal["check"]

    kinds = load_kinds(plugins=[Kind(Spec, None)], entry_points=False)
    assert (list(kinds), kinds.problems) == (["check"], ())


def test_two_plugins_of_a_host_with_one_name_are_both_refused():
    """The order of `plugins=` decides nothing."""
    module = ModuleType("their_kinds")
    module.checkwright_kinds = hookimpl(lambda: [Kind(Shout, None, vocabulary="theirs")])
    for plugins in ([KIND, module], [module, KIND]):
        kinds = load_kinds(plugins=plugins, entry_points=False)
        assert list(kinds) == []
        assert [problem.plugin for problem in kinds.problems] == [
            f"plugin {__name__}",
            "plugin their_kinds",
        ]
        assert f"plugin {__name__} and plugin their_kinds" in kinds.problems[0].message


@pytest.mark.parametrize("plugins", [[KIND, KIND], [KIND, host(KIND)], [host(KIND, KIND)]])
def test_a_kind_handed_over_twice_is_one(plugins):
    """The same object twice is no collision."""
    kinds = load_kinds(plugins=plugins, entry_points=False)
    assert (list(kinds), kinds.problems) == (["acme.shout"], ())


def test_a_broken_kind_that_is_listed_twice_is_one_problem():
    """Whoever shows the problems says each once."""
    broken = Kind(Shout, None, contract=2)
    [problem] = load_kinds(plugins=[host(broken, broken)], entry_points=False).problems
    assert problem.kinds == ("acme.shout",)


def test_a_broken_kind_of_a_host_is_not_replaced_by_an_installed_one(site):
    """Who hands over a kind must not get another one of that name without a word."""
    kinds = site.install(SHOUT).load(plugins=[Kind(Shout, None, contract=2)])
    assert list(kinds) == []
    assert [problem.kinds for problem in kinds.problems] == [("acme.shout",)]


@pytest.mark.parametrize("given", [SimpleNamespace(), None, 3, "acme_shout"], ids=repr)
def test_what_is_no_plugin_is_a_problem_of_the_host(given):
    """An object without the hook is reported by its type."""
    [problem] = load_kinds(plugins=[given], entry_points=False).problems
    assert problem.plugin == f"plugin {type(given).__name__}"
    assert problem.message == "offers no kinds: it has no hook `checkwright_kinds`"


def test_a_host_may_leave_the_installed_alone(site):
    """Without entry points nothing is scanned or imported."""
    kinds = site.install(Package("acme-shout", "raise KeyboardInterrupt\n")).load(entry_points=False)
    assert (list(kinds), kinds.problems) == ([], ())


def test_the_first_distribution_on_the_path_hides_others_of_its_name(site, tmp_path):
    """As for imports, one name is one distribution, also when the first has no plugin."""
    (tmp_path / "second").mkdir()
    first = Site(tmp_path / "second").install(Package("acme-shout", points={"gone": "acme_gone"}))
    site.install(Package("Acme_Shout", plugin("acme.shout"), version="0.9"))
    assert [problem.plugin for problem in site.load(first).problems] == ["acme-shout 1.0 [gone]"]
    (next(first.folder.glob("*.dist-info")) / "entry_points.txt").unlink()
    kinds = site.load(first)
    assert (list(kinds), kinds.problems) == ([], ())
