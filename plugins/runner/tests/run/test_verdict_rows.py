"""The rows of a run: what is written is what is read, wherever the rows come from."""

import json
import pickle

import pytest
from runs_in_process import SAYS, WORDS, Job, dataset_of, graded, rubric_of
from verdicts_by_hand import check_data, verdict_data, verdict_of

from checkwright import InvalidVerdict
from checkwright_runner.run.responses import Row
from checkwright_runner.run.sample_numbers import Samples, key_of
from checkwright_runner.run.verdict_rows import RowWriter, read_row, read_rows

MORE = {"line": 3, "sample": 1, "row": {"model": "m"}}


def test_rows_are_read_as_they_were_written(kinds):
    """Graded, unreadable, without a response and without a response row: line, sample, row and verdict."""
    job = Job(rubric_of(kinds, SAYS, WORDS), dataset_of(a={}, b={}, c={}))
    rows, _ = graded(
        job,
        kinds,
        {"question_id": "a", "response": "hello", "n": 1},
        {"question_id": "a", "response": None},
        {"question_id": "a"},
        b"nope",
        {"question_id": "none", "response": "x"},
        {"question_id": "b", "response": "bye", "text": "\u2028"},
    )
    read = [read_row(json.dumps(row).encode()) for row in rows]
    assert [(row.verdict.id, row.line, row.sample, dict(row.row)) for row in read] == [
        ("a", 1, 0, {"n": 1}),
        ("a", 2, 1, {}),
        ("a", 3, 2, {}),
        (None, 4, None, {}),
        ("none", 5, 0, {}),
        ("b", 6, 0, {"text": "\u2028"}),
        ("c", None, None, {}),
    ]
    assert [
        {**one.verdict.to_dict(), "line": one.line, "sample": one.sample, "row": one.row} for one in read
    ] == rows


def test_numbers_of_samples_are_put_in_when_the_rows_before_are_known():
    """Lines travel without; rows without a question or a line have none."""
    writer = RowWriter(ascii_only=False)
    for ident, line in (("Q", 1), ("P", 2), (None, 3), ("Q", 4), ("Q", None)):
        writer.add(verdict_of(ident=ident), Row(line, ident))
    samples = Samples()
    samples.next(key_of("Q"))
    lines = pickle.loads(pickle.dumps(writer.done())).numbered(samples)
    assert [row.sample for row in read_rows(lines)] == [1, 0, None, 2, None]


def test_only_a_line_feed_ends_a_line():
    """Other ends of lines inside texts are escaped, and part nothing where somebody wrote them out."""
    data = verdict_data(check_data(reason="a\u2028b\u0085c"))
    text = json.dumps({**data, **MORE}, ensure_ascii=False)
    assert [row.verdict.checks[0].reason for row in read_rows(f"{text}\n{text}\n".encode())] == [
        "a\u2028b\u0085c"
    ] * 2


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"line": "3"}, "line: found '3', expected a whole number or null"),
        ({"line": ...}, "line is missing, expected a whole number or null"),
        ({"sample": 1.0}, "sample: found 1.0, expected a whole number or null"),
        ({"row": None}, "row: found null, expected an object"),
        ({"id": 5}, "id: found 5, expected a text or null"),
    ],
)
def test_what_is_no_row_is_refused_with_its_field(change, message):
    """The fields of the verdict, and those that a run adds."""
    data = {name: value for name, value in {**verdict_data(), **MORE, **change}.items() if value is not ...}
    with pytest.raises(InvalidVerdict) as caught:
        read_row(json.dumps(data).encode())
    assert str(caught.value) == message


@pytest.mark.parametrize("line", [b"nope", b"\xff", b"[" * 100_000, b"{}", b"[]", b"5"])
def test_what_is_no_verdict_is_refused(line):
    """Whatever the bytes are."""
    with pytest.raises(InvalidVerdict):
        read_row(line)
