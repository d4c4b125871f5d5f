"""No command of a rubric or of a reply runs on the host: nothing here could start one, and none does."""

import ast
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scripted_sandbox import Scripted, ended, provider_of

from checkwright import Case, compile_rubric, load_kinds, parse_rubric
from checkwright_command import KIND as COMMAND

PLUGINS = Path(__file__).resolve().parents[2]
#: What can start a process, by module and name; `*` for all of a module.
STARTERS = {
    "subprocess": "*",
    "multiprocessing": "*",
    "pty": "*",
    "asyncio.subprocess": "*",
    "os": ("system", "popen", "fork", "forkpty", "startfile"),
}
#: Beginnings of further names of `os`.
OF_OS = ("os.exec", "os.spawn", "os.posix_spawn")
_NAMES = frozenset(f"os.{name}" for name in STARTERS["os"])
EVENTS = ("subprocess.Popen", "os.system", "os.exec", "os.fork", "os.forkpty", "os.posix_spawn", "os.spawn")


def starts(tree):
    """Yield what in a module could start a process."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if STARTERS.get(alias.name) == "*")
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            named = STARTERS.get(node.module or "", ())
            yield from (alias.name for alias in node.names if named == "*" or alias.name in named)
        elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            name = f"{node.value.id}.{node.attr}"
            if name in _NAMES or name.startswith(OF_OS):
                yield name


@pytest.mark.parametrize("plugin", ["command", "score_delta", "sandboxing"])
def test_nothing_here_can_start_a_process(plugin):
    """Only providers of sandboxes do."""
    found = {
        f"{path.name}: {name}"
        for path in (PLUGINS / plugin / "src").rglob("*.py")
        for name in starts(ast.parse(path.read_text(encoding="utf-8")))
    }
    assert found == set()


def test_the_scan_sees_what_can():
    """The provider of bubblewrap starts processes, and every way to do so is seen."""
    provider = [
        name
        for path in (PLUGINS / "sandbox_bwrap/src").rglob("*.py")
        for name in starts(ast.parse(path.read_text(encoding="utf-8")))
    ]
    assert provider != []
    for line in ("import subprocess", "from os import system", "os.execvp(a, b)", "os.posix_spawnp(a)"):
        assert list(starts(ast.parse(line))) != [], line


class Events:
    """The audit events that start a process while it watches."""

    def __init__(self):
        self.watches = False
        self.seen = []
        sys.addaudithook(self._hear)

    def _hear(self, event, arguments):
        if self.watches and event.startswith(EVENTS):
            self.seen.append(event)


@pytest.fixture(scope="module")
def events():
    return Events()


COMMANDS = st.sampled_from(
    ["touch canary", "echo x > canary", "$(touch canary)", "`touch canary`", "; touch canary", "canary"]
)
WORDS = st.text(st.sampled_from("abc;|&$`(){}<>'\"\\ \n"), min_size=1, max_size=12).filter(str.strip)


@given(
    command=st.one_of(COMMANDS, WORDS, st.lists(st.one_of(COMMANDS, WORDS), min_size=1, max_size=3)),
    reply=st.one_of(COMMANDS, WORDS),
    sandbox=st.sampled_from([None, "scripted", "ddev", {"provider": "scripted", "timeout": 1}]),
    given_one=st.booleans(),
    delta=st.booleans(),
)
def test_no_command_starts_a_process(
    events, tmp_path_factory, monkeypatch_module, command, reply, sandbox, given_one, delta
):
    """Whatever the check and the reply say, with a sandbox, without one and with one of another name."""
    from checkwright_score_delta import KIND as SCORE_DELTA

    kinds = load_kinds(plugins=[COMMAND, SCORE_DELTA], entry_points=False)
    text = command if isinstance(command, str) else " ".join(command)
    check = (
        {"kind": "score_delta", "tool": text, "min_delta": 0, "baseline": 0, "guard_command": text}
        if delta
        else {"kind": "command", "command": command}
    )
    check |= {} if sandbox is None else {"sandbox": sandbox}
    document = {"id": "t", "version": "1.0", "checks": [check], "scoring": {"combine": "all_pass"}}
    rubric = parse_rubric(document, kinds=kinds)
    box = Scripted(lambda argv, files: (ended(out=b"1"), {}))
    events.seen.clear()
    events.watches = True
    try:
        plan = compile_rubric(rubric, kinds=kinds, providers=[provider_of(box)] if given_one else [])
        (found,) = plan.score(Case(reply)).checks
    finally:
        events.watches = False
    assert events.seen == []
    assert not Path("canary").exists()
    assert (found.status == "not_executable") == (not given_one or sandbox == "ddev")


@pytest.fixture(scope="module")
def monkeypatch_module(tmp_path_factory):
    """An empty current folder for the whole module, in which a canary would show."""
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(tmp_path_factory.mktemp("current"))
        yield patch
