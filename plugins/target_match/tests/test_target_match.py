"""What is special about target_match."""

import itertools
import subprocess
import sys
import time
from importlib.metadata import version
from importlib.resources import files

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

import checkwright_target_match
from checkwright import Case, CheckError, Limits, Toolbox, load_kinds, parse_rubric, score, validate
from checkwright_target_match import KIND, checkwright_kinds

ROWS = yaml.safe_load(files("checkwright_target_match").joinpath("examples.yaml").read_text("utf-8"))
MODES = ("exact", "normalized", "chrf")
TEXTS = st.text("aAbß \u00a0\t\u200bé\u0301", min_size=1, max_size=6).filter(lambda text: not text.isspace())


def prepared(limits=None, **fields):
    spec = KIND.spec.model_validate({"kind": "target_match", "reference_path": "expected.answer", **fields})
    return KIND.prepare(spec, Toolbox(limits=limits or Limits()))


def case(response, answer):
    return Case(response, {"expected": {"answer": answer}})


def check(response, answer, **fields):
    return prepared(**fields)(case(response, answer))


def evidence(response, answer, **fields):
    (piece,) = check(response, answer, **fields).locate(case(response, answer))
    return (piece.start, piece.end), piece.text


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row['check']['reference_path']} {row['response']!r}")
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
    assert [kind.name for kind in checkwright_kinds()] == ["target_match"]


@pytest.mark.parametrize(
    ("field", "value"),
    [
        *(
            ("reference_path", path)
            for path in ("answer", "expected", "expected.", "input.x", "Expected.x", "")
        ),
        *(("mode", mode) for mode in ("levenshtein", "Exact", "", None, 1)),
        *(("threshold", threshold) for threshold in (-0.01, 1.01, "0.5", None, True, float("nan"))),
    ],
)
def test_a_field_out_of_range_is_refused(field, value):
    """A path with another prefix, an unknown mode and a threshold outside 0 to 1 are no valid check."""
    with pytest.raises(ValueError, match=field):
        prepared(**{field: value})


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"reference_path": "answers"}, "'answers' does not fit: where the reference stands"),
        (
            {"reference_path": "expected.answer", "mode": "soundex"},
            "'soundex' is not one of 'exact', 'normalized'",
        ),
        ({"reference_path": "expected.answer", "mode": "chrf", "threshold": 1.5}, "1.5 must be at most 1"),
    ],
)
def test_a_stored_check_that_is_not_valid_fails_loudly(fields, words):
    """Where stored rubrics may hold mistakes, the check fails every response and says what is wrong."""
    kinds = load_kinds(plugins=[checkwright_target_match], entry_points=False)
    rubric = {
        "id": "stored",
        "version": "1.0",
        "checks": [{"kind": "target_match", **fields}],
        "scoring": {"combine": "all_pass"},
    }
    stored = parse_rubric(rubric, kinds=kinds, invalid_checks="fail")
    verdict = score(stored, case("yes", "yes"), kinds=kinds)
    assert verdict.passed is False
    assert words in verdict.checks[0].reason
    assert words in str(validate(rubric, kinds=kinds)[0])


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize(
    ("answer", "message"),
    [
        ("", "expected.answer: the reference is empty"),
        (" \u00a0\n", "expected.answer: the reference is blank"),
        ([], "expected.answer: the list of references is empty, expected at least one"),
        (
            None,
            "expected.answer: the reference is null, expected a text, a number, true or false, or a list",
        ),
        ({"text": "yes"}, "expected.answer: the reference is an object, expected"),
        (float("nan"), "expected.answer: the reference is nan, expected a finite number"),
        (float("-inf"), "expected.answer: the reference is -inf, expected a finite number"),
        ([10**5000], "expected.answer[0]: the reference is a number with too many digits"),
        ("yes\udc80", "expected.answer: the reference is not valid UTF-8: lone surrogate at character 3"),
        (
            ["yes", ["yes"]],
            "expected.answer[1]: the reference is a list, expected a text, a number, true or false",
        ),
        (["yes", None], "expected.answer[1]: the reference is null, expected"),
        (("", "yes"), "expected.answer[0]: the reference is empty"),
    ],
)
def test_what_is_no_reference_fails_loudly(mode, answer, message):
    """One bad variant is enough: the check fails for a mistake of its author, whatever the response."""
    with pytest.raises(CheckError) as caught:
        check("yes", answer, mode=mode)
    assert caught.value.message.startswith(message)
    assert caught.value.path == ("reference_path",)


@pytest.mark.parametrize("mode", MODES)
def test_a_response_that_is_no_utf_8_fails(mode):
    """Half of a surrogate pair in the response is named, and matches nothing."""
    outcome = check("ja \ud800", ["ja", "ja \ufffd"], mode=mode)
    assert (outcome.passed, outcome.score) == (False, 0.0)
    assert outcome.reason == "the response is not valid UTF-8: lone surrogate at character 3"


@pytest.mark.parametrize(
    ("answer", "text"),
    [
        (0, "0"),
        (False, "false"),
        (True, "true"),
        (-2.5, "-2.5"),
        (1e22, "1e+22"),
        (2.0, "2.0"),
        (10**30, f"1{'0' * 30}"),
    ],
)
def test_a_number_or_boolean_is_its_json_text(answer, text):
    """What is not a text is read as JSON writes it, falsy values included."""
    for mode in MODES:
        assert check(text, answer, mode=mode, threshold=1).passed
        assert check(text, ["something else", answer], mode=mode, threshold=1).passed
    assert not check(f"{text}1", answer, mode="exact").passed


@given(answers=st.lists(TEXTS, min_size=1, max_size=3), response=TEXTS | st.just(""))
def test_exact_is_equality(answers, response):
    """exact passes what is one of the references, character by character."""
    assert check(response, answers, mode="exact").passed is (response in answers)


@given(
    answers=st.lists(TEXTS, min_size=1, max_size=4), response=TEXTS | st.just(""), mode=st.sampled_from(MODES)
)
def test_the_order_of_variants_does_not_matter(answers, response, mode):
    """The best variant decides, wherever it stands, and adding variants never lowers a score."""
    scores = {check(response, list(order), mode=mode).score for order in itertools.permutations(answers)}
    assert scores == {max(check(response, answer, mode=mode).score for answer in answers)}


@given(
    answer=TEXTS,
    blanks=st.lists(st.sampled_from([" ", "\t", "\r\n", "\u00a0", "\u2003", "\u3000 "]), min_size=9),
)
def test_normalized_sees_no_case_composition_and_white_space(answer, blanks):
    """Case, composition, the length and sort of white space and what stands around make no difference."""
    words = answer.split()
    spaced = blanks[0] + "".join(itertools.chain(*zip(words, blanks, strict=False)))
    for response in (spaced, spaced.casefold(), spaced.replace("é", "e\u0301")):
        assert check(response, answer).passed, response


@pytest.mark.parametrize(
    ("response", "answer"),
    [
        ("co-op", "coop"),
        ("cafe", "café"),
        ("a b", "ab"),
        ("1.0", "1"),
        ("it’s", "it's"),
        ("Ａ", "A"),
        ("ıs", "is"),
    ],
)
def test_normalized_forgives_nothing_else(response, answer):
    """Punctuation, accents, look-alikes, compatibility forms and inner spaces stay what they are."""
    assert not check(response, answer).passed


@pytest.mark.parametrize(
    ("response", "answer", "mode", "where", "text"),
    [
        ("The city of Lyon, France", "The city of Paris, France", "exact", (12, 16), "Lyon"),
        ("GROẞE   Gasse 5", "große Straße 5", "normalized", (8, 9), "G"),
        ("eins  zwei", "einszwei", "normalized", (4, 6), "  "),
        ("CAFE\u0301 x", "cafe x", "normalized", (3, 5), "E\u0301"),
        ("aa", "a", "exact", (1, 2), "a"),
        ("\n no\u00a0", "yes", "normalized", (2, 4), "no"),
    ],
)
def test_the_evidence_is_what_differs(response, answer, mode, where, text):
    """The span points at what stands in the original response instead of a part of the reference."""
    assert evidence(response, answer, mode=mode) == (where, text)


def test_of_references_that_are_one_the_first_is_named():
    """Variants that are the same when normalized count as one, as the author wrote it first."""
    assert check("YES", ["Yes", "yes"]).reason == "matches 'Yes' (normalized)"


def test_what_is_only_lacking_has_no_evidence():
    """A response that is a part of the reference has nothing that could be pointed at."""
    assert check("Par", "Paris").locate(case("Par", "Paris")) == ()


ONE, TWO = "differs from 'yes'", "differs from each of 2 references"


@pytest.mark.parametrize(
    ("response", "answer", "mode", "reason"),
    [
        ("Yes", "yes", "exact", f"{ONE} (exact); only case, white space or composition differs"),
        ("ye\u200bs", "yes", "exact", f"{ONE} (exact); only the invisible U+200B differs"),
        (
            "\ufeffYes \xad",
            "yes",
            "normalized",
            f"{ONE} (normalized); only the invisible U+FEFF, U+00AD differs",
        ),
        (
            "yes",
            ["no", "y\u00ades"],
            "normalized",
            f"{TWO} (normalized); the nearest is 'y\\xades'; only the invisible U+00AD differs",
        ),
        ("\u200b", "yes", "exact", f"{ONE} (exact)"),
        (
            "\u200b",
            "\u200c",
            "exact",
            "differs from '\\u200c' (exact); only the invisible U+200B, U+200C differs",
        ),
        ("no", "\u200b", "normalized", "differs from '\\u200b' (normalized)"),
        ("yes.", ["no", "yes"], "exact", f"{TWO} (exact); the nearest is 'yes'"),
        ("yes.", ["yes", "yes"], "exact", f"{ONE} (exact)"),
        ("", ["no", "yes"], "exact", f"the response is empty and so {TWO} (exact)"),
        (" \n", "yes", "normalized", f"the response is blank and so {ONE} (normalized)"),
    ],
)
def test_a_miss_is_explained(response, answer, mode, reason):
    """The reason names the nearest reference and, where that is all, what the response has too much."""
    assert check(response, answer, mode=mode).reason == reason


def test_the_references_of_another_question_are_not_mixed_up():
    """What is kept of one question's references is never used for those of another."""
    answers = ["1", [1], [True], ["true"], 1.0, "2", ["1", "2"], ["2", "1"]]
    for mode in MODES:
        execute = prepared(mode=mode, threshold=1)
        for answer, response in [*itertools.product(answers, ("1", "true", "1.0", "2"))] * 2:
            outcome, alone = execute(case(response, answer)), check(response, answer, mode=mode, threshold=1)
            assert (outcome.score, outcome.reason) == (alone.score, alone.reason)


def test_outcomes_of_equal_cases_are_made_once():
    """While the same references come again, nothing is made for a response that is or misses them plainly."""
    execute = prepared()
    for response in ("yes", "no", ""):
        assert execute(case(response, ["yes"])) is execute(case(response, ["yes"]))


@pytest.mark.parametrize("mode", MODES)
def test_reasons_are_short_and_clean(mode):
    """Whatever is compared, the reason is one printable line of at most 300 characters."""
    for text in ("x" * 5_000, "\u202e\x1b[1m\x00\n" * 60, "'\"" * 200):
        for answer in (text, [text, text + "\u200b"]):
            for response in (text, text + "\u200b", "no"):
                reason = check(response, answer, mode=mode).reason
                assert reason.isprintable()
                assert 1 <= len(reason) <= 300


def test_no_response_is_not_executed():
    """Without a response there is nothing to compare, whatever the question."""
    verdict = score(
        parse_rubric(
            {
                "id": "r",
                "version": "1.0",
                "checks": [{"kind": "target_match", "reference_path": "expected.answer"}],
                "scoring": {"combine": "all_pass"},
            },
            kinds=(kinds := load_kinds(plugins=[checkwright_target_match], entry_points=False)),
        ),
        case(None, "yes"),
        kinds=kinds,
    )
    assert (verdict.status, verdict.checks[0].reason) == ("not_scored", "no response")


def test_the_stock_sentence_gives_nothing_away():
    """A judge reads neither the path nor the mode, the threshold or the reference."""
    for fields in ({}, {"mode": "chrf", "threshold": 0.9}):
        spec = KIND.spec(kind="target_match", reference_path="metadata.secret", **fields)
        assert KIND.describe(spec) == "The response matches the reference answer."
    assert KIND.says == frozenset()


def test_a_threshold_without_chrf_is_noticed():
    """A threshold that no mode reads is valid, does nothing, and `validate` says so."""

    def warnings(**fields):
        return list(KIND.warn(KIND.spec(kind="target_match", reference_path="expected.x", **fields)))

    (found,) = warnings(threshold=0.9)
    assert found == (("threshold",), "the threshold does nothing: the mode normalized has none, leave it out")
    assert warnings(threshold=0.9, mode="chrf") == warnings(mode="exact") == []


def test_sacrebleu_is_named_and_imported_for_chrf_only():
    """Importing the package and preparing other modes load no library; its version is known before."""
    code = """
import sys
from checkwright import Toolbox
from checkwright_target_match import KIND
print(KIND.engines()["sacrebleu"])
for mode in ("exact", "normalized", "chrf"):
    KIND.prepare(KIND.spec(kind="target_match", reference_path="expected.x", mode=mode), Toolbox())
    print("sacrebleu" in sys.modules or "numpy" in sys.modules)
"""
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert said.split() == [version("sacrebleu"), "False", "False", "True"]


@pytest.mark.parametrize("mode", MODES)
def test_a_response_of_10_mb_is_judged_within_seconds(mode):
    """However long the response, no mode takes more than a few seconds."""
    given = case("Die Größe \u00a0 ist unbekannt.\n" * 370_000, ["Die Größe ist bekannt."] * 3)
    execute = prepared(mode=mode)
    started = time.thread_time()
    outcome = execute(given)
    if outcome.locate is not None:
        outcome.locate(given)
    assert time.thread_time() - started < 30
    assert outcome.passed is False
