"""Programs that do not start: what is wrong with each is said in words, and what to do."""

import errno
import os
from pathlib import Path

import pytest

from checkwright import NotExecutable, Toolbox
from checkwright_php_lint import KIND
from checkwright_php_lint.start_failure import why_not_started


def why(path):
    """Return what is said of a program that a run names, and see that no number of the system is in it."""
    reason = KIND.missing(Toolbox(tools={"php": str(path)}))
    before, _, said = reason.partition(" does not lint: ")
    assert before.startswith("the php at '")
    assert "Errno" not in said
    with pytest.raises(NotExecutable) as caught:
        KIND.prepare(KIND.spec(kind="php_lint"), Toolbox(tools={"php": str(path)}))
    assert caught.value.reason == reason
    return said


@pytest.fixture
def written(tmp_path):
    """Write a file that may be executed."""

    def write(content, mode=0o755):
        path = tmp_path / "php"
        path.write_bytes(content)
        path.chmod(mode)
        return path

    return write


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"#!/no/such/php-cli\n", "it asks for '/no/such/php-cli' to run it, which is not here, correct its"),
        (b"#! /no/such/env php\n", "it asks for '/no/such/env' to run it, which is not here, correct its"),
        (b"#!/bin/sh\r\necho\r\n", "it asks for '/bin/sh\\r' to run it, end its lines with LF alone"),
        (b"#!\n", "its first line names nothing after #!, write the path"),
        (b"#!/\n", "it asks for '/' to run it, which cannot be started here, correct its first line"),
        (b"#!/no\xff\x1b[31m\n", "it asks for '/no\ufffd\\x1b[31m' to run it, which is not here"),
        (b"", "the file is empty, name a php"),
        (b"exec php $@\n", "it is no program, a script begins with #!"),
        (b"\x7fELF\x02\x01\x01" + bytes(100), "it is broken or built for another processor or system, name"),
        (b"\xcf\xfa\xed\xfe" + bytes(100), "it is broken or built for another processor or system, name one"),
        (b"MZ" + bytes(100), "it is broken or built for another processor or system, name one for "),
    ],
)
def test_a_file_that_is_no_program_here_is_told_in_words(written, content, said):
    """What the beginning of the file shows is said, with what to do about it."""
    assert why(written(content)).startswith(said)


def _machine_code():
    content = Path(os.path.realpath("/bin/sh")).read_bytes()
    if not content.startswith(b"\x7fELF") or b"/ld-" not in content[:4096]:
        pytest.skip("programs have another form here")
    return bytearray(content)


def test_a_program_of_another_processor_is_told_in_words(written):
    """A sound program whose processor is not this one names the machine at hand."""
    content = _machine_code()
    content[18:20] = b"\xf3\xf3"
    assert why(written(content)).endswith(
        f"another processor or system, name one for Linux on {os.uname()[4]}"
    )


def test_a_program_without_its_loader_is_told_in_words(written):
    """A program that is there, and is said not to be, lacks what loads it."""
    content = _machine_code()
    place = content.index(b"/ld-")
    content[place + 1 : place + 3] = b"no"
    assert why(written(content)) == "the loader that it needs is not here, name a build for this system"


def test_a_path_that_leads_to_no_program_is_told_in_words(written, tmp_path):
    """No file, a folder, a file that may not be executed, a circle of links, a NUL: each is said."""
    path = written(b"#!/bin/sh\n", mode=0o644)
    (tmp_path / "circle").symlink_to(tmp_path / "circle")
    assert why(path) == "it may not be executed, allow it with chmod +x"
    assert why(tmp_path) == "it is a folder, name the program in it"
    assert why(tmp_path / "php8") == "there is no such file, correct the path"
    assert why(path / "php") == "not a directory, correct the path"
    assert why(tmp_path / "circle").endswith(", correct the path")
    assert why("php\0x") == "no path holds a NUL, correct it"


def test_a_machine_that_is_short_of_something_does_not_blame_the_program(written):
    """Where the fault is not the file's the system's words stand alone, with the file that they are about."""
    path = str(written(b"#!/no/such\n"))
    full = OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), "/full/x")
    assert why_not_started(path, full) == f"{os.strerror(errno.ENOSPC).replace('N', 'n', 1)}: '/full/x'"
    busy = BlockingIOError(errno.EAGAIN, "Resource temporarily unavailable")
    assert why_not_started(path, busy) == "resource temporarily unavailable"
