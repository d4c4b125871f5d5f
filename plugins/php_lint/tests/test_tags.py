"""Tags, comments and code are told apart as PHP's own scanner does."""

import json
import random
import subprocess

import pytest

from checkwright_php_lint.tags import OPEN_TAG, code_start, has_code, line_breaks

#: What a source is made of, at random.
PIECES = [
    *("<?php ", "<?php\n", "<?PHP\r\n", "<?=", "<?", "<?phpx", "<?xml ", "?>", "?>\n", "?", ">", "<"),
    *(
        "//",
        "#",
        "#[",
        "/*",
        "*/",
        "/",
        "*",
        " ",
        "\t",
        "\n",
        "\r",
        "\r\n",
        "\f",
        "a",
        "1",
        ";",
        "{",
        "}",
        "'",
        "é",
        "\0",
    ),
]
#: Reads a list of sources, and tells for each whether there is a token that does something.
SCANNER = """
$nothing = [T_OPEN_TAG, T_CLOSE_TAG, T_WHITESPACE, T_COMMENT, T_DOC_COMMENT, T_INLINE_HTML];
$says = fn ($source) => (bool) array_filter(
    token_get_all($source),
    fn ($token) => is_array($token) ? !in_array($token[0], $nothing) : !in_array($token, [';', '{', '}'])
);
echo json_encode(array_map($says, json_decode(stream_get_contents(STDIN))));
"""


def sources():
    draw = random.Random(5)
    for _ in range(4_000):
        yield "".join(draw.choices(PIECES, k=draw.randint(0, 9)))


def test_code_is_what_php_takes_for_code(php):
    """`has_code` says of 8,000 random sources, half of them begun inside of tags, what PHP's scanner says."""
    outside = list(sources())
    inside = [f"<?php {source}" for source in outside]
    done = subprocess.run(
        [php, "-n", "-d", "short_open_tag=0", "-r", SCANNER],
        input=json.dumps(outside + inside),
        capture_output=True,
        check=False,
        text=True,
    )
    if "token_get_all" in done.stderr + done.stdout:
        pytest.skip("this PHP has no tokenizer")
    told = json.loads(done.stdout)
    assert [has_code(source, inside=False) for source in outside] == told[:4_000]
    assert [has_code(source, inside=True) for source in outside] == told[4_000:]
    assert 400 < sum(told[:4_000]) < 3_600


@pytest.mark.parametrize(
    "source",
    [
        ";",
        "{}",
        "{;{ ?> text <?php }}",
        "/* a */ ; // b",
        "\u200b;",
        "{\u00a0;\u2003\u2060}",
    ],
)
def test_what_does_nothing_is_no_code(source):
    """Empty statements, braces and characters nobody sees are no code, alone or mixed."""
    assert not has_code(source, inside=True)
    assert not has_code(f"<p><?php {source}", inside=False)
    assert has_code(f"f();{source}", inside=True)
    assert has_code(f"{{ f(); {source}", inside=True)


def test_invisible_characters_close_no_comment():
    """A closing tag with an invisible character in it is none."""
    assert has_code("// why?\u200b>\nf();", inside=True)


@pytest.mark.parametrize(
    "tag", ["<?php ", "<?php\n", "<?php\r\n", "<?php\r", "<?php\t", "<?php", "<?PhP ", "<?="]
)
def test_open_tags(tag):
    """`<?php` before white space or at the end, in any case, and `<?=` open code."""
    assert OPEN_TAG.fullmatch(tag)


@pytest.mark.parametrize(
    "text", ["<?", "<? ", "<?phpx", "<?php8 ", "<?xml ", "<%", "<script language='php'>", "< ?php "]
)
def test_what_is_no_open_tag(text):
    """The short tag, a longer word, and tags of old are none."""
    assert not OPEN_TAG.search(text)


@pytest.mark.parametrize(
    "above",
    ["", "\ufeff", "\n \n", "#!/usr/bin/env php\n", "// a\n", "# a\r\n/* b\n*/\n", "/**/ // x\n\ufeff"[:-1]],
)
def test_what_stands_above_a_tag(above):
    """A byte order mark, a `#!` line, blank lines and comments stand above; an attribute does not."""
    assert code_start(f"{above}<?php") == len(above)
    assert code_start(f"{above}#[A]") == len(above)
    assert code_start(f"{above}/* open") == len(above)


def test_lines_are_counted_as_php_does():
    """LF, CR LF and CR end a line."""
    assert line_breaks("a\nb\r\nc\rd\n\r") == 5
    assert line_breaks("a\nb\nc", 2, 3) == 0
