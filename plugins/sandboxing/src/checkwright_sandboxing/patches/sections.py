"""One file of a diff while it is read: what its headers say of names and modes."""

from __future__ import annotations

from checkwright.wording import shown

from .names import header_name, safe_path, without_prefixes
from .patch import FileChange, Hunk
from .refused import PatchRefused

__all__ = ["Section"]

_FILE, _EXECUTABLE = "100644", "100755"
_MODES = {_FILE: False, _EXECUTABLE: True, "100664": False, "100775": True}
_REFUSED_MODES = {"120000": "a link may not be made or changed", "160000": "a submodule is no file"}


class Section:
    """The headers and hunks of one file.

    line: of its first header. names: of `diff --git`, as they stand there.
    """

    def __init__(self, line: int, names: tuple[str, str] | None = None, *, git: bool = False) -> None:
        self.line = line
        self.hunks: list[Hunk] = []
        self._named = False
        self.is_new = False
        self._deleted = False
        self._git = git
        self._names: tuple[str | None, str | None] | None = names
        self._renamed: dict[str, str] = {}
        self._modes: dict[str, bool] = {}

    def takes(self, old: str | None, new: str | None) -> bool:
        """Return whether the names of `---` and `+++` go on with this section; None is /dev/null."""
        if not self._git or self._named or self.hunks:
            return False
        if self._names is None:
            return True
        known = without_prefixes(*self._names)
        given = without_prefixes(old, new)
        return all(name in (None, side) for name, side in zip(given, known, strict=True))

    def name(self, old: str | None, new: str | None, line: int) -> None:
        """Take the names of `---` and `+++`; None is /dev/null."""
        if old is None and new is None:
            raise PatchRefused(f"line {line}: both sides are /dev/null")
        self._named = True
        self._names = (old, new)
        self.is_new = self.is_new or old is None
        self._deleted = self._deleted or new is None

    def header(self, line: str, number: int) -> None:
        """Take a line between `diff --git` and the first hunk; others are prose."""
        if not self._git or self.hunks:
            return
        if line == "GIT binary patch":
            raise PatchRefused(f"line {number}: a binary patch")
        if line.startswith(("copy from ", "copy to ")):
            raise PatchRefused(f"line {number}: a copy, expected a new file")
        for side in ("from", "to"):
            if line.startswith(f"rename {side} "):
                name = header_name(line[len(side) + 8 :], number)
                self._renamed[side] = safe_path(name or "/dev/null", number)
        for words, side in (
            ("old mode ", "old"),
            ("new mode ", "new"),
            ("new file mode ", "new"),
            ("deleted file mode ", "old"),
        ):
            if line.startswith(words):
                self._modes[side] = _executable(line[len(words) :].strip(), number)
                self.is_new = self.is_new or words.startswith("new file")
                self._deleted = self._deleted or words.startswith("deleted")

    def change(self) -> FileChange:
        """Return what the section says."""
        old, new = self._paths()
        change = FileChange(old, new, tuple(self.hunks), self._modes.get("old"), self._modes.get("new"))
        plain = not (self._modes or self._renamed)
        if plain and not self.hunks:
            raise PatchRefused(f"line {self.line}: no hunk for {shown(new or old)}")
        return change

    def _paths(self) -> tuple[str | None, str | None]:
        if self.is_new and self._deleted:
            raise PatchRefused(f"line {self.line}: a file is made and deleted at once")
        if len(self._renamed) == 2:
            return self._renamed["from"], self._renamed["to"]
        if self._names is None or self._renamed:
            raise PatchRefused(f"line {self.line}: the names of the file cannot be told apart")
        old, new = without_prefixes(*self._names)
        return (
            None if self.is_new else safe_path(old or "", self.line),
            None if self._deleted else safe_path(new or "", self.line),
        )


def _executable(mode: str, line: int) -> bool:
    if mode in _REFUSED_MODES:
        raise PatchRefused(f"line {line}: mode {mode}: {_REFUSED_MODES[mode]}")
    if mode not in _MODES:
        raise PatchRefused(
            f"line {line}: {shown(mode)} is no mode of a file, expected {_FILE} or {_EXECUTABLE}"
        )
    return _MODES[mode]
