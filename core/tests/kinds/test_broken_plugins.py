"""A plugin that is broken in whatever way is reported by name, and only its own kinds are lost."""

import pytest
from broken_distributions import BROKEN, NEIGHBOUR, OTHERS, UNLOADED, UNSOUND
from distributions import Package, plugin

from checkwright import Case, parse_rubric, score, validate

#: The ways of being broken that show only when the schema is made; until then the kind is usable.
LATE = [name for name in OTHERS if name.startswith("derived_")]
#: The ways in which the kind acme.shout is lost, by its name.
NAMED = [*UNSOUND, "two_distributions_one_kind", "one_distribution_one_kind_twice"]
#: The ways in which nobody knows what the plugin had to offer.
UNKNOWN = [*UNLOADED, *(name for name in OTHERS if name.startswith(("entry_", "metadata_")))]


def document(kind):
    return {"id": "t", "version": "1.0", "checks": [{"kind": kind}], "scoring": {"combine": "all_pass"}}


@pytest.mark.parametrize("name", sorted(set(BROKEN) - set(LATE)))
def test_only_the_kinds_of_the_broken_plugin_are_lost(site, name):
    """Loading raises nothing, reports the distribution, and every other kind is found and scores."""
    kinds = site.install(NEIGHBOUR, *BROKEN[name]).load()
    assert list(kinds) == ["acme.good"]
    assert {problem.plugin.split()[0] for problem in kinds.load_problems} == {
        package.name for package in BROKEN[name]
    }
    assert all(problem.hint for problem in kinds.load_problems)
    rubric = parse_rubric(document("acme.good"), kinds=kinds)
    assert score(rubric, Case("LOUD"), kinds=kinds).score == 1.0


@pytest.mark.parametrize("name", sorted(set(BROKEN) - set(LATE)))
def test_a_rubric_of_other_kinds_stays_valid_with_a_warning(site, name):
    """A rubric that does not use the broken plugin is valid; a warning names the distribution."""
    kinds = site.install(NEIGHBOUR, *BROKEN[name]).load()
    problems = validate(document("acme.good"), kinds=kinds)
    assert len(problems) == len(BROKEN[name])
    for problem, package in zip(problems, BROKEN[name], strict=True):
        assert (problem.severity, problem.code) == ("warning", "plugin")
        assert f"a plugin failed to load: {package.name}" in problem.message


@pytest.mark.parametrize("name", sorted(UNKNOWN))
def test_a_kind_that_nobody_offers_may_be_of_a_plugin_that_failed_to_load(site, name):
    """An unknown kind is reported at its place with each plugin that failed to load, and why."""
    kinds = site.install(NEIGHBOUR, *BROKEN[name]).load()
    problem = validate(document("acme.shout"), kinds=kinds)[0]
    [cause] = kinds.failed_plugins()
    assert (problem.path, problem.severity) == ("/checks/0/kind", "error")
    assert problem.message.startswith("checks[0].kind: unknown kind 'acme.shout'; a plugin failed to load: ")
    assert str(cause) in problem.message


@pytest.mark.parametrize("name", sorted(NAMED))
def test_a_kind_of_a_broken_plugin_is_unavailable(site, name):
    """A rubric that uses the lost kind is refused at the kind, with the cause, and no kind is guessed."""
    kinds = site.install(NEIGHBOUR, *BROKEN[name]).load()
    problem = validate(document("acme.shout"), kinds=kinds)[0]
    assert (problem.path, problem.severity) == ("/checks/0/kind", "error")
    assert problem.message.startswith("checks[0].kind: the kind 'acme.shout' is unavailable: acme-shout 1.0 ")
    assert kinds.load_problems[0].message in problem.message


@pytest.mark.parametrize("name", ["import_error", "contract_of_the_future"])
def test_what_a_check_says_of_a_plugin_is_not_said_again(site, name):
    """The problem that took its kind away stands at the check, and no warning repeats it."""
    kinds = site.install(NEIGHBOUR, *BROKEN[name]).load()
    [cause] = kinds.load_problems
    [problem] = validate(document("acme.shout"), kinds=kinds)
    assert problem.message.count(cause.message) == 1


def test_a_stored_rubric_of_a_lost_kind_is_an_error_and_no_failure(site):
    """With invalid_checks="fail" a missing package scores no 0: the verdict is an error with the cause."""
    kinds = site.install(NEIGHBOUR, *BROKEN["import_error"]).load()
    rubric = parse_rubric(document("acme.shout"), kinds=kinds, invalid_checks="fail")
    verdict = score(rubric, Case("LOUD"), kinds=kinds)
    assert (verdict.status, verdict.score, verdict.passed) == ("error", None, None)
    assert "acme_missing" in verdict.checks[0].reason


def test_ctrl_c_at_import_is_no_fault_of_a_plugin(site):
    """KeyboardInterrupt is the user's and ends the load."""
    site.install(Package("acme-shout", "raise KeyboardInterrupt\n"))
    with pytest.raises(KeyboardInterrupt):
        site.load()


def test_of_a_plugin_with_a_sound_and_a_broken_kind_the_sound_one_is_kept(site):
    """A plugin that offers several kinds loses only those that are broken."""
    source = plugin(
        "acme.shout", ("return [KIND]", "return [KIND, Kind(Spec, None, contract=2), Kind(Cry, None)]")
    )
    source += '\n\nclass Cry(CheckSpec):\n    kind: Literal["acme.cry"]\n'
    kinds = site.install(Package("acme-shout", source)).load()
    assert list(kinds) == ["acme.cry", "acme.shout"]
    assert [problem.kinds for problem in kinds.problems] == [("acme.shout",)]


@pytest.mark.parametrize("name", LATE)
def test_a_derived_fragment_is_vetted_when_the_schema_is_made(site, name):
    """A model without a sound schema is reported when somebody asks, and goes on deciding meanwhile."""
    kinds = site.install(NEIGHBOUR, *BROKEN[name]).load()
    assert (list(kinds), kinds.load_problems) == (["acme.good", "acme.shout"], ())
    assert validate(document("acme.shout"), kinds=kinds) == ()
    [problem] = kinds.problems
    assert problem.plugin == "acme-shout 1.0 [acme_shout]"
    assert "'acme.shout'" in problem.message
    assert list(kinds.fragments[0]) == ["acme.good"]
    assert validate(document("acme.shout"), kinds=kinds) == ()


@pytest.mark.parametrize("head", [{}, {"version": 1.0}], ids=["valid_head", "broken_head"])
@pytest.mark.parametrize("name", LATE)
def test_mistakes_of_a_check_without_a_schema_are_said_by_its_model(site, name, head):
    """Where the schema leaves a kind out, the model's own words explain, at the right place."""
    kinds = site.install(*BROKEN[name]).load()
    bad = {**document("acme.shout"), "checks": [{"kind": "acme.shout", "size": "big"}], **head}
    found = [problem for problem in validate(bad, kinds=kinds) if problem.path.startswith("/checks")]
    assert [(problem.path, problem.message) for problem in found] == [
        ("/checks/0/size", "checks[0].size: Input should be a valid integer")
    ]


@pytest.mark.parametrize("raised", ["KeyError('no')", "SystemExit(3)", "RecursionError('deep')"])
def test_a_model_that_breaks_is_its_plugins_fault(site, raised):
    """What a validator raises beside ValueError is no mistake of the author: the check is an error."""
    source = plugin(
        "acme.shout",
        ("from typing import Literal", "from typing import Literal\n\nfrom pydantic import field_validator"),
        (
            '    kind: Literal["acme.shout"]\n',
            '    kind: Literal["acme.shout"]\n\n    @field_validator("kind")\n    @classmethod\n'
            f"    def _check(cls, value):\n        raise {raised}\n",
        ),
    )
    kinds = site.install(Package("acme-shout", source)).load()
    [problem] = validate(document("acme.shout"), kinds=kinds)
    assert (problem.path, problem.code) == ("/checks/0", "plugin")
    assert problem.message.startswith("checks[0]: acme-shout 1.0 [acme_shout] broke on it: ")
    rubric = parse_rubric(document("acme.shout"), kinds=kinds, invalid_checks="fail")
    assert score(rubric, Case("LOUD"), kinds=kinds).status == "error"
