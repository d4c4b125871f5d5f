"""Kinds: an immutable mapping, the same whatever the order in which its plugins were found."""

import itertools
import json
from collections.abc import Mapping
from typing import Literal

import pytest
from distributions import Package, Site, plugin
from hypothesis import given
from hypothesis import strategies as st

from checkwright import CheckSpec, Kind, Kinds, load_kinds, merged_schema
from checkwright.kinds.kinds import Kinds as SameKinds


def make(name):
    """Make a vocabulary kind."""
    spec = type(
        "Spec", (CheckSpec,), {"__annotations__": {"kind": Literal[name]}, "__module__": f"of_{name[-1]}"}
    )
    return Kind(spec, None)


KINDS = [make(name) for name in ("acme.b", "acme.a", "zeta.a", "b", "acme.b.c")]
BROKEN = [Kind(make("acme.d").spec, None, contract=2), object()]


def test_kinds_are_a_sorted_mapping():
    """Names are sorted, values are the plugins' own objects, and a name that is none raises KeyError."""
    kinds = load_kinds(plugins=KINDS, entry_points=False)
    assert isinstance(kinds, Mapping)
    assert list(kinds) == ["acme.a", "acme.b", "acme.b.c", "b", "zeta.a"]
    assert (len(kinds), kinds["acme.b"] is KINDS[0]) == (5, True)
    assert repr(kinds) == "Kinds(acme.a, acme.b, acme.b.c, b, zeta.a)"
    with pytest.raises(KeyError, match="nobody"):
        kinds["nobody"]
    with pytest.raises(KeyError, match="nobody"):
        kinds.origin("nobody")


def test_no_kinds_are_kinds_too():
    """Nothing installed and nothing handed over is an empty mapping without problems."""
    assert (list(load_kinds(entry_points=False)), load_kinds(entry_points=False).problems) == ([], ())
    assert (list(Kinds()), Kinds().problems, Kinds is SameKinds) == ([], (), True)


def test_two_loads_are_independent(site):
    """There is no shared manager: what one load finds, the other does not know."""
    first = site.install(Package("acme-shout", plugin("acme.shout"))).load()
    second = load_kinds(plugins=KINDS[:1], entry_points=False)
    third = load_kinds(plugins=KINDS[1:2], entry_points=False)
    assert (list(first), list(second), list(third)) == (["acme.shout"], ["acme.b"], ["acme.a"])
    again = site.load()
    assert list(again) == ["acme.shout"]
    assert again["acme.shout"] is not first["acme.shout"]


def test_what_is_made_once_is_made_once_per_kinds():
    """`once` keeps the result for its own kinds only."""
    first, second = (load_kinds(plugins=[kind], entry_points=False) for kind in KINDS[:2])
    assert first.once(list) is first.once(list)
    assert (first.once(list), second.once(list)) == (["acme.b"], ["acme.a"])


@given(st.permutations([*KINDS, *BROKEN]))
def test_the_order_of_plugins_changes_nothing(plugins):
    """Names, problems and the bytes of the merged schema are the same for all load orders."""
    kinds = load_kinds(plugins=plugins, entry_points=False)
    expected = load_kinds(plugins=[*KINDS, *BROKEN], entry_points=False)
    assert (list(kinds), kinds.problems) == (list(expected), expected.problems)
    assert kinds.load_problems == expected.load_problems
    assert json.dumps(merged_schema(kinds)) == json.dumps(merged_schema(expected))


def test_the_order_of_the_path_changes_nothing(tmp_path):
    """Real distributions in three folders: every order of the folders gives the same."""
    sites = []
    for name, source in [
        ("acme-shout", plugin("acme.shout")),
        ("beta-cry", plugin("beta.cry")),
        ("zeta-shout", plugin("acme.shout")),
    ]:
        (tmp_path / name).mkdir()
        sites.append(Site(tmp_path / name).install(Package(name, source)))
    results = set()
    for first, *more in itertools.permutations(sites):
        kinds = first.load(*more)
        results.add((tuple(kinds), kinds.problems, json.dumps(merged_schema(kinds))))
    [(names, problems, _)] = results
    assert (names, len(problems)) == (("beta.cry",), 2)


def test_why_a_kind_is_unavailable_is_known_by_its_name():
    """The causes of a lost name are joined; a name that no plugin claims has none."""
    rival = Kind(KINDS[0].spec, None, vocabulary="another")
    kinds = load_kinds(plugins=[KINDS[0], rival, *BROKEN], entry_points=False)
    assert kinds.why_unavailable("acme.b") == str(kinds.problems[1])
    assert "upgrade checkwright-core" in kinds.why_unavailable("acme.d")
    assert kinds.why_unavailable("acme.e") is None
    assert [problem.plugin for problem in kinds.failed_plugins()] == ["plugin object"]


def test_fragments_cannot_be_changed_through_the_kinds():
    """What is kept of the fragments is read-only at the top; the merged schema is a copy."""
    kinds = load_kinds(plugins=KINDS, entry_points=False)
    with pytest.raises(TypeError):
        kinds.fragments[0]["acme.a"] = {}
    before = json.dumps(merged_schema(kinds))
    schema = merged_schema(kinds)
    schema["$defs"]["acme.a"]["properties"].clear()
    assert json.dumps(merged_schema(kinds)) == before
