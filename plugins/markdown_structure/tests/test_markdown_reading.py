"""What markdown_structure reads out of a reply: headings, sections, code blocks, front matter."""

import threading

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from checkwright import Case
from checkwright_markdown_structure.parser import parser
from checkwright_markdown_structure.structure import Structure, structure_of
from checkwright_markdown_structure.titles import section_text, titles_of

#: Pieces of Markdown that mean something beside each other.
PIECES = st.lists(
    st.sampled_from(
        [
            "# a",
            "## b:",
            "#c",
            "b",
            "===",
            "---",
            "> ",
            "- ",
            "1. ",
            "    ",
            "```",
            "~~~md",
            "---\na: 1\n---\n",
        ]
    )
    | st.sampled_from(
        ["<h3>c</h3>", "<!--", "-->", "<pre>", "</pre>", "[x]: y", "[x]", "*", "`", "\\", "&amp;"]
    )
    | st.sampled_from(["\n", "\n\n", "\r\n", " ", "\t", "\u2028", "\x0c", "\x00", "é"]),
    max_size=12,
).map("".join)


def headings(response):
    structure = structure_of(Case(response))
    return [(heading.level, heading.text) for heading in structure.headings]


def sections(response):
    return list(titles_of(Case(response)).places)


@pytest.mark.parametrize(
    ("response", "found"),
    [
        ("# a #\n####### b\n###### c", [(1, "a"), (6, "c")]),
        ("a\nb\n===\nc\n-", [(1, "a\nb"), (2, "c")]),
        ("> # a\n\n- # b\n\n1. c\n   ===\n\n    # d\n", []),
        ("> a\n===\n\n# b", [(1, "b")]),
        ("* * *\n# a", [(1, "a")]),
        ("#\tx\n#\n\\# y\n#\u00a0z", [(1, "x"), (1, "")]),
        ("a\rb\r===\r# c\r\n# d", [(1, "a\rb".replace("\r", "\n")), (1, "c"), (1, "d")]),
        ("| a |\n|---|\n| # b |\n# c", [(1, "c")]),
    ],
)
def test_headings_are_those_of_the_root(response, found):
    """ATX and setext headings count outside of quotes, lists and code, as CommonMark reads them."""
    assert headings(response) == found


@pytest.mark.parametrize(
    ("response", "found"),
    [
        ("<h1>a</h1>", [(1, "a")]),
        ('<H2 id="x">a &lt;b&gt; <em>c</em></H2>\n<h3/>', [(2, "a <b> c"), (3, "")]),
        ("<div>\n<h2>a</h2><h2>b</h2>\n</div>", [(2, "a"), (2, "b")]),
        ("<h1>\na\n</h1>", [(1, "\na\n")]),
        ("<pre>\n<h1>a</h1>\n\n# b\n</pre>\n<h2>c</h2>", [(2, "c")]),
        ("<div><pre><h1>a</h1></pre><h2>b</h2></div>", [(2, "b")]),
        ("<!-- <h1>a</h1> --><h2>b</h2>\n\n<h3>c</h3>", [(2, "b"), (3, "c")]),
        ("<script>\n'<h1>a</h1>'\n</script>", []),
        ("<?php\n<h1>a</h1> ?>", []),
        ("<div><![CDATA[<h1>a</h1>]]><h2>b</h2>", [(2, "b")]),
        ("<hr><header><h1x>a</h1x><h7>b</h7></header>", []),
        ("a <h1>b</h1>", []),
        ("> <h1>a</h1>\n\n- <h2>b</h2>\n\n`<h3>`\n\n    <h4>c</h4>", []),
        ("<h1>a\n<h2>b", [(1, "a\n"), (2, "b")]),
        ("<h1 <h2>a", [(2, "a")]),
        ("<h1>a<br>b<BR />c</h1>", [(1, "a b c")]),
        ("<div><!--><h1>a</h1><!---><h2>b<!-->c</h2></div>", [(1, "a"), (2, "bc")]),
        ("<\u017fcript>\n<h1>a</h1>", [(1, "a")]),
        ("<div><\u017fcript><h1>a</h1></div>", [(1, "a")]),
    ],
)
def test_headings_of_raw_html_count(response, found):
    """h1 to h6 in a block of raw HTML at the root count, but for comments and what is preformatted."""
    assert headings(response) == found


@pytest.mark.parametrize(
    ("response", "found"),
    [
        ("---\na: b\n---\n# c", [(1, "c")]),
        ("---  \r\na: b\r\n...\r\n# c", [(1, "c")]),
        ("---\n? [a, b]\n: &x !t c\na: *x\n---", []),
        ("\ufeff---\na: b\n---\n# c", [(1, "c")]),
        ("<think>\n# x\n</think>\n\n---\na: b\n---\n# c", [(1, "c")]),
        ("---\n\na: b\n---", [(2, "a: b")]),
        ("---\na\n---", [(2, "a")]),
        ("---\n- a\n---", []),
        ("---\na: b: c\n---", [(2, "a: b: c")]),
        ("---\na: b\n--- c\n---", [(2, "a: b\n--- c")]),
        ("---\na: b\n ---\nc\n---", [(2, "a: b"), (2, "c")]),
        ("---\n# a\n---", [(1, "a")]),
        ("---\na: b\n", []),
        ("---\n%TAG ! x\n---", [(2, "%TAG ! x")]),
        ("---\na: \ud800\n---", [(2, "a: \ud800")]),
        ("---\n---\n# a", [(1, "a")]),
        ("----\na: b\n---", [(2, "a: b")]),
        ("\n---\na: b\n---", [(2, "a: b")]),
        ("# c\n---\na: b\n---", [(1, "c"), (2, "a: b")]),
    ],
)
def test_front_matter_is_dropped(response, found):
    """A YAML mapping between --- in the first line and a later --- or ... is no Markdown; all else is."""
    assert headings(response) == found


@pytest.mark.parametrize(
    ("response", "found"),
    [
        ("```markdown\n# a\n```", ["a"]),
        ("\n\n~~~~ Markdown title\n# a\n```\n~~~\n~~~~\n\n", ["a"]),
        ("````md\n# a\n```\n# b\n```\n## c\n````", ["a", "c"]),
        ("```md\n---\nx: y\n---\n# a\n```", ["a"]),
        ("```md\r\n# a\r\n## b\r\n```\r\n", ["a", "b"]),
        ("   ```md\n   # a\n   ```", ["a"]),
        ("<think>\n\n# t\n</think>\n```md\n# a\n```", ["a"]),
        ("```md\n# a", ["a"]),
        ("```md", []),
        ("```\n# a\n```", []),
        ("```text\n# a\n```", []),
        ("Here:\n```md\n# a\n```", []),
        ("```md\n# a\n```\nDone.", []),
        ("> ```md\n> # a\n> ```", []),
        ("- ```md\n  # a\n  ```", []),
        ("```md\n# a\n```\n```md\n# b\n```", []),
        ("    ```md\n    # a\n    ```", ["a"]),
        ("\t```md\n\t# a\n\t```", ["a"]),
        ("  ```md\n  ---\n  x: y\n  ---\n  # a\n  ```", ["a"]),
        ("```md `x`\n# a\n```", ["a"]),
        ("\ufeff```md\n# a\n```", ["a"]),
    ],
)
def test_one_block_of_markdown_is_read_as_its_content(response, found):
    """A fence labelled markdown or md is looked through where it holds the whole answer."""
    assert sections(response) == found


@pytest.mark.parametrize(
    ("response", "text"),
    [
        ("# **Usage** of `x`", "usage of x"),
        ("# A  B\u00a0\u3000C", "a b c"),
        ("# Straße:", "strasse"),
        ("# 概要：", "概要"),
        ("# a ::", "a :"),
        ("# [a](b 'c') ![d *e*](f) <g@h.i> <br> &amp; &#65; \\* ", "a d e g@h.i & a *"),
        ("# [a][] [b] [c][d]\n\n[a]: x\n[d]: y", "a [b] c"),
        ("a\n  b\\\nc\n===", "a b c"),
        ("# a<br>b<br />c &lt;br&gt; `<br>`", "a b c <br> <br>"),
        ("# cafe\u0301", "café"),
        ("# snake_case_name 2*3*4", "snake_case_name 234"),
        ("# <T>", ""),
        ("<h2>a <b>b</b> *c*<!-- d -->:</h2>", "a b *c*"),
        ("# a\x00b", "a\ufffdb"),
    ],
)
def test_the_text_of_a_section_is_what_a_reader_sees(response, text):
    """Markup goes, entities and references resolve, case, white space and a final colon do not count."""
    assert sections(response) == [text]


def test_a_response_is_parsed_once(prepared):
    """All checks of a case share one parse, and read titles only when headings are counted or asked for."""
    case = Case("# a\n\n## b")
    first = case.memo(structure_of)
    for fields in ({"no_h1": True}, {"min_headings": 1}, {"required_sections": ["b"]}):
        prepared(**fields)(case)
    assert case.memo(structure_of) is first
    plain = Case("# a")
    for fields in ({"no_h1": True}, {"max_heading_level": 2}, {"min_code_blocks": 1}):
        prepared(**fields)(plain)
    assert list(plain._memo) == [structure_of]
    untouched = Case("# a")
    prepared(forbidden_patterns=["b"])(untouched)
    assert structure_of not in (untouched._memo or {})


def test_a_fresh_parser_serves_threads_at_once():
    """Threads that parse for the first time at the same moment get the same answer as one alone."""
    alone = structure_of(Case("# a\n\n> - b\n"))
    for _ in range(20):
        parser.cache_clear()
        given, found = threading.Barrier(4), []

        def parse(given=given, found=found):
            given.wait()
            found.append(structure_of(Case("# a\n\n> - b\n")))

        threads = [threading.Thread(target=parse) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert found == [alone] * 4


@given(PIECES)
def test_the_structure_is_that_of_commonmark(text):
    """Level, text and lines of headings and the number of code blocks are the parser's own."""
    structure = structure_of(Case(text))
    assert isinstance(structure, Structure)
    tokens = MarkdownIt("commonmark").parse(structure.source.text)
    expected = [
        (int(token.tag[1]), tokens[place + 1].content, tuple(token.map))
        for place, token in enumerate(tokens)
        if token.type == "heading_open" and token.level == 0
    ]
    assert [(one.level, one.text, one.lines) for one in structure.headings if not one.raw] == expected
    assert len(structure.code_blocks) == sum(token.type in ("fence", "code_block") for token in tokens)


@given(PIECES, st.sampled_from(["\n", "\r\n", "\r"]))
def test_line_ends_make_no_difference(prepared, text, end):
    """However lines end, levels, texts and lines are the same, and spans quote the response."""
    plain = text.replace("\r\n", "\n")
    ended = plain.replace("\n", end)
    first, second = structure_of(Case(plain)), structure_of(Case(ended))
    assert (first.headings, first.code_blocks, first.unclosed) == (
        second.headings,
        second.code_blocks,
        second.unclosed,
    )
    case = Case(ended)
    outcome = prepared(max_heading_level=1, no_h1=True)(case)
    for piece in outcome.locate(case) if outcome.locate else ():
        assert ended[piece.start : piece.end] == piece.text == piece.text.strip() != ""


@given(PIECES)
def test_a_fence_around_the_whole_changes_nothing(text):
    """What is written inside a long fence labelled markdown has the structure that it has alone."""
    fenced = structure_of(Case(f"``````markdown\n{text}\n``````"))
    if not text.lstrip().startswith("~~~md"):
        alone = structure_of(Case(text))
        assert [(one.level, one.text) for one in alone.headings] == [
            (one.level, one.text) for one in fenced.headings
        ]


@given(st.text("aB*_`[]()<>&;:!\\ é\u3000ß\u00a0", max_size=12))
def test_the_text_of_a_section_is_settled(text):
    """Text without markup is compared as it is, folded, and reading it as plain text changes nothing."""
    settled = section_text(text)
    if not set(settled) & set("*_`[<&\\") and not settled.endswith(":"):
        assert section_text(settled) == settled
