"""Connections whose reads and writes all end at one moment, however slowly a server sends."""

from __future__ import annotations

import math
import socket
import ssl
import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from time import monotonic
from typing import Any

import httpcore2

__all__ = ["Deadline", "TimedBackend"]


class Deadline(threading.local):
    """When the request of this thread has to be over: a request is made by one thread from begin to end."""

    _until = math.inf

    @contextmanager
    def within(self, seconds: float) -> Iterator[None]:
        """Let what this thread does on the network end after so many seconds."""
        self._until = monotonic() + seconds
        try:
            yield
        finally:
            self._until = math.inf

    def left(self, over: type[httpcore2.TimeoutException]) -> float | None:
        """Return the seconds that are left; None without a bound.

        Raises:
            httpcore2.TimeoutException: none are left; of the type `over`.
        """
        if self._until == math.inf:
            return None
        left = self._until - monotonic()
        if left <= 0:
            raise over("the time is up")
        return left


class TimedBackend(httpcore2.SyncBackend):
    """Opens connections that keep a deadline, in place of the timeouts of single steps."""

    def __init__(self, deadline: Deadline) -> None:
        self._deadline = deadline

    def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,  # noqa: ARG002 - the deadline stands for it
        local_address: str | None = None,
        socket_options: Iterable[httpcore2.SOCKET_OPTION] | None = None,
    ) -> httpcore2.NetworkStream:
        """Connect to the first address of a host that answers; all together keep the deadline."""
        failed: Exception = httpcore2.ConnectError("the host has no address")
        for address in _addresses(host, port):
            left = self._deadline.left(httpcore2.ConnectTimeout)
            try:
                stream = super().connect_tcp(address, port, left, local_address, socket_options)
            except httpcore2.ConnectError as error:
                failed = error
            else:
                return _TimedStream(stream, self._deadline)
        raise failed


def _addresses(host: str, port: int) -> list[str]:
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        raise httpcore2.ConnectError("the name of the host is not known") from None
    return list(dict.fromkeys(str(address[0]) for *_, address in found))


class _TimedStream(httpcore2.NetworkStream):
    """A connection; each read and write has the time that is left."""

    def __init__(self, stream: httpcore2.NetworkStream, deadline: Deadline) -> None:
        self._stream, self._deadline = stream, deadline

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:  # noqa: ARG002
        return self._stream.read(max_bytes, self._deadline.left(httpcore2.ReadTimeout))

    def write(self, buffer: bytes, timeout: float | None = None) -> None:  # noqa: ARG002
        # The inner stream gives each part that goes out the same time anew: a part at a time keeps to ours.
        view = memoryview(buffer)
        for start in range(0, len(view), _PART):
            left = self._deadline.left(httpcore2.WriteTimeout)
            self._stream.write(bytes(view[start : start + _PART]), left)

    def close(self) -> None:
        self._stream.close()

    def start_tls(
        self,
        ssl_context: ssl.SSLContext,
        server_hostname: str | None = None,
        timeout: float | None = None,  # noqa: ARG002
    ) -> httpcore2.NetworkStream:
        left = self._deadline.left(httpcore2.ConnectTimeout)
        return _TimedStream(self._stream.start_tls(ssl_context, server_hostname, left), self._deadline)

    def get_extra_info(self, info: str) -> Any:
        return self._stream.get_extra_info(info)


#: Bytes that are written at a time.
_PART = 65_536
