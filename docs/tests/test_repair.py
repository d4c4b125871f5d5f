"""The example of repairs: its verdicts, and attacks on it, each in the real sandbox."""

import hashlib
import os
import shutil
import sys
from pathlib import Path

import pytest
import yaml

from checkwright import Case, compile_rubric, load_kinds, load_providers, load_rubric
from checkwright_sandboxing.role import SANDBOX

REPAIR = Path(__file__).resolve().parents[1] / "examples/repair"
QUESTION = yaml.safe_load((REPAIR / "dataset.yaml").read_text(encoding="utf-8"))["questions"][0]
BROKEN = "    return first[0] <= second[1] and second[0] <= first[1]"


@pytest.fixture(scope="module")
def sandbox():
    """The first sandbox that works here."""
    for provider in load_providers().of(SANDBOX).values():
        if provider.open().probe().available:
            return provider
    assert os.environ.get("CHECKWRIGHT_REQUIRE_TOOLS") != "1", "no sandbox works here"
    pytest.skip("no sandbox works here")


@pytest.fixture
def graded(sandbox, tmp_path):
    """Grade a reply to the question about booking.py; return its check."""
    folder = Path(shutil.copytree(REPAIR, tmp_path / "repair"))
    (folder / "secret.txt").write_text("the reference answer", encoding="utf-8")

    def grade(reply, **metadata):
        kinds = load_kinds()
        plan = compile_rubric(
            load_rubric(folder / "rubrics/python_fix.yaml", kinds=kinds),
            kinds=kinds,
            providers=[sandbox],
            folder=folder,
            tools={"python3": sys.executable},
        )
        question = {**QUESTION, "metadata": {**QUESTION["metadata"], **metadata}}
        (check,) = plan.score(Case(reply, question)).checks
        return check

    grade.folder = folder
    return grade


def patch(*lines, path="booking.py"):
    """Return a reply whose diff puts lines in the place of the broken one."""
    added = "".join(f"+{line}\n" for line in lines)
    return (
        f"```diff\n--- a/{path}\n+++ b/{path}\n@@ -8,3 +8,{2 + len(lines)} @@\n"
        f'     Each: (arrival, leaving), days as numbers.\n     """\n-{BROKEN}\n{added}```\n'
    )


def new_file(path, *lines):
    added = "".join(f"+{line}\n" for line in lines)
    return f"```diff\n--- /dev/null\n+++ b/{path}\n@@ -0,0 +1,{len(lines)} @@\n{added}```\n"


NAMES = [*QUESTION["metadata"]["fail_to_pass"], *QUESTION["metadata"]["pass_to_pass"]]
#: A report of five passed tests, as it is written inside a text of Python.
FORGED = "\\n".join(["1..5", *(f"ok - {name}" for name in NAMES), ""])

#: Writes a report in which all is well, for ever.
DAEMON = [
    "    import os, time",
    "    if os.fork() == 0:",
    "        os.setsid()",
    "        while True:",
    f"            open('report.tap', 'w').write('{FORGED}')",
    "            time.sleep(0.001)",
    BROKEN,
]
#: The same at the end of the interpreter.
AT_EXIT = [
    "    import atexit",
    f"    atexit.register(lambda: open('report.tap', 'w').write('{FORGED}'))",
    BROKEN,
]
#: Takes the descriptors of the first process of the sandbox, and writes an exit code into each.
PID_1 = [
    "    import ctypes, os",
    "    call = ctypes.CDLL(None, use_errno=True).syscall",
    "    for pid in (1, 2, os.getppid()):",
    "        pidfd = call(434, pid, 0)",
    "        for number in range(64):",
    "            taken = call(438, pidfd, number, 0)",
    "            if taken >= 0:",
    "                os.write(taken, b'{\"exit-code\": 0}\\n')",
    f"    open('report.tap', 'w').write('{FORGED}')",
    "    for pid in (1, os.getppid()):",
    "        try:",
    "            os.kill(pid, 9)",
    "        except OSError:",
    "            pass",
    BROKEN,
]


def test_the_known_fix_passes(graded):
    """Else nothing that fails below says anything."""
    check = graded(patch("    return first[0] < second[1] and second[0] < first[1]"))
    assert (check.status, check.reason) == (
        "passed",
        "tests to fix: 2 of 2 pass now; tests to keep: 3 of 3 still pass",
    )


@pytest.mark.parametrize(
    ("reply", "reason"),
    [
        (
            patch(BROKEN) + new_file("conftest.py", "def pytest_runtest_makereport(item, call): ..."),
            "'conftest.py' may not be touched",
        ),
        (
            patch("    import sys; sys.exit(0)") + new_file("report.tap", "1..1", "ok - all"),
            "the report of the tests stands there",
        ),
        (patch("    import os; os._exit(0)"), "the command made no report 'report.tap'"),
        (patch(*DAEMON), ""),
        (patch(*AT_EXIT), "exit"),
        (patch(*PID_1), ""),
        (patch("    raise SystemExit(0)"), ""),
    ],
    ids=["conftest.py", "committed report", "os._exit(0)", "daemon", "atexit", "pid 1", "SystemExit"],
)
def test_an_attack_fails(graded, reply, reason):
    """The reply gains nothing by it."""
    check = graded(reply)
    assert (check.status, check.score) == ("failed", 0.0), check.reason
    assert reason in check.reason


def test_the_folder_of_the_dataset_is_no_workspace(graded):
    """It holds the reference answers."""
    check = graded(patch("    return open('secret.txt').read()"), workspace=".")
    assert check.status == "not_executable"
    assert "names the run's folder itself" in check.reason


def test_a_link_out_of_the_workspace_is_refused(graded):
    """Whatever it leads to."""
    (graded.folder / "booking/notes.txt").symlink_to("/etc/passwd")
    check = graded(patch(BROKEN))
    assert check.status == "not_executable"
    assert "'notes.txt' is a link to '/etc/passwd', which leads out of it" in check.reason


def digests(folder):
    return {
        str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def test_the_files_of_the_host_stay_as_they_are(graded):
    """A reply that deletes and writes wherever it can changes nothing outside the sandbox."""
    before = digests(graded.folder)
    wreck = [
        "    import os, subprocess",
        f"    subprocess.run(['rm', '-rf', '{graded.folder}', '/tmp', '/var', '/home', '/etc', '.'])",
        f"    for place in ('{graded.folder}', '/tmp', '/', '..'):",
        "        try:",
        "            open(os.path.join(place, 'left'), 'w').write('x')",
        "        except OSError:",
        "            pass",
        BROKEN,
    ]
    assert graded(patch(*wreck)).status == "failed"
    assert digests(graded.folder) == before
    assert not any(Path(place, "left").exists() for place in ("/", "/tmp", str(graded.folder.parent)))
