"""What a judged check costs above its judge, what jobs gain while servers think, and what a cache saves."""

import http.server
import json
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from figures import Figure

import checkwright
from checkwright import Case, Provider
from checkwright_judging.judge import JudgeReply, JudgeRequest
from checkwright_judging.profiles.profiles_file import parse_profiles
from checkwright_judging.role import JUDGE
from checkwright_judging.runs.desk import JudgeDesk, judges_provider

_ROWS, _JUDGED = 96, 1_000
_REPLY = '{"score": 4, "reason": "fine"}'
_SCALE = {str(level): f"level {level}" for level in range(1, 6)}
_DEFINITION = {"criteria": "Whether the reply helps.", "scale": _SCALE, "input_fields": []}
_CHECK = {"kind": "custom_rubric", "evaluator": "inline", "definition": _DEFINITION}
_RUBRIC = {"id": "judged", "version": "1.0", "checks": [_CHECK], "scoring": {"combine": "all_pass"}}


class _Fixed:
    """A service and its judge in one, in this process, so that only ours is measured."""

    def version(self) -> str:
        return "fixed 1"

    def open(self, profile: object, key: object) -> "_Fixed":
        del profile, key
        return self

    def ask(self, request: JudgeRequest) -> JudgeReply:
        del request
        return JudgeReply(_REPLY, "stop", "fixed")

    def close(self) -> None:
        pass


def _profiles(provider: str, endpoint: str) -> str:
    profile = {"provider": provider, "endpoint": endpoint, "deployment": "m", "api_key": "none"}
    return json.dumps({"profiles": {"p": profile}, "assignments": {"default": "p"}})


def _overhead() -> float:
    """Return milliseconds of CPU that one judged check takes without its judge."""
    kinds = checkwright.load_kinds()
    services: dict[str, Provider[Any]] = {"fixed": Provider(JUDGE, "fixed", _Fixed)}
    desk = JudgeDesk(parse_profiles(_profiles("fixed", "https://fixed.invalid")), services)
    rubric = checkwright.parse_rubric(_RUBRIC, kinds=kinds)
    with checkwright.compile_rubric(rubric, kinds=kinds, providers=[judges_provider(desk)]) as plan:
        cases = [Case(f"reply {number} " + "with some words " * 60) for number in range(_JUDGED)]
        assert plan.score(cases[0]).passed
        started = time.process_time()
        for case in cases:
            plan.score(case)
        return (time.process_time() - started) * 1_000 / len(cases)


class _Slow(http.server.ThreadingHTTPServer):
    """A server that thinks for some time about each request, and notes when it was busy."""

    daemon_threads = True
    request_queue_size = 128

    def __init__(self, seconds: float) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.seconds = seconds
        self.times: list[float] = []

    @property
    def span(self) -> float:
        """Seconds from the first request to the last reply."""
        return max(self.times) - min(self.times)


class _Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    server: _Slow

    def do_POST(self) -> None:
        self.server.times.append(time.perf_counter())
        self.rfile.read(int(self.headers["Content-Length"]))
        time.sleep(self.server.seconds)
        choice = {"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": _REPLY}}
        told = {"id": "x", "object": "chat.completion", "model": "m", "choices": [choice]}
        body = json.dumps(told).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)
        self.server.times.append(time.perf_counter())

    def log_message(self, *_: object) -> None:
        pass


@contextmanager
def _server(seconds: float) -> Iterator[_Slow]:
    with _Slow(seconds) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        try:
            yield server
        finally:
            server.shutdown()
            thread.join()


def _run(server: _Slow, folder: Path, rows: int, *options: str) -> float:
    """Run a batch by the command, and return its wall time in seconds."""
    (folder / "judges.json").write_text(_profiles("openai", f"http://127.0.0.1:{server.server_port}/v1"))
    (folder / "rubric.json").write_text(json.dumps(_RUBRIC))
    lines = (json.dumps({"response": f"reply {number}"}) for number in range(rows))
    (folder / "rows.jsonl").write_text("".join(f"{line}\n" for line in lines))
    command = [sys.executable, "-m", "checkwright_runner", "run", "--rubric", "rubric.json"]
    command += ["-o", "out.jsonl", "--responses", "rows.jsonl", "--judges", "judges.json", *options]
    started = time.perf_counter()
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return time.perf_counter() - started


def figures() -> Iterator[Figure]:
    """Measure one check without its judge, jobs on a slow server, and a run whose replies are cached."""
    yield Figure("a judged check, less its judge", _overhead(), 2, " ms", "CPU")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        spans = []
        for jobs in ("1", "8"):
            with _server(0.2) as server:
                _run(server, folder, _ROWS, "--judge-jobs", jobs)
                spans.append(server.span)
        one, eight = spans
        note = f"{_ROWS} rows on a server of 200 ms: {one:.1f} s and {eight:.1f} s, {one / eight:.1f}x"
        yield Figure("8 judge jobs against one", eight / one, 1 / 7, "", note)
        with _server(0.05) as server:
            options = "--judge-jobs", "1", "--judge-cache", "cache.sqlite"
            first = _run(server, folder, _JUDGED, *options)
            again = _run(server, folder, _JUDGED, *options, "--restart")
        note = f"{_JUDGED:,} rows on a server of 50 ms: {first:.1f} s and {again:.1f} s, {first / again:.0f}x"
        yield Figure("a cached run against its first", again / first, 1 / 20, "", note)
