"""Laws of the files of the host: few are seen, and none is changed.

PYTEST_DONT_REWRITE: what is found is said in full, and pytest may take hours to compare large values.
"""

from __future__ import annotations

import contextlib
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from checkwright.wording import shown

from ....law import Unproven
from ....run_folder import change_in, write_files
from ..under_test import new_marker

if TYPE_CHECKING:
    from ..under_test import SandboxUnderTest

__all__ = [
    "files_of_the_host_stay_as_they_are",
    "home_of_the_host_is_hidden",
    "root_file_system_is_read_only",
    "shown_folders_can_be_read_and_not_written",
    "temporary_files_of_the_host_are_hidden",
    "tools_are_found_by_their_names",
]

_WRITE = """
for folder in / /bin /boot /etc /lib /opt /sbin /sys /usr /usr/bin /usr/lib /usr/local /var; do
  if (: > "$folder/$1") 2>/dev/null; then echo "$folder"; rm -f "$folder/$1"; fi
done
while read -r _ place _ options _; do
  if [ "$place" = / ]; then case ",$options," in *,rw,*) root=writable;; *) root=;; esac; fi
done < /proc/self/mounts
echo "root:$root"
"""
_CANARY = {"canary.txt": "sings\n", "folder/other.txt": "stays\n"}


@contextlib.contextmanager
def _folder() -> Iterator[Path]:
    """Yield a folder of the host with files in it that everybody may change."""
    with tempfile.TemporaryDirectory(prefix="checkwright-contract-") as name:
        folder = Path(name)
        write_files(folder, _CANARY)
        for path in (folder, *folder.rglob("*")):
            path.chmod(0o777)
        yield folder


def root_file_system_is_read_only(tried: SandboxUnderTest) -> None:
    """The base system is mounted read-only, and no folder of it takes a file."""
    *folders, root = tried.output(_WRITE, new_marker()).splitlines()
    assert not folders, f"a command made a file in {', '.join(folders)}"
    assert root == "root:", "the root file system is mounted writable"


def temporary_files_of_the_host_are_hidden(tried: SandboxUnderTest) -> None:
    """Files in the temporary folder of the host cannot be read inside."""
    with _folder() as folder:
        seen = tried.output('cat "$1" 2>/dev/null || :', str(folder / "canary.txt"))
        assert not seen, f"a command reads {folder / 'canary.txt'} of the host"


def home_of_the_host_is_hidden(tried: SandboxUnderTest) -> None:
    """What lies in the home of the user who grades cannot be listed inside."""
    home = Path.home()
    names = {path.name for path in home.iterdir()} if home.is_dir() else set()
    if not names or len(home.parts) < 2:
        raise Unproven(f"nothing lies in {home}")
    seen = sorted(names & set(tried.output('ls -A "$1" 2>/dev/null || :', str(home)).splitlines()))
    assert not seen, f"a command lists {shown(seen)} in {home}"


def files_of_the_host_stay_as_they_are(tried: SandboxUnderTest) -> None:
    """No path, absolute or upwards from the work folder, leads a command to a file that it can change."""
    script = 'for path in "$1" "../../../../../../..$1"; do rm -rf "$path/folder"; echo x > "$path/new"; done'
    with _folder() as folder:
        tried.run(f"({script}) 2>/dev/null; exit 0", str(folder))
        change = change_in(folder, _CANARY)
        assert change is None, f"in a folder of the host {change}"


def shown_folders_can_be_read_and_not_written(tried: SandboxUnderTest) -> None:
    """A folder that is shown stands at its own place, with what is in it, and takes no change."""
    script = """
cat "$1/canary.txt"
(echo x > "$1/canary.txt"; echo x > "$1/new"; rm -rf "$1/folder") 2>/dev/null
exit 0
"""
    with _folder() as folder:
        told = tried.output(script, str(folder), shown=(str(folder),))
        change = change_in(folder, _CANARY)
        assert told == _CANARY["canary.txt"], f"of the shown folder a command reads {shown(told)}"
        assert change is None, f"in the shown folder {change}"


def tools_are_found_by_their_names(tried: SandboxUnderTest) -> None:
    """A tool of the run is found on PATH by the name that the run gives it."""
    with _folder() as folder:
        tool = folder / "greeting"
        tool.write_text('#!/bin/sh\necho "greeted $1"\n', encoding="utf-8")
        tool.chmod(0o755)
        told = tried.output("greet twice", tools={"greet": str(tool)})
    assert told == "greeted twice\n", f"the tool printed {shown(told)}"
