"""A target_match check by chrF against bare sacrebleu whose references are cached."""

import random
from collections.abc import Iterator, Sequence

from engine import PLAIN, responses
from figures import Figure, in_turns, median
from sacrebleu.metrics.chrf import CHRF

import checkwright
from checkwright import Case

RUBRIC = {
    "id": "bench",
    "version": "1.0",
    "checks": [
        {"kind": "target_match", "reference_path": "expected.answers", "mode": "chrf", "threshold": 0.6}
    ],
    "scoring": {"combine": "min", "threshold": 0.6},
}
QUESTIONS, REPLIES = 20, 25


def replies(references: Sequence[str], generator: random.Random) -> list[str]:
    """Make replies from the references: up to nine in ten of the words are others."""
    made = []
    for _ in range(REPLIES):
        kept = generator.uniform(0.1, 0.9)
        words = generator.choice(references).split()
        made.append(
            " ".join(word if generator.random() < kept else generator.choice(PLAIN) for word in words)
        )
    return made


def figures() -> Iterator[Figure]:
    """Measure replies to questions of three references each, question by question."""
    generator = random.Random(7)
    texts = responses(3 * QUESTIONS)
    questions = [texts[start : start + 3] for start in range(0, len(texts), 3)]
    rows = [(references, replies(references, generator)) for references in questions]
    kinds = checkwright.load_kinds()
    plan = checkwright.compile_rubric(checkwright.parse_rubric(RUBRIC, kinds=kinds), kinds=kinds)

    def bare() -> list[float]:
        scores = []
        for references, given in rows:
            metric = CHRF(references=[[reference] for reference in references])
            scores += [metric.corpus_score([text], None).score / 100 for text in given]
        return scores

    def checked() -> list[float | None]:
        scores = []
        for references, given in rows:
            question = {"expected": {"answers": references}}
            scores += [plan.score(Case(text, question)).score for text in given]
        return scores

    expected = bare()
    assert checked() == expected
    assert min(expected) < 0.6 < max(expected), (min(expected), max(expected))
    by_hand, by_check = in_turns(bare, checked, rounds=7)
    size = median([len(reference.encode()) for references in questions for reference in references])
    note = f"{by_hand / len(expected) * 1e6:.0f} us a reply by sacrebleu; median reference {size:.0f} B"
    yield Figure("chrF with three references / sacrebleu", by_check / by_hand, 1.1, note=note)
