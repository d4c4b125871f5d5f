"""What is special about llm_judge."""

from importlib.resources import files

import pytest
import yaml

from checkwright import Case, compile_rubric, load_kinds, parse_rubric
from checkwright_llm_judge import KIND, checkwright_kinds

ROWS = yaml.safe_load(files("checkwright_llm_judge").joinpath("examples.yaml").read_text("utf-8"))
CHECK = {"kind": "llm_judge", "judge_prompt_ref": "judge/tone@1.0", "judges": ["a"], "threshold": 0.5}


def plan_of(*checks, combine="all_pass", **scoring):
    kinds = load_kinds(plugins=[KIND], entry_points=False)
    document = {
        "id": "t",
        "version": "1.0",
        "checks": list(checks),
        "scoring": {"combine": combine, **scoring},
    }
    return compile_rubric(parse_rubric(document, kinds=kinds), kinds=kinds)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: repr(row["response"])[:40])
def test_the_examples_hold(row):
    """No example is executed, and each says that judges read it."""
    (result,) = plan_of(row["check"]).score(Case(row["response"])).checks
    assert (result.status, result.score, row["passed"]) == ("not_executable", None, None)
    assert result.reason == row["reason"]


def test_the_hook_offers_the_kind():
    """The package offers exactly its own kind, as vocabulary."""
    (kind,) = checkwright_kinds()
    assert (kind.name, kind.prepare, kind.vocabulary) == ("llm_judge", None, "read by judges")


@pytest.mark.parametrize("scoring", [{"combine": "all_pass"}, {"combine": "min", "threshold": 0}])
def test_judges_alone_give_no_score(scoring):
    """A rubric that only judges can read is not scored: no pass, no zero, whatever the threshold."""
    verdict = plan_of({**CHECK, "id": "j"}, {**CHECK, "id": "k"}, **scoring).score(Case("yes"))
    assert (verdict.score, verdict.passed, verdict.status) == (None, None, "not_scored")
    assert "llm_judge x2" in verdict.reason


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("judge_prompt_ref", None),
        ("judge_prompt_ref", ""),
        ("judge_prompt_ref", "judge/tone @1.0"),
        ("judge_prompt_ref", "judge/tone@1.0\n"),
        ("judge_prompt_ref", 7),
        ("judges", []),
        ("judges", [" "]),
        ("judges", "a"),
        ("judges", None),
        ("threshold", -0.01),
        ("threshold", 1.01),
        ("threshold", "0.5"),
        ("threshold", True),
        ("threshold", None),
        ("aggregation", "mode"),
        ("aggregation", None),
        ("model", "a"),
    ],
)
def test_what_no_judge_could_follow_is_refused(field, value):
    """Every field is checked although nothing is executed, so that a slip shows when it is written."""
    with pytest.raises(ValueError, match=field):
        KIND.spec.model_validate({**CHECK, field: value})


@pytest.mark.parametrize("field", ["judge_prompt_ref", "judges", "threshold"])
def test_a_required_field_is_required(field):
    """Prompt, judges and threshold must be said."""
    with pytest.raises(ValueError, match=field):
        KIND.spec.model_validate({name: value for name, value in CHECK.items() if name != field})


@pytest.mark.parametrize("aggregation", ["mean", "median", "min", "max", "majority"])
def test_every_way_to_aggregate_has_a_name(aggregation):
    """The five aggregations are known."""
    assert KIND.spec.model_validate({**CHECK, "aggregation": aggregation}).aggregation == aggregation


def test_nothing_is_said_but_the_description():
    """Prompt refs and names of judges never reach a judge: there is no stock sentence."""
    assert KIND.describe is None
    assert KIND.says == frozenset()
