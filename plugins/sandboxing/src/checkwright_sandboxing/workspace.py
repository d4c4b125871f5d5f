"""Read a workspace: the folder that a question names, as values in memory."""

from __future__ import annotations

import os
import stat
from collections.abc import Mapping
from contextlib import ExitStack
from dataclasses import dataclass, field
from hashlib import sha256
from types import MappingProxyType

from checkwright import NotExecutable
from checkwright.wording import one_line, shown

from .sandbox import WorkEntry, WorkFile, WorkLink
from .work_links import leads_out

__all__ = ["WORKSPACE_BYTES", "WORKSPACE_DEPTH", "WORKSPACE_FILES", "Workspace", "read_workspace"]

#: Bytes of all files of a workspace together.
WORKSPACE_BYTES = 64 * 1024 * 1024
#: Files and links of a workspace; as many folders.
WORKSPACE_FILES = 10_000
#: Folders inside one another.
WORKSPACE_DEPTH = 100

_LINK_BYTES = 4_096
_SPECIAL = {
    stat.S_IFIFO: "a fifo",
    stat.S_IFSOCK: "a socket",
    stat.S_IFBLK: "a device",
    stat.S_IFCHR: "a device",
}


@dataclass(frozen=True, slots=True)
class Workspace:
    """The files of a folder at one time.

    files: by POSIX path relative to the folder, sorted; folders with nothing in them are not kept.
    digest: sha256 in hex over paths, kinds, executable bits and contents; neither times nor order matter.
    """

    files: Mapping[str, WorkEntry]
    digest: str


class _Refused(Exception):  # noqa: N818 - says what was done
    """A rule is broken; the message says which, and where."""


def read_workspace(folder: str | os.PathLike[str], relative: str) -> Workspace:
    """Return the files of a proper sub-folder of the run's folder, without entries named `.git`.

    Every name is opened inside the folder that was opened before it, and no link is followed, so that a
    folder that is changed meanwhile leads nowhere else.

    relative: POSIX, such as "repositories/calculator".

    Raises:
        NotExecutable: the path is absolute, has `..` in it or names no proper sub-folder; a link stands on
            the way, or one inside leads out; a special file, a name that is not UTF-8, more than
            `WORKSPACE_BYTES`, `WORKSPACE_FILES` or `WORKSPACE_DEPTH`; not there or not readable.
    """
    reading = _Reading()
    try:
        parts = _parts(relative)
        with ExitStack() as opened:
            at = _open("the run's folder", os.fspath(folder), os.O_DIRECTORY | os.O_CLOEXEC, None)
            opened.callback(os.close, at)
            for number, part in enumerate(parts, 1):
                at = _open_folder(part, at, "/".join(parts[:number]))
                opened.callback(os.close, at)
            reading.folder(at, "", 0)
        for path, entry in reading.files.items():
            if isinstance(entry, WorkLink) and leads_out(path, reading.files):
                raise _Refused(f"{shown(path)} is a link to {shown(entry.target)}, which leads out of it")
    except _Refused as refused:
        raise NotExecutable(one_line(f"workspace {shown(relative)}: {refused}")) from None
    files = dict(sorted(reading.files.items()))
    return Workspace(MappingProxyType(files), _digest(files))


def _parts(relative: str) -> list[str]:
    if os.open not in os.supports_dir_fd or os.scandir not in os.supports_fd:
        raise _Refused("workspaces cannot be read safely on this system")
    if relative.startswith("/"):
        raise _Refused("the path is absolute, expected one relative to the run's folder")
    if "\0" in relative or not _is_utf8(relative):
        raise _Refused("the path holds NUL or is not UTF-8, expected the name of a folder")
    parts = [part for part in relative.split("/") if part not in ("", ".")]
    if not parts:
        raise _Refused("the path names the run's folder itself, expected a proper sub-folder")
    if ".." in parts:
        raise _Refused("the path has '..' in it, expected a proper sub-folder of the run's folder")
    if any(map(_is_git, parts)):
        raise _Refused("the path leads into '.git'")
    return parts


@dataclass(slots=True)
class _Reading:
    """What was read so far."""

    files: dict[str, WorkEntry] = field(default_factory=dict)
    bytes_left: int = WORKSPACE_BYTES
    folders: int = 0

    def folder(self, opened: int, prefix: str, depth: int) -> None:
        """Read all that is in an opened folder; prefix: its path with a slash at the end, "" for the top."""
        self.folders += 1
        if depth > WORKSPACE_DEPTH:
            raise _Refused(f"{shown(prefix)} is nested deeper than {WORKSPACE_DEPTH} folders")
        if self.folders > WORKSPACE_FILES:
            raise _Refused(f"more than {WORKSPACE_FILES:,} folders")
        try:
            with os.scandir(opened) as entries:
                for entry in entries:
                    if not _is_git(entry.name):
                        self._entry(entry, opened, prefix + entry.name, depth)
        except OSError as error:
            raise _not_readable(prefix or "the folder", error) from None

    def _entry(self, entry: os.DirEntry[str], parent: int, path: str, depth: int) -> None:
        if not _is_utf8(entry.name):
            raise _Refused(f"the name {shown(path)} is not UTF-8")
        if entry.is_dir(follow_symlinks=False):
            opened = _open_folder(entry.name, parent, path)
            try:
                self.folder(opened, path + "/", depth + 1)
            finally:
                os.close(opened)
            return
        if len(self.files) == WORKSPACE_FILES:
            raise _Refused(f"more than {WORKSPACE_FILES:,} files")
        if entry.is_symlink():
            self.files[path] = self._link(entry.name, parent, path)
        elif entry.is_file(follow_symlinks=False):
            self.files[path] = self._file(entry.name, parent, path)
        else:
            kind = stat.S_IFMT(entry.stat(follow_symlinks=False).st_mode)
            raise _Refused(f"{shown(path)} is {_SPECIAL.get(kind, 'no regular file')}")

    def _link(self, name: str, parent: int, path: str) -> WorkLink:
        target = os.readlink(name, dir_fd=parent)
        if not _is_utf8(target):
            raise _Refused(f"{shown(path)} is a link to a name that is not UTF-8")
        self._take(min(len(target), _LINK_BYTES))
        return WorkLink(target)

    def _file(self, name: str, parent: int, path: str) -> WorkFile:
        # A fifo that took the file's place meanwhile must not hold the reader up.
        opened = _open(path, name, os.O_NOFOLLOW | os.O_CLOEXEC | os.O_NONBLOCK, parent)
        try:
            status = os.fstat(opened)
            if not stat.S_ISREG(status.st_mode):
                raise _Refused(f"{shown(path)} is no regular file any more")
            self._take(status.st_size)
            data = os.read(opened, status.st_size + 1) if status.st_size else b""
            if len(data) != status.st_size:
                raise _Refused(f"{shown(path)} changed while it was read")
        except OSError as error:
            raise _not_readable(path, error) from None
        finally:
            os.close(opened)
        return WorkFile(data, bool(status.st_mode & stat.S_IXUSR))

    def _take(self, size: int) -> None:
        self.bytes_left -= size
        if self.bytes_left < 0:
            raise _Refused(f"more than {WORKSPACE_BYTES // 1024**2} MiB")


def _open_folder(name: str, parent: int, path: str) -> int:
    return _open(path, name, os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC, parent)


def _open(path: str, name: str, flags: int, parent: int | None) -> int:
    try:
        return os.open(name, flags, dir_fd=parent)
    except OSError as error:
        if parent is not None and _is_link(name, parent):
            raise _Refused(f"{shown(path)} is a link, and links on the way are not followed") from None
        raise _not_readable(path, error) from None


def _is_link(name: str, parent: int) -> bool:
    try:
        return stat.S_ISLNK(os.stat(name, dir_fd=parent, follow_symlinks=False).st_mode)
    except OSError:
        return False


def _not_readable(path: str, error: OSError) -> _Refused:
    place = path if path.startswith("the ") else shown(path)
    match error:
        case FileNotFoundError():
            return _Refused(f"{place} is not there")
        case NotADirectoryError():
            return _Refused(f"{place} is no folder")
    return _Refused(f"{place} is not readable: {error.strerror or type(error).__name__}")


def _is_git(name: str) -> bool:
    # On file systems that ignore case `.GIT` is the same folder.
    return name.casefold() == ".git"


def _is_utf8(name: str) -> bool:
    try:
        name.encode()
    except UnicodeEncodeError:
        return False
    return True


def _digest(files: Mapping[str, WorkEntry]) -> str:
    """Hash the entries in order, each part after its length, so that no two folders hash the same bytes."""
    digest = sha256()
    for path, entry in files.items():
        if isinstance(entry, WorkFile):
            kind, data = "x" if entry.executable else "f", entry.data
        else:
            kind, data = "l", entry.target.encode()
        name = path.encode()
        digest.update(b"%d:%b%b%d:" % (len(name), name, kind.encode(), len(data)))
        digest.update(data)
    return digest.hexdigest()
