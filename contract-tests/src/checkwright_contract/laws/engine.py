"""Laws of the engine: how it combines outcomes, and how it treats kinds, whoever wrote them.

PYTEST_DONT_REWRITE: what is found is said in full, and pytest may take hours to compare large values.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from checkwright import Kind, load_kinds

from ..engine import SCRIPTED, VOCABULARY, Engine

if TYPE_CHECKING:
    from ..sources.scenarios import Scenario

__all__ = [
    "combined_score_lies_between_the_scores",
    "excluded_checks_change_only_reason_and_coverage",
    "one_more_kind_changes_no_verdict",
    "order_of_checks_changes_nothing",
    "schema_is_the_same_in_any_order",
]

#: What floating point may lose.
_TOLERANCE = 1e-12


def combined_score_lies_between_the_scores(engine: Engine, scenario: Scenario) -> None:
    """The combined score lies between the lowest and the highest score of the executed checks."""
    executed = [check for check in scenario.checks if check[0] in ("passed", "failed")]
    by_pass = scenario.combine in ("all_pass", "any_pass")
    scores = [float(outcome == "passed") if by_pass else score for outcome, score, _ in executed]
    weights = [1.0 if weight is None else weight for _, _, weight in executed]
    verdict = engine.verdict(scenario.document())
    if not scores or (scenario.combine == "weighted_avg" and not sum(weights)):
        return
    lowest, highest = min(scores), max(scores)
    for score in (engine.combine(scenario.combine, scores, weights), verdict["score"]):
        fits = verdict["status"] == "error" or (
            score is not None and lowest - _TOLERANCE <= score <= highest + _TOLERANCE
        )
        assert fits, f"{scenario.combine} made {score} of {scores}, expected {lowest} to {highest}"


def order_of_checks_changes_nothing(engine: Engine, scenario: Scenario) -> None:
    """The same checks in another order lead to the same status, score and verdict."""
    one, other = engine.verdict(scenario.document()), engine.verdict(scenario.document(scenario.order))
    for name in ("status", "score", "passed", "grade", "coverage"):
        assert one[name] == other[name], f"in another order {name} is {other[name]}, expected {one[name]}"


def excluded_checks_change_only_reason_and_coverage(engine: Engine, scenario: Scenario) -> None:
    """Checks that are not executable change the reason and the coverage of a verdict, and nothing else."""
    one, other = (
        engine.verdict(scenario.document()),
        engine.verdict(scenario.document(excluded=scenario.excluded)),
    )
    for name in ("status", "score", "passed", "grade"):
        message = (
            f"with {len(scenario.excluded)} excluded checks {name} is {other[name]}, expected {one[name]}"
        )
        assert one[name] == other[name], message
    executed = [verdict["coverage"]["executed"] for verdict in (one, other)]
    assert executed[0] == executed[1], f"{executed[1]} checks count as executed, expected {executed[0]}"
    assert _results(one) == _results(other), "the results of the other checks changed"


def _results(verdict: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return the results of the checks that were not put in as excluded ones, without their indexes."""
    results = [dict(check) for check in verdict["checks"] if not check["id"].startswith("x")]
    return [{name: value for name, value in result.items() if name != "index"} for result in results]


def one_more_kind_changes_no_verdict(engine: Engine, scenario: Scenario) -> None:
    """Installing one more kind changes no verdict of the others, its signature included."""
    one, other = engine.verdict(scenario.document()), engine.verdict(scenario.document(), [VOCABULARY])
    changed = [name for name in one if one[name] != other.get(name)]
    assert not changed, f"with one more kind installed {', '.join(changed)} changed"


def schema_is_the_same_in_any_order(engine: Engine) -> None:
    """The merged schema is the same, byte for byte, whatever the order in which kinds are loaded."""
    kinds: list[Kind[Any]] = [SCRIPTED, VOCABULARY, *load_kinds().values()]
    orders = [kinds, kinds[::-1], kinds[1::2] + kinds[::2]]
    one, *others = [json.dumps(engine.merge(engine.load(order))) for order in orders]
    for order, other in zip(orders[1:], others, strict=True):
        names = ", ".join(kind.name for kind in order)
        assert other == one, f"loaded in the order {names}, the merged schema differs"
