"""No text makes a check of any installed kind take long, or its verdict large."""

from __future__ import annotations

import json
import os
from functools import cache

import pytest
from hostile_texts import HOSTILE, hostile, repeated

from checkwright import Case, Limits, RubricStore, compile_rubric, load_kinds, parse_rubric
from checkwright_contract.examples import examples_of

KINDS = load_kinds()
#: As `make fuzz` asks for it: as many characters as a response may have, every text, and every check of the
#: examples.
IS_FULL = "CHECKWRIGHT_FUZZ_EXAMPLES" in os.environ
SIZE = Limits().response_chars if IS_FULL else 4_000
CHECKS = None if IS_FULL else 2
TEXTS = list(HOSTILE) if IS_FULL else list(HOSTILE)[::4]
FEW_TEXTS = list(HOSTILE) if IS_FULL else list(HOSTILE)[::40]
SECONDS = 10
#: Kinds that read no more than a limit of their own: texts just as long as that cost most.
SIZES = {
    "regex": (min(SIZE, Limits().regex_chars),),
    "target_match": (SIZE, min(SIZE, Limits().chrf_chars)),
}

#: Made of the reply of an example, so that what its check looks for stands there again and again.
OWN = {
    "its own reply": lambda own: own,
    "its own reply, split by zero width spaces": "\u200b".join,
    "its own reply, accented": "\u0301".join,
}


def rubric_of(checks, combine="all_pass"):
    document = {
        "id": "row",
        "version": "1.0",
        "checks": [{**check, "id": f"c{index}"} for index, check in enumerate(checks)],
        "scoring": {"combine": combine},
    }
    return parse_rubric(document, kinds=KINDS, invalid_checks="fail")


@cache
def plans(kind):
    """Return a compiled rubric, with its trial, for each check of the examples of a kind."""
    trials = {}
    for row in examples_of(KINDS[kind]):
        trials.setdefault(json.dumps(row.trial.check, sort_keys=True, default=str), row.trial)
    found = []
    for trial in list(trials.values())[:CHECKS]:
        store = RubricStore.of(
            parse_rubric(rubric, kinds=KINDS, invalid_checks="fail") for rubric in trial.rubrics
        )
        found.append((trial, compile_rubric(rubric_of([trial.check]), kinds=KINDS, rubrics=store)))
    return found


def spent():
    """Return the CPU seconds of this process and of those that it waited for."""
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system


def hold(plan, case, checks=1):
    """Score, with the evidence, and hold what it takes: CPU time and quoted text."""
    before = spent()
    verdict = plan.score(case)
    document = verdict.to_dict()
    seconds = spent() - before
    quoted = sum(len(piece["text"]) for check in document["checks"] for piece in check.get("evidence", ()))
    reason = verdict.checks[0].reason
    assert verdict.status == "scored" or "error" not in {check.status.value for check in verdict.checks}, (
        reason
    )
    assert seconds < SECONDS * checks, f"{seconds:.1f} s: {reason}"
    assert quoted <= (2 * len(case.text) + 100_000) * checks, f"{quoted:,} characters of evidence: {reason}"


@pytest.mark.parametrize("text", [*TEXTS, *OWN])
@pytest.mark.parametrize("kind", KINDS)
def test_a_hostile_text_costs_a_check_little(kind, text):
    """Every check of the examples takes less than 10 s of CPU time, and quotes little more than the text."""
    for trial, plan in plans(kind):
        for size in SIZES.get(kind, (SIZE,)):
            if text in OWN:
                response = repeated(OWN[text](trial.response or "x") + "\n", size)
            else:
                response = hostile(text, size)
            hold(plan, Case(response, trial.question, trial.tool_calls))


@cache
def all_kinds_twice():
    trials = [trial for kind in KINDS for trial, _ in plans(kind)[:2]]
    question = {}
    for trial in trials:
        question = {**trial.question, **question}
    return compile_rubric(rubric_of([trial.check for trial in trials]), kinds=KINDS), question, len(trials)


@pytest.mark.parametrize("text", FEW_TEXTS)
def test_a_hostile_text_costs_a_rubric_of_all_kinds_little(text):
    """A rubric that holds every kind twice takes less than 10 s of CPU time for each of its checks."""
    plan, question, checks = all_kinds_twice()
    hold(plan, Case(hostile(text, SIZE), question, []), checks)


@pytest.mark.parametrize("text", FEW_TEXTS)
def test_a_hostile_text_costs_a_hundred_patterns_little(text):
    """A hundred patterns share the time of one check; above the limit of the kind nothing is searched."""
    patterns = [rf"(?:\w+\s)*(?:\W+\w)*[!?]{{{number}}}\Z" for number in range(1, 101)]
    plan = compile_rubric(rubric_of([{"kind": "regex", "patterns": patterns, "mode": "all"}]), kinds=KINDS)
    hold(plan, Case(hostile(text, min(SIZE, Limits().regex_chars))))


def test_the_hostile_texts_are_many_and_as_long_as_asked():
    """At least forty, no two alike, and none much shorter than it may be."""
    made = {name: hostile(name, 1_000) for name in HOSTILE}
    assert len(set(made.values())) == len(made) >= 40
    assert all(500 <= len(text) <= 1_000 for text in made.values())
