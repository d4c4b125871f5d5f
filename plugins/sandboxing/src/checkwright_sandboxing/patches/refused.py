"""The one exception of this package."""

from __future__ import annotations

from checkwright.wording import one_line

__all__ = ["PatchRefused"]


class PatchRefused(Exception):  # noqa: N818 - says what was done
    """A diff is not read or not applied; `reason` is one clean line. Whose fault it is the caller knows."""

    def __init__(self, reason: str) -> None:
        self.reason = one_line(reason)
        super().__init__(self.reason)

    def __reduce__(self) -> tuple[type[PatchRefused], tuple[str]]:
        return PatchRefused, (self.reason,)
