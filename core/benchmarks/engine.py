"""The engine against a hand-written loop that does the same seven checks on the same PCRE2."""

import random
import unicodedata
from collections.abc import Callable, Iterator, Sequence

import pcre2
from figures import Figure, in_turns, median

import checkwright
from checkwright import Case

ANY = [["sorry", "apologies", "apologize"], ["refund", "replace", "credit"], ["tomorrow", "today", "within"]]
NONE = [["guarantee", "promise"], ["lawsuit", "blame", "fault"]]
PATTERNS = [r"\b(order|ticket) #\d{4,8}\b", r"^(dear|hello|hi)\b"]
WEIGHTS = {"a0": 2.0, "a1": 1.0, "a2": 1.0, "n0": 3.0, "n1": 1.0, "r0": 1.5, "r1": 0.5}
RUBRIC = {
    "id": "bench",
    "version": "1.0",
    "checks": [
        *({"kind": "must_contain_any", "id": f"a{i}", "values": values} for i, values in enumerate(ANY)),
        *({"kind": "must_not_contain", "id": f"n{i}", "values": values} for i, values in enumerate(NONE)),
        *({"kind": "regex", "id": f"r{i}", "patterns": [pattern]} for i, pattern in enumerate(PATTERNS)),
    ],
    "scoring": {"combine": "weighted_avg", "threshold": 0.6, "weights": WEIGHTS},
}
PLAIN = [
    "Hello",
    "Dear",
    "we",
    "are",
    "sorry",
    "about",
    "the",
    "delay",
    "of",
    "your",
    "order",
    "#12345",
    "and",
    "will",
    "refund",
    "the",
    "amount",
    "within",
    "days",
]
FOREIGN = ["Grüße", "Straße", "İstanbul", "naïve", "café", "πρόβλημα", "返金", "Žádost"]


def responses(count: int = 1000, seed: int = 7) -> list[str]:
    """Make seeded replies of 600 bytes in the median, a tenth of them not ASCII."""
    generator = random.Random(seed)
    made = []
    for number in range(count):
        words = PLAIN + generator.sample(
            ["guarantee", "lawsuit", "ticket", "tomorrow", "credit", "parcel"], 3
        )
        words += FOREIGN if number % 10 == 0 else []
        length = max(20, int(generator.lognormvariate(6.4, 0.5)))
        text = ""
        while len(text) < length:
            text += generator.choice(words) + generator.choice([" ", " ", " ", ", ", ". ", "\n"])
        made.append(text)
    return made


def by_hand() -> Callable[[str], tuple[float, bool]]:
    """Write the seven checks as one would without an engine: fold once, look, search, weigh, compare."""
    wanted = [[fold(value) for value in values] for values in ANY]
    banned = [[fold(value) for value in values] for values in NONE]
    limits = "(*LIMIT_MATCH={})"
    compiled = [
        pcre2.compile(limits.format(1_000_000) + pattern, pcre2.IGNORECASE | pcre2.UTF | pcre2.UCP, jit=True)
        for pattern in PATTERNS
    ]
    weights = list(WEIGHTS.values())
    total = sum(weights)

    def check(response: str) -> tuple[float, bool]:
        folded = fold(response)
        scores = [1.0 if any(value in folded for value in values) else 0.0 for values in wanted]
        scores += [0.0 if any(value in folded for value in values) else 1.0 for values in banned]
        scores += [1.0 if pattern.search(response) else 0.0 for pattern in compiled]
        score = sum(weight * one for weight, one in zip(weights, scores, strict=True)) / total
        return score, score >= 0.6 - 1e-9

    return check


def fold(text: str) -> str:
    """Fold as the kinds do."""
    if text.isascii():
        return text.lower()
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", text).casefold())


def equal(pairs: Iterator[tuple[tuple[float, bool], checkwright.Verdict]]) -> None:
    """Assert that the loop and the engine say the same of every reply, and both verdicts occur."""
    seen = set()
    for (score, passed), verdict in pairs:
        assert verdict.score is not None
        assert abs(score - verdict.score) < 1e-12, (score, verdict)
        assert passed is verdict.passed, verdict
        seen.add(passed)
    assert seen == {True, False}, seen


def figures() -> Iterator[Figure]:
    """Measure the engine, evidence unread, and with to_dict()."""
    kinds = checkwright.load_kinds()
    plan = checkwright.compile_rubric(checkwright.parse_rubric(RUBRIC, kinds=kinds), kinds=kinds)
    texts, check = responses(), by_hand()
    size = median([len(text.encode()) for text in texts])
    foreign = sum(not text.isascii() for text in texts) / len(texts)
    equal((check(text), plan.score(Case(text))) for text in texts)

    def loop() -> Sequence[object]:
        return [check(text) for text in texts]

    def engine() -> Sequence[object]:
        score = plan.score
        return [score(Case(text)) for text in texts]

    def told() -> Sequence[object]:
        score = plan.score
        return [score(Case(text)).to_dict() for text in texts]

    bare, scored, spelled = in_turns(loop, engine, told)
    note = f"{bare / len(texts) * 1e6:.1f} us a reply by hand; median {size:.0f} B, {foreign:.0%} not ASCII"
    yield Figure("engine / hand-written loop", scored / bare, 1.15, note=note)
    yield Figure("engine with to_dict() / hand-written loop", spelled / bare)
