"""Follow the links of a work folder, in memory."""

from __future__ import annotations

from collections.abc import Mapping

from .sandbox import WorkEntry, WorkLink

__all__ = ["leads_out"]

#: Links followed for one path; a system gives up there as well.
_MOST_LINKS = 40


def leads_out(path: str, files: Mapping[str, WorkEntry]) -> bool:
    """Return whether the link at a path of a work folder leads out of it, by itself or through other links.

    A link that leads nowhere, or to itself, does not; what is not there is taken for a folder.
    """
    here: list[str] = []
    ahead = path.split("/")[::-1]
    followed = 0
    while ahead:
        part = ahead.pop()
        if part in ("", "."):
            continue
        if part == "..":
            if not here:
                return True
            here.pop()
            continue
        here.append(part)
        entry = files.get("/".join(here))
        if isinstance(entry, WorkLink):
            followed += 1
            if entry.target.startswith("/"):
                return True
            if followed > _MOST_LINKS:
                return False
            here.pop()
            ahead += entry.target.split("/")[::-1]
    return False
