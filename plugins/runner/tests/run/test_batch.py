"""The batch run in one process: rows joined to questions and rubrics, verdict rows out."""

import json
from types import SimpleNamespace
from typing import Literal

import kinds_of_words
import kinds_that_ask
import pytest
from jsonschema import Draft202012Validator
from kinds_of_words import KINDS
from runs_in_process import (
    SAYS,
    WORDS,
    Job,
    Resources,
    RubricStore,
    dataset_of,
    graded,
    load_kinds,
    rubric_of,
)
from verdicts_by_hand import SPAN_FIELDS

import checkwright_schema
from checkwright import CheckSpec, Kind, Outcome, Provider, Role, compile_rubric, hookimpl
from checkwright_runner.run.batch import Run


def row(question, response="hello", **fields):
    return {"question_id": question, "response": response, **fields}


@pytest.fixture
def job_of(kinds):
    return lambda *checks: Job(rubric_of(kinds, *checks))


@pytest.fixture
def job(kinds, tmp_path):
    """A job of several questions and a store in which one rubric is disabled, one broken, one missing."""
    for name, checks, enabled in (("one", [SAYS], True), ("words", [WORDS], True), ("off", [SAYS], False)):
        document = {
            "id": name,
            "version": "1.0",
            "enabled": enabled,
            "checks": checks,
            "scoring": {"combine": "min"},
        }
        (tmp_path / f"{name}.json").write_text(json.dumps(document), encoding="utf-8")
    (tmp_path / "bad.json").write_text('{"id": "bad", "version": "1.0", "checks": []}', encoding="utf-8")
    dataset = dataset_of(
        a={"rubric_ref": "rubric/one@1.0"},
        b={"rubric_ref": "rubric/one@1.0"},
        words={"rubric_ref": "rubric/words@1.0"},
        off={"rubric_ref": "rubric/off@1.0"},
        bad={"rubric_ref": "rubric/bad@1.0"},
        gone={"rubric_ref": "rubric/oen@1.0"},
        none={},
        left={"rubric_ref": "rubric/one@1.0", "disabled": True},
    )
    return Job(None, dataset, Resources(RubricStore.from_directory(tmp_path, kinds=kinds)))


def told(rows):
    return [(one["id"], one["status"], one["reason"].partition(":")[0]) for one in rows]


def test_a_row_becomes_its_verdict_with_line_sample_and_row(kinds, job_of):
    """A verdict row is the verdict of the plan, and three fields more."""
    job = job_of(SAYS, WORDS)
    (one,), _ = graded(job, kinds, row("Q1", model="m"))
    assert list(one)[-3:] == ["line", "sample", "row"]
    assert [one.pop(name) for name in ("line", "sample", "row")] == [1, 0, {"model": "m"}]
    assert (one["id"], one["passed"], one["coverage"]) == ("Q1", True, {"executed": 1, "checks": 2})
    assert one["signature"] == compile_rubric(job.rubric, kinds=kinds).head.signature
    assert one["checks"][0]["evidence"] == [
        {"kind": "span", "text": "hello", "start": 0, "end": 5, **SPAN_FIELDS}
    ]


def test_a_bad_row_becomes_an_error_verdict_and_the_run_goes_on(kinds, job_of):
    """The rubric is still known, nothing was checked, and the next row is graded."""
    (bad, good), totals = graded(job_of(SAYS), kinds, {"question_id": "Q", "response": 1}, row("Q"))
    assert (bad["rubric"], bad["id"], bad["line"], bad["sample"]) == ("rubric/t@1.0", "Q", 1, 0)
    assert (bad["status"], bad["score"], bad["passed"], bad["checks"]) == ("error", None, None, [])
    assert bad["reason"] == "response must be a text or null, not 1"
    assert bad["signature"] == good["signature"]
    assert (good["passed"], good["sample"]) == (True, 1)
    assert totals.first_errors == [(1, bad["reason"])]


def test_no_response_is_not_scored(kinds, job_of):
    """null is no failing reply."""
    (one,), _ = graded(job_of(SAYS), kinds, row("Q", None))
    assert (one["status"], one["score"], one["passed"]) == ("not_scored", None, None)


def test_a_row_without_a_question_stands_for_itself(kinds, job_of):
    """Without a dataset it is graded all the same, and is no sample of anything."""
    (one, two), _ = graded(job_of(SAYS), kinds, {"response": "hello"}, {"response": "bye"})
    assert [(each["id"], each["sample"], each["passed"]) for each in (one, two)] == [
        (None, None, True),
        (None, None, False),
    ]


def test_every_kind_of_row_gets_its_verdict(kinds, job):
    """What leads to no rubric is not scored with the store's reason, what leads to a broken one an error."""
    rows, _ = graded(
        job,
        kinds,
        *(row(name) for name in ("a", "words", "off", "bad", "gone", "none", "left", "other")),
        {"response": "hello"},
        row("a", "bye"),
        b"nope",
    )
    assert told(rows) == [
        ("a", "scored", "1 of 1 check executed and passed (min 1, threshold 0.5)"),
        ("words", "not_scored", "nothing executed; not executable"),
        ("off", "not_scored", "rubric/off@1.0 is disabled"),
        ("bad", "error", "rubric/bad@1.0 is invalid"),
        ("gone", "not_scored", "no rubric has the id 'oen', did you mean 'one'?"),
        ("none", "not_scored", "the question names no rubric"),
        ("left", "not_scored", "the question is disabled"),
        ("other", "error", "no question has the id 'other'"),
        (None, "error", "the row names no question"),
        ("a", "scored", "failed"),
        (None, "error", "not JSON"),
        ("b", "not_scored", "no response row"),
    ]
    assert [one["rubric"] for one in rows[:4]] == [
        f"rubric/{name}@1.0" for name in ("one", "words", "off", "bad")
    ]
    assert [one["rubric"] for one in rows[5:9]] == [None] * 4
    assert [one["sample"] for one in rows if one["id"] == "a"] == [0, 1]


def test_questions_without_a_row_come_last(kinds, job):
    """Each has a row of its own, without a line, in the order of the dataset; disabled ones have none."""
    rows, totals = graded(job, kinds, row("words"), {"question_id": "b", "response": 5})
    assert [(one["id"], one["line"], one["sample"], one["row"]) for one in rows[2:]] == [
        (name, None, None, {}) for name in ("a", "off", "bad", "gone", "none")
    ]
    assert {(one["status"], one["reason"]) for one in rows[2:]} == {("not_scored", "no response row")}
    assert rows[2]["coverage"] == {"executed": 0, "checks": 1}
    assert (totals.not_scored, totals.apart, totals.counted) == (6, 4, 3)


def test_rows_that_nobody_could_score_are_counted_apart(kinds, job):
    """No enabled rubric, vocabulary alone, disabled: not in the denominator; errors and no response are."""
    names = ("words", "off", "gone", "none", "left")
    _, totals = graded(
        job,
        kinds,
        *map(row, names),
        *(row(name, None) for name in names),
        row("bad"),
        row("a"),
        row("b", None),
    )
    assert (totals.rows, totals.apart, totals.counted, totals.pass_rate) == (13, 10, 3, 1 / 3)


def test_one_rubric_may_grade_the_questions_of_a_dataset(kinds, job):
    """It comes before the one that a question names; unknown ids are errors that still know it."""
    own = Job(rubric_of(kinds, SAYS), job.dataset, job.resources)
    rows, _ = graded(own, kinds, row("none"), row("bad"), row("other"), row("left"))
    assert [(one["rubric"], one["status"]) for one in rows[:4]] == [
        ("rubric/t@1.0", "scored"),
        ("rubric/t@1.0", "scored"),
        ("rubric/t@1.0", "error"),
        (None, "not_scored"),
    ]
    assert own.refs == ("rubric/t@1.0",)


def test_without_a_store_references_lead_to_nothing(kinds, job):
    """A job that has none says so at every row."""
    rows, totals = graded(Job(None, job.dataset), kinds, row("a"))
    assert rows[0]["reason"] == "rubric/one@1.0: this run has no rubrics to look it up in"
    assert totals.counted == 0


class Expects(CheckSpec):
    """Pass when the response is the expected answer of the question."""

    kind: Literal["test.expects"]


def compare(case):
    return Outcome.judge(case.text == case.question["expected"]["answer"], "compared")


def test_a_check_sees_its_question():
    """The question is joined by its id as text, whatever its type in either file."""
    offer = hookimpl(lambda: [Kind(spec=Expects, prepare=lambda spec, toolbox: compare)])
    kinds = load_kinds(plugins=[SimpleNamespace(checkwright_kinds=offer)], entry_points=False)
    job = Job(rubric_of(kinds, {"kind": "test.expects"}), dataset_of(**{"7": {"expected": {"answer": "x"}}}))
    rows, _ = graded(job, kinds, {"question_id": 7, "response": "x"}, row("7", "y"))
    assert [one["passed"] for one in rows] == [True, False]


def test_a_rubric_is_compiled_once(kinds, job, monkeypatch):
    """However many rows ask for it."""
    compiled = []
    monkeypatch.setattr(
        "checkwright_runner.run.grader.compile_rubric",
        lambda rubric, **given: compiled.append(rubric.id) or compile_rubric(rubric, **given),
    )
    graded(job, kinds, *[row("a"), row("words"), row("b")] * 5)
    assert compiled == ["one", "words"]


def test_every_verdict_row_fits_the_published_schema(kinds, job):
    """Scored, not scored and error rows, of good and bad lines, are as verdict.schema.json says."""
    validator = Draft202012Validator(checkwright_schema.schema("verdict"))
    lines = [b'{"question_id": "a", "response": "\\ud800", "x": [1]}', b"nope", b"[]", b'{"response": null}']
    rows, _ = graded(job, kinds, *lines, *(row(name) for name in ("words", "off", "bad", "left")))
    broken = Job(
        rubric_of(
            kinds, {"kind": "test.breaks", "how": "KeyError"}, {"kind": "test.breaks", "how": "bad evidence"}
        )
    )
    rows += graded(broken, kinds, *lines)[0]
    assert {one["status"] for one in rows} == {"scored", "not_scored", "error"}
    for one in rows:
        assert list(validator.iter_errors(one)) == []


def test_a_missing_kind_is_gradable(kinds):
    """A rubric is vocabulary alone when every kind of it says so, not when one is missing."""
    none = load_kinds(plugins=KINDS[:1], entry_points=False)
    _, totals = graded(Job(rubric_of(kinds, WORDS)), none, row("a", None))
    assert totals.apart == 0


def test_signatures_spell_what_each_reference_stands_for(kinds, job):
    """The signature of a rubric, or the reason why there is none."""
    with Run(job, kinds, workers=0) as run:
        found = run.compiled().signatures
    assert list(found) == [f"rubric/{name}@1.0" for name in ("one", "words", "off", "bad", "oen")]
    assert found["rubric/one@1.0"]["reference"] == "rubric/one@1.0"
    assert found["rubric/off@1.0"] == {"reason": "rubric/off@1.0 is disabled"}


ASKS = {"kind": "test.asks"}


@pytest.mark.parametrize(
    ("checks", "apart"),
    [
        ([ASKS], 2),
        ([ASKS, WORDS], 2),
        ([WORDS], 2),
        ([ASKS, SAYS], 0),
    ],
)
def test_judges_alone_are_counted_apart_where_there_are_none(checks, apart):
    """As vocabulary is, and together with it; a check that is executed changes that."""
    kinds = load_kinds(plugins=[kinds_of_words, kinds_that_ask], entry_points=False)
    judge = Provider(Role("judges", decides=False), "judges", object)
    asks = {**ASKS, "how": "missing"}
    rubric = rubric_of(kinds, *(asks if check is ASKS else check for check in checks))
    rows = [row("a", None), row("b", None)]
    assert graded(Job(rubric), kinds, *rows)[1].apart == apart
    with_judges = Job(rubric, resources=Resources(providers=[judge]))
    assert graded(with_judges, kinds, *rows)[1].apart == (2 if checks == [WORDS] else 0)


def test_checks_that_no_row_can_be_graded_by_are_told(tmp_path):
    """Those of all rubrics, each once; in words, since they come from workers too."""
    kinds = load_kinds(plugins=[kinds_of_words, kinds_that_ask], entry_points=False)
    rubrics = [
        rubric_of(kinds, SAYS, {**ASKS, "how": "missing", "id": "judged"}, name="one"),
        rubric_of(kinds, {**ASKS, "how": "mistake"}, WORDS, name="two"),
    ]
    names = {"a": "one", "b": "two", "c": "one"}
    dataset = dataset_of(**{name: {"rubric_ref": f"rubric/{ref}@1.0"} for name, ref in names.items()})
    job = Job(None, dataset, Resources(RubricStore.of(rubrics)))
    for workers, together in ((0, 1), (1, 1), (0, 2), (1, 2)):
        plugins = ("kinds_of_words", "kinds_that_ask")
        with Run(job, kinds, workers=workers, together=together, plugins=plugins) as run:
            found = run.compiled()
        assert [(one.rubric, one.check, one.reason, set(one.effects)) for one in found.unprepared] == [
            ("rubric/one@1.0", "judged", "no key is set", {"judge"}),
            ("rubric/two@1.0", "checks[0]", "is no name of a judge", {"judge"}),
            ("rubric/two@1.0", "checks[1]", "read by people", set()),
        ]
        assert list(found.signatures) == ["rubric/one@1.0", "rubric/two@1.0"]
