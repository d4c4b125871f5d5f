"""The code blocks of a reply: where they start and end, and what they hold."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from checkwright.replies import blocks, fenced_whole
from checkwright.replies.blocks import outer_blocks


def seen(text):
    return [(block.label, block.text, block.line, block.closed) for block in blocks(text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("no fence", []),
        ("``\nno\n``", []),
        ("```\n```", [("", "", 2, True)]),
        ("```", [("", "", 2, False)]),
        ("```php\n", [("php", "", 2, False)]),
        ("```php\n<?php\n", [("php", "<?php", 2, False)]),
        ("a\r\n```php\r\n<?php\r\n\r\n```\r\nb", [("php", "<?php\r\n", 3, True)]),
        ("a\r```php\r1;\r```\rb", [("php", "1;", 3, True)]),
        ("```{.python .x}\n1\n```", [("python", "1", 2, True)]),
        ("~~~ a`b\n```\n~~~~", [("a`b", "```", 2, True)]),
        ("```a`b\n", []),
        ("````\n```\n````", [("", "```", 2, True)]),
        ("```x\n```y\n```", [("x", "```y", 2, True)]),
        ("```x\n1\n``` \t\n```y\n2\n```", [("x", "1", 2, True), ("y", "2", 5, True)]),
        ("text ```x\n1\n", []),
        ("    ```x\n    1\n     2\n  3\n    ```", [("x", "1\n 2\n3", 2, True)]),
        ("> ```x\n> 1\n>  2\n>3\n> ```", [("x", "1\n 2\n3", 2, True)]),
        ("> ```x\n> 1\n\nout\n", [("x", "1", 2, False)]),
        ("> ```x\n> > ```\n> ```", [("x", "> ```", 2, True)]),
        ("> > ```x\n> > 1\n> out\n", [("x", "1", 2, False)]),
        ("> ```x\n", [("x", "", 2, False)]),
        ("- ```x\n  1\n\n  2\n  ```\n- b", [("x", "1\n\n2", 2, True)]),
        ("- ```x\n  1\nout\n", [("x", "1", 2, False)]),
        ("10) ```x\n    1\n    ```", [("x", "1", 2, True)]),
        ("-```x\n", []),
        ("> - ```x\n>   1\n>   ```", [("x", "1", 2, True)]),
        ("> - ```x\n>   1\n> out", [("x", "1", 2, False)]),
        (
            "```php\n/**\n * ```php\n * 1;\n * ```\n */\n```",
            [("php", "/**\n * ```php\n * 1;\n * ```\n */", 2, True)],
        ),
        (
            "```python\ndef f():\n    '''\n    ```\n    f()\n    ```\n    '''\n```",
            [("python", "def f():\n    '''\n    ```\n    f()\n    ```\n    '''", 2, True)],
        ),
        ("```x\n    1\n    ```\nout", [("x", "    1", 2, True)]),
        ("1. ```x\n1\n```\n", [("x", "1", 2, True)]),
        ("> ```x\n1\n> 2\n```\n", [("x", "1\n2", 2, True)]),
        ("<think>\n```x\n1\n</think>\n```y\n2\n```", [("y", "2", 6, True)]),
        ("\ufeff```x\n1\n```", [("x", "1", 2, True)]),
    ],
)
def test_the_blocks_of_a_reply(text, expected):
    """Label, code, first line and whether it was closed, for the ways in which models write fences."""
    assert seen(text) == expected


@pytest.mark.parametrize(
    ("info", "label"),
    [
        ("json", "json"),
        (" JSON ", "json"),
        ("json title=x", "json"),
        ("{.json}", "json"),
        ("{ .json #id }", "json"),
        ("{json}", "json"),
        ("{r, echo=FALSE}", "r"),
        ("json:a.json", "json"),
        ("json,ignore", "json"),
        ("json=1", "json"),
        ("json(x)", "json"),
        ("php{1,3}", "php"),
        ("c.json", "c"),
        ("language-json", "json"),
        ("LANG-Json", "json"),
        ("application/json", "json"),
        ("application/json; charset=utf-8", "json;"),
        ("text/x-php", "php"),
        ("x-yaml", "yaml"),
        (".php", "php"),
        ("c++", "c++"),
        ("text", "text"),
        ("{", ""),
        ("{}", ""),
        ("  ", ""),
    ],
)
def test_the_label_is_the_name_of_the_language(info, label):
    """What writers put around the name is cut, and case does not count; all kinds compare this one word."""
    assert [block.label for block in blocks(f"~~~{info}\n1\n~~~")] == [label]


@pytest.mark.parametrize(
    ("text", "code", "places"),
    [
        ("```x\n\ufeffab\n```", "ab", [6, 7, 8]),
        ("> ```x\n> \ufeffab\n> c\n> ```", "ab\nc", [10, 11, 12, 15, 16]),
        ("  ~~~\n  \ufeff\n  ~~~", "", [9]),
        ("```\na\ufeff\n```", "a\ufeff", [4, 5, 6]),
        ("````md\n```x\n\ufeffa\n```\n````", "a", [13, 14]),
    ],
)
def test_a_byte_order_mark_at_the_start_of_a_block_is_dropped(text, code, places):
    """Files are pasted with their mark; elsewhere it is a character like any other."""
    (block,) = blocks(text)
    assert block.text == code
    assert [block.place(index) for index in range(len(code) + 1)] == places


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("````markdown\n# A\n```x\n1\n```\n~~~y\n2\n~~~\n````", [("x", "1", 4), ("y", "2", 7)]),
        ("\ufeff\n~~~~md\n- ```x\n  1\n  ```\n~~~~\n", [("x", "1", 4)]),
        ("````\n```x\n1\n```\n````", [("x", "1", 3)]),
        ("```text\n~~~x\n1\n~~~\n```", [("x", "1", 3)]),
        ("> ````md\n> a\n> ```x\n>  1\n> 2\n> ```\n> ````", [("x", " 1\n2", 4)]),
        ("  ````md\n  ```x\n  1\n  ```\n  ````", [("x", "1", 3)]),
        ("plan</think>\n````md\n```x\n1\n```\n````", [("x", "1", 4)]),
        ("````markdown\n```x\n1", [("x", "1", 3)]),
        ("`````md\n````md\n```x\n1\n```\n````\n`````", [("md", "```x\n1\n```", 3)]),
        ("Here:\n````md\n```x\n1\n```\n````", [("md", "```x\n1\n```", 3)]),
        ("````md\n```x\n1\n```\n````\nDone.", [("md", "```x\n1\n```", 2)]),
        ("````py\n```x\n1\n```\n````", [("py", "```x\n1\n```", 2)]),
        ("```md\nno block\n```", [("md", "no block", 2)]),
        ("````\n/**\n * ```x\n * 1\n * ```\n */\n````", [("", "/**\n * ```x\n * 1\n * ```\n */", 2)]),
        ("````\n```\n````", [("", "```", 2)]),
    ],
)
def test_a_reply_that_is_one_block_of_markdown_is_read_as_its_content(text, expected):
    """The blocks inside are those of the reply, once, and nothing may stand around; code stays code."""
    found = blocks(text)
    assert [(block.label, block.text, block.line) for block in found] == expected
    for block in found:
        assert [text[block.place(index)] for index in range(len(block.text))] == list(block.text)
        assert text[slice(*block.outer)].strip("> -")[:3] in ("```", "~~~")


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("```json\n1\n```", "1"),
        ("\ufeff\n ```\n1\n```\n\n", "1"),
        ("```markdown\n# A\n\n## B", "# A\n\n## B"),
        ("> ```\n> 1\n> ```", "1"),
        ("````markdown\n```js\n1\n```\n````", "```js\n1\n```"),
        ("Here:\n```\n1\n```", None),
        ("```\n1\n```\nDone.", None),
        ("```\n1\n```\n```\n2\n```", None),
        ("<think>x</think>\n```\n1\n```", None),
        ("```\n1\n```\n> ", None),
        ("> ```\n> 1\n\n", "1"),
        ("1", None),
    ],
)
def test_a_reply_that_is_one_fence(text, code):
    """Only one block, and nothing but white space and a byte order mark around it."""
    block = fenced_whole(text)
    assert (block and block.text) == code


PIECES = st.sampled_from(
    ["```", "````", "~~~", "```json", "~~~ a b", "> ", ">", "- ", "1. ", "    ", "\t", " ", "\n", "\n", "\n",
     "\r\n", "\r", "code", "`", "{", "é", "<think>", "</think>", "\ufeff", "````md\n"]
)  # fmt: skip
REPLIES = st.lists(PIECES, max_size=40).map("".join)


@given(REPLIES)
def test_spans_lie_in_order_and_quote_the_reply(text):
    """Every character of a block is the one that stands at its place in the reply."""
    after = 0
    for block in blocks(text):
        (start, end), (first, last) = block.span, block.outer
        assert after <= first <= start <= end <= last <= len(text)
        after = last
        if end > start:
            assert block.line == len(
                (text[:start] + "x").replace("\r\n", "\n").replace("\r", "\n").split("\n")
            )
        assert [text[block.place(index)] for index in range(len(block.text))] == list(block.text)
        assert start <= block.place(len(block.text)) <= max(end, start)
        assert text[first:last].lstrip(" \t>-1.")[:3] in ("```", "~~~")


@given(st.text("ab{}`~> -\n", max_size=30), st.sampled_from(["", "> ", ">> ", "  ", "- ", "1. ", "> - "]))
def test_code_in_a_fence_comes_out_as_it_went_in(code, prefix):
    """Whatever the code, a fence that is longer than any in it gives it back, in any quote or list."""
    code = "\n".join(line.rstrip() for line in code.split("\n"))
    inner = "".join(letter if letter == ">" else " " for letter in prefix)
    fence = "`" * (code.count("`") + 3)
    lines = [prefix + fence + "x", *(inner + line for line in code.split("\n")), inner + fence]
    (block,) = blocks("before\n\n" + "\n".join(lines) + "\n\nafter")
    assert (block.label, block.text, block.line, block.closed) == ("x", code, 4, True)


@given(
    st.lists(
        st.sampled_from(["```", "```x", "~~~", "````", " ```", "a", "", "  b", "> c", "> ```", "> ~~~ y"]),
        max_size=12,
    )
)
def test_markdown_agrees_where_every_fence_is_closed(lines):
    """CommonMark finds the same code, wherever a fence closes each of its blocks and of ours."""
    text = "\n".join(lines) + "\n"
    found = outer_blocks(text)  # a block around the whole text is one, though it is read as its content
    tokens = [token for token in MarkdownIt("commonmark").parse(text) if token.type == "fence"]
    closed = all(
        token.map[1] - token.map[0] > 1 and lines[token.map[1] - 1].strip().startswith(token.markup)
        for token in tokens
    )
    if closed and all(block.closed for block in found) and "".join(lines).count("> ") == 0:
        assert [(block.label, block.text.strip()) for block in found] == [
            ("".join(token.info.split()[:1]), token.content.strip()) for token in tokens
        ]


UNITS = ["```\n", "```x\n", "```x\n    ```\n", "~~~\n", "> ```\n", "- ```\n", ">", "- ", "` ", "\r", " ", "`"]


@pytest.mark.parametrize("unit", UNITS)
@pytest.mark.parametrize("start", ["", "```\n", "> ```\n", "- ```\n"])
def test_blocks_take_time_in_proportion_to_the_text(unit, start):
    """40,000 characters of fences, markers or breaks take less than three seconds of CPU time."""
    text = start + unit * (40_000 // len(unit))
    before = time.thread_time()
    blocks(text)
    assert time.thread_time() - before < 3
