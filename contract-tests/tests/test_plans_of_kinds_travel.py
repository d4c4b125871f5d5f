"""A plan of any installed kind gives the same verdict after it has travelled."""

import pickle

import pytest

from checkwright import RubricStore, compile_rubric, load_kinds, parse_rubric
from checkwright_contract.examples import examples_of

KINDS = load_kinds()


@pytest.mark.parametrize("kind", KINDS.values(), ids=list(KINDS))
def test_plans_of_the_examples_travel(kind):
    """For each row of its examples: evidence, details and signature included."""
    rows = examples_of(kind)
    for row in rows:
        store = RubricStore.of(
            parse_rubric(rubric, kinds=KINDS, invalid_checks="fail") for rubric in row.trial.rubrics
        )
        rubric = parse_rubric(
            {
                "id": "row",
                "version": "1.0",
                "checks": [row.trial.check],
                "scoring": {"combine": "all_pass"},
            },
            kinds=KINDS,
        )
        with (
            compile_rubric(rubric, kinds=KINDS, rubrics=store) as plan,
            pickle.loads(pickle.dumps(plan)) as sent,
        ):
            case = row.trial.case()
            assert sent.score(case).to_dict() == plan.score(case).to_dict()
    assert len(rows) >= 2
