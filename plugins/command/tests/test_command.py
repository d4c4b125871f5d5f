"""What is special about command: who is at fault, and what is run how often. Nothing is executed here."""

import pytest
from scripted_sandbox import Scripted, ended, provider_of

from checkwright import Case, compile_rubric, load_kinds, make_toolbox, parse_rubric, validate
from checkwright_command import KIND
from checkwright_sandboxing.reports.report import REPORT_BYTES

KINDS = load_kinds(plugins=[KIND], entry_points=False)
PATCH = "```diff\n--- a/code.txt\n+++ b/code.txt\n@@ -1 +1 @@\n-broken\n+mended\n```\n"


def tap(**results):
    lines = [f"{'ok' if passed else 'not ok'} - {name}" for name, passed in results.items()]
    return "\n".join([f"1..{len(lines)}", *lines]).encode()


BROKEN, MENDED = tap(adds=False, keeps=True), tap(adds=True, keeps=True)


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "repo").mkdir()
    (tmp_path / "repo/code.txt").write_text("broken\n")
    (tmp_path / "repo/report.tap").write_bytes(MENDED)
    return tmp_path


def checked(folder, answer, reply=PATCH, metadata=None, **fields):
    """Return the check of a scored case, and the sandbox that it ran in."""
    sandbox = Scripted(answer)
    check = {"kind": "command", "command": "run", "setup": "apply_patch", **fields}
    document = {"id": "t", "version": "1.0", "checks": [check], "scoring": {"combine": "all_pass"}}
    plan = compile_rubric(
        parse_rubric(document, kinds=KINDS),
        kinds=KINDS,
        providers=[provider_of(sandbox)],
        folder=folder,
    )
    question = {
        "metadata": {
            "workspace": "repo",
            "test_report": "report.tap",
            "fail_to_pass": ["adds"],
            "pass_to_pass": ["keeps"],
            **(metadata or {}),
        }
    }
    replies = [reply] if isinstance(reply, str) else reply
    *_, (check,) = (plan.score(Case(one, question)).checks for one in replies)
    return check, sandbox


def is_mended(files):
    return files["code.txt"].data == b"mended\n"


def transitions(before, after, code_after=0):
    """Answer with a report for each state."""

    def answer(argv, files):
        report = after if is_mended(files) else before
        code = code_after if is_mended(files) else 1
        left = {} if report is None else {"report.tap": report}
        return ended("ok" if code == 0 else "exit_nonzero", code), left

    return answer


@pytest.mark.parametrize(
    ("before", "after", "code", "status", "reason"),
    [
        (BROKEN, MENDED, 0, "passed", "tests to fix: 1 of 1 pass now; tests to keep: 1 of 1 still pass"),
        (None, MENDED, 0, "error", "keeps"),
        (BROKEN, BROKEN, 1, "failed", "adds"),
        (BROKEN, tap(adds=True, keeps=False), 1, "failed", "keeps"),
        (BROKEN, MENDED, 1, "failed", "exit"),
        (BROKEN, None, 0, "failed", "the command made no report 'report.tap'"),
        (BROKEN, b"", 0, "failed", "the report 'report.tap' cannot be read: the report is empty"),
        (BROKEN, "it is a link", 0, "failed", "the report 'report.tap' cannot be read: it is a link"),
        (BROKEN, b"1..2\nok - adds\nBail out! tired", 0, "failed", ""),
        (MENDED, MENDED, 0, "error", "adds"),
        (tap(adds=False, keeps=False), MENDED, 0, "error", "keeps"),
        ("it is a link", MENDED, 0, "error", "the tests before the reply: the report"),
    ],
)
def test_the_tests_of_both_states_decide(folder, before, after, code, status, reason):
    """What the reply did fails it; what the question is at fault for is an error."""
    check, _ = checked(folder, transitions(before, after, code), expect="test_transitions")
    assert check.status == status, check.reason
    assert reason in check.reason


def test_code_that_does_not_load_makes_no_report(folder):
    """All its tests fail before, which is fine where nothing has to be kept."""
    check, _ = checked(
        folder, transitions(None, MENDED), metadata={"pass_to_pass": []}, expect="test_transitions"
    )
    assert check.status == "passed"


@pytest.mark.parametrize("code", [126, 127])
def test_a_test_runner_that_is_not_there_is_the_question_s_fault(folder, code):
    """Whoever wrote the command, and not every reply to it."""

    def answer(argv, files):
        return ended("exit_nonzero", code), {}

    check, sandbox = checked(
        folder, answer, reply=[PATCH, PATCH], metadata={"pass_to_pass": []}, expect="test_transitions"
    )
    assert (check.status, len(sandbox.seen)) == ("error", 1)
    assert f"the tests before the reply: exit code {code} (no such program in the sandbox" in check.reason


@pytest.mark.parametrize(("report", "there"), [("out/r.tap", True), ("a/b/r.tap", True), ("r.tap", False)])
def test_the_folder_of_the_report_is_there(folder, report, there):
    """Also where the workspace has it empty, or with an old report alone."""
    (folder / "repo/out").mkdir()
    (folder / "repo/out/r.tap").write_bytes(MENDED)
    _, sandbox = checked(
        folder, transitions(BROKEN, MENDED), metadata={"test_report": report}, expect="test_transitions"
    )
    kept = f"{report.rpartition('/')[0]}/.gitkeep"
    assert (kept in sandbox.seen[0].files) == there
    assert report not in sandbox.seen[0].files


@pytest.mark.parametrize("limit", ["timeout", "out_of_memory", "output_limit", "process_limit", "disk_limit"])
@pytest.mark.parametrize("state", ["before", "after"])
def test_a_limit_is_the_fault_of_the_state_that_meets_it(folder, limit, state):
    """Partial reports never count."""

    def answer(argv, files):
        met = is_mended(files) == (state == "after")
        report = {"report.tap": MENDED if is_mended(files) else BROKEN}
        return (ended(limit, None), report) if met else (ended("exit_nonzero", 1), report)

    check, _ = checked(folder, answer, expect="test_transitions")
    assert (check.status, "limit: " in check.reason) == ("error" if state == "before" else "failed", True)


def test_the_report_is_deleted_and_only_the_run_can_make_it(folder):
    """One that lies in the workspace is no report of any run."""
    check, sandbox = checked(folder, transitions(BROKEN, MENDED), expect="test_transitions")
    assert ["report.tap" in spec.files for spec in sandbox.seen] == [False, False]
    assert check.status == "passed"
    assert REPORT_BYTES == 4 * 1024 * 1024


def test_the_baseline_runs_once_for_all_replies(folder):
    """And each reply in a session of its own."""
    other = PATCH.replace("mended", "patched")
    _, sandbox = checked(
        folder, transitions(BROKEN, MENDED), reply=[PATCH, other, PATCH], expect="test_transitions"
    )
    states = [spec.files["code.txt"].data for spec in sandbox.seen]
    assert states == [b"broken\n", b"mended\n", b"patched\n", b"mended\n"]


@pytest.mark.parametrize(
    ("metadata", "reason"),
    [
        (
            {"test_report": None},
            "metadata.test_report: found nothing (null), expected a path inside the workspace",
        ),
        ({"test_report": "../report"}, "metadata.test_report: found"),
        ({"test_report": "/tmp/report"}, "metadata.test_report: found"),
        ({"fail_to_pass": "adds"}, "metadata.fail_to_pass: found"),
        ({"pass_to_pass": [3]}, "metadata.pass_to_pass[0]: found"),
        ({"fail_to_pass": []}, "fail_to_pass names no test"),
    ],
)
def test_a_question_that_says_too_little_is_an_error(folder, metadata, reason):
    """For every reply alike, those without a diff included."""
    for reply in (PATCH,) if metadata == {"fail_to_pass": []} else (PATCH, "no diff"):
        check, _ = checked(
            folder, transitions(BROKEN, MENDED), reply, metadata=metadata, expect="test_transitions"
        )
        assert (check.status, reason in check.reason) == ("error", True), check.reason


def test_a_reply_without_a_diff_runs_nothing(folder):
    """It fails, and the sandbox is left alone."""
    check, sandbox = checked(folder, transitions(BROKEN, MENDED), "I would mend it.")
    assert (check.status, sandbox.seen) == ("failed", [])
    assert check.reason.startswith("the reply's patch: ")


def test_details_say_what_ran(folder):
    """Exit code, outputs, sandbox, workspace; times differ and are declared to."""
    check, _ = checked(folder, lambda argv, files: (ended("exit_nonzero", 3, b"out", seconds=1.5), {}))
    assert check.details == {
        "sandbox": "scripted 1",
        "status": "exit_nonzero",
        "exit_code": 3,
        "stdout": "out",
        "stderr": "",
        "seconds": 1.5,
        "peak_memory_mb": None,
        "workspace": check.details["workspace"],
    }
    assert KIND.varies == {"seconds", "peak_memory_mb"}


def test_the_image_is_the_check_s_or_the_question_s(folder):
    """Handed through to the sandbox, which may refuse it."""
    answer = transitions(BROKEN, MENDED)
    _, sandbox = checked(folder, answer, metadata={"image": "box:2"})
    _, own = checked(folder, answer, metadata={"image": "box:2"}, sandbox={"image": "box:1"})
    assert (sandbox.seen[0].image, own.seen[0].image) == ("box:2", "box:1")


def test_no_command_is_run_without_a_response(folder):
    """There is nothing to grade."""
    sandbox = Scripted(transitions(BROKEN, MENDED))
    toolbox = make_toolbox(kinds=KINDS, providers=[provider_of(sandbox)], folder=folder)
    execute = toolbox.prepare({"kind": "command", "command": "run"})
    assert (execute(Case(None)).status, sandbox.seen) == ("not_executable", [])


@pytest.mark.parametrize(
    ("fields", "warned"),
    [
        ({"setup": "apply_patch"}, True),
        ({"setup": "revert_fix", "expect": "exit_zero"}, True),
        ({"setup": "apply_patch", "expect": "test_transitions"}, False),
        ({}, False),
    ],
)
def test_a_patch_that_can_end_its_own_tests_is_warned_of(fields, warned):
    """`os._exit(0)` in the reply's code ends a command well."""
    check = {"kind": "command", "command": "run", **fields}
    document = {"id": "t", "version": "1.0", "checks": [check], "scoring": {"combine": "all_pass"}}
    problems = validate(document, kinds=KINDS)
    assert ["os._exit(0)" in problem.message for problem in problems] == ([True] if warned else [])
