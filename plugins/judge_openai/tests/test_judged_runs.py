"""Judged runs from the command line, against a real server: order, memory, kills, caps, and the key."""

import json
import os
import re
import signal
import subprocess
import sys
import threading
from collections import Counter
from pathlib import Path

import pytest

from checkwright_contract.roles.judge.bodies import completion, error
from checkwright_contract.roles.judge.server import Answer, How, ScriptedServer

#: Run by `make long`, and in CI.
pytestmark = pytest.mark.long

KEY = "sk-canary-0123456789abcdef"
ROWS = 20
RUBRIC = {
    "id": "judged",
    "version": "1.0",
    "checks": [
        {
            "kind": "custom_rubric",
            "evaluator": "inline",
            "definition": {
                "criteria": "Whether the number is even.",
                "scale": dict(zip("12345", "abcde", strict=True)),
                "input_fields": [],
            },
        }
    ],
    "scoring": {"combine": "all_pass"},
}


def number_in(seen):
    """Return the number of the reply that a request asks about."""
    return int(re.search(r"reply number (\d+)\.", seen.json()["messages"][-1]["content"])[1])


def whole(server):
    """Return the requests that came whole: who sends one may be killed meanwhile."""
    return [seen for seen in server.seen if seen.body]


def judged(seen):
    if not seen.body:
        return Answer(how=How.DROPPED)
    return completion(json.dumps({"score": 5 if number_in(seen) % 2 == 0 else 1, "reason": "counted"}))


class Folder:
    """The files of a run, and how to start it."""

    def __init__(self, path, server):
        self.path = path
        profile = {
            "provider": "openai",
            "endpoint": f"{server.address}/v1",
            "deployment": "m",
            "api_key": {"env": "CHECKWRIGHT_TEST_KEY"},
            "attempts": 1,
        }
        self.write("judges.json", {"profiles": {"p": profile}, "assignments": {"default": "p"}})
        self.write("rubric.json", RUBRIC)
        rows = [{"id": f"Q{n}", "response": f"reply number {n}."} for n in range(ROWS)]
        (path / "rows.jsonl").write_text("".join(f"{json.dumps(row)}\n" for row in rows), encoding="utf-8")

    def write(self, name, data):
        (self.path / name).write_text(json.dumps(data), encoding="utf-8")

    def start(self, *options, key=KEY):
        command = [sys.executable, "-m", "checkwright_runner", "run", "--rubric", "rubric.json"]
        command += ["--responses", "rows.jsonl", "--judges", "judges.json", *options]
        environment = {name: value for name, value in os.environ.items() if name != "CHECKWRIGHT_TEST_KEY"}
        if key is not None:
            environment["CHECKWRIGHT_TEST_KEY"] = key
        return subprocess.Popen(
            command, cwd=self.path, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )

    def run(self, *options, key=KEY):
        with self.start(*options, key=key) as process:
            out, told = process.communicate(timeout=120)
        return process.returncode, out, told

    def verdicts(self, name="out.jsonl"):
        return [json.loads(line) for line in (self.path / name).read_text("utf-8").splitlines()]


def wanted(n):
    return (f"Q{n}", "scored", n % 2 == 0)


def seen_of(verdicts):
    return [(verdict["id"], verdict["status"], verdict["passed"]) for verdict in verdicts]


@pytest.fixture
def serving(tmp_path):
    """Start a server, and return the folder of a run that asks it."""
    servers = []

    def start(answer):
        server = ScriptedServer(answer)
        server.__enter__()
        servers.append(server)
        return Folder(tmp_path, server), server

    yield start
    for server in servers:
        server.__exit__()


def test_verdicts_keep_the_order_of_the_rows_whoever_is_answered_first(serving):
    """The first of eight requests is answered when the seven behind it are."""
    others = threading.Semaphore(0)

    def answer(seen):
        if number_in(seen) == 0:
            for _ in range(7):
                assert others.acquire(timeout=60)
        else:
            others.release()
        return judged(seen)

    folder, _ = serving(answer)
    code, _, told = folder.run("-o", "out.jsonl", "--judge-jobs", "8")
    assert code == 0, told
    assert seen_of(folder.verdicts()) == [wanted(n) for n in range(ROWS)]
    assert f"judges: {ROWS} calls" in told


@pytest.mark.parametrize("whom", ["the run", "its worker"])
def test_what_was_replied_is_not_asked_again_after_a_kill(serving, whom):
    """Four are asked at a time: at most these are asked twice, and no row is lost."""
    killing = threading.Event()

    def answer(seen):
        if len(server.seen) == 10 and not killing.is_set():
            killing.set()
            os.kill(process.pid if whom == "the run" else worker_of(process.pid), signal.SIGKILL)
        return judged(seen)

    folder, server = serving(answer)
    with folder.start("-o", "out.jsonl", "--judge-jobs", "4") as process:
        process.communicate(timeout=120)
    if whom == "the run":
        assert process.returncode == -signal.SIGKILL
        paid = folder.path / "out.jsonl.partial.replies"
        assert len(paid.read_bytes().splitlines()) > 5
        code, _, told = folder.run("-o", "out.jsonl", "--judge-jobs", "4", "--resume")
        assert code == 0, told
    assert killing.is_set()
    assert seen_of(folder.verdicts()) == [wanted(n) for n in range(ROWS)]
    asked = Counter(map(number_in, whole(server)))
    assert set(asked) == set(range(ROWS))
    assert max(asked.values()) <= 2
    assert sum(asked.values()) <= ROWS + 4
    assert not (folder.path / "out.jsonl.partial.replies").exists()


def worker_of(pid):
    """Return the one child of a process."""
    (child,) = Path(f"/proc/{pid}/task/{pid}/children").read_text("ascii").split()
    return int(child)


def test_a_cached_run_asks_nobody_and_has_the_same_verdicts(serving):
    folder, server = serving(judged)
    assert folder.run("-o", "first.jsonl", "--judge-cache", "cache.sqlite")[0] == 0
    asked = len(server.seen)
    assert folder.run("-o", "second.jsonl", "--judge-cache", "cache.sqlite")[0] == 0
    assert folder.run("-o", "third.jsonl", "--judge-cache", "cache.sqlite", "--judge-jobs", "1")[0] == 0
    assert (asked, len(server.seen)) == (ROWS, ROWS)
    assert (folder.path / "second.jsonl").read_bytes() == (folder.path / "third.jsonl").read_bytes()
    varies = {"latency_ms", "attempts", "usage", "cached"}
    assert [plain(one, varies) for one in folder.verdicts("first.jsonl")] == [
        plain(one, varies) for one in folder.verdicts("second.jsonl")
    ]


def plain(verdict, varies):
    """Return a verdict without the details that may differ."""
    checks = [
        {**check, "details": {k: v for k, v in json.loads(check["details"]).items() if k not in varies}}
        for check in verdict["checks"]
    ]
    return {**verdict, "checks": checks}


def test_a_replay_needs_no_key_and_no_server(serving):
    folder, server = serving(judged)
    assert folder.run("-o", "first.jsonl", "--judge-record", "record.jsonl")[0] == 0
    asked = len(server.seen)
    code, _, told = folder.run("-o", "second.jsonl", "--judge-replay", "record.jsonl", key=None)
    assert code == 0, told
    assert len(server.seen) == asked
    assert seen_of(folder.verdicts("second.jsonl")) == [wanted(n) for n in range(ROWS)]
    assert server.address not in (folder.path / "record.jsonl").read_text("utf-8")


def test_a_run_whose_key_is_missing_ends_before_its_first_row(serving):
    folder, server = serving(judged)
    code, out, told = folder.run("-o", "out.jsonl", key=None)
    assert code == 2
    assert "CHECKWRIGHT_TEST_KEY is not set" in told
    assert (out, server.seen) == ("", [])
    assert not (folder.path / "out.jsonl").exists()


def test_ten_refusals_in_a_row_end_the_run(serving):
    folder, server = serving(lambda seen: error(401, f"no such key {KEY}"))
    code, _, told = folder.run("-o", "out.jsonl", "--judge-jobs", "1")
    assert code == 3
    assert len(server.seen) == 10
    assert told.count("error:") == 1, told
    assert "--resume" in told


def test_errors_alone_are_asked_again(serving):
    down = threading.Event()
    down.set()

    def answer(seen):
        return error(503) if down.is_set() and number_in(seen) in (3, 17) else judged(seen)

    folder, server = serving(answer)
    code, _, told = folder.run("-o", "out.jsonl")
    assert code == 3, told
    before = (folder.path / "out.jsonl").read_bytes().splitlines()
    down.clear()
    asked = len(server.seen)
    code, _, told = folder.run("-o", "out.jsonl", "--resume", "--retry-errors")
    assert code == 0, told
    assert sorted(map(number_in, server.seen[asked:])) == [3, 17]
    after = (folder.path / "out.jsonl").read_bytes().splitlines()
    assert [n for n in range(ROWS) if before[n] != after[n]] == [3, 17]
    assert seen_of(folder.verdicts()) == [wanted(n) for n in range(ROWS)]


def test_the_key_stands_in_no_file_and_in_nothing_that_is_said(serving):
    """Servers echo it, in errors and in replies; it is sent to them alone."""

    def answer(seen):
        match number_in(seen) % 4:
            case 0:
                return error(400, f"the key {KEY} is fine, the request is not")
            case 1:
                return completion(f"Bearer {KEY}")
            case 2:
                return Answer(500, KEY.encode(), (("Content-Type", "text/plain"), ("Retry-After", "0")))
        return judged(seen)

    folder, server = serving(answer)
    told = []
    for options in (
        ("-o", "out.jsonl", "--judge-record", "record.jsonl", "--judge-cache", "cache.sqlite"),
        ("-o", "out.jsonl", "--resume", "--retry-errors", "--explain", "5"),
        ("-o", "capped.jsonl", "--max-calls", "5", "--junit", "junit.xml"),
    ):
        _, out, said = folder.run(*options)
        told += [out, said]
    assert len(server.seen) > ROWS
    files = [path for path in folder.path.rglob("*") if path.is_file()]
    assert len(files) > 7
    assert [path.name for path in files if KEY.encode() in path.read_bytes()] == []
    assert KEY not in "".join(told)


def test_a_server_that_never_answers_costs_its_row_alone(serving):
    def answer(seen):
        return Answer(how=How.SILENT) if number_in(seen) == 5 else judged(seen)

    folder, _ = serving(answer)
    judges = json.loads((folder.path / "judges.json").read_text("utf-8"))
    judges["profiles"]["p"]["timeout"] = 0.5
    folder.write("judges.json", judges)
    code, _, told = folder.run("-o", "out.jsonl", "--row-timeout", "5")
    assert code == 3, told
    verdicts = folder.verdicts()
    assert [verdict["id"] for verdict in verdicts if verdict["status"] == "error"] == ["Q5"]
    assert "timeout" in verdicts[5]["checks"][0]["reason"]
