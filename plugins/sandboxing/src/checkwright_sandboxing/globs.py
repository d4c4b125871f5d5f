"""Globs over the paths of a work folder: `*` within a name, `**` across folders."""

from __future__ import annotations

from collections.abc import Sequence

__all__ = ["Glob"]

_ACROSS = "**"


class Glob:
    """A glob; it also matches all that lies in a folder which it matches.

    text: names divided by `/`; `*` stands for any characters of a name, a part `**` for any number of
    folders, all else for itself. Without a slash it is looked for at any depth, else from the top; a slash
    at the end does not count.
    """

    __slots__ = ("_name", "_parts")

    def __init__(self, text: str) -> None:
        parts = [part for part in text.split("/") if part not in ("", ".")]
        anywhere = "/" not in text.rstrip("/") and parts[0] != _ACROSS
        self._name = parts[0] if anywhere else None
        # Several `**` in a row say what one says.
        self._parts = [
            part
            for number, part in enumerate(parts)
            if part != _ACROSS or parts[number - 1 : number] != [part]
        ]

    def matches(self, names: Sequence[str]) -> bool:
        """Return whether it matches a path, given as its names, or a folder that the path lies in."""
        if self._name is not None:
            wanted = self._name
            return wanted in names or ("*" in wanted and any(_name_matches(wanted, name) for name in names))
        # Which parts of the glob may come next, as the names are read: no way is tried twice.
        ahead, end = self._past_across({0}), len(self._parts)
        for name in names:
            if end in ahead or not ahead:
                break
            ahead = self._past_across(
                {
                    place if part == _ACROSS else place + 1
                    for place in ahead
                    if (part := self._parts[place]) == _ACROSS or _name_matches(part, name)
                }
            )
        return end in ahead

    def _past_across(self, places: set[int]) -> set[int]:
        """Add the places behind each `**`, which may stand for no folder."""
        for place in tuple(places):
            while place < len(self._parts) and self._parts[place] == _ACROSS:
                place += 1
                places.add(place)
        return places


def _name_matches(part: str, name: str) -> bool:
    """Return whether a name is what a part with any number of `*` says; each piece at its first place."""
    if "*" not in part:
        return part == name
    first, *middle, last = part.split("*")
    if len(name) < len(first) + len(last) or not (name.startswith(first) and name.endswith(last)):
        return False
    at, end = len(first), len(name) - len(last)
    for piece in middle:
        found = name.find(piece, at, end)
        if found < 0:
            return False
        at = found + len(piece)
    return True
