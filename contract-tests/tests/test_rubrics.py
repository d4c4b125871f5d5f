"""The rubrics of an example are what references lead to in its run."""

import pytest

from checkwright import Case, NotExecutable, ServiceError
from checkwright_contract.rubrics import toolbox_with

SAYS = {"kind": "must_contain_any", "values": ["tea"]}


def document(name, *checks):
    return {"id": name, "version": "1.0", "checks": list(checks), "scoring": {"combine": "all_pass"}}


def test_a_reference_leads_to_a_rubric_of_the_example():
    """The plan of a rubric is made with the installed kinds."""
    plan = toolbox_with([document("a", SAYS)]).compile("rubric/a@1.0")
    assert plan.score(Case("green tea")).passed


@pytest.mark.parametrize("rubrics", [[], [document("a", SAYS)]])
def test_a_kind_may_build_on_an_installed_one(rubrics):
    """The run of an example prepares checks of installed kinds, whether it has rubrics or none."""
    toolbox = toolbox_with(rubrics)
    assert toolbox.prepare(SAYS)(Case("green tea")).passed
    with pytest.raises(NotExecutable, match="'acme' is not available"):
        toolbox.prepare({"kind": "acme"})


def test_without_rubrics_a_reference_leads_nowhere():
    """An example without rubrics is a run without them."""
    with pytest.raises(NotExecutable, match="this run has no rubrics"):
        toolbox_with([]).compile("rubric/a@1.0")


@pytest.mark.parametrize(
    "broken", [[], "x", None, {}, {"id": "a"}, document("A", SAYS), [document("a", SAYS)]]
)
def test_what_is_no_rubric_is_left_out(broken):
    """A change of one place may leave no rubric: a reference to it leads nowhere, and others still do."""
    toolbox = toolbox_with([broken, document("b", SAYS)])
    assert toolbox.compile("rubric/b@1.0").score(Case("tea")).passed
    with pytest.raises(NotExecutable):
        toolbox.compile("rubric/a@1.0")


def test_a_broken_check_keeps_its_rubric():
    """Only the check that a change broke is affected, as in a run over stored rubrics."""
    plan = toolbox_with([document("a", SAYS, {**SAYS, "values": []})]).compile("rubric/a@1.0")
    assert [outcome.passed for outcome in plan.score(Case("tea")).outcomes] == [True, False]


def test_two_of_one_name_are_an_error():
    """A rubric that stands there twice cannot be used, as in a folder of rubrics."""
    with pytest.raises(ServiceError, match="is defined in"):
        toolbox_with([document("a", SAYS)] * 2).compile("rubric/a@1.0")
