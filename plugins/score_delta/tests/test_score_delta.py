"""What is special about score_delta: who is at fault, and what is run how often. Nothing is executed here."""

import pytest
from scripted_sandbox import Scripted, ended, provider_of

from checkwright import Case, compile_rubric, load_kinds, parse_rubric
from checkwright_score_delta import KIND

KINDS = load_kinds(plugins=[KIND], entry_points=False)
PATCH = "```diff\n--- a/size.txt\n+++ b/size.txt\n@@ -1 +1 @@\n-1\n+2\n```\n"


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "repo").mkdir()
    (tmp_path / "repo/size.txt").write_text("1\n")
    return tmp_path


def checked(answer, folder=None, reply=PATCH, workspace="repo", **fields):
    """Return the check of a scored case (or of several), and the sandbox that it ran in."""
    sandbox = Scripted(answer)
    check = {"kind": "score_delta", "tool": "measure", "min_delta": 1, **fields}
    document = {"id": "t", "version": "1.0", "checks": [check], "scoring": {"combine": "all_pass"}}
    plan = compile_rubric(
        parse_rubric(document, kinds=KINDS), kinds=KINDS, providers=[provider_of(sandbox)], folder=folder
    )
    question = {"metadata": {"workspace": workspace}} if folder is not None and workspace else {}
    replies = [reply] if isinstance(reply, str) else reply
    *_, (check,) = (plan.score(Case(one, question)).checks for one in replies)
    return check, sandbox


def prints(text, **more):
    return lambda argv, files: (ended(out=text.encode(), **more), {})


def size(argv, files):
    return ended(out=b"measuring\n" + files["size.txt"].data), {}


@pytest.mark.parametrize(
    ("baseline", "measure", "min_delta", "passed"),
    [
        (0.2, "0.3", 0.1, True),
        (0.2, "0.29999", 0.1, False),
        (5, "3", -2, True),
        (5, "2.9", -2, False),
        (0, "-0", 0, True),
        (1, "1e3", 999, True),
        (-1.5, "1.5", 3, True),
    ],
)
def test_the_difference_decides(baseline, measure, min_delta, passed):
    """As people add: what arithmetic loses is not held against a reply."""
    check, _ = checked(prints(measure), baseline=baseline, min_delta=min_delta)
    assert (check.status == "passed", check.score) == (passed, float(passed)), check.reason
    assert check.details["before"] == baseline


@pytest.mark.parametrize(
    ("out", "measure"),
    [
        ("7", 7),
        ("noise\n 7 \n\n", 7),
        ("1\r\n7\r\n", 7),
        ("7\n1 apples", None),
        ("", None),
        ("\n \n", None),
        ("NaN", None),
        ("Infinity", None),
        ("-Infinity", None),
        ("1e400", None),
        ("9" * 5_000, None),
        ("true", None),
        ('"7"', None),
        ("[7]", None),
        ("7.", None),
        ("07", None),
        ("+7", None),
        ("[" * 100_000, None),
    ],
)
def test_the_last_line_is_one_json_number(out, measure):
    """Nothing is guessed: what is no finite number of JSON is no measure."""
    check, _ = checked(prints(out), baseline=0)
    if measure is None:
        assert (check.status, check.reason[:11]) == ("failed", "no measure:")
    else:
        assert check.details["after"] == measure


@pytest.mark.parametrize("status", ["exit_nonzero", "timeout", "out_of_memory", "output_limit"])
def test_a_measure_of_a_run_that_did_not_end_well_does_not_count(status, folder):
    """After the reply it fails, before it the question is at fault."""
    check, _ = checked(prints("9", status=status, code=None), baseline=0)
    assert (check.status, check.reason[:11]) == ("failed", "no measure:")
    check, _ = checked(prints("9", status=status, code=None), folder)
    assert (check.status, "the baseline has no measure" in check.reason) == ("error", True)


def test_the_workspace_is_measured_before_and_after(folder):
    """Before once for all replies, each reply in a session of its own."""
    check, sandbox = checked(size, folder, reply=[PATCH, PATCH])
    assert (check.status, check.details["before"], check.details["after"]) == ("passed", 1.0, 2.0)
    assert [spec.files["size.txt"].data for spec in sandbox.seen] == [b"1\n", b"2\n", b"2\n"]
    _, given = checked(size, folder, baseline=0)
    assert len(given.seen) == 1


def test_a_reply_without_a_diff_measures_nothing(folder):
    """Where there is a workspace, the reply's diff is wanted."""
    check, sandbox = checked(size, folder, reply="no diff")
    assert (check.status, check.reason[:19], sandbox.seen) == ("failed", "the reply's patch: ", [])


@pytest.mark.parametrize(("workspace", "reason"), [("", "no baseline"), ("../up", "workspace '../up'")])
def test_nothing_to_measure_against_is_not_executable(folder, workspace, reason):
    """A missing baseline is not 0."""
    check, sandbox = checked(size, folder, workspace=workspace)
    assert (check.status, check.reason.startswith(reason), sandbox.seen) == ("not_executable", True, [])


@pytest.mark.parametrize(("code", "passed"), [(0, True), (1, False)])
def test_the_guard_has_to_end_well(folder, code, passed):
    """In a session of its own, and only where the measure rose."""

    def answer(argv, files):
        if argv[-1] == "guard":
            return ended("ok" if code == 0 else "exit_nonzero", code), {}
        return size(argv, files)

    check, sandbox = checked(answer, folder, guard_command="guard")
    assert (check.status == "passed", sandbox.commands[-1][-1]) == (passed, "guard")
    assert check.details["guard"]["exit_code"] == code
    _, short = checked(answer, folder, guard_command="guard", min_delta=5)
    assert [argv[-1] for argv in short.commands] == ["measure", "measure"]


def test_a_difference_beyond_all_numbers_is_none():
    """Two finite measures may lie further apart than any float tells."""
    check, _ = checked(prints("1.7e308"), baseline=-1.7e308)
    assert check.reason == "no measure: the difference is no finite number"
    assert "delta" not in check.details
