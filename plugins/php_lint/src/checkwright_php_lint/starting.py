"""Why a program does not start, in words that say what to do."""

from __future__ import annotations

import errno
import os
import platform
import stat

from checkwright.wording import shown

__all__ = ["why_not_started"]

#: How programs begin: on Linux and BSD, on Windows, on macOS for one processor or for several.
_PROGRAMS = (b"\x7fELF", b"MZ", b"\xcf\xfa\xed\xfe", b"\xce\xfa\xed\xfe", b"\xca\xfe\xba\xbe")
#: What the first line of a script begins with, and how much of it is read.
_SCRIPT, _READ = b"#!", 1_000
_WRONG_FORMAT = (errno.ENOEXEC, getattr(errno, "EBADARCH", errno.ENOEXEC))
#: What the system says where the fault is the file's; else it is short of something, such as processes.
_OF_THE_FILE = (errno.ENOENT, errno.EACCES, errno.ENOTDIR, errno.ELOOP, *_WRONG_FORMAT)


def why_not_started(path: str, error: OSError) -> str:
    """Say why a program did not start, without the system's number.

    path: of the program. error: what the system said when it was looked at or started.
    """
    if error.filename is not None and error.filename != path:
        return f"{_words(error)}: {shown(str(error.filename))}"
    if error.errno not in _OF_THE_FILE:
        return _words(error)
    try:
        mode = os.stat(path).st_mode  # noqa: PTH116 - the path is a text here
    except FileNotFoundError:
        return "there is no such file, correct the path"
    except OSError as its:
        return f"{_words(its)}, correct the path"
    if stat.S_ISDIR(mode):
        return "it is a folder, name the program in it"
    if not os.access(path, os.X_OK):
        return "it may not be executed, allow it with chmod +x"
    return _why_of_file(path, error)


def _why_of_file(path: str, error: OSError) -> str:
    """Say what about a file that may be executed keeps it from being a program here."""
    try:
        with open(path, "rb") as file:  # noqa: PTH123 - the path is a text here
            beginning = file.read(_READ)
    except OSError:
        return _words(error)
    if beginning.startswith(_SCRIPT):
        return _why_of_script(beginning, error)
    if error.errno == errno.ENOENT:
        return "the loader that it needs is not here, name a build for this system"
    if error.errno not in _WRONG_FORMAT:
        return _words(error)
    if not beginning:
        return "the file is empty, name a php"
    if beginning.startswith(_PROGRAMS):
        return (
            "it is broken or built for another processor or system, name one for "
            f"{platform.system()} on {platform.machine()}"
        )
    return "it is no program, a script begins with #! and the path of what runs it"


def _why_of_script(beginning: bytes, error: OSError) -> str:
    line = beginning[len(_SCRIPT) :].partition(b"\n")[0]
    asked = line.strip(b" \t").partition(b" ")[0].partition(b"\t")[0].decode("utf-8", "replace")
    if asked.endswith("\r"):
        return f"it asks for {shown(asked)} to run it, end its lines with LF alone"
    if not asked:
        return "its first line names nothing after #!, write the path of what runs it there"
    if error.errno == errno.ENOENT:
        return f"it asks for {shown(asked)} to run it, which is not here, correct its first line"
    return f"it asks for {shown(asked)} to run it, which cannot be started here, correct its first line"


def _words(error: OSError) -> str:
    said = error.strerror or type(error).__name__
    return said[:1].lower() + said[1:]
