"""A real HTTP server on the loopback that does with each request what a law says, and keeps what it saw."""

from __future__ import annotations

import json
import socket
import socketserver
import ssl
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from enum import Enum
from http.server import BaseHTTPRequestHandler
from typing import Any, Self

__all__ = ["Answer", "How", "ScriptedServer", "Seen"]

#: A slow answer comes in so many pieces, with so many seconds after each: longer in all than a law waits.
_PIECES, _PACE = 60, 0.02
#: Seconds between looks whether the server is to end.
_LOOK = 0.005


class How(Enum):
    """How an answer comes: as it should, or how else."""

    WHOLE = "whole"
    SILENT = "not before the server ends"
    DROPPED = "not at all: the connection closes"
    CUT = "with half of its body: then the connection closes"
    SLOW = "in pieces, from its first byte on"
    SLOW_BODY = "in pieces, after its headers"


@dataclass(frozen=True, slots=True)
class Answer:
    """What the server does with one request. headers: further ones."""

    status: int = 200
    body: bytes = b""
    headers: tuple[tuple[str, str], ...] = ()
    how: How = How.WHOLE


@dataclass(frozen=True, slots=True)
class Seen:
    """A request that came. headers: as they came, names in any case."""

    method: str
    path: str
    headers: tuple[tuple[str, str], ...]
    body: bytes

    def json(self) -> Any:
        """Return the body as JSON.

        Raises:
            AssertionError: it is none.
        """
        try:
            return json.loads(self.body)
        except ValueError:
            raise AssertionError(f"the body of a request is no JSON: {self.body[:100]!r}") from None


class ScriptedServer:
    """Answers while its `with` block runs; then all that it began is over.

    answer: what it does with each request; a function of the request is called in the thread that answers.
    context: its certificate; without one it speaks in the clear.
    seen: the requests, in the order in which they were read.
    """

    def __init__(
        self, answer: Answer | Callable[[Seen], Answer], context: ssl.SSLContext | None = None
    ) -> None:
        self.seen: list[Seen] = []
        self.ending = threading.Event()
        self._answer = answer
        self._open: set[socket.socket] = set()
        self._change = threading.Condition()
        self._scheme = "http" if context is None else "https"
        self._server = _Server(self, context)
        self._thread = threading.Thread(target=self._server.serve_forever, args=(_LOOK,))

    @property
    def address(self) -> str:
        """The address, without a path."""
        return f"{self._scheme}://127.0.0.1:{self.port}"

    @property
    def port(self) -> int:
        """The port."""
        port: int = self._server.server_address[1]
        return port

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.ending.set()
        self._server.shutdown()
        with self._change:
            for connection in self._open:
                with suppress(OSError):
                    connection.shutdown(socket.SHUT_RDWR)
        self._server.server_close()
        self._thread.join()

    def is_left(self, seconds: float) -> bool:
        """Return whether all clients have closed their connections, or do so in time."""
        with self._change:
            return self._change.wait_for(lambda: not self._open, seconds)

    def answer(self, seen: Seen) -> Answer:
        """Note a request and return what to do with it."""
        with self._change:
            self.seen.append(seen)
        return self._answer(seen) if callable(self._answer) else self._answer

    def opened(self, connection: socket.socket) -> None:
        """Note that a client connected."""
        with self._change:
            self._open.add(connection)

    def closed(self, connection: socket.socket) -> None:
        """Note that a connection is over."""
        with self._change:
            self._open.discard(connection)
            self._change.notify_all()


class _Server(socketserver.ThreadingTCPServer):
    request_queue_size = 64
    # Ending waits for each thread.
    daemon_threads = False

    def __init__(self, script: ScriptedServer, context: ssl.SSLContext | None) -> None:
        self.script, self._context = script, context
        super().__init__(("127.0.0.1", 0), _Handler)

    def get_request(self) -> Any:
        connection, address = super().get_request()
        if self._context is not None:
            # The handshake is made by the thread that reads: here it would hold up all others.
            connection = self._context.wrap_socket(
                connection, server_side=True, do_handshake_on_connect=False
            )
        return connection, address

    def process_request(self, request: Any, client_address: Any) -> None:
        self.script.opened(request)
        super().process_request(request, client_address)

    def close_request(self, request: Any) -> None:
        super().close_request(request)
        self.script.closed(request)


class _Handler(BaseHTTPRequestHandler):
    server: _Server
    protocol_version = "HTTP/1.1"

    def handle(self) -> None:
        with suppress(OSError):
            super().handle()

    def log_message(self, *_: Any) -> None:
        pass

    def _handle(self) -> None:
        length = int(self.headers.get("content-length") or 0)
        headers = tuple(self.headers.items())
        seen = Seen(self.command, self.path, headers, self.rfile.read(length))
        answer = self.server.script.answer(seen)
        head, ending = _head(answer), self.server.script.ending
        match answer.how:
            case How.WHOLE:
                self.wfile.write(head + answer.body)
                return
            case How.SILENT:
                ending.wait()
            case How.CUT:
                self.wfile.write(head + answer.body[: len(answer.body) // 2])
            case How.SLOW | How.SLOW_BODY:
                slow = head + answer.body if answer.how is How.SLOW else answer.body
                self.wfile.write(b"" if answer.how is How.SLOW else head)
                for piece in _pieces(slow):
                    self.wfile.write(piece)
                    if ending.wait(_PACE):
                        break
            case How.DROPPED:
                pass
        self.close_connection = True

    do_POST = do_GET = do_HEAD = do_PUT = do_CONNECT = do_OPTIONS = _handle  # noqa: N815 - as the library wants


def _head(answer: Answer) -> bytes:
    lines = [f"HTTP/1.1 {answer.status} As told"]
    names = {name.lower() for name, _ in answer.headers}
    if "content-length" not in names:
        lines.append(f"Content-Length: {len(answer.body)}")
    if "content-type" not in names:
        lines.append("Content-Type: application/json")
    lines += [f"{name}: {value}" for name, value in answer.headers]
    return ("\r\n".join(lines) + "\r\n\r\n").encode("latin-1")


def _pieces(data: bytes) -> Iterator[bytes]:
    size = max(1, len(data) // _PIECES)
    for start in range(0, len(data), size):
        yield data[start : start + size]
