"""What is special about custom_rubric: where definition, model and profile come from; what a score says."""

from contextlib import ExitStack

import pytest
from scripted_judges import FILTERED, LOST, REFUSED, Scripted, evaluators_of, judges_of, scored

from checkwright import (
    Case,
    CheckError,
    InvalidDocument,
    Limits,
    Missing,
    compile_rubric,
    load_kinds,
    make_toolbox,
    parse_rubric,
    validate,
)
from checkwright_custom_rubric import KIND, checkwright_kinds
from checkwright_judging.documents.definition import Definition
from checkwright_judging.documents.definition_digest import definition_sha256

KINDS = load_kinds(plugins=[KIND], entry_points=False)
SCALE = {str(level): f"level {level}" for level in range(1, 6)}
DEFINITION = {"criteria": "Whether the reply says what happens next.", "scale": SCALE, "input_fields": []}
CHECK = {"kind": "custom_rubric", "evaluator": "inline", "definition": DEFINITION}
NAMED = {"kind": "custom_rubric", "evaluator": "intent_match"}
INTENT = {**DEFINITION, "name": "intent_match", "criteria": "Whether it answers what was meant."}
GARBLED = "I would give it a 5."


def document_of(check):
    return {"id": "t", "version": "1.0", "checks": [check], "scoring": {"combine": "all_pass"}}


def plan_of(check, replies, *, evaluators=None, profiles=None, stop=None, limits=None, **judges):
    """Return a plan of one check, and what its judge is asked. replies: by model, or of the only one."""
    service = Scripted(replies if isinstance(replies, dict) else {"m": replies})
    plan = compile_rubric(
        parse_rubric(document_of(check), kinds=KINDS),
        kinds=KINDS,
        providers=[
            judges_of(
                service,
                profiles or {"usual": "m"},
                **{"assignments": {"default": "usual"}, **judges},
            )
        ],
        lookups={} if evaluators is None else {"evaluator": evaluators},
        stop=stop,
        limits=limits,
    )
    return plan, service


def asked(replies, case=None, check=CHECK, **run):
    """Return what a check comes to, and what its judge was asked."""
    plan, service = plan_of(check, replies, **run)
    with plan:
        [result] = plan.score(case or Case("Tomorrow, by Mara.")).checks
    return result, service


def said(*arguments, **more):
    result, _ = asked(*arguments, **more)
    return str(result.status), result.reason


def problems(check):
    return [(one.path, str(one)) for one in validate(document_of(check), kinds=KINDS)]


def test_the_hook_offers_the_kind_and_says_that_it_asks_judges():
    [kind] = checkwright_kinds()
    assert (kind.name, kind.effects) == ("custom_rubric", frozenset({"judge"}))


@pytest.mark.parametrize(
    ("grade", "status", "score", "reason"),
    [
        (1, "failed", 0, "1 of 5, 3 asked: so it is"),
        (2, "failed", 0.25, "2 of 5, 3 asked: so it is"),
        (3, "passed", 0.5, "3 of 5: so it is"),
        (4, "passed", 0.75, "4 of 5: so it is"),
        (5, "passed", 1, "5 of 5: so it is"),
    ],
)
def test_a_grade_from_three_on_passes_without_a_word(grade, status, score, reason):
    result, _ = asked([grade])
    assert (result.status, result.score, result.reason) == (status, score, reason)


@pytest.mark.parametrize(
    ("threshold", "grade", "status"),
    [(1, 1, "passed"), (5, 4, "failed"), (5, 5, "passed"), (2.5, 2, "failed"), (2.5, 3, "passed")],
)
def test_the_threshold_is_a_grade(threshold, grade, status):
    assert asked([grade], check={**CHECK, "threshold": threshold})[0].status == status


@pytest.mark.parametrize("threshold", [0.7, 0.99, 5.01, -1, "3", True])
def test_a_threshold_of_another_scale_is_refused(threshold):
    with pytest.raises(InvalidDocument, match=r"threshold.*1 to 5"):
        parse_rubric(document_of({**CHECK, "threshold": threshold}), kinds=KINDS)


def test_a_threshold_of_another_scale_is_told_at_its_place():
    [(path, message)] = problems({**NAMED, "threshold": 0.7})
    assert path == "/checks/0/threshold"
    assert "on the scale of 1 to 5" in message


def test_a_threshold_that_nothing_can_miss_is_a_warning():
    [(path, message)] = problems({**CHECK, "threshold": 1})
    assert path == "/checks/0/threshold"
    assert "every score from 1 to 5 passes: the check tells nothing" in message


@pytest.mark.parametrize(
    ("raw", "grade", "score", "reason"),
    [
        (0, 1, 0, "1 of 5 (clamped from 0), 3 asked: so it is"),
        (-7, 1, 0, "1 of 5 (clamped from -7), 3 asked: so it is"),
        (6, 5, 1, "5 of 5 (clamped from 6): so it is"),
        (10, 5, 1, "5 of 5 (clamped from 10): so it is"),
    ],
)
def test_a_grade_that_is_out_of_bounds_is_moved_and_it_is_said(raw, grade, score, reason):
    result, _ = asked([raw])
    assert (result.score, result.reason) == (score, reason)
    details = result.details
    told = (details["raw_score"], details["normalized_score"], details["clamped_from"])
    assert told == (raw, grade, raw)


@pytest.mark.parametrize("level", SCALE)
def test_every_level_of_the_scale_is_required(level):
    scale = {name: text for name, text in SCALE.items() if name != level}
    [(path, message)] = problems({**CHECK, "definition": {**DEFINITION, "scale": scale}})
    assert (path, f"the field '{level}' is missing" in message) == ("/checks/0/definition/scale", True)


def test_levels_are_whole_numbers_or_texts_in_yaml():
    text = (
        "id: t\nversion: '1.0'\nscoring: {combine: all_pass}\nchecks:\n"
        "- {kind: custom_rubric, evaluator: inline, definition: {criteria: c, scale: {%s}}}\n"
    )
    numbers, texts = (
        parse_rubric(text % ", ".join(f"{quote}{level}{quote}: l" for level in range(1, 6)), kinds=KINDS)
        for quote in ("", '"')
    )
    assert numbers.checks[0].spec == texts.checks[0].spec


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"evaluator": "inline"}, "definition"),
        ({"evaluator": "intent_match", "definition": DEFINITION}, "only model may be overridden"),
        ({"evaluator": "intent_match", "definition": None}, "definition"),
        ({"evaluator": "Intent"}, "evaluator"),
        ({"evaluator": "a" * 65}, "evaluator"),
        ({"evaluator": ""}, "evaluator"),
        ({"definition": DEFINITION}, "evaluator"),
        ({"evaluator": "x", "model": " "}, "model"),
        ({"evaluator": "x", "profile": ""}, "profile"),
        ({"evaluator": "x", "scale_order": "random"}, "scale_order"),
        ({"evaluator": "x", "scale": SCALE}, "scale"),
        ({"evaluator": "inline", "definition": {**DEFINITION, "criteria": " "}}, "criteria"),
        ({"evaluator": "inline", "definition": {**DEFINITION, "name": "x"}}, "name"),
        ({"evaluator": "inline", "definition": {**DEFINITION, "submitted_by": "x"}}, "submitted_by"),
        ({"evaluator": "inline", "definition": {**DEFINITION, "output_fields": []}}, "output_fields"),
    ],
)
def test_what_no_judge_could_follow_is_refused(fields, words):
    with pytest.raises(InvalidDocument, match=words):
        parse_rubric(document_of({"kind": "custom_rubric", **fields}), kinds=KINDS)


def listing(inputs, outputs, expected):
    """Return a check whose definition names so many fields."""
    many = {"input_fields": inputs, "output_fields": outputs, "expected_output_fields": expected}
    names = {name: [f"f{number}" for number in range(count)] for name, count in many.items()}
    return {**CHECK, "definition": {**DEFINITION, **names}}


def test_twenty_fields_may_be_shown_in_all():
    assert problems(listing(10, 5, 5)) == []
    [(path, message)] = problems(listing(10, 5, 6))
    assert path.startswith("/checks/0/definition/")
    assert "21 fields in all, at most 20 may be shown" in message


def test_too_many_fields_fail_every_reply_where_nobody_validated():
    result, service = asked([5], check=listing(10, 5, 6))
    assert (result.status, service.seen) == ("failed", [])
    assert "21 fields in all" in result.reason


def test_a_named_evaluator_is_judged_by_its_own_definition():
    result, service = asked([4], check=NAMED, evaluators=evaluators_of(INTENT))
    assert "Whether it answers what was meant." in service.texts[0]
    assert (result.status, result.details["evaluator_name"]) == ("passed", "intent_match")


@pytest.mark.parametrize(
    ("evaluators", "reason"),
    [
        (None, "evaluator nope: this run has none to look it up in"),
        (evaluators_of(INTENT), "no evaluator has the name 'nope'"),
        (evaluators_of({**INTENT, "name": "nopes"}), "did you mean 'nopes'?"),
    ],
)
def test_an_evaluator_that_is_not_there_is_named_and_nobody_is_asked(evaluators, reason):
    result, service = asked([5], check={**NAMED, "evaluator": "nope"}, evaluators=evaluators)
    assert (result.status, service.seen) == ("not_executable", [])
    assert reason in result.reason


class Broken:
    """A look-up in which every evaluator is there and cannot be used."""

    def find(self, ref):
        return Missing(f"{ref} is invalid", broken=True)

    def __iter__(self):
        return iter(())


def test_a_broken_evaluator_is_an_error_and_no_exclusion():
    assert said([5], check=NAMED, evaluators=Broken()) == ("error", "evaluator/intent_match is invalid")


def test_a_run_without_judges_leaves_the_check_out():
    with compile_rubric(parse_rubric(document_of(CHECK), kinds=KINDS), kinds=KINDS) as plan:
        verdict = plan.score(Case("Sorry."))
    [result] = verdict.checks
    assert (result.status, result.reason) == ("not_executable", "no judges: this run was given none")
    assert (verdict.status, verdict.score, verdict.passed) == ("not_scored", None, None)


@pytest.mark.parametrize(
    ("of_check", "of_definition", "of_profile", "of_run", "model"),
    [
        ("check", "definition", "profile", "run", "check"),
        (None, "definition", "profile", "run", "definition"),
        (None, None, "profile", "run", "profile"),
        (None, None, None, "run", "run"),
    ],
)
@pytest.mark.parametrize("is_inline", [True, False])
def test_the_model_is_the_first_that_is_named(of_check, of_definition, of_profile, of_run, model, is_inline):
    own = {} if of_definition is None else {"model": of_definition}
    check = {**CHECK, "definition": {**DEFINITION, **own}} if is_inline else dict(NAMED)
    result, service = asked(
        {model: [5]},
        check=check if of_check is None else {**check, "model": of_check},
        evaluators=evaluators_of({**INTENT, **own}),
        profiles={"usual": of_profile},
        default_model=of_run,
    )
    assert (service.models, result.details["evaluation_model"]) == ([model], model)


def test_without_a_model_the_reason_lists_the_four_places():
    result, _ = asked([5], profiles={"usual": None})
    assert result.status == "not_executable"
    places = ("the check", "its definition", "the profile's deployment", "the run's default")
    assert [place for place in places if place not in result.reason] == []


@pytest.mark.parametrize(
    ("named", "assignments", "profile"),
    [
        ("own", {"custom_rubric_llm_judge": "kind", "default": "usual"}, "own"),
        (None, {"custom_rubric_llm_judge": "kind", "default": "usual"}, "kind"),
        (None, {"default": "usual"}, "usual"),
    ],
)
def test_the_profile_is_the_checks_then_the_assigned_one(named, assignments, profile):
    check = CHECK if named is None else {**CHECK, "profile": named}
    result, service = asked(
        {profile: [5]}, check=check, profiles=["own", "kind", "usual"], assignments=assignments
    )
    assert (service.models, result.details["connection_profile"]) == ([profile], profile)


@pytest.mark.parametrize(
    ("check", "assignments", "words"),
    [
        (CHECK, {}, "assigns none to custom_rubric_llm_judge or default"),
        ({**CHECK, "profile": "elsewhere"}, {"default": "usual"}, "no profile 'elsewhere' in judges.yaml"),
    ],
)
def test_a_profile_that_is_not_there_is_named(check, assignments, words):
    result, service = asked([5], check=check, assignments=assignments)
    assert (result.status, service.seen) == ("not_executable", [])
    assert words in result.reason


def levels_in(text):
    """Return the levels of the scale in the order in which a judge reads them."""
    scale = text.partition("Scale:\n")[2].partition("\n\n")[0]
    return [line[0] for line in scale.split("\n")]


@pytest.mark.parametrize(
    ("order", "read"),
    [
        ({}, ["12345"]),
        ({"scale_order": "ascending"}, ["12345"]),
        ({"scale_order": "descending"}, ["54321"]),
        ({"scale_order": "both"}, ["12345", "54321"]),
    ],
)
def test_the_judge_reads_the_levels_in_the_order_that_is_wanted(order, read):
    _, service = asked([5], check={**CHECK, **order})
    assert ["".join(levels_in(text)) for text in service.texts] == read


BOTH = {**CHECK, "scale_order": "both"}


def test_both_orders_come_to_their_mean_and_both_are_kept():
    result, _ = asked([scored(5, "all of it"), scored(2, "hardly")], check=BOTH)
    assert (result.status, result.score) == ("passed", 0.625)
    assert result.reason == "3.5 of 5 (ascending 5, descending 2): all of it"
    assert result.details["orders"] == [
        {"scale_order": "ascending", "raw_score": 5, "score": 5, "judge_reason": "all of it"},
        {"scale_order": "descending", "raw_score": 2, "score": 2, "judge_reason": "hardly"},
    ]
    assert (result.details["normalized_score"], result.details["asks"]) == (3.5, 2)
    assert result.details["usage"] == {"input_tokens": 180, "output_tokens": 24}


def test_a_grade_is_moved_before_the_mean_is_taken():
    result, _ = asked([4, 9], check=BOTH)
    assert (result.details["normalized_score"], result.details["raw_score"]) == (4.5, 6.5)
    assert (result.details["clamped_from"], "(clamped from 9)" in result.reason) == (9, True)


def test_one_order_without_a_grade_is_no_judgement():
    result, _ = asked([5, LOST], check=BOTH)
    assert (result.status, result.score) == ("error", None)
    assert (result.details["asks"], result.details["attempts"]) == (2, 2)


@pytest.mark.parametrize(
    ("reply", "words", "fault"),
    [
        (LOST, "timeout", "timeout"),
        (REFUSED, "the judge refused", "refused"),
        (FILTERED, "content filter", "content filter"),
        (GARBLED, GARBLED, "unreadable"),
        (4.5, "expected a whole number", "unreadable"),
    ],
)
def test_a_judge_that_gives_no_grade_makes_an_error(reply, words, fault):
    result, _ = asked([reply])
    assert (result.status, result.score, result.details["fault"]) == ("error", None, fault)
    assert result.reason.startswith("judge usual: ")
    assert words in result.reason


def test_nothing_more_is_asked_behind_a_refusal():
    _, service = asked([REFUSED], check=BOTH)
    assert len(service.seen) == 1


def test_the_details_say_who_judged_by_what_and_what_it_took():
    result, _ = asked([scored(4, "who,\nand when " * 40)])
    assert dict(result.details) == {
        "framework": "custom_rubric",
        "evaluator_name": "inline",
        "evaluation_model": "m",
        "connection_profile": "usual",
        "definition_sha256": definition_sha256(Definition.model_validate(DEFINITION)),
        "raw_score": 4,
        "normalized_score": 4,
        "clamped_from": None,
        "response_model": "m-0613",
        "latency_ms": 250.0,
        "usage": {"input_tokens": 90, "output_tokens": 12},
        "asks": 1,
        "attempts": 1,
        "cached": False,
        "cost": None,
        "dropped_parameters": [],
        "judge_reason": "who,\nand when " * 40,
    }


def test_the_reason_is_one_short_line():
    result, _ = asked([scored(4, "who,\nand when " * 40)])
    assert result.reason.startswith("4 of 5: who, and when who, and when")
    assert (result.reason[-3:], len(result.reason) < 300) == ("...", True)


def test_a_judge_without_words_is_quoted_with_its_grade_alone():
    assert said(['{"score": 4}']) == ("passed", "4 of 5")


ROW = {"prediction": {"summary": "Wants a refund.", "response": "a structured reply"}}
FIELDS = {
    **DEFINITION,
    "input_fields": ["query"],
    "output_fields": ["summary"],
    "expected_output_fields": ["summary"],
}


def test_fields_come_from_the_question_the_prediction_and_what_is_expected():
    question = {"input": {"query": "Where is it?"}, "expected": {"summary": ["refund", 20]}}
    _, service = asked([5], Case("hi", question, row=ROW), check={**CHECK, "definition": FIELDS})
    material = service.seen[0].messages[1].content
    texts = ["Where is it?", "Wants a refund.", '["refund", 20]']
    assert [text for text in texts if text not in material] == []
    assert "a structured reply" not in material


def test_the_prediction_comes_before_the_text_of_the_reply():
    _, service = asked([5], Case("the text", row=ROW))
    assert "a structured reply" in service.texts[0]
    assert "the text" not in service.texts[0]


def test_a_question_that_is_a_text_is_the_query():
    check = {**CHECK, "definition": {**DEFINITION, "input_fields": ["query", "input"]}}
    _, service = asked([5], Case("hi", {"input": "Where is it?"}), check=check)
    assert service.texts[0].count("Where is it?") == 2


@pytest.mark.parametrize(
    ("definition", "path", "words"),
    [
        ({**DEFINITION, "input_fields": ["topic"]}, ("definition", "input_fields", 0), "'topic'"),
        ({**DEFINITION, "output_fields": ["gist"]}, ("definition", "output_fields", 0), "'gist'"),
        (
            {**DEFINITION, "expected_output_fields": ["gist"]},
            ("definition", "expected_output_fields", 0),
            "'gist'",
        ),
        (
            {name: text for name, text in DEFINITION.items() if name != "input_fields"},
            ("evaluator",),
            "'query'",
        ),
    ],
)
def test_a_missing_field_is_told_at_the_place_that_names_it(definition, path, words):
    service = Scripted({"m": [5]})
    judges = judges_of(service, {"usual": "m"}, assignments={"default": "usual"})
    with ExitStack() as closing:
        toolbox = make_toolbox(kinds=KINDS, providers=[judges], on_close=closing.callback)
        execute = KIND.prepare(KIND.spec.model_validate({**CHECK, "definition": definition}), toolbox)
        with pytest.raises(CheckError, match=words) as caught:
            execute(Case("hi", {"input": {"q": "Where?"}}))
    assert (caught.value.path, service.seen) == (path, [])


def test_a_missing_field_fails_the_reply():
    result, service = asked([5], check={**CHECK, "definition": {**DEFINITION, "output_fields": ["gist"]}})
    assert (result.status, result.score, service.seen) == ("failed", 0, [])
    assert "no field 'gist'" in result.reason


def test_a_missing_field_of_a_named_evaluator_names_the_evaluator():
    evaluators = evaluators_of({**INTENT, "output_fields": ["gist"]})
    result, _ = asked([5], check=NAMED, evaluators=evaluators)
    assert result.status == "failed"
    assert "evaluator intent_match: " in result.reason
    assert "'gist'" in result.reason


@pytest.mark.parametrize(("response", "words"), [("x" * 11, "size limit"), ("\ud800", "not valid Unicode")])
def test_a_reply_that_no_judge_can_be_shown_fails(response, words):
    result, service = asked([5], Case(response), limits=Limits(judge_chars=10))
    assert (result.status, service.seen) == ("failed", [])
    assert words in result.reason


def test_without_a_response_nobody_is_asked():
    result, service = asked([5], Case(None, row=ROW))
    assert (result.status, result.reason, service.seen) == ("not_executable", "no response", [])


def test_the_judge_reads_no_ids_models_thresholds_or_metadata():
    check = {
        **NAMED,
        "evaluator": "canary_name",
        "id": "canary_id",
        "description": "canary_description",
        "model": "canary_model",
        "profile": "canary_profile",
        "threshold": 2.61803,
        "metadata": {"owner": "canary_owner"},
    }
    _, service = asked(
        {"canary_model": [5]},
        Case("hi", {"id": "canary_question", "criteria": "canary_criteria"}),
        check=check,
        evaluators=evaluators_of({**INTENT, "name": "canary_name", "submitted_by": "canary_submitter"}),
        profiles=["canary_profile"],
        assignments={},
    )
    [text] = service.texts
    assert [word for word in ("canary", "2.618") if word in text] == []


def test_a_cap_that_is_reached_asks_the_run_to_end():
    reasons = []
    result, service = asked([5], check=BOTH, stop=reasons.append, max_calls=1)
    assert (reasons, len(service.seen)) == (["--max-calls 1 is reached"], 1)
    assert (result.status, result.reason) == ("error", "--max-calls 1 is reached")


def test_the_signature_holds_the_model_and_the_definition():
    def signature(evaluator=INTENT, model="m"):
        plan, _ = plan_of(NAMED, [5], evaluators=evaluators_of(evaluator), profiles={"usual": model})
        with plan:
            return plan.signature

    assert signature() == signature()
    assert signature(model="large") != signature()
    assert signature({**INTENT, "criteria": "Edited."}) != signature()


def test_there_is_no_stock_sentence():
    assert (KIND.describe, KIND.says) == (None, frozenset())
