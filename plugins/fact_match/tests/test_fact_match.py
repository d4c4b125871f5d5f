"""What is special about fact_match."""

import itertools
import pickle
import time
from importlib.resources import files

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

import checkwright_fact_match
from checkwright import Case, CheckError, Toolbox, load_kinds, parse_rubric, score, validate
from checkwright_fact_match import KIND, checkwright_kinds
from checkwright_fact_match.scanner import numbers_of

ROWS = yaml.safe_load(files("checkwright_fact_match").joinpath("examples.yaml").read_text("utf-8"))


def prepared(**fields):
    return KIND.prepare(KIND.spec(kind="fact_match", **fields), Toolbox())


def case(response, *facts):
    return Case(response, {"expected_facts": list(facts)})


def check(response, *facts, **fields):
    return prepared(**fields)(case(response, *facts))


def evidence(response, *facts):
    given = case(response, *facts)
    return [piece.text for piece in prepared()(given).locate(given)]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: repr(row["response"])[:40])
def test_the_examples_hold(row):
    """Every example comes out as it says, for the reason it says."""
    execute = KIND.prepare(KIND.spec.model_validate(row["check"]), Toolbox())
    try:
        outcome = execute(Case(row["response"], row["question"]))
    except CheckError as error:
        passed, reason, at = False, error.message, 0.0
    else:
        passed, reason, at = outcome.passed, outcome.reason, outcome.score
    assert passed is row["passed"]
    assert row.get("reason", "") in reason
    assert row.get("score", at) == at


def test_the_hook_offers_the_kind():
    """The package offers exactly its own kind."""
    assert [kind.name for kind in checkwright_kinds()] == ["fact_match"]


@pytest.mark.parametrize(
    ("field", "value"),
    [
        *(("source", path) for path in ("facts", "expected", "expected.", "input.x", "expected_tools", "")),
        *(("threshold", threshold) for threshold in (-0.01, 1.01, "0.5", None, True, float("nan"))),
    ],
)
def test_a_field_out_of_range_is_refused(field, value):
    """A source of another form and a threshold outside 0 to 1 are no valid check."""
    with pytest.raises(ValueError, match=field):
        prepared(**{field: value})


@pytest.mark.parametrize(
    ("facts", "message"),
    [
        (None, "expected.facts: the fact is null, expected a text, a number, true or false, or a list"),
        ({"a": 1}, "expected.facts: the fact is an object, expected"),
        ([["a"]], "expected.facts[0]: the fact is a list, expected a text, a number, true or false"),
        (["a", ""], "expected.facts[1]: the fact is empty"),
        (["\u00a0"], "expected.facts[0]: the fact is blank"),
        ([float("inf")], "expected.facts[0]: the fact is inf, expected a finite number"),
        ([10**5000], "expected.facts[0]: the fact is a number with too many digits"),
        (["a\ud800"], "expected.facts[0]: the fact is not valid UTF-8: lone surrogate at character 1"),
        (["a"] * 1001, "expected.facts: size limit: 1,001 facts, at most 1,000 are looked for"),
    ],
)
def test_what_is_no_fact_fails_loudly(facts, message):
    """One bad fact is enough: the check fails for a mistake of its author, whatever the response."""
    with pytest.raises(CheckError) as caught:
        prepared(source="expected.facts")(Case("a", {"expected": {"facts": facts}}))
    assert caught.value.message.startswith(message)
    assert caught.value.path == ("source",)
    if facts is not None:
        outcome = prepared()(Case("a", {"expected_facts": facts}))
        assert outcome.passed is False
        assert outcome.reason.startswith(message.replace("expected.facts", "expected_facts"))


def test_an_absent_default_is_not_executable_and_an_absent_source_fails():
    """Without facts there is nothing to do, unless the check says that there must be some."""
    for question in ({}, {"expected_facts": None}, {"expected": {"facts": ["a"]}}):
        assert prepared()(Case("a", question)).reason == "the question has no expected_facts"
    for source in ("expected_facts", "expected.fact", "metadata.facts"):
        with pytest.raises(CheckError):
            prepared(source=source)(Case("a", {"expected": {"facts": ["a"]}}))
    empty = prepared(source="metadata.facts")(Case("a", {"metadata": {"facts": []}}))
    assert (empty.passed, empty.reason) == (None, "'metadata.facts' is empty: no facts are expected")


def test_no_response_is_not_executed():
    """Without a response there is nothing to look at, whatever the question."""
    kinds = load_kinds(plugins=[checkwright_fact_match], entry_points=False)
    rubric = {"id": "r", "version": "1.0", "checks": [{"kind": "fact_match"}], "scoring": {"combine": "min"}}
    verdict = score(parse_rubric(rubric, kinds=kinds), case(None, "a"), kinds=kinds)
    assert (verdict.status, verdict.checks[0].reason) == ("not_scored", "no response")


def test_a_threshold_of_zero_is_noticed():
    """A check that every response passes is valid, and `validate` says so."""
    kinds = load_kinds(plugins=[checkwright_fact_match], entry_points=False)
    rubric = {
        "id": "r",
        "version": "1.0",
        "checks": [{"kind": "fact_match", "threshold": 0}],
        "scoring": {"combine": "min"},
    }
    (problem,) = validate(rubric, kinds=kinds)
    assert "the threshold is 0: every response passes" in str(problem)
    rubric["checks"][0]["threshold"] = 0.1
    assert validate(rubric, kinds=kinds) == ()


@pytest.mark.parametrize(
    ("found", "of", "threshold", "passed"),
    [(2, 3, 2 / 3, True), (2, 3, 0.67, False), (7, 10, 0.7, True), (0, 1, 1e-8, False), (0, 1, 1e-10, True)],
)
def test_the_share_reaches_the_threshold(found, of, threshold, passed):
    """The score is the share of the facts, and what floats lose is forgiven."""
    facts = [f"fact{number}x" for number in range(of)]
    outcome = check(" ".join(facts[:found]), *facts, threshold=threshold)
    assert (outcome.score, outcome.passed) == (found / of, passed)


@pytest.mark.parametrize(
    ("fact", "same"),
    [
        (29, "29.00"),
        (0.75, "0,75"),
        (-3, "−3"),
        (1e22, "10^22 is 1e22"),
        (10**40, f"{10**40:,}"),
        (True, "True"),
    ],
)
def test_a_fact_of_another_type_is_its_json_text(fact, same):
    """A number in the data is that number, true is the word."""
    assert check(same, fact).passed
    assert check(same, json_text := {True: "true"}.get(fact, repr(fact))).passed, json_text


def test_numbers_are_scanned_once_for_all_checks_and_facts():
    """Many facts and checks share the numbers of a response."""
    given = case("7 and 8", "7", "8", "9")
    assert prepared()(given).score == prepared(threshold=0.5)(given).score == 2 / 3
    assert given.memo(numbers_of) is given.memo(numbers_of)
    assert list(given._memo) == [numbers_of]


def test_the_reason_names_what_is_missing_and_what_is_there_instead():
    """A reader sees which facts are missing and what could be taken for the first of them."""
    outcome = check("It fell to −12 %.", "Oslo", "-12", "12%")
    assert outcome.reason == "found 0 of 3 facts (lexical); missing: 'Oslo', '-12', '12%'"
    assert check("It fell to −12 %.", "12%").reason.endswith("; of '12%': the response has '−12 %'")
    assert check("x", *map(str, range(9)), threshold=0.5).reason == (
        "found 0 of 9 facts (lexical), a share of 0.5 passes; missing: '0', '1', '2' and 6 more"
    )
    assert check("5 in Oslo", "Oslo", 5).reason == "found all 2 facts (lexical)"
    assert check("It weighs 10 kg.", "10 pounds").reason.endswith(
        "; of '10 pounds': the response has '10' kg"
    )


@pytest.mark.parametrize("text", ["x" * 5_000, "\u202e\x1b[1m\x00\n" * 60, "'\"" * 200, "١" * 60])
def test_reasons_are_short_and_clean(text):
    """Whatever is looked for, the reason is one printable line of at most 300 characters."""
    for facts in ([text], [text, text + "y"], [text] * 9):
        for response in (text, text + "y", "no", f"{text}%"):
            reason = check(response, *facts).reason
            assert reason.isprintable()
            assert 1 <= len(reason) <= 300


@pytest.mark.parametrize(
    ("response", "facts", "texts"),
    [
        ("İn Oslo  \n City, 10{,}080 m", ["oslo city", "10080"], ["Oslo  \n City", "10{,}080"]),
        ("Stra\u00dfe STRASSE", ["strasse"], ["Straße"]),
        ("a\t\t b  c   d e", ["c d", "b c", "d e"], ["c   d", "b  c", "d e"]),
        ("x  x  cafe\u0301", ["CAFÉ"], ["cafe\u0301"]),
        ("5 and 5", ["5", 5, "5.0"], ["5"]),
        (r"\frac{1}{2} \% \alpha 17\,000", ["17000"], [r"17\,000"]),
        ("<sup>2</sup>H<sub>2</sub> 3.2·10^-30 end", ["3.2e-30"], ["3.2·10^-30"]),
    ],
)
def test_the_evidence_quotes_the_original(response, facts, texts):
    """A span points at what was written: markup, white space and case as they are."""
    assert evidence(response, *facts) == texts


def test_outcomes_pickle_and_the_order_of_facts_does_not_matter():
    """The share of facts is the same in any order, and an outcome with its evidence travels."""
    given = ["7", "Oslo", "8%"]
    scores = set()
    for order in itertools.permutations(given):
        outcome = check("7 in Oslo", *order)
        scores.add(outcome.score)
        copy = pickle.loads(pickle.dumps(outcome))
        assert copy.locate(case("7 in Oslo", *order)) == outcome.locate(case("7 in Oslo", *order))
    assert scores == {2 / 3}


def test_the_facts_of_another_question_are_not_mixed_up():
    """What is kept of one question's facts is never used for those of another."""
    execute = prepared()
    for fact, response in [*itertools.product((1, "1", True, "true", 1.0, "2"), ("1", "true", "2"))] * 2:
        assert execute(case(response, fact)).passed is check(response, fact).passed


WORDS = st.text("aé中タก한1 ._-", min_size=1, max_size=8).filter(str.strip)


@given(facts=st.lists(WORDS, min_size=1, max_size=4))
def test_what_stands_alone_is_found(facts):
    """A fact that is a line of its own is found, unless it is a blank or half a number."""
    response = "\n\n".join(f'"{fact}"' for fact in facts)
    for fact in facts:
        outcome = check(response, fact)
        assert outcome.passed, (fact, outcome.reason)


@given(word=st.text("abcäö", min_size=1, max_size=6), more=st.text("abcäö1", min_size=1, max_size=3))
def test_a_part_of_a_word_is_not_found(word, more):
    """A word is not found where letters or digits stand directly beside it."""
    for response in (word + more, more + word, f"{more}_{word}", f"x{word}\u0301"):
        assert not check(response, word + "z", f"z{word}").score
        assert check(response, word).passed is (word in response.split() and False)


def test_a_response_of_1_mb_is_judged_within_seconds():
    """A million characters of text with a number in every line take a fraction of a second."""
    lines = "".join(
        f"The tower of line {number:,} is as high as the others are.\n" for number in range(19_000)
    )
    given = case(lines, "18,999", "Oslo", "60%", "THE OTHERS ARE")
    started = time.thread_time()
    outcome = prepared()(given)
    outcome.locate(given)
    assert time.thread_time() - started < 10
    assert (len(lines) > 1_000_000, outcome.score) == (True, 0.5)


def test_a_thousand_facts_share_the_work():
    """Facts that begin alike do not make a text of one letter slow."""
    facts = ["a" * length + "b" for length in range(500)] + [str(number) for number in range(500)]
    given = case("a" * 200_000 + " 499", *facts)
    started = time.thread_time()
    outcome = prepared()(given)
    assert time.thread_time() - started < 30
    assert outcome.score == 1 / 1000


def test_evidence_is_at_most_100_places_and_short():
    """However many facts a reply states, and however long the places, its evidence stays small."""
    facts = [f"word{number}" for number in range(300)]
    given = case(" ".join(facts), *facts)
    assert [piece.text for piece in prepared()(given).locate(given)] == facts[:100]
    given = case(f"Oslo{' ' * 100_000}city", "Oslo city")
    (piece,) = prepared()(given).locate(given)
    assert (piece.start, len(piece.text)) == (0, 6_000)


def test_too_many_places_that_resemble_the_facts_fail_by_a_limit(monkeypatch):
    """A reply that would take too long is a failed one, with the limit named; equal places count once."""
    monkeypatch.setattr("checkwright_fact_match.scanner.MOST_PLACES", 1_000)
    monkeypatch.setattr("checkwright_fact_match.budget.MOST_PLACES", 1_000)
    for fact, other in (("1%", "1 x{}, "), ("aslo", "aslo{}y, ")):
        few, many = ("".join(other.format(number) for number in range(count)) for count in (900, 1_100))
        assert check(few, fact).details is None
        outcome = check(many, fact)
        assert (outcome.score, outcome.details) == (0.0, {"limits": ["match limit"]})
        assert outcome.reason.startswith("match limit: ")
    assert (
        check(
            "This line says 1 and is as long as other lines are: nothing new is in it.\n" * 2_000, "1%"
        ).details
        is None
    )
