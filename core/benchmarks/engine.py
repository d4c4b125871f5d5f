"""The engine against a hand-written loop that does the same seven checks on the same PCRE2."""

import random
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from typing import Any

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


def patterns() -> list[Any]:
    """Compile the patterns as the kind does: JIT, a match limit, caseless."""
    return [pcre2.compile(f"(*LIMIT_MATCH=1000){pattern}", pcre2.IGNORECASE) for pattern in PATTERNS]


def by_hand() -> Callable[[str], dict[str, Any]]:
    """Return the seven checks as a loop written by hand, without an engine.

    Fold once, look, search; note each check's id, score, weight and reason, which names the value found
    and every forbidden one; weigh and compare.
    """
    wanted = [(f"a{i}", [fold(value) for value in values]) for i, values in enumerate(ANY)]
    banned = [(f"n{i}", [fold(value) for value in values]) for i, values in enumerate(NONE)]
    searched = [(f"r{i}", pattern) for i, pattern in enumerate(patterns())]

    def check(response: str) -> dict[str, Any]:
        folded = fold(response)
        checks = []
        for ident, values in wanted:
            for value in values:
                if value in folded:
                    checks.append((ident, 1.0, WEIGHTS[ident], f"contains {value!r}"))
                    break
            else:
                checks.append((ident, 0.0, WEIGHTS[ident], "contains no value"))
        for ident, values in banned:
            hits = [value for value in values if value in folded]
            if hits:
                checks.append((ident, 0.0, WEIGHTS[ident], f"contains {', '.join(map(repr, hits))}"))
            else:
                checks.append((ident, 1.0, WEIGHTS[ident], "contains no value"))
        for ident, pattern in searched:
            if pattern.search(response):
                checks.append((ident, 1.0, WEIGHTS[ident], "matches"))
            else:
                checks.append((ident, 0.0, WEIGHTS[ident], "does not match"))
        total = sum(weight for _, _, weight, _ in checks)
        score = sum(one * weight for _, one, weight, _ in checks) / total
        return {"score": score, "passed": score >= 0.6 - 1e-9, "checks": checks}

    return check


def shortest_loop() -> Callable[[str], tuple[float, bool]]:
    """Return the shortest loop with the same score: it keeps nothing of the single checks."""
    wanted = [[fold(value) for value in values] for values in ANY]
    banned = [[fold(value) for value in values] for values in NONE]
    compiled, weights = patterns(), list(WEIGHTS.values())
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


def equal(pairs: Iterator[tuple[dict[str, Any], checkwright.Verdict]]) -> None:
    """Assert that loop and engine have the same result for every check, and that both verdicts occur."""
    seen = set()
    for by_loop, verdict in pairs:
        assert verdict.score is not None
        assert abs(by_loop["score"] - verdict.score) < 1e-12, (by_loop, verdict)
        assert by_loop["passed"] is verdict.passed, verdict
        ours = [(check.id, check.score, check.weight) for check in verdict.checks]
        assert [entry[:3] for entry in by_loop["checks"]] == ours, verdict
        seen.add(verdict.passed)
    assert seen == {True, False}, seen


def figures() -> Iterator[Figure]:
    """Measure the engine, evidence unread, and with to_dict()."""
    kinds = checkwright.load_kinds()
    plan = checkwright.compile_rubric(checkwright.parse_rubric(RUBRIC, kinds=kinds), kinds=kinds)
    texts, check, least = responses(), by_hand(), shortest_loop()
    size = median([len(text.encode()) for text in texts])
    foreign = sum(not text.isascii() for text in texts) / len(texts)
    equal((check(text), plan.score(Case(text))) for text in texts)

    def loop() -> Sequence[object]:
        return [check(text) for text in texts]

    def bare_loop() -> Sequence[object]:
        return [least(text) for text in texts]

    def engine() -> Sequence[object]:
        score = plan.score
        return [score(Case(text)) for text in texts]

    def told() -> Sequence[object]:
        score = plan.score
        return [score(Case(text)).to_dict() for text in texts]

    hand, bare, scored, spelled = in_turns(loop, bare_loop, engine, told, rounds=25)
    note = f"{hand / len(texts) * 1e6:.1f} us a reply by hand; median {size:.0f} B, {foreign:.0%} not ASCII"
    yield Figure("engine / hand-written loop", scored / hand, 1.15, note=note)
    yield Figure("engine / loop that keeps nothing of the checks", scored / bare)
    yield Figure("engine with to_dict() / hand-written loop", spelled / hand)
