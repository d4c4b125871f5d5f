"""Laws of keys: each goes to its endpoint alone, and nothing shows it.

PYTEST_DONT_REWRITE: what is found is said in full, and pytest may take hours to compare large values.
"""

from __future__ import annotations

import html
import json
import logging
import pickle
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING
from urllib.parse import quote

from checkwright_judging.judge import Judge, JudgeFault

from ..bodies import completion, error
from ..server import Answer, ScriptedServer
from ..under_test import KEY, request

if TYPE_CHECKING:
    from ..under_test import JudgeUnderTest

__all__ = [
    "judges_of_one_service_share_nothing",
    "key_is_never_shown",
    "key_stands_in_one_header",
    "nothing_is_sent_for_a_key_that_is_none",
]

_FORMS = tuple(
    dict.fromkeys((KEY, quote(KEY, safe=""), json.dumps(KEY).replace("/", "\\/")[1:-1], html.escape(KEY)))
)


def key_is_never_shown(tried: JudgeUnderTest) -> None:
    """Whatever a server echoes, the key is in no reply, fault, chain of exceptions, pickle, repr or log."""
    for form in _FORMS:
        for what, answer in _echoes(form):
            with _logged() as log, ScriptedServer(answer) as server, tried.judge(server) as judge:
                shows = [repr(judge), repr(tried.service), *_shown_by(judge)]
            for text in (*shows, *log):
                echoed = next((one for one in _FORMS if one.lower() in text.lower()), None)
                assert echoed is None, f"after {what} the key is in {_around(text, echoed or '')}"


def _echoes(form: str) -> Iterator[tuple[str, Answer]]:
    for status in (400, 401, 403, 404, 429, 500):
        yield f"an echo in HTTP {status}", error(status, f"Incorrect API key: Bearer {form}.")
        yield f"an echo in a page of HTTP {status}", Answer(status, f"<p>{'x' * 60}{form}".encode())
    yield "an echo in a page", Answer(200, f"<p>no {form}</p>".encode())
    yield "an echo in an error with 200", completion(choices=None, error={"message": f"key {form}"})
    yield "an echo in a reply", completion(f"I saw {form}")
    yield "an echo in the model", completion("{}", "stop", ("X-Request-Id", form), model=form)
    yield "an echo in the reason to end", completion("{}", form)
    refusal = {"message": {"content": None, "refusal": f"not for {form}"}}
    yield "an echo in a refusal", completion(choices=[refusal])
    yield "an echo in an address", Answer(307, headers=(("Location", f"http://{form}/{form}"),))


def _shown_by(judge: Judge) -> list[str]:
    """Return all that can be read of what comes of an ask."""
    try:
        reply = judge.ask(request())
    except JudgeFault as fault:
        texts = [*traceback.format_exception(fault), pickle.dumps(fault).decode("latin-1")]
        pending: list[BaseException] = [fault]
        seen: set[int] = set()
        while pending:
            one = pending.pop()
            if id(one) in seen:
                continue
            seen.add(id(one))
            texts += [repr(one), str(one), *map(str, vars(one).values())]
            pending += [other for other in (one.__cause__, one.__context__) if other is not None]
        return texts
    return [repr(reply), reply.text, pickle.dumps(reply).decode("latin-1")]


def _around(text: str, found: str) -> str:
    start = max(text.lower().index(found.lower()) - 30, 0)
    return repr(text[start : start + 100])


class _Log(logging.Handler):
    def __init__(self) -> None:
        super().__init__(logging.NOTSET)
        self.texts: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.texts.append(logging.Formatter().format(record))


@contextmanager
def _logged() -> Iterator[list[str]]:
    """Collect all that is logged, at each level."""
    root, log = logging.getLogger(), _Log()
    level = root.level
    root.addHandler(log)
    root.setLevel(logging.DEBUG)
    try:
        yield log.texts
    finally:
        root.setLevel(level)
        root.removeHandler(log)


def key_stands_in_one_header(tried: JudgeUnderTest) -> None:
    """The key reaches the endpoint in one header, and stands in no address and no body."""
    with ScriptedServer(completion()) as server, tried.judge(server) as judge:
        judge.ask(request())
    (seen,) = server.seen
    holding = [name for name, value in seen.headers if KEY in value]
    assert len(holding) == 1, f"the key stands in the headers {holding}, expected one"
    for what, text in (("address", seen.path), ("body", seen.body.decode())):
        assert not any(form in text for form in _FORMS), f"the key stands in the {what}"


def nothing_is_sent_for_a_key_that_is_none(tried: JudgeUnderTest) -> None:
    """A profile without a key sends no header for one."""
    with ScriptedServer(completion()) as server, tried.judge(server, None) as judge:
        judge.ask(request())
    names = {name.lower() for name, _ in server.seen[0].headers}
    sent = sorted(names & {"authorization", "api-key", "x-api-key", "proxy-authorization"})
    assert not sent, f"without a key there is the header {sent[0]}"


def judges_of_one_service_share_nothing(tried: JudgeUnderTest) -> None:
    """Two judges of a service keep their keys apart, and what a server sets is not sent back."""
    answer = completion("{}", "stop", ("Set-Cookie", "session=1; Path=/"))
    with (
        ScriptedServer(answer) as one,
        ScriptedServer(answer) as other,
        tried.judge(one, "sk-key-of-one") as first,
        tried.judge(other, "sk-key-of-other") as second,
    ):
        for judge in (first, second, first, second):
            judge.ask(request())
    for server, own, strange in ((one, "of-one", "of-other"), (other, "of-other", "of-one")):
        for seen in server.seen:
            headers = dict(seen.headers)
            told = " ".join(headers.values())
            assert own in told, "a judge sends no key, or another's"
            assert strange not in told, "a judge sends the key of another"
            cookie = {name.lower() for name in headers} & {"cookie"}
            assert not cookie, "a cookie of a server came back with the next ask"
