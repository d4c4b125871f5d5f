"""KeyHeader: the one place where a key is sent."""

from __future__ import annotations

from dataclasses import dataclass

from checkwright_judging.secret import Secret

__all__ = ["KeyHeader"]


@dataclass(frozen=True, slots=True)
class KeyHeader:
    """The header that shows a server the key. before: what stands in front of it."""

    name: bytes
    before: bytes
    key: Secret

    def pair(self) -> tuple[bytes, bytes]:
        """Return the name and the value of the header."""
        return self.name, self.before + self.key.reveal().encode("ascii")
