"""What is special about composite."""

import json
import pickle
import time
from importlib.resources import files
from typing import Literal

import pytest
import yaml

from checkwright import (
    Case,
    CheckSpec,
    Kind,
    Outcome,
    RubricRef,
    RubricStore,
    Status,
    Verdict,
    compile_rubric,
    load_kinds,
    make_toolbox,
    parse_rubric,
    score,
)
from checkwright_composite import KIND, checkwright_kinds

KINDS = load_kinds()
ROWS = yaml.safe_load(files("checkwright_composite").joinpath("examples.yaml").read_text("utf-8"))
UNASKED = "llm_judge (no judges: this run was given none)"
JUDGE = {"kind": "llm_judge", "judge_prompt_ref": "judge/warm@1.0", "judges": ["m1"], "threshold": 0.5}


def says(*values, **more):
    return {"kind": "must_contain_any", "values": list(values), **more}


def composite(name, **more):
    return {"kind": "composite", "rubric_ref": f"rubric/{name}@1.0", **more}


def rubric(name, *checks, combine="all_pass", invalid_checks="raise", **scoring):
    document = {
        "id": name,
        "version": "1.0",
        "checks": list(checks),
        "scoring": {"combine": combine, **scoring},
    }
    return parse_rubric(document, kinds=KINDS, invalid_checks=invalid_checks)


def outcome_of(sub, response, *others):
    """Execute a composite of `sub` alone, as a kind is executed."""
    toolbox = make_toolbox(kinds=KINDS, rubrics=RubricStore.of([sub, *others]))
    spec = KIND.spec(kind="composite", rubric_ref=str(sub.ref))
    return KIND.prepare(spec, toolbox)(Case(response))


def spans(outcome, response):
    return [((one.start, one.end), one.text) for one in outcome.locate(Case(response))]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["check"]["rubric_ref"])
def test_the_examples_hold(row):
    """Every example comes out as it says, for the reason it says, when a rubric holds the check."""
    rubrics = [parse_rubric(one, kinds=KINDS) for one in row.get("rubrics", ())]
    store = RubricStore.of(rubrics) if rubrics else None
    case = Case(row["response"], row.get("question", {}))
    (outcome,) = score(rubric("t", row["check"]), case, kinds=KINDS, rubrics=store).outcomes
    assert outcome.passed is row["passed"]
    assert row.get("reason", "") in outcome.reason
    if "score" in row:
        assert outcome.score == pytest.approx(row["score"])


def test_the_hook_offers_the_kind():
    """The package offers exactly its own kind."""
    assert [kind.name for kind in checkwright_kinds()] == ["composite"]


@pytest.mark.parametrize(
    ("ref", "valid"),
    [
        ("rubric/a@1.0", True),
        ("rubric/a_b2@0.10.3", True),
        ("rubric/a", False),
        ("a@1.0", False),
        ("rubric/a@1", False),
        ("rubric/a@01.0", False),
        ("rubric/a@1.0.0.0", False),
        ("rubric/A@1.0", False),
        ("rubric/a@1.0\n", False),
        ("rubric/a@latest", False),
        ("", False),
        (None, False),
    ],
)
def test_a_reference_has_prefix_and_version(ref, valid):
    """The document takes exactly what a reference is elsewhere."""
    if valid:
        assert KIND.spec.model_validate({"kind": "composite", "rubric_ref": ref}).rubric_ref == ref
        assert str(RubricRef.parse(ref)) == ref
        return
    with pytest.raises(ValueError, match="rubric_ref"):
        KIND.spec.model_validate({"kind": "composite", "rubric_ref": ref})
    if ref is not None:
        with pytest.raises(ValueError, match="form"):
            RubricRef.parse(ref)


# Passed, failed, and how much of it was executed.


@pytest.mark.parametrize("response", ["tea", "tea and milk", "milk", ""])
@pytest.mark.parametrize(
    "scoring",
    [
        {"combine": "all_pass"},
        {"combine": "any_pass"},
        {"combine": "weighted_avg", "threshold": 0.6, "weights": {"t": 3}},
        {"combine": "min"},
        {"combine": "max", "threshold": 0},
        {"combine": "median", "threshold": 0.75},
    ],
)
def test_score_and_verdict_are_those_of_the_sub_rubric(scoring, response):
    """The outcome is what scoring the sub-rubric alone gives, whatever its mode."""
    sub = rubric("s", says("tea", id="t"), says("milk"), **scoring)
    verdict = score(sub, Case(response), kinds=KINDS)
    outcome = outcome_of(sub, response)
    assert (outcome.passed, outcome.score) == (verdict.passed, verdict.score)
    assert outcome.reason == f"rubric/s@1.0: {verdict.reason}"


def test_one_of_five_does_not_read_as_a_clean_pass():
    """What was not executed inside is said outside, in the verdict of the whole rubric's check."""
    sub = rubric("s", says("tea"), JUDGE, JUDGE, JUDGE, JUDGE)
    outcome = outcome_of(sub, "tea")
    assert outcome.passed
    assert outcome.reason == (
        "rubric/s@1.0: 1 of 5 checks executed and passed (all_pass); not executable: llm_judge x4"
    )
    assert outcome.details["coverage"] == {"executed": 1, "checks": 5}


def test_one_of_five_two_levels_down_does_not_read_as_a_clean_pass_either():
    """A rubric inside is one executed check of its parent, so the reason also counts what lies below."""
    inner = rubric("inner", says("yes"), JUDGE, JUDGE, JUDGE, JUDGE)
    middle = rubric("middle", says("yes"), composite("inner"))
    outcome = outcome_of(middle, "yes", inner)
    begin = "rubric/middle@1.0 (2 of 6 checks executed in it and the rubrics inside): 2 of 2 checks executed"
    assert outcome.passed
    assert outcome.reason.startswith(begin)
    top = rubric("top", composite("middle"))
    assert "(2 of 6 checks executed" in outcome_of(top, "yes", middle, inner).reason
    assert "rubrics inside" not in outcome_of(rubric("flat", says("yes"), JUDGE), "yes").reason
    whole = rubric("whole", says("yes"))
    assert "rubrics inside" not in outcome_of(rubric("over", composite("whole")), "yes", whole).reason


def test_the_parent_weighs_the_sub_rubric():
    """The weight of a composite is the one that the rubric around it gives to its id."""
    sub = rubric("s", says("tea"), says("milk"), combine="weighted_avg")
    root = rubric(
        "root",
        composite("s", id="sub"),
        says("no"),
        combine="weighted_avg",
        weights={"sub": 3},
        threshold=0.3,
    )
    verdict = score(root, Case("tea"), kinds=KINDS, rubrics=RubricStore.of([sub]))
    assert verdict.outcomes[0].score == 0.5
    assert verdict.score == pytest.approx(3 * 0.5 / 4)
    assert verdict.passed


def test_the_same_rubric_side_by_side_counts_twice():
    """A diamond is no cycle: each of its composites is executed."""
    sub = rubric("s", says("tea"))
    root = rubric("root", composite("s", id="one"), composite("s", id="two"))
    verdict = score(root, Case("tea"), kinds=KINDS, rubrics=RubricStore.of([sub]))
    assert (verdict.score, verdict.executed) == (1.0, 2)


def test_the_question_and_the_tools_reach_the_sub_rubric():
    """The sub-rubric is scored on the very same case."""
    sub = rubric("s", {"kind": "target_match", "reference_path": "expected.answer"})
    root = rubric("root", composite("s"))
    case = Case("Oslo", {"id": "Q1", "expected": {"answer": "oslo"}})
    verdict = score(root, case, kinds=KINDS, rubrics=RubricStore.of([sub]))
    assert verdict.passed
    assert verdict.outcomes[0].details["id"] == "Q1"


def test_without_a_response_nothing_is_executed():
    """No response is neither good nor bad, inside as outside."""
    outcome = outcome_of(rubric("s", says("tea"), says("milk")), None)
    assert outcome.status is Status.NOT_EXECUTABLE
    assert outcome.reason == (
        "rubric/s@1.0: nothing executed; not executable: must_contain_any (no response) x2"
    )


# Not executable and error, each with its cause.


@pytest.mark.parametrize(
    ("checks", "cause"),
    [
        ([JUDGE], UNASKED),
        ([JUDGE, JUDGE], f"{UNASKED} x2"),
        ([composite("gone")], "composite (no rubric has the id 'gone')"),
        ([composite("s")], "composite (cycle: rubric/s@1.0 > rubric/s@1.0)"),
        (
            [JUDGE, composite("judged")],
            f"{UNASKED}, composite ({UNASKED})",
        ),
        (
            [composite("deep")],
            "composite (composite (composite (no rubric has the id 'lost')))",
        ),
    ],
)
def test_nothing_executed_says_why(checks, cause):
    """The reason names the kinds of the sub-rubric, and through composites the cause at the bottom."""
    others = [
        rubric("judged", JUDGE),
        rubric("deep", composite("deeper")),
        rubric("deeper", composite("lost")),
    ]
    outcome = outcome_of(rubric("s", *checks), "tea", *others)
    assert outcome.status is Status.NOT_EXECUTABLE
    assert outcome.reason == f"rubric/s@1.0: nothing executed; not executable: {cause}"


def test_three_levels_run_and_the_fourth_does_not():
    """A composite at the depth limit is excluded, and what is above it still runs."""
    levels = [
        rubric("one", composite("two")),
        rubric("two", composite("three")),
        rubric("three", composite("four"), says("tea")),
        rubric("four", says("milk")),
    ]
    outcome = outcome_of(levels[0], "tea", *levels[1:])
    assert outcome.passed
    inside = outcome.details["checks"][0]["details"]["checks"][0]
    assert inside["reason"] == (
        "rubric/three@1.0: 1 of 2 checks executed and passed (all_pass); not executable: composite"
    )
    assert inside["details"]["checks"][0]["reason"] == (
        "depth limit: rubric/four@1.0 lies 4 deep, at most 3 are followed"
    )


def test_an_error_inside_is_an_error_outside():
    """No judgement inside is none outside; the reason is the inner one and blames nobody else."""
    sub = rubric("s", says("tea"), {"kind": "acme.gone"}, invalid_checks="fail")
    outcome = outcome_of(sub, "tea")
    assert (outcome.status, outcome.score) == (Status.ERROR, None)
    assert outcome.reason.startswith("rubric/s@1.0: error in acme.gone: ")
    assert "checkwright-composite" not in outcome.reason
    assert outcome.details["status"] == "error"


def test_a_rubric_that_cannot_be_used_is_an_error():
    """A reference to a rubric that two files define scores nothing, and the reason names the cause."""
    store = RubricStore.of([rubric("s", says("tea")), rubric("s", says("milk"))])
    verdict = score(rubric("root", composite("s")), Case("tea"), kinds=KINDS, rubrics=store)
    assert verdict.status == "error"
    assert verdict.outcomes[0].reason.startswith("rubric/s@1.0 is defined in")


def test_an_authoring_mistake_inside_fails():
    """A check that its author got wrong fails loudly, through the composite too."""
    outcome = outcome_of(rubric("s", {"kind": "regex", "patterns": ["("], "id": "broken"}), "tea")
    assert outcome.passed is False
    assert outcome.reason.startswith("rubric/s@1.0: failed: broken")
    assert "missing closing parenthesis" in outcome.details["checks"][0]["reason"]


# Evidence and details.


@pytest.mark.parametrize(
    ("scoring", "response", "expected"),
    [
        ({"combine": "all_pass"}, "tea with milk", ["tea", "milk"]),
        ({"combine": "all_pass"}, "tea, damn", ["damn"]),
        ({"combine": "any_pass"}, "tea, damn", ["tea"]),
        ({"combine": "min"}, "tea with milk, damn", ["damn"]),
        ({"combine": "max"}, "tea, damn", ["tea"]),
        ({"combine": "max", "threshold": 0}, "damn", ["damn"]),
        ({"combine": "median", "threshold": 0}, "damn", ["damn"]),
        ({"combine": "weighted_avg", "threshold": 1}, "tea with milk, damn", ["damn"]),
    ],
)
def test_the_evidence_is_that_of_what_decided(scoring, response, expected):
    """Passing checks speak for a pass, failing for a failure; for min the lowest, for max the highest."""
    sub = rubric("s", says("tea"), says("milk"), {"kind": "must_not_contain", "values": ["damn"]}, **scoring)
    assert [text for _, text in spans(outcome_of(sub, response), response)] == expected


@pytest.mark.parametrize(
    ("combine", "expected"), [("min", ["water"]), ("max", ["tea"]), ("median", ["water", "tea"])]
)
def test_of_passing_checks_the_extreme_one_decided(combine, expected):
    """Where the lowest or the highest score decides, the other checks that passed did not."""
    half = rubric("half", says("water"), says("milk"), combine="weighted_avg")
    sub = rubric("s", composite("half"), says("tea"), combine=combine)
    outcome = outcome_of(sub, "tea, water", half)
    assert outcome.passed
    assert [text for _, text in spans(outcome, "tea, water")] == expected


def test_evidence_comes_through_two_levels_once():
    """A place that decided twice is pointed at once, however deep the check lies."""
    inner = rubric("inner", says("tea"))
    sub = rubric("s", composite("inner"), says("tea", "milk"))
    assert spans(outcome_of(sub, "green tea", inner), "green tea") == [((6, 9), "tea")]


def test_no_evidence_is_located_until_it_is_read():
    """Executing, the reason and the details look for no place in the response."""
    asked = []

    class Pointing(CheckSpec):
        kind: Literal["test.pointing"]

    def prepare(spec, toolbox):
        found = Outcome.judge(True, "found", locate=lambda case: asked.append(case) or ())
        return lambda case: found

    kinds = load_kinds(plugins=[Kind(spec=Pointing, prepare=prepare)])
    document = {**rubric("s", JUDGE).to_dict(), "checks": [{"kind": "test.pointing"}]}
    toolbox = make_toolbox(kinds=kinds, rubrics=RubricStore.of([parse_rubric(document, kinds=kinds)]))
    outcome = toolbox.prepare(composite("s"))(Case("tea"))
    assert dict(outcome.details)["status"] == "scored"
    assert asked == []
    assert outcome.locate(Case("tea")) == ()
    assert asked == [Case("tea")]


def test_the_details_are_the_verdict_without_evidence():
    """A machine reads all that came out inside, small enough to be kept with every verdict."""
    sub = rubric("s", says("tea"), says("milk", id="white"))
    details = outcome_of(sub, "tea").details
    whole = score(sub, Case("tea"), kinds=KINDS).to_dict()
    assert [bool(check["evidence"]) for check in whole["checks"]] == [True, False]
    for check in whole["checks"]:
        check["evidence"] = []
    assert dict(details) == whole
    assert len(details) == len(whole)
    assert json.loads(json.dumps(dict(details))) == whole


def test_the_details_are_read_back_as_verdicts_at_every_level():
    """Inside they are objects, never JSON text inside JSON text, however the outer verdict was written."""
    levels = [
        rubric("one", composite("two")),
        rubric("two", composite("three")),
        rubric("three", says("tea")),
    ]
    verdict = score(levels[0], Case("tea"), kinds=KINDS, rubrics=RubricStore.of(levels[1:]))
    written = verdict.to_dict()["checks"][0]["details"]
    assert "\\" not in written
    for read in (verdict, Verdict.from_dict(verdict.to_dict())):
        two = Verdict.from_dict(read.checks[0].details)
        three = Verdict.from_dict(two.checks[0].details)
        assert (two.rubric, three.rubric) == ("rubric/two@1.0", "rubric/three@1.0")
        assert three.checks[0].reason == "contains 'tea'"


def test_a_verdict_with_a_composite_pickles():
    """What a worker sends back is whole: details of the sub-rubric, evidence located."""
    root = rubric("root", composite("s"))
    store = RubricStore.of([rubric("s", says("tea"))])
    verdict = score(root, Case("green tea"), kinds=KINDS, rubrics=store)
    again = pickle.loads(pickle.dumps(verdict))
    assert again.to_dict() == verdict.to_dict()
    assert again.checks[0].evidence[0].text == "tea"
    assert again.checks[0].details["rubric"] == "rubric/s@1.0"


def test_reasons_stay_on_one_line():
    """However much goes wrong inside, the reason is one printable line of at most 300 characters."""
    sub = rubric("s", *(says("tea", id=f"check\n{number}" * 9) for number in range(60)))
    vague = rubric("s", *(composite(f"gone_{number}") for number in range(60)))
    for one in (sub, vague):
        reason = outcome_of(one, "milk").reason
        assert reason.isprintable()
        assert len(reason) == 300


def test_the_kind_renders_no_criterion():
    """A judge reads the description of a composite or nothing: no reference leaks."""
    assert KIND.describe is None


def test_a_composite_costs_little_more_than_its_checks():
    """Scoring through a composite adds microseconds, not another verdict's worth of JSON."""
    store = RubricStore.of([rubric("s", *(says(f"word{number}") for number in range(5)))])
    plan = compile_rubric(rubric("root", composite("s")), kinds=KINDS, rubrics=store)
    cases = [Case(f"word{number % 7} and more") for number in range(2_000)]
    started = time.thread_time()
    for _ in plan.score_many(cases):
        pass
    assert time.thread_time() - started < 2_000 * 150e-6
