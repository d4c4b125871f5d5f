"""What options of judges come to: providers, look-ups, digests, warnings, and what is kept."""

import json
import pickle
from hashlib import sha256

import pytest
from keyed_service import TRAVELLING

from checkwright import Found, Missing, load_providers
from checkwright_judging.judge import Message
from checkwright_judging.replies.reading import ScoreRule
from checkwright_judging.runs.supplies import PAID
from checkwright_judging.runs.supplying import judge_supplies

ASKED = (Message("user", "u"),)
RULE = ScoreRule(0, 1)
NOTHING = dict.fromkeys(
    [
        "judge_prompts", "evaluators", "judge_jobs", "default_judge_model", "judge_cache", "judge_record",
        "judge_replay", "judge_max_calls", "judge_max_cost",
    ]
)  # fmt: skip
PROFILE = {"provider": "keyed", "endpoint": "https://judge.example/v1", "api_key": "none"}
PROMPT = {
    "id": "tone",
    "version": "1.0",
    "instructions": "Decide how polite it is.",
    "fields": ["response"],
    "scale": {"min": 0, "max": 1},
}
EVALUATOR = {
    "name": "clear",
    "criteria": "Whether it is clear.",
    "scale": {str(level): f"level {level}" for level in range(1, 6)},
}


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    write(tmp_path)
    for name, file, document in [("prompts", "tone.json", PROMPT), ("evaluators", "clear.json", EVALUATOR)]:
        (tmp_path / name).mkdir()
        (tmp_path / name / file).write_text(json.dumps(document))
    return tmp_path


def write(folder, default_model=None, **profiles):
    named = profiles or {"local": {"deployment": "m"}}
    document = {"profiles": {name: {**PROFILE, **fields} for name, fields in named.items()}}
    if default_model is not None:
        document["default_model"] = default_model
    (folder / "judges.json").write_text(json.dumps(document))


def supplies(usual_model=None, partial=None, plan_judges=False, **given):
    there = load_providers(plugins=[TRAVELLING], entry_points=False)
    options = {**NOTHING, "judges": "judges.json", "plan_judges": plan_judges, **given}
    return judge_supplies(options, there, usual_model, partial)


def ask(given):
    (provider,) = given.providers
    judges = provider.open()
    try:
        return judges.asker("local").ask(ASKED, RULE)
    finally:
        judges.close()


def test_judges_are_what_a_run_may_open_and_what_its_checks_need(folder):
    given = supplies()
    assert ask(given).reading.score == 1
    assert given.required == frozenset({"judge"})
    assert (dict(given.lookups), dict(given.digests), tuple(given.warnings), given.dry) == ({}, {}, (), False)


def test_folders_are_where_references_are_looked_up(folder):
    lookups = supplies(judge_prompts="prompts", evaluators="evaluators").lookups
    assert list(lookups) == ["judge", "evaluator"]
    assert isinstance(lookups["judge"].find("judge/tone@1.0"), Found)
    assert isinstance(lookups["evaluator"].find("evaluator/clear"), Found)
    assert isinstance(lookups["judge"].find("judge/tone@2.0"), Missing)


@pytest.mark.parametrize(
    ("option", "name"), [("--judge-prompts", "judge_prompts"), ("--evaluators", "evaluators")]
)
def test_a_folder_that_is_not_there_is_named(option, name, folder):
    with pytest.raises(ValueError, match=rf"^{option} none: No such file or directory$"):
        supplies(**{name: "none"})
    with pytest.raises(ValueError, match=rf"^{option} judges\.json: Not a directory$"):
        supplies(**{name: "judges.json"})


def test_mistakes_in_folders_are_warnings_with_their_place(folder):
    (folder / "prompts/bad.yaml").write_text("id: bad\nversion: '1.0'\nscala: {min: 0, max: 1}\n")
    (folder / "evaluators/bad.json").write_text('{\n  "criteria": 3}')
    given = supplies(judge_prompts="prompts", evaluators="evaluators")
    assert any(one.startswith("prompts/bad.yaml:3:1: ") and "'scale'" in one for one in given.warnings)
    assert any(one.startswith("evaluators/bad.json:2:15: warning: criteria: ") for one in given.warnings)
    assert isinstance(given.lookups["judge"].find("judge/tone@1.0"), Found)


@pytest.mark.parametrize(
    ("option", "file", "usual", "chosen"),
    [("o", "f", "u", "o"), (None, "f", "u", "f"), (None, None, "u", "u")],
)
def test_the_usual_model_is_that_of_the_option_else_of_the_file_else_of_the_environment(
    option, file, usual, chosen, folder
):
    write(folder, file, local={})
    (provider,) = supplies(usual, default_judge_model=option).providers
    assert provider.open().asker("local").model == chosen


def test_the_digest_of_a_replay_is_that_of_its_bytes(folder):
    data = b'{"format": "replies of judges", "version": 1}\n'
    (folder / "replay").write_bytes(data)
    assert dict(supplies(judge_replay="replay").digests) == {"--judge-replay": sha256(data).hexdigest()}


@pytest.mark.parametrize(("name", "why"), [("none", "No such file or directory"), (".", "Is a directory")])
def test_a_replay_that_cannot_be_read_is_named(name, why, folder):
    with pytest.raises(ValueError, match=rf"^--judge-replay {name}: {why}$"):
        supplies(judge_replay=name)


def test_what_is_paid_for_is_kept_beside_what_is_unfinished(folder):
    given = supplies(partial=str(folder / "out.partial"))
    assert tuple(given.kept) == (PAID,)
    ask(given)
    assert (folder / f"out.partial{PAID}").is_file()


def test_another_run_has_another_word_for_what_it_spends(folder):
    """A run that is resumed has its caps anew."""
    partial = str(folder / "out.partial")
    for text in ("a", "b"):
        (provider,) = supplies(partial=partial, judge_max_calls=1).providers
        judges = provider.open()
        judges.asker("local").ask((Message("user", text),), RULE)
        judges.close()


@pytest.mark.parametrize("given", [{"plan_judges": True}, {"judge_replay": "replay"}])
def test_nothing_is_kept_where_nothing_is_paid_for(given, folder):
    (folder / "replay").write_text('{"format": "replies of judges", "version": 1}\n')
    before = sorted(path.name for path in folder.iterdir())
    all_given = supplies(partial=str(folder / "out.partial"), **given)
    (provider,) = all_given.providers
    provider.open().close()
    assert tuple(all_given.kept) == ()
    assert sorted(path.name for path in folder.iterdir()) == before


def test_a_plan_of_judges_asks_nobody_and_leaves_no_file(folder):
    write(folder, local={"deployment": "m", "api_key": {"env": "CHECKWRIGHT_NO_SUCH_KEY"}})
    before = sorted(path.name for path in folder.iterdir())
    given = supplies(
        plan_judges=True, judge_cache="cache", judge_record="record", judge_max_calls=1, partial="out.partial"
    )
    assert given.dry
    assert [ask(given).spent.attempts, ask(given).spent.attempts] == [1, 1]
    assert sorted(path.name for path in folder.iterdir()) == before
    assert given.tally.lines() == ["judges: nothing to ask"]


def test_a_cap_counts_over_all_that_a_run_opens(folder):
    given = supplies(judge_max_calls=5, judge_record="record")
    assert [ask(given).spent.cached, ask(given).spent.cached] == [False, True]


PRICES = {"input": 1, "output": 1}


def test_profiles_without_prices_are_named_beside_a_cap_on_cost(folder):
    write(folder, a={"prices": PRICES}, b={}, c={})
    (warning,) = supplies(judge_max_cost=1.0).warnings
    assert warning == "--max-cost does not count what 'b', 'c' of judges.json cost: no prices"
    assert supplies().warnings == ()


def test_a_cap_on_cost_without_any_price_is_refused(folder):
    write(folder, a={}, b={})
    with pytest.raises(ValueError, match="--max-cost needs prices"):
        supplies(judge_max_cost=1.0)
    write(folder, a={"prices": PRICES}, b={"prices": PRICES})
    assert supplies(judge_max_cost=1.0).warnings == ()


def test_what_a_run_is_given_travels_to_its_worker(folder):
    given = supplies(judge_prompts="prompts", evaluators="evaluators", judge_record="record")
    providers, lookups = pickle.loads(pickle.dumps((given.providers, given.lookups)))
    judges = providers[0].open()
    assert judges.asker("local").ask(ASKED, RULE).reading.score == 1
    judges.close()
    assert isinstance(lookups["judge"].find("judge/tone@1.0"), Found)
