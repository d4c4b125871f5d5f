"""What hostile replies cost: time in proportion to their length, and little memory and evidence."""

import json
import os
import random
import time
import tracemalloc

import pytest

from checkwright import Case, Toolbox
from checkwright_fact_match import KIND

#: Run by `make long`, and in CI.
pytestmark = pytest.mark.long

#: `make fuzz` tries replies of the length that is still looked at, `make test` short ones.
IS_FULL = "CHECKWRIGHT_FUZZ_EXAMPLES" in os.environ
SIZE = 2_000_000 if IS_FULL else 50_000
#: Seconds of CPU time: ten times what the slowest takes.
SECONDS = 50 if IS_FULL else 4
#: Bytes that the slowest may take besides the reply.
BYTES = 500_000_000 if IS_FULL else 20_000_000
FACTS = (
    "Oslo",
    "29.5",
    "oslo city",
    "60%",
    "11",
    "1%",
    ".",
    "-5",
    "$29.5",
    "€1",
    "北京",
    "1 5",
    "ß",
    "7/8",
    "e\u0301",
)

#: Texts that repeat themselves.
REPEATED = {
    "ones and commas": "1,",
    "ones and blanks": "1 ",
    "ones and dashes": "1-",
    "ones and thin spaces": "1\u2009",
    "ones in brackets": "(1,2)",
    "groups": "100 ",
    "digits": "1",
    "points": "1.",
    "apostrophes": "1'",
    "underscores": "1_",
    "slashes": "1/",
    "colons": "1:",
    "powers": "10^",
    "products": "3×10^5 ",
    "stars": "1**",
    "minus and emphasis": "-**",
    "dollars": "$1",
    "dollar signs": "$",
    "formulas": "-$1$ %",
    "formulas that are not closed": "\\(1 \\pi ",
    "escaped dollars": "\\$1$",
    "euros": "1€ ",
    "open braces": "{",
    "open fractions": "\\frac{",
    "fractions that go on": "\\frac",
    "roots": "\\sqrt[3",
    "indices": "x_{",
    "open powers": "^{(2",
    "degrees": "5^{\\circ",
    "texts": "\\text{,}",
    "backslashes": "\\",
    "markup": "<sup>",
    "lowered": "<sub>2</sub>",
    "spaces": " ",
    "blank lines": "0\n\n",
    "line separators": "\u2028",
    "one long word": "a",
    "parts of words": "osloaoslo",
    "beginnings": "oslo cit ",
    "wide gaps": "oslo  \n city  ",
    "snakes": "_oslo",
    "marks": "e\u0301\u0323",
    "marks alone": "\u0301",
    "Han": "北京我在",
    "Thai": "ข้าว๑๒",
    "Korean": "서울에서도",
    "Arabic": "العدد ٣٤ ",
    "letters that grow": "ﬃß",
    "jamo": "\u1112\u1161\u11ab",
    "zero width": "o\u200bslo ",
    "emoji": "\U0001f600",
    "halves of pairs": "\ud800a",
    "control characters": "\x00\x1f",
}
#: Texts in which nothing is written twice.
COUNTED = {
    "numbers": "{} ",
    "prices": "${} ",
    "percents": "-{0}.{0}% ",
    "units": "1 x{},",
    "bold": "-**{}** ",
    "boxed": "$-\\boxed{{{}}}$ % ",
    "letters of mathematics": "\\alpha_{} ",
    "chapters": "第{}章",
    "words": "aslo{}é, ",
    "prose": "The tower of line {:,} is as high as the others are.\n",
}
DRAWN = {
    "ones and signs": ["1-", "1/", "1 ", "1;", "1,", "1*", "1_", "1{", "1$", "1€", "1%", "1:"],
    "ones and letters": [f"1{letter}" for letter in "abcdefghijkmnopqrstuvwxyz"],
    "short formulas": ["$1$", "-$1$ %", "$x=1$ ", "\\pi 1", "1\\,", "{,}1"],
}


def repeated(unit):
    return (unit * (SIZE // len(unit) + 1))[:SIZE]


def counted(form):
    texts, size = [], 0
    while size < SIZE:
        texts.append(form.format(len(texts)))
        size += len(texts[-1])
    return "".join(texts)[:SIZE]


def drawn(units):
    return "".join(random.Random(7).choices(units, k=SIZE // 2))[:SIZE]


REPLIES = {
    **{name: lambda unit=unit: repeated(unit) for name, unit in REPEATED.items()},
    **{name: lambda form=form: counted(form) for name, form in COUNTED.items()},
    **{name: lambda units=units: drawn(units) for name, units in DRAWN.items()},
    "nested braces": lambda: "{" * (SIZE // 2) + "}" * (SIZE // 2),
    "nested roots": lambda: "\\sqrt{" * (SIZE // 7) + "}" * (SIZE // 7),
    "one gap": lambda: f"oslo{' ' * (SIZE - 8)}city",
    "one letter with marks": lambda: "e" + "\u0301\u0323" * (SIZE // 2),
}


@pytest.mark.parametrize("name", REPLIES)
def test_a_hostile_reply_is_judged_in_bounded_time(name):
    """However a reply is made, each check ends in seconds, and its evidence is small."""
    reply = REPLIES[name]()
    given = Case(reply, {"expected_facts": [*FACTS, reply[-40:].strip() or "x"]})
    began = time.thread_time()
    outcome = KIND.prepare(KIND.spec(kind="fact_match"), Toolbox())(given)
    evidence = outcome.locate(given) if outcome.locate is not None else ()
    assert time.thread_time() - began < SECONDS
    assert len(evidence) <= 100
    assert len(json.dumps([piece.text for piece in evidence])) < 80_000
    assert len(outcome.reason) <= 300


@pytest.mark.parametrize(
    "name", ["numbers", "ones and commas", "nested braces", "formulas", "one letter with marks"]
)
def test_a_hostile_reply_takes_bounded_memory(name):
    """What is kept of a reply grows with its length only, a few hundred times at most."""
    reply = REPLIES[name]()
    tracemalloc.start()
    try:
        KIND.prepare(KIND.spec(kind="fact_match"), Toolbox())(Case(reply, {"expected_facts": FACTS}))
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert most < BYTES
