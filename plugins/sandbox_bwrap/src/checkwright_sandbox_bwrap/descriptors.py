"""File descriptors that are closed together."""

from __future__ import annotations

import fcntl
import os
import socket
from contextlib import suppress

__all__ = ["Descriptors"]

_SEALS = fcntl.F_SEAL_SEAL | fcntl.F_SEAL_SHRINK | fcntl.F_SEAL_GROW | fcntl.F_SEAL_WRITE


class Descriptors:
    """What one session holds open."""

    def __init__(self) -> None:
        self._open: set[int] = set()

    def keep(self, descriptor: int) -> int:
        """Return a descriptor, which is closed from now on with the others."""
        self._open.add(descriptor)
        return descriptor

    def open(self, path: str, flags: int) -> int:
        """Open a file or folder and return its descriptor.

        Raises:
            OSError: that is not possible.
        """
        return self.keep(os.open(path, flags | os.O_CLOEXEC))

    def pipe(self) -> tuple[int, int]:
        """Return the two ends of a new pipe, to read and to write."""
        reading, writing = os.pipe2(os.O_CLOEXEC)
        return self.keep(reading), self.keep(writing)

    def sockets(self) -> tuple[int, int]:
        """Return two sockets that are connected."""
        one, other = socket.socketpair()
        return self.keep(one.detach()), self.keep(other.detach())

    @staticmethod
    def say(descriptor: int, data: bytes) -> None:
        """Say all that a socket has to say, and end it, even if a forked process holds it open.

        Raises:
            OSError: nobody listens.
        """
        with socket.socket(fileno=os.dup(descriptor)) as spoken:
            spoken.sendall(data)
            spoken.shutdown(socket.SHUT_WR)

    def memory(self, data: bytes) -> int:
        """Return a file in memory with `data`, at its start, that nobody can change."""
        descriptor = self.keep(os.memfd_create("checkwright", os.MFD_CLOEXEC | os.MFD_ALLOW_SEALING))
        rest = memoryview(data)
        while rest:
            rest = rest[os.write(descriptor, rest) :]
        os.lseek(descriptor, 0, os.SEEK_SET)
        fcntl.fcntl(descriptor, fcntl.F_ADD_SEALS, _SEALS)
        return descriptor

    def close(self, *descriptors: int) -> None:
        """Close some of them; those that are closed already are left out."""
        for descriptor in descriptors:
            if descriptor in self._open:
                self._open.discard(descriptor)
                with suppress(OSError):
                    os.close(descriptor)

    def close_all(self) -> None:
        """Close what is open."""
        self.close(*self._open)
