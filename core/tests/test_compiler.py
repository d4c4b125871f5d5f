"""Compiling: sub-rubrics behind the cycle guard, limits, kinds that build on others, the signature."""

from typing import Any, Literal

import kinds_for_tests
import pytest
from hypothesis import given
from hypothesis import strategies as st

from checkwright import (
    Case,
    CheckError,
    CheckSpec,
    Kind,
    Limits,
    NotExecutable,
    Outcome,
    RubricStore,
    ServiceError,
    Status,
    compile_rubric,
    load_kinds,
    parse_rubric,
    score,
)
from checkwright.compiler import make_toolbox
from checkwright.preparing import prepare_check

#: Documents of the kind `test.noted` that were prepared, by their note.
PREPARED: list[str] = []
#: Who broke, in the words of an outcome.
BLAME = "plugin kinds_for_tests, kind test.breaks"


class Uses(CheckSpec):
    """Say what came out inside another rubric."""

    kind: Literal["test.uses"]
    ref: str


def prepare_uses(spec, toolbox):
    plan = toolbox.compile(spec.ref)

    def execute(case):
        inside = ", ".join(outcome.reason for outcome in plan.score(case).outcomes)
        return Outcome.judge(True, f"{spec.ref[7:-4]}({inside})", details={"plan": id(plan)})

    return execute


class Builds(CheckSpec):
    """Pass when another kind's check does not."""

    kind: Literal["test.builds"]
    check: dict[str, Any]


def prepare_builds(spec, toolbox):
    inner = toolbox.prepare(spec.check)

    def execute(case):
        outcome = inner(case)
        if outcome.passed is None:
            return outcome
        return Outcome.judge(not outcome.passed, f"not: {outcome.reason}")

    return execute


class Noted(CheckSpec):
    """Pass, and note each preparing."""

    kind: Literal["test.noted"]
    note: str


def prepare_noted(spec, toolbox):
    PREPARED.append(spec.note)
    passed = Outcome.judge(True, spec.note)
    return lambda case: passed


KINDS = load_kinds(
    plugins=[
        kinds_for_tests,
        Kind(spec=Uses, prepare=prepare_uses),
        Kind(spec=Builds, prepare=prepare_builds),
        Kind(spec=Noted, prepare=prepare_noted, engines=lambda: {"notebook": "7"}),
    ],
    entry_points=False,
)


def ref(name):
    return f"rubric/{name}@1.0"


def uses(name):
    return {"kind": "test.uses", "ref": ref(name)}


def builds(**check):
    return {"kind": "test.builds", "check": check}


def noted(note):
    return {"kind": "test.noted", "note": note}


def rubric(name, *checks, **more):
    document = {"id": name, "version": "1.0", "checks": list(checks), "scoring": {"combine": "all_pass"}}
    return parse_rubric(document, kinds=KINDS, **more)


def store(**checks):
    return RubricStore.of(rubric(name, *some) for name, some in checks.items())


def graph(rubrics):
    """Make a store of rubrics that only use others, or note their own name when they use none."""
    return store(
        **{name: [uses(other) for other in others] or [noted(name)] for name, others in rubrics.items()}
    )


def outcome_of(*checks, rubrics=None, limits=None):
    root = rubric("root", *checks)
    return score(root, Case("yes"), kinds=KINDS, rubrics=rubrics, limits=limits).outcomes[0]


def reason_of(*checks, rubrics=None, limits=None):
    return _short(outcome_of(*checks, rubrics=rubrics, limits=limits).reason)


def _short(reason):
    """Give a reason with rubrics by their ids alone."""
    return reason.replace("rubric/", "").replace("@1.0", "")


@pytest.fixture(autouse=True)
def _nothing_prepared():
    PREPARED.clear()


# What a reference leads to.


def test_a_reference_leads_to_the_plan_of_a_rubric():
    """A kind gets the plan of another rubric, and the plan scores the same case."""
    outcome = outcome_of(uses("a"), rubrics=store(a=[noted("one"), noted("two")]))
    assert (outcome.passed, outcome.reason) == (True, "a(one, two)")


@pytest.mark.parametrize(
    ("name", "status", "said"),
    [
        ("gone", Status.NOT_EXECUTABLE, "no rubric has the id 'gone'"),
        ("off", Status.NOT_EXECUTABLE, "rubric/off@1.0 is disabled"),
        ("twice", Status.ERROR, "rubric/twice@1.0 is defined in"),
        ("bad", Status.ERROR, "rubric/bad@1.0 is invalid"),
    ],
)
def test_a_reference_that_leads_nowhere_says_why(tmp_path, name, status, said):
    """Missing and disabled are not executable; what is there and cannot be used is an error without blame."""
    check = "[{kind: test.noted, note: x}]"
    end = f"version: '1.0'\nchecks: {check}\nscoring: {{combine: all_pass}}\n"
    for file, text in {
        "off": f"id: off\nenabled: false\n{end}",
        "one": f"id: twice\n{end}",
        "two": f"id: twice\n{end}",
        "bad": f"id: bad\n{end}more: 1\n",
    }.items():
        (tmp_path / f"{file}.yaml").write_text(text)
    rubrics = RubricStore.from_directory(tmp_path, kinds=KINDS)
    outcome = outcome_of(uses(name), rubrics=rubrics)
    assert outcome.status is status
    assert outcome.reason.startswith(said)


def test_without_rubrics_no_reference_leads_anywhere():
    """A run that is given no rubrics has none, and the reason says so."""
    outcome = outcome_of(uses("a"))
    assert outcome.status is Status.NOT_EXECUTABLE
    assert outcome.reason == "rubric/a@1.0: this run has no rubrics to look it up in"


def test_what_is_no_reference_leads_nowhere():
    """A text that is no reference is told from a rubric that is missing."""
    outcome = outcome_of({"kind": "test.uses", "ref": "a@1.0"}, rubrics=store())
    assert outcome.status is Status.NOT_EXECUTABLE
    assert outcome.reason == "'a@1.0' is not of the form rubric/<id>@<version>"


# Cycles, depth, size.


@pytest.mark.parametrize(
    ("rubrics", "expected"),
    [
        ({"a": ["a"]}, "a(cycle: a > a)"),
        ({"a": ["b"], "b": ["a"]}, "a(b(cycle: a > b > a))"),
        ({"a": ["b"], "b": ["c"], "c": ["a"]}, "a(b(c(cycle: a > b > c > a)))"),
        ({"a": ["b"], "b": ["b"]}, "a(b(cycle: b > b))"),
        ({"root": ["a"], "a": ["root"]}, "a(cycle: root > a > root)"),
    ],
)
def test_a_cycle_ends_where_it_closes(rubrics, expected):
    """A rubric on the path to itself is not executable there, with the whole circle in the reason."""
    assert reason_of(uses("a"), rubrics=graph(rubrics)) == expected


def test_a_diamond_is_no_cycle():
    """One rubric in two places is compiled once and counts in both."""
    plan = compile_rubric(
        rubric("root", uses("a"), uses("b"), uses("c"), uses("c")),
        kinds=KINDS,
        rubrics=graph({"a": ["d"], "b": ["d"], "c": [], "d": []}),
    )
    verdict = plan.score(Case("x"))
    assert verdict.passed
    assert [outcome.reason for outcome in verdict.outcomes] == ["a(d(d))", "b(d(d))", "c(c)", "c(c)"]
    assert verdict.outcomes[2].details == verdict.outcomes[3].details
    assert PREPARED == ["d", "c"]
    assert plan.size == 4 + 2 + 2 + 1 + 1


@pytest.mark.parametrize(
    ("depth", "expected"),
    [
        (0, "depth limit: a lies 1 deep, at most 0 are followed"),
        (1, "a(depth limit: b lies 2 deep, at most 1 are followed)"),
        (2, "a(b(depth limit: c lies 3 deep, at most 2 are followed))"),
        (3, "a(b(c(depth limit: d lies 4 deep, at most 3 are followed)))"),
        (4, "a(b(c(d(d))))"),
        (None, "a(b(c(depth limit: d lies 4 deep, at most 3 are followed)))"),
    ],
)
def test_rubrics_run_down_to_the_depth_limit(depth, expected):
    """The root is depth 0; by default the depths 1 to 3 are executed and the fourth is not."""
    limits = None if depth is None else Limits(depth=depth)
    rubrics = graph({"a": ["b"], "b": ["c"], "c": ["d"], "d": []})
    assert reason_of(uses("a"), rubrics=rubrics, limits=limits) == expected


@pytest.mark.parametrize(
    ("first", "rubrics", "expected"),
    [
        (["a", "b"], {"a": ["b"], "b": ["a"]}, ["a(b(cycle: a > b > a))", "b(a(cycle: b > a > b))"]),
        # b stands at depth 2 below a, which it uses, and below c, where a may stand.
        (
            ["a", "c"],
            {"a": ["b"], "b": ["a"], "c": ["b"]},
            ["a(b(cycle: a > b > a))", "c(b(a(cycle: b > a > b)))"],
        ),
        (
            ["c", "a"],
            {"a": ["b"], "b": ["d", "a"], "c": ["b"], "d": []},
            ["c(b(d(d), a(cycle: b > a > b)))", "a(b(d(d), cycle: a > b > a))"],
        ),
        # At the depth limit a cycle is still called a cycle, whoever came first.
        (
            ["x", "d"],
            {"x": ["b"], "d": ["b"], "b": ["c"], "c": ["d"]},
            [
                "x(b(c(depth limit: d lies 4 deep, at most 3 are followed)))",
                "d(b(c(cycle: d > b > c > d)))",
            ],
        ),
    ],
)
def test_a_plan_that_was_made_elsewhere_does_not_hide_a_cycle(first, rubrics, expected):
    """Whether a rubric closes a circle depends on what stands above it, not on what was compiled before."""
    plan = compile_rubric(rubric("root", *map(uses, first)), kinds=KINDS, rubrics=graph(rubrics))
    reasons = [outcome.reason for outcome in plan.score(Case("x")).outcomes]
    assert [_short(reason) for reason in reasons] == expected


def _told(name, path, rubrics, depth):
    """Say what a rubric comes to when nothing is kept between places: the plain recursion."""
    if name in path:
        return f"cycle: {' > '.join([*path[path.index(name) :], name])}"
    if len(path) > depth:
        return f"depth limit: {name} lies {len(path)} deep, at most {depth} are followed"
    inside = [_told(other, [*path, name], rubrics, depth) for other in rubrics[name]]
    return f"{name}({', '.join(inside or [name])})"


@given(
    lists=st.lists(st.lists(st.sampled_from("abcde"), max_size=3), min_size=5, max_size=5),
    first=st.lists(st.sampled_from("abcde"), min_size=1, max_size=4),
    depth=st.integers(0, 4),
)
def test_keeping_plans_changes_nothing(lists, first, depth):
    """Every place of every web of rubrics comes out as if it were compiled for itself."""
    rubrics = dict(zip("abcde", lists, strict=True))
    plan = compile_rubric(
        rubric("root", *map(uses, first)),
        kinds=KINDS,
        rubrics=graph(rubrics),
        limits=Limits(depth=depth),
    )
    reasons = [outcome.reason for outcome in plan.score(Case("x")).outcomes]
    expected = [_told(name, ["root"], rubrics, depth) for name in first]
    assert [_short(reason) for reason in reasons] == expected


@pytest.mark.parametrize(("checks", "places", "used"), [(99, 100, 100), (100, 100, 99), (9_999, 1, 1)])
def test_ten_thousand_checks_in_all_are_compiled(checks, places, used):
    """Each check counts where it is used, those of the root too; what goes over the limit is left out."""
    rubrics = store(a=[{"kind": "test.words"}] * checks)
    plan = compile_rubric(rubric("root", *[uses("a")] * places), kinds=KINDS, rubrics=rubrics)
    outcomes = plan.score(Case("x")).outcomes
    assert all(outcome.passed for outcome in outcomes[:used])
    assert plan.size == places + used * checks
    for outcome in outcomes[used:]:
        assert outcome.status is Status.NOT_EXECUTABLE
        assert outcome.reason == "size limit: with rubric/a@1.0 more than 10,000 checks in all"


def test_a_rubric_over_the_limit_is_not_compiled():
    """What is refused costs nothing: none of its checks is prepared, and what is small still fits."""
    rubrics = store(big=[noted(str(number)) for number in range(5)], small=[noted("small")])
    outcomes = score(
        rubric("root", uses("big"), uses("small")),
        Case("x"),
        kinds=KINDS,
        rubrics=rubrics,
        limits=Limits(checks=6),
    ).outcomes
    assert [outcome.status.value for outcome in outcomes] == ["not_executable", "passed"]
    assert PREPARED == ["small"]


def test_a_web_of_rubrics_is_compiled_within_the_limit():
    """References that multiply to millions of places end at the limit, whatever cycles they have."""
    names = [f"r{number}" for number in range(20)]
    rubrics = graph(dict.fromkeys(names, names))
    plan = compile_rubric(
        rubric("root", *map(uses, names)), kinds=KINDS, rubrics=rubrics, limits=Limits(depth=6, checks=2_000)
    )
    assert 1_900 < plan.size <= 2_000


def test_long_names_stay_on_one_line():
    """A refusal is one line of at most 300 characters, however long the references are."""
    name = "a" * 400
    for limits in (Limits(depth=0), Limits(checks=0), Limits()):
        outcome = outcome_of(uses(name), rubrics=graph({name: [name]}), limits=limits)
        inside = outcome.reason.removeprefix(f"{name}(")
        assert len(inside) <= 301
    assert len(outcome_of(uses(name)).reason) == 300


# Kinds that build on others.


def test_a_kind_builds_on_another():
    """A check of another kind is prepared from its document and executed by the kind that asked."""
    assert reason_of(builds(kind="test.says", word="no")) == "not: the word is missing"
    assert not outcome_of(builds(kind="test.says", word="yes")).passed
    assert outcome_of(builds(kind="test.builds", check={"kind": "test.says", "word": "yes"})).passed


@pytest.mark.parametrize(
    ("check", "status", "said"),
    [
        ({"kind": "acme.gone"}, Status.NOT_EXECUTABLE, "the kind 'acme.gone' is not available here"),
        ({"kind": 3}, Status.NOT_EXECUTABLE, "the kind 3 is not available here"),
        ({}, Status.NOT_EXECUTABLE, "the kind None is not available here"),
        ({"kind": "test.words"}, Status.NOT_EXECUTABLE, "test.words: read by people"),
        (
            {"kind": "test.breaks", "how": "prepare not executable"},
            Status.NOT_EXECUTABLE,
            "php is missing",
        ),
        ({"kind": "test.says"}, Status.FAILED, "test.says: word: Field required"),
        (
            {"kind": "test.says", "word": ""},
            Status.FAILED,
            "test.says: word: String should have at least 1 character, not ''",
        ),
        ({"kind": "test.says", "word": "("}, Status.FAILED, "'(' is not a word"),
        (
            {"kind": "test.breaks", "how": "prepare"},
            Status.ERROR,
            f"{BLAME} broke: ZeroDivisionError: in prepare",
        ),
        (
            {"kind": "test.breaks", "how": "prepare none"},
            Status.ERROR,
            f"{BLAME} broke: TypeError: prepare must return a function, not NoneType",
        ),
        (
            {"kind": "test.breaks", "how": "KeyError"},
            Status.ERROR,
            f"{BLAME} broke: KeyError: 'x'",
        ),
        (
            {"kind": "test.breaks", "how": "none"},
            Status.ERROR,
            f"{BLAME}: execute must return an Outcome, not NoneType",
        ),
        ({"kind": "test.breaks", "how": "not_executable"}, Status.NOT_EXECUTABLE, "no tool record"),
        ({"kind": "test.breaks", "how": "service"}, Status.ERROR, "the judge is down"),
        (uses("gone"), Status.NOT_EXECUTABLE, "rubric/gone@1.0: this run has no rubrics to look it up in"),
    ],
)
def test_what_a_kind_builds_on_keeps_its_outcome(check, status, said):
    """Whatever becomes of the inner check, the outcome is as if it stood alone and blames the right kind."""
    outcome = outcome_of({"kind": "test.builds", "check": check})
    assert (outcome.status, outcome.reason) == (status, said)


@pytest.mark.parametrize(
    ("check", "error"),
    [
        ({"kind": "test.gone"}, NotExecutable),
        ({"kind": "test.words"}, NotExecutable),
        ({"kind": "test.told", "score": 2}, CheckError),
        ({"kind": "test.says", "word": "("}, CheckError),
        ({"kind": "test.breaks", "how": "prepare exit"}, ServiceError),
        ({"kind": "test.breaks", "how": "prepare interrupt"}, KeyboardInterrupt),
    ],
)
def test_preparing_raises_what_the_contract_names(check, error):
    """A kind that builds on another gets declared exceptions only; Ctrl-C goes through."""
    with pytest.raises(error):
        prepare_check(check, KINDS, make_toolbox(kinds=KINDS))


@pytest.mark.parametrize(("word", "path"), [(3, ("word",)), ("(", ("word",))])
def test_a_mistake_in_an_inner_document_keeps_its_place(word, path):
    """The path of a CheckError lies in the document that was handed over."""
    with pytest.raises(CheckError) as caught:
        prepare_check({"kind": "test.says", "word": word}, KINDS, make_toolbox(kinds=KINDS))
    assert caught.value.path == path


def test_a_mistake_of_the_whole_document_has_no_place():
    """What no single field does wrong is said of the check."""

    class Whole(CheckSpec):
        kind: Literal["test.whole"]

        def model_post_init(self, context):
            raise ValueError("never valid")

    kinds = load_kinds(plugins=[Kind(spec=Whole, prepare=prepare_noted)], entry_points=False)
    with pytest.raises((CheckError, ServiceError), match="never valid"):
        prepare_check({"kind": "test.whole"}, kinds, make_toolbox(kinds=kinds))


def test_what_was_prepared_raises_nothing_but_an_interrupt():
    """The inner execute gives an outcome for every case; only Ctrl-C goes through."""
    toolbox = make_toolbox(kinds=KINDS)
    for how in kinds_for_tests.WAYS:
        execute = toolbox.prepare({"kind": "test.breaks", "how": how})
        if how == "KeyboardInterrupt":
            with pytest.raises(KeyboardInterrupt):
                execute(Case("x"))
        else:
            assert type(execute(Case("x"))) is Outcome


# A check that stands in no rubric.


def test_a_toolbox_without_a_rubric_is_that_of_a_root():
    """A check alone reaches as deep as one of a root rubric does."""
    rubrics = graph({"a": ["b"], "b": ["c"], "c": ["d"], "d": []})
    spec = Uses.model_validate(uses("a"))
    toolbox = make_toolbox(kinds=KINDS, rubrics=rubrics)
    assert prepare_uses(spec, toolbox)(Case("x")).reason == outcome_of(uses("a"), rubrics=rubrics).reason
    shallow = make_toolbox(kinds=KINDS, rubrics=rubrics, limits=Limits(depth=1))
    assert shallow.limits == Limits(depth=1)
    assert "at most 1" in prepare_uses(spec, shallow)(Case("x")).reason


# What cannot be prepared.


@pytest.mark.parametrize(
    ("check", "status", "said"),
    [
        ({"kind": "test.gone"}, Status.ERROR, "unknown kind 'test.gone'"),
        ({"kind": "test.told", "score": 2}, Status.FAILED, "score"),
        ({"kind": "test.breaks", "how": "prepare"}, Status.ERROR, "broke: ZeroDivisionError"),
        ({"kind": "test.words"}, Status.NOT_EXECUTABLE, "read by people"),
    ],
)
def test_a_check_that_cannot_be_prepared_has_one_outcome(check, status, said):
    """A stored rubric compiles whatever its checks are like; each goes wrong for itself."""
    plan = compile_rubric(rubric("t", check, noted("x"), invalid_checks="fail"), kinds=KINDS)
    outcome, other = plan.score(Case("x")).outcomes
    assert outcome.status is status
    assert said in outcome.reason
    assert other.passed


def test_a_rubric_read_with_other_kinds_is_an_error():
    """A kind that was there when the rubric was read, and is not when it is compiled, scores no 0."""
    nothing = load_kinds(entry_points=False)
    (outcome,) = compile_rubric(rubric("t", noted("x")), kinds=nothing).score(Case("x")).outcomes
    assert (outcome.status, outcome.reason) == (Status.ERROR, "the kind 'test.noted' is not available here")


def test_an_interrupt_while_compiling_goes_through():
    """Ctrl-C is nobody's outcome."""
    with pytest.raises(KeyboardInterrupt):
        compile_rubric(rubric("t", {"kind": "test.breaks", "how": "prepare interrupt"}), kinds=KINDS)


# The signature.


def _plan(*checks, **others):
    return compile_rubric(rubric("root", *checks), kinds=KINDS, rubrics=store(**others))


def test_the_signature_spells_every_rubric_below():
    """Each rubric that was compiled is in it once by reference, with the kinds that it uses."""
    signature = _plan(uses("a"), uses("b"), a=[uses("b")], b=[noted("x")], c=[noted("y")]).signature
    assert list(signature["rubrics"]) == [ref("a"), ref("b")]
    assert list(signature["kinds"]) == ["test.noted", "test.uses"]
    assert signature["kinds"]["test.noted"]["engines"] == {"notebook": "7"}


def test_a_change_far_below_shows_at_the_top():
    """Verdicts of a rubric whose sub-rubric's sub-rubric changed are not comparable, and say so."""
    first = _plan(uses("a"), a=[uses("b")], b=[noted("x")])
    again = _plan(uses("a"), a=[uses("b")], b=[noted("x")])
    other = _plan(uses("a"), a=[uses("b")], b=[noted("y")])
    gone = _plan(uses("a"), a=[uses("b")])
    assert first.head.signature == again.head.signature
    assert len({first.head.signature, other.head.signature, gone.head.signature}) == 3


def test_the_signature_spells_the_kinds_that_others_build_on():
    """A kind that decides inside another one is in the signature, with its engines."""
    plain = _plan(builds(kind="test.says", word="x"))
    deep = _plan(builds(kind="test.builds", check=noted("x")))
    assert list(plain.signature["kinds"]) == ["test.builds", "test.says"]
    assert deep.signature["kinds"]["test.noted"]["engines"] == {"notebook": "7"}
    assert list(_plan(uses("a"), a=[builds(**noted("x"))]).signature["kinds"]) == [
        "test.builds",
        "test.noted",
        "test.uses",
    ]


def test_engines_are_asked_once():
    """A run that compiles many rubrics starts no engine for each of them."""
    asked = []

    def engines():
        asked.append(1)
        return {"notebook": "8"}

    kind = Kind(spec=Noted, prepare=prepare_noted, engines=engines)
    kinds = load_kinds(plugins=[kind], entry_points=False)
    document = rubric("t", noted("x"))
    first, second = (compile_rubric(document, kinds=kinds).signature for _ in range(2))
    assert first == second
    assert asked == [1]
