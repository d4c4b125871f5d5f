"""Verdicts: the reason line, JSON, evidence on demand, pickling, the signature."""

import json
import pickle

import pytest
from jsonschema import Draft202012Validator

import checkwright_schema
from checkwright import Case, Limits, compile_rubric, score
from checkwright.engine.signature import digest


def says(word, **more):
    return {"kind": "test.says", "word": word, **more}


def breaks(how, **more):
    return {"kind": "test.breaks", "how": how, **more}


WORDS = {"kind": "test.words"}


@pytest.mark.parametrize(
    ("checks", "scoring", "expected"),
    [
        ([says("yes")], {}, "1 of 1 check executed and passed (all_pass)"),
        (
            [says("yes"), {"kind": "test.words"}, breaks("not_executable"), breaks("not_executable")],
            {},
            "1 of 4 checks executed and passed (all_pass); not executable: test.words, test.breaks x2",
        ),
        (
            [says("no", id="polite"), says("nay"), says("yes")],
            {},
            "failed: polite, test.says; 3 of 3 checks executed, 1 passed (all_pass)",
        ),
        (
            [says("yes"), says("no")],
            {"combine": "weighted_avg", "threshold": 0.6},
            "failed: test.says; 2 of 2 checks executed, 1 passed (weighted_avg 0.5, threshold 0.6)",
        ),
        (
            [says("yes"), breaks("service", id="judge")],
            {},
            "error in judge: the judge is down; 1 of 2 checks executed and passed (all_pass), "
            "no score because of the error",
        ),
    ],
)
def test_reason_reads_like_a_sentence(kinds, rubric_of, checks, scoring, expected):
    """Errors and failures come first, exclusions are named, coverage is never hidden."""
    assert score(rubric_of(*checks, **scoring), Case("yes"), kinds=kinds).reason == expected


def test_reason_is_one_clean_line(kinds, rubric_of):
    """Ids of an author cannot break the line, colour it or make it endless."""
    checks = [says("no", id=f"a\n\x1b[31m\u202e{number}") for number in range(100)]
    reason = score(rubric_of(*checks), Case("yes"), kinds=kinds).reason
    assert reason.isprintable()
    assert len(reason) == 300


@pytest.mark.parametrize("how", ["dirty reason", "empty reason"])
def test_reasons_of_checks_are_made_clean(kinds, rubric_of, how):
    """What a kind says is shown on one printable line, and never as nothing."""
    reason = score(rubric_of(breaks(how)), Case("yes"), kinds=kinds).checks[0].reason
    assert reason.isprintable()
    assert reason


@pytest.mark.parametrize(
    "checks",
    [
        [says("yes"), says("no")],
        [WORDS],
        [breaks("KeyError"), WORDS],
        [breaks("bad evidence"), breaks("bad details")],
    ],
)
@pytest.mark.parametrize("response", ["well, yes", "", None])
def test_to_dict_follows_the_verdict_schema(kinds, rubric_of, checks, response):
    """Every verdict is JSON of format 2."""
    validator = Draft202012Validator(checkwright_schema.schema("verdict"))
    data = score(rubric_of(*checks), Case(response, {"id": 7}), kinds=kinds).to_dict()
    validator.validate(json.loads(json.dumps(data)))
    assert data["id"] == "7"


def test_grade_is_five_times_the_score(kinds, rubric_of):
    """The grade lies on the scale from 0 to 5."""
    verdict = score(rubric_of(says("yes"), says("no"), combine="weighted_avg"), Case("yes"), kinds=kinds)
    assert (verdict.score, verdict.grade) == (0.5, 2.5)


def test_evidence_is_located_when_read(kinds, rubric_of):
    """The evidence quotes the response and says where it stands."""
    verdict = score(rubric_of(says("yes")), Case("oh yes!"), kinds=kinds)
    assert "checks" not in verdict.__dict__
    assert verdict.to_dict()["checks"][0]["evidence"] == [
        {
            "kind": "span",
            "text": "yes",
            "start": 3,
            "end": 6,
            "pointer": None,
            "call": None,
            "rater": None,
        }
    ]


def test_evidence_that_breaks_is_said(kinds, rubric_of):
    """A fault in locating changes no verdict and is not hidden."""
    verdict = score(rubric_of(breaks("bad evidence")), Case("yes"), kinds=kinds)
    result = verdict.to_dict()["checks"][0]
    assert verdict.passed
    assert (result["evidence"], result["evidence_error"]) == ([], "ZeroDivisionError: division by zero")


def test_details_that_are_no_json_are_said(kinds, rubric_of):
    """Details that JSON cannot hold are replaced by the reason why."""
    result = score(rubric_of(breaks("bad details")), Case("yes"), kinds=kinds).to_dict()["checks"][0]
    assert "not JSON serializable" in json.loads(result["details"])["details_error"]


@pytest.mark.parametrize("response", ["oh yes!", "no", None])
def test_verdict_pickles_with_its_evidence(kinds, rubric_of, response):
    """A verdict means the same on the other side of a process."""
    verdict = score(rubric_of(says("yes"), WORDS), Case(response, id="c"), kinds=kinds)
    again = pickle.loads(pickle.dumps(verdict))
    assert again.to_dict() == verdict.to_dict()
    assert pickle.loads(pickle.dumps(again)).to_dict() == verdict.to_dict()
    assert repr(again) == repr(verdict)


def test_signature_changes_with_what_decides(kinds, rubric_of):
    """Another rubric or other limits: another signature. The same ones: the same."""
    rubric = rubric_of(says("yes"))
    plan = compile_rubric(rubric, kinds=kinds)
    again = compile_rubric(rubric_of(says("yes")), kinds=kinds)
    other = compile_rubric(rubric_of(says("no")), kinds=kinds)
    limited = compile_rubric(rubric, kinds=kinds, limits=Limits(regex_chars=5))
    assert plan.head.signature == again.head.signature
    assert len({plan.head.signature, other.head.signature, limited.head.signature}) == 3
    assert plan.score(Case("yes")).signature == plan.head.signature


def test_signature_is_spelled_out(kinds, rubric_of):
    """The plan says what its signature is made of."""
    spelled = compile_rubric(rubric_of(says("yes")), kinds=kinds).signature
    assert set(spelled) == {
        "reference",
        "rubric",
        "rubrics",
        "engine",
        "schemas",
        "kinds",
        "providers",
        "unicode",
        "limits",
    }
    assert spelled["kinds"]["test.says"] == {
        "distribution": "kinds_of_words",
        "version": "",
        "engines": {},
    }


def test_digest_ignores_key_order():
    """Equal data has an equal digest."""
    assert digest({"a": 1, "b": "\ud800"}) == digest({"b": "\ud800", "a": 1})


def test_a_verdict_without_evidence_locates_none(kinds, rubric_of):
    """The evidence of each check is an empty list, and not even looked for; all else is the same."""
    verdict = score(rubric_of(says("yes"), breaks("bad evidence")), Case("yes"), kinds=kinds)
    bare = verdict.to_dict(evidence=False)
    assert "checks" not in vars(verdict)
    whole = verdict.to_dict()
    assert whole["checks"][1]["evidence_error"]
    for check in whole["checks"]:
        check.update(evidence=[], evidence_error=None)
    assert bare == whole


def test_evidence_must_be_evidence(kinds, rubric_of):
    """A locate that gives something else is said, and the verdict stands."""
    verdict = score(rubric_of(breaks("no evidence")), Case("yes"), kinds=kinds)
    assert verdict.passed
    assert verdict.checks[0].evidence_error == "TypeError: locate must give Evidence objects"
