"""The tests of the pages can fail: whatever a page says that is not so is found."""

import pytest
from blocks import BadPage, anchors, links
from running import run_page


def _fenced(language, text, mark=""):
    return f"{mark}\n```{language}\n{text}\n```\n"


BAD = {
    "wrong output": (_fenced("console", "$ echo one\ntwo"), "the page says:\ntwo"),
    "wrong rest of a line": (_fenced("console", "$ echo one two\nthree [...]"), "the page says"),
    "too little output": (_fenced("console", "$ echo one; echo two\none"), r"one\ntwo"),
    "too much output": (_fenced("console", "$ echo one\none\ntwo"), "the page says"),
    "wrong exit code": (_fenced("console", "$ false"), r"\[exit 1\]"),
    "failure that is none": (_fenced("console", "$ echo one\none\n[exit 1]"), r"\[exit 0\]"),
    "output without a command": (_fenced("console", "one"), "starts with a line that starts with"),
    "no command": ("```console\n```\n", "without a command"),
    "command without an end": (_fenced("console", "$ echo one \\"), "the page says"),
    "assertion": (_fenced("python", "\nassert 1 == 2"), "page.md:4: an assertion does not hold"),
    "syntax": (_fenced("python", "1 +"), "page.md:3: "),
    "session": (_fenced("pycon", ">>> 1 + 1\n3"), "Got:\n    2"),
    "session without a question": (_fenced("pycon", "3"), "no line starts with >>>"),
    "yaml": (_fenced("yaml", "a: b: c"), "inside a value"),
    "check": (_fenced("yaml", "- {kind: must_contain_any, value: [a]}"), "did you mean 'values'"),
    "rubric": (
        _fenced("yaml", "id: A\nversion: '1.0'\nscoring: {combine: min}\nchecks: [{kind: no_such}]"),
        "unknown kind 'no_such'",
    ),
    "other language": (_fenced("sh", "ls"), "a block of language 'sh'"),
    "no language": (_fenced("", "ls"), "a block of language ''"),
    "indented code": ("text\n\n    code\n", "an indented block"),
    "mark without a block": ("<!-- file: a.txt -->\n\ntext\n", "no mark of a block"),
    "mark at the end": (_fenced("text", "a") + "\n<!-- file: a.txt -->\n", "no mark of a block"),
    "misspelt mark": (_fenced("text", "a", "<!-- File: a.txt -->"), "no mark of a block"),
    "python not run": (_fenced("python", "1", "<!-- not run: slow -->"), "only a console block"),
    "python that needs": (_fenced("python", "1", "<!-- needs: json -->"), "only a console block"),
    "wrong, with what it needs": (_fenced("console", "$ false", "<!-- needs: json -->"), r"\[exit 1\]"),
    "file outside": (_fenced("text", "a", "<!-- file: ../a.txt -->"), "lies outside the folder"),
}


@pytest.mark.parametrize(("page", "message"), BAD.values(), ids=BAD)
def test_what_is_not_so_is_found(page, message, tmp_path):
    """A page with one bad block is refused, and the message says which block and why."""
    with pytest.raises(BadPage, match=message):
        run_page(page, "page.md", tmp_path)


def test_a_page_runs_as_a_reader_would_type_it(tmp_path):
    """Names live on from block to block, files lie in the current folder, `...` stands for any lines."""
    page = "\n".join(
        [
            _fenced("text", "one\ntwo\nthree", "<!-- file: deep/numbers.txt -->"),
            _fenced("python", "VALUE = 6", "<!-- file: module_of_the_page.py -->"),
            _fenced("python", "from module_of_the_page import VALUE\nsquare = VALUE * VALUE"),
            _fenced("pycon", ">>> square\n36\n>>> list(range(square))\n[0, 1, ..., 35]"),
            _fenced("console", "$ cat deep/numbers.txt\none\n...\n$ echo one of 7\n[...] of [...]"),
            _fenced("console", "$ echo a \\\n  b; exit 3\na b\n[exit 3]"),
            _fenced("console", "$ no-such-program", "<!-- not run: there is none -->"),
            _fenced("yaml", "- {kind: must_contain_any, values: [a]}"),
            _fenced("text", "anything"),
        ]
    )
    assert run_page(page, "page.md", tmp_path) == 9


def test_a_block_that_needs_what_is_not_there_is_forgiven_or_not(tmp_path, monkeypatch):
    """Without an optional package its block is left out, unless nothing may be missing."""
    page = _fenced("console", "$ false", "<!-- needs: no_such_module -->")
    monkeypatch.delenv("CHECKWRIGHT_REQUIRE_TOOLS", raising=False)
    assert run_page(page, "page.md", tmp_path) == 1
    monkeypatch.setenv("CHECKWRIGHT_REQUIRE_TOOLS", "1")
    with pytest.raises(BadPage, match="no_such_module is not installed"):
        run_page(page, "page.md", tmp_path)


def test_nothing_of_a_page_is_left_behind(tmp_path):
    """The next page imports its own module of the same name."""
    for number in (1, 2):
        folder = tmp_path / str(number)
        folder.mkdir()
        page = _fenced("python", f"VALUE = {number}", "<!-- file: module_of_the_page.py -->")
        page += _fenced("python", f"import module_of_the_page\nassert module_of_the_page.VALUE == {number}")
        run_page(page, "page.md", folder)


def test_anchors_are_spelled_as_github_does():
    """Lower case, blanks to hyphens, no punctuation, equal ones numbered; code in headings counts as text."""
    page = "# What's `new_kind` here?\n\n## Again\n\n## Again\n"
    assert anchors(page) == {"whats-new_kind-here", "again", "again-1"}


def test_links_are_found_wherever_they_stand():
    """Links in text, in lists, in tables and around images are all links."""
    page = "[a](a.md)\n\n- [b](b.md#x)\n\n| head |\n|---|\n| [c](c.md) |\n\n![d](d.png)\n"
    assert list(links(page)) == ["a.md", "b.md#x", "c.md", "d.png"]
