"""Runs whose first rows say little of what comes later, written as `run -o` writes them."""

import io
import json
from typing import Any, Literal

from runs_in_process import Job, dataset_of, rubric_of

from checkwright import CheckSpec, Evidence, Kind, Outcome, Resources, RubricStore, load_kinds
from checkwright_runner.run.batch import Run

__all__ = ["RUNS", "write_run"]


class Rated(CheckSpec):
    """Pass by the word of a rater."""

    kind: Literal["test.rated"]


class Tells(CheckSpec):
    """Pass, with the response as its details."""

    kind: Literal["test.tells"]


class Lost(CheckSpec):
    """Pass, and fail to say where."""

    kind: Literal["test.lost"]


def prepare_rated(spec, toolbox):
    outcome = Outcome.judge(True, "rated", locate=lambda case: (Evidence.rating("Ann", "to the point"),))
    return lambda case: outcome


def prepare_tells(spec, toolbox):
    return lambda case: Outcome.judge(True, "told", details=json.loads(case.text))


def prepare_lost(spec, toolbox):
    outcome = Outcome.judge(True, "somewhere", locate=lambda case: 1 / 0)
    return lambda case: outcome


KINDS = load_kinds(
    plugins=[
        Kind(spec=Rated, prepare=prepare_rated),
        Kind(spec=Tells, prepare=prepare_tells),
        Kind(spec=Lost, prepare=prepare_lost),
    ]
)
INNER = rubric_of(KINDS, {"kind": "regex", "id": "digits", "patterns": [r"\d+"]}, name="inner")
#: Evidence of every kind, details, an id, and evidence that cannot be located.
LATE = rubric_of(
    KINDS,
    {"kind": "json_schema", "id": "shape", "schema": {"properties": {"a": {"type": "string"}}}},
    {"kind": "tool_usage"},
    {"kind": "test.rated"},
    {"kind": "test.lost"},
    {"kind": "composite", "rubric_ref": "rubric/inner@1.0"},
    {"kind": "llm_judge", "judge_prompt_ref": "judge/tone@1.0", "judges": ["a"], "threshold": 0.5},
    name="late",
)
JOB = Job(
    None,
    dataset_of(
        plain={"rubric_ref": "rubric/plain@1.0"},
        silent={"rubric_ref": "rubric/silent@1.0"},
        tells={"rubric_ref": "rubric/tells@1.0"},
        late={"rubric_ref": "rubric/late@1.0", "expected_tools": [{"name": "search"}]},
        unanswered={"rubric_ref": "rubric/plain@1.0"},
    ),
    Resources(
        RubricStore.of(
            [
                INNER,
                LATE,
                rubric_of(KINDS, {"kind": "must_contain_any", "values": ["yes"]}, name="plain"),
                rubric_of(KINDS, {"kind": "must_not_contain", "values": ["no"]}, name="silent"),
                rubric_of(KINDS, {"kind": "test.tells"}, name="tells"),
            ]
        )
    ),
)

_LATE: dict[str, Any] = {
    "question_id": "late",
    "response": '{"a": 12}',
    "tool_calls": [{"name": "search", "arguments": {}}],
}
_ERROR = {"response": "belongs to no question"}


def _answers(question, response, count):
    return [{"question_id": question, "response": response}] * count


def _telling(*details):
    return [{"question_id": "tells", "response": json.dumps(one)} for one in details]


#: Name of a run to its response rows.
RUNS = {
    "one kind for 30,000 rows": [*_answers("plain", "oh yes", 30_000), _LATE],
    "300 errors first": [*[_ERROR] * 300, *_answers("plain", "oh yes", 10), _LATE],
    "details of many shapes": [
        *_telling({}, {"a": 1}, {"a": "x"}, {"a": [1]}, {"a": {"b": None}}, {"b": 2.5}, {"a": True}, {}),
        _LATE,
    ],
    "30,000 errors first": [*[_ERROR] * 30_000, _LATE],
    "no evidence for 30,000 rows": [*_answers("silent", "yes", 30_000), _LATE],
}


def write_run(path, name):
    """Grade the responses of a run into a file; give its rows as JSON tells them."""
    responses = "".join(f"{json.dumps(row)}\n" for row in RUNS[name]).encode()
    with path.open("wb") as out, Run(JOB, KINDS, workers=0) as run:
        for batch in run.batches(io.BytesIO(responses)):
            out.write(batch.data)
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
