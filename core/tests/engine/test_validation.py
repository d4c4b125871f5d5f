"""validate: every problem of a document, warnings and authoring mistakes included."""

import kinds_of_words
import pytest

from checkwright import Kind, load_kinds, validate, validate_file

HEAD = 'id: t\nversion: "1.0"\n'


def found(checks, kinds, scoring="{combine: all_pass}"):
    """Validate a rubric and give (severity, code, path, message) of each problem."""
    text = f"{HEAD}checks:\n{checks}\nscoring: {scoring}\n"
    return [
        (p.severity.value, p.code, p.path, p.message) for p in validate(text, kinds=kinds, source="r.yaml")
    ]


def test_a_valid_rubric_has_no_problems(kinds):
    """Nothing wrong: the empty tuple."""
    assert (
        validate(f"{HEAD}checks: [{{kind: test.says, word: a}}]\nscoring: {{combine: min}}", kinds=kinds)
        == ()
    )


def test_an_authoring_mistake_is_located(kinds):
    """What only preparing shows is reported with its line and code."""
    assert found("  - {kind: test.says, word: '('}", kinds) == [
        ("error", "authoring", "/checks/0/word", "checks[0].word: '(' is not a word")
    ]


@pytest.mark.parametrize(
    ("how", "expected"),
    [
        ("prepare", "plugin kinds_of_words broke on it: ZeroDivisionError: in prepare"),
        ("prepare exit", "plugin kinds_of_words broke on it: SystemExit: 1"),
        ("prepare none", "prepare must return a function"),
    ],
)
def test_a_plugin_that_breaks_is_reported(kinds, how, expected):
    """A fault of the plugin is a problem that names it, not a traceback."""
    [(severity, code, path, message)] = found(f"  - {{kind: test.breaks, how: {how}}}", kinds)
    assert (severity, code, path) == ("error", "plugin", "/checks/0")
    assert expected in message


def test_ctrl_c_gets_through(kinds):
    """A KeyboardInterrupt is the user's."""
    with pytest.raises(KeyboardInterrupt):
        found("  - {kind: test.breaks, how: prepare interrupt}", kinds)


def test_what_this_machine_lacks_is_no_problem_of_the_document(kinds):
    """A check that cannot be executed here is still valid."""
    assert found("  - {kind: test.breaks, how: prepare not executable}", kinds) == []


@pytest.mark.parametrize(
    ("scoring", "path", "says"),
    [
        ("{combine: all_pass, threshold: 0.5}", "/scoring/threshold", "the threshold does nothing"),
        ("{combine: any_pass, threshold: 0}", "/scoring/threshold", "the threshold does nothing"),
        ("{combine: min, weights: {a: 1}}", "/scoring/weights", "the weights do nothing"),
    ],
)
def test_scoring_that_does_nothing_is_a_warning(kinds, scoring, path, says):
    """A field without effect is said, and does not make the document invalid."""
    [(severity, code, where, message)] = found("  - {kind: test.says, id: a, word: a}", kinds, scoring)
    assert (severity, code, where) == ("warning", "authoring", path)
    assert says in message


@pytest.mark.parametrize(
    "scoring",
    ["{combine: weighted_avg, threshold: 0.5, weights: {a: 1}}", "{combine: median, threshold: 0.1}"],
)
def test_scoring_that_counts_is_no_warning(kinds, scoring):
    """Where threshold and weights count, nothing is said."""
    assert found("  - {kind: test.says, id: a, word: a}", kinds, scoring) == []


@pytest.mark.parametrize(
    ("broken", "path"),
    [
        ("version: 1.0\nlabel: x", "/version"),
        ('version: "1.0"\nlable: x', "/lable"),
        ("label: x", ""),
    ],
)
def test_a_mistake_of_the_rubric_hides_none_of_its_checks(kinds, broken, path):
    """What only preparing a check shows, and what its scoring does not do, is said all the same."""
    checks = "[{kind: test.says, word: '('}, {kind: test.says, wrod: a}, 7, {kind: test.says, word: '('}]"
    text = f"id: t\n{broken}\nchecks: {checks}\nscoring: {{combine: all_pass, threshold: 0.5}}\n"
    problems = validate(text, kinds=kinds, source="r.yaml")
    paths = [problem.path for problem in problems]
    assert path in paths
    assert {"/checks/0/word", "/checks/2", "/checks/3/word", "/scoring/threshold"} <= set(paths)
    assert any(place.startswith("/checks/1") for place in paths)
    assert len(paths) == len(set(paths))


def test_scoring_that_is_broken_too_is_one_mistake(kinds):
    """A rubric without any scoring has nothing that could do nothing."""
    text = f"{HEAD}lable: x\nchecks: [{{kind: test.says, word: '('}}]\n"
    paths = [problem.path for problem in validate(text, kinds=kinds)]
    assert sorted(paths) == ["", "/checks/0/word", "/lable"]


def test_warnings_of_a_kind_are_shown():
    """A kind may say what is most likely not meant."""
    kind = Kind(
        spec=kinds_of_words.Says,
        prepare=kinds_of_words.prepare_says,
        warn=lambda spec: [(("word",), "short words are found everywhere")] if len(spec.word) < 2 else [],
    )
    kinds = load_kinds(plugins=[kind], entry_points=False)
    assert found("  - {kind: test.says, word: a}", kinds) == [
        ("warning", "authoring", "/checks/0/word", "checks[0].word: short words are found everywhere")
    ]
    assert found("  - {kind: test.says, word: ab}", kinds) == []


def test_a_file_is_validated(kinds, tmp_path):
    """Problems of a file bear its name; an unreadable text is a problem too."""
    path = tmp_path / "r.yaml"
    path.write_text(f"{HEAD}checks: []\nscoring: {{combine: min}}\n")
    assert str(validate_file(path, kinds=kinds)[0]).startswith(f"{path}:3:")
    path.write_bytes(b"\xff\xfe\xff")
    assert validate_file(path, kinds=kinds)[0].code == "syntax"


def test_a_mapping_is_validated_without_lines(kinds):
    """Data from code has paths but no lines."""
    [problem] = validate(
        {"id": "t", "version": "1.0", "checks": [], "scoring": {"combine": "min"}}, kinds=kinds
    )
    assert (problem.path, problem.line, str(problem)[:8]) == ("/checks", None, "<text>: ")


@pytest.mark.parametrize("text", [b"\xff", "a: [", "a: 1\na: 2", "{", "!!python/object:os.system {}", "\x00"])
def test_a_bad_text_never_raises(kinds, text):
    """What cannot be read is a located problem."""
    problems = validate(text, kinds=kinds)
    assert problems
    assert all(problem.code == "syntax" and problem.line for problem in problems)


@pytest.mark.parametrize("data", [None, [], 5, True, (), {1, 2}])
def test_data_that_is_no_mapping_never_raises(kinds, data):
    """Whatever data a caller has, it is a rubric or has a problem."""
    assert validate(data, kinds=kinds)


@pytest.mark.parametrize("threshold", ["0", "0.0", "-0", "-0.0"])
@pytest.mark.parametrize("combine", ["weighted_avg", "min", "max", "median"])
def test_a_threshold_that_nothing_misses_is_a_warning(kinds, combine, threshold):
    """Every scored response passes it, which is hardly meant; the sign of the zero says nothing."""
    scoring = f"{{combine: {combine}, threshold: {threshold}}}"
    [(severity, code, where, message)] = found("  - {kind: test.says, id: a, word: a}", kinds, scoring)
    assert (severity, code, where) == ("warning", "authoring", "/scoring/threshold")
    assert message.startswith("scoring.threshold: nothing misses the threshold 0:")


TWO = "  - {kind: test.says, id: a, word: a}\n  - {kind: test.says, id: b, word: b}"


def test_weights_that_are_all_zero_are_a_warning(kinds):
    """No response can pass when nothing counts."""
    scoring = "{combine: weighted_avg, weights: {a: 0, b: 0}}"
    [(severity, code, where, message)] = found(TWO, kinds, scoring)
    assert (severity, code, where) == ("warning", "authoring", "/scoring/weights")
    assert message.startswith("scoring.weights: every check has the weight 0")


@pytest.mark.parametrize(
    ("checks", "weights"),
    [(TWO, "{a: 0}"), (TWO, "{a: 0, b: 0.1}"), (f"{TWO}\n  - {{kind: test.says, word: c}}", "{a: 0, b: 0}")],
)
def test_a_check_that_counts_is_enough(kinds, checks, weights):
    """One weight above 0, listed or by default, and the score says something."""
    assert found(checks, kinds, f"{{combine: weighted_avg, weights: {weights}}}") == []
