"""The way of a request to its server and back: what is sent, how long it may take, how much is read."""

from __future__ import annotations

import ssl
from collections.abc import Iterator
from typing import Any

import httpcore2
import httpx2

from .key_header import KeyHeader
from .network import Deadline, TimedBackend
from .redaction import Redaction

__all__ = ["CUT", "ENCODING", "MOST_BYTES", "Transport"]

#: Bytes of a body that are read.
MOST_BYTES = 16 << 20
#: Extensions of a response: whether its body went on, and how it is compressed.
CUT, ENCODING = "checkwright.cut", "checkwright.encoding"
#: What is not handed on, since it is about the body as it came, and not as it was read.
_DROPPED = ("content-encoding", "content-length", "transfer-encoding")


class Transport(httpx2.BaseTransport):
    """Sends what the SDK made, with headers of ours, and reads the whole response.

    The SDK takes headers from variables of the environment, such as OPENAI_CUSTOM_HEADERS, which may replace
    the key and the host; so none of its headers is sent. The key is put in here alone: the SDK, with its
    messages and its logs, never has it.

    seconds: for all of one request. redaction: for the headers of responses, which the SDK logs.
    """

    def __init__(
        self,
        seconds: float,
        key: KeyHeader | None,
        redaction: Redaction,
        proxy: str | None = None,
        ssl_context: ssl.SSLContext | None = None,
    ) -> None:
        self._seconds, self._key, self._redaction = seconds, key, redaction
        self._deadline = Deadline()
        self._pool = httpcore2.ConnectionPool(
            ssl_context=ssl_context,
            proxy=None if proxy is None else _proxy(proxy, ssl_context),
            max_connections=None,
            # One connection a request: what a server sends behind a response would be read as the next one,
            # and so judge another row.
            max_keepalive_connections=0,
            network_backend=TimedBackend(self._deadline),
        )

    def handle_request(self, request: httpx2.Request) -> httpx2.Response:
        """Send a request and return the response with its body.

        Raises:
            httpx2.TimeoutException: the time is up.
            httpx2.NetworkError: the server cannot be reached, or the connection broke.
        """
        try:
            with self._deadline.within(self._seconds):
                return self._response(request)
        except httpcore2.TimeoutException:
            raise httpx2.TimeoutException("the time is up") from None
        except (httpcore2.NetworkError, httpcore2.ProtocolError, httpcore2.ProxyError, OSError) as error:
            raise httpx2.NetworkError(str(error) or type(error).__name__) from None

    def _response(self, request: httpx2.Request) -> httpx2.Response:
        response = self._pool.handle_request(self._outgoing(request))
        try:
            body, cut = _read(response.iter_stream())
        finally:
            response.close()
        told = [(name.decode("latin-1"), value.decode("latin-1")) for name, value in response.headers]
        headers = httpx2.Headers([(name, self._redaction.of_reply(value)) for name, value in told])
        encoding = headers.get("content-encoding", "").strip().lower()
        for name in _DROPPED:
            headers.pop(name, None)
        extensions = {CUT: cut, ENCODING: "" if encoding == "identity" else encoding}
        return httpx2.Response(response.status, headers=headers, content=body, extensions=extensions)

    def _outgoing(self, request: httpx2.Request) -> httpcore2.Request:
        content = request.read()
        headers = [
            (b"Host", request.url.netloc),
            (b"User-Agent", b"checkwright-judge-openai"),
            (b"Accept", b"application/json"),
            (b"Accept-Encoding", b"identity"),
            (b"Content-Type", b"application/json"),
            (b"Content-Length", b"%d" % len(content)),
        ]
        if self._key is not None:
            headers.append(self._key.pair())
        url = request.url
        where = httpcore2.URL(scheme=url.raw_scheme, host=url.raw_host, port=url.port, target=url.raw_path)
        quiet = {"trace": _log_no_response}
        return httpcore2.Request(request.method, where, headers=headers, content=content, extensions=quiet)

    def close(self) -> None:
        """Close all connections."""
        self._pool.close()


def _log_no_response(event: str, details: dict[str, Any]) -> None:
    """Let httpcore log that something came or failed, and not what: a server may send the key back."""
    if event.endswith((".complete", ".failed")):
        details.clear()


def _read(chunks: Iterator[bytes]) -> tuple[bytes, bool]:
    body = bytearray()
    for chunk in chunks:
        body += chunk
        if len(body) > MOST_BYTES:
            return bytes(body[:MOST_BYTES]), True
    return bytes(body), False


def _proxy(address: str, ssl_context: ssl.SSLContext | None) -> httpcore2.Proxy:
    # Certificates are an error to httpcore for a proxy that is spoken to in the clear.
    return httpcore2.Proxy(address, ssl_context=ssl_context if address.startswith("https:") else None)
