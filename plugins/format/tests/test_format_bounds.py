"""Hostile responses: every format ends in time that grows with the length, and limits are named."""

import gc
import time

import pytest

from checkwright import Case, Toolbox
from checkwright_format import KIND

#: Run by `make long`, and in CI.
pytestmark = pytest.mark.long

MEGABYTE = 1_000_000
FORMATS = KIND.spec.model_json_schema()["properties"]["format"]["enum"]
UNITS = [
    "<a ",
    "<!--",
    "<![",
    "<",
    "&",
    "<div>",
    "<head>",
    "<p></p>",
    "<table><tr><td>",
    "<p><button>",
    "[",
    '{"a":',
    "[[],",
    "- ",
    "? ",
    "- a\n",
    "a: b\n",
    "&a ",
    "---\n",
    "%TAG ! !\n",
    '"',
    '""',
    '"a",',
    "a,b\n",
    "1",
    "> ",
    "a\n\n",
    "* a\n",
    "> # h\na\n",
    "- # h\na\n",
    "[a]: b\n",
    "```\n",
    "\ud800",
    "::",
    "a@",
]


def spent(name, response, strict=False):
    execute = KIND.prepare(
        KIND.spec.model_validate({"kind": "format", "format": name, "strict": strict}), Toolbox()
    )
    case = Case(response)
    gc.disable()  # what other tests left behind is not to be counted
    try:
        started = time.thread_time()
        outcome = execute(case)
        return time.thread_time() - started, outcome
    finally:
        gc.enable()


@pytest.mark.parametrize("name", FORMATS)
def test_thirty_thousand_characters_of_anything_end_soon(name):
    """A unit repeated to 30 kB costs less than 0.2 s (ten times that is the bound) in every format."""
    for unit in UNITS:
        seconds, _ = spent(name, (unit * 30_000)[:30_000], strict=True)
        assert seconds < 2, unit


@pytest.mark.parametrize(
    ("name", "response", "says"),
    [
        ("html", "<a " * 100_000, "the text ends inside the tag '<a <a "),
        ("html", "<div>" * 20_000 + "</div>" * 20_000, "is HTML: 20,000 elements"),
        ("html", "<div>" * 200_000, "depth limit: more than 100,000 elements open at once"),
        ("html", "<!--" * 250_000, "is never closed, expected '-->'"),
        ("html", "<p>" * 300_000, "is HTML: 300,000 elements"),
        ("xml", "<a>" * 20_000 + "</a>" * 20_000, "depth limit: nested deeper than 1,000 elements"),
        ("xml", "<a " * 300_000, "not XML: line 1, column 4: "),
        (
            "xml",
            '<!DOCTYPE a [<!ENTITY b0 "ha">'
            + "".join(f'<!ENTITY b{n} "&b{n - 1};&b{n - 1};">' for n in range(1, 40))
            + "]><a>&b39;</a>",
            "found a DOCTYPE",
        ),
        ("json", "[" * MEGABYTE, "not JSON"),
        ("yaml", "[" * MEGABYTE, "depth limit: nested deeper than 200 levels"),
        (
            "yaml",
            "\n".join(" " * n + "a:" for n in range(1_400)),
            "depth limit: nested deeper than 200 levels",
        ),
        ("yaml", "- " * 500_000, "depth limit: nested deeper than 200 levels"),
        (
            "yaml",
            "a0: &a0 [x, x]\n" + "\n".join(f"a{n}: &a{n} [*a{n - 1}, *a{n - 1}]" for n in range(1, 60)),
            "alias limit: more than 1,000,000 values",
        ),
        (
            "yaml",
            "? &a0 [x]\n: 1\n" + "\n".join(f"? &a{n} [*a{n - 1}, *a{n - 1}]\n: 1" for n in range(1, 17)),
            "is YAML",
        ),
        ("csv", 'a,b\n"' + '""' * 500_000, "a quoted field is never closed"),
        ("csv", '"a",' * 250_000, "found one record"),
        ("csv", 'a,b\nc,d"' + '"a",' * 250_000, "found '\"' inside a field"),
        ("number", "1" * MEGABYTE + "x", "found 'x' after"),
        ("uri", "http://" + "%" * MEGABYTE, "expected one absolute URI"),
        ("email", '"' * MEGABYTE, "expected one e-mail address"),
    ],
    ids=lambda value: value[:20].split("\n")[0] if isinstance(value, str) else None,
)
def test_a_bomb_ends_soon_and_says_what_it_is(name, response, says):
    """Bombs, deep nesting, unclosed tags and quotes take under two seconds; ten times that is the bound."""
    seconds, outcome = spent(name, response)
    assert says in outcome.reason
    assert seconds < 20


@pytest.mark.parametrize("unit", ["#\n", "***\n", "a\n---\n"])
def test_strict_markdown_ends_at_its_first_block(unit):
    """A megabyte of blocks without a blank line takes 0.2 s, most of it to see where lines begin."""
    seconds, outcome = spent("markdown", (unit * MEGABYTE)[:MEGABYTE], strict=True)
    assert outcome.passed
    assert seconds < 2


@pytest.mark.parametrize(
    ("name", "unit"),
    [
        ("json", '{"a": [1, 2.5, "text"]},\n'),
        ("yaml", "- {a: [1, 2.5, text]}\n"),
        ("xml", "<p>text <b>more</b></p>\n"),
        ("html", "<p>text <b>more</b> &amp; more\n"),
        ("csv", 'a,"b ""c"""\n'),
        ("markdown", "Some text with *emphasis*,\nand more.\n\n"),
        ("number", "7"),
        ("uri", "urn:a"),
    ],
)
def test_cost_is_linear_from_a_kilobyte_to_a_megabyte(name, unit):
    """A thousand times the text costs at most some thousand times the time; quadratic would be a million."""
    wrap = {"json": "[{}0]", "xml": "<d>{}</d>"}.get(name, "{}")

    def cost(size):
        response = wrap.replace("{}", unit * (size // len(unit)))
        return min(spent(name, response, strict=name == "markdown")[0] for _ in range(3))

    small, large = cost(10_000), cost(MEGABYTE)
    assert large < max(small, 1e-4) * 100 * 10
