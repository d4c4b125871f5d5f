"""Secret: a key that nothing shows and nothing sends away but the one request that it is for."""

from __future__ import annotations

from typing import NoReturn

__all__ = ["REDACTED", "Secret"]

#: What stands where a key stood.
REDACTED = "[key]"


class Secret:
    """A key. Its text is read by `reveal` alone; it stands in no repr, and it does not pickle."""

    __slots__ = ("_text",)

    def __init__(self, text: str) -> None:
        self._text = text

    def reveal(self) -> str:
        """Return the key itself."""
        return self._text

    def redacted(self, text: str) -> str:
        """Return a text with the key taken out."""
        return text.replace(self._text, REDACTED) if self._text else text

    def __repr__(self) -> str:
        return "Secret(...)"

    def __reduce__(self) -> NoReturn:
        raise TypeError(
            "a key does not travel: name it by a reference in the profile, such as {env: NAME}, which the "
            "other side resolves for itself"
        )
