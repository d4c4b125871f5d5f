"""What is special about regex: what a check promises beside the pattern language."""

import subprocess
import sys
import threading
import time
from importlib.resources import files

import pytest
import yaml

import checkwright
from checkwright import Case, CheckError, Limits, NotExecutable, Toolbox
from checkwright_regex import KIND, checkwright_kinds

ROWS = yaml.safe_load(files("checkwright_regex").joinpath("examples.yaml").read_text("utf-8"))
WORDS = "ab cd ef " * 400
BLOWS_UP = r"(a+)+$"
BUSY = r"(\w+)\1+[!?]"
LETTERS = "a" * 3_000


def prepared(*patterns, limits=None, **fields):
    spec = KIND.spec.model_validate({"kind": "regex", "patterns": list(patterns), **fields})
    return KIND.prepare(spec, Toolbox(limits=limits or Limits()))


def check(response, *patterns, **fields):
    return prepared(*patterns, **fields)(Case(response))


def spans(response, *patterns, **fields):
    case = Case(response)
    return [
        ((piece.start, piece.end), piece.text) for piece in prepared(*patterns, **fields)(case).locate(case)
    ]


def mistake(*patterns, **fields):
    with pytest.raises(CheckError) as caught:
        prepared(*patterns, **fields)
    return caught.value.message, caught.value.path


def warnings(*patterns, **fields):
    spec = KIND.spec.model_validate({"kind": "regex", "patterns": list(patterns), **fields})
    return [(path, message.partition(" matches ")[0]) for path, message in KIND.warn(spec)]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: str(row["check"]["patterns"])[:40])
def test_the_examples_hold(row):
    """Every example comes out as it says, for the reason it says."""
    try:
        outcome = check(row["response"], **{"patterns": [], **row["check"]})
    except CheckError as error:
        passed, reason = False, error.message
    else:
        passed, reason = outcome.passed, outcome.reason
    assert passed is row["passed"]
    assert row.get("reason", "") in reason


def test_the_hook_offers_the_kind():
    """The package offers exactly its own kind."""
    assert [kind.name for kind in checkwright_kinds()] == ["regex"]


def test_the_engine_is_named():
    """PCRE2 decides beside us, so its version stands in the signature."""
    assert list(KIND.engines()) == ["PCRE2"]
    assert KIND.engines()["PCRE2"].startswith("10.")


def test_pcre2_is_loaded_by_prepare_only():
    """Loading the kind costs no native library; a rubric without a regex check never loads it."""
    code = (
        "import sys, checkwright, checkwright_regex as package; assert 'pcre2' not in sys.modules; "
        "kind = package.KIND; kind.prepare(kind.spec(kind='regex', patterns=['a']), checkwright.Toolbox()); "
        "assert 'pcre2' in sys.modules"
    )
    assert subprocess.run([sys.executable, "-W", "error", "-c", code], check=False).returncode == 0


class TestSpec:
    @pytest.mark.parametrize("patterns", [[], [""], ["a", ""], "a", None, [1]])
    def test_a_list_that_asks_for_nothing_is_refused(self, patterns):
        """Without a pattern mode all would pass with nothing tested."""
        with pytest.raises(ValueError, match="patterns"):
            KIND.spec.model_validate({"kind": "regex", "patterns": patterns})

    @pytest.mark.parametrize("flags", ["q", "g", "I", "ii", "misi", "i\n", "m s", None])
    def test_flags_are_known_and_given_once(self, flags):
        """An unknown or repeated flag is a mistake, not something to ignore."""
        with pytest.raises(ValueError, match="flags"):
            KIND.spec.model_validate({"kind": "regex", "patterns": ["a"], "flags": flags})

    @pytest.mark.parametrize("flags", ["", "imsxADUu", "u"])
    def test_every_flag_of_the_list_is_accepted(self, flags):
        """Each letter is accepted, in any number and order, once."""
        assert KIND.spec.model_validate({"kind": "regex", "patterns": ["a"], "flags": flags}).flags == flags

    def test_i_contradicts_case_sensitive(self):
        """A check that says both is refused: nobody can tell what was meant."""
        with pytest.raises(ValueError, match="the flag i contradicts case_sensitive: true"):
            KIND.spec.model_validate(
                {"kind": "regex", "patterns": ["a"], "flags": "mi", "case_sensitive": True}
            )

    @pytest.mark.parametrize(
        ("fields", "words"),
        [
            ({"flags": "ii"}, "'ii' does not fit: each flag stands at most once"),
            (
                {"flags": "mi", "case_sensitive": True},
                "'mi' does not fit: the flag i contradicts case_sensitive: true; leave one of them out",
            ),
        ],
    )
    def test_mistakes_of_flags_are_said_in_words(self, fields, words):
        """No pattern of the schema stands behind them, which none but an engine reads."""
        document = {
            "id": "t",
            "version": "1.0",
            "checks": [{"kind": "regex", "patterns": ["a"], **fields}],
            "scoring": {"combine": "all_pass"},
        }
        [problem] = checkwright.validate(document, kinds=checkwright.load_kinds())
        assert (problem.message, problem.hint) == (f"checks[0].flags: {words}", None)


class TestMode:
    def test_any_names_the_first_pattern_that_matches(self):
        """The order of the patterns decides which is named, not the order in the response."""
        assert check("two one", "three", "one", "two").reason == "'one' matches"
        assert spans("two one", "three", "one", "two") == [((4, 7), "one")]

    def test_any_names_every_pattern_when_none_matches(self):
        """A failing reason says what was looked for, capped."""
        assert check("x", "a", "b").reason == "no match for 'a', 'b'"
        assert check("x", *"abcdefg").reason.endswith("'e' and 2 more")

    def test_all_names_exactly_what_is_missing(self):
        """Whichever patterns do not match, these are named and no others."""
        for wanted in range(1, 16):
            missing = [letter for bit, letter in enumerate("abcd") if wanted >> bit & 1]
            response = "".join(letter for letter in "abcd" if letter not in missing) or "x"
            outcome = check(response, *"abcd", mode="all")
            assert outcome.reason == f"no match for {', '.join(map(repr, missing))}"

    def test_all_points_at_every_match(self):
        """The evidence of a passed check is the first match of each pattern."""
        assert check("b a", "a", "b", mode="all").reason == "all 2 patterns match"
        assert spans("b a", "a", "b", mode="all") == [((2, 3), "a"), ((0, 1), "b")]

    @pytest.mark.parametrize("response", ["a", "z", "", "b" * 5_000])
    @pytest.mark.parametrize("fields", [{}, {"mode": "all"}])
    @pytest.mark.parametrize("patterns", [["a"], ["a", "b"], ["a", r"b+c"]])
    def test_outcomes_are_made_once(self, response, fields, patterns):
        """Two responses alike get the very same outcome: nothing is made while scoring."""
        execute = prepared(*patterns, **fields)
        assert execute(Case(response)) is execute(Case(response))

    def test_no_response_is_not_executable(self):
        """What is not there matches nothing and fails nothing."""
        with pytest.raises(NotExecutable):
            check(None, "a")


class TestCase:
    def test_case_does_not_count_unless_asked(self):
        """As in the other text kinds the default ignores case; the check or the pattern can ask for it."""
        assert check("WORD", "word").passed
        assert not check("WORD", "word", case_sensitive=True).passed
        assert not check("WORD", "(?-i)word").passed
        assert check("WORD", "(?i)word", case_sensitive=True).passed
        assert check("ÄÖ Σς", r"äö\sΣσ").passed

    def test_capitals_where_case_does_not_count_are_warned_of(self):
        """[A-Z] and \\p{Lu} match small letters then, which their author hardly meant."""
        for pattern, named in [
            ("^[A-Z]", "'[A-Z]'"),
            (r"\p{Lu}\w+", r"'\\p{Lu}'"),
            (r"x[\p{ Lu }\d]", r"'[\\p{ Lu }\\d]'"),
            ("(?-i:a)[A-Z]", "'[A-Z]'"),
        ]:
            assert warnings(pattern) == [(("patterns", 0), named)]

    @pytest.mark.parametrize(
        "pattern",
        [
            "[A-Za-z]",
            "(?-i)[A-Z]",
            "(?-i:[A-Z])x",
            r"\[A-Z]",
            r"\Q[A-Z]\E",
            "(?x)x # [A-Z]",
            r"\\p{Lu}",
            "x(?#[A-Z])",
        ],
    )
    def test_what_only_looks_like_capitals_is_not_warned_of(self, pattern):
        """No warning where both cases are named, where case counts, and where the text is no class."""
        assert warnings(pattern) == []
        assert warnings("[A-Z]", case_sensitive=True) == []

    @pytest.mark.parametrize(
        ("pattern", "says"),
        [
            ("\bday", "in double quotes YAML reads \\b as a backspace"),
            (" day", "begins with white space"),
            ("day ", "ends with white space"),
            ("day\n", "ends with white space"),
            ("/days/i", "has delimiters around it"),
            ("/days?/", "has delimiters around it"),
            ("#days#i", "has delimiters around it"),
        ],
    )
    def test_what_is_hardly_meant_is_warned_of(self, pattern, says):
        """What YAML or another system's way to write patterns put there is said."""
        spec = KIND.spec.model_validate({"kind": "regex", "patterns": ["fine", pattern]})
        [(path, message)] = KIND.warn(spec)
        assert path == ("patterns", 1)
        assert says in message

    @pytest.mark.parametrize(
        ("pattern", "flags"),
        [
            (r"\bday", ""), (r"\ a\ ", ""), ("[ ]a", ""), (" +a +", ""), (" a # b\n", "x"), ("(?x) a ", ""),
            (r"\Q a \E", ""), ("/usr/bin/", ""), ("/days", ""), ("#one#", ""), ("a\tb\nc", ""),
        ],
    )  # fmt: skip
    def test_what_may_well_be_meant_is_not_warned_of(self, pattern, flags):
        """White space that was written on purpose, paths, and tabs and line ends inside."""
        assert warnings(pattern, flags=flags) == []

    def test_a_match_of_the_empty_text_is_warned_of(self):
        """Such a pattern is met by a response that says nothing."""
        assert warnings("a*", "b") == [(("patterns", 0), "'a*'")]
        assert warnings("a+", "^$", flags="x") == [(("patterns", 1), "'^$'")]
        assert warnings("(?<empty>(?&empty))") == []
        assert warnings("(") == []


class TestFlags:
    @pytest.mark.parametrize(
        ("flag", "pattern", "response", "without"),
        [
            ("m", "^b", "a\nb", False),
            ("s", "a.b", "a\nb", False),
            ("x", "a b # c", "ab", False),
            ("A", "b", "ab", True),
            ("A", "x|b", "ab", True),
            ("D", "a$", "a\n", True),
            ("u", "^.$", "é", True),
            ("i", "A", "a", True),
        ],
    )
    def test_each_flag_does_what_pcre_says(self, flag, pattern, response, without):
        """A flag changes the answer as its letter in PCRE does; u and i are on anyway."""
        assert check(response, pattern).passed is without
        assert check(response, pattern, flags=flag).passed is (without if flag in "ui" else not without)

    def test_u_makes_quantifiers_lazy(self):
        """U turns greedy and lazy around, which shows in the span."""
        assert spans("aaa", "a+") == [((0, 3), "aaa")]
        assert spans("aaa", "a+", flags="U") == [((0, 1), "a")]
        assert spans("aaa", "a+?", flags="U") == [((0, 3), "aaa")]

    def test_flags_hold_in_long_responses_too(self):
        """The copies of a pattern that search long texts have its flags."""
        assert not check(WORDS, r"cd\s+\w+", flags="A").passed
        assert check(WORDS, r"ab\s+\w+", flags="A").passed
        assert not check(f"{WORDS}\n", r"\w+\s$", flags="D").passed
        assert check(f"{WORDS}\n", r"\w+\s$").passed
        assert spans(WORDS, r"\w+\s\w+", flags="U") == [((0, 4), "ab c")]


class TestMistakes:
    @pytest.mark.parametrize(
        ("pattern", "said"),
        [
            ("(", "'(' is not a valid pattern: missing closing parenthesis at 1"),
            ("ab[c", "'ab[c' is not a valid pattern: missing terminating ] for character class at 4"),
            (r"\x{1F600}é(", "missing closing parenthesis at 11"),
            (r"\xA\xB\x{ 1F600 }*+*", "quantifier does not follow a repeatable item at 20"),
            ("(*ANYCRLF)(*LIMIT_MATCH=9)a**b+++", "quantifier does not follow a repeatable item at 29"),
            ("(?(?=a)a|b|c)", "conditional subpattern contains more than two branches at 0"),
            (r"a\x{110000}", "code point value in \\x{} or \\o{} is too large at 10"),
            (r"a\x{d800}", "disallowed Unicode code point (>= 0xd800 && <= 0xdfff) at 8"),
            (r"a\x{4G}", "non-hex character in \\x{} (closing brace missing?) at 6"),
            (r"a\x{}", "digits missing after \\x or in \\x{} or \\o{} or \\N{U+} at 4"),
            (r"[\x{}]", "digits missing after \\x or in \\x{} or \\o{} or \\N{U+} at 4"),
            (r"a\x", "digits missing after \\x or in \\x{} or \\o{} or \\N{U+} at 3"),
            (r"a\xyz", "digits missing after \\x or in \\x{} or \\o{} or \\N{U+} at 3"),
            (r"\u0041", "PCRE2 does not support \\F, \\L, \\l, \\N{name}, \\U, or \\u at 2"),
            (r"[a\U]", "PCRE2 does not support \\F, \\L, \\l, \\N{name}, \\U, or \\u at 4"),
            (r"\C", "using \\C is disabled"),
        ],
    )
    def test_the_place_is_that_of_the_authors_pattern(self, pattern, said):
        """The message is PCRE2's own, the position counts the author's characters."""
        message, path = mistake("fine", pattern)
        assert said in message
        assert path == ("patterns", 1)

    def test_a_lone_surrogate_is_no_pattern(self):
        """No text that can be encoded holds one: the model refuses it, and so does whoever goes around it."""
        with pytest.raises(ValueError, match="patterns"):
            prepared("ab\ud83d")
        spec = KIND.spec.model_construct(
            kind="regex", patterns=("ab\ud83d",), mode="any", flags="", case_sensitive=False
        )
        with pytest.raises(CheckError) as caught:
            KIND.prepare(spec, Toolbox())
        said = r"'ab\ud83d' is not a valid pattern: a lone surrogate is no character at 2"
        assert (caught.value.message, caught.value.path) == (said, ("patterns", 0))


class TestSurrogates:
    def test_a_lone_surrogate_in_the_response_is_searched_as_the_replacement_character(self):
        """Spans stay places of the response itself, before and after the surrogate."""
        response = "one \ud83d two \U0001f600 three"
        assert spans(response, r"\x{1F600} three") == [((10, 17), "\U0001f600 three")]
        assert spans(response, r"one .") == [((0, 5), "one \ud83d")]
        assert check(response, r"\x{FFFD}").passed
        assert not check(response, "[!?]", "four").passed

    def test_a_long_response_with_one_is_searched_too(self):
        """The bounded search reads surrogates as the quick one does."""
        response = f"{WORDS}\udc00 end"
        assert spans(response, r"\w+$") == [((len(WORDS) + 2, len(WORDS) + 5), "end")]


class TestLimits:
    def test_a_hostile_pattern_fails_by_the_match_limit(self):
        """What PCRE2 gives up is a failed check that says so, never a verdict."""
        assert check(f"{'a' * 40}!", BLOWS_UP).reason == f"match limit: gave up the search for '{BLOWS_UP}'"

    def test_the_second_of_cpu_time_is_named(self):
        """Work that no match limit counts ends by the clock, and the reason says that it did."""
        began = time.thread_time()
        outcome = check(LETTERS, BUSY)
        assert outcome.reason == r"match limit, 1 s: gave up the search for '(\\w+)\\1+[!?]'"
        assert not outcome.passed
        assert time.thread_time() - began < 10

    @pytest.mark.parametrize("mode", ["any", "all"])
    def test_what_was_found_beside_a_limit_counts(self, mode):
        """In mode any a match elsewhere passes; in mode all the limit and the missing ones are named."""
        outcome = check(f"{'a' * 40}!", BLOWS_UP, "b", "!", mode=mode)
        if mode == "any":
            assert outcome.reason == "'!' matches"
        else:
            assert outcome.reason == f"match limit: gave up the search for '{BLOWS_UP}'; no match for 'b'"
            assert outcome.details == {"limits": ["match limit"]}

    def test_an_author_cannot_raise_the_limit(self):
        """PCRE2 takes the lowest limit, and ours is there whatever stands in the pattern."""
        for setting in (
            "(*LIMIT_MATCH=4000000000)",
            "(*NO_JIT)(*LIMIT_MATCH=4000000000)(*LIMIT_HEAP=4000000000)",
        ):
            began = time.thread_time()
            assert check(f"{'a' * 40}!", f"{setting}(a|aa)+$").reason.startswith("match limit: ")
            assert time.thread_time() - began < 10

    def test_an_author_can_lower_the_limit(self):
        """The author's own limit holds, in short responses and in long ones."""
        assert check("ab" * 9, "(?:ab)*c*!|b{2}").reason.startswith("no match")
        for size in (9, 5_000):
            assert check("ab" * size, "(*LIMIT_MATCH=3)(?:ab|a|b)*[!?]").reason.startswith("match limit: ")

    def test_endless_recursion_is_a_limit(self):
        """A recursion that consumes nothing fails the check; it neither hangs nor crashes."""
        assert check("aaab", "(?R)").reason == "match limit: gave up the search for '(?R)'"

    def test_a_longer_response_is_not_searched_at_all(self):
        """A prefix would let a ban pass on what it never saw."""
        ban = r"\A(?![\s\S]*bad)"
        reason = "size limit: the response has more than 10 characters, so no pattern was searched in it"
        for mode in ("any", "all"):
            execute = prepared(ban, mode=mode, limits=Limits(regex_chars=10))
            assert execute(Case("good" * 2)).passed
            assert execute(Case("good good ")).passed
            assert execute(Case("good good bad")).reason == reason
            assert execute(Case("good good bad")).details == {"limits": ["size limit"]}
            assert not execute(Case("good good good")).passed

    def test_the_limit_of_the_run_is_a_million_characters(self):
        """At the limit a response is searched to its end, one character more and it is not."""
        end = r"needle\z"
        assert check(" " * 999_994 + "needle", end).passed
        assert check(" " * 999_995 + "needle", end).reason.startswith("size limit: ")

    def test_a_harmless_pattern_that_exhausts_the_jit_stack_matches(self):
        """PCRE2's interpreter answers where its machine code has too little stack."""
        for size in (100, 3_000, 40_000):
            assert check("ab " * size, r"^(\w+\s?)*$").passed

    def test_each_thread_has_its_own_second(self):
        """Threads share a prepared check, and none spends or ends the time of another."""
        execute, results = prepared(BUSY), {}

        def score(name, response):
            results[name] = [
                execute(Case(response)).reason for _ in range(1 if len(response) > 2_000 else 200)
            ]

        responses = {
            "busy": LETTERS,
            "hit": "anan!",
            "miss": "abc",
            "long": WORDS[:2_100],
            "busy too": LETTERS,
        }
        threads = [threading.Thread(target=score, args=item) for item in responses.items()]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        reasons = {name: {reason.partition(" ")[0] for reason in found} for name, found in results.items()}
        assert reasons == {
            "busy": {"match"},
            "busy too": {"match"},
            "hit": {"'(\\\\w+)\\\\1+[!?]'"},
            "miss": {"no"},
            "long": {"no"},
        }


def test_every_invalid_pattern_is_reported():
    """`validate` names all patterns that PCRE2 refuses, each at its place."""
    check = {"kind": "regex", "patterns": ["[z-a]", "fine", "(", "b{3,2}"]}
    rubric = {"id": "t", "version": "1.0", "checks": [check], "scoring": {"combine": "all_pass"}}
    problems = checkwright.validate(rubric, kinds=checkwright.load_kinds(plugins=[KIND], entry_points=False))
    assert [problem.path for problem in problems] == [f"/checks/0/patterns/{index}" for index in (0, 2, 3)]


def test_a_class_of_everything_but_capitals_needs_no_warning():
    """[^A-Z] names no capitals: without regard to case it matches no letter of either kind."""
    spec = KIND.spec.model_validate({"kind": "regex", "patterns": ["[^A-Z]", r"\P{Lu}"]})
    assert list(KIND.warn(spec)) == []
