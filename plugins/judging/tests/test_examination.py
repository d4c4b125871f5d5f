"""`doctor --judges FILE`: what is said of each profile, and of one that is asked."""

import argparse
import json

import pytest
from keyed_service import KEY, KeyedService, provider_of

from checkwright import load_providers
from checkwright_contract.roles.judge.bodies import completion, error
from checkwright_contract.roles.judge.server import Answer, How, ScriptedServer
from checkwright_judge_openai.offer import OPENAI
from checkwright_judging.judge import JudgeReply, Usage
from checkwright_judging.runs.examination import PROVIDER, JudgeExamination

SOUND = {"provider": "keyed", "endpoint": "https://judge.example/v1", "api_key": "none"}
FINE = "keyed (keyed 1), model m, json_object, https://judge.example/v1"


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    """Stand in a folder of its own; the environment names no model."""
    monkeypatch.chdir(tmp_path)
    for name in ("CHECKWRIGHT_JUDGE_MODEL", "OFFLINE_SCORING_DEFAULT_MODEL"):
        monkeypatch.delenv(name, raising=False)
    return tmp_path


def write(folder, default_model=None, **profiles):
    document = {"profiles": {name: {**SOUND, **fields} for name, fields in profiles.items()}}
    if default_model is not None:
        document["default_model"] = default_model
    (folder / "judges.json").write_text(json.dumps(document))


def arguments(*argv):
    parser = argparse.ArgumentParser(exit_on_error=False)
    JudgeExamination().add_arguments(parser)
    return parser.parse_args(argv)


def findings(*argv, service=None):
    there = load_providers(plugins=[provider_of(service or KeyedService()), OPENAI], entry_points=False)
    return list(JudgeExamination().findings(arguments("--judges", "judges.json", *argv), there))


def said(*argv, service=None):
    return [(one.subject, one.is_fine, one.words) for one in findings(*argv, service=service)]


def test_nothing_is_found_where_nobody_asked():
    assert list(JudgeExamination().findings(arguments(), load_providers(entry_points=False))) == []


def test_a_call_needs_judges():
    with pytest.raises(ValueError, match=r"^--call needs judges: --judges FILE$"):
        list(JudgeExamination().findings(arguments("--call"), load_providers(entry_points=False)))


def test_a_file_that_cannot_be_read_is_named():
    with pytest.raises(ValueError, match=r"^--judges judges\.json: No such file or directory$"):
        findings()


def test_each_profile_is_a_finding_fine_or_not(folder):
    write(
        folder,
        good={"deployment": "m"},
        keyless={"deployment": "m", "api_key": {"env": "CHECKWRIGHT_NO_SUCH_KEY"}},
        unknown={"deployment": "m", "provider": "keyd"},
        also={"deployment": "m"},
    )
    missing = "the environment variable CHECKWRIGHT_NO_SUCH_KEY is not set, or empty"
    assert said() == [
        ("profile good", True, FINE),
        ("profile keyless", False, missing),
        ("profile unknown", False, "nothing installed speaks to 'keyd' (did you mean 'keyed'?)"),
        ("profile also", True, FINE),
    ]


def test_each_mistake_of_a_file_is_a_finding_with_its_place_and_what_to_do(folder):
    (folder / "judges.json").write_text('{"profiles": {},\n "asignments": {}, "x": 1}')
    found = findings()
    assert [(one.subject, one.is_fine) for one in found] == [
        ("judges.json:2:2", False),
        ("judges.json:2:20", False),
    ]
    assert found[0].words == "asignments: unknown field"
    assert found[0].hint == "did you mean 'assignments'?"


def test_without_a_call_nothing_is_sent(folder):
    service = KeyedService()
    write(folder, good={"deployment": "m"})
    said(service=service)
    (judge,) = service.judges
    assert (judge.requests, judge.closed) == ([], 1)


def test_a_call_asks_each_profile_once(folder):
    service = KeyedService()
    write(folder, a={"deployment": "m"}, b={"deployment": "n", "attempts": 7})
    assert said("--call", service=service)[1::2] == [
        ("profile a", True, "m-1 answered in 2 ms, 10 + 5 tokens"),
        ("profile b", True, "m-1 answered in 2 ms, 10 + 5 tokens"),
    ]
    assert [len(judge.requests) for judge in service.judges] == [1, 1]
    assert [judge.closed for judge in service.judges] == [1, 1]


def test_a_profile_without_a_model_may_be_right_and_cannot_be_asked(folder):
    service = KeyedService()
    write(folder, bare={})
    assert said()[0] == ("profile bare", True, FINE.replace("model m", "model (none of its own)"))
    (_, uncalled) = findings("--call", service=service)
    assert (uncalled.is_fine, uncalled.words) == (False, "not asked: there is no model to ask")
    assert uncalled.hint == "give the profile a deployment, or the file a default_model"
    assert service.judges[0].requests == []


def test_a_profile_without_a_model_is_asked_for_that_of_the_file_or_the_environment(folder, monkeypatch):
    service = KeyedService()
    write(folder, bare={})
    monkeypatch.setenv("CHECKWRIGHT_JUDGE_MODEL", "usual")
    findings("--call", service=service)
    write(folder, "of the file", bare={})
    findings("--call", service=service)
    assert [judge.requests[0].model for judge in service.judges] == ["usual", "of the file"]


@pytest.mark.parametrize("reply", ['{"score": 1}', '{"score": "3"}', '{"score": 99, "reason": "x"}'])
def test_any_judgement_will_do(reply, folder):
    write(folder, a={"deployment": "m"})
    assert said("--call", service=KeyedService(reply=reply))[1][1]


def test_a_server_that_gives_no_judgement_is_not_fine(folder):
    service = KeyedService(reply="Yes, I am here.")
    write(folder, a={"deployment": "m"})
    (_, (_, is_fine, words)) = said("--call", service=service)
    assert not is_fine
    assert words.startswith("asked, and got no judgement: unreadable: ")
    assert len(service.judges[0].requests) == 2


def test_a_second_ask_is_told(folder):
    class Late(KeyedService):
        def open(self, profile, key):
            judge = super().open(profile, key)
            replies = ["no", '{"score": 1}']
            judge.ask = lambda request: JudgeReply(replies.pop(0), "stop", None, Usage(1, 1), 2.0)
            return judge

    write(folder, a={"deployment": "m"})
    assert said("--call", service=Late())[1][2] == "m answered in 2 ms, 2 + 2 tokens, 2 asks"


def test_a_key_is_in_no_finding_whatever_a_service_says(folder):
    (folder / "key").write_text(KEY)
    write(folder, a={"deployment": "m", "api_key": {"file": "key"}})
    found = findings(service=KeyedService(fails=lambda key: RuntimeError(f"no {key}")))
    assert [one.words for one in found] == ["RuntimeError: no [key]"]
    assert "canary" not in repr(findings("--call"))


def asked_for_real(folder, answer, **fields):
    (folder / "key").write_text(KEY)
    with ScriptedServer(answer) as server:
        real = {"provider": "openai", "endpoint": f"{server.address}/v1", "deployment": "m", **fields}
        write(folder, real={"api_key": {"file": "key"}, **real})
        found = findings("--call")
        assert "canary" not in repr(found)
        return found[-1], server.seen


def test_a_server_that_answers_is_fine(folder):
    found, seen = asked_for_real(folder, completion('{"score": 1, "reason": "here"}'))
    assert found.is_fine, found
    assert found.words.startswith("answering-model-1 answered in ")
    assert found.words.endswith(" ms, 7 + 5 tokens")
    (request,) = seen
    assert request.path == "/v1/chat/completions"
    assert f"Bearer {KEY}" in dict(request.headers).values()
    assert KEY.encode() not in request.body


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (error(401, f"bad key {KEY}"), "key refused"),
        (error(403), "forbidden"),
        (error(404, f"no model for {KEY}"), "not found"),
        (error(429, "later", ("Retry-After", "1")), "rate limit"),
        (error(500), "server error"),
        (Answer(200, b"<html>"), "not a chat completion"),
        (Answer(307, b"", (("Location", "https://evil.example"),)), "redirect"),
        (Answer(how=How.DROPPED), "unreachable"),
    ],
)
def test_what_a_server_does_instead_is_named_after_one_request(answer, words, folder):
    """Who looks whether a server answers wants no patience."""
    found, seen = asked_for_real(folder, answer)
    assert not found.is_fine
    assert found.words.startswith("asked, and got no judgement: ")
    assert words in found.words
    assert len(seen) == 1


def test_the_examination_is_found_by_the_word_of_the_role():
    assert (PROVIDER.role.word, PROVIDER.role.decides, PROVIDER.name) == ("examination", False, "judges")
    assert isinstance(PROVIDER.open(), JudgeExamination)
