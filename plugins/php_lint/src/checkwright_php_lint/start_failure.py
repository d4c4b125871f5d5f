"""Explain why a program did not start, and what to do about it."""

from __future__ import annotations

import errno
import os
import platform
import stat

from checkwright.wording import shown

__all__ = ["why_not_started"]

#: First bytes of executable files: of Linux and BSD, of Windows, of macOS for one processor or for several.
_EXECUTABLES = (b"\x7fELF", b"MZ", b"\xcf\xfa\xed\xfe", b"\xce\xfa\xed\xfe", b"\xca\xfe\xba\xbe")
#: How the first line of a script begins, and how many bytes of it are read.
_SHEBANG, _READ = b"#!", 1_000
_WRONG_FORMAT = (errno.ENOEXEC, getattr(errno, "EBADARCH", errno.ENOEXEC))
#: Errors whose cause is the file; the others mean that the system lacks something, such as free processes.
_CAUSED_BY_FILE = (errno.ENOENT, errno.EACCES, errno.ENOTDIR, errno.ELOOP, *_WRONG_FORMAT)


def why_not_started(path: str, error: OSError) -> str:
    """Explain why a program did not start, without the error number of the system.

    path: of the program. error: what was raised when it was examined or started.
    """
    if error.filename is not None and error.filename != path:
        return f"{_message(error)}: {shown(str(error.filename))}"
    if error.errno not in _CAUSED_BY_FILE:
        return _message(error)
    try:
        mode = os.stat(path).st_mode  # noqa: PTH116 - the path is a text here
    except FileNotFoundError:
        return "there is no such file, correct the path"
    except OSError as failure:
        return f"{_message(failure)}, correct the path"
    if stat.S_ISDIR(mode):
        return "it is a folder, name the program in it"
    if not os.access(path, os.X_OK):
        return "it may not be executed, allow it with chmod +x"
    return _why_not_runnable(path, error)


def _why_not_runnable(path: str, error: OSError) -> str:
    """Explain why a file that may be executed cannot be run as a program here."""
    try:
        with open(path, "rb") as file:  # noqa: PTH123 - the path is a text here
            beginning = file.read(_READ)
    except OSError:
        return _message(error)
    if beginning.startswith(_SHEBANG):
        return _why_script_not_runnable(beginning, error)
    if error.errno == errno.ENOENT:
        return "the loader that it needs is not here, name a build for this system"
    if error.errno not in _WRONG_FORMAT:
        return _message(error)
    if not beginning:
        return "the file is empty, name a php"
    if beginning.startswith(_EXECUTABLES):
        return (
            "it is broken or built for another processor or system, name one for "
            f"{platform.system()} on {platform.machine()}"
        )
    return "it is no program, a script begins with #! and the path of what runs it"


def _why_script_not_runnable(beginning: bytes, error: OSError) -> str:
    line = beginning[len(_SHEBANG) :].partition(b"\n")[0]
    asked = line.strip(b" \t").partition(b" ")[0].partition(b"\t")[0].decode("utf-8", "replace")
    if asked.endswith("\r"):
        return f"it asks for {shown(asked)} to run it, end its lines with LF alone"
    if not asked:
        return "its first line names nothing after #!, write the path of what runs it there"
    if error.errno == errno.ENOENT:
        return f"it asks for {shown(asked)} to run it, which is not here, correct its first line"
    return f"it asks for {shown(asked)} to run it, which cannot be started here, correct its first line"


def _message(error: OSError) -> str:
    said = error.strerror or type(error).__name__
    return said[:1].lower() + said[1:]
