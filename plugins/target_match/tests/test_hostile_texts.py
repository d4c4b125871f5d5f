"""What hostile replies cost: time in proportion to their length, and a short piece of evidence."""

import json
import os
import time

import pytest

from checkwright import Case, Toolbox
from checkwright_target_match import KIND

#: Run by `make long`, and in CI.
pytestmark = pytest.mark.long

#: `make fuzz` tries replies of the length that is still looked at, `make test` short ones.
IS_FULL = "CHECKWRIGHT_FUZZ_EXAMPLES" in os.environ
SIZE = 2_000_000 if IS_FULL else 50_000
#: Seconds of CPU time: ten times what the slowest takes.
SECONDS = 50 if IS_FULL else 4

UNITS = {
    "spaces": " ",
    "thin spaces": "1\u2009",
    "blank lines": "0\n\n",
    "tabs": "\t\v",
    "line separators": "\u2028",
    "one long word": "a",
    "short words": "a ",
    "nearly the reference": "oslo citx ",
    "capitals": "OSLO CITY ",
    "composed": "é",
    "decomposed": "e\u0301",
    "marks in the wrong order": "e\u0301\u0323",
    "marks alone": "\u0301",
    "letters with three parts": "ΐ ",
    "letters that grow": "ﬃ",
    "sharp s": "ß",
    "dotted capitals": "İ",
    "Greek": "Σς",
    "jamo": "\u1112\u1161\u11ab",
    "Korean": "서울에서도",
    "Han": "北京我在",
    "Thai": "ข้าว๑๒",
    "Arabic": "العدد ٣٤ ",
    "zero width": "\u200b",
    "words with zero width": "o\u200bslo ",
    "marks of direction": "\u202ea\u202c",
    "emoji": "\U0001f600",
    "control characters": "\x00\x1f",
    "backslashes": "\\",
    "quotes": "\"'",
}


def texts(name):
    """Return a reply, and references that differ from it at once, in the middle, at the end and hardly."""
    reply = (UNITS[name] * (SIZE // len(UNITS[name]) + 1))[:SIZE]
    middle = len(reply) // 2
    near = [f"{reply[:middle]}x{reply[middle:]}", f"{reply}x", f"x{reply}", f"{reply}\u200bx"]
    return reply, ["oslo city", *near]


@pytest.mark.parametrize("mode", ["exact", "normalized", "chrf"])
@pytest.mark.parametrize("name", UNITS)
def test_a_hostile_reply_is_judged_in_bounded_time(name, mode):
    """However a reply is made, each check ends in seconds, and its evidence is short."""
    reply, references = texts(name)
    toolbox = Toolbox()
    if mode == "chrf":
        reply, references = reply[: toolbox.limits.chrf_chars], references[:1]
    spec = KIND.spec(kind="target_match", reference_path="expected.answer", mode=mode)
    given = Case(reply, {"expected": {"answer": references}})
    began = time.thread_time()
    outcome = KIND.prepare(spec, toolbox)(given)
    evidence = outcome.locate(given) if outcome.locate is not None else ()
    assert time.thread_time() - began < SECONDS
    assert outcome.passed is False
    assert len(json.dumps([piece.text for piece in evidence])) < 80_000
    assert len(outcome.reason) <= 300


def test_a_long_difference_is_quoted_by_its_beginning():
    """The evidence points at the first thousand characters that differ."""
    given = Case("same " + "a" * 5_000, {"expected": {"answer": "same"}})
    execute = KIND.prepare(KIND.spec(kind="target_match", reference_path="expected.answer"), Toolbox())
    (piece,) = execute(given).locate(given)
    assert (piece.start, piece.end, piece.text) == (4, 1_004, " " + "a" * 999)
