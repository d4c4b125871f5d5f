"""What is special about must_contain_any."""

import subprocess
import sys
import time
from importlib.resources import files

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from checkwright import Case, Toolbox
from checkwright.text import fold
from checkwright_must_contain_any import KIND, checkwright_kinds

ROWS = yaml.safe_load(files("checkwright_must_contain_any").joinpath("examples.yaml").read_text("utf-8"))


def check(response, values, **fields):
    execute = KIND.prepare(
        KIND.spec.model_validate({"kind": "must_contain_any", "values": values, **fields}), Toolbox()
    )
    return execute(Case(response))


def evidence(response, values):
    return [
        ((piece.start, piece.end), piece.text) for piece in check(response, values).locate(Case(response))
    ]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: repr(row["response"])[:40])
def test_the_examples_hold(row):
    """Every example comes out as it says, for the reason it says."""
    outcome = KIND.prepare(KIND.spec.model_validate(row["check"]), Toolbox())(Case(row["response"]))
    assert (outcome.passed, outcome.score) == (row["passed"], float(row["passed"]))
    assert row.get("reason", "") in outcome.reason


def test_the_hook_offers_the_kind():
    """The package offers exactly its own kind."""
    assert [kind.name for kind in checkwright_kinds()] == ["must_contain_any"]


@pytest.mark.parametrize("values", [[], [""], ["a", ""], None, "a", [1]])
def test_a_list_that_asks_for_nothing_is_refused(values):
    """Without a value, or with an empty one, every response would fail or pass."""
    with pytest.raises(ValueError, match="values"):
        KIND.spec.model_validate({"kind": "must_contain_any", "values": values})


def test_the_evidence_quotes_the_original():
    """The span of a folded match points at what the response says, case and all."""
    assert evidence("Die BAHNHOFSTRASSE ist gesperrt", ["straße"]) == [((11, 18), "STRASSE")]
    assert evidence("n\u00e4chste Gro\u00df-Stadt", ["s-stadt"]) == [((11, 18), "\u00df-Stadt")]
    assert evidence("CAFE\u0301", ["é"]) == [((3, 5), "E\u0301")]


def test_the_first_listed_value_is_named():
    """The order of the values decides which is named, not the order in the response."""
    outcome = check("two and one", ["one", "two"])
    assert outcome.reason == "contains 'one'"
    assert evidence("two and one", ["one", "two"]) == [((8, 11), "one")]


@pytest.mark.parametrize("response", ["", "nothing", "nöthing", "on\u200be"])
def test_what_is_not_found_has_no_evidence(response):
    """A response that contains no value has no place to point at."""
    assert check(response, ["one"]).locate is None


@pytest.mark.parametrize("response", ["a", "z", ""])
def test_outcomes_are_made_once(response):
    """Two responses alike get the very same outcome: nothing is made while scoring."""
    execute = KIND.prepare(KIND.spec(kind="must_contain_any", values=["a", "b"]), Toolbox())
    assert execute(Case(response)) is execute(Case(response))


@pytest.mark.parametrize(
    ("values", "response", "reason"),
    [
        (
            ["sorry"],
            "so\u200b\u200brry",
            "'so\\u200b\\u200brry' would match 'sorry' without the invisible U+200B",
        ),
        (["a", "b", "c"], "B\u00e4r", "contains 'b'"),
        (["x", "y", "z"], "B\u00e4r \u200b", "contains none of 'x', 'y', 'z'"),
        (["co\xadop"], "COOP", "'COOP' would match 'co\\xadop' without the invisible U+00AD"),
        (["co\xadop"], "", "the response is empty and so does not contain 'co\\xadop'"),
    ],
)
def test_an_invisible_character_is_named(values, response, reason):
    """A value that is missing only because of an invisible character is explained, and still missing."""
    outcome = check(response, values)
    assert outcome.reason.endswith(reason)
    assert outcome.passed is reason.startswith("contains '")


@given(
    values=st.lists(st.text("abAßé\ud800", min_size=1, max_size=4), min_size=11, max_size=30),
    response=st.text("abcABsé\u200b\0\ud800", max_size=40),
)
def test_many_values_are_found_as_few_are(values, response):
    """The automaton for long lists finds the same value as one search after the other."""
    found = [value for value in values if fold(value) in fold(response)]
    outcome = KIND.prepare(_unchecked(values), Toolbox())(Case(response))
    assert outcome.passed is bool(found)
    if found:
        assert outcome.reason == check("x", ["x"]).reason.replace("'x'", repr(found[0]))
        (piece,) = outcome.locate(Case(response))
        assert fold(found[0]) in fold(piece.text)


def _unchecked(values):
    """Make a document with any values, lone surrogates included, which the model itself refuses."""
    return KIND.spec.model_construct(kind="must_contain_any", values=tuple(values), case_sensitive=False)


@given(
    values=st.lists(st.text(st.characters(codec="utf-8"), min_size=1, max_size=400), min_size=1, max_size=12),
    response=st.text(st.sampled_from("\u200b\u200ca\xad") | st.characters(codec=None), max_size=200),
)
def test_reasons_are_short_and_clean(values, response):
    """Whatever stands in values and response, the reason is one printable line of at most 300 characters."""
    for text in (response, response + "\u200b".join(values[0]), values[0], ""):
        reason = check(text, values).reason
        assert reason.isprintable()
        assert 1 <= len(reason) <= 300


def test_the_stock_sentence_shows_the_values():
    """A judge reads the values as JSON, on one line, and nothing else of the check."""
    spec = KIND.spec.model_validate(
        {"kind": "must_contain_any", "values": ["sorry", 'a "b"\nc'], "case_sensitive": True, "id": "hidden"}
    )
    assert KIND.describe(spec) == 'The response contains at least one of: "sorry", "a \\"b\\" c".'
    assert KIND.says == {"values"}


def test_a_thousand_values_cost_little():
    """A long list takes tens of microseconds for 5 kB, not the millisecond of one search after the other."""
    values = [f"{number:03}-{number * 7919:06}" for number in range(1_000)]
    execute = KIND.prepare(KIND.spec(kind="must_contain_any", values=values), Toolbox())
    case = Case("Order 12-345 left on 2024-05-06. " * 150)
    execute(case)
    started = time.thread_time()
    for _ in range(200):
        execute(case)
    assert time.thread_time() - started < 200 * 250e-6


def test_the_automaton_is_loaded_for_long_lists_only():
    """Importing the package and preparing a short list load no library of their own."""
    code = """
import sys
from checkwright import Toolbox
from checkwright_must_contain_any import KIND
for size in (10, 11):
    KIND.prepare(KIND.spec(kind="must_contain_any", values=[chr(97 + n) for n in range(size)]), Toolbox())
    print("ahocorasick_rs" in sys.modules)
"""
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert said.split() == ["False", "True"]
