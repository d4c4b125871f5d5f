"""A plan of any installed kind gives the same verdict after it has travelled."""

import json
import pickle

import pytest

from checkwright import RubricStore, compile_rubric, load_kinds, parse_rubric
from checkwright_contract.examples import examples_of
from checkwright_contract.roles.providers import stand_ins
from checkwright_contract.run_folder import write_files

KINDS = load_kinds()


@pytest.mark.parametrize("kind", KINDS.values(), ids=list(KINDS))
def test_plans_of_the_examples_travel(kind, tmp_path):
    """For each row of its examples: evidence, details and signature included."""

    def told(plan, case):
        verdict = plan.score(case).to_dict()
        for check in verdict["checks"]:
            details = json.loads(check["details"] or "{}")
            check["details"] = {name: value for name, value in details.items() if name not in kind.varies}
        return verdict

    rows = examples_of(kind)
    for number, row in enumerate(rows):
        folder = tmp_path / str(number)
        folder.mkdir()
        write_files(folder, row.trial.files)
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
            compile_rubric(
                rubric, kinds=KINDS, rubrics=store, providers=stand_ins(kind.effects), folder=folder
            ) as plan,
            pickle.loads(pickle.dumps(plan)) as sent,
        ):
            case = row.trial.case()
            assert told(sent, case) == told(plan, case)
    assert len(rows) >= 2
