"""HTML: optional tags, void elements, raw text, foreign content, and what is no nesting."""

import pytest
import turbohtml
from hypothesis import given
from hypothesis import strategies as st

from checkwright import Case, Toolbox
from checkwright_format import KIND

EXECUTE = KIND.prepare(KIND.spec.model_validate({"kind": "format", "format": "html"}), Toolbox())
PAGE = "<!DOCTYPE html><html lang=en><head><title>a<b</title></head><body><p>b</p></body></html>"


def check(text):
    return EXECUTE(Case(text))


@pytest.mark.parametrize(
    "text",
    [
        PAGE,
        "<!doctype html><title>a</title><p>b",
        "<meta charset=utf-8><title>a</title></head><p>b</body></html>",
        "<html>\n<head>\n<title>a</title>\n<body>\n<p>b\n</html>",
        "<p>a<p>b",
        "<p>a<h2>b</h2>c",
        "<ul><li>a<li><p>b<li>c</ul>",
        "<ul><li>a<ul><li>b</ul><li>c</ul>",
        "<dl><dt>a<dt>b<dd>c<dd><p>d<dt>e<dd>f</dl>",
        "<table><tr><td>a<td>b<tr><td>c</table>",
        "<table><caption>a<thead><tr><th>b<tbody><tr><td><p>c<tfoot><tr><td>d</table>",
        "<table><colgroup><col><col><tr><td>a</tbody></table>",
        "<table><tr><td><table><tr><td>a</table><tr><td>b</table>",
        "<select><optgroup label=a><option>b<option>c<optgroup label=d><option>e<hr></select>",
        "<ruby>a<rp>(<rt>b<rp>)</ruby>",
        "a<br>b<br/>c<img src=d><hr><input disabled><wbr>",
        "<script>if (a </b/.c) { '</div>' }</script>",
        "<style>a > b {}</style><textarea><b></textarea><noscript><b></noscript>",
        "<svg viewBox='0 0 1 1'><path d='M0'/><g><circle/></g></svg><math><mi>x</mi></math><svg/>",
        "<svg><foreignObject><p>a<p>b</foreignObject><title>c</title></svg>",
        "<!-- <div> --><b>a</b><!----><!-->",
        "<a href='x>y' title=\"</a>\">b</a>",
        "<my-card><slot></slot></my-card>",
        "1 < 2 & 3 > 2 <b>a</b> <3",
        "<P CLASS=a>b</p\n>",
        "<p><button><p>a</button>b",
        "<p><option>a<div>b</div>",
        "<a><div>b</div></a>",
        "<template><tr><td>a</template>",
    ],
)
def test_html_that_leaves_out_only_what_is_optional_passes(text):
    """Omitted optional tags, void elements, raw text and closing slashes in SVG are HTML."""
    outcome = check(text)
    assert outcome.passed is True, outcome.reason


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("a & b", "line 1, column 1: found no element in 'a & b'"),
        ("<!DOCTYPE html>", "found no element"),
        ("<div>", "line 1, column 1: <div> is left open, expected </div>"),
        ("<div>\n<p>a\n<b>c", "line 3, column 1: <b> is left open, with 1 element around it, expected </b>"),
        ("<div/>", "<div> is left open"),
        ("<script>a", "<script> is left open"),
        ("<title>a<b></b>", "<title> is left open"),
        ("</div>", "line 1, column 1: </div> closes nothing, expected a start tag before it"),
        ("<b>a</b></b>", "line 1, column 9: </b> closes nothing"),
        ("<br></br>", "</br> closes nothing: the element is void and has no end tag"),
        (
            "<p>a\n<ul></ul></p>",
            "line 2, column 10: </p> closes nothing: the <p> of line 1 was ended by <ul>",
        ),
        ("<ul><li>a<li>b</li></li></ul>", "</li> closes nothing: the <li> of line 1 was ended by <li>"),
        (
            "<b><i>a</b></i>",
            "line 1, column 8: wrong nesting: found </b> where the <i> of line 1 is still open",
        ),
        ("<div><span>\r\n</div>", "line 2, column 1: wrong nesting: found </div> where the <span> of line 1"),
        ("<p><b><div>a</div></b></p>", "wrong nesting: <div> ends the <p> of line 1 where the <b> of line 1"),
        ("<a><p>b</a>", "wrong nesting: found </a> where the <p> of line 1 is still open"),
        ("<x-a><p>b</x-a>", "wrong nesting: found </x-a>"),
        ("<svg><path></svg>", "wrong nesting: found </svg> where the <path> of line 1"),
        ("<svg><p>a</svg>", "wrong nesting: found </svg>"),
        ("<b>a</b><a href='x", "line 1, column 9: the text ends inside the tag \"<a href='x\", expected '>'"),
        ("<b>a</b", "line 1, column 5: the text ends inside the tag '</b', expected '>'"),
        ("<b></b>\n<!-- a", "line 2, column 1: '<!-- a' is never closed, expected '-->'"),
        ("<b></b><!DOCTYPE", "line 1, column 8: '<!DOCTYPE' is never closed, expected '>'"),
        (PAGE + "</body>", "</body> closes nothing"),
        ("<p>a</p></head>", "</head> closes nothing"),
        ("<div></body></div>", "</body> closes nothing"),
    ],
)
def test_broken_html_says_where(text, says):
    """An end tag too many, wrong nesting and what is left open fail with place and cause."""
    outcome = check(text)
    assert outcome.passed is False
    assert says in outcome.reason


TAGS = [f"<{slash}{name}>" for name in ("div", "span", "em", "section") for slash in ("", "/")]


@given(st.lists(st.sampled_from([*TAGS, "a", "<br>"]), max_size=10))
def test_plain_tags_pass_exactly_when_the_parser_repairs_nothing(pieces):
    """Without optional tags a text passes when the tree of turbohtml, written out, is the text again."""
    text = "".join(pieces)
    same = turbohtml.parse_fragment(text).inner_html == text and "<" in text
    assert check(text).passed is same


TREES = st.recursive(
    st.sampled_from(["a", "<br>", "<img src=x>"]),
    lambda of: st.builds(
        lambda name, parts: f"<{name}>{''.join(parts)}</{name}>",
        st.sampled_from(["div", "b", "ul", "table", "section", "my-card"]),
        st.lists(of, max_size=3),
    ),
)


@given(TREES.filter(lambda tree: tree.startswith("<")), st.data())
def test_a_tree_passes_and_not_without_one_end_tag(tree, data):
    """Every nesting with all its end tags passes, and without one of them it fails."""
    assert check(tree).passed is True
    ends = [at for at in range(len(tree)) if tree.startswith("</", at)]
    if ends:
        at = data.draw(st.sampled_from(ends))
        assert check(tree[:at] + tree[tree.index(">", at) + 1 :]).passed is False
