"""Every search ends, and no harmless one is cut: patterns on texts of 2 kB to 990 kB."""

import os
import threading
import time

import pcre2
import pytest

from checkwright import Case, Toolbox
from checkwright_regex import KIND
from checkwright_regex.budget import Budget
from checkwright_regex.callouts import insert_callouts
from checkwright_regex.dialect import translate
from checkwright_regex.search import LimitReached, Search

#: Run by `make long`, and in CI.
pytestmark = pytest.mark.long

SIZES = [2_000, 20_000, 100_000, 990_000]
#: Most hostile searches spend all the time that they have, so that `make fuzz` alone tries them on every
#: size and for their whole second.
IS_FULL = "CHECKWRIGHT_FUZZ_EXAMPLES" in os.environ
HOSTILE_SIZES = SIZES if IS_FULL else [20_000, 100_000]
PROSE = 'The quick brown fox, aged 42, jumps over the lazy dog; "why" asks Zoë? No one knows. '
TERMS = "|".join(f"term{number}" for number in range(50))


def prose(size, start="", end=""):
    return f"{start}{(PROSE * (size // len(PROSE) + 1))[: size - len(start) - len(end)]}{end}"


def letters(size):
    return f"{'a' * (size - 1)}!"


def words(size, each=10):
    return (f"{'a' * each} " * (size // each))[:size]


def ninety_words(size):
    return words(size, size // 91)


def q_too_few(size):
    return ("z" * (size // 40) + "q") * 30 + "z" * (size // 4)


HOSTILE = [
    (r"(a+)+$", letters),
    (r"(a|a)*$", letters),
    (r"(a|aa)+$", letters),
    (r"(*NO_JIT)(a|aa)+$", letters),
    (r"(.*a){25}[?;]", letters),
    (r"^(([a-z])+.)+[A-Z]([a-z])+$", letters),
    (r"^([a-z0-9]([-.\w]*[a-z0-9])*@([a-z0-9]+\.)+[a-z]{2,9})[?;]$", letters),
    (r"(x+x+)+[yz]", lambda size: "x" * size),
    (r"\A(?:[\s\S]*?q){31}[!?]", q_too_few),
    (r"(?:\w+\s)*[!?]", ninety_words),
    (r"(?:\w+\s)*(?:\w+\s)*(?:\w+\s)*(?:\w+\s)*[!?]", ninety_words),
    (r"(?:\w+\s)*(?:\w+\s)*[!?]", words),
    (r"(?:(?:\w+\s){1,3})*[!?]", ninety_words),
    (r"\s+$", lambda size: " " * (size - 1) + "x"),
    (r"(\w+)\1+[!?]", lambda size: "a" * size),
    (r"\A(\w*)\1[!?]", lambda size: "a" * size),
    (r"(\w*+)\d|\A(?:(?1)[!?]|\w)*+[!?]", lambda size: "a" * size),
    (r"(?:(a?)(?R)?)+[!?]", lambda size: "a" * size),
    (r"\((?:[^()]|(?R))*\)[!?]", lambda size: "(" * size),
    (r".*.*.*=.*[!?]", lambda size: "=" * size),
    (r"(?<=(\w{1,100}))\w+\d[!?]", lambda size: "a" * size),
    (r"(?:\w*+(?!x)\w*+|\w*+y){3}[!?]", lambda size: "a" * size),
    (r"(?<=a{30000})b[!?]", lambda size: "b" * size),
    (r"\X+[!?]", lambda size: "a\u0301" * (size // 2)),
    (r"\A(?:(?=\X[!?])|\pM)*+[!?]", lambda size: "\u0301" * size),
]

HARMLESS = [
    (r"\A[\s\S]*?needle", lambda size: prose(size, end="needle"), True),
    (r"\A[\s\S]*?needle[!?]", lambda size: prose(size, end="needles"), False),
    (r"(?s).*zebra", lambda size: prose(size, end="zebra"), True),
    (r"(?s).*zebra[!?]", lambda size: prose(size, start="zebra "), False),
    (r"\A(?![\s\S]*bad)", prose, True),
    (r"\A(?![\s\S]*bad)", lambda size: prose(size, end="bad"), False),
    (r"(?:(?!end).)*end", lambda size: prose(size, end="end"), True),
    (r"(?s)<b>(?:(?!</b>).)*</b>\z", lambda size: prose(size, start="<b>", end="</b>"), True),
    (r"^(\w+\s?)*$", lambda size: words(size, 2), True),
    (r"\bword\b", lambda size: prose(size, end=" word"), True),
    (rf"\b(?:{TERMS})\b", lambda size: prose(size, end=" term49"), True),
    (rf"\b(?:{TERMS})\b", prose, False),
    (r"\w+@\w+\.\w+", prose, False),
    (r"\w+@\w+\.\w+", lambda size: prose(size, end=" me@home.org"), True),
    (r"\b(\w+)\s+\1\b", lambda size: prose(size, end=" end end"), True),
    (r'"[^"]*"\s*:\s*"[^"]*"', prose, False),
    (r"(?m)^\s*[-*] .*\bzebra\b.*$", lambda size: prose(size, end="\n - a zebra."), True),
    (r"\A\s*\{[\s\S]*\}\s*\z", lambda size: prose(size, start=" {", end="} "), True),
    (r"\s+$", lambda size: prose(size, end="x"), False),
]


def scored(pattern, text):
    execute = KIND.prepare(KIND.spec(kind="regex", patterns=[pattern]), Toolbox())
    began = time.thread_time()
    outcome = execute(Case(text))
    return outcome, time.thread_time() - began


@pytest.mark.parametrize("size", HOSTILE_SIZES)
@pytest.mark.parametrize(("pattern", "text"), HOSTILE, ids=[pattern for pattern, _ in HOSTILE])
def test_a_hostile_pattern_ends(pattern, text, size, monkeypatch):
    """A search that could go on for ever ends when its time is over or little later, as a failed check."""
    if not IS_FULL:
        monkeypatch.setattr("checkwright_regex.budget._SECONDS", 0.1)
    outcome, seconds = scored(pattern, text(size))
    assert not outcome.passed
    spent = f"match limit, {1 if IS_FULL else 0} s: "
    assert outcome.reason.startswith(("match limit: ", spent, "no match for "))
    assert seconds < 10


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(("pattern", "text", "passed"), HARMLESS)
def test_a_harmless_pattern_gives_its_true_verdict(pattern, text, passed, size):
    """A pattern that PCRE2 searches in linear time is never cut, however long the text."""
    outcome, _ = scored(pattern, text(size))
    assert outcome.passed is passed
    assert outcome.reason.endswith(" matches") if passed else outcome.reason.startswith("no match for ")


def test_a_budget_is_spent_by_its_own_thread_only():
    """Another thread that starts its second neither shortens nor renews the one of this thread."""
    budget, elsewhere = Budget(), []

    def start_another():
        budget.start(60)
        elsewhere.append((budget.callout(None), budget.spent))

    budget.start(-1)
    assert (budget.callout(None), budget.spent) == (-1, True)
    thread = threading.Thread(target=start_another)
    thread.start()
    thread.join()
    assert elsewhere == [(0, False)]
    assert (budget.callout(None), budget.spent) == (-1, True)


def test_waiting_is_not_spending():
    """When wall time has passed and CPU time of this thread has not, the search goes on."""
    budget = Budget()
    budget.start(0.02)
    until = time.perf_counter() + 0.05

    def work():
        while time.perf_counter() < until:
            pass

    other = threading.Thread(target=work)
    other.start()
    other.join()
    assert (budget.callout(None), budget.spent) == (0, False)


@pytest.mark.parametrize(
    "pattern",
    [
        r"\w+\d",
        r"x|(?<n>\w+)\d",
        r"x(?:\w+)*\d|\w*+\d",
        r"(\w)\1\w+\d",
        r"\Qa\E+\d",
        r"\w+\Q(",
        "(?x) \\w+\\d # note",
        "(?x) \\w+\\d # note\n",
        "(*CR)(?x) \\w+\\d # note\n",
        "(*CRLF)(?x) \\w+\\d # note\r",
        "(*NUL)(?x) \\w+\\d # note\n",
        "(?i:\\w+)\\d",
        "((?i)\\w+)\\d",
        r"\w+(?1)?\d|(x)",
        r".*\d",
        r".*\d|b",
        r"\X\d",
        r"(*FAIL)|\w\d",
    ],
)
def test_the_clock_is_looked_at_at_every_start(pattern):
    """A search that counts nothing still reaches the callout about once per start position."""
    calls = []
    with_callouts = insert_callouts(translate(pattern))
    compiled = pcre2.compile(with_callouts.settings + with_callouts.full, callout=lambda _: calls.append(1))
    compiled.search("a" * 100)
    assert len(calls) >= (1 if pattern == r".*\d" else 90)


@pytest.mark.parametrize("words", [3, 1_199, 1_200, 5_000, 160_000])
def test_a_pattern_too_large_for_its_callouts_is_still_searched(words):
    """What PCRE2 compiles is decided, whatever callouts would add to it."""
    search = Search(r"\A(?>\W*+\w++){1200}")
    assert search._full is None
    assert (search.find("word, " * words) is not None) is (words >= 1_200)


def test_a_hostile_pattern_too_large_for_its_callouts_ends():
    """Without room for callouts the match limit alone bounds a search."""
    search = Search(r"(?:\w+\s)*(?>\W*+\w++){1200}(?:\w+\s)*[!?]")
    assert search._full is None
    started = time.thread_time()
    with pytest.raises(LimitReached, match="match limit"):
        search.find("equal words " * 20_000)
    assert time.thread_time() - started < 10


@pytest.mark.parametrize("mode", ["any", "all"])
def test_the_patterns_of_a_check_share_one_budget(mode, monkeypatch):
    """A hundred hostile patterns take as long as one, and each that was not searched is a limit."""
    monkeypatch.setattr("checkwright_regex.budget._SECONDS", 0.1)
    patterns = [rf"(?:\w+\s)*(?:\w+\s)*[!?]{{{number + 1}}}" for number in range(100)]
    execute = KIND.prepare(KIND.spec(kind="regex", patterns=patterns, mode=mode), Toolbox())
    began = time.thread_time()
    outcome = execute(Case(words(20_000)))
    assert time.thread_time() - began < 5
    assert outcome.passed is False
    assert outcome.reason.startswith("match limit, 0 s: gave up the search for ")
    assert "and 98 more" in outcome.reason


@pytest.mark.parametrize("spent", [True, False])
def test_a_pattern_that_takes_long_costs_no_other_its_match(spent, monkeypatch):
    """What is soon decided comes first, so that a match passes whatever another pattern spends."""
    monkeypatch.setattr("checkwright_regex.budget._SECONDS", 0.1 if spent else 1.0)
    spec = KIND.spec(kind="regex", patterns=[r"(?:\w+\s)*(?:\w+\s)*[!?]", "aaa"])
    outcome = KIND.prepare(spec, Toolbox())(Case(words(20_000)))
    assert (outcome.passed, outcome.reason) == (True, "'aaa' matches")


@pytest.mark.parametrize("size", HOSTILE_SIZES)
@pytest.mark.parametrize(("pattern", "text"), HOSTILE, ids=[pattern for pattern, _ in HOSTILE])
def test_a_hundred_hostile_patterns_end(pattern, text, size, monkeypatch):
    """The bound of a check holds for a hundred patterns as it does for one."""
    if not IS_FULL:
        monkeypatch.setattr("checkwright_regex.budget._SECONDS", 0.1)
    spec = KIND.spec(kind="regex", patterns=[pattern] * (100 if IS_FULL else 20))
    began = time.thread_time()
    outcome = KIND.prepare(spec, Toolbox())(Case(text(size)))
    assert not outcome.passed
    assert time.thread_time() - began < 10
