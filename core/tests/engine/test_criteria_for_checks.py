"""What a check is told of the criteria of its rubric."""

from typing import Literal

from checkwright import (
    Case,
    CheckSpec,
    Kind,
    Outcome,
    Toolbox,
    compile_rubric,
    load_kinds,
    make_toolbox,
    parse_rubric,
)


class Reading(CheckSpec):
    kind: Literal["test.reading"]


class Nesting(CheckSpec):
    kind: Literal["test.nesting"]


READING = Kind(
    spec=Reading,
    prepare=lambda _spec, toolbox: lambda case: Outcome.judge(True, toolbox.criteria(case.question)),
)
NESTING = Kind(spec=Nesting, prepare=lambda _spec, toolbox: toolbox.prepare({"kind": "test.reading"}))
KINDS = load_kinds(plugins=[READING, NESTING], entry_points=False)


def rubric(*checks):
    scoring = {"combine": "all_pass"}
    return parse_rubric(
        {"id": "r", "version": "1.0", "checks": list(checks), "scoring": scoring}, kinds=KINDS
    )


def reason(rubric, question):
    with compile_rubric(rubric, kinds=KINDS) as plan:
        return plan.score(Case("x", question)).checks[-1].reason


def test_a_check_reads_the_criteria_of_its_rubric_behind_those_of_the_question():
    told = rubric(
        {"kind": "test.reading", "description": "Be kind."},
        {"kind": "test.reading", "description": "Be brief."},
    )
    assert reason(told, {"criteria": "Answer."}) == "Answer. Be kind. Be brief."


def test_a_check_that_another_one_builds_on_reads_the_same():
    told = rubric({"kind": "test.nesting", "description": "Be kind."})
    assert reason(told, {}) == "Be kind."


def test_criteria_of_a_question_that_are_no_text_are_left_out():
    assert (
        reason(rubric({"kind": "test.reading", "description": "Be kind."}), {"criteria": ["x"]}) == "Be kind."
    )


def test_a_check_that_stands_in_no_rubric_reads_those_of_the_question():
    question = {"criteria": "Answer."}
    assert make_toolbox(kinds=KINDS).criteria(question) == Toolbox().criteria(question) == "Answer."
