"""Laws of sessions: one command each, and none sees another.

PYTEST_DONT_REWRITE: what is found is said in full, and pytest may take hours to compare large values.
"""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Any

from checkwright.wording import shown
from checkwright_sandboxing.sandbox import ExecResult, ExecStatus, WorkFile, WorkLink

from ....clean_line import line_problem
from ..under_test import new_marker

if TYPE_CHECKING:
    from ..under_test import SandboxUnderTest

__all__ = [
    "odd_arguments_raise_nothing",
    "odd_files_raise_nothing",
    "session_runs_one_command",
    "sessions_do_not_see_each_other",
    "sessions_leave_each_other_nothing",
    "sessions_run_from_four_threads",
]


def session_runs_one_command(tried: SandboxUnderTest) -> None:
    """A second command in a session, or one after its end, is a RuntimeError."""
    with tried.session() as session:
        session.exec(("/bin/sh", "-c", ":"))
        assert _refused(session), "a session ran a second command"
    with tried.session() as session:
        pass
    assert _refused(session), "a session ran a command after its end"


def _refused(session: Any) -> bool:
    try:
        session.exec(("/bin/sh", "-c", ":"))
    except RuntimeError:
        return True
    return False


def sessions_leave_each_other_nothing(tried: SandboxUnderTest) -> None:
    """What a command writes, wherever it can, is not there for the next one."""
    marker = new_marker()
    places = '. "$HOME" "$TMPDIR" /tmp /var/tmp /dev/shm /run'
    tried.run(f'for at in {places}; do (echo x > "$at/$1") 2>/dev/null; done; exit 0', marker)
    seen = tried.output(
        f'for at in {places}; do [ -e "$at/$1" ] && echo "$at"; rm -f "$at/$1"; done; exit 0', marker
    )
    assert not seen, f"a file of another session is in {', '.join(seen.split())}"


def sessions_do_not_see_each_other(tried: SandboxUnderTest) -> None:
    """While a command runs another one sees neither its processes nor its files."""
    look = """
for one in /proc/[0-9]*/cmdline; do tr '\\000' ' ' < "$one"; echo; done 2>/dev/null
ls /tmp /dev/shm 2>/dev/null
read -r marker
rm -f "/tmp/$marker" "/dev/shm/$marker"
"""
    write = 'for at in /tmp /dev/shm; do (echo x > "$at/$1") 2>/dev/null; done'

    def seen(marker: str) -> bool:
        return marker in tried.output(look, stdin=f"{marker}\n".encode())

    assert not tried.while_running(write, seen), "a command sees the processes or files of another session"


def sessions_run_from_four_threads(tried: SandboxUnderTest) -> None:
    """Sessions of four threads at a time each get what is theirs."""
    wrong: list[str] = []

    def work(number: int) -> None:
        for turn in range(2):
            own = f"{number}-{turn}"
            try:
                ran = tried.run('cat "$1"; cat; echo "$1" > out', own, files={own: WorkFile(b"f")},
                                stdin=own.encode(), read=("out",))  # fmt: skip
            except Exception as error:  # noqa: BLE001 - whatever comes is the finding
                wrong.append(f"{type(error).__name__}: {error}")
                return
            came_out = (ran.result.stdout, ran.files["out"])
            if came_out != (f"f{own}".encode(), f"{own}\n".encode()):
                wrong.append(f"{own} came out as {shown(came_out)}")

    threads = [threading.Thread(target=work, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong, f"from four threads {wrong[0]}"


_SH = ("/bin/sh", "-c", "exit 0")
#: What comes of checks and datasets, and is no command, folder or variable.
_ODD: tuple[tuple[Any, dict[str, Any]], ...] = (
    ((), {}),
    (("",), {}),
    (("/bin/sh", "-c", "exit 0", "nul\0"), {}),
    (("/bin/sh", "-c", "exit 0", "\udcff\ud800"), {}),
    (("/bin/sh", "-c", "exit 0", "x" * 4_000_000), {}),
    (_SH, {"cwd": "no/such"}),
    (_SH, {"cwd": "../../.."}),
    (_SH, {"cwd": "nul\0"}),
    (_SH, {"env": {"A=B": "x", "": "x"}}),
    (_SH, {"env": {"NUL": "\0", "LONE": "\ud800"}}),
)


def odd_arguments_raise_nothing(tried: SandboxUnderTest) -> None:
    """Whatever arguments, folder and variables a command has, a result comes."""
    for argv, options in _ODD:
        _expect_result(tried, {}, argv, options, f"{argv!a:.60} with {options!a}")


def odd_files_raise_nothing(tried: SandboxUnderTest) -> None:
    """Whatever paths the files of a session have, a result comes, and nothing is written elsewhere."""
    file = WorkFile(b"x")
    trees: tuple[dict[str, Any], ...] = (
        {"../up": file},
        {"/absolute": file},
        {"file": file, "file/below": file},
        {"": file},
        {"nul\0": file},
        {"\ud800": file},
        {"link": WorkLink("/tmp"), "link/below": file},  # noqa: S108 - a target
        {"x" * 5_000: file},
        {"nul": WorkLink("\0")},
    )
    for files in trees:
        _expect_result(tried, files, _SH, {}, f"the files {[*files]!a:.60}")


def _expect_result(
    tried: SandboxUnderTest, files: dict[str, Any], argv: Any, options: dict[str, Any], what: str
) -> None:
    try:
        with tried.session(files) as session:
            result = session.exec(argv, **options)
    except Exception as error:  # noqa: BLE001 - whatever comes is the finding
        raise AssertionError(f"{what} raised {type(error).__name__}: {error}") from None
    assert type(result) is ExecResult, f"{what} gave {shown(result)}, expected an ExecResult"
    wrong = None if result.status is ExecStatus.OK else line_problem(result.reason)
    assert wrong is None, f"the reason for {what}: {wrong}"
