"""What ends a command: each limit, and that nothing survives it."""

import os
import time

import pytest

from checkwright_sandboxing.sandbox import ExecStatus

DAEMON = """
trap '' TERM INT HUP
(setsid sh -c "trap '' TERM INT HUP; sleep {mark}; sleep {mark}" >/dev/null 2>&1 &)
(sleep {mark} &)
"""


@pytest.mark.parametrize(
    ("command", "code"),
    [("true", 0), ("exit 3", 3), ("exit 255", 255), ("kill -9 $$", 137), ("kill -TERM $$", 143)],
)
def test_exit_code(run, command, code):
    """The exit code is the command's, or 128 and the number of the signal that ended it."""
    result = run(command).result
    assert (result.exit_code, result.status is ExecStatus.OK) == (code, code == 0)
    assert result.reason == f"exit code {code}"
    assert (result.provider, result.version.split()[0]) == ("bwrap", "bubblewrap")


@pytest.mark.parametrize(
    ("argv", "code"),
    [(["no-such-program"], 127), (["/etc/passwd"], 126), (["./there/not"], 127), (["/tmp"], 126)],
)
def test_no_program(run, argv, code):
    """A program that is not there or cannot be run ends as in a shell."""
    result = run(argv).result
    assert (result.status, result.exit_code) == (ExecStatus.EXIT_NONZERO, code)
    assert "was not begun" in result.reason


def test_no_folder(run):
    """A folder to begin in that is not there ends it too."""
    result = run(["true"], cwd="a/b").result
    assert (result.status, result.exit_code) == (ExecStatus.EXIT_NONZERO, 126)
    assert "folder" in result.reason


@pytest.mark.parametrize("code", [0, 1, 2])
@pytest.mark.parametrize(
    "said",
    ["execvp x: No such file or directory", "execvp x: Permission denied", "Can't chdir to x: No such"],
)
def test_words_of_bwrap(run, said, code):
    """A command that prints the words of bwrap gains nothing: its own exit code counts."""
    result = run(f'echo "bwrap: {said}" >&2; exit {code}').result
    assert (result.exit_code, result.reason) == (code, f"exit code {code}")


@pytest.mark.parametrize(
    ("argv", "why"),
    [
        (["true", "a\0b"], "the command has a NUL"),
        (["true\0"], "the command has a NUL"),
        (["true", "\ud800"], "the command has a lone surrogate, which is no character"),
        (["true", "a\udcff"], "the command has a lone surrogate, which is no character"),
        (
            ["true", "x" * 131_072],
            "the command is too long: 131,073 bytes in one part, at most 131,072 can be",
        ),
        (["true", *["x" * 131_071] * 60], "the command is too long: 7,864"),
        (["true", *[""] * 800_000], "the command is too long: 7,200"),
    ],
)
def test_impossible_arguments(run, argv, why):
    """Arguments that no program can get are the command's own fault, and the reason says which."""
    result = run(argv).result
    assert (result.status, result.exit_code) == (ExecStatus.EXIT_NONZERO, 126)
    assert result.reason.startswith(f"exit code 126: {why}")


@pytest.mark.parametrize("folder", [None, "closed"])
def test_long_commands(run, folder, tmp_path):
    """What is not too long is run, whatever programs stand between us and the command."""
    most = min(os.sysconf("SC_ARG_MAX"), 6 << 20) - 32_768
    count, rest = divmod(most - len("true") - 1 - 8, 131_072 + 8)
    argv = ["true", *["x" * 131_071] * count, "x" * (rest - 9)]
    more = {}
    if folder is not None:
        (tmp_path / folder).mkdir()
        tmp_path.chmod(0o700)
        more = {"shown": [str(tmp_path / folder)]}
    assert run(argv, **more).result.status is ExecStatus.OK
    assert run([*argv[:-1], argv[-1] + "x"], **more).result.exit_code == 126


def test_long_variables(run):
    """The variables of a check count with its command."""
    result = run(["true"], env={"A": "x" * 131_072}).result
    assert (result.status, result.exit_code) == (ExecStatus.EXIT_NONZERO, 126)
    assert run(["true"], env={"A": "x" * 131_000}).result.status is ExecStatus.OK


def test_timeout(run, alive):
    """At the time limit the whole tree is dead at once, with daemons that trap signals."""
    mark = "91.0041"
    result = run(DAEMON.format(mark=mark) + f"sleep {mark}", timeout=0.4).result
    assert (result.status, result.exit_code) == (ExecStatus.TIMEOUT, None)
    assert alive(mark) == []
    assert 0.4 <= result.seconds < 3
    assert result.reason == "it met the time limit of 0.4 s"


@pytest.mark.parametrize("end", ["exit 0", "exit 4", "kill -9 $$"])
def test_end(run, alive, end):
    """When the command ends, what it left running is dead."""
    mark = "91.0042"
    run(DAEMON.format(mark=mark) + end)
    assert alive(mark) == []


def test_output_closed_early(run):
    """A command that closes its output goes on."""
    assert run("exec >&- 2>&-; sleep 0.2; echo x > done").read("done") == b"x\n"


@pytest.mark.parametrize("command", ["yes", "yes >&2", "yes & yes >&2", "head -c 65537 /dev/zero"])
def test_output(run, command):
    """Output beyond the bound ends the command; what is kept is no longer than the bound."""
    result = run(command, output_kb=64).result
    assert result.status is ExecStatus.OUTPUT_LIMIT
    assert len(result.stdout) + len(result.stderr) == 65_536
    assert result.reason == "it met the limit of 64 KiB of output"


def test_output_at_the_bound(run):
    """Output of just the bound is no more than the bound; standard output and error are kept apart."""
    result = run("head -c 60000 /dev/zero; head -c 5536 /dev/zero >&2", output_kb=64).result
    assert (result.status, len(result.stdout), len(result.stderr)) == (ExecStatus.OK, 60_000, 5_536)


@pytest.mark.parametrize("after", ["", "; exit 0", "; sleep 60"])
def test_memory(run, bounded, after):
    """A memory bomb ends in the memory limit, also when something else goes on after it."""
    command = 'python3 -I -S -c "x = bytearray(1 << 30)"' + after
    result = run(command, python=True, memory_mb=48, timeout=1.5).result
    assert result.status is ExecStatus.OUT_OF_MEMORY
    assert "memory limit of 48 MiB" in result.reason


def test_memory_of_the_whole_tree(run, bounded):
    """The memory limit is that of all processes together."""
    one = 'python3 -I -S -c "x = bytearray(20 << 20); import time; time.sleep(2)" &'
    text = f"for i in 1 2 3 4; do {one} done; wait"
    assert run(text, python=True, memory_mb=64).result.status is ExecStatus.OUT_OF_MEMORY
    result = run(
        text.replace("20 <<", "2 <<").replace("sleep(2)", "sleep(0)"), python=True, memory_mb=64
    ).result
    assert result.status is ExecStatus.OK
    assert 4 < result.peak_memory_mb <= 64


@pytest.mark.parametrize("bomb", ["f() { f | f & }; f; sleep 60", "while :; do sleep 60 & done"])
def test_processes(run, bounded, alive, bomb):
    """A fork bomb ends in the limit of processes, long before the time limit."""
    begun = time.monotonic()
    result = run(["bash", "-c", bomb], pids=24).result
    assert result.status is ExecStatus.PROCESS_LIMIT
    assert "24 processes" in result.reason
    assert time.monotonic() - begun < 10


def test_as_many_processes_as_allowed(run, bounded):
    """The bound is that of the command's own processes: so many may be there, and not one more."""
    text = "for i in 1 2 3 4 5 6 7; do sleep 0.3 & done; wait"
    assert run(["bash", "-c", text], pids=8).result.status is ExecStatus.OK
    assert run(["bash", "-c", text], pids=7).result.status is ExecStatus.PROCESS_LIMIT


@pytest.mark.parametrize("place", [".", "/tmp", "$HOME"])
def test_disk(run, place):
    """A disk bomb ends in the disk limit."""
    result = run(f"cat /dev/zero > {place}/big", disk_mb=4).result
    assert (result.status, result.exit_code) == (ExecStatus.DISK_LIMIT, 1)
    assert "limit of 4 MiB" in result.reason


def test_disk_is_beyond_the_files(run):
    """The files that are given do not count, and all places to write share one bound."""
    given = {f"{number}": "x" * 4_097 for number in range(100)}
    assert run("head -c 1040000 /dev/zero > a", files=given, disk_mb=1).result.status is ExecStatus.OK
    halves = "head -c 700000 /dev/zero > a && head -c 700000 /dev/zero > /tmp/b"
    assert run(halves, files=given, disk_mb=1).result.status is ExecStatus.DISK_LIMIT


def test_full_disk_that_is_no_failure(run):
    """A command that fills the disk and ends well has ended well."""
    assert run("cat /dev/zero > big; exit 0", disk_mb=1).result.status is ExecStatus.OK


def test_shared_memory(run):
    """The folder for shared memory is bounded too."""
    assert run("cat /dev/zero > /dev/shm/big", disk_mb=2).result.exit_code == 1


def test_no_core_dump(run):
    """A crash leaves no core dump, and calls nothing of the host."""
    ran = run("ulimit -c; kill -SEGV $$")
    assert (ran.out, ran.result.exit_code) == ("0\n", 139)
    assert run("bash -c 'kill -SEGV $$'; ls -A").out == ""


@pytest.mark.parametrize("size", [0, 1, 5_000_000])
def test_stdin(run, size):
    """Standard input is what is given, however much; a command need not read it."""
    assert run("wc -c", stdin=b"x" * size).out == f"{size}\n"
    assert run("true", stdin=b"x" * size).result.status is ExecStatus.OK
