"""Compiling: kinds that build on others, what cannot be prepared, the signature."""

from typing import Literal

import kinds_of_words
import pytest
from kinds_that_use_rubrics import (
    BLAME,
    KINDS,
    PREPARED,
    Noted,
    Uses,
    builds,
    graph,
    noted,
    outcome_of,
    prepare_noted,
    prepare_uses,
    reason_of,
    ref,
    rubric,
    store,
    uses,
)

from checkwright import (
    Case,
    CheckError,
    CheckSpec,
    Kind,
    Limits,
    NotExecutable,
    Outcome,
    ServiceError,
    Status,
    compile_rubric,
    load_kinds,
    score,
)
from checkwright.engine.compiling import make_toolbox
from checkwright.engine.prepare import prepare_document


@pytest.fixture(autouse=True)
def _nothing_prepared():
    PREPARED.clear()


# Kinds that build on others.


def test_a_kind_builds_on_another():
    """A check of another kind is prepared from its document and executed by the kind that asked."""
    assert reason_of(builds(kind="test.says", word="no")) == "not: the word is missing"
    assert not outcome_of(builds(kind="test.says", word="yes")).passed
    assert outcome_of(builds(kind="test.builds", check={"kind": "test.says", "word": "yes"})).passed


@pytest.mark.parametrize(
    ("check", "status", "said"),
    [
        ({"kind": "acme.gone"}, Status.NOT_EXECUTABLE, "the kind 'acme.gone' is not available here"),
        ({"kind": 3}, Status.NOT_EXECUTABLE, "the kind 3 is not available here"),
        ({}, Status.NOT_EXECUTABLE, "the kind None is not available here"),
        ({"kind": "test.words"}, Status.NOT_EXECUTABLE, "test.words: read by people"),
        (
            {"kind": "test.breaks", "how": "prepare not executable"},
            Status.NOT_EXECUTABLE,
            "php is missing",
        ),
        ({"kind": "test.says"}, Status.FAILED, "test.says: word: Field required"),
        (
            {"kind": "test.says", "word": ""},
            Status.FAILED,
            "test.says: word: String should have at least 1 character, not ''",
        ),
        ({"kind": "test.says", "word": "("}, Status.FAILED, "'(' is not a word"),
        (
            {"kind": "test.breaks", "how": "prepare"},
            Status.ERROR,
            f"{BLAME} broke: ZeroDivisionError: in prepare",
        ),
        (
            {"kind": "test.breaks", "how": "prepare none"},
            Status.ERROR,
            f"{BLAME} broke: TypeError: prepare must return a function, not NoneType",
        ),
        (
            {"kind": "test.breaks", "how": "KeyError"},
            Status.ERROR,
            f"{BLAME} broke: KeyError: 'x'",
        ),
        (
            {"kind": "test.breaks", "how": "none"},
            Status.ERROR,
            f"{BLAME}: execute must return an Outcome, not NoneType",
        ),
        ({"kind": "test.breaks", "how": "not_executable"}, Status.NOT_EXECUTABLE, "no tool record"),
        ({"kind": "test.breaks", "how": "service"}, Status.ERROR, "the judge is down"),
        (uses("gone"), Status.NOT_EXECUTABLE, "rubric/gone@1.0: this run has no rubrics to look it up in"),
    ],
)
def test_what_a_kind_builds_on_keeps_its_outcome(check, status, said):
    """Whatever becomes of the inner check, the outcome is as if it stood alone and blames the right kind."""
    outcome = outcome_of({"kind": "test.builds", "check": check})
    assert (outcome.status, outcome.reason) == (status, said)


@pytest.mark.parametrize(
    ("check", "error"),
    [
        ({"kind": "test.gone"}, NotExecutable),
        ({"kind": "test.words"}, NotExecutable),
        ({"kind": "test.told", "score": 2}, CheckError),
        ({"kind": "test.says", "word": "("}, CheckError),
        ({"kind": "test.breaks", "how": "prepare exit"}, ServiceError),
        ({"kind": "test.breaks", "how": "prepare interrupt"}, KeyboardInterrupt),
    ],
)
def test_preparing_raises_what_the_contract_names(check, error):
    """A kind that builds on another gets declared exceptions only; Ctrl-C goes through."""
    with pytest.raises(error):
        prepare_document(check, KINDS, make_toolbox(kinds=KINDS))


@pytest.mark.parametrize(("word", "path"), [(3, ("word",)), ("(", ("word",))])
def test_a_mistake_in_an_inner_document_keeps_its_place(word, path):
    """The path of a CheckError lies in the document that was handed over."""
    with pytest.raises(CheckError) as caught:
        prepare_document({"kind": "test.says", "word": word}, KINDS, make_toolbox(kinds=KINDS))
    assert caught.value.path == path


def test_a_mistake_of_the_whole_document_has_no_place():
    """What no single field does wrong is said of the check."""

    class Whole(CheckSpec):
        kind: Literal["test.whole"]

        def model_post_init(self, context):
            raise ValueError("never valid")

    kinds = load_kinds(plugins=[Kind(spec=Whole, prepare=prepare_noted)], entry_points=False)
    with pytest.raises((CheckError, ServiceError), match="never valid"):
        prepare_document({"kind": "test.whole"}, kinds, make_toolbox(kinds=kinds))


def test_what_was_prepared_raises_nothing_but_an_interrupt():
    """The inner execute gives an outcome for every case; only Ctrl-C goes through."""
    toolbox = make_toolbox(kinds=KINDS)
    for how in kinds_of_words.WAYS:
        execute = toolbox.prepare({"kind": "test.breaks", "how": how})
        if how == "KeyboardInterrupt":
            with pytest.raises(KeyboardInterrupt):
                execute(Case("x"))
        else:
            assert type(execute(Case("x"))) is Outcome


# A check that stands in no rubric.


def test_a_toolbox_without_a_rubric_is_that_of_a_root():
    """A check alone reaches as deep as one of a root rubric does."""
    rubrics = graph({"a": ["b"], "b": ["c"], "c": ["d"], "d": []})
    spec = Uses.model_validate(uses("a"))
    toolbox = make_toolbox(kinds=KINDS, rubrics=rubrics)
    assert prepare_uses(spec, toolbox)(Case("x")).reason == outcome_of(uses("a"), rubrics=rubrics).reason
    shallow = make_toolbox(kinds=KINDS, rubrics=rubrics, limits=Limits(depth=1))
    assert shallow.limits == Limits(depth=1)
    assert "at most 1" in prepare_uses(spec, shallow)(Case("x")).reason


# What cannot be prepared.


@pytest.mark.parametrize(
    ("check", "status", "said"),
    [
        ({"kind": "test.gone"}, Status.ERROR, "unknown kind 'test.gone'"),
        ({"kind": "test.told", "score": 2}, Status.FAILED, "score"),
        ({"kind": "test.breaks", "how": "prepare"}, Status.ERROR, "broke: ZeroDivisionError"),
        ({"kind": "test.words"}, Status.NOT_EXECUTABLE, "read by people"),
    ],
)
def test_a_check_that_cannot_be_prepared_has_one_outcome(check, status, said):
    """A stored rubric compiles whatever its checks are like; each goes wrong for itself."""
    plan = compile_rubric(rubric("t", check, noted("x"), invalid_checks="fail"), kinds=KINDS)
    outcome, other = plan.score(Case("x")).outcomes
    assert outcome.status is status
    assert said in outcome.reason
    assert other.passed


def test_a_rubric_read_with_other_kinds_is_an_error():
    """A kind that was there when the rubric was read, and is not when it is compiled, scores no 0."""
    nothing = load_kinds(entry_points=False)
    (outcome,) = compile_rubric(rubric("t", noted("x")), kinds=nothing).score(Case("x")).outcomes
    assert (outcome.status, outcome.reason) == (Status.ERROR, "the kind 'test.noted' is not available here")


def test_an_interrupt_while_compiling_goes_through():
    """Ctrl-C is nobody's outcome."""
    with pytest.raises(KeyboardInterrupt):
        compile_rubric(rubric("t", {"kind": "test.breaks", "how": "prepare interrupt"}), kinds=KINDS)


# The signature.


def _plan(*checks, **others):
    return compile_rubric(rubric("root", *checks), kinds=KINDS, rubrics=store(**others))


def test_the_signature_spells_every_rubric_below():
    """Each rubric that was compiled is in it once by reference, with the kinds that it uses."""
    signature = _plan(uses("a"), uses("b"), a=[uses("b")], b=[noted("x")], c=[noted("y")]).signature
    assert list(signature["rubrics"]) == [ref("a"), ref("b")]
    assert list(signature["kinds"]) == ["test.noted", "test.uses"]
    assert signature["kinds"]["test.noted"]["engines"] == {"notebook": "7"}


def test_a_change_far_below_shows_at_the_top():
    """Verdicts of a rubric whose sub-rubric's sub-rubric changed are not comparable, and say so."""
    first = _plan(uses("a"), a=[uses("b")], b=[noted("x")])
    again = _plan(uses("a"), a=[uses("b")], b=[noted("x")])
    other = _plan(uses("a"), a=[uses("b")], b=[noted("y")])
    gone = _plan(uses("a"), a=[uses("b")])
    assert first.head.signature == again.head.signature
    assert len({first.head.signature, other.head.signature, gone.head.signature}) == 3


def test_the_signature_spells_the_kinds_that_others_build_on():
    """A kind that decides inside another one is in the signature, with its engines."""
    plain = _plan(builds(kind="test.says", word="x"))
    deep = _plan(builds(kind="test.builds", check=noted("x")))
    assert list(plain.signature["kinds"]) == ["test.builds", "test.says"]
    assert deep.signature["kinds"]["test.noted"]["engines"] == {"notebook": "7"}
    assert list(_plan(uses("a"), a=[builds(**noted("x"))]).signature["kinds"]) == [
        "test.builds",
        "test.noted",
        "test.uses",
    ]


def test_engines_are_asked_once():
    """A run that compiles many rubrics starts no engine for each of them."""
    asked = []

    def engines():
        asked.append(1)
        return {"notebook": "8"}

    kind = Kind(spec=Noted, prepare=prepare_noted, engines=engines)
    kinds = load_kinds(plugins=[kind], entry_points=False)
    document = rubric("t", noted("x"))
    first, second = (compile_rubric(document, kinds=kinds).signature for _ in range(2))
    assert first == second
    assert asked == [1]


@pytest.mark.parametrize("rubric_like", ["rubric.yaml", {"id": "t"}, None])
def test_what_is_no_rubric_is_a_type_error_that_says_what_to_do(rubric_like):
    """Compiling and scoring take what was read, not where it stands."""
    words = "expected a Rubric, not .*: read one with load_rubric or parse_rubric"
    with pytest.raises(TypeError, match=words):
        compile_rubric(rubric_like, kinds=KINDS)
    with pytest.raises(TypeError, match=words):
        score(rubric_like, Case("x"), kinds=KINDS)


def test_what_is_no_case_is_a_type_error_that_says_what_to_do():
    """A text alone could be a response or a question."""
    with pytest.raises(TypeError, match=r"score takes a Case, not str: Case\(response, question\)"):
        compile_rubric(rubric("t", noted("x")), kinds=KINDS).score("sorry")
