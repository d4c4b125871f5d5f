"""Compiling: sub-rubrics behind the cycle guard, and its limits."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from kinds_that_use_rubrics import (
    KINDS,
    PREPARED,
    graph,
    noted,
    outcome_of,
    reason_of,
    rubric,
    short,
    store,
    uses,
)

from checkwright import (
    Case,
    Limits,
    RubricStore,
    Status,
    compile_rubric,
    score,
)


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
    assert [short(reason) for reason in reasons] == expected


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
    assert [short(reason) for reason in reasons] == expected


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
