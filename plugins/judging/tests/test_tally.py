"""The tally: what the judges of a run took, by check, wherever in a verdict it is told."""

import json
from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from checkwright import (
    Case,
    CheckSpec,
    Kind,
    Outcome,
    Verdict,
    compile_rubric,
    load_kinds,
    parse_rubric,
)
from checkwright_judging.judge import FaultKind, Usage
from checkwright_judging.judges import Spent
from checkwright_judging.runs.tally import JudgeTally
from checkwright_judging.telling import spent_details

ZERO = {
    "judgements": 0,
    "cached": 0,
    "asks": 0,
    "requests": 0,
    "input_tokens": 0,
    "output_tokens": 0,
    "cost": None,
    "faults": {},
}
ONE = spent_details(Spent(asks=1, attempts=2, usage=Usage(10, 5), cost=0.25))
CACHED = spent_details(Spent(asks=1, cached=True, cost=0.0))


class Told(CheckSpec):
    """Tell the details that stand in the case."""

    kind: Literal["test.told"]


def prepare(spec, toolbox):
    def execute(case):
        return Outcome.judge(True, "told", details=case.question["told"][spec.id or ""])

    return execute


KINDS = load_kinds(plugins=[Kind(spec=Told, prepare=prepare)], entry_points=False)


def verdict_of(reference="t", **told):
    """Return the verdict of a rubric with a check for each name, and the details that it tells."""
    document = {
        "id": reference,
        "version": "1.0",
        "checks": [{"kind": "test.told", "id": name} for name in told],
        "scoring": {"combine": "all_pass"},
    }
    with compile_rubric(parse_rubric(document, kinds=KINDS), kinds=KINDS) as plan:
        verdict = plan.score(Case("r", {"told": told}))
        _ = verdict.checks
        return verdict


def tallied(*verdicts, **options):
    tally = JudgeTally(**options)
    for verdict in verdicts:
        tally.add(verdict)
    return tally


def whole(tally):
    told = dict(tally.to_dict()["judges"])
    del told["checks"]
    return told


def test_without_a_judgement_there_is_nothing_to_tell():
    tally = tallied(verdict_of(a={}, b={"asks": 3}))
    assert tally.lines() == []
    assert tally.to_dict() == {"judges": {**ZERO, "checks": []}}


def test_what_judgements_took_is_added_up():
    tally = tallied(verdict_of(a=ONE), verdict_of(a=ONE), verdict_of(a=CACHED))
    assert whole(tally) == {
        **ZERO,
        "judgements": 3,
        "cached": 1,
        "asks": 3,
        "requests": 4,
        "input_tokens": 20,
        "output_tokens": 10,
        "cost": 0.5,
    }


def test_checks_are_told_apart_by_rubric_and_name():
    tally = tallied(verdict_of(a=ONE, b=CACHED), verdict_of("u", a=ONE))
    checks = tally.to_dict()["judges"]["checks"]
    assert [(one["rubric"], one["check"], one["requests"]) for one in checks] == [
        ("rubric/t@1.0", "a", 2),
        ("rubric/t@1.0", "b", 0),
        ("rubric/u@1.0", "a", 2),
    ]


def test_without_prices_the_cost_is_null():
    free = spent_details(Spent(asks=1, attempts=1))
    tally = tallied(verdict_of(a=free))
    assert whole(tally)["cost"] is None
    assert "cost" not in tally.progress()
    assert whole(tallied(verdict_of(a=free), verdict_of(a=ONE)))["cost"] == 0.25


def test_faults_are_counted_by_their_cause():
    lost = {**ONE, "fault": str(FaultKind.TIMEOUT)}
    refused = {**ONE, "fault": str(FaultKind.REFUSED)}
    assert whole(tallied(verdict_of(a=lost), verdict_of(a=refused), verdict_of(a=lost)))["faults"] == {
        "refused": 1,
        "timeout": 2,
    }


def test_judges_of_a_panel_that_were_lost_count_where_the_panel_came_to_a_score():
    panel = {**ONE, "judges": [{"fault": "timeout"}, {"fault": None}, {"fault": "server error"}]}
    assert whole(tallied(verdict_of(a=panel)))["faults"] == {"server error": 1, "timeout": 1}


def test_a_panel_that_failed_counts_once():
    panel = {**ONE, "fault": "timeout", "judges": [{"fault": "timeout"}, {"fault": "timeout"}]}
    assert whole(tallied(verdict_of(a=panel)))["faults"] == {"timeout": 1}


def nested(details, depth):
    """Return details as a composite tells them: the verdict of its rubric."""
    for _ in range(depth):
        details = verdict_of(inner=details).to_dict()
    return details


@pytest.mark.parametrize("depth", [1, 2, 3])
def test_judgements_inside_composites_are_found(depth):
    tally = tallied(verdict_of(outer=nested(ONE, depth), plain=ONE))
    assert whole(tally)["judgements"] == 2
    assert [one["check"] for one in tally.to_dict()["judges"]["checks"]] == ["outer", "plain"]


@pytest.mark.parametrize("depth", [0, 1, 2, 3])
def test_a_verdict_that_was_read_back_from_its_line_tells_the_same(depth):
    verdict = verdict_of(outer=nested({**ONE, "fault": "timeout"}, depth))
    read = Verdict.from_dict(json.loads(json.dumps(verdict.to_dict())))
    assert tallied(read).to_dict() == tallied(verdict).to_dict()
    assert whole(tallied(read))["judgements"] == 1


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)
FIELDS = [*ONE, "fault", "judges", "checks", "details", "input_tokens"]


@given(
    st.dictionaries(st.sampled_from(FIELDS), JSON)
    | st.fixed_dictionaries({}, optional=dict.fromkeys(FIELDS, JSON))
)
def test_no_details_of_other_kinds_end_a_run(details):
    tally = tallied(verdict_of(a={**details, "asks": 1, "attempts": details.get("attempts"), "cached": 0}))
    json.dumps(tally.to_dict(), allow_nan=False)
    assert whole(tally)["judgements"] == 1


def test_lines_say_what_was_taken_and_by_which_check():
    tally = tallied(verdict_of(a=ONE, b={**CACHED, "fault": "refused"}))
    assert tally.lines() == [
        "judges: 2 calls, 1 from memory, 10 + 5 tokens, cost 0.25, refused 1",
        "  rubric/t@1.0 'a': 2 calls, 10 + 5 tokens, cost 0.25",
        "  rubric/t@1.0 'b': 0 calls, 1 from memory, 0 + 0 tokens, cost 0, refused 1",
    ]
    assert tally.progress() == tally.lines()[0].removeprefix("judges: ")


def test_one_check_needs_no_line_of_its_own():
    assert tallied(verdict_of(a=ONE)).lines() == ["judges: 2 calls, 10 + 5 tokens, cost 0.25"]


def test_an_estimate_says_that_it_is_one():
    said = "judges would take: 2 calls, 10 + 5 tokens, cost 0.25 at most, if every first reply can be read"
    assert tallied(verdict_of(a=ONE), is_estimate=True).lines() == [said]
    assert tallied(is_estimate=True).lines() == ["judges: nothing to ask"]


def test_a_check_without_a_name_is_told_by_its_place():
    document = {
        "id": "t",
        "version": "1.0",
        "checks": [{"kind": "test.told"}],
        "scoring": {"combine": "all_pass"},
    }
    with compile_rubric(parse_rubric(document, kinds=KINDS), kinds=KINDS) as plan:
        tally = tallied(plan.score(Case("r", {"told": {"": ONE}})))
    assert tally.to_dict()["judges"]["checks"][0]["check"] == "test.told 0"


def test_a_row_without_checks_adds_nothing():
    assert whole(tallied(Verdict.without_checks("error", "no row"))) == ZERO
