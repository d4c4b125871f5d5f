"""chrF is sacrebleu's, with the statistics of the references kept."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sacrebleu.metrics.chrf import CHRF

from checkwright import Case, CheckError, Limits, Toolbox
from checkwright_target_match import KIND
from checkwright_target_match.chrf import ChrF

SOLID = st.text("abAß.é日 \u00a0\n", min_size=1, max_size=30).filter(lambda text: not text.isspace())
ANY = SOLID | st.text(max_size=12)


def prepared(threshold, limits=None):
    spec = KIND.spec(kind="target_match", reference_path="expected.answer", mode="chrf", threshold=threshold)
    return KIND.prepare(spec, Toolbox(limits=limits or Limits()))


def case(response, answer):
    return Case(response, {"expected": {"answer": answer}})


def check(response, answer, threshold=0.5, limits=None):
    return prepared(threshold, limits)(case(response, answer))


@given(references=st.lists(SOLID, min_size=1, max_size=4), text=ANY)
def test_the_score_is_sacrebleus_to_the_last_bit(references, text):
    """The best score is what sacrebleu gives for the same text and all references, divided by 100."""
    expected = CHRF().sentence_score(text, references).score / 100
    assert ChrF(references).best(text)[0] == expected
    assert CHRF(references=[[one] for one in references]).corpus_score([text], None).score / 100 == expected


@given(references=st.lists(SOLID, min_size=1, max_size=4), text=ANY)
def test_the_nearest_reference_is_the_first_with_the_best_score(references, text):
    """Each reference alone scores at most as much as the one that is named."""
    alone = [CHRF().sentence_score(text, [reference]).score / 100 for reference in references]
    assert ChrF(references).best(text) == (max(alone), alone.index(max(alone)))


@given(text=SOLID, other=SOLID)
def test_identical_texts_score_exactly_1(text, other):
    """A response that is a reference, white space aside, scores 1 and passes every threshold."""
    for response in (text, f" {text}\n", "\u2003".join(text.split())):
        outcome = check(response, [other, text], threshold=1)
        assert (outcome.passed, outcome.score) == (True, 1.0)


@pytest.mark.parametrize("response", ["", " ", "\n\u00a0\t"])
def test_an_empty_response_scores_0(response):
    """Nothing shares nothing; a threshold of 0 is met by it."""
    outcome = check(response, ["hallo", "h"], threshold=0.01)
    assert (outcome.passed, outcome.score) == (False, 0.0)
    assert check(response, "hallo", threshold=0).passed


@pytest.mark.parametrize(
    ("response", "answer", "expected"),
    [
        ("Fein!", "Irre!", 0.08),
        ("x", "y", 0.0),
        ("abc", "ABC", 0.0),
        ("a b c", "abc", 1.0),
        ("the cat", "the cat sat on the mat", 0.2725331540542631),
    ],
)
def test_scores_are_what_they_were(response, answer, expected):
    """Written scores guard against an engine that changes: case counts, white space does not, length does."""
    assert check(response, answer).score == pytest.approx(expected, abs=1e-12)


def test_a_score_at_its_threshold_passes():
    """What floats lose does not decide; a score under the threshold never reads like one that meets it."""
    score = check("the cat", "the cat sat").score
    assert check("the cat", "the cat sat", threshold=score + 5e-10).passed
    assert not check("the cat", "the cat sat", threshold=score + 1e-6).passed
    storm = ["The storm delays the parcel.", "The parcel was delayed by a storm and arrives on Friday."]
    below = check("The parcel was delayed by the storm and will arrive on Friday.", storm, threshold=0.7629)
    assert (below.passed, round(below.score, 4)) == (False, 0.7629)
    assert below.reason == (
        f"chrF 0.7628 with {storm[1]!r}, the nearest of 2 references; at least 0.7629 is wanted"
    )


def test_what_is_too_long_fails_with_the_limit():
    """A response over the limit fails unread, references over it are a mistake of the author."""
    limits = Limits(chrf_chars=10)
    assert check("x" * 10, ["x" * 5, "y" * 5], limits=limits).reason.startswith("chrF ")
    outcome = check("x" * 11, "x" * 10, limits=limits)
    assert (outcome.passed, outcome.score) == (False, 0.0)
    assert outcome.reason == "size limit: the response has 11 characters, chrF reads at most 10"
    with pytest.raises(CheckError, match=r"^expected\.answer: size limit: the references have 11 characters"):
        check("x", ["x" * 6, "y" * 5], limits=limits)


def test_references_that_come_again_are_counted_once():
    """A long reference costs its time with the first response, not with every one."""
    answer = [" ".join(f"{number:05}" for number in range(start, start + 4_000)) for start in (1, 4_001)]
    execute = prepared(0.5)
    execute(case("00001 00002", answer))
    started = time.thread_time()
    for _ in range(100):
        execute(case("00001 00002", list(answer)))
    assert time.thread_time() - started < 100 * 1.5e-3


def test_many_references_cost_as_much_as_one_of_their_length():
    """The time is that of response and references together, not of their product."""
    answer = [chr(0x4E00 + number % 20_000) for number in range(20_000)]
    response = "".join(chr(0x4E00 + number * 7 % 20_000) for number in range(50_000))
    started = time.thread_time()
    assert check(response, answer).passed is False
    assert time.thread_time() - started < 15
