"""Laws of what a command is given and what it gives: streams, codes, variables.

PYTEST_DONT_REWRITE: what is found is said in full, and pytest may take hours to compare large values.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from checkwright.wording import shown
from checkwright_sandboxing.sandbox import ExecResult, ExecStatus, WorkFile

from ....clean_line import line_problem

if TYPE_CHECKING:
    from ..under_test import SandboxUnderTest

__all__ = [
    "command_runs_where_it_is_told",
    "exit_codes_come_through",
    "missing_programs_fail_with_a_reason",
    "output_comes_apart_and_in_bytes",
    "result_says_who_isolated_and_how_long",
    "signals_are_told_from_exits",
    "standard_input_arrives",
    "variables_arrive",
]


def exit_codes_come_through(tried: SandboxUnderTest) -> None:
    """An exit code is the one that the command ended with, and 0 alone is ok."""
    for code in (0, 1, 3, 77, 255):
        result = tried.run(f"exit {code}").result
        status = ExecStatus.EXIT_NONZERO if code else ExecStatus.OK
        came_out = (result.status, result.exit_code)
        assert came_out == (status, code), f"exit {code} came out as {_said(result)}"


def signals_are_told_from_exits(tried: SandboxUnderTest) -> None:
    """A command that a signal ended has the exit code 128 + n, and is not taken for one out of memory."""
    for name, number in (("TERM", 15), ("KILL", 9), ("SEGV", 11)):
        for script in (f"kill -{name} $$; sleep 5", f"sh -c 'kill -{name} $$'"):
            result = tried.run(script).result
            came_out = (result.status, result.exit_code)
            expected = (ExecStatus.EXIT_NONZERO, 128 + number)
            assert came_out == expected, f"a command ended by SIG{name} came out as {_said(result)}"


def _said(result: ExecResult) -> str:
    return f"{result.status.value} with {result.exit_code} ({result.reason})"


def output_comes_apart_and_in_bytes(tried: SandboxUnderTest) -> None:
    """Standard output and standard error come apart, byte for byte, also what is no UTF-8."""
    result = tried.run(r"printf 'a\377\000\r\n'; printf 'e\200' >&2; printf z").result
    assert result.stdout == b"a\xff\0\r\nz", f"standard output is {result.stdout!r}"
    assert result.stderr == b"e\x80", f"standard error is {result.stderr!r}"


def standard_input_arrives(tried: SandboxUnderTest) -> None:
    """A command reads what it is given, however long, and then the end; it may leave it unread."""
    given = bytes(range(256)) * 1024
    got = tried.run("cat", stdin=given).result.stdout
    assert got == given, f"of {len(given):,} bytes given {len(got):,} came back"
    assert tried.run("cat").result.stdout == b"", "without input there is some"
    result = tried.run("exit 4", stdin=given * 8).result
    assert result.exit_code == 4, f"a command that reads nothing came out as {_said(result)}"


def command_runs_where_it_is_told(tried: SandboxUnderTest) -> None:
    """A command runs in the work folder, or in the folder inside it that is named."""
    files = {"here": WorkFile(b"top"), "sub/folder/here": WorkFile(b"below")}
    for cwd, expected in ((".", "top"), ("sub/folder", "below")):
        told = tried.output("cat here", files=files, cwd=cwd)
        assert told == expected, f"in {cwd} a command reads {shown(told)}"


def variables_arrive(tried: SandboxUnderTest) -> None:
    """Variables arrive as they are given, beside PATH, HOME, LANG and TMPDIR, and may replace these."""
    given = {"GREETING": "two words\nand $HOME ' \" \\", "LANG": "xx"}
    told = tried.output('printf "%s|%s|" "$GREETING" "$LANG"; [ -d "$HOME" ] && [ -d "$TMPDIR" ]', env=given)
    expected = f"{given['GREETING']}|xx|"
    assert told == expected, f"the variables are {shown(told)}, expected {shown(expected)}"


def missing_programs_fail_with_a_reason(tried: SandboxUnderTest) -> None:
    """A program that is not there, or is none, is the command's fault: a non-zero exit with a reason."""
    for program in ("no-such-program", "/no/such/program", "./data"):
        with tried.session({"data": WorkFile(b"no program")}) as session:
            result = session.exec((program,))
        failed = result.status is ExecStatus.EXIT_NONZERO and result.exit_code in (126, 127)
        assert failed, f"{program} came out as {_said(result)}, expected exit_nonzero with 127"
        wrong = line_problem(result.reason)
        assert wrong is None, f"the reason for {program}: {wrong}"


def result_says_who_isolated_and_how_long(tried: SandboxUnderTest) -> None:
    """A result has name and version of the provider, seconds of the command, and of a failure the reason."""
    for script, least in (("sleep 0.2 || sleep 1", 0.15), ("exit 1", 0.0)):
        result = tried.run(script).result
        who, expected = (result.provider, result.version), (tried.sandbox.name, tried.capabilities.version)
        assert who == expected, f"provider and version are {shown(who)}, expected {shown(expected)}"
        assert least <= result.seconds < 20, f"the command took {result.seconds} seconds"
        peak = result.peak_memory_mb
        assert peak is None or 0 <= peak < 1_000, f"the peak of its memory is {peak} MiB"
    wrong = line_problem(result.reason)
    assert wrong is None, f"the reason: {wrong}"
