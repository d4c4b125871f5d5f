"""What is special about llm_judge: how a panel comes to a score, and who silences it."""

import pytest
from scripted_judges import FILTERED, LOST, REFUSED, Scripted, judges_of, prompts_of, scored

from checkwright import Case, InvalidDocument, Limits, compile_rubric, load_kinds, parse_rubric, validate
from checkwright_judging.documents.prompt_store import JudgePromptStore
from checkwright_llm_judge import KIND, checkwright_kinds

KINDS = load_kinds(plugins=[KIND], entry_points=False)
TONE = {
    "id": "tone",
    "version": "1.0",
    "instructions": "Decide how well the reply treats the customer.",
    "fields": ["response"],
    "scale": {"min": 0, "max": 1},
}
FACTS = {
    "id": "facts",
    "version": "2.1",
    "instructions": "Decide how much is true.",
    "fields": ["response", "criteria?"],
    "scale": {"min": 1, "max": 5, "integer": True},
}
PROMPTS = prompts_of(TONE, FACTS)
CHECK = {"kind": "llm_judge", "judge_prompt_ref": "judge/tone@1.0", "judges": ["a"], "threshold": 0.7}
GARBLED = "I would say it is fine."


def rubric_of(check, *others):
    document = {
        "id": "t",
        "version": "1.0",
        "checks": [check, *others],
        "scoring": {"combine": "all_pass"},
    }
    return parse_rubric(document, kinds=KINDS)


def plan_of(fields, replies, *, lookups=None, profiles=None, stop=None, max_calls=None, others=(), **run):
    """Return a plan of one check, and what its judges are asked."""
    check = {**CHECK, "judges": list(replies), **fields}
    service = Scripted(replies)
    provider = judges_of(service, profiles or list(replies), max_calls=max_calls)
    plan = compile_rubric(
        rubric_of(check, *others),
        kinds=KINDS,
        providers=[provider],
        lookups={"judge": PROMPTS} if lookups is None else lookups,
        stop=stop,
        **run,
    )
    return plan, service


def asked(replies, case=None, **fields):
    """Return what a panel comes to, and what its judges were asked."""
    plan, service = plan_of(fields, replies)
    with plan:
        [result] = plan.score(case or Case("Sorry.")).checks
    return result, service


def said(replies, **fields):
    result, _ = asked(replies, **fields)
    return str(result.status), result.score, result.reason


def panel(*scores):
    """Return replies of one judge for each score."""
    return {f"judge_{number}": [score] for number, score in enumerate(scores)}


def problems(**fields):
    document = {
        "id": "t",
        "version": "1.0",
        "checks": [{**CHECK, **fields}],
        "scoring": {"combine": "all_pass"},
    }
    return [(one.path, one.message.partition(": ")[2]) for one in validate(document, kinds=KINDS)]


def test_the_hook_offers_the_kind_and_says_that_it_asks_judges():
    [kind] = checkwright_kinds()
    assert (kind.name, kind.effects) == ("llm_judge", frozenset({"judge"}))


@pytest.mark.parametrize(
    ("aggregation", "score", "status"),
    [("mean", 0.5, "failed"), ("median", 0.4, "failed"), ("min", 0.1, "failed"), ("max", 1, "passed")],
)
def test_scores_become_one(aggregation, score, status):
    result, _ = asked(panel(0.1, 0.4, 1), aggregation=aggregation)
    assert (result.status, result.score) == (status, pytest.approx(score))
    assert result.reason.startswith(f"{aggregation} {score}, 3 of 3 judges answered, 0.7 asked")


def test_the_mean_is_what_is_meant_without_a_word():
    assert said(panel(0.6, 0.8)) == ("passed", 0.7, "mean 0.7, 2 of 2 judges answered, 0.7 asked")


@pytest.mark.parametrize(
    ("scores", "share", "status", "ending"),
    [
        ((0.7, 0.7, 0.1), 2 / 3, "passed", "more than half asked"),
        ((0.7, 0.1, 0.69), 1 / 3, "failed", "more than half asked"),
        ((0.7, 0.69), 0.5, "failed", "a tie, which fails"),
        ((1, 1), 1, "passed", "more than half asked"),
    ],
)
def test_a_majority_is_more_than_half_at_or_above_the_threshold(scores, share, status, ending):
    result, _ = asked(panel(*scores), aggregation="majority")
    assert (result.status, result.score) == (status, pytest.approx(share))
    assert result.reason.endswith(ending)


def test_a_majority_is_one_of_those_that_answered():
    replies = {"a": [0.9], "b": [LOST], "c": [0.9], "d": [0.1]}
    result, _ = asked(replies, aggregation="majority")
    assert (result.status, result.score) == ("passed", pytest.approx(2 / 3))


def test_a_score_is_the_part_of_the_way_from_the_lowest_to_the_highest():
    result, _ = asked({"a": [4]}, judge_prompt_ref="judge/facts@2.1")
    assert (result.score, result.details["judges"][0]["raw_score"]) == (0.75, 4)
    assert result.reason == "mean 0.75, 0.7 asked: so it is"


def test_a_scale_of_whole_numbers_has_nothing_between_them():
    result, _ = asked({"a": [3.5]}, judge_prompt_ref="judge/facts@2.1")
    assert (result.status, result.details["fault"]) == ("error", "unreadable")


@pytest.mark.parametrize("threshold", [0.8, 0.8 + 5e-10])
def test_a_score_at_the_threshold_passes(threshold):
    assert asked(panel(0.7, 0.9), threshold=threshold)[0].status == "passed"


def test_judges_that_the_service_lost_are_missing_and_named():
    assert said({"a": [0.8], "b": [LOST]}) == (
        "passed",
        0.8,
        "mean 0.8, 1 of 2 judges answered, 0.7 asked; b: timeout",
    )


def test_under_half_of_the_judges_give_no_judgement():
    assert said({"a": [0.8], "b": [LOST], "c": [LOST]}) == (
        "error",
        None,
        "1 of 3 judges answered, at least 2 must; b: timeout; c: timeout",
    )


@pytest.mark.parametrize(("least", "status"), [(1, "passed"), (2, "error"), (3, "error")])
def test_min_judges_says_how_many_must_answer(least, status):
    replies = {"a": [0.8], "b": [LOST], "c": [LOST]}
    assert asked(replies, min_judges=least)[0].status == status


def test_a_lost_judge_does_not_keep_the_others_from_being_asked():
    _, service = asked({"a": [LOST], "b": [0.8]})
    assert service.models == ["a", "b"]


@pytest.mark.parametrize(
    ("reply", "words", "fault"),
    [
        (REFUSED, "the judge refused", "refused"),
        (FILTERED, "content filter", "content filter"),
        (GARBLED, GARBLED, "unreadable"),
        (1.01, "out of bounds, expected 0 to 1", "unreadable"),
        (-0.01, "out of bounds, expected 0 to 1", "unreadable"),
    ],
)
def test_a_judge_that_a_reply_could_have_silenced_makes_an_error(reply, words, fault):
    result, _ = asked({"a": [0.9], "strict": [reply], "c": [0.9]}, min_judges=1)
    assert (result.status, result.score, result.details["fault"]) == ("error", None, fault)
    assert result.reason.startswith("judge strict: ")
    assert words in result.reason


def test_nobody_is_asked_behind_a_judge_that_was_silenced():
    result, service = asked({"a": [0.9], "b": [REFUSED], "c": [0.9]})
    assert service.models == ["a", "b"]
    assert [one["profile"] for one in result.details["judges"]] == ["a", "b"]


def test_a_reply_that_cannot_be_read_is_asked_for_once_more():
    result, service = asked({"a": [GARBLED, 0.9]})
    assert (result.status, result.details["asks"], service.models) == ("passed", 2, ["a", "a"])


def test_the_details_hold_every_judge_and_what_all_of_them_took():
    result, _ = asked({"a": [scored(0.6, "hm")], "b": [LOST], "c": [1]}, judges=["a", "b", "c"])
    details = result.details
    assert details["judges"] == [
        {
            "profile": "a",
            "model": "a",
            "score": 0.6,
            "raw_score": 0.6,
            "reason": "hm",
            "fault": None,
            "usage": {"input_tokens": 90, "output_tokens": 12},
            "latency_ms": 250.0,
        },
        {
            "profile": "b",
            "model": "b",
            "score": None,
            "raw_score": None,
            "reason": "",
            "fault": "timeout",
            "usage": None,
            "latency_ms": None,
        },
        {
            "profile": "c",
            "model": "c",
            "score": 1.0,
            "raw_score": 1.0,
            "reason": "so it is",
            "fault": None,
            "usage": {"input_tokens": 90, "output_tokens": 12},
            "latency_ms": 250.0,
        },
    ]
    assert {name: details[name] for name in details.keys() - {"judges", "prompt_sha256"}} == {
        "framework": "llm_judge",
        "evaluator_name": "judge/tone@1.0",
        "raw_score": 0.8,
        "latency_ms": 250.0,
        "usage": {"input_tokens": 180, "output_tokens": 24},
        "asks": 3,
        "attempts": 3,
        "cached": False,
        "cost": None,
        "dropped_parameters": [],
    }


def test_the_reason_of_one_judge_ends_with_its_words():
    reply = scored(0.9, "kind,\nand short")
    assert said({"a": [reply]})[2] == "mean 0.9, 0.7 asked: kind, and short"


def test_a_profile_with_another_model_is_another_judge():
    plan, service = plan_of(
        {"judges": ["p", {"profile": "p", "model": "large"}]},
        {"small": [0.6], "large": [0.8]},
        profiles={"p": "small"},
    )
    with plan:
        [result] = plan.score(Case("Sorry.")).checks
    assert service.models == ["small", "large"]
    assert [(one["profile"], one["model"]) for one in result.details["judges"]] == [
        ("p", "small"),
        ("p", "large"),
    ]


@pytest.mark.parametrize(
    ("judges", "place", "message"),
    [
        (["a", "b", "a"], 2, "the judge 'a' stands there twice: remove one"),
        (["a", {"profile": "a"}], 1, "the judge 'a' stands there twice: remove one"),
        ([{"profile": "a"}, "a"], 1, "the judge 'a' stands there twice: remove one"),
        (
            [{"profile": "a", "model": "m"}] * 2,
            1,
            "the judge 'a' with 'm' stands there twice: remove one",
        ),
    ],
)
def test_a_judge_stands_there_once_however_it_is_spelt(judges, place, message):
    assert problems(judges=judges) == [(f"/checks/0/judges/{place}", message)]


def test_the_same_model_behind_two_profiles_is_two_judges():
    judges = ["a", {"profile": "a", "model": "m"}, {"profile": "b", "model": "m"}]
    assert problems(judges=judges) == []


def test_more_judges_cannot_answer_than_are_asked():
    message = "2 judges must answer and 1 are asked: ask more, or lower it"
    assert problems(min_judges=2) == [("/checks/0/min_judges", message)]
    assert problems(min_judges=1) == []


def test_an_authoring_mistake_that_nobody_validated_fails_every_reply():
    result, service = asked({"a": [1]}, judges=["a", "a"])
    assert (result.status, service.seen) == ("failed", [])


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("judge_prompt_ref", None),
        ("judge_prompt_ref", "judge/tone@1.0\n"),
        ("judges", []),
        ("judges", [" "]),
        ("judges", "a"),
        ("judges", [{"model": "m"}]),
        ("judges", [{"profile": "a", "endpoint": "x"}]),
        ("threshold", -0.01),
        ("threshold", 1.01),
        ("threshold", "0.5"),
        ("threshold", True),
        ("aggregation", "mode"),
        ("min_judges", 0),
        ("min_judges", 1.5),
        ("model", "a"),
    ],
)
def test_what_no_panel_could_follow_is_refused(field, value):
    with pytest.raises(InvalidDocument, match=field):
        rubric_of({**CHECK, field: value})


@pytest.mark.parametrize("field", ["judge_prompt_ref", "judges", "threshold"])
def test_prompt_judges_and_threshold_must_be_said(field):
    with pytest.raises(InvalidDocument, match=field):
        rubric_of({name: value for name, value in CHECK.items() if name != field})


def test_a_threshold_that_nothing_can_miss_is_a_warning():
    assert problems(threshold=0) == [
        ("/checks/0/threshold", "a score of 0 passes too, so the check tells nothing")
    ]


def test_a_run_without_judges_leaves_the_check_out():
    with compile_rubric(rubric_of(CHECK), kinds=KINDS, lookups={"judge": PROMPTS}) as plan:
        verdict = plan.score(Case("Sorry."))
    [result] = verdict.checks
    assert (result.status, result.reason) == ("not_executable", "no judges: this run was given none")
    assert (verdict.status, verdict.score, verdict.passed) == ("not_scored", None, None)


@pytest.mark.parametrize(
    ("fields", "lookups", "reason"),
    [
        ({}, {}, "judge/tone@1.0: this run has no judge prompts to look it up in"),
        (
            {"judge_prompt_ref": "judge/tonne@1.0"},
            {"judge": PROMPTS},
            "no judge prompt has the id 'tonne', did you mean 'tone'?",
        ),
        (
            {"judge_prompt_ref": "judge/tone@1.1"},
            {"judge": PROMPTS},
            "judge/tone@1.1 does not exist, tone has 1.0",
        ),
        ({"judges": ["b"]}, {"judge": PROMPTS}, "no profile 'b' in judges.yaml (there are: 'a')"),
    ],
)
def test_what_is_not_there_is_named_and_nobody_is_asked(fields, lookups, reason):
    plan, service = plan_of(fields, {"a": [1]}, lookups=lookups)
    with plan:
        [result] = plan.score(Case("Sorry.")).checks
    assert (result.status, result.reason) == ("not_executable", reason)
    assert service.seen == []


def test_a_broken_prompt_is_an_error_and_no_exclusion(tmp_path):
    (tmp_path / "tone.yaml").write_text('id: tone\nversion: "1.0"\n')
    plan, service = plan_of({}, {"a": [1]}, lookups={"judge": JudgePromptStore.from_directory(tmp_path)})
    with plan:
        [result] = plan.score(Case("Sorry.")).checks
    assert (result.status, service.seen) == ("error", [])
    assert "judge/tone@1.0 is invalid" in result.reason


def test_a_field_that_is_missing_fails_the_check_and_names_the_prompt():
    prompts = prompts_of({**TONE, "fields": ["question.input", "response"]})
    plan, service = plan_of({}, {"a": [1]}, lookups={"judge": prompts})
    with plan:
        [result] = plan.score(Case("Sorry.")).checks
    assert (result.status, service.seen) == ("failed", [])
    assert "judge/tone@1.0: " in result.reason
    assert "question.input" in result.reason


@pytest.mark.parametrize(("response", "words"), [("x" * 11, "size limit"), ("\ud800", "not valid Unicode")])
def test_a_reply_that_no_judge_can_be_shown_fails(response, words):
    plan, service = plan_of({}, {"a": [1]}, limits=Limits(judge_chars=10))
    with plan:
        [result] = plan.score(Case(response)).checks
    assert (result.status, service.seen) == ("failed", [])
    assert words in result.reason


def test_without_a_response_nobody_is_asked():
    result, service = asked({"a": [1]}, Case(None))
    assert (result.status, result.reason, service.seen) == ("not_executable", "no response", [])


def test_judges_read_instructions_then_the_description():
    _, service = asked({"a": [1]}, description="The reply says what went wrong.")
    system = service.seen[0].messages[0].content
    criterion = (
        "Criterion:\nDecide how well the reply treats the customer.\n\nThe reply says what went wrong.\n"
    )
    assert criterion in system


def test_judges_read_the_merged_criteria_where_the_prompt_shows_them():
    described = {**CHECK, "judges": ["b"], "description": "Nothing is\npromised."}
    shows = {"judge_prompt_ref": "judge/facts@2.1", "judges": ["a"]}
    plan, service = plan_of(shows, {"a": [5], "b": [1]}, others=[described])
    with plan:
        plan.score(Case("Sorry.", {"criteria": "Answers what was asked."}))
    assert "Answers what was asked.\nNothing is promised.\n" in service.texts[0]
    assert "Answers what was asked." not in service.texts[1]


def test_judges_read_the_same_of_the_same_case():
    _, service = asked({"a": [1], "b": [1]})
    assert service.texts[0] == service.texts[1]


def test_judges_read_no_ids_models_thresholds_or_metadata():
    check = {
        "id": "canary_id",
        "threshold": 0.61803,
        "metadata": {"owner": "canary_owner"},
        "judges": [{"profile": "canary_profile", "model": "canary_model"}, "canary_other"],
    }
    plan, service = plan_of(
        check,
        {"canary_model": [1], "canary_deployment": [1]},
        profiles={"canary_profile": None, "canary_other": "canary_deployment"},
        others=[{**CHECK, "id": "canary_beside", "judges": ["canary_profile_2"]}],
    )
    with plan:
        plan.score(Case("Sorry.", {"id": "canary_question"}))
    assert len(service.texts) == 2
    for text in service.texts:
        assert [word for word in ("canary", "0.618", "judge/tone", "1.0") if word in text] == []


def test_a_cap_that_is_reached_asks_the_run_to_end():
    reasons = []
    plan, service = plan_of({}, {"a": [1], "b": [1]}, stop=reasons.append, max_calls=1)
    with plan:
        [result] = plan.score(Case("Sorry.")).checks
    assert (reasons, service.models) == (["--max-calls 1 is reached"], ["a"])
    assert (result.status, result.reason) == ("error", "--max-calls 1 is reached")


def test_the_signature_holds_every_model_and_the_prompt():
    def signature(prompt, model):
        plan, _ = plan_of({}, {"a": [1]}, lookups={"judge": prompts_of(prompt)}, profiles={"a": model})
        with plan:
            return plan.signature

    plain = signature(TONE, "small")
    assert signature(TONE, "small") == plain
    assert signature(TONE, "large") != plain
    assert signature({**TONE, "instructions": "Decide otherwise."}, "small") != plain


def test_there_is_no_stock_sentence():
    assert (KIND.describe, KIND.says) == (None, frozenset())


@pytest.mark.parametrize(
    "ref", ["tone@1.0", "judge/tone", "judge/tone@1", "judge/Tone@1.0", "rubric/tone@1.0"]
)
def test_a_reference_of_another_form_is_valid_and_warned_of(ref):
    """Rubrics that were stored for other systems stay readable; no prompt of ours has such a name."""
    check = {"kind": "llm_judge", "judge_prompt_ref": ref, "judges": ["a"], "threshold": 0.5}
    document = {"id": "r", "version": "1.0", "checks": [check], "scoring": {"combine": "all_pass"}}
    kinds = load_kinds(plugins=[KIND], entry_points=False)
    (problem,) = validate(document, kinds=kinds, source="x")
    assert (problem.severity, problem.path) == ("warning", "/checks/0/judge_prompt_ref")
    assert "is not of the form judge/<id>@<version>" in problem.message
