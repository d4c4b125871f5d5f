"""Evidence: the fields of each kind, and what is refused where it is made."""

import pickle

import pytest

from checkwright import Evidence, InvalidOutcome

MADE = {
    "span": Evidence.span("oh yes", 3, 6),
    "json_pointer": Evidence.json_pointer("/a", "1"),
    "tool_call": Evidence.tool_call(0, "search {}"),
    "rating": Evidence.rating("r1", "well put"),
}


@pytest.mark.parametrize(
    ("kind", "own"),
    [
        ("span", {"text": "yes", "start": 3, "end": 6}),
        ("json_pointer", {"text": "1", "pointer": "/a"}),
        ("tool_call", {"text": "search {}", "call": 0}),
        ("rating", {"text": "well put", "rater": "r1"}),
    ],
)
def test_each_maker_fills_the_fields_of_its_kind(kind, own):
    """The others are None; its repr shows those that it has, and makes it again."""
    one = MADE[kind]
    fields = {"start": None, "end": None, "pointer": None, "call": None, "rater": None, "kind": kind, **own}
    assert {name: getattr(one, name) for name in fields} == fields
    assert Evidence(kind=kind, **own) == one == eval(repr(one)) == pickle.loads(pickle.dumps(one))
    assert "None" not in repr(one)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"kind": "place", "start": 0, "end": 1}, "there is no evidence of the kind 'place', only span, "),
        ({"kind": None}, "there is no evidence of the kind None, only span, "),
        ({"kind": "span"}, "evidence of the kind span has start (int) and end (int), no other place: "),
        ({"kind": "span", "start": 0}, "has start (int) and end (int), no other place"),
        ({"kind": "span", "start": 0, "end": 1.0}, "has start (int) and end (int), no other place"),
        ({"kind": "span", "start": False, "end": 1}, "has start (int) and end (int), no other place"),
        ({"kind": "span", "start": 0, "end": 1, "call": 1}, "has start (int) and end (int), no other place"),
        ({"kind": "span", "start": 2, "end": 1}, "a span from 2 to 1 lies in no text"),
        ({"kind": "span", "start": -1, "end": 1}, "a span from -1 to 1 lies in no text"),
        ({"kind": "json_pointer", "pointer": 1}, "evidence of the kind json_pointer has pointer (str), no"),
        ({"kind": "tool_call", "call": True}, "evidence of the kind tool_call has call (int), no"),
        ({"kind": "tool_call", "call": -1}, "calls are counted from 0, not -1"),
        ({"kind": "rating", "pointer": "/a"}, "evidence of the kind rating has rater (str), no"),
        ({"kind": "tool_call", "call": 1, "text": None}, "evidence quotes a text, not None"),
    ],
)
def test_evidence_outside_the_contract_cannot_be_made(given, message):
    """Another kind, a field too many, too few or of another type is refused where it is made."""
    with pytest.raises(InvalidOutcome) as caught:
        Evidence(**{"text": "x", **given})
    assert caught.value.field == "evidence"
    assert message in str(caught.value)
