"""From the reply of a server, over real HTTP, to the outcome of a check."""

import json
import re
from collections import deque
from pathlib import Path

import pytest
import yaml

from checkwright import Case, compile_rubric, load_kinds, load_providers, parse_rubric
from checkwright_contract.roles.judge.bodies import completion, of_json
from checkwright_contract.roles.judge.server import Answer, How, ScriptedServer
from checkwright_judging.documents.prompt import JudgePrompt
from checkwright_judging.documents.prompt_store import JudgePromptStore
from checkwright_judging.profiles.profiles_file import parse_profiles
from checkwright_judging.role import JUDGE
from checkwright_judging.runs.desk import JudgeDesk, judges_provider

CASES = yaml.safe_load(Path(__file__).with_name("judged_cases.yaml").read_text(encoding="utf-8"))
KEY = "sk-secret123"
REPLY = "a short text"
DEFINITION = {"criteria": "c", "scale": dict(zip("12345", "abcde", strict=True))}
INLINE = {"kind": "custom_rubric", "evaluator": "inline", "definition": DEFINITION}
PROMPT = {
    "id": "tone",
    "version": "1.0",
    "instructions": "Decide.",
    "fields": ["response"],
    "scale": {"min": 0, "max": 1},
}


def answers(replies, elsewhere):
    """Return what a server does with one request after the other."""
    left, last = deque(replies), []

    def answer(seen):
        last[:] = [left.popleft()] if left else last
        return _answer(last[0], elsewhere)

    return answer


def _answer(told, elsewhere):
    if told == "timeout":
        return Answer(how=How.SILENT)
    if isinstance(told, str):
        return completion(told)
    headers = [("Retry-After", told["retry_after"])] if "retry_after" in told else []
    if "location" in told:
        headers.append(("Location", f"{elsewhere}/v1/chat/completions"))
    if "json" in told:
        return of_json(told["json"], told["status"], *headers)
    if "status" in told:
        headers.append(("Content-Type", told.get("type", "text/plain")))
        return Answer(told["status"], told.get("body", "").encode(), tuple(headers))
    message = {"role": "assistant", "content": told["content"], "refusal": told.get("refusal")}
    choice = {"index": 0, "message": message, "finish_reason": told.get("finish_reason", "stop")}
    return completion(choices=[choice])


def judged(check, servers, response):
    """Return what a check comes to, by judges behind servers."""
    (result,) = judged_all(check, servers, [response])
    return result


def judged_all(check, servers, responses):
    """Return what a check comes to on several responses."""
    kinds = load_kinds()
    profiles = {
        f"p{number}": {
            "provider": "openai",
            "endpoint": f"{server.address}/v1",
            "deployment": "m",
            "api_key": {"env": "CHECKWRIGHT_TEST_KEY"},
            "timeout": 0.2,
            "attempts": 2,
        }
        for number, server in enumerate(servers)
    }
    file = parse_profiles(json.dumps({"profiles": profiles, "assignments": {"default": "p0"}}))
    desk = JudgeDesk(file, load_providers().of(JUDGE))
    rubric = {"id": "r", "version": "1.0", "checks": [check], "scoring": {"combine": "all_pass"}}
    prompts = JudgePromptStore.of([JudgePrompt.model_validate(PROMPT)])
    with compile_rubric(
        parse_rubric(rubric, kinds=kinds),
        kinds=kinds,
        providers=[judges_provider(desk)],
        lookups={"judge": prompts},
    ) as plan:
        question = {"id": "Q1", "input": "What now?"}
        return [plan.score(Case(response, question)).checks[0] for response in responses]


@pytest.fixture
def servers(monkeypatch):
    """Start servers; all of them end with the test."""
    from contextlib import ExitStack

    monkeypatch.setenv("CHECKWRIGHT_TEST_KEY", KEY)
    with ExitStack() as stack:
        yield lambda answer: stack.enter_context(ScriptedServer(answer))


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_what_servers_reply_comes_to_the_right_outcome(case, servers):
    wanted = case["wanted"]
    elsewhere = servers(completion('{"score": 5}'))
    scripts = case["panel"] if "panel" in case else [case["replies"]]
    asked = [servers(answers(script, elsewhere.address)) for script in scripts]
    check = INLINE
    if "panel" in case:
        names = [f"p{number}" for number in range(len(asked))]
        check = {"kind": "llm_judge", "judge_prompt_ref": "judge/tone@1.0", "judges": names, "threshold": 0.7}
    response = case.get("response", REPLY)
    result = judged(check, asked, response)
    told = f"{result.reason} {json.dumps(result.details, default=dict)}"
    assert result.status == wanted["status"], told
    if "score" in wanted:
        assert result.score == pytest.approx(wanted["score"]), told
    assert wanted.get("reason", "") in told
    assert "lacks" not in wanted or wanted["lacks"] not in told
    details = {name: result.details[name] for name in wanted.get("details", {})}
    assert details == wanted.get("details", {})
    if "requests" in wanted:
        assert [len(server.seen) for server in asked] == [wanted["requests"]]
    if "elsewhere" in wanted:
        assert len(elsewhere.seen) == wanted["elsewhere"]
    if wanted.get("marker"):
        _require_markers(asked[0].seen[0].json(), response)


def _require_markers(body, response):
    """A reply stands in the prompt once, unchanged, between markers with a word that is in no field."""
    user = body["messages"][-1]["content"]
    (found,) = re.findall(
        r"<<<output\.response ([0-9a-f]{16})\n(.*?)\noutput\.response \1>>>", user, re.DOTALL
    )
    word, text = found
    assert text == response
    assert word not in response


def test_the_defaults_of_a_request(servers):
    server = servers(completion('{"score": 4}'))
    judged(INLINE, [server], REPLY)
    body = server.seen[0].json()
    assert {name: value for name, value in body.items() if name != "messages"} == {
        "model": "m",
        "temperature": 0,
        "seed": 0,
        "max_completion_tokens": 1024,
        "response_format": {"type": "json_object"},
    }
    assert "JSON" in body["messages"][0]["content"]


def test_a_key_that_is_not_there_is_named_before_any_call(servers, monkeypatch):
    monkeypatch.delenv("CHECKWRIGHT_TEST_KEY")
    server = servers(completion('{"score": 4}'))
    result = judged(INLINE, [server], REPLY)
    assert result.status == "not_executable"
    assert "CHECKWRIGHT_TEST_KEY" in result.reason
    assert server.seen == []


def test_what_a_server_sends_behind_a_response_judges_no_other_row(servers):
    """Two completions for the first request, of which the second would be read as that of the next."""
    first, stray = completion('{"score": 4}').body, completion('{"score": 1}').body
    head = f"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: {len(stray)}\r\n\r\n"
    both = first + head.encode() + stray
    server = servers(Answer(200, both, (("Content-Length", str(len(first))),)))
    results = judged_all(INLINE, [server], [f"reply {number}" for number in range(6)])
    assert [result.score for result in results] == [0.75] * 6
    assert len(server.seen) == 6


def test_a_key_that_a_judge_spells_by_escapes_is_not_shown(servers):
    spelled = KEY.replace("-", "\\u002d")
    server = servers(completion(f'{{"score": 4, "reason": "your key is {spelled}"}}'))
    result = judged(INLINE, [server], REPLY)
    assert result.reason == "4 of 5: your key is [key]"
    assert KEY not in json.dumps(result.details, default=dict)
