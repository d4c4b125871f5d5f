"""The kit on one honest kind and on slips of it: what comes out of a law, with and without pytest."""

import dataclasses
import itertools
import re
from pathlib import Path

import pytest

from checkwright import NotExecutable, Outcome, Toolbox
from checkwright_contract import Breach, Effort, KnownGap, NotProven, check_contract, contract_tests, prove
from checkwright_contract.laws import LAWS
from checkwright_contract.mutants.original import ORIGINAL, prepare
from checkwright_contract.process_settings import changes, settings
from checkwright_contract.proof import Proof
from checkwright_contract.suite import class_name

FEW = Effort(examples=10)
LAW = {law.name: law for law in LAWS}


def shouting(spec, toolbox):
    """Prepare a kind whose reasons take two lines."""
    execute = prepare(spec, toolbox)
    return lambda case: dataclasses.replace(execute(case), reason="two\nlines")


def passing(spec, toolbox):
    """Prepare a kind that passes whatever it gets."""
    return lambda case: Outcome.judge(bool(case.text) or True, "fine")


def lacking(spec, toolbox):
    """Prepare a kind whose tool is not there."""
    raise NotExecutable("php is missing")


def result_of(law, **changes):
    """Hold one law against a changed honest kind."""
    return Proof(dataclasses.replace(ORIGINAL, **changes)).of(LAW[law], FEW)


def test_an_honest_kind_breaks_no_law():
    """check_contract gives () for a kind that keeps the contract."""
    assert check_contract(ORIGINAL, effort=FEW) == ()


def test_prove_gives_a_result_for_every_law_in_order():
    """prove names each law once, in the order of the table."""
    assert [law for law, _ in prove(ORIGINAL, effort=FEW)] == list(LAWS)


def test_a_breach_shows_what_was_found_and_the_shortest_check_and_response():
    """A breach is shrunk: nothing stands in it that the failure does not need."""
    breach = result_of("reason_is_one_clean_line", prepare=shouting)
    assert isinstance(breach, Breach)
    assert str(breach).split("\n  ") == [
        "contract.phrases breaks the law reason_is_one_clean_line",
        "law:      The reason is one line of 1 to 300 characters without control or bidi characters.",
        "broken:   found U+000A in 'two\\nlines', expected one line that prints anywhere",
        'check:    {"kind": "contract.phrases", "phrases": ["the"]}',
        "response: ''",
    ]


def test_a_random_run_says_how_to_repeat_it(monkeypatch):
    """A breach found with a seed names it."""
    monkeypatch.delenv("CHECKWRIGHT_EXAMPLES", raising=False)
    kind = dataclasses.replace(ORIGINAL, prepare=shouting)
    breach = Proof(kind).of(LAW["reason_is_one_clean_line"], Effort(examples=5, seed=77))
    assert str(breach).endswith("repeat:   pytest --checkwright-seed=77")


def test_a_random_run_with_more_examples_says_both(monkeypatch):
    """What repeats a breach names the number of examples that the environment asked for."""
    monkeypatch.setenv("CHECKWRIGHT_EXAMPLES", "7")
    breach = Proof(dataclasses.replace(ORIGINAL, prepare=shouting)).of(
        LAW["reason_is_one_clean_line"], Effort(seed=77)
    )
    assert str(breach).endswith("repeat:   CHECKWRIGHT_EXAMPLES=7 pytest --checkwright-seed=77")


def trailing(spec, toolbox):
    """Prepare a kind that looks for blanks at the end, from each blank on."""
    execute = prepare(spec, toolbox)

    def execute_after_blanks(case):
        if len(case.text) < 100_000:
            re.search(" +$", case.text)
        return execute(case)

    return execute_after_blanks


def test_a_breach_of_growth_shows_the_run_that_costs_most():
    """Of the runs that a response is made of the one that is quadratic is told."""
    breach = result_of("cpu_time_grows_with_the_response_only", prepare=trailing)
    assert isinstance(breach, Breach)
    assert breach.trial.response.strip() == "."


def reading_toolbox(rubrics):
    """Make a toolbox from what a file says."""
    return Toolbox(tools={"first": Path(__file__).read_text(encoding="utf-8")[:3]})


def test_what_making_a_toolbox_touches_is_not_blamed_on_the_kind():
    """A run may read files for its toolbox; a kind that declares no effect stays clean of it."""
    assert Proof(ORIGINAL, reading_toolbox).of(LAW["effects_are_declared"], FEW) is None


def counted(spec, toolbox):
    """Prepare a kind that says in its details how often it was called."""
    execute = prepare(spec, toolbox)
    return lambda case: dataclasses.replace(execute(case), details={"call": next(CALLS)})


CALLS = itertools.count()


def test_a_detail_that_is_declared_to_vary_is_not_compared():
    """What differs from call to call is no breach where it is declared, and is one where it is not."""
    for law in LAWS:
        if law.name.startswith("outcome_is_the_same"):
            assert not isinstance(result_of(law.name, prepare=counted, varies=frozenset({"call"})), Breach)
            assert isinstance(result_of(law.name, prepare=counted), Breach | NotProven)


def folder_of(spec, toolbox):
    """Prepare a kind that notes the folder of each run and what lies in it."""
    folder = toolbox.folder
    if folder is not None:
        SEEN[folder] = Path(folder, "terms/refund.txt").read_text(encoding="utf-8")
    return prepare(spec, toolbox)


SEEN = {}


def test_the_files_of_a_row_are_there_while_a_law_is_tried_and_gone_afterwards():
    """A row with files has a folder of its own, for each law anew, and none stays."""
    SEEN.clear()
    for law in ("examples_come_out_as_written", "outcome_is_the_same_from_four_threads"):
        assert result_of(law, prepare=folder_of, effects=frozenset({"file"})) is None
    assert [*SEEN.values()] == ["Refunds take a week."] * 2
    assert not any(Path(folder).exists() for folder in SEEN)


def test_the_files_of_a_known_gap_are_there():
    """A witness may have files, and shows them."""
    gap = KnownGap("reason_is_one_clean_line", "two lines", CHECK, "A refund.", files={"a": "x"})
    assert 'files:    {"a": "x"}' in gap.witness.lines()


def test_a_change_of_the_process_is_told_with_what_it_was():
    """A setting that is not as it was is told by its name, as it is and as it was."""
    before = {**settings(), "os.environ['NOT_SET']": "1"}
    assert list(changes(settings(), before)) == [
        "os.environ['NOT_SET'] became '1', expected it left as it was: not set"
    ]


def test_a_law_that_saw_no_failing_outcome_is_vacuous():
    """A kind that never fails proves nothing about failing."""
    breach = result_of("score_is_between_0_and_1", prepare=passing)
    assert isinstance(breach, Breach)
    assert breach.message == "vacuous: saw nothing failed: add rows to the examples"


def test_a_kind_that_cannot_run_here_is_not_proven(monkeypatch):
    """A missing tool is neither a breach nor a proof, unless tools are required."""
    monkeypatch.delenv("CHECKWRIGHT_REQUIRE_TOOLS", raising=False)
    result = result_of("score_is_between_0_and_1", prepare=lacking)
    reason = "the kind cannot run here: php is missing"
    assert result == NotProven("contract.phrases", "score_is_between_0_and_1", reason, cannot_run=True)


def test_a_kind_that_cannot_run_is_red_where_tools_are_required(monkeypatch):
    """CHECKWRIGHT_REQUIRE_TOOLS=1 forgives no missing tool."""
    monkeypatch.setenv("CHECKWRIGHT_REQUIRE_TOOLS", "1")
    result = result_of("score_is_between_0_and_1", prepare=lacking)
    assert isinstance(result, Breach)
    assert result.message == "not proven: the kind cannot run here: php is missing"


def test_a_kind_that_no_module_names_is_not_proven_in_another_process():
    """What a child process cannot import is not proven there, and that is no missing tool."""
    result = result_of("outcome_is_the_same_in_another_process", prepare=lambda *given: prepare(*given))
    assert isinstance(result, NotProven)
    assert not result.cannot_run
    assert "names the kind" in result.reason


def test_vocabulary_is_held_to_the_laws_and_never_executed():
    """A kind without prepare keeps every law, and no outcome of it is a judgement."""
    kind = dataclasses.replace(ORIGINAL, prepare=None)
    breaches = check_contract(kind, effort=FEW)
    assert {breach.law for breach in breaches} == {"examples_come_out_as_written"}
    assert "is vocabulary, so every row must have `passed: null`" in breaches[0].message


CHECK = {"kind": "contract.phrases", "phrases": ["refund"]}


def test_a_known_gap_is_given_back_while_it_is_open():
    """A declared deviation that its witness shows is no breach."""
    gap = KnownGap("reason_is_one_clean_line", "two lines are wanted here", CHECK, "A refund.")
    proof = Proof(dataclasses.replace(ORIGINAL, prepare=shouting), known_gaps=[gap])
    assert proof.of(LAW[gap.law], FEW) is gap


def test_a_known_gap_that_is_closed_is_a_breach():
    """A declaration outlives its deviation by no run."""
    gap = KnownGap("reason_is_one_clean_line", "two lines are wanted here", CHECK, "A refund.")
    breach = Proof(ORIGINAL, known_gaps=[gap]).of(LAW[gap.law], FEW)
    assert isinstance(breach, Breach)
    assert "the known gap is closed" in breach.message


def test_a_known_gap_excuses_no_other_law():
    """The other laws are held as ever."""
    gap = KnownGap("reason_is_one_clean_line", "two lines are wanted here", CHECK, "A refund.")
    proof = Proof(dataclasses.replace(ORIGINAL, prepare=passing), known_gaps=[gap])
    assert isinstance(proof.of(LAW["score_is_between_0_and_1"], FEW), Breach)


def test_a_known_gap_of_no_law_is_an_error():
    """A misspelt law name is told, with the name that was meant."""
    gap = KnownGap("reason_is_one_clean_lime", "")
    with pytest.raises(ValueError, match="did you mean 'reason_is_one_clean_line'"):
        contract_tests(ORIGINAL, known_gaps=[gap])


def test_a_kind_of_another_contract_is_an_error():
    """Laws of one contract prove nothing of another."""
    with pytest.raises(ValueError, match="made for contract 2, these are the laws of 1"):
        contract_tests(dataclasses.replace(ORIGINAL, contract=2))


def test_a_test_class_has_a_fresh_test_for_every_law():
    """Two kinds share no test function, and each says its law."""
    one, other = contract_tests(ORIGINAL), contract_tests(ORIGINAL)
    for law in LAWS:
        test = getattr(one, f"test_{law.name}")
        assert test.__doc__ == law.says
        assert test is not getattr(other, f"test_{law.name}")


@pytest.mark.parametrize(("kind", "name"), [("regex", "TestRegex"), ("acme.word_limit", "TestAcmeWordLimit")])
def test_a_test_class_is_named_after_its_kind(kind, name):
    """Test ids read as sentences."""
    assert class_name(kind) == name


def test_every_law_says_itself_in_one_line():
    """The docstring of a law is the law."""
    assert all(law.says.endswith(".") for law in LAWS)
    assert len({law.name for law in LAWS}) == len(LAWS)


TestHonest = contract_tests(ORIGINAL)
