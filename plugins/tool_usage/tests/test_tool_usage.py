"""What is special about tool_usage: what a question may expect, what is paired, what the reason says."""

import itertools
import time
from importlib.resources import files

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

import checkwright_tool_usage
from checkwright import Case, CheckError, Status, Toolbox, load_kinds, parse_rubric, score, validate
from checkwright_tool_usage import KIND, checkwright_kinds

ROWS = yaml.safe_load(files("checkwright_tool_usage").joinpath("examples.yaml").read_text("utf-8"))
MODES = ("none", "subset", "exact")


def prepared(**fields):
    return KIND.prepare(KIND.spec.model_validate({"kind": "tool_usage", **fields}), Toolbox())


def case(expected, record):
    return Case("Done.", {"expected_tools": expected}, record)


def check(expected, record, match_args="subset"):
    return prepared(match_args=match_args)(case(expected, record))


def evidence(expected, record, match_args="subset"):
    outcome = check(expected, record, match_args)
    return [] if outcome.locate is None else list(outcome.locate(case(expected, record)))


def call(tool, **arguments):
    return {"name": tool, "arguments": arguments}


@pytest.mark.parametrize("row", ROWS, ids=lambda row: str(row["check"]))
def test_the_examples_hold(row):
    """Every example comes out as it says, for the reason it says."""
    execute = KIND.prepare(KIND.spec.model_validate(row["check"]), Toolbox())
    try:
        outcome = execute(Case(row["response"], row["question"], row.get("tool_calls")))
    except CheckError as error:
        passed, reason, at = False, error.message, 0.0
    else:
        passed, reason, at = outcome.passed, outcome.reason, outcome.score
    assert passed is row["passed"]
    assert row.get("reason", "") in reason
    assert row.get("score", at) == at


def test_the_hook_offers_the_kind():
    """The package offers exactly its own kind."""
    assert [kind.name for kind in checkwright_kinds()] == ["tool_usage"]


@pytest.mark.parametrize(
    ("given_as", "mode"), [(False, "none"), (True, "exact"), *zip(MODES, MODES, strict=True)]
)
def test_true_and_false_are_modes(given_as, mode):
    """false says none and true says exact."""
    assert KIND.spec.model_validate({"kind": "tool_usage", "match_args": given_as}).mode == mode


@pytest.mark.parametrize(
    ("field", "value"),
    [
        *(("match_args", value) for value in ("Exact", "true", "", None, 1, 0, [])),
        *(
            ("source", value)
            for value in ("expected", "tools", "expected.", "input.x", "expected_facts", "", None)
        ),
    ],
)
def test_a_field_out_of_range_is_refused(field, value):
    """Another mode, and a source outside expected and metadata, are no valid check, to the schema too."""
    with pytest.raises(ValueError, match=field):
        prepared(**{field: value})
    kinds = load_kinds(plugins=[checkwright_tool_usage], entry_points=False)
    rubric = {
        "id": "r",
        "version": "1.0",
        "checks": [{"kind": "tool_usage", field: value}],
        "scoring": {"combine": "all_pass"},
    }
    (problem,) = validate(rubric, kinds=kinds)
    assert problem.path == f"/checks/0/{field}"


@pytest.mark.parametrize(
    ("expected", "message"),
    [
        ("search", "expected_tools: found a text, expected a list of names or {name, arguments}"),
        ({"name": "search"}, "expected_tools: found an object, expected a list"),
        ([None], "expected_tools[0]: found null, expected a name or {name, arguments}"),
        (["a", 7], "expected_tools[1]: found a number, expected a name"),
        ([["a"]], "expected_tools[0]: found a list"),
        ([""], "expected_tools[0]: the name is empty"),
        ([" \n"], "expected_tools[0]: the name is blank"),
        ([{}], "expected_tools[0]: the name is missing"),
        ([{"name": 3}], "expected_tools[0].name: the name is a number, expected a text"),
        ([{"name": ""}], "expected_tools[0].name: the name is empty"),
        ([{"name": "a", "args": {}}], "expected_tools[0]: unknown field 'args' (did you mean 'arguments'?)"),
        (
            [{"name": "a", "count": 2}],
            "expected_tools[0]: unknown field 'count' (known: 'name', 'arguments')",
        ),
        ([{"name": "a", "arguments": None}], "expected_tools[0].arguments: found null, expected an object"),
        ([{"name": "a", "arguments": '{"q": 1}'}], "expected_tools[0].arguments: found a text"),
        ([call("a", q=float("nan"))], "expected_tools[0].arguments: no JSON: the number nan"),
        (["a"] * 1001, "expected_tools: size limit: 1,001 expected calls, at most 1,000 are read"),
    ],
)
def test_what_cannot_be_expected_fails_loudly(expected, message):
    """An entry that is no expected call is a mistake of the author and named with its place, in each mode."""
    for mode in MODES:
        with pytest.raises(CheckError) as caught:
            check(expected, [call("a")], mode)
        assert caught.value.message.startswith(message)
        assert caught.value.path == ()


def test_a_source_that_is_named_has_to_be_there():
    """An explicit source that leads nowhere fails, and the mistake leads to it; an absent default is none."""
    for source in ("expected.calls", "metadata.a.b", "expected_tools"):
        with pytest.raises(CheckError) as caught:
            prepared(source=source)(Case("", {"expected": {}}, [call("a")]))
        assert caught.value.path == ("source",)
        assert caught.value.message.startswith(source)
    for question in ({}, {"expected_tools": None}):
        outcome = prepared()(Case("", question, [call("a")]))
        assert (outcome.status, outcome.reason) == (
            Status.NOT_EXECUTABLE,
            "nothing expected: the question has no expected_tools",
        )


def test_expected_arguments_nest_200_levels():
    """200 levels of an expected call are compared, 201 are a mistake of the author."""
    deep = {}
    for _ in range(199):
        deep = {"a": deep}
    for mode in MODES:
        assert check([{"name": "f", "arguments": deep}], [{"name": "f", "arguments": deep}], mode).passed
        with pytest.raises(CheckError, match="no JSON: nested deeper than 200 levels"):
            check([{"name": "f", "arguments": {"a": deep}}], [call("f")], mode)
    outcome = check([call("f", b=1)], [{"name": "f", "arguments": {"a": deep}}])
    assert "its arguments are no strict JSON object (nested deeper than 200 levels)" in outcome.reason
    assert check(["f"], [{"name": "f", "arguments": {"a": deep}}]).passed


@pytest.mark.parametrize("mode", MODES)
def test_a_name_says_nothing_about_arguments(mode):
    """An entry without arguments fits each call of its name, even one whose arguments cannot be read."""
    for arguments in ({}, {"q": 1}, "not json", [1], None):
        assert check(["f"], [{"name": "f", "arguments": arguments}], mode).passed
        assert check([{"name": "f"}], [{"name": "f", "arguments": arguments}], mode).passed
    assert not check(["f"], [call("F"), call("f2"), call(" f")], mode).passed


def test_unreadable_arguments_fit_by_name_only():
    """What is no strict JSON object holds nothing, not even the empty object."""
    for mode in ("subset", "exact"):
        assert not check([call("f")], [{"name": "f", "arguments": "[]"}], mode).passed
    assert check([call("f", q=1)], [{"name": "f", "arguments": "[]"}], "none").passed


UNREAD = {"name": "f", "tool_kwargs": {"q": 1}}


@pytest.mark.parametrize("mode", ["subset", "exact"])
def test_a_check_that_needs_unknown_arguments_is_not_executable(mode):
    """Where a call with arguments under keys that are not read could be the one, nobody can say."""
    for expected, record in (
        ([call("f", q=1)], [UNREAD]),
        ([call("f")], [UNREAD]),
        (["g", call("f", q=1)], [UNREAD]),
        ([call("f", q=1)], [call("f", q=2), UNREAD]),
        ([call("f", q=1), call("f", q=2), call("f", q=3)], [call("f", q=1), UNREAD]),
    ):
        outcome = check(expected, record, mode)
        assert (outcome.status, outcome.score) == (Status.NOT_EXECUTABLE, None)
        assert outcome.reason == (
            f"the arguments of call {record.index(UNREAD)}, 'f', are unknown: they are under none of the "
            "keys that are read; there are 'tool_kwargs'"
        )
    two = check([call("f", q=1)], [UNREAD, UNREAD], mode)
    assert "are unknown (and 1 call more): " in two.reason


@pytest.mark.parametrize("mode", ["subset", "exact"])
def test_unknown_arguments_that_decide_nothing_are_no_matter(mode):
    """A name alone, enough other calls, and another tool need none of the arguments that are unknown."""
    assert check(["f"], [UNREAD], mode).passed
    assert check([call("f", q=1)], [UNREAD, call("f", q=1)], mode).passed
    assert check([call("g", q=1)], [UNREAD], mode).passed is False
    taken = check(["f", call("f", q=1)], [UNREAD], mode)
    assert (taken.passed, taken.score) == (False, 0.5)
    assert check([call("f", q=1)], [UNREAD], "none").passed


@pytest.mark.parametrize(
    ("expected", "found", "subset", "exact"),
    [
        ({}, {"a": 1}, True, False),
        ({"a": 1}, {"a": 1.0, "b": 2}, True, False),
        ({"a": {"b": 1}}, {"a": {"b": 1, "c": 2}}, True, False),
        ({"a": {}}, {"a": {"b": 1}}, True, False),
        ({"a": {}}, {"a": []}, False, False),
        ({"a": {}}, {"a": None}, False, False),
        ({"a": None}, {}, False, False),
        ({"a": [1]}, {"a": [1, 2]}, False, False),
        ({"a": [{"b": 1}]}, {"a": [{"b": 1, "c": 2}]}, False, False),
        ({"a": [{"b": 1, "c": [True]}]}, {"a": [{"c": [True], "b": 1.0}]}, True, True),
        ({"a": [1, 2]}, {"a": [2, 1]}, False, False),
        ({"a": "x"}, {"a": "X"}, False, False),
        ({"a": 1}, {"a": True}, False, False),
        ({"a": {"a": {"a": 1}}, "b": 2}, {"b": 2, "a": {"a": {"a": 1}}}, True, True),
    ],
)
def test_subset_and_exact(expected, found, subset, exact):
    """subset goes into objects and not into lists; exact is equality."""
    entries, record = [{"name": "f", "arguments": expected}], [{"name": "f", "arguments": found}]
    assert [check(entries, record, mode).passed for mode in MODES] == [True, subset, exact]


def test_pairing_is_not_first_come_first_served():
    """A call that two entries want goes to the one that has no other."""
    expected = [call("f"), call("f", q=1), "f"]
    for record in itertools.permutations([call("f", q=1), call("f", z=2), call("f")]):
        assert check(expected, list(record)).passed
    assert check(expected, [call("f", q=1), call("f")]).score == pytest.approx(2 / 3)


@pytest.mark.parametrize(
    ("expected", "record", "mode", "reason"),
    [
        (["a"], [call("a")], "none", "made the expected call"),
        (["a", "a"], [call("a")] * 4, "none", "made all 2 expected calls, 2 other calls"),
        (["a"], [], "none", "0 of 1 expected call made; missing: a; no call was made"),
        (
            ["a", "a", "a"],
            [call("a")],
            "exact",
            "1 of 3 expected calls made; missing: a (2 times); 'a' is called 1 time, expected 3",
        ),
        (
            ["serach", "b", "c", "d", "e"],
            [call("search"), call("x"), call("y"), call("z")],
            "none",
            "0 of 5 expected calls made, 4 other calls; missing: serach, b, c and 2 more; 'serach' "
            "is never called ('search' is), called: 'search', 'x', 'y' and 1 more",
        ),
        (
            [call("a", k={"x/y": [1, {"~": 2}]})],
            [call("a", k={"x/y": [1, {"~": "2"}]})],
            "subset",
            '0 of 1 expected call made, 1 other call; missing: a {"k": {"x/y": [1, {"~": 2}]}}; '
            'nearest, call 0: /k/x~1y/1/~0 is "2", expected 2',
        ),
        (
            [call("a", p=1, q=2), call("a", p=3, q=4)],
            [call("a", p=3, q=4), call("a"), call("a", p=1, q=3), call("a", p=2, q=3)],
            "exact",
            '1 of 2 expected calls made, 3 other calls; missing: a {"p": 1, "q": 2}; '
            "nearest, call 2: /q is 3, expected 2",
        ),
        (
            [call("a", l=[1, 2])],
            [call("a", l=[1])],
            "subset",
            '0 of 1 expected call made, 1 other call; missing: a {"l": [1, 2]}; '
            "nearest, call 0: /l has the length 1, expected 2",
        ),
        (
            ["a", call("a", q=1)],
            [call("a", q=1)],
            "subset",
            "1 of 2 expected calls made; missing: a {\"q\": 1}; 'a' is called 1 time, expected 2",
        ),
        (
            [call("a", q=1), call("a", q=2)],
            [call("a", q=1), call("a", q=1)],
            "subset",
            '1 of 2 expected calls made, 1 other call; missing: a {"q": 2}; '
            "nearest, call 0: /q is 1, expected 2",
        ),
        (
            [call("a", q=1), call("a", q=1), call("a", q=2)],
            [call("a", q=2), call("a", q=1)],
            "exact",
            "2 of 3 expected calls made; missing: a {\"q\": 1}; 'a' is called 2 times, expected 3",
        ),
        (
            [call("a")],
            [call("a", **dict.fromkeys("zyxwvutsrqponmlkjihg", 0))],
            "exact",
            "0 of 1 expected call made, 1 other call; missing: a {}; nearest, call 0: /g is 0, not expected "
            "and 19 places more",
        ),
        (
            [call("a", q=1)],
            [{"name": "a", "arguments": "q=1"}, {"name": "a", "arguments": {"r": {}}}],
            "exact",
            '0 of 1 expected call made, 2 other calls; missing: a {"q": 1}; nearest, call 1: /q is missing, '
            "expected 1 and 1 place more",
        ),
        (
            [call("a", q="Zürich")],
            [call("a", q="Zu\u0308rich")],
            "exact",
            '0 of 1 expected call made, 1 other call; missing: a {"q": "Zürich"}; nearest, call 0: /q is '
            r'"Zu\u0308rich", expected "Z\u00fcrich"',
        ),
        (
            [call("a", q="z" * 99 + "a")],
            [call("a", q="z" * 99 + "b")],
            "exact",
            '0 of 1 expected call made, 1 other call; missing: a {"q": "'
            + "z" * 30
            + "...; nearest, call 0: "
            '/q is "b" from character 99 on, expected "a"',
        ),
    ],
)
def test_a_miss_is_explained(expected, record, mode, reason):
    """The reason counts, names what is missing, and says in what the nearest call differs."""
    assert check(expected, record, mode).reason == reason


def test_the_evidence_are_calls():
    """A pass points at the calls that were expected, a miss at the nearest one, by their index."""
    record = [
        {"type": "text", "text": "Hm."},
        call("b"),
        call("a", q=2),
        {"role": "user", "content": "?"},
        call("c"),
    ]
    assert [(one.kind, one.call, one.text) for one in evidence(["c", "b"], record)] == [
        ("tool_call", 0, "b {}"),
        ("tool_call", 2, "c {}"),
    ]
    assert [(one.call, one.text) for one in evidence(["b", call("a", q=1)], record)] == [(1, 'a {"q": 2}')]
    assert evidence(["d"], record) == []


def test_details_count():
    """Programs read the three numbers of the reason from the details."""
    outcome = check(["a", "b"], [call("a"), call("c"), call("c")])
    assert outcome.details == {"expected": 2, "matched": 1, "recorded": 3}


def test_a_record_beyond_the_limit_fails():
    """An agent cannot get out of the check by calling too often."""
    outcome = check(["a"], [call("a")] * 10_001)
    assert (outcome.passed, outcome.score) == (False, 0.0)
    assert outcome.reason == "size limit: the record has more than 10,000 calls"


def test_no_response_is_not_executed():
    """Without a response nothing is judged, whatever was called."""
    kinds = load_kinds(plugins=[checkwright_tool_usage], entry_points=False)
    rubric = {
        "id": "r",
        "version": "1.0",
        "checks": [{"kind": "tool_usage"}],
        "scoring": {"combine": "all_pass"},
    }
    given_case = Case(None, {"expected_tools": ["a"]}, [call("a")])
    verdict = score(parse_rubric(rubric, kinds=kinds), given_case, kinds=kinds)
    assert (verdict.status, verdict.checks[0].reason) == ("not_scored", "no response")


NAMES = st.sampled_from("fg")
VALUES = st.sampled_from([0, 1, 1.0, "1", True, None, [1], [1.0], {"x": 1}, {"x": 1, "y": 2}, {}])
ARGUMENTS = st.dictionaries(st.sampled_from("pq"), VALUES, max_size=2)
CALLS = st.builds(lambda name, arguments: {"name": name, "arguments": arguments}, NAMES, ARGUMENTS)
EXPECTED = st.lists(NAMES | CALLS, min_size=1, max_size=5)


def same(one, other):
    if isinstance(one, bool) or isinstance(other, bool):
        return one is other
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(same, one, other))
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(same(one[key], other[key]) for key in one)
    return one == other


def fits(entry, recorded, mode):
    """Say whether a call may stand for an entry, the slow and recursive way."""
    if isinstance(entry, str):
        return entry == recorded["name"]

    def holds(wanted, there):
        if isinstance(wanted, dict) and isinstance(there, dict):
            return all(key in there and holds(value, there[key]) for key, value in wanted.items())
        return same(wanted, there)

    compare = {"none": lambda *_: True, "subset": holds, "exact": same}[mode]
    return entry["name"] == recorded["name"] and compare(entry["arguments"], recorded["arguments"])


def most_pairs(expected, record, mode):
    """Count the pairs of the best pairing by trying each."""
    if not expected:
        return 0
    first, rest = expected[0], expected[1:]
    best = most_pairs(rest, record, mode)
    for index, recorded in enumerate(record):
        if fits(first, recorded, mode):
            best = max(best, 1 + most_pairs(rest, record[:index] + record[index + 1 :], mode))
    return best


@given(EXPECTED.map(lambda entries: entries[:4]), st.lists(CALLS, max_size=4), st.sampled_from(MODES))
def test_the_score_is_that_of_the_best_pairing(expected, record, mode):
    """As many entries have a call of their own as in the best of all pairings."""
    pairs = most_pairs(expected, record, mode)
    outcome = check(expected, record, mode)
    assert outcome.score == pairs / len(expected)
    assert outcome.passed is (pairs == len(expected))


@given(st.data(), EXPECTED, st.lists(CALLS, max_size=6), st.sampled_from(MODES))
def test_the_order_of_the_record_changes_nothing(data, expected, record, mode):
    """Score and missing calls are the same in each order; so is the nearest call but for its index."""
    moved = data.draw(st.permutations(record))
    one, other = check(expected, record, mode), check(expected, moved, mode)

    def said(outcome):
        return "".join(
            part.partition(": ")[2] if " call " in part else part for part in outcome.reason.split("; ")
        )

    assert (one.status, one.score, one.details, said(one)) == (
        other.status,
        other.score,
        other.details,
        said(other),
    )


@given(st.data(), EXPECTED, st.lists(CALLS, max_size=5), CALLS, st.sampled_from(MODES))
def test_one_more_call_never_harms(data, expected, record, more, mode):
    """A further call, wherever it stands, lowers no score and fails no check that passes."""
    place = data.draw(st.integers(0, len(record)))
    before, after = (
        check(expected, record, mode),
        check(expected, [*record[:place], more, *record[place:]], mode),
    )
    assert after.score >= before.score
    assert after.passed or not before.passed


@given(EXPECTED, st.lists(CALLS, max_size=5))
def test_a_stricter_mode_never_scores_more(expected, record):
    """none is at least as generous as subset, and subset as exact."""
    none, subset, exact = (check(expected, record, mode).score for mode in MODES)
    assert none >= subset >= exact


@given(st.lists(CALLS, min_size=1, max_size=6), st.sampled_from(MODES))
def test_what_was_called_passes(record, mode):
    """A record passes the check that expects just its calls, and each expected call is then evidence."""
    assert check(record[::-1], record, mode).passed
    assert len(evidence(record[::-1], record, mode)) == len(record)


def _many(number, size):
    return [
        call("f", **{f"k{index}": (number * index) % 97 for index in range(size)}, n=number)
        for number in range(number)
    ]


@pytest.mark.long
@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize(
    ("expected", "record"),
    [
        (
            [call("f", n=index) for index in range(1000)],
            [call("f", n=index) for index in range(9_999, -1, -1)],
        ),
        ([call("f", n=-1 - index) for index in range(1000)], _many(10_000, 10)),
        ([call("f", **{f"k{index}": 1 for index in range(1000)}, n=n) for n in range(100)], _many(10_000, 3)),
        (["f"] * 1000, [call("f")] * 10_000),
        ([call("f", a=list(range(5_000)))], [call("f", a=[index]) for index in range(10_000)]),
        (
            [call("f", a="x" * 100_000)] * 10,
            [call("f", a="x" * 100_000 + str(index)) for index in range(100)],
        ),
    ],
    ids=["distinct", "nothing fits", "many wanted", "equal", "a long list", "long texts"],
)
def test_the_largest_records_take_seconds(mode, expected, record):
    """1,000 expected and 10,000 recorded calls are paired and explained within a second or two of CPU."""
    execute = prepared(match_args=mode)
    given_case = case(expected, record)
    started = time.thread_time()
    outcome = execute(given_case)
    if outcome.locate is not None:
        outcome.locate(given_case)
    assert time.thread_time() - started < 20
    assert outcome.passed in (True, False)
