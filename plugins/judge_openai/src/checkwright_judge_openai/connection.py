"""A judge behind one endpoint: one request an ask, by the SDK's client with a transport of ours."""

from __future__ import annotations

import time
from collections.abc import Callable

import httpx2
import openai

from checkwright.wording import one_line
from checkwright_judging.judge import FaultKind, JudgeFault, JudgeReply, JudgeRequest

from .faults import fault_of
from .received import Received
from .redaction import Redaction
from .replies import reply_of
from .requests import body_of, names_in
from .route import Route
from .transport import CUT, ENCODING, Transport

__all__ = ["Connection", "connect"]

_PATH = "/chat/completions"
#: What the SDK is given for a key, since it wants one; it is never sent.
_NO_KEY = "not-the-key"


def connect(route: Route) -> Connection:
    """Return a judge that asks by a route; nothing is sent yet.

    Raises:
        ValueError: the address is none.
    """
    trusted = route.trusted
    if trusted is None and route.is_encrypted:  # reading certificates takes a while
        trusted = httpx2.create_ssl_context(trust_env=False)
    transport = Transport(route.seconds, route.header, route.redaction, route.proxy, trusted)
    try:
        http = httpx2.Client(transport=transport, trust_env=False, follow_redirects=False)
        client = _client(route.base, route.dated, http)
    except httpx2.InvalidURL as error:
        raise ValueError(one_line(f"endpoint: no address: {error}")) from None
    return Connection(client, route.redaction, route.seconds)


def _client(base: str, dated: str | None, http: httpx2.Client) -> openai.OpenAI:
    # max_retries=0: who asks decides whether to ask again.
    if dated is None:
        return openai.OpenAI(base_url=base, api_key=_NO_KEY, http_client=http, max_retries=0)
    return openai.AzureOpenAI(
        azure_endpoint=base, api_version=dated, api_key=_NO_KEY, http_client=http, max_retries=0
    )


class Connection:
    """A judge. seconds: for one request. now: seconds since 1970, for dates that servers ask to wait for."""

    def __init__(
        self,
        client: openai.OpenAI,
        redaction: Redaction,
        seconds: float,
        now: Callable[[], float] = time.time,
    ) -> None:
        self._client, self._redaction, self._seconds, self._now = client, redaction, seconds, now

    def ask(self, request: JudgeRequest) -> JudgeReply:
        """Make exactly one request and return the reply.

        Raises:
            JudgeFault: there is none that can be used.
        """
        # Raised here, where no exception of the SDK is at hand any more: a fault that had one behind it would
        # show what the server said of the key.
        came = self._reply(request)
        if isinstance(came, JudgeFault):
            raise came
        return came

    def close(self) -> None:
        """Close its connections."""
        self._client.close()

    def _reply(self, request: JudgeRequest) -> JudgeReply | JudgeFault:
        body = body_of(request)
        begun = time.perf_counter()
        received = self._received(body)
        latency_ms = (time.perf_counter() - begun) * 1000
        if isinstance(received, JudgeFault):
            return received
        if 200 <= received.status < 300:
            return reply_of(received, self._redaction, latency_ms)
        return fault_of(received, names_in(body), self._redaction, self._now)

    def _received(self, body: dict[str, object]) -> Received | JudgeFault:
        # `post` with a plain response, not `chat.completions.create`: that one hands over whatever came as if
        # it were a completion (a page of HTML as a str, an error with `choices` None) and refuses parameters
        # that it does not know. The bytes say all; what they mean is read from them, in one place.
        try:
            response = self._client.post(_PATH, body=body, cast_to=httpx2.Response)
        except openai.APIStatusError as error:
            response = error.response
        except openai.APITimeoutError:  # is an APIConnectionError, too
            return JudgeFault(FaultKind.TIMEOUT, f"no reply within {self._seconds:g} s", retry=True)
        except openai.APIConnectionError as error:
            why = self._redaction(str(error.__cause__ or error))
            return JudgeFault(FaultKind.UNREACHABLE, one_line(f"no connection: {why}"), retry=True)
        except Exception as error:  # noqa: BLE001 - what is left is a request that cannot be made
            why = self._redaction(f"{type(error).__name__}: {error}")
            return JudgeFault(FaultKind.REJECTED, one_line(f"the request cannot be made: {why}"))
        return Received(
            response.status_code,
            {name.lower(): value for name, value in response.headers.items()},
            response.content,
            bool(response.extensions.get(CUT)),
            str(response.extensions.get(ENCODING, "")),
        )
