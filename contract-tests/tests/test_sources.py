"""The sources of checks and cases: what they give, and that they reach what laws must see."""

import dataclasses
import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from checkwright_contract import from_schema
from checkwright_contract.bench import Bench
from checkwright_contract.drawn_examples import for_each
from checkwright_contract.examples import examples_of
from checkwright_contract.mutants.original import ORIGINAL
from checkwright_contract.sources.documents import document_value
from checkwright_contract.sources.edits import edits
from checkwright_contract.sources.replies import extremes, replies
from checkwright_contract.sources.text_pieces import pieces
from checkwright_contract.sources.trials import edited_examples, extreme_trials, texts_of
from checkwright_contract.trial import Trial, texts_in

STEADY = settings(max_examples=60)

SCHEMAS = [
    {},
    {"type": "string", "minLength": 3, "maxLength": 5},
    {"type": "string", "pattern": "^[a-z][a-z0-9_]*$"},
    {"type": "string", "pattern": "[^ ]"},
    {"type": "string", "format": "date"},
    {"type": "integer", "minimum": 3, "exclusiveMaximum": 9},
    {"type": "integer", "exclusiveMinimum": 10},
    {"type": "number", "exclusiveMinimum": 0, "maximum": 1},
    {"type": "number", "multipleOf": 0.5, "minimum": -2, "maximum": 2},
    {"type": ["null", "boolean"]},
    {"enum": ["a", 1, None]},
    {"const": {"a": [1]}},
    {"type": "array", "items": {"type": "integer"}, "minItems": 2, "maxItems": 3, "uniqueItems": True},
    {"type": "array", "prefixItems": [{"const": "x"}], "items": {"type": "boolean"}, "minItems": 1},
    {"type": "object", "properties": {"a": {}}, "required": ["a"], "additionalProperties": False},
    {"type": "object", "additionalProperties": {"type": "integer"}, "minProperties": 1},
    {"anyOf": [{"type": "string"}, {"type": "integer", "minimum": 0}]},
    {"type": "object", "oneOf": [{"required": ["a"]}, {"required": ["b"]}], "additionalProperties": False,
     "properties": {"a": {"const": 1}, "b": {"const": 2}}, "allOf": [{"maxProperties": 2}]},
    {"type": "object", "properties": {"t": {"enum": [1, 2]}, "u": {"const": 0}}, "required": ["t"],
     "additionalProperties": False,
     "if": {"properties": {"t": {"const": 1}}}, "then": {"required": ["u"]}},
    {"$defs": {"tree": {"type": "object", "properties": {"left": {"$ref": "#/$defs/tree"}},
                        "additionalProperties": False}}, "$ref": "#/$defs/tree"},
]  # fmt: skip


@pytest.mark.parametrize("schema", SCHEMAS, ids=json.dumps)
def test_values_drawn_from_a_schema_fit_it(schema):
    """Nearly every drawn value is valid, and no schema is left without one."""
    validator, drawn = Draft202012Validator(schema), []
    for_each(from_schema(schema), drawn.append, count=60, seed=1, shrink=False)
    valid = [value for value in drawn if validator.is_valid(value)]
    assert len(valid) >= 0.6 * len(drawn) > 0, drawn


@STEADY
@given(st.recursive(st.text(st.characters()) | st.floats(), st.lists))
def test_a_whole_value_can_stand_in_a_document(value):
    """Halves of surrogate pairs and endless numbers are mended."""
    json.dumps(document_value(value), allow_nan=False, ensure_ascii=False).encode()


@STEADY
@given(st.sampled_from([{"a": ["x y", 1.5, True], "b": {"c": "z"}}, "a text", ["q"], {}]), edits(wild=True))
def test_an_edit_leaves_the_original_alone(value, edit):
    """What is edited is a copy."""
    before = json.dumps(value)
    edit.of(value)
    assert json.dumps(value) == before


def test_edits_reach_every_place_of_a_value():
    """Each field of a document is changed by some edit, one at a time."""
    value, changed = {"a": "x", "b": [1, {"c": True}]}, set()
    for_each(
        edits(wild=False),
        lambda edit: changed.add(json.dumps(edit.of(value))),
        count=300,
        seed=1,
        shrink=False,
    )
    documents = [json.loads(one) for one in changed]
    assert any(one.get("a") not in ("x", None) and one.get("b") == value["b"] for one in documents)
    assert any(one.get("b") == [1, {"c": False}] for one in documents)
    assert any(one.get("b") == [2, {"c": True}] for one in documents)


def test_replies_hold_the_texts_of_the_check():
    """A good share of the replies contains a text of the check, as it is or nearly so."""
    drawn = []
    for_each(replies(), lambda reply: drawn.append(reply.text(["needle"])), count=200, seed=1, shrink=False)
    assert sum("needle" in reply for reply in drawn) >= 80
    assert any("NEEDLE" in reply for reply in drawn)


def test_pieces_come_from_every_plane():
    """Lone surrogates and characters past the first plane are drawn.

    Many draws: what a seed gives depends on the constants of all modules that are loaded.
    """
    drawn = []
    for_each(st.lists(pieces(), max_size=30), drawn.extend, count=3_000, seed=1, shrink=False)
    letters = {letter for piece in drawn if isinstance(piece, str) for letter in piece}
    assert any("\ud800" <= letter <= "\udfff" for letter in letters)
    assert any(letter > "\uffff" for letter in letters)


def test_the_extremes_are_there_in_every_run():
    """Empty, NUL, marks, right-to-left, surrogates, Markdown, JSON and 1 MB are never left to the draw."""
    texts = extremes(["needle"])
    for sign in ("\x00", "\u0301", "\u202e", "\u05e9", "\ud800", "```", '{"a"', "ß"):
        assert any(sign in text and "needle" in text for text in texts), repr(sign)
    assert "" in texts
    trials = list(extreme_trials(Bench(ORIGINAL, examples_of(ORIGINAL))))
    assert sum(len(trial.response or "") == 1_000_000 for trial in trials) == 2
    assert any(trial.response is None for trial in trials)


def test_trials_come_from_both_sources():
    """Generated checks and neighbours of the examples are drawn, and most of both have a valid check."""
    bench = Bench(ORIGINAL, examples_of(ORIGINAL))
    drawn = bench.trials.examples(200, seed=1)
    known = [trial for trial in drawn if trial.check in bench.checks]
    assert 20 < len(known) < 180
    assert sum(bench.accepts(trial.check) for trial in drawn) > 150


def test_a_neighbour_differs_from_its_row_in_one_part():
    """What is changed is the check or one part of the case, never two."""
    bench = Bench(ORIGINAL, examples_of(ORIGINAL))
    rows = [row.trial for row in bench.rows]
    drawn = []
    for_each(edited_examples(bench), drawn.append, count=200, seed=1, shrink=False)
    parts = [field.name for field in dataclasses.fields(Trial)]
    differing = [
        min(sum(getattr(trial, part) != getattr(row, part) for part in parts) for row in rows)
        for trial in drawn
    ]
    assert max(differing) == 1


def test_texts_of_a_check_leave_out_what_no_executor_reads():
    """Kind, id, description and metadata are no texts to look for."""
    check = {
        "kind": "k",
        "id": "i",
        "description": "d",
        "metadata": {"m": "n"},
        "values": ["a", "a"],
        "x": {"y": "b"},
    }
    assert texts_of(check) == ["a", "b"]
    assert texts_in({"a": ["b", {"c": "d"}], "e": 1}) == ["b", "d"]


def test_the_files_of_a_row_have_neighbours():
    """One file at a time has another text; no file comes, goes or moves."""
    bench, drawn = Bench(ORIGINAL, [row for row in examples_of(ORIGINAL) if row.trial.files]), []
    for_each(edited_examples(bench), drawn.append, count=300, seed=1, shrink=False)
    files = bench.rows[0].trial.files
    assert all(trial.files.keys() == files.keys() for trial in drawn)
    changed = [{path for path in files if trial.files[path] != files[path]} for trial in drawn]
    assert max(map(len, changed)) == 1
    assert set().union(*changed) == files.keys()
