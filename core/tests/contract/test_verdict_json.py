"""The JSON of a verdict: its fields and their order, and that what is read back says the same."""

import json
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

import checkwright_schema
from checkwright import Case, CheckResult, Evidence, InvalidVerdict, Outcome, Status, Verdict
from checkwright.contract.head import Head

FIELDS = ["format", "id", "rubric", "status", "score", "passed", "grade", "reason", "coverage", "checks",
          "signature"]  # fmt: skip
CHECK = ["index", "id", "kind", "status", "score", "weight", "reason", "evidence", "evidence_error",
         "details"]  # fmt: skip
EVIDENCE = ["kind", "text", "start", "end", "pointer", "call", "rater"]
VALIDATOR = Draft202012Validator(checkwright_schema.schema("verdict"))

PLACES = (
    Evidence.span("oh yes", 3, 6),
    Evidence.json_pointer("", "{}"),
    Evidence.tool_call(0, "f {}"),
    Evidence.rating("r1", ""),
)


def verdict_of(*outcomes, status="scored", score=0.5, passed=True):
    """Make a verdict of outcomes, the checks of which have a kind and an index alone."""
    checks = tuple((None, f"kind{index}", 1.0) for index in range(len(outcomes)))
    head = Head("rubric/r@1.0", "min", 0.5, checks, "abc")
    return Verdict(head, Case("a reply", id="Q"), outcomes, status, score, passed)


@pytest.fixture
def data():
    """The JSON of a verdict with evidence of every kind."""
    outcome = Outcome.judge(True, "found", 0.5, locate=lambda case: PLACES, details={"a": [1]})
    return verdict_of(outcome, Outcome.not_executable("people")).to_dict()


def test_every_field_is_there_in_its_order(data):
    """Whatever the verdict says: a reader of columns finds the same fields in every row."""
    empty = Verdict.without_checks("error", "unreadable").to_dict()
    assert list(data) == list(empty) == FIELDS
    assert [list(check) for check in data["checks"]] == [CHECK, CHECK]
    assert [list(one) for one in data["checks"][0]["evidence"]] == [EVIDENCE] * 4
    assert VALIDATOR.is_valid(data)
    assert VALIDATOR.is_valid(empty)


def test_details_are_json_text_or_null(data):
    """Their shape differs from kind to kind; in Python they are a mapping."""
    assert [check["details"] for check in data["checks"]] == ['{"a": [1]}', None]
    assert [check.details for check in Verdict.from_dict(data).checks] == [{"a": [1]}, {}]


def test_nested_details_stay_objects(data):
    """Inside the details of another check, where text inside text would double its escapes."""
    verdict = Verdict.from_dict(data)
    nested = verdict.to_dict(nested=True)
    assert [check["details"] for check in nested["checks"]] == [{"a": [1]}, None]
    assert Verdict.from_dict(nested).to_dict() == data


def test_a_verdict_without_checks_says_why():
    """Its reason is one clean line, and what is not known is null."""
    verdict = Verdict.without_checks("not_scored", "no\nrow", id="Q", rubric="rubric/r@1.0")
    assert (verdict.status, verdict.reason, verdict.checks) == ("not_scored", "no row", ())
    assert (verdict.id, verdict.rubric, verdict.signature) == ("Q", "rubric/r@1.0", None)
    assert verdict.to_dict()["coverage"] == {"executed": 0, "checks": 0}


def test_another_reason_changes_nothing_else(data):
    """Made one clean line; the verdict that it is made of stays."""
    verdict = Verdict.from_dict(data)
    other = verdict.with_reason("because\tof this")
    assert other.to_dict() == {**data, "reason": "because of this"}
    assert verdict.to_dict() == data


texts = st.text(st.characters(codec=None, categories=None), max_size=8)
scores = st.floats(0, 1, allow_nan=False)
jsons = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | texts,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(texts, inner, max_size=3),
    max_leaves=6,
)
places = st.integers(0, 1 << 40)
evidence = st.one_of(
    st.builds(
        lambda text, start, more: Evidence("span", text, start=start, end=start + more),
        texts, places, places,
    ),
    st.builds(Evidence.json_pointer, texts, texts),
    st.builds(Evidence.tool_call, places, texts),
    st.builds(Evidence.rating, texts, texts),
)  # fmt: skip


@st.composite
def outcomes(draw):
    status = draw(st.sampled_from(Status))
    score = draw(scores) if status in (Status.PASSED, Status.FAILED) else None
    found = tuple(draw(st.lists(evidence, max_size=2)))
    details = draw(st.none() | st.dictionaries(texts, jsons, max_size=3))
    broken = draw(st.booleans())
    locate = (lambda case: 1 / 0) if broken else (lambda case: found)
    return Outcome(status, score, draw(texts), draw(st.sampled_from([None, locate])), details)


@st.composite
def verdicts(draw):
    made = draw(st.lists(outcomes(), max_size=3))
    if not made and draw(st.booleans()):
        return Verdict.without_checks("error", draw(texts), id=draw(st.none() | texts))
    checks = tuple((draw(st.none() | texts), draw(texts), draw(st.floats(0, 1e6))) for _ in made)
    head = Head(draw(texts), "weighted_avg", 0.5, checks, draw(texts))
    score = draw(st.none() | scores)
    status = "scored" if score is not None else draw(st.sampled_from(["not_scored", "error"]))
    passed = None if score is None else draw(st.booleans())
    return Verdict(head, Case("", id=draw(st.none() | texts)), made, status, score, passed)


@given(verdicts(), st.booleans())
def test_what_is_read_back_says_the_same(verdict, with_evidence):
    """Over JSON and over pickle: every field, and the checks with their evidence and details."""
    data = verdict.to_dict(evidence=with_evidence)
    again = Verdict.from_dict(json.loads(json.dumps(data)))
    assert again.to_dict() == data
    assert (again.id, again.rubric, again.reason, again.grade) == (
        verdict.id, verdict.rubric, verdict.reason, verdict.grade,
    )  # fmt: skip
    assert (again.status, again.score, again.passed, again.executed, again.signature) == (
        verdict.status, verdict.score, verdict.passed, verdict.executed, verdict.signature,
    )  # fmt: skip
    if with_evidence:
        assert again.checks == verdict.checks
        assert pickle.loads(pickle.dumps(again)).to_dict() == data
    else:
        assert again.to_dict(evidence=False) == verdict.to_dict(evidence=False) == data


@given(verdicts())
def test_every_verdict_fits_the_published_schema(verdict):
    """Written with and without its evidence, and whatever the texts in it."""
    assert list(VALIDATOR.iter_errors(json.loads(json.dumps(verdict.to_dict())))) == []
    assert list(VALIDATOR.iter_errors(verdict.to_dict(evidence=False))) == []


GONE = object()


@pytest.mark.parametrize(
    ("path", "value", "message"),
    [
        ((), [], "the verdict: found a list, expected an object"),
        (("format",), GONE, "format is missing, expected 2"),
        (("format",), "2", "format: found '2', expected 2"),
        (("format",), 1, "format: found 1, expected 2; it was written by an earlier version of checkwright: "
         "grade the responses again"),
        (("format",), 3, "format: found 3, expected 2; it was written by a later version of checkwright: "
         "install that version"),
        (("id",), 7, "id: found 7, expected a text or null"),
        (("status",), "passed", "status: found 'passed', expected scored, not_scored or error"),
        (("status",), "error", "status: found 'error', expected scored beside a score and passed, or another "
         "status beside null in both"),
        (("passed",), None, "status: found 'scored', expected scored beside a score and passed, or another "
         "status beside null in both"),
        (("score",), float("nan"), "score: found nan, expected a number from 0 to 1, or null"),
        (("score",), True, "score: found true, expected a number from 0 to 1, or null"),
        (("grade",), 3.0, "grade: found 3.0, expected five times the score"),
        (("coverage", "executed"), 2, 'coverage: found an object, expected {"executed": 1, "checks": 2}, '
         "as the checks say"),
        (("checks",), None, "checks: found null, expected a list"),
        (("checks", 0), "x", "checks[0]: found 'x', expected an object"),
        (("checks", 1, "index"), 0, "checks[1].index: found 0, expected 1, its position"),
        (("checks", 1, "kind"), None, "checks[1].kind: found null, expected a text"),
        (("checks", 1, "status"), "maybe", "checks[1].status: found 'maybe', expected passed, failed, "
         "not_executable or error"),
        (("checks", 1, "score"), 1.0, "checks[1].score: found 1.0, expected a number for passed and failed, "
         "null for all others"),
        (("checks", 0, "weight"), -1, "checks[0].weight: found -1, expected a number, 0 or more"),
        (("checks", 0, "evidence_error"), GONE,
         "checks[0].evidence_error is missing, expected a text or null"),
        (("checks", 1, "reason"), "", "checks[1].reason: found '', expected a text of 1 to 300 characters"),
        (("checks", 0, "details"), "[1]", "checks[0].details: found '[1]', expected the JSON text of an "
         "object, or null"),
        (("checks", 0, "details"), "{", "checks[0].details: found '{', expected the JSON text of an object, "
         "or null"),
        (("checks", 0, "details"), '{"a": NaN}', "checks[0].details: found '{\"a\": NaN}', expected the JSON "
         "text of an object, or null"),
        (("checks", 0, "evidence", 0, "kind"), "place", "checks[0].evidence[0]: there is no evidence of the "
         "kind 'place', only span, json_pointer, tool_call, rating"),
        (("checks", 0, "evidence", 0, "start"), None, "checks[0].evidence[0]: evidence of the kind span has "
         "start (int) and end (int), no other place: Evidence(kind='span', text='yes', end=6)"),
        (("checks", 0, "evidence", 3, "rater"), GONE, "checks[0].evidence[3].rater is missing, expected a "
         "text or null"),
    ],
)  # fmt: skip
def test_what_is_no_verdict_is_refused_with_its_place(data, path, value, message):
    """What field, what was found, what was expected; the place for programs too."""
    data = {"top": data}
    inner = data
    for step in ("top", *path)[:-1]:
        inner = inner[step]
    last = path[-1] if path else "top"
    if value is GONE:
        del inner[last]
    else:
        inner[last] = value
    with pytest.raises(InvalidVerdict) as caught:
        Verdict.from_dict(data["top"])
    assert str(caught.value) == message
    assert path[: len(caught.value.path)] == caught.value.path or path == ("passed",)
    assert str(pickle.loads(pickle.dumps(caught.value))) == message


@given(verdicts(), st.data())
def test_any_other_shape_is_refused_and_nothing_else_is_raised(verdict, draw):
    """One value anywhere is replaced by some JSON: it is a verdict still, or InvalidVerdict says why not."""
    data = json.loads(json.dumps(verdict.to_dict()))
    inner, value = data, draw.draw(jsons)
    while True:
        steps = list(inner) if isinstance(inner, dict) else list(range(len(inner)))
        step = draw.draw(st.sampled_from(steps))
        if not inner[step] or not isinstance(inner[step], dict | list) or draw.draw(st.booleans()):
            inner[step] = value
            break
        inner = inner[step]
    try:
        again = Verdict.from_dict(data)
    except InvalidVerdict:
        return
    assert VALIDATOR.is_valid(json.loads(json.dumps(again.to_dict())))


def test_fields_that_a_verdict_has_not_are_passed_over(data):
    """A row of a run is read as the verdict that it is, and so is one with columns of somebody's own."""
    more = {**data, "line": 1, "sample": 0, "row": {}, "run": "monday"}
    assert Verdict.from_dict(more).to_dict() == data


def test_whole_numbers_are_taken_for_scores_and_weights(data):
    """Many writers of JSON know no difference between 1 and 1.0."""
    data = {**data, "score": 1, "grade": 5}
    data["checks"][0].update(score=1, weight=2)
    verdict = Verdict.from_dict(data)
    assert [type(one) for one in (verdict.score, verdict.checks[0].score, verdict.checks[0].weight)] == [
        float
    ] * 3


def test_a_result_is_what_was_written(data):
    """The typed value of a check, with the evidence that it was written with."""
    assert Verdict.from_dict(data).checks[0] == CheckResult(
        0, None, "kind0", Status.PASSED, 0.5, 1.0, "found", PLACES, {"a": [1]}
    )
