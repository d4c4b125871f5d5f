"""Reading rubrics: what is accepted, what is refused and where, what is kept."""

import json
import pickle

import pytest
import yaml

from checkwright import InvalidDocument, RubricRef, load_rubric, parse_rubric

GOOD = """\
id: support_tone
version: "1.0"
label: Tone
checks:
  - kind: test.says
    id: sorry
    word: sorry
  - kind: test.words
scoring:
  combine: weighted_avg
  weights: {sorry: 2}
"""


def refused(text, kinds, **more):
    """Return the problems that a text is refused with."""
    with pytest.raises(InvalidDocument) as caught:
        parse_rubric(text, kinds=kinds, source="r.yaml", **more)
    return caught.value.problems


def test_a_valid_rubric_is_read_whole(kinds):
    """Every field arrives, in order, with its defaults."""
    rubric = parse_rubric(GOOD, kinds=kinds)
    assert (rubric.id, rubric.version, rubric.label, rubric.enabled) == ("support_tone", "1.0", "Tone", True)
    assert str(rubric.ref) == "rubric/support_tone@1.0"
    assert [(check.index, check.kind, check.id) for check in rubric.checks] == [
        (0, "test.says", "sorry"),
        (1, "test.words", None),
    ]
    assert (rubric.scoring.threshold, dict(rubric.scoring.weights)) == (0.5, {"sorry": 2.0})


def test_text_bytes_mapping_and_file_are_one(kinds, tmp_path):
    """A rubric reads the same from text, bytes, JSON, a mapping and a file."""
    rubric = parse_rubric(GOOD, kinds=kinds)
    data = rubric.to_dict()
    path = tmp_path / "rubric.yaml"
    path.write_text(GOOD, encoding="utf-8")
    json_path = tmp_path / "rubric.json"
    json_path.write_text(json.dumps(data), encoding="utf-8")
    others = [
        parse_rubric(GOOD.encode(), kinds=kinds),
        parse_rubric(json.dumps(data), kinds=kinds),
        parse_rubric(data, kinds=kinds),
        load_rubric(path, kinds=kinds),
        load_rubric(json_path, kinds=kinds),
    ]
    assert all(other.to_dict() == data for other in others)
    assert others[3].source == str(path)


def test_to_dict_gives_back_a_copy_of_what_was_read(kinds):
    """The document comes back unchanged, and changing the copy changes no rubric."""
    document = {
        "id": "t",
        "version": "1.0",
        "checks": [{"kind": "test.told", "score": 1, "metadata": {"owner": ["x"]}}],
        "scoring": {"combine": "all_pass"},
    }
    rubric = parse_rubric(document, kinds=kinds)
    copy = rubric.to_dict()
    assert copy == document
    assert type(copy["checks"][0]["score"]) is int
    copy["checks"][0]["metadata"]["owner"].append("y")
    document["checks"][0]["metadata"]["owner"].append("z")
    assert rubric.to_dict()["checks"][0]["metadata"] == {"owner": ["x"]}


def test_rubric_pickles(kinds):
    """A rubric crosses processes."""
    rubric = parse_rubric(GOOD, kinds=kinds)
    assert pickle.loads(pickle.dumps(rubric)) == rubric


@pytest.mark.parametrize("text", ["rubric/a@1.0", "rubric/a_1@10.20.30"])
def test_a_reference_reads_back(text):
    """A reference is its own text."""
    assert str(RubricRef.parse(text)) == text


@pytest.mark.parametrize(
    "text", ["a@1.0", "rubric/a", "rubric/A@1.0", "rubric/a@1", "rubric/a@1.0\n", "rubric/a@01.0", ""]
)
def test_a_reference_of_another_form_is_refused(text):
    """Prefix and version are both required."""
    with pytest.raises(ValueError, match="not of the form"):
        RubricRef.parse(text)


@pytest.mark.parametrize(
    ("old", "new", "path", "line", "says"),
    [
        ('version: "1.0"', "version: 1.0", "/version", 2, "quote it: without quotes it is read as a number"),
        ('version: "1.0"', "version: '1'", "/version", 2, "'1' does not fit: MAJOR.MINOR or"),
        ('version: "1.0"\n', "", "", 1, "the field 'version' is missing"),
        ("id: support_tone", "id: Support", "/id", 1, "'Support' does not fit: stable snake_case name"),
        ("label: Tone", "label: [Tone]", "/label", 3, "expected a text, found a list"),
        ("label: Tone", "lable: Tone", "/lable", 3, "did you mean 'label'?"),
        ("label: Tone", "enabled: 'no'", "/enabled", 3, "expected true or false, found the text 'no'"),
        ("    word: sorry", "    wrod: sorry", "/checks/0/wrod", 7, "did you mean 'word'?"),
        ("    word: sorry", "    word: #ad", "/checks/0/word", 7, "an unquoted # starts a comment"),
        ("    word: sorry", "    word: ''", "/checks/0/word", 7, "at least 1 character wanted, found none"),
        (
            "    word: sorry",
            "    word: 5",
            "/checks/0/word",
            7,
            "quote it: without quotes it is read as a number",
        ),
        (
            "    word: sorry",
            "    word: true",
            "/checks/0/word",
            7,
            "quote it: without quotes it is read as true or false",
        ),
        ("    word: sorry\n", "", "/checks/0", 5, "the field 'word' is missing"),
        ("kind: test.says", "kind: test.say", "/checks/0/kind", 5, "did you mean 'test.says'?"),
        ("  - kind: test.words", "  - id: other", "/checks/1", 8, "the field 'kind' is missing"),
        ("  - kind: test.words", "  - word", "/checks/1", 8, "expected a mapping, found the text 'word'"),
        ("kind: test.words", "{kind: test.words, id: sorry}", "/checks/1/id", 8, "is taken by checks[0]"),
        ("  combine: weighted_avg\n", "", "/scoring", 10, "the field 'combine' is missing"),
        ("weighted_avg", "average", "/scoring/combine", 10, "'average' is not one of 'all_pass'"),
        ("weights: {sorry: 2}", "weights: {sory: 2}", "/scoring/weights/sory", 11, "did you mean 'sorry'?"),
        (
            "weights: {sorry: 2}",
            "weights: {sorry: -1}",
            "/scoring/weights/sorry",
            11,
            "-1 must be at least 0",
        ),
        (
            "weights: {sorry: 2}",
            "weights: {sorry: 1000001}",
            "/scoring/weights/sorry",
            11,
            "must be at most 1000000",
        ),
        ("weights: {sorry: 2}", "weights: {sorry: .inf}", "/scoring/weights/sorry", 11, "inf"),
        ("weights: {sorry: 2}", "threshold: 1.5", "/scoring/threshold", 11, "1.5 must be at most 1"),
        (
            "weights: {sorry: 2}",
            "threshold: null",
            "/scoring/threshold",
            11,
            "expected a number, found nothing",
        ),
    ],
)
def test_one_mistake_is_one_located_problem(kinds, old, new, path, line, says):
    """Each mistake is reported once, where it stands, with what to do."""
    assert old in GOOD
    problems = refused(GOOD.replace(old, new), kinds)
    assert [(problem.path, problem.line) for problem in problems] == [(path, line)]
    assert says in str(problems[0])
    assert str(problems[0]).startswith(f"r.yaml:{line}:")


def test_all_mistakes_are_reported_at_once(kinds):
    """A document with five mistakes has five problems, in the order of the text."""
    text = GOOD.replace("id: support_tone", "id: 7").replace("word: sorry", "wrod: sorry")
    text = text.replace("test.words", "nobody").replace("weighted_avg", "avg").replace("{sorry: 2}", "{x: 2}")
    problems = refused(text, kinds)
    assert [problem.path for problem in problems] == [
        "/id",
        "/checks/0/wrod",
        "/checks/1/kind",
        "/scoring/combine",
        "/scoring/weights/x",
    ]


@pytest.mark.parametrize("document", ["[]", "just words", "", "null", "- a", "5"])
def test_what_is_no_mapping_is_no_rubric(kinds, document):
    """A document that is no mapping has one problem at its start."""
    problems = refused(document, kinds)
    assert [problem.path for problem in problems] == [""]


@pytest.mark.parametrize("checks", ["checks: 5", "checks: {}", "checks: []"])
def test_checks_must_be_a_list_of_at_least_one(kinds, checks):
    """Neither no list nor an empty one is a bundle of checks."""
    text = f'id: t\nversion: "1.0"\n{checks}\nscoring: {{combine: all_pass}}\n'
    assert [problem.path for problem in refused(text, kinds)] == ["/checks"]


def test_invalid_checks_can_be_kept(kinds):
    """With "fail" a broken check stands beside the sound ones, with its problem and its data."""
    text = GOOD.replace("word: sorry", "wrod: sorry")
    rubric = parse_rubric(text, kinds=kinds, source="r.yaml", invalid_checks="fail")
    assert [check.spec is None for check in rubric.checks] == [True, False]
    assert "wrod" in rubric.checks[0].problem.message
    assert not rubric.checks[0].unavailable
    assert rubric.to_dict()["checks"][0] == {"kind": "test.says", "id": "sorry", "wrod": "sorry"}


@pytest.mark.parametrize("written", ["just words", "7", "null", "[a, b]"])
def test_a_check_that_is_no_mapping_can_be_kept_too(kinds, written):
    """Whatever stands in the place of a check, it alone is broken, and is given back as it was."""
    text = GOOD.replace("checks:\n", f"checks:\n  - {written}\n")
    assert [problem.path for problem in refused(text, kinds)] == ["/checks/0"]
    rubric = parse_rubric(text, kinds=kinds, source="r.yaml", invalid_checks="fail")
    assert [check.spec is None for check in rubric.checks] == [True, False, False]
    assert (rubric.checks[0].problem.path, rubric.checks[0].unavailable) == ("/checks/0", False)
    assert rubric.to_dict()["checks"][0] == yaml.safe_load(written)


def test_a_broken_head_is_refused_even_then(kinds):
    """invalid_checks="fail" is about checks; what stands outside them still raises."""
    for text in (GOOD.replace("weighted_avg", "avg"), GOOD.replace("{sorry: 2}", "{x: 2}")):
        assert refused(text, kinds, invalid_checks="fail")


def test_invalid_document_pickles_and_reads(kinds):
    """The exception carries its problems across processes, and its text lists them."""
    with pytest.raises(InvalidDocument) as caught:
        parse_rubric("id: 7", kinds=kinds)
    again = pickle.loads(pickle.dumps(caught.value))
    assert again.problems == caught.value.problems
    assert str(again) == "\n".join(str(problem) for problem in again.problems)


def test_a_misspelt_invalid_checks_is_refused(kinds):
    """Only "raise" and "fail" are ways to treat an invalid check."""
    with pytest.raises(ValueError, match='must be "raise" or "fail", not \'keep\''):
        parse_rubric(GOOD, kinds=kinds, invalid_checks="keep")


def test_a_slip_of_case_is_one_mistake(kinds):
    """`ID` for `id` is one unknown field that says what was meant."""
    [problem] = refused(GOOD.replace("id: support_tone", "ID: support_tone"), kinds)
    assert (problem.path, problem.hint) == ("/ID", "did you mean 'id'?")
