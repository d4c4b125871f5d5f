"""Commands that do not want to end, in a real sandbox: the tree dies, and what was printed is no pass."""

import os
import uuid
from pathlib import Path

import pytest

from checkwright import Case, compile_rubric, load_kinds, load_providers, parse_rubric
from checkwright_command import KIND
from checkwright_sandboxing.role import SANDBOX

KINDS = load_kinds(plugins=[KIND], entry_points=False)


@pytest.fixture(scope="module")
def sandbox():
    """The first sandbox that works here."""
    for provider in load_providers().of(SANDBOX).values():
        if provider.open().probe().available:
            return provider
    assert os.environ.get("CHECKWRIGHT_REQUIRE_TOOLS") != "1", "no sandbox works here"
    pytest.skip("no sandbox works here")


def survivors(mark):
    """Return the processes of this machine that have a mark among their arguments."""
    found = []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            if mark.encode() in path.read_bytes() and path.parent.name != str(os.getpid()):
                found.append(path.parent.name)
        except OSError:
            continue
    return found


@pytest.mark.parametrize(
    "command",
    [
        "sleep 300 & sleep 300; : MARK",
        "trap : TERM; sleep 300 & wait; sleep 300; : MARK",
        "echo PASSED test_a; sleep 60; : MARK",
        "setsid sh -c 'trap : TERM HUP; while :; do sleep 1; done; : MARK' & sleep 60; : MARK",
        "sh -c 'sh -c \"sleep 300; : MARK\" &' & : MARK; sleep 60",
    ],
    ids=["grandchild", "traps TERM", "printed before", "daemon", "orphan"],
)
def test_a_command_that_does_not_end_fails_and_leaves_nothing(sandbox, command):
    """Killed with all that it started, whatever that does about it."""
    mark = f"mark-{uuid.uuid4().hex}"
    check = {
        "kind": "command",
        "command": ["/bin/sh", "-c", command.replace("MARK", mark)],
        "sandbox": {"provider": sandbox.name, "timeout": 0.4},
    }
    document = {"id": "t", "version": "1.0", "checks": [check], "scoring": {"combine": "all_pass"}}
    with compile_rubric(parse_rubric(document, kinds=KINDS), kinds=KINDS, providers=[sandbox]) as plan:
        (found,) = plan.score(Case("")).checks
    assert (found.status, found.reason) == ("failed", "time limit: ended after 0.4 s")
    assert survivors(mark) == []


def test_what_a_command_leaves_behind_when_it_ends_is_dead(sandbox):
    """A daemon outlives the command by nothing."""
    mark = f"mark-{uuid.uuid4().hex}"
    command = f"setsid sh -c 'trap : TERM HUP; while :; do sleep 1; done; : {mark}' & exit 0"
    check = {"kind": "command", "command": command}
    document = {"id": "t", "version": "1.0", "checks": [check], "scoring": {"combine": "all_pass"}}
    with compile_rubric(parse_rubric(document, kinds=KINDS), kinds=KINDS, providers=[sandbox]) as plan:
        (found,) = plan.score(Case("")).checks
    assert (found.status, survivors(mark)) == ("passed", [])
