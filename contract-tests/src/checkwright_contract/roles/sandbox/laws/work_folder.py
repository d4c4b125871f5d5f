"""Laws of the work folder: what is put in arrives, and only what was made there comes out.

PYTEST_DONT_REWRITE: what is found is said in full, and pytest may take hours to compare large values.
"""

from __future__ import annotations

import tempfile
import threading
from pathlib import Path
from typing import TYPE_CHECKING

from checkwright.wording import shown
from checkwright_sandboxing.sandbox import Session, UnreadableFile, WorkFile, WorkLink

if TYPE_CHECKING:
    from ..under_test import SandboxUnderTest

__all__ = [
    "executable_files_can_be_run",
    "fifos_and_folders_are_not_read",
    "files_arrive_as_they_are",
    "files_can_be_read_afterwards",
    "links_are_not_followed",
    "links_arrive",
    "nothing_outside_the_work_folder_is_read",
    "reading_takes_no_more_than_is_asked",
]

_ODD = "a folder/\u00fc 'quoted' \"name\"\n$HOME *"


def files_arrive_as_they_are(tried: SandboxUnderTest) -> None:
    """Files arrive byte for byte, at paths of whatever characters, and the command may change them."""
    contents = {"empty": b"", "bytes": bytes(range(256)) * 300, _ODD: b"odd", "a/b/c/d/e": b"deep"}
    files = {path: WorkFile(data) for path, data in contents.items()}
    ran = tried.run("echo more >> a/b/c/d/e && echo new > a/b/new", files=files, read=(*files, "a/b/new"))
    expected = {**contents, "a/b/c/d/e": b"deepmore\n", "a/b/new": b"new\n"}
    for path, data in expected.items():
        found = ran.files[path]
        assert found == data, f"{path!a} has {shown(found)}, expected {shown(data)}"


def executable_files_can_be_run(tried: SandboxUnderTest) -> None:
    """A file that is executable can be run, and one that is not cannot."""
    script = b"#!/bin/sh\necho ran\n"
    files = {"run": WorkFile(script, executable=True), "data": WorkFile(script)}
    told = tried.output("./run; ./data 2>/dev/null || echo refused", files=files)
    assert told == "ran\nrefused\n", f"running both printed {shown(told)}"


def links_arrive(tried: SandboxUnderTest) -> None:
    """Links arrive as links with their targets."""
    files = {"data": WorkFile(b"linked\n"), "link": WorkLink("data"), "sub/up": WorkLink("../data")}
    told = tried.output("readlink link && readlink sub/up && cat link sub/up", files=files)
    assert told == "data\n../data\nlinked\nlinked\n", f"the links are {shown(told)}"


def files_can_be_read_afterwards(tried: SandboxUnderTest) -> None:
    """What a command left as a file is read, whatever else it left, and of what is not there None comes."""
    script = "mkdir -p out; printf kept > out/report; printf gone > gone; rm gone; exit 1"
    ran = tried.run(script, read=("out/report", "gone", "no/such", "out/report/below"))
    expected = {"out/report": b"kept", "gone": None, "no/such": None, "out/report/below": None}
    assert ran.files == expected, f"read {shown(ran.files)}"


def links_are_not_followed(tried: SandboxUnderTest) -> None:
    """No link that a command left is followed: not to a file of the host, not inside, not on the way."""
    with tempfile.TemporaryDirectory(prefix="checkwright-contract-") as folder:
        canary = Path(folder, "canary")
        canary.write_text("sings", encoding="utf-8")
        script = (
            'echo x > file; mkdir way; echo x > way/file; ln -s "$1" away; ln -s file near; ln -s way road'
        )
        script += '; ln -s "${1%/*}" out'
        with tried.session() as session:
            session.exec(("/bin/sh", "-c", script, "sh", str(canary)))
            for path in ("away", "near", "road/file", "out/canary"):
                _expect_refused(session, path, "a link")


def fifos_and_folders_are_not_read(tried: SandboxUnderTest) -> None:
    """A fifo or folder that a command left is refused, and a fifo is not waited for."""
    with tried.session() as session:
        session.exec(("/bin/sh", "-c", "mkfifo fifo; mkdir folder"))
        for path in ("fifo", "folder"):
            _expect_refused(session, path, f"a {path}")


def reading_takes_no_more_than_is_asked(tried: SandboxUnderTest) -> None:
    """A file of as many bytes as asked for is read, and a larger one refused, even one of a terabyte."""
    script = "printf 12345 > file; dd if=/dev/zero of=huge bs=1 count=0 seek=1099511627776 2>/dev/null"
    with tried.session() as session:
        session.exec(("/bin/sh", "-c", script))
        found = session.read_file("file", 5)
        assert found == b"12345", f"of 5 bytes {shown(found)} was read"
        for path in ("file", "huge"):
            _expect_refused(session, path, "a file of more than 4 bytes", most=4)


def nothing_outside_the_work_folder_is_read(tried: SandboxUnderTest) -> None:
    """A path that leads out of the work folder gives no bytes."""
    with tempfile.NamedTemporaryFile() as file:
        file.write(b"sings")
        file.flush()
        with tried.session({"sub/file": WorkFile(b"x")}) as session:
            session.exec(("/bin/sh", "-c", ":"))
            up = f"../../../../../../..{file.name}"
            for path in (file.name, up, f"sub/{up}", "", "."):
                try:
                    found = session.read_file(path, 100)
                except UnreadableFile:
                    found = None
                assert found is None, f"{path!a} gave {shown(found)}"


def _expect_refused(session: Session, path: str, what: str, most: int = 100) -> None:
    came_out: list[object] = []

    def read() -> None:
        try:
            came_out.append(session.read_file(path, most))
        except UnreadableFile as error:
            came_out.append(error)

    thread = threading.Thread(target=read, daemon=True)
    thread.start()
    thread.join(10)
    assert came_out, f"reading {what} does not come back"
    refused = isinstance(came_out[0], UnreadableFile)
    assert refused, f"{what}, {path}, gave {shown(came_out[0])}, expected UnreadableFile"
    assert str(came_out[0]), f"nothing is said of {what}"
