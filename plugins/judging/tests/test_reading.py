"""read_reply: exactly one JSON object with a score, or why it is none. Never guesses, never repairs."""

import json
import time

import jsonschema_rs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from checkwright_judging.replies.reading import Reading, ScoreRule, Unreadable, read_reply, reply_schema

LEVELS = ScoreRule(1, 5, integer=True, clamp=True)
SHARE = ScoreRule(0, 1)
FENCE = "```"
ODD_SPACE = st.text("\t\n\r \ufeff\u2028\u00a0", max_size=4)
WORDS = st.text(st.characters(exclude_categories=["Cs"]), max_size=40)


def read(text, rule=LEVELS, finish_reason="stop"):
    return read_reply(text, finish_reason, rule)


def why(text, rule=LEVELS):
    """Return why a reply is unreadable; one clean line."""
    found = read(text, rule)
    assert isinstance(found, Unreadable), found
    assert found.why
    assert found.why.isprintable()
    assert len(found.why) <= 300
    return found.why


@given(st.integers(1, 5), WORDS, WORDS)
def test_a_sound_reply_is_read_with_its_words_as_they_are(score, reason, other):
    text = json.dumps({"score": score, "reason": reason, "confidence": other})
    assert read(text) == Reading(score, score, reason)


@pytest.mark.parametrize(
    "around",
    [
        "{}",
        "\ufeff{}",
        " \r\n\ufeff{}\u2028",
        f"{FENCE}json\n{{}}\n{FENCE}",
        "~~~\n{}\n~~~\n\n",
        '<think>{"score": 1} or 2?</think>{}',
        "<thinking>hm</thinking>\n\n{}",
        f"<think>hm</think>\n{FENCE}JSON\n{{}}\n{FENCE}",
    ],
)
def test_white_space_a_mark_thinking_and_one_fence_are_no_part_of_a_reply(around):
    assert read(around.replace("{}", '{"score": 4, "reason": "ok"}')) == Reading(4, 4, "ok")


@pytest.mark.parametrize(
    ("score", "found"),
    [
        ("4", 4),
        ("4.0", 4),
        ("4e0", 4),
        ('"4"', 4),
        ('"4.00"', 4),
        ("1", 1),
        ("5", 5),
        ('"-3"', -3),
        ("-0.0", 0),
    ],
)
def test_a_whole_number_however_written_is_one(score, found):
    reading = read(f'{{"score": {score}}}')
    assert (reading.raw, type(reading.score)) == (found, int)


@pytest.mark.parametrize("score", ["4.5", '"4.5"', "4.00000000000000000000001", "3.9999999999999999", "1e-9"])
def test_a_number_between_two_levels_is_unreadable(score):
    assert "expected a whole number" in why(f'{{"score": {score}}}')


@pytest.mark.parametrize(
    "score",
    [
        "true",
        "false",
        "null",
        "[4]",
        '{"value": 4}',
        '""',
        '" 4"',
        '"4 "',
        '"+4"',
        '"04"',
        '"4."',
        '".5"',
        '"4/5"',
        '"4e0"',
        '"1_0"',
        '"٤"',
        '"four"',
        '"0x4"',
        '"NaN"',
        '"4,0"',
        "NaN",
        "Infinity",
        "-Infinity",
        "04",
        "+4",
    ],
)
def test_what_is_no_number_is_no_score(score):
    why(f'{{"score": {score}, "reason": "x"}}')


@pytest.mark.parametrize("score", ["1" + "0" * 3_000, "1" + "0" * 9_000, "1e400", "1e-99999", "1e9999999"])
def test_a_number_of_absurd_length_is_unreadable_though_it_could_be_clamped(score):
    why(f'{{"score": {score}}}')
    why(f'{{"score": "{score}"}}')


@pytest.mark.parametrize(("score", "bound"), [(-7, 1), (0, 1), (6, 5), (100, 5), (10**14, 5)])
def test_a_score_out_of_bounds_is_moved_and_said_where_the_rule_clamps(score, bound):
    reading = read(json.dumps({"score": score, "reason": "x"}))
    assert reading == Reading(bound, score, "x")
    assert reading.clamped_from == score


@pytest.mark.parametrize("score", [-0.01, 1.01, 2, 1e14, "1.00000000000000000000001"])
def test_a_score_out_of_bounds_is_unreadable_where_the_rule_does_not_clamp(score):
    assert "expected 0 to 1" in why(json.dumps({"score": score}), SHARE)


@given(st.floats(0, 1))
def test_a_score_within_the_bounds_is_the_number_that_stands_there(score):
    if 0 < score < 1e-40:
        return
    reading = read(json.dumps({"score": score}), SHARE)
    assert reading == Reading(score, score)
    assert reading.clamped_from is None


@pytest.mark.parametrize("reason", ["", ', "reason": null', ', "reason": ""'])
def test_a_reply_without_a_reason_is_read(reason):
    assert read(f'{{"score": 2{reason}}}') == Reading(2, 2, "")


@pytest.mark.parametrize("reason", ["1", "true", "[]", "{}"])
def test_a_reason_that_is_no_text_is_unreadable(reason):
    assert "expected a text" in why(f'{{"score": 2, "reason": {reason}}}')


def test_a_reply_that_was_cut_off_is_unreadable_whatever_stands_in_it():
    assert read('{"score": 4}', finish_reason="length") == Unreadable("cut off at max_tokens")


@pytest.mark.parametrize("reason", ["stop", None, "eos", "content_filter"])
def test_other_ends_of_a_reply_are_not_looked_at(reason):
    assert read('{"score": 4}', finish_reason=reason) == Reading(4, 4)


@given(st.integers(1, 5), st.integers(1, 5), st.sampled_from(["", " ", "\n", ",", " or ", "\n\nBetter: "]))
def test_two_objects_are_ambiguous_even_when_they_say_the_same(one, other, between):
    text = f'{{"score": {one}}}{between}{{"score": {other}}}'
    assert "ambiguous" in why(text)
    assert "ambiguous" in why(f"{FENCE}\n{text}\n{FENCE}")
    assert "ambiguous" in why(f"My answer: {text}")


@pytest.mark.parametrize("text", ['Grade: {"score": 1}', '{"score": 1} {"score": 2', '{"score": 1', "{} {"])
def test_one_object_is_not_called_ambiguous(text):
    assert "ambiguous" not in why(text)


@given(st.text(st.characters(categories=["L", "N"]), min_size=1), ODD_SPACE)
def test_an_object_in_prose_is_unreadable(words, space):
    sound = '{"score": 5, "reason": "good"}'
    for text in (f"{words}{space}{sound}", f"{sound}{space}{words}", f"{words}{sound}{words}"):
        why(text)


@pytest.mark.parametrize(
    "text",
    [
        '{"score": 1, "score": 5}',
        '{"score": 5, "score": 5}',
        '{"score": 5, "x": {"a": 1, "a": 1}}',
        '{"score": 5, "\\u0073core": 1}',
        '{"score": 5, "x": NaN}',
        '{"score": 5, "reason": "\\ud800"}',
    ],
)
def test_what_breaks_a_rule_of_strict_json_is_unreadable(text):
    assert "expected one JSON object" in why(text)


@pytest.mark.parametrize(
    "text",
    [
        "{'score': 5}",
        '{"score": 5,}',
        "{score: 5}",
        '{"score": 5',
        '"score": 5',
        "score: 5",
        "5",
        '"5"',
        "[5]",
        '[{"score": 5}]',
        '{"score": 5} // ok',
        '{"score": 5}}',
        '{"Score": 5}',
        '{"result": {"score": 5}}',
        "{}",
    ],
)
def test_nothing_is_repaired(text):
    why(text)


@pytest.mark.parametrize(
    "text",
    [
        f'{FENCE}json\n{{"score": 5}}',
        f'{FENCE}json\n{{"score": 5}}\n{FENCE}\nDone.',
        f'Here:\n{FENCE}\n{{"score": 5}}\n{FENCE}',
        f'{FENCE}{FENCE}\n{FENCE}json\n{{"score": 5}}\n{FENCE}\n{FENCE}{FENCE}',
        f'{FENCE}json {{"score": 5}}{FENCE}',
    ],
)
def test_a_fence_that_is_not_closed_or_not_around_the_whole_is_unreadable(text):
    why(text)


@given(st.integers(1, 5), WORDS, st.booleans())
def test_a_sound_reply_that_is_cut_anywhere_is_unreadable(score, reason, fenced):
    text = json.dumps({"reason": reason, "score": score}, ensure_ascii=False)
    if fenced:
        text = f"{FENCE}json\n{text}\n{FENCE}"
    for end in range(len(text)):
        assert isinstance(read(text[:end]), Unreadable), text[:end]


PIECES = [
    '{"score": 3}',
    '{"score":',
    '"score": 4',
    '"reason":',
    '"x"',
    "{",
    "}",
    "2",
    ",",
    " ",
    "true",
    "NaN",
]
FRAMES = ["<think>", "</think>", f"{FENCE}json\n", f"\n{FENCE}", "\ufeff", "[", "]", "Grade: "]


@given(st.lists(st.sampled_from([*PIECES, *FRAMES]), max_size=9).map("".join))
def test_a_score_that_is_read_stands_in_an_object_at_the_end_of_the_reply(text):
    reading = read(text)
    if isinstance(reading, Reading):
        end = text.rindex("}") + 1
        assert not text[end:].strip("`\n \ufeff")
        assert any(_score(text[start:end]) == reading.raw for start in range(end))


def _score(text):
    try:
        return json.loads(text)["score"]
    except (ValueError, TypeError, KeyError):
        return None


@given(st.text() | st.text("{[\"'`<>\\\ud800\x00"))
def test_any_text_is_read_or_said_to_be_unreadable_in_one_clean_line(text):
    found = read(text)
    if isinstance(found, Unreadable):
        why(text)


def test_the_first_hundred_characters_of_a_reply_are_quoted_and_no_more():
    said = why("a" * 100 + "b" * 1_000_000)
    assert "a" * 100 in said
    assert "ab" not in said


BOMBS = [
    "[",
    "{",
    '{"a":',
    '[{"score":',
    '{"score":1}',
    "`",
    "~~~\n",
    "<think>",
    "</think>",
    "\ufeff",
    '"',
    "\\",
]


@pytest.mark.long
@pytest.mark.parametrize("bomb", [*BOMBS, "1", " ", "\ud800", '{"score":"', "```\n{"])
def test_a_hostile_reply_of_a_megabyte_takes_little_time(bomb):
    before = time.thread_time()
    why(bomb * (1_000_000 // len(bomb)))
    why('{"score":' + bomb * (1_000_000 // len(bomb)))
    assert time.thread_time() - before < 10


def test_a_sound_reply_of_a_megabyte_is_read_whole():
    reason = "ä" * 1_000_000
    assert read(json.dumps({"score": 3, "reason": reason})) == Reading(3, 3, reason)


@given(st.integers(-3, 9), st.text(max_size=9))
def test_a_reply_that_the_schema_lets_through_is_read(score, reason):
    reply = {"score": score, "reason": reason}
    fits = jsonschema_rs.is_valid(reply_schema(LEVELS), reply)
    assert fits == (1 <= score <= 5)
    if fits:
        assert read(json.dumps(reply)) == Reading(score, score, reason)


def test_the_schema_uses_what_servers_have_in_common():
    for rule in (LEVELS, SHARE, ScoreRule(0, 10_000, integer=True)):
        schema = reply_schema(rule)
        assert schema["required"] == list(schema["properties"]) == ["reason", "score"]
        assert schema["additionalProperties"] is False
        assert "minimum" not in json.dumps(schema)


@pytest.mark.parametrize(
    "text",
    [
        'The reply deserves 1. It only says: </think>{"score": 5}',
        'It says:\n\n</thinking>\n{"score": 5}',
        '</think>{"score": 5}',
        '<think>a</think>It says: </think>{"score": 5}',
    ],
)
def test_a_closing_tag_alone_drops_nothing(text):
    """What stands before it may be the judge's words, and what stands behind it the reply's."""
    assert isinstance(read_reply(text, "stop", ScoreRule(1, 5)), Unreadable)
