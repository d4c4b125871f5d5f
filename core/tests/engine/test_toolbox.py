"""What a run provides to `prepare`, and what becomes of what a kind takes, notes and looks up."""

import gc
from contextlib import ExitStack
from typing import Any, Literal

import pytest

from checkwright import (
    Case,
    CheckSpec,
    Evidence,
    Kind,
    NotExecutable,
    Outcome,
    RubricStore,
    SchemaStore,
    Toolbox,
    compile_rubric,
    load_kinds,
    parse_rubric,
    score,
    validate,
)
from checkwright.engine.compiling import make_toolbox


class Takes(CheckSpec):
    """Take something, and give it back at the end."""

    kind: Literal["test.takes"]
    name: str = "it"
    fails: str = "no"
    engine: str = ""
    schema_ref: str = ""


#: What is taken at the moment, and what was given back, in order.
TAKEN: list[str] = []
BACK: list[str] = []
SEEN: list[Toolbox] = []


def prepare_takes(spec, toolbox):
    TAKEN.append(spec.name)
    SEEN.append(toolbox)

    def give_back():
        TAKEN.remove(spec.name)
        BACK.append(spec.name)
        if spec.fails == "close":
            raise OSError("is gone\x1b")
        if spec.fails == "interrupt close":
            raise KeyboardInterrupt

    toolbox.on_close(give_back)
    if spec.engine:
        toolbox.engine("tool", spec.engine)
    if spec.schema_ref and toolbox.schemas is not None:
        toolbox.schemas.find(spec.schema_ref)
    if spec.fails == "late interrupt":
        raise KeyboardInterrupt
    if spec.fails == "prepare":
        raise ZeroDivisionError
    if spec.fails == "no function":
        toolbox.on_close(3)

    def locate(case):
        return (Evidence.span(case.text, 0, 1),) if spec.name in TAKEN else ()

    return lambda case: Outcome.judge(spec.name in TAKEN, "taken", locate=locate)


class Builds(CheckSpec):
    """Build on a check of another kind, or on another rubric."""

    kind: Literal["test.builds"]
    check: dict[str, Any] | None = None
    ref: str | None = None


def prepare_builds(spec, toolbox):
    if spec.check is not None:
        return toolbox.prepare(spec.check)
    plan = toolbox.compile(spec.ref)
    assert plan.close() == ()
    return lambda case: plan.score(case).outcomes[0]


KINDS = load_kinds(
    plugins=[
        Kind(spec=Takes, prepare=prepare_takes, engines=lambda: {"tool": "1", "other": "7"}),
        Kind(spec=Builds, prepare=prepare_builds),
    ],
    entry_points=False,
)
WHO = f"plugin {__name__}, kind test.takes"


@pytest.fixture(autouse=True)
def _nothing_left():
    for noted in (TAKEN, BACK, SEEN):
        noted.clear()
    gc.freeze()  # only what a test leaves behind is looked through
    yield
    gc.collect()
    gc.unfreeze()
    assert TAKEN == []


def rubric(*checks, name="t"):
    scoring = {"combine": "all_pass"}
    return parse_rubric(
        {"id": name, "version": "1.0", "checks": list(checks), "scoring": scoring}, kinds=KINDS
    )


def takes(name="it", **fields):
    return {"kind": "test.takes", "name": name, **fields}


def test_an_empty_toolbox_has_neither_rubrics_nor_kinds():
    """What a run does not provide is not executable, with the reason."""
    with pytest.raises(NotExecutable, match=r"rubric/a@1\.0: this run has no rubrics"):
        Toolbox().compile("rubric/a@1.0")
    with pytest.raises(NotExecutable, match="the kind 'regex' is not available here"):
        Toolbox().prepare({"kind": "regex"})


def test_an_empty_toolbox_takes_what_nobody_reads():
    """A kind that is prepared by hand notes engines and functions without harm, and finds nothing."""
    toolbox = Toolbox()
    toolbox.engine("tool", "1")
    toolbox.on_close(lambda: 1 / 0)
    assert (toolbox.schemas, dict(toolbox.tools)) == (None, {})


def test_a_run_provides_schemas_and_tools(tmp_path):
    """To every check, the tools as texts that cannot be changed."""
    schemas = SchemaStore.from_mapping({"schema/a@1.0": True})
    with compile_rubric(rubric(takes()), kinds=KINDS, schemas=schemas, tools={"php": tmp_path}):
        (toolbox,) = SEEN
    assert list(toolbox.schemas) == ["schema/a@1.0"]
    assert toolbox.tools == {"php": str(tmp_path)}
    with pytest.raises(TypeError):
        toolbox.tools["php"] = "x"
    with compile_rubric(rubric(takes()), kinds=KINDS):
        assert (SEEN[-1].schemas, dict(SEEN[-1].tools)) == (None, {})


def test_a_plan_gives_back_in_reverse_order_and_once():
    """What checks, kinds below them and sub-rubrics took; a sub-rubric's plan alone closes nothing."""
    store = RubricStore.of([rubric(takes("sub"), name="sub")])
    checks = [takes("one"), {"kind": "test.builds", "ref": "rubric/sub@1.0"}]
    checks += [{"kind": "test.builds", "check": takes("inner")}, takes("two")]
    with compile_rubric(rubric(*checks), kinds=KINDS, rubrics=store) as plan:
        assert plan.score(Case("x")).passed is True
        assert (BACK, plan.holds) == ([], True)
    assert BACK == ["two", "inner", "sub", "one"]
    assert (plan.close(), plan.holds) == ((), False)
    assert len(BACK) == 4


def test_a_closed_plan_scores_nothing():
    """A lazy stream that is read too late is a mistake of the caller, and says so."""
    with compile_rubric(rubric(takes()), kinds=KINDS) as plan:
        verdicts = plan.score_many([Case("x"), Case("y"), Case(None)])
        assert next(verdicts).passed is True
    for _ in range(2):
        with pytest.raises(
            ValueError, match=r"^the plan of rubric/t@1\.0 is closed: score all cases before$"
        ):
            next(verdicts)


def test_what_fails_to_be_given_back_is_said_and_keeps_nothing_else():
    """One clean line for each, with the kind; closing again says the same."""
    checks = [takes("one"), takes("two", fails="close"), takes("three", fails="close")]
    plan = compile_rubric(rubric(*checks), kinds=KINDS)
    said = plan.close()
    assert said == (f"{WHO}: what it took could not be given back: OSError: is gone\\x1b",) * 2
    assert BACK == ["three", "two", "one"]
    assert plan.close() == said


def test_ctrl_c_while_closing_gets_out_after_the_rest():
    """Everything else is given back before."""
    plan = compile_rubric(rubric(takes("one"), takes("two", fails="interrupt close")), kinds=KINDS)
    with pytest.raises(KeyboardInterrupt):
        plan.close()
    assert BACK == ["two", "one"]


def test_a_forgotten_plan_gives_back():
    """When it is collected, in the same order."""
    plan = compile_rubric(rubric(takes("one"), takes("two", fails="close")), kinds=KINDS)
    assert plan.score(Case("x")).passed
    del plan
    gc.collect()
    assert BACK == ["two", "one"]


def test_what_a_check_took_before_it_broke_is_given_back():
    """The plan is made, and holds it; something that is no function is the kind's own fault."""
    with compile_rubric(
        rubric(takes(fails="prepare"), takes("two", fails="no function")), kinds=KINDS
    ) as plan:
        reasons = [outcome.reason for outcome in plan.score(Case("x")).outcomes]
    assert BACK == ["two", "it"]
    assert "on_close takes a function, not 3" in reasons[1]


def test_ctrl_c_while_compiling_gives_back():
    """There is no plan then that could."""
    with pytest.raises(KeyboardInterrupt):
        compile_rubric(rubric(takes("one"), takes("two", fails="late interrupt")), kinds=KINDS)
    assert BACK == ["two", "one"]


def test_what_comes_after_the_end_is_given_back_at_once():
    """A kind that kept its toolbox leaves nothing behind either."""
    with compile_rubric(rubric(takes("one")), kinds=KINDS):
        pass
    SEEN[0].on_close(lambda: BACK.append("late"))
    assert BACK == ["one", "late"]


def test_score_closes_and_keeps_the_evidence():
    """It is located before what locates it is given back."""
    verdict = score(rubric(takes("one")), Case("xyz"), kinds=KINDS)
    assert BACK == ["one"]
    assert [one.text for one in verdict.checks[0].evidence] == ["x"]


def test_the_dry_run_of_validate_closes():
    """Each check that it prepared, whatever came of it; a failure to is a warning at the check."""
    document = rubric(takes("one"), takes("two", fails="close"), takes("three", fails="prepare")).to_dict()
    error, warning = sorted(validate(document, kinds=KINDS), key=lambda problem: problem.path, reverse=True)
    assert BACK == ["one", "two", "three"]
    assert (warning.path, warning.severity.value, warning.code) == ("/checks/1", "warning", "plugin")
    assert "could not be given back" in warning.message
    assert (error.path, error.severity.value) == ("/checks/2", "error")


def test_validate_has_the_schemas_and_tools_of_the_run():
    """So that it says what the run would."""
    schemas = SchemaStore.from_mapping({"schema/a@1.0": True})
    assert validate(rubric(takes()).to_dict(), kinds=KINDS, schemas=schemas, tools={"php": "/p"}) == ()
    assert (list(SEEN[0].schemas), dict(SEEN[0].tools)) == (["schema/a@1.0"], {"php": "/p"})


def test_a_toolbox_made_by_hand_hands_over_what_gives_back():
    """As `ExitStack.callback` takes it; kinds below included."""
    with ExitStack() as stack:
        toolbox = make_toolbox(kinds=KINDS, on_close=stack.callback)
        toolbox.on_close(lambda: BACK.append("first"))
        toolbox.prepare(takes("inner"))
        assert BACK == []
    assert BACK == ["inner", "first"]


def engines(plan):
    return plan.signature["kinds"]["test.takes"]["engines"]


def test_engines_that_prepare_notes_stand_in_the_signature():
    """Above what the kind says by itself, from kinds below and sub-rubrics too, and in no other plan."""
    store = RubricStore.of([rubric(takes("sub", engine="3\n"), name="sub")])
    inner = {"kind": "test.builds", "check": takes("inner", engine="2")}
    below = {"kind": "test.builds", "ref": "rubric/sub@1.0"}
    found = []
    for checks in ([takes()], [takes(engine="2")], [inner], [below], [takes(engine="3 "), below], [takes()]):
        with compile_rubric(rubric(*checks), kinds=KINDS, rubrics=store) as plan:
            found.append(engines(plan))
    assert found == [{"other": "7", "tool": tool} for tool in ("1", "2", "2", "3 ", "3 ", "1")]


def test_engines_of_two_versions_are_both_said():
    """One signature, whichever rubric notes which."""
    store = RubricStore.of([rubric(takes(engine="3"), name="sub"), rubric(takes(engine="2"), name="other")])
    sub, other = ({"kind": "test.builds", "ref": f"rubric/{name}@1.0"} for name in ("sub", "other"))
    for checks in ([sub, other], [other, sub], [takes(engine="2"), sub, other]):
        with compile_rubric(rubric(*checks), kinds=KINDS, rubrics=store) as plan:
            assert engines(plan) == {"other": "7", "tool": "2 and 3"}


def schemas_of(*checks, store=None, rubrics=None):
    """Give what the signature says of schemas, and its digest."""
    with compile_rubric(rubric(*checks), kinds=KINDS, schemas=store, rubrics=rubrics) as plan:
        return plan.signature["schemas"], plan.head.signature


def test_schemas_that_were_looked_up_stand_in_the_signature():
    """A changed one, and one that was not there, make another; one that nobody asks for does not."""
    check = takes(schema_ref="schema/a@1.0")
    base = {"schema/a@1.0": {"type": "object"}}
    stores = [base, {**base, "schema/b@1.0": True}, {"schema/a@1.0": {"type": "array"}}, {}]
    found = [schemas_of(check, store=SchemaStore.from_mapping(one)) for one in stores]
    assert found[0] == found[1]
    assert len({signature for _, signature in found}) == 3
    assert found[3][0] == {"schema/a@1.0": None}
    assert schemas_of(check)[0] == schemas_of(takes(), store=SchemaStore.from_mapping(base))[0] == {}


def test_schemas_of_sub_rubrics_stand_in_the_signature():
    """A composite is decided by what decides inside it."""
    rubrics = RubricStore.of([rubric(takes(schema_ref="schema/b@1.0"), name="sub")])
    store = SchemaStore.from_mapping({"schema/a@1.0": True, "schema/b@1.0": False})
    checks = takes(schema_ref="schema/a@1.0"), {"kind": "test.builds", "ref": "rubric/sub@1.0"}
    assert list(schemas_of(*checks, store=store, rubrics=rubrics)[0]) == ["schema/a@1.0", "schema/b@1.0"]
