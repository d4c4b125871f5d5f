"""Where the answer of a reply starts: behind the thinking, as servers leave it."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from checkwright.replies import Found, NotFound, answer_start, find_json

TAGS = st.sampled_from(["think", "thinking", "THINK", "Thinking"])


@pytest.mark.parametrize(
    ("text", "rest"),
    [
        ("hi", "hi"),
        ("\ufeffhi", "hi"),
        (" \n\ufeffhi", "hi"),
        ("<think>a</think>b", "b"),
        (" \n<THINKING>\na</thinking>\nb", "\nb"),
        ("<think>a</thinking>b", "b"),
        ("<thinking>a</THINK>b", "b"),
        ('<think effort="high" n=2>a</think>b', "b"),
        ("<think\n>a</think\t>b", "b"),
        ("< think >a</ think >b", "b"),
        ("\ufeff<think></think><think>b</think>", ""),
        ("<think>a</think>\n \n<thinking>b</thinking>\nc", "\nc"),
        ("<think>a</think>\n\ufeffb", "b"),
        ("<think/>\nb", "\nb"),
        ("<thinking />\n<think>a</think>b", "b"),
        ("<think>a", ""),
        ("<think>a</think><think>b", ""),
        ("<think>a<think>b</think>c", "c"),
        ("<thinker>a</thinker>", "<thinker>a</thinker>"),
        ("<think-aloud>a</think-aloud>", "<think-aloud>a</think-aloud>"),
        ("a<think>b</think>", "a<think>b</think>"),
        ("<think>a</think>b</think>c", "b</think>c"),
        ("<think", "<think"),
        ("", ""),
    ],
)
def test_the_answer_starts_behind_the_blocks_of_thinking(text, rest):
    """All leading blocks are dropped, whatever their tags are; one that is not closed leaves nothing."""
    assert text[answer_start(text) :] == rest


@pytest.mark.parametrize(
    ("text", "rest"),
    [
        ("a\n</think>\nb", "\nb"),
        ("a</THINKING >b", "b"),
        ("</think>b", "b"),
        ("\ufeffa</think>b</think>c", "b</think>c"),
        ("a</think>\n<think>b</think>c", "c"),
        ("a</think><think>b", ""),
        ('{"draft": 1}\n</think>\n{"n": 1}', '\n{"n": 1}'),
        ("```x\n1\n</think>\n```y\n2\n```", "\n```y\n2\n```"),
        ("a <think/> b</think>c", "c"),
        ("a </thinker> b", "a </thinker> b"),
        ("a <think> b </think> c", "a <think> b </think> c"),
    ],
)
def test_thinking_without_its_opening_tag_ends_with_the_first_closing_one(text, rest):
    """The opening tag may stand in the prompt; where one stands in the reply, what is before it is answer."""
    assert text[answer_start(text) :] == rest


@pytest.mark.parametrize(
    "text",
    [
        '{"n": "</think> x"}',
        ' \ufeff ["</thinking>"]\n',
        '"a</think>"',
        '```json\n{"n": "</think> x"}\n```',
        '~~~~\n["</think>"]\n~~~~\n',
        '{"n": 1, "n": "</think>"}',
    ],
)
def test_a_tag_inside_of_json_is_data(text):
    """A reply that is JSON as a whole, fenced or not, is the answer with all that stands in its texts."""
    assert text[answer_start(text) :].strip() == text.strip().removeprefix("\ufeff").strip()


@given(
    st.lists(
        st.tuples(TAGS, st.sampled_from(["", " ", " a=1"]), TAGS, st.text("ab\n{}", max_size=9)), max_size=4
    ),
    st.booleans(),
)
def test_what_is_thought_is_never_read(thoughts, opened):
    """However many blocks, with or without the first opening tag: the JSON behind them is the answer."""
    parts = [f"<{name}{more}>{text}</{other}{more}>" for name, more, other, text in thoughts]
    text = "\n".join(parts)
    if not opened and thoughts:
        text = text[text.index(">") + 1 :]
    found = find_json(f'{text}\n{{"n": 1}}')
    assert isinstance(found, Found)
    assert found.value == {"n": 1}
    draft = f'{text}<think>{{"draft": 1}}' if opened or thoughts else '{"draft": 1} no </think>'
    assert find_json(draft) == NotFound("nothing after the thinking")


@pytest.mark.parametrize(
    "unit",
    ["<think>", "</think>", "<think></think>", "<think/>", "<", "< ", "<think ", "</think ", "<think\n",
     "\ufeff", " ", '{"a</think>', "<think>a</think>\n\ufeff"],
)  # fmt: skip
@pytest.mark.parametrize("start", ["", "a", "{", "</think>"])
def test_looking_for_thinking_takes_linear_time(unit, start):
    """A million hostile characters take less than five seconds of CPU time."""
    text = start + unit * (1_000_000 // len(unit))
    before = time.thread_time()
    answer_start(text)
    assert time.thread_time() - before < 5
