"""Outcome and Case: what they hold and what they refuse."""

import pickle

import pytest

from checkwright import Case, InvalidOutcome, NotExecutable, Outcome, Status


@pytest.mark.parametrize(
    ("make", "field"),
    [
        (lambda: Outcome("passed", 1.0, "r"), "status"),
        (lambda: Outcome(Status.PASSED, None, "r"), "score"),
        (lambda: Outcome(Status.PASSED, True, "r"), "score"),
        (lambda: Outcome(Status.FAILED, float("nan"), "r"), "score"),
        (lambda: Outcome(Status.FAILED, float("inf"), "r"), "score"),
        (lambda: Outcome(Status.FAILED, -0.1, "r"), "score"),
        (lambda: Outcome(Status.PASSED, 1.2, "r"), "score"),
        (lambda: Outcome(Status.PASSED, 10**400, "r"), "score"),
        (lambda: Outcome(Status.FAILED, "1", "r"), "score"),
        (lambda: Outcome(Status.ERROR, 0.0, "r"), "score"),
        (lambda: Outcome(Status.NOT_EXECUTABLE, 1.0, "r"), "score"),
        (lambda: Outcome.judge(True, None), "reason"),
        (lambda: Outcome.judge(True, "r", details=[1]), "details"),
    ],
)
def test_outcome_outside_the_contract_cannot_be_made(make, field):
    """A wrong status, score, reason or details is refused where it is made, naming the field."""
    with pytest.raises(InvalidOutcome) as caught:
        make()
    assert caught.value.field == field
    assert pickle.loads(pickle.dumps(caught.value)).field == field


@pytest.mark.parametrize(
    ("outcome", "status", "score", "passed"),
    [
        (Outcome.judge(True, "r"), Status.PASSED, 1.0, True),
        (Outcome.judge(False, "r"), Status.FAILED, 0.0, False),
        (Outcome.judge(False, "r", 0.25), Status.FAILED, 0.25, False),
        (Outcome.judge(True, "r", 1), Status.PASSED, 1.0, True),
        (Outcome.not_executable("r"), Status.NOT_EXECUTABLE, None, None),
        (Outcome.error("r"), Status.ERROR, None, None),
    ],
)
def test_makers_give_the_four_statuses(outcome, status, score, passed):
    """Each maker gives its status, and a score only to an executed check."""
    assert (outcome.status, outcome.score, outcome.passed) == (status, score, passed)
    assert outcome.score is None or type(outcome.score) is float


def test_outcome_is_immutable():
    """An outcome can be shared by all cases."""
    with pytest.raises(AttributeError):
        Outcome.judge(True, "r").score = 0.5


@pytest.mark.parametrize(
    "arguments",
    [
        {"response": 5},
        {"response": b"x"},
        {"response": "", "question": []},
        {"response": "", "tool_calls": "x"},
        {"response": "", "tool_calls": {}},
    ],
)
def test_case_refuses_what_is_no_case(arguments):
    """A case of wrong types is the caller's mistake, said at once."""
    with pytest.raises(TypeError):
        Case(**arguments)


def test_case_takes_its_id_from_the_question():
    """Ids are text; one that is given wins."""
    assert Case("r", {"id": 7}).id == "7"
    assert Case("r", {"id": 7}, id="x").id == "x"
    assert Case("r", {"id": None}).id is None


def test_views_need_a_response():
    """Without a response a check that reads it is not executable."""
    for view in ("text", "nfc", "folded"):
        with pytest.raises(NotExecutable, match="no response"):
            getattr(Case(None), view)


def test_views_are_computed_once():
    """Checks share one folded text, one composed text and one of each memo."""
    case, calls = Case("Stra\u00dfe e\u0301"), []

    def count(given):
        calls.append(given)
        return len(given.text)

    assert case.folded is case.folded
    assert case.nfc is case.nfc
    assert (case.folded, case.nfc) == ("strasse \u00e9", "Stra\u00dfe \u00e9")
    assert [case.memo(count), case.memo(count)] == [9, 9]
    assert calls == [case]


def test_case_pickles_without_its_memos():
    """A case crosses processes by what it was given."""
    case = Case("r", {"id": "a", "expected": {"x": 1}}, [{"name": "t"}])
    case.memo(lambda given: open)
    assert pickle.loads(pickle.dumps(case)) == case
    assert case != Case("s", {"id": "a"})
    assert case.__eq__(1) is NotImplemented
    assert "tool_calls=[{'name': 't'}]" in repr(case)


def test_a_score_of_minus_zero_is_zero():
    """JSON and every text show 0."""
    assert str(Outcome.judge(False, "no", -0.0).score) == "0.0"
