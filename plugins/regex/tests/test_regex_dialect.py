"""The pattern language is PCRE2's, whatever the binding makes of it, and callouts leave it alone."""

from contextlib import suppress

import pcre2
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from checkwright import Case, Toolbox
from checkwright_regex import KIND
from checkwright_regex.callouts import insert_callouts
from checkwright_regex.dialect import translate
from checkwright_regex.search import LimitReached, Search
from checkwright_regex.tokens import tokenize


def matched(pattern, text, flags="", case_sensitive=True):
    span = Search(pattern, flags, case_sensitive).find(text)
    return None if span is None else text[slice(*span)]


def copies(pattern):
    """Return every text that is compiled for a pattern: as translated, and with callouts in it."""
    translation = translate(pattern)
    with_callouts = insert_callouts(translation)
    texts = [
        translation.text,
        *(
            with_callouts.settings + text
            for text in (with_callouts.low, with_callouts.full)
            if text is not None
        ),
    ]
    return [pcre2.compile(text, jit=jit, callout=lambda _: 0) for text in texts for jit in (True, False)]


def found(compiled, text):
    match = compiled.search(text)
    return None if match is None else match.span()


CONSTRUCTS = [
    (r"\A\d+\Z", "42\n", "42"),
    (r"\A\d+\z", "42\n", None),
    (r"done\.\z", "All done.", "done."),
    (r"42$", "42\n", "42"),
    (r"a\hb", "a\u00a0b", "a\u00a0b"),
    (r"a\Hb", "a b", None),
    (r"a\vb", "a\u2028b", "a\u2028b"),
    (r"a\Rb", "a\r\nb", "a\r\nb"),
    (r"a\Nb", "a\nb", None),
    (r"foo\Kbar", "foobar", "bar"),
    (r"\((?:[^()]++|(?R))*+\)", "f(a(b)c) d", "(a(b)c)"),
    (r"(?<n>\w)\k<n>", "abccd", "cc"),
    (r"(?P<n>\w)(?P=n)", "abccd", "cc"),
    (r"(?'n'\w)\k'n'", "abccd", "cc"),
    (r"(\w)\g{1}", "abccd", "cc"),
    (r"(\w)\g{-1}", "abccd", "cc"),
    (r"(?<pal>(\w)(?:(?&pal)|\w?)\g{-1})", "xabcbay", "abcba"),
    (r"(a|b)(?1)", "cab", "ab"),
    (
        r"(?(DEFINE)(?<byte>25[0-5]|2[0-4]\d|1?\d?\d))\b(?&byte)(?:\.(?&byte)){3}\b",
        "at 10.0.0.255",
        "10.0.0.255",
    ),
    (r"\w++\d", "ab1", None),
    (r"(?>\w+)\d", "ab1", None),
    (r"(\()?\w+(?(1)\))", "(ab) ", "(ab)"),
    (r"(?(?=\d)\d{3}|[a-z]{2})", "12ab", "ab"),
    (r"\X\z", "e\u0301", "e\u0301"),
    (r"\p{Lu}\p{Ll}", "éÉlan", "Él"),
    (r"\p{Greek}+", "abc αβγ", "αβγ"),
    (r"\P{L}", "a1", "1"),
    (r"[[:digit:]]+", "a12", "12"),
    (r"[[:^alpha:]]", "a1", "1"),
    (r"[\w-]+", "a-b", "a-b"),
    (r"a(*SKIP)(*F)|\w", "aab", "b"),
    (r"aaab(*COMMIT)x|b", "aaab", None),
    (r"a(?:b(*PRUNE)x|bc)", "abc", None),
    (r"(?:a(*THEN)x|ab)", "ab", "ab"),
    (r"a(*ACCEPT)b", "ac", "a"),
    (r"(?|(a)x|(b)y)\1", "byb", "byb"),
    (r"(?<=\bfoo)bar", "foobar", "bar"),
    (r"(?<!x)bar", "xbar bar", "bar"),
    (r"(?<=a{1,3})b", "aab", "b"),
    (r"(*plb:foo)bar", "foobar", "bar"),
    (r"(*atomic:a|ab)c", "abc", None),
    (r"foo(?i)bar", "fooBAR", "fooBAR"),
    (r"(?i:a)b", "Ab", "Ab"),
    (r"(?s).", "\n", "\n"),
    (r"(?m)^b$", "a\nb\nc", "b"),
    (r"(?xx)[a b]{ 2 , 3 }", "ab", "ab"),
    (r"(?n)(a)|b", "a", "a"),
    (r"a{,2}b", "aaab", "aab"),
    (r"a{,}b", "a{,}b", "a{,}b"),
    (r"\o{101}\101\x41", "AAA", "AAA"),
    (r"\cA", "\x01", "\x01"),
    (r"\e\a\f\t", "\x1b\a\f\t", "\x1b\a\f\t"),
    (r"[[:<:]]b", "ab b", "b"),
    (r"(?[[a-z]-[aeiou]])+", "aeibcd", "bcd"),
    (r"(\w+) (*scs:(1)a.c)\w+", "abd x aac y", "aac y"),
    (r"(?C1)a(?C'note')b", "ab", "ab"),
    (r"\N{U+1F600}", "😀", "😀"),
    (r"\Ga", "ba", None),
    (r"https?://example\.org/a/b", "https://example.org/a/b!", "https://example.org/a/b"),
    (r"\w+\Q(x", "ab(x", "ab(x"),
    (r"x\Qb*\E+c", "xb**c", "xb**c"),
    (r"a+|(*COMMIT)a", "ba", "a"),
    ("(?x)\\w+\\d # note", "ab1", "ab1"),
    ("(*NUL)(?x)\\w+\\d # note\0", "ab1", "ab1"),
    (r"\bC\+\+\b", "Write C++ please", None),
    (r"\bA\b", "Apple", None),
    (r"\A(?:\W*\w+){3}", "hello", "hello"),
    (r"\A(?>\W*\w+){3}", "hello", None),
    (r'\A\s*"[\s\S]*"\s*\Z', '"', None),
    (
        r"\A\s*+(?:(?!---)\S\s*)++---\s*(?:(?!---)\S\s*)++(?:---\s*)?\z",
        "One.\n---\nTwo.\n---\n",
        "One.\n---\nTwo.\n---\n",
    ),
]


@pytest.mark.parametrize(("pattern", "text", "expected"), CONSTRUCTS)
def test_a_construct_of_pcre2_is_understood(pattern, text, expected):
    """Each construct matches what PCRE2's documentation says, in every copy that is compiled."""
    assert matched(pattern, text) == expected
    assert {found(copy, text) for copy in copies(pattern)} == {Search(pattern, "", True).find(text)}


@pytest.mark.parametrize(
    ("pattern", "text", "expected"),
    [
        (r"\x{1F600}", "well done 😀", "😀"),
        (r"\x{ 1F600 }", "well done 😀", "😀"),
        ("\\x{\t41}", "A", "A"),
        (r"\x{0000041}", "A", "A"),
        (r"[\x{1F600}-\x{1F64F}]+", "a😀🙏", "😀🙏"),
        (r"\x{41}{2}", "AAA", "AA"),
        (r"a\xA", "a\n", "a\n"),
        (r"a\xAz", "a\nz", "a\nz"),
        (r"[\xA]", "\n", "\n"),
        (r"\x4a\x4B", "JK", "JK"),
        (r"\x41B", "AB", "AB"),
        (r"\Q\x{41}\E", r"the escape \x{41} itself", r"\x{41}"),
        (r"\Q\x{41}", r"\x{41}", r"\x{41}"),
        (r"\Qa\E\x{41}", "aA", "aA"),
        (r"[\Q\x{4\E\x{41}]+", r"4A{x}", r"4A{x"),
        (r"\\x{41}", "\\" + "x" * 41, "\\" + "x" * 41),
        (r"\c\x{41}", "\x1c" + "x" * 41, "\x1c" + "x" * 41),
        (r"[\c\x{41}]+", "\x1cx{41}", "\x1cx{41}"),
        ("(?x)a # \\u \\x{zz} [ \\Q\n\\x{42}", "aB", "aB"),
        (r"a(?#\u \x [ \Q)\x{42}", "aB", "aB"),
        ("(?x:a # \\u\n)#\\x{42}", "a#B", "a#B"),
        ("(?x)a(?-x:#\\x{42})", "a#B", "a#B"),
        ("(?x)(?^:#\\x{42})", "#B", "#B"),
        ("((?x)a#)\n)#\\x{42}", "a#B", "a#B"),
        (r"(?x)[#\x{42}]+", "B#", "B#"),
        ("(?x)\\#\\x{42} # \\u", "#B", "#B"),
        ("(*CR)(?x)a # \n \\u\r\\x{42}", "aB", "aB"),
        ("(*ANYCRLF)(?x)a # \\u\r\\x{42}", "aB", "aB"),
        ("(*CRLF)(?x)a # \r \n \\u\r\n\\x{42}", "aB", "aB"),
        ("(*NUL)(?x)a # \\u\n\0\\x{42}", "aB", "aB"),
        (r"(*MARK:\u[)a\x{42}", "aB", "aB"),
        (r"a(?C'\u[')\x{42}", "aB", "aB"),
        (r"[]\x{42}]+", "]B", "]B"),
        (r"[^]\x{42}]+", "]Ba", "a"),
        (r"[[:alpha:]\x{21}]+", "B!1", "B!"),
        (r"(?xx)[ ]\x{42}]+", "]B", "]B"),
        (r"(?[ [\x{41}] + \x{42} ])+", "AB", "AB"),
    ],
)
def test_hexadecimal_escapes_mean_what_pcre2_says(pattern, text, expected):
    """Escapes are read outside quotations, comments, verb names and callouts, and nowhere else."""
    assert matched(pattern, text) == expected
    assert {found(copy, text) for copy in copies(pattern)} == {Search(pattern, "", True).find(text)}


def test_a_comment_under_the_flag_x_is_no_pattern():
    """The flag does what (?x) does at the start."""
    assert matched("a # \\u [ \\Q (\n\\x{42} ", "aB", "x") == "aB"
    assert matched("a#b", "a#b") == "a#b"


@pytest.mark.parametrize(
    ("pattern", "text", "expected"),
    [
        ("(*ANYCRLF)(?m)^b", "a\rb", "b"),
        ("(*CR)(?m)^b", "a\nb", None),
        ("(*CRLF)(*UTF)(*UCP)a.b", "a\nb", "a\nb"),
        ("(*BSR_ANYCRLF)a\\Rb", "a\u2028b", None),
        ("(*NO_JIT)(*NO_START_OPT)(*NO_AUTO_POSSESS)(*NO_DOTSTAR_ANCHOR)a+b", "aab", "aab"),
        ("(*LIMIT_MATCH=99)(*LIMIT_DEPTH=99)(*LIMIT_HEAP=99)a+b", "aab", "aab"),
        ("(*NOTEMPTY)a*", "baa", "aa"),
        ("(*CASELESS_RESTRICT)(?i)k", "\u212a", None),
        ("(*TURKISH_CASING)(?i)I", "ı", "ı"),
    ],
)
def test_leading_verbs_stay_legal(pattern, text, expected):
    """The author's settings are settings still, although a limit of ours stands before them."""
    assert matched(pattern, text) == expected
    assert {found(copy, text) for copy in copies(pattern)} == {Search(pattern, "", True).find(text)}


_LITERALS = [
    "a",
    "b",
    "ab",
    ".",
    r"\w",
    r"\d",
    r"\s",
    "[ab]",
    "[^a]",
    r"\x61",
    "1",
    " ",
    r"\x{61}",
    r"\Qa+\E",
    r"\R",
]
_ZERO = ["^", "$", r"\b", r"\A", r"\z", "(?=a)", "(?!b)", "(?<=a)", r"(?<!\w)", r"\K", "(?i)", "(?s)"]
_TIMES = ["", "", "*", "+", "?", "{2}", "{1,3}", "{,40}", "{33,}", "*?", "+?", "++", "??"]


def _grown(inner):
    joined = st.lists(inner, min_size=1, max_size=3).map("".join)
    group = st.tuples(
        st.sampled_from(["(", "(?:", "(?>", "(?|", "(?i:", "(?<g>"]), joined, st.sampled_from(_TIMES)
    )
    return st.one_of(
        joined,
        group.map(lambda parts: f"{parts[0]}{parts[1]}){parts[2]}"),
        st.tuples(joined, joined).map("|".join),
        st.tuples(joined, st.sampled_from([r"\1", "(?1)", "(?R)?"])).map("".join),
    )


PATTERNS = st.recursive(
    st.one_of(
        st.tuples(st.sampled_from(_LITERALS), st.sampled_from(_TIMES)).map("".join), st.sampled_from(_ZERO)
    ),
    _grown,
    max_leaves=8,
)
TEXTS = st.lists(st.sampled_from(["a", "b", "1", " ", "\n", "A", "é", "a" * 40, "ab" * 20]), max_size=6).map(
    "".join
)


def _compiled(pattern):
    try:
        return pcre2.compile(pattern)
    except pcre2.PatternError:
        return None


@given(pattern=PATTERNS, text=TEXTS)
def test_callouts_change_no_match(pattern, text):
    """Every copy of a pattern, with callouts or without, finds the same span or hits a limit."""
    assume(_compiled(translate(pattern).text))
    spans = set()
    for copy in copies(pattern):
        with suppress(pcre2.LibraryError):
            spans.add(found(copy, text))
    assert len(spans) <= 1


@given(pattern=PATTERNS.filter(lambda pattern: "\\x{" not in pattern), text=TEXTS)
def test_a_pattern_without_the_escape_is_left_alone(pattern, text):
    """Where the binding reads PCRE2's language, the translation is the pattern, character by character."""
    assert translate(pattern).text == pattern
    compiled = _compiled(pattern)
    assume(compiled)
    try:
        expected = found(compiled, text)
    except pcre2.LibraryError:
        return
    with suppress(LimitReached):  # a limit is no answer
        assert Search(pattern, "", True).find(text) == expected


@given(pattern=st.text(r"ax1{}[]()\QEx?#*:|^-+ 'ucKgp<>" + "\n"), extended=st.booleans())
def test_the_tokens_cover_the_pattern(pattern, extended):
    """Whatever the text, valid or not, the tokens follow each other from its start to its end."""
    cut = list(tokenize(pattern, False, extended))
    assert [item.start for item in cut] + [len(pattern)] == [0, *(item.end for item in cut)]


@given(pattern=st.text(r"ax1{}[]()\QEx?#*:|^-+ 'ucKgp<>" + "\n"), place=st.integers(0, 60))
def test_every_place_of_a_translation_is_one_of_the_pattern(pattern, place):
    """An error position lies inside the author's pattern, and never goes back when PCRE2's goes on."""
    translation = translate(pattern)
    places = [translation.place(offset) for offset in range(len(translation.text) + 1)]
    assert places == sorted(places)
    assert places[0] == 0
    assert places[-1] == len(pattern)


@given(
    literal=st.text(st.characters(exclude_categories=["Cs"]), max_size=12).filter(
        lambda text: "\\E" not in text
    )
)
def test_quoted_text_matches_itself(literal):
    """Between \\Q and \\E every text is literal, and its span is where the text stands."""
    literal = literal.removesuffix("\\")
    assert Search(f"\\Q{literal}\\E", "", True).find(f"é😀{literal}!") == (
        (text := f"é😀{literal}!").find(literal),
        text.find(literal) + len(literal),
    )


@given(character=st.characters(exclude_categories=["Cs"]))
def test_a_character_is_matched_by_its_code_point(character):
    """The braced escape names every character of Unicode, alone and in a class."""
    for pattern in (f"\\x{{{ord(character):x}}}", f"[\\x{{ {ord(character):X} }}]"):
        assert Search(pattern, "", True).find(f"é{character}") in (
            (1, 2),
            (0, 1) if character == "é" else None,
        )


@given(pattern=PATTERNS, text=TEXTS)
def test_evidence_quotes_what_matched(pattern, text):
    """The span lies inside the response and quotes the very text that PCRE2 matched."""
    compiled = _compiled(translate(pattern).text)
    assume(compiled)
    spec = KIND.spec(kind="regex", patterns=[pattern], case_sensitive=True)
    outcome = KIND.prepare(spec, Toolbox())(Case(text))
    if outcome.passed:
        (piece,) = outcome.locate(Case(text))
        assert piece.text == text[piece.start : piece.end]
        try:
            matched = compiled.search(text)
        except pcre2.LibraryError:  # its stack for JIT is too small for some that the kind then runs without
            return
        assert piece.text == matched.group()
