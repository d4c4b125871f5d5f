"""The file names of a diff: without quotes, prefixes and times, and none that leads out."""

from __future__ import annotations

import re

from checkwright.wording import shown

from ..workspace import WORKSPACE_DEPTH
from .refused import PatchRefused

__all__ = ["git_names", "header_name", "safe_path", "without_prefixes"]

_MOST_CHARACTERS = 4_096
#: What the kernel takes for a name, and for a path with room for that of the work folder.
_NAME_BYTES, _PATH_BYTES = 255, 4_000
#: What `diff` writes behind a name: an ISO time, or the time of C.
_TIME = re.compile(
    r"(?<! ) +(?:[0-9]{4}-[0-9]{2}-[0-9]{2}[ T][0-9]{2}:[0-9]{2}|[A-Z][a-z]{2} [A-Z][a-z]{2} [ 0-9][0-9] ).*"
)
_DRIVE = re.compile(r"[A-Za-z]:")
_ESCAPE = re.compile(rb"\\([0-7]{3}|.)", re.DOTALL)
_LETTERS = {b"a": 7, b"b": 8, b"t": 9, b"n": 10, b"v": 11, b"f": 12, b"r": 13, b'"': 34, b"\\": 92}
#: First folders that stand for the two sides of a diff, by git and by hand.
_SIDES = frozenset(
    {"a", "b", "c", "i", "o", "w", "old", "new", "orig", "original", "modified", "before", "after", "fixed"}
)
_SAVED = (".orig", ".old", ".bak")


def header_name(text: str, line: int) -> str | None:
    """Return the name behind `---`, `+++` or `rename from`, as it stands there; None for /dev/null.

    line: of the diff, from 1.

    Raises:
        PatchRefused: it is blank, too long, or quoted in a way that cannot be read.
    """
    if len(text) > 2 * _MOST_CHARACTERS:
        raise PatchRefused(f"line {line}: a name of {len(text):,} characters")
    text = text.strip(" ")
    if text.startswith('"'):
        return _unquoted(text, line)[0]
    name = _TIME.sub("", text.partition("\t")[0]).rstrip(" ")
    if not name:
        raise PatchRefused(f"line {line}: a header without the name of a file")
    return None if name == "/dev/null" else name


def git_names(text: str, line: int) -> tuple[str, str] | None:
    """Return both names of a `diff --git` header as they stand there; None when blanks make them unclear."""
    if len(text) > 4 * _MOST_CHARACTERS:
        raise PatchRefused(f"line {line}: names of {len(text):,} characters")
    text = text.strip(" ")
    if text.startswith('"'):
        old, rest = _unquoted(text, line)
        rest = rest.strip(" ")
        return old, _unquoted(rest, line)[0] if rest.startswith('"') else rest
    middle = len(text) // 2
    old, new = text[:middle], text[middle + 1 :]
    if text[middle : middle + 1] == " " and old.partition("/")[2] == new.partition("/")[2]:
        return old, new
    if text.count(" ") == 1:
        old, new = text.split(" ")
        return old, _unquoted(new, line)[0] if new.startswith('"') else new
    return None


def without_prefixes(old: str | None, new: str | None) -> tuple[str | None, str | None]:
    """Return both names without `a/` and `b/`, or what else stands for the two sides; None is no file."""
    if old is None or new is None:
        return _one_side(old), _one_side(new)
    old, new = _both_sides(old, new)
    return (new if _is_saved(old, new) else old), new


def _both_sides(old: str, new: str) -> tuple[str, str]:
    (old_side, _, old_rest), (new_side, _, new_rest) = old.partition("/"), new.partition("/")
    single = len(old_side) == len(new_side) == 1
    same = old_rest == new_rest or _is_saved(old_rest, new_rest)
    if old_side != new_side and {old_side, new_side} <= _SIDES and (single or same):
        return old_rest, new_rest
    if old_side in ("a", "b") and (old_rest == new or _is_saved(old_rest, new)):
        return old_rest, new
    if new_side in ("a", "b") and (old == new_rest or _is_saved(old, new_rest)):
        return old, new_rest
    return old, new


def _is_saved(old: str, new: str) -> bool:
    """Return whether the old name is that of a copy that was kept of the new one."""
    return old.startswith(new) and old[len(new) :] in _SAVED


def _one_side(name: str | None) -> str | None:
    return name[2:] if name is not None and name.startswith(("a/", "b/")) else name


def safe_path(name: str, line: int) -> str:
    """Return a name as a path relative to the work folder.

    Raises:
        PatchRefused: it leads out of the work folder or into `.git`, is no name that every system reads
            alike, or is too long for the kernel or too deep for a workspace.
    """
    if name.startswith("/") or _DRIVE.match(name):
        why = "an absolute path leads out of the work folder"
    elif "\\" in name or not name.isprintable():
        why = "a backslash or a character that cannot be seen is no part of a path here"
    elif len(name) > _MOST_CHARACTERS:
        why = f"a path too long: {len(name):,} characters"
    else:
        parts = name.split("/")
        first = next((number for number, part in enumerate(parts) if part != "."), len(parts) - 1)
        parts = parts[first:]
        if ".." in parts:
            why = "a path with '..' leads out of the work folder"
        elif "" in parts or "." in parts:
            why = "no path of a file"
        elif any(_is_git(part) for part in parts):
            why = "nothing in '.git' may be touched"
        elif len(parts) > WORKSPACE_DEPTH + 1:
            why = f"a path too long: {len(parts) - 1:,} folders, at most {WORKSPACE_DEPTH}"
        elif (longest := max(len(part.encode()) for part in parts)) > _NAME_BYTES:
            why = f"a path too long: a name of {longest:,} bytes, at most {_NAME_BYTES}"
        elif (size := len("/".join(parts).encode())) > _PATH_BYTES:
            why = f"a path too long: {size:,} bytes, at most {_PATH_BYTES:,}"
        else:
            return "/".join(parts)
    raise PatchRefused(f"line {line}: {shown(name)}: {why}")


def _is_git(part: str) -> bool:
    # The spellings that Windows takes for `.git` as well.
    return part.casefold().rstrip(" .") in (".git", "git~1")


def _unquoted(text: str, line: int) -> tuple[str, str]:
    """Read a name that is quoted as in C; return it and what stands behind it."""
    end = 1
    while end < len(text) and text[end] != '"':
        end += 2 if text[end] == "\\" else 1
    if end < len(text):
        data = _ESCAPE.sub(_byte, text[1:end].encode(errors="surrogatepass"))
        try:
            return data.decode(), text[end + 1 :]
        except UnicodeDecodeError:
            pass
    raise PatchRefused(f"line {line}: the quoted name {shown(text)} cannot be read")


def _byte(escape: re.Match[bytes]) -> bytes:
    code = escape[1]
    if len(code) == 3:
        return bytes([int(code, 8) & 255])
    return bytes([_LETTERS[code]]) if code in _LETTERS else escape[0]
