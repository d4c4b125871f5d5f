"""`checkwright score`: one verdict, for people or as JSON."""

import json

import pytest
from command_in_process import RUBRIC, cli
from verdicts_by_hand import SPAN_FIELDS

VERDICT = {"hello": (0, "passed"), "bye": (1, "failed")}


@pytest.fixture
def rubric(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "rubric.yaml"
    path.write_text(RUBRIC, encoding="utf-8")
    return "rubric.yaml"


def rubric_of(tmp_path, check):
    path = tmp_path / "other.yaml"
    path.write_text(
        f'id: other\nversion: "1.0"\nchecks: [{check}]\nscoring: {{combine: median}}\n', encoding="utf-8"
    )
    return path


@pytest.mark.parametrize("response", VERDICT)
def test_a_verdict_for_people_is_a_line_and_one_per_check(rubric, response):
    """What became of it, the score, the reason, then each check with its own."""
    code, status = VERDICT[response]
    ran = cli("score", rubric, "--response", response)
    head, *checks = ran.out.splitlines()
    assert ran.code == code
    score = {"passed": "score 1, grade 5 of 5", "failed": "score 0, grade 0 of 5"}[status]
    assert head.startswith(f"{status}, {score}: rubric/greeting@1.0: ")
    assert head.endswith("not executable: test.words")
    reason = {"passed": "the word is there", "failed": "the word is missing"}[status]
    assert checks == [
        f"  {status}          polite (test.says)  {1 - code}  {reason}",
        "  not executable  test.words          -  read by people",
    ]


def test_a_verdict_as_json_is_one_line(rubric):
    """It is `Verdict.to_dict()`."""
    ran = cli("score", rubric, "--response", "hello", "--json")
    (verdict,) = ran.rows
    assert (verdict["format"], verdict["status"], verdict["passed"]) == (2, "scored", True)
    assert verdict["checks"][0]["evidence"] == [
        {"kind": "span", "text": "hello", "start": 0, "end": 5, **SPAN_FIELDS}
    ]


def test_lone_surrogates_come_out_as_escapes(tmp_path):
    """JSON out of any response can be read again."""
    path = rubric_of(tmp_path, "{kind: test.says, word: x, id: a}")
    case = tmp_path / "case.json"
    case.write_text('{"response": "x\\ud800", "id": "\\udfff"}', encoding="utf-8")
    ran = cli("score", path, "--case", case, "--json")
    assert '"id": "\\udfff"' in ran.out
    assert ran.rows[0]["id"] == "\udfff"


@pytest.mark.parametrize("response", VERDICT)
@pytest.mark.parametrize("bom", [b"", b"\xef\xbb\xbf"])
def test_a_response_is_read_from_a_file_or_standard_input(rubric, tmp_path, response, bom):
    """Both give the verdict of the same text."""
    (tmp_path / "reply.txt").write_bytes(bom + response.encode() + b"\r\n")
    code, status = VERDICT[response]
    for ran in (
        cli("score", rubric, "--response-file", "reply.txt"),
        cli("score", rubric, "--response-file", "-", stdin=bom + response.encode()),
    ):
        assert (ran.code, ran.out.split(",")[0]) == (code, status)


def test_a_response_file_is_read_as_it_is(tmp_path):
    """Line ends are not touched, a BOM in front is not part of the text."""
    path = rubric_of(tmp_path, '{kind: test.says, word: "a\\r\\nb\\r\\n"}')
    (tmp_path / "reply.txt").write_bytes(b"\xef\xbb\xbfa\r\nb\r\n")
    ran = cli("score", path, "--response-file", tmp_path / "reply.txt", "--json")
    (place,) = ran.rows[0]["checks"][0]["evidence"]
    assert (place["start"], place["end"]) == (0, 6)


def test_a_case_has_question_tool_calls_and_id(rubric, tmp_path):
    """The case of a verdict is named by the id, else by the question's."""
    for fields, name in (
        ({"id": 7, "question": {"id": "Q"}}, "7"),
        ({"question": {"id": "Q"}, "tool_calls": []}, "Q"),
    ):
        (tmp_path / "case.json").write_text(json.dumps({"response": "hello", **fields}), encoding="utf-8-sig")
        assert cli("score", rubric, "--case", "case.json", "--json").rows[0]["id"] == name
    assert cli("score", rubric, "--case", "-", stdin=b'{"response": "hello", "question": null}').code == 0


@pytest.mark.parametrize(
    ("case", "message"),
    [
        ("nope", "not JSON: Expecting value (character 1)"),
        ("[]", "a case is an object with response, question, tool_calls, id, row"),
        ("{}", "the field 'response' is missing; null stands for none"),
        ('{"respnse": "x"}', "unknown field 'respnse' (did you mean 'response'?)"),
        (
            '{"response": "x", "zzz": 1}',
            "unknown field 'zzz' (known fields: response, question, tool_calls, id, row)",
        ),
        ('{"response": 5}', "response must be a text or null, not 5"),
        ('{"response": "x", "question": []}', "question must be an object or null, not a list"),
        ('{"response": "x", "tool_calls": "f"}', "tool_calls must be a list or null, not 'f'"),
        ('{"response": "x", "id": true}', "the id must be a text or a number"),
        ('{"response": "x", "id": []}', "the id must be a text or a number"),
        ('{"response": "x", "response": "y"}', "the key 'response' stands twice"),
    ],
)
def test_a_case_that_is_none_is_refused(rubric, tmp_path, case, message):
    """One sentence with the file, code 2."""
    (tmp_path / "case.json").write_text(case, encoding="utf-8")
    ran = cli("score", rubric, "--case", "case.json")
    assert (ran.code, ran.out) == (2, "")
    assert f"error: case.json: {message}\n" in ran.err


def test_a_response_that_is_not_utf_8_is_refused(rubric, tmp_path):
    """The first wrong byte is named."""
    (tmp_path / "reply.txt").write_bytes(b"hell\xf6")
    ran = cli("score", rubric, "--response-file", "reply.txt")
    assert (ran.code, ran.out) == (2, "")
    assert "error: reply.txt: not UTF-8: byte 0xf6 at byte 5\n" in ran.err


@pytest.mark.parametrize("flag", ["--response-file", "--case"])
def test_a_missing_file_is_refused(rubric, flag):
    """It is named, code 2."""
    ran = cli("score", rubric, flag, "none.txt")
    assert (ran.code, ran.out) == (2, "")
    assert "error: none.txt: cannot be read: No such file or directory\n" in ran.err


def test_a_folder_is_no_file(rubric):
    """Neither rubric nor response."""
    assert "error: .: cannot be read: " in cli("score", ".", "--response", "x").err
    assert "error: .: cannot be read: Is a directory\n" in cli("score", rubric, "--case", ".").err


@pytest.mark.skipif("sys.platform != 'linux'", reason="only Linux has a file that opens and cannot be read")
def test_a_file_that_opens_and_cannot_be_read_is_refused(rubric):
    """The error comes late, and reads like an early one."""
    ran = cli("score", rubric, "--response-file", "/proc/self/mem")
    assert ran.code == 2
    assert "error: /proc/self/mem: cannot be read: " in ran.err


def test_an_invalid_rubric_is_1_with_all_its_problems(tmp_path):
    """They go to stderr, as validate words them."""
    path = rubric_of(tmp_path, "{kind: test.says}, {kind: test.say}")
    ran = cli("score", path, "--response", "x")
    assert (ran.code, ran.out) == (1, "")
    assert ran.err.count(f"{path}:3:") == 2


def test_a_missing_rubric_is_2():
    """It cannot be read."""
    ran = cli("score", "none.yaml", "--response", "x")
    assert ran.code == 2
    assert "error: none.yaml: cannot be read: No such file or directory\n" in ran.err


def test_a_rubric_comes_from_standard_input(rubric):
    """`-` reads it; only one thing can come from there."""
    assert cli("score", "-", "--response", "hello", stdin=RUBRIC.encode()).code == 0
    ran = cli("score", "-", "--case", "-", stdin=RUBRIC.encode())
    assert ran.code == 2
    assert "only one of the files can be the standard input" in ran.err


def test_a_disabled_rubric_is_used_with_a_warning(tmp_path):
    """Who names the file wants it."""
    path = tmp_path / "off.yaml"
    path.write_text(f"enabled: false\n{RUBRIC}", encoding="utf-8")
    ran = cli("score", path, "--response", "hello")
    assert ran.code == 0
    assert f"warning: {path}: the rubric is disabled, and used because the command names it\n" in ran.err


@pytest.mark.parametrize(
    ("check", "status"),
    [
        ("{kind: test.words}", "not scored: "),
        ("{kind: test.breaks, how: KeyError}", "error: "),
        ("{kind: test.breaks, how: service}", "error: "),
    ],
)
def test_no_verdict_is_3(tmp_path, check, status):
    """Not scored and error are neither passed nor failed."""
    ran = cli("score", rubric_of(tmp_path, check), "--response", "x")
    assert ran.code == 3
    assert ran.out.startswith(status)


def test_a_score_between_is_shown_short(tmp_path):
    """Four digits are enough for people."""
    ran = cli("score", rubric_of(tmp_path, "{kind: test.told, score: 0.123456789}"), "--response", "x")
    assert ran.code == 1
    assert ran.out.startswith("failed, score 0.1235, grade 0.617 of 5: ")
    assert "passed  test.told  0.1235  as told" in ran.out


def test_an_explanation_shows_the_response_with_marks(rubric):
    """The verdict in one line, the response, then each check by its place in the rubric; same exit code."""
    ran = cli("score", rubric, "--response", "oh hello\n", "--explain")
    head, *lines = ran.out.splitlines()
    assert (ran.code, head) == (0, cli("score", rubric, "--response", "oh hello").out.splitlines()[0])
    assert lines == [
        "",
        "    1 | oh hello",
        "  [0] |    ^^^^^",
        "",
        "  [0]  passed          polite (test.says)  1  the word is there",
        "  [1]  not executable  test.words          -  read by people",
    ]
    assert cli("score", rubric, "--response", "bye", "--explain").code == 1


def test_an_explanation_escapes_what_the_output_cannot_hold(rubric):
    """Marks stand right on any output."""
    ran = cli("score", rubric, "--response", "日 hello", "--explain", encoding="ascii")
    assert ran.out.splitlines()[2:4] == ["    1 | \\u65e5 hello", "  [0] |        ^^^^^"]


def test_an_explanation_is_not_json(rubric):
    """One or the other."""
    ran = cli("score", rubric, "--response", "x", "--explain", "--json")
    assert (ran.code, ran.out) == (2, "")
    assert "not allowed with argument" in ran.err


def test_a_response_argument_that_is_not_utf8_is_refused(rubric):
    """A byte that Python could not decode is no part of a text, here as in a file."""
    ran = cli("score", rubric, "--response", "sorry \udcff")
    assert (ran.code, ran.out, ran.err) == (2, "", "error: --response: not UTF-8: at character 7\n")
