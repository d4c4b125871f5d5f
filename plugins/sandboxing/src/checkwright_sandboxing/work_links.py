"""Follow the links of a work folder, in memory."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping

from .sandbox import WorkEntry, WorkLink

__all__ = ["Aliases", "leads_out"]

#: Links followed for one path; a system gives up there as well.
_MOST_LINKS = 40
#: Names of one path that are looked at.
_MOST_NAMES = 1_000


def leads_out(path: str, files: Mapping[str, WorkEntry]) -> bool:
    """Return whether the link at a path of a work folder leads out of it, by itself or through other links.

    A link that leads nowhere, or to itself, does not; what is not there is taken for a folder.
    """
    return _real(path, files) is None


def _real(path: str, files: Mapping[str, WorkEntry]) -> str | None:
    """Return the path without links, "" for one that leads to itself; None when it leads out."""
    here: list[str] = []
    ahead = path.split("/")[::-1]
    followed = 0
    while ahead:
        part = ahead.pop()
        if part in ("", "."):
            continue
        if part == "..":
            if not here:
                return None
            here.pop()
            continue
        here.append(part)
        entry = files.get("/".join(here))
        if isinstance(entry, WorkLink):
            followed += 1
            if entry.target.startswith("/"):
                return None
            if followed > _MOST_LINKS:
                return ""
            here.pop()
            ahead += entry.target.split("/")[::-1]
    return "/".join(here)


class Aliases:
    """The further names that links give to the paths of a work folder."""

    def __init__(self, files: Mapping[str, WorkEntry]) -> None:
        self._links: dict[str, list[str]] = defaultdict(list)
        for path, entry in files.items():
            if isinstance(entry, WorkLink):
                self._links[_real(path, files) or ""].append(path)

    def of(self, path: str) -> tuple[str, ...]:
        """Return a path and every other name that it has through links, at most a thousand."""
        if not self._links:
            return (path,)
        names = {path: None}
        waiting = [path]
        while waiting and len(names) < _MOST_NAMES:
            name = waiting.pop()
            end = len(name)
            while end > 0:
                for link in self._links.get(name[:end], ()):
                    other = link + name[end:]
                    if other not in names:
                        names[other] = None
                        waiting.append(other)
                end = name.rfind("/", 0, end)
        return tuple(names)
