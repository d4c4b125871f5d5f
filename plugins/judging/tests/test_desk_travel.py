"""Desks travel to other processes without what is open, and no key goes anywhere but to its judge."""

import json
import pickle
from typing import Literal

import pytest
from keyed_service import KEY, TRAVELLING, KeyedService, provider_of

from checkwright import (
    Case,
    CheckSpec,
    Kind,
    NotExecutable,
    Outcome,
    compile_rubric,
    load_kinds,
    parse_rubric,
)
from checkwright_judging.judge import Message
from checkwright_judging.profiles.profiles_file import read_profiles
from checkwright_judging.replies.reading import ScoreRule
from checkwright_judging.role import JUDGES
from checkwright_judging.runs.desk import JudgeDesk, judges_provider
from checkwright_judging.runs.run_memory import RunMemory
from checkwright_judging.telling import spent_details

ASKED = (Message("user", "u"),)
RULE = ScoreRule(0, 1)
PROFILES = {
    "profiles": {
        "local": {
            "provider": "keyed",
            "endpoint": "https://judge.example/v1",
            "deployment": "m",
            "api_key": {"file": "key"},
        }
    }
}


@pytest.fixture
def file(tmp_path):
    (tmp_path / "key").write_text(KEY)
    (tmp_path / "judges.json").write_text(json.dumps(PROFILES))
    return read_profiles(tmp_path / "judges.json")


class Judged(CheckSpec):
    """Ask one judge."""

    kind: Literal["test.judged"]


def prepare(spec, toolbox):
    asker = JUDGES.of(toolbox).asker("local")
    toolbox.engine("judge", asker.engine)

    def execute(case):
        answer = asker.ask((Message("user", case.text),), RULE, case=case.id)
        return Outcome.judge(True, answer.reading.reason, details=spent_details(answer.spent))

    return execute


KINDS = load_kinds(plugins=[Kind(spec=Judged, prepare=prepare)], entry_points=False)


def plan_of(desk):
    document = {
        "id": "t",
        "version": "1.0",
        "checks": [{"kind": "test.judged"}],
        "scoring": {"combine": "all_pass"},
    }
    rubric = parse_rubric(document, kinds=KINDS)
    return compile_rubric(rubric, kinds=KINDS, providers=[judges_provider(desk)])


def test_a_desk_that_arrives_asks_as_the_one_that_was_sent(file):
    desk = JudgeDesk(file, {"keyed": TRAVELLING})
    sent = pickle.dumps(desk)
    arrived = pickle.loads(sent).open()
    asker = arrived.asker("local")
    assert asker.engine == desk.open().asker("local").engine
    assert asker.ask(ASKED, RULE).reading.reason == "fits"
    arrived.close()


def test_a_desk_travels_while_it_is_open_and_arrives_with_nothing_open(file):
    desk = JudgeDesk(file, {"keyed": TRAVELLING})
    before = pickle.dumps(desk)
    judges = desk.open()
    judges.asker("local").ask(ASKED, RULE)
    assert pickle.dumps(desk) == before
    judges.close()


def test_what_a_run_is_given_travels(file):
    desk = JudgeDesk(file, {"keyed": TRAVELLING})
    provider = pickle.loads(pickle.dumps(judges_provider(desk)))
    judges = provider.open()
    assert judges.asker("local").ask(ASKED, RULE).reading.score == 1
    judges.close()


def test_a_desk_keeps_what_it_remembers_on_its_way(file, tmp_path):
    memory = RunMemory(record=str(tmp_path / "record"), run="1")
    desk = JudgeDesk(file, {"keyed": TRAVELLING}, memory=memory)
    judges = desk.open()
    judges.asker("local").ask(ASKED, RULE)
    judges.close()
    arrived = pickle.loads(pickle.dumps(desk)).open()
    assert arrived.asker("local").ask(ASKED, RULE).spent.cached
    arrived.close()


def test_a_key_stands_in_no_pickle_of_a_desk_that_has_used_it(file):
    desk = JudgeDesk(file, {"keyed": TRAVELLING})
    judges = desk.open()
    judges.asker("local").ask(ASKED, RULE)
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        assert b"canary" not in pickle.dumps(desk, protocol)
    judges.close()


def test_a_key_stands_in_nothing_that_a_run_shows_or_leaves_behind(file, tmp_path):
    """It went to the judge, or the rest would prove nothing."""
    service = KeyedService()
    left = tmp_path / "left"
    left.mkdir()
    memory = RunMemory(
        record=str(left / "record"), paid=str(left / "paid"), cache=str(left / "cache"), run="1", max_calls=9
    )
    desk = JudgeDesk(file, {"keyed": provider_of(service)}, memory=memory)
    with plan_of(desk) as plan:
        verdict = plan.score(Case("hello", id="a"))
        shown = [repr(one) for one in (plan.signature, plan.head, verdict, desk, vars(desk), file)]
        shown += [json.dumps(verdict.to_dict()), str(service.judges[0].key), repr(vars(service.judges[0]))]
    assert verdict.passed, verdict.reason
    assert service.judges[0].key.reveal() == KEY
    assert "canary" not in "\n".join(shown)
    files = sorted(path.name for path in left.iterdir())
    assert {"cache", "paid", "record"} <= {*files}
    assert [path.name for path in left.iterdir() if b"canary" in path.read_bytes()] == []


def test_a_key_stands_in_no_verdict_of_a_service_that_broke_over_it(file):
    desk = JudgeDesk(file, {"keyed": provider_of(KeyedService(fails=lambda key: KeyError(f"no {key}")))})
    with plan_of(desk) as plan:
        said = json.dumps(plan.score(Case("hello")).to_dict()) + repr(plan.unprepared)
    assert "canary" not in said
    assert "profile local: KeyError" in said


def test_a_plan_closes_the_connection_that_it_opened(file):
    service = KeyedService()
    desk = JudgeDesk(file, {"keyed": provider_of(service)})
    with plan_of(desk), plan_of(desk) as other:
        other.score(Case("hello"))
        other.close()
        assert [judge.closed for judge in service.judges] == [0]
    assert [judge.closed for judge in service.judges] == [1]


def test_a_missing_key_makes_the_check_not_executable(file, tmp_path):
    (tmp_path / "key").unlink()
    with plan_of(JudgeDesk(file, {"keyed": provider_of(KeyedService())})) as plan:
        (result,) = plan.score(Case("hello")).checks
    assert result.status == "not_executable"
    assert result.reason.startswith("profile local: the key file ")
    with pytest.raises(NotExecutable):
        JudgeDesk(file, {}).open().asker("local")
