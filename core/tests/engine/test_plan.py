"""Compiling and scoring: statuses, containment of faults, combining, null and oversized responses."""

import threading

import pytest

from checkwright import Case, Limits, Status, compile_rubric, load_kinds, score


def says(word, **more):
    return {"kind": "test.says", "word": word, **more}


def told(number, **more):
    return {"kind": "test.told", "score": number, **more}


def breaks(how, **more):
    return {"kind": "test.breaks", "how": how, **more}


WORDS = {"kind": "test.words"}


def statuses(verdict):
    return [check.status.value for check in verdict.checks]


@pytest.fixture
def scored(kinds, rubric_of):
    def run(*checks, response="yes", limits=None, **scoring):
        return score(rubric_of(*checks, **scoring), Case(response), kinds=kinds, limits=limits)

    return run


@pytest.mark.parametrize(
    ("scoring", "checks", "expected", "passed"),
    [
        ({"combine": "all_pass"}, [says("yes"), says("yes")], 1.0, True),
        ({"combine": "all_pass"}, [says("yes"), says("no")], 0.0, False),
        ({"combine": "any_pass"}, [says("yes"), says("no")], 1.0, True),
        ({"combine": "any_pass"}, [says("no"), WORDS], 0.0, False),
        ({"combine": "all_pass"}, [told(0.9, passed=False)], 0.0, False),
        ({"combine": "all_pass"}, [told(0.1, passed=True)], 1.0, True),
        ({"combine": "any_pass"}, [told(0.9, passed=False)], 0.0, False),
        ({"combine": "weighted_avg"}, [says("yes"), says("no"), says("no")], 1 / 3, False),
        ({"combine": "weighted_avg", "threshold": 0}, [says("no")], 0.0, True),
        (
            {"combine": "weighted_avg", "threshold": 0.67},
            [says("yes"), says("yes"), says("no")],
            2 / 3,
            False,
        ),
        ({"combine": "weighted_avg", "weights": {"a": 3}}, [says("yes", id="a"), says("no")], 0.75, True),
        (
            {"combine": "weighted_avg", "threshold": 1, "weights": {"b": 0}},
            [says("yes"), says("no", id="b")],
            1.0,
            True,
        ),
        ({"combine": "min", "threshold": 0.1}, [says("yes"), says("no")], 0.0, False),
        ({"combine": "max"}, [told(0.2), told(0.5)], 0.5, True),
        ({"combine": "median", "threshold": 0.5}, [says("yes"), says("no")], 0.5, True),
        ({"combine": "weighted_avg"}, [told(0.6), WORDS], 0.6, True),
        ({"combine": "all_pass", "weights": {"b": 0}}, [says("yes"), says("no", id="b")], 0.0, False),
    ],
)
def test_executed_checks_combine_as_the_mode_says(scored, scoring, checks, expected, passed):
    """Score and verdict follow from the executed checks alone."""
    verdict = scored(*checks, **scoring)
    assert (verdict.status, verdict.score, verdict.passed) == ("scored", pytest.approx(expected), passed)


def test_a_threshold_of_minus_zero_is_zero(scored):
    """In the sentence too."""
    assert scored(says("yes"), combine="min", threshold=-0.0).reason.endswith("(min 1, threshold 0)")


@pytest.mark.parametrize("threshold", [0, 0.5])
def test_weights_that_sum_to_zero_never_pass(scored, threshold):
    """Zero weights score 0, fail whatever the threshold, and the reason says so."""
    verdict = scored(says("yes", id="a"), combine="weighted_avg", weights={"a": 0}, threshold=threshold)
    assert (verdict.score, verdict.passed) == (0.0, False)
    assert "sum to zero" in verdict.reason


def test_weights_of_executed_checks_only_are_summed(scored):
    """A weight on a check that is not executed cannot save the sum from zero."""
    checks = [says("yes", id="a"), {**WORDS, "id": "w"}]
    verdict = scored(*checks, combine="weighted_avg", weights={"a": 0, "w": 5})
    assert (verdict.score, verdict.passed) == (0.0, False)
    assert "sum to zero" in verdict.reason


@pytest.mark.parametrize("combine", ["all_pass", "any_pass", "weighted_avg", "min", "max", "median"])
def test_nothing_executed_is_no_score(scored, combine):
    """No executed check: no score and no pass, in every mode."""
    verdict = scored(WORDS, breaks("not_executable"), combine=combine)
    assert (verdict.status, verdict.score, verdict.passed, verdict.grade) == ("not_scored", None, None, None)
    assert verdict.reason == "nothing executed; not executable: test.words, test.breaks"
    assert verdict.to_dict()["coverage"] == {"executed": 0, "checks": 2}


@pytest.mark.parametrize(
    ("how", "status", "says_so"),
    [
        ("KeyError", "error", "KeyError: 'x'"),
        ("SystemExit", "error", "SystemExit: 3"),
        ("GeneratorExit", "error", "GeneratorExit"),
        ("RecursionError", "error", "RecursionError"),
        ("escape", "error", "ValueError: \\x1b[31mred line"),
        ("unprintable", "error", "UnprintableError (its message cannot be shown)"),
        ("none", "error", "must return an Outcome, not NoneType"),
        ("text", "error", "must return an Outcome, not str"),
        ("nan", "error", "finite number from 0 to 1, not nan"),
        ("1.2", "error", "finite number from 0 to 1, not 1.2"),
        ("text score", "error", "must be a number, not '1'"),
        ("prepare", "error", "ZeroDivisionError: in prepare"),
        ("prepare exit", "error", "SystemExit: 1"),
        ("prepare none", "error", "prepare must return a function, not NoneType"),
        ("not_executable", "not_executable", "no tool record"),
        ("prepare not executable", "not_executable", "php is missing"),
        ("check_error", "failed", "expected.x does not resolve"),
        ("service", "error", "the judge is down"),
    ],
)
def test_no_exception_leaves_a_check(scored, how, status, says_so):
    """Whatever a plugin raises becomes an outcome of its own check; the neighbours are scored."""
    verdict = scored(says("yes"), breaks(how), says("yes"))
    assert statuses(verdict) == ["passed", status, "passed"]
    assert says_so in verdict.checks[1].reason


@pytest.mark.parametrize("how", ["KeyError", "none", "1.2", "prepare"])
def test_a_fault_names_the_plugin(scored, how):
    """A fault of a plugin is an error verdict that names who is to blame: no score, no pass."""
    verdict = scored(says("yes"), breaks(how))
    assert (verdict.status, verdict.score, verdict.passed) == ("error", None, None)
    assert "plugin kinds_of_words, kind test.breaks" in verdict.checks[1].reason
    assert verdict.reason.startswith("error in test.breaks: plugin kinds_of_words")


def test_a_failing_service_blames_nobody(scored):
    """ServiceError is an error without the plugin's name."""
    verdict = scored(breaks("service"))
    assert verdict.checks[0].reason == "the judge is down"


@pytest.mark.parametrize("how", ["KeyboardInterrupt", "prepare interrupt"])
def test_only_ctrl_c_gets_through(scored, how):
    """A KeyboardInterrupt is the user's, wherever it arrives."""
    with pytest.raises(KeyboardInterrupt):
        scored(breaks(how))


def test_ctrl_c_gets_through_after_another_fault(scored):
    """A KeyboardInterrupt behind a broken check is still the user's."""
    with pytest.raises(KeyboardInterrupt):
        scored(breaks("KeyError"), breaks("KeyboardInterrupt"))


def test_two_faults_are_two_errors(scored):
    """Each broken check is an error of its own, and the ones between are executed."""
    verdict = scored(breaks("KeyError"), says("yes"), breaks("none"), breaks("SystemExit"))
    assert statuses(verdict) == ["error", "passed", "error", "error"]


def test_no_response_is_not_scored(scored):
    """Without a response every check is not executable for that reason, and nothing is called."""
    verdict = scored(says("yes"), breaks("KeyError"), WORDS, response=None)
    assert verdict.status == "not_scored"
    assert statuses(verdict) == ["not_executable"] * 3
    assert {check.reason for check in verdict.checks} == {"no response"}
    assert verdict.reason.startswith("no response")


def test_an_empty_response_is_a_response(scored):
    """The empty text is graded like any other."""
    assert statuses(scored(says("yes"), response="")) == ["failed"]


def test_a_response_over_the_limit_fails_every_check(scored):
    """Size is no way out: what would be executed fails, vocabulary stays not executable."""
    verdict = scored(says("yes"), WORDS, breaks("prepare"), response="yes!", limits=Limits(response_chars=3))
    assert statuses(verdict) == ["failed", "not_executable", "error"]
    assert verdict.checks[0].reason == "size limit: the response has 4 characters, at most 3 are read"


def test_a_response_at_the_limit_is_read(scored):
    """The limit itself is allowed."""
    assert scored(says("yes"), response="yes", limits=Limits(response_chars=3)).passed


def test_an_invalid_check_that_is_kept_fails(kinds, rubric_of):
    """With invalid_checks="fail" the broken check fails every response and says why; the others count."""
    rubric = rubric_of(says("yes"), {"kind": "test.says", "wrod": "yes"}, invalid_checks="fail")
    verdict = score(rubric, Case("yes"), kinds=kinds)
    assert statuses(verdict) == ["passed", "failed"]
    assert "wrod" in verdict.checks[1].reason


def test_an_unknown_kind_that_is_kept_is_an_error(kinds, rubric_of):
    """A missing package never scores a 0."""
    rubric = rubric_of(says("yes"), {"kind": "test.gone", "word": "yes"}, invalid_checks="fail")
    verdict = score(rubric, Case("yes"), kinds=kinds)
    assert (verdict.status, statuses(verdict)) == ("error", ["passed", "error"])
    assert "test.gone" in verdict.checks[1].reason


def test_kinds_that_vanish_between_reading_and_compiling_are_errors(rubric_of):
    """A rubric compiled with fewer kinds than it was read with says which one is missing."""
    verdict = score(rubric_of(says("yes")), Case("yes"), kinds=load_kinds(entry_points=False))
    assert (verdict.status, verdict.checks[0].reason) == (
        "error",
        "the kind 'test.says' is not available here",
    )


def test_authoring_mistakes_fail_loudly(scored):
    """A CheckError of prepare fails every response with its message."""
    verdict = scored(says("("))
    assert (verdict.passed, verdict.checks[0].reason) == (False, "'(' is not a word")


def test_score_many_is_lazy_and_in_order(kinds, rubric_of):
    """Verdicts come one by one, in the order of the cases, and no case is read ahead."""
    taken = []

    def cases():
        for name in ("a", "b", "c"):
            taken.append(name)
            yield Case("yes", id=name)

    verdicts = compile_rubric(rubric_of(says("yes")), kinds=kinds).score_many(cases())
    assert taken == []
    assert next(verdicts).id == "a"
    assert taken == ["a"]
    assert [verdict.id for verdict in verdicts] == ["b", "c"]


def test_one_plan_serves_many_threads(kinds, rubric_of):
    """A plan gives the same verdicts from four threads as from one."""
    plan = compile_rubric(rubric_of(says("7"), told(0.5), combine="weighted_avg"), kinds=kinds)
    expected = [plan.score(Case(str(number))).to_dict() for number in range(200)]
    results = {}

    def work(name):
        results[name] = [plan.score(Case(str(number))).to_dict() for number in range(200)]

    threads = [threading.Thread(target=work, args=(name,)) for name in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all(results[name] == expected for name in range(4))


def test_status_of_results_is_the_enum(scored):
    """Results carry Status members."""
    assert scored(says("yes")).checks[0].status is Status.PASSED
