"""Which checks of a plan cannot be executed, whatever the case."""

from typing import Literal

from kinds_of_words import KINDS

from checkwright import (
    CheckError,
    CheckSpec,
    Kind,
    NotExecutable,
    Outcome,
    RubricStore,
    compile_rubric,
    load_kinds,
    parse_rubric,
)


class Asks(CheckSpec):
    """Ask somebody, where there is anybody."""

    kind: Literal["test.asks"]
    how: str = "fine"


def prepare_asks(spec, toolbox):
    if spec.how == "missing":
        raise NotExecutable("nobody is there")
    if spec.how == "mistake":
        raise CheckError("is nobody's name", path=("how",))
    return lambda case: Outcome.judge(True, "fine")


class Wraps(CheckSpec):
    """Say what another check says."""

    kind: Literal["test.wraps"]
    check: dict


class Leads(CheckSpec):
    """Lead to another rubric."""

    kind: Literal["test.leads"]
    to: str


def prepare_leads(spec, toolbox):
    part = toolbox.compile(spec.to)
    return lambda case: Outcome.judge(part.score(case).passed is True, "as inside")


SOME = [
    Kind(spec=Asks, prepare=prepare_asks, effects=frozenset({"network"})),
    Kind(spec=Wraps, prepare=lambda spec, toolbox: toolbox.prepare(spec.check)),
    Kind(spec=Leads, prepare=prepare_leads),
]
ALL = load_kinds(plugins=[*KINDS, *SOME], entry_points=False)


def rubric_of(name, *checks):
    document = {"id": name, "version": "1.0", "checks": list(checks), "scoring": {"combine": "all_pass"}}
    return parse_rubric(document, kinds=ALL)


def unprepared(*checks, rubrics=()):
    return compile_rubric(rubric_of("t", *checks), kinds=ALL, rubrics=RubricStore.of(rubrics)).unprepared


def test_a_plan_tells_the_checks_that_could_not_be_prepared():
    """What is missing, an authoring mistake and vocabulary; each with its place, its reason and effects."""
    found = unprepared(
        {"kind": "test.asks"},
        {"kind": "test.asks", "how": "missing", "id": "a"},
        {"kind": "test.asks", "how": "mistake"},
        {"kind": "test.words"},
    )
    assert [(one.rubric, one.index, one.id, one.reason, one.effects) for one in found] == [
        ("rubric/t@1.0", 1, "a", "nobody is there", {"network"}),
        ("rubric/t@1.0", 2, None, "is nobody's name", {"network"}),
        ("rubric/t@1.0", 3, None, "read by people", set()),
    ]


def test_the_effects_are_those_of_what_a_check_is_built_on_too():
    """It asks for another kind, which asks for another."""
    inner = {"kind": "test.wraps", "check": {"kind": "test.asks", "how": "missing"}}
    (one,) = unprepared(
        {"kind": "test.wraps", "check": inner}, {"kind": "test.wraps", "check": {"kind": "test.asks"}}
    )
    assert (one.index, one.reason, one.effects) == (0, "nobody is there", {"network"})


def test_those_of_sub_rubrics_are_told_once():
    """However many checks lead there, and however deep."""
    lost = {"kind": "test.asks", "how": "missing"}
    rubrics = [
        rubric_of("one", lost, {"kind": "test.leads", "to": "rubric/two@1.0"}),
        rubric_of("two", {"kind": "test.says", "word": "x"}, lost),
    ]
    to_one = {"kind": "test.leads", "to": "rubric/one@1.0"}
    found = unprepared(to_one, to_one, lost, rubrics=rubrics)
    assert [(one.rubric, one.index) for one in found] == [
        ("rubric/t@1.0", 2),
        ("rubric/one@1.0", 0),
        ("rubric/two@1.0", 1),
    ]
