"""Reading a response file: every row is yielded, a bad one with its problem."""

import io
import json

import pytest

from checkwright_runner.run.responses import Row, read_responses
from checkwright_runner.run.strict_json import DEPTH, BadRow, parse_json


def rows_of(*lines, **limits):
    data = b"\n".join(line.encode() if isinstance(line, str) else line for line in lines)
    return list(read_responses(io.BytesIO(data), **limits))


def problem_of(line):
    (row,) = rows_of(line)
    return row.problem


def test_a_row_has_its_line_question_and_other_fields():
    """The fields that are graded are taken out, all others are carried along."""
    assert rows_of(
        '{"question_id": "Q1", "response": "hi", "tool_calls": [{"name": "f"}], "model": "m", "n": 1.5}'
    ) == [Row(1, "Q1", "hi", [{"name": "f"}], {"model": "m", "n": 1.5})]


def test_ids_are_compared_as_texts():
    """The number 3 and the text "3" name one question; a number keeps its JSON spelling."""
    rows = rows_of(
        '{"question_id": 3, "response": ""}',
        '{"question_id": "3", "response": ""}',
        '{"question_id": 3.0, "response": ""}',
    )
    assert [row.question for row in rows] == ["3", "3", "3.0"]


@pytest.mark.parametrize("fields", ['"response": "x"', '"question_id": null, "response": "x"'])
def test_a_row_may_name_no_question(fields):
    """A plain response without a question is graded all the same; it is no sample of anything."""
    assert rows_of(f"{{{fields}}}") == [Row(1, None, "x", None, {})]


def test_the_field_id_takes_the_place_of_question_id():
    """Where that is absent, by the same rules; then it is not carried, since the verdict has it."""
    rows = rows_of(
        '{"id": "Q1", "response": "x", "model": "m"}',
        '{"id": 3, "response": "x"}',
        '{"id": null, "response": "x"}',
        '{"id": 17, "question_id": "Q1", "response": "x"}',
        '{"id": 17, "question_id": null, "response": "x"}',
    )
    assert [(row.question, row.other) for row in rows] == [
        ("Q1", {"model": "m"}),
        ("3", {}),
        (None, {}),
        ("Q1", {"id": 17}),
        (None, {"id": 17}),
    ]


@pytest.mark.parametrize("number", ["NaN", "Infinity", "-Infinity", "1e999", "-1e999"])
def test_a_number_that_json_has_not_is_carried_as_null(number):
    """Wherever it stands in a field that nobody grades; the row says in which field the first one was."""
    (row,) = rows_of(
        f'{{"id": "Q", "response": "x", "n": 1.5, "losses": [{{"a": {number}, "b": 2}}], "last": {number}}}'
    )
    assert row == Row(
        1, "Q", "x", None, {"n": 1.5, "losses": [{"a": None, "b": 2}], "last": None}, nulled="losses"
    )


@pytest.mark.parametrize("number", ["NaN", "Infinity", "1e999"])
@pytest.mark.parametrize(
    ("line", "field", "question"),
    [
        ('{"question_id": "Q", "response": %s, "a": %s}', "response", "Q"),
        ('{"question_id": %s, "response": "x", "a": %s}', "question_id", None),
        ('{"id": %s, "response": "x", "a": %s}', "id", None),
        ('{"id": "Q", "response": "x", "tool_calls": [{"n": %s}], "a": %s}', "tool_calls", "Q"),
    ],
)
def test_a_number_that_json_has_not_makes_a_bad_row_where_it_is_graded(line, field, question, number):
    """What is known of it is kept, and can be written as JSON."""
    (row,) = rows_of(line % (number, number))
    problem = f"{field} holds a number that is NaN, infinite or too large; null stands for none"
    assert row == Row(1, question, other={"a": None}, problem=problem)


def test_a_deep_value_is_searched_to_the_bottom():
    """As deep as a row may be."""
    (row,) = rows_of(nested(DEPTH, "NaN"))
    assert (row.problem, row.nulled) == (None, "a")
    assert "NaN" not in json.dumps(row.other)


@pytest.mark.parametrize("calls", ["[]", "null"])
def test_no_record_and_an_empty_record_differ(calls):
    """null tool calls are no record, an empty list is one."""
    (row,) = rows_of(f'{{"response": null, "tool_calls": {calls}}}')
    assert (row.problem, row.response, row.tool_calls) == (None, None, json.loads(calls))


def test_blank_lines_and_byte_order_marks_are_skipped_but_counted():
    """Line numbers are those of an editor."""
    rows = rows_of(
        b'\xef\xbb\xbf{"response": "a"}\r',
        b"",
        b" \t\r",
        b"\xef\xbb\xbf",
        b'\xef\xbb\xbf{"response": "b"}',
        b"",
    )
    assert [(row.line, row.response, row.problem) for row in rows] == [(1, "a", None), (5, "b", None)]


def test_an_empty_file_has_no_rows():
    """Nothing in, nothing out."""
    assert rows_of(b"") == []


def test_only_a_line_feed_ends_a_line():
    """Line separators of Unicode inside a text are part of it."""
    text = "a\u2028b\u0085c\x7f"
    (row,) = rows_of(json.dumps({"response": text}, ensure_ascii=False))
    assert row.response == text


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("nope", "not JSON: Expecting value (character 1)"),
        ('{"response": "x"', "not JSON: Expecting ',' delimiter (character 17)"),
        ('{"response": "x"} {}', "not JSON: Extra data (character 19)"),
        ('{"response": "a\tb"}', "not JSON: Invalid control character at (character 16)"),
        ("[1]", "a row is an object with question_id and response, not a list"),
        ("null", "a row is an object with question_id and response, not null"),
        ('"\u202ex"', "a row is an object with question_id and response, not '\\u202ex'"),
        ("{}", "the field response is missing"),
        ('{"respnse": "x", "a": 1}', "the field response is missing; found 'respnse', 'a'"),
        ('{"response": 5}', "response must be a text or null, not 5"),
        ('{"response": true}', "response must be a text or null, not true"),
        ('{"response": ["x"]}', "response must be a text or null, not a list"),
        ('{"response": {"x": 1}}', "response must be a text or null, not an object"),
        ('{"response": "x", "tool_calls": {}}', "tool_calls must be a list or null, not an object"),
        ('{"response": "x", "tool_calls": "f"}', "tool_calls must be a list or null, not 'f'"),
        ("NaN", "not JSON: NaN is no number"),
        ("[1e999]", "the number '1e999' is too large"),
        ('{"response": "x", "a": NaN, "a": 1}', "the key 'a' stands twice"),
        ('{"response": "x", "id": false}', "id must be a text or a number, not false"),
        ('{"response": "x", "question_id": true}', "question_id must be a text or a number, not true"),
        ('{"response": "x", "question_id": [1]}', "question_id must be a text or a number, not a list"),
        ('{"response": "x", "a": ' + "9" * 5000 + "}", "a whole number has too many digits"),
        ('{"response": "x", "response": "y"}', "the key 'response' stands twice"),
        ('{"response": "x", "a": {"b": 1, "c": 2, "b": 1}}', "the key 'b' stands twice"),
        (b'{"response": "\xff"}', "not UTF-8: byte 0xff at byte 15"),
        (b'{"response": "\xed\xa0\x80"}', "not UTF-8: byte 0xed at byte 15"),
        (b"\xff\xfe{\x00}\x00", "not UTF-8: byte 0xff at byte 1"),
    ],
)
def test_a_bad_row_says_what_is_wrong(line, problem):
    """One clean sentence for each way to be bad."""
    assert problem_of(line) == problem


def test_what_is_known_of_a_bad_row_is_kept():
    """A row without a usable response still names its question and carries its fields."""
    (row,) = rows_of('{"question_id": "Q", "response": 1, "model": "m"}')
    assert row._replace(problem=None) == Row(1, "Q", other={"model": "m"})


def nested(depth, inner="1"):
    """A row whose value at "a" makes it `depth` levels deep, the row itself counted."""
    return '{"response": "x", "a": ' + "[" * (depth - 1) + inner + "]" * (depth - 1) + "}"


def test_nesting_is_bounded():
    """A row may be as deep as DEPTH, and not one level deeper, however deep it really is."""
    assert problem_of(nested(DEPTH)) is None
    assert problem_of(nested(DEPTH - 1, "[], [], {}")) is None
    for depth in (DEPTH + 1, 990, 100_000):
        assert problem_of(nested(depth)) == f"nested deeper than {DEPTH} levels"
    assert problem_of('{"a":' * DEPTH + "1" + "}" * DEPTH) == "the field response is missing; found 'a'"
    assert problem_of('{"a":' * (DEPTH + 1) + "1" + "}" * (DEPTH + 1)) == f"nested deeper than {DEPTH} levels"


def test_brackets_in_a_text_are_not_nesting():
    """A response full of brackets is as flat as any."""
    (row,) = rows_of(json.dumps({"response": "[{" * 5000, "a": [[]] * 1000}))
    assert (row.problem, row.response) == (None, "[{" * 5000)


def test_a_line_that_is_too_long_is_passed_over():
    """It is an error row of its own, whether or not the file ends in it; the next row is read as ever."""
    row = b'{"response": "x"}'
    long = b'{"response": "' + b"y" * 200_000 + b'"}'
    rows = rows_of(row, long, row, long, line_bytes=100)
    message = "the line is longer than 100 bytes"
    assert [(row.line, row.problem) for row in rows] == [(1, None), (2, message), (3, None), (4, message)]


@pytest.mark.parametrize("end", [b"\n", b""])
def test_a_line_of_exactly_the_limit_is_read(end):
    """The limit is of the bytes before the line feed."""
    row = b'{"response": "x"}'
    assert [one.problem for one in read_responses(io.BytesIO(row + end), line_bytes=len(row))] == [None]
    (one,) = read_responses(io.BytesIO(row + end), line_bytes=len(row) - 1)
    assert one.problem == f"the line is longer than {len(row) - 1} bytes"


def test_lone_surrogates_are_data():
    """An escape of half a pair is JSON; what it means is up to the checks."""
    (row,) = rows_of('{"question_id": "\\ud800", "response": "\\udfff"}')
    assert (row.question, row.response) == ("\ud800", "\udfff")


def test_a_bad_row_is_a_value_error():
    """Whoever reads one JSON value catches what is wrong as a ValueError."""
    with pytest.raises(BadRow, match="not JSON"):
        parse_json(b"")
    assert issubclass(BadRow, ValueError)
