"""A folder of a thousand rubrics against PyYAML's C loader on the same files."""

import random
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import yaml
from figures import Figure, in_turns

import checkwright

COUNT = 1000
WORDS = [
    "sorry",
    "apologies",
    "refund",
    "replace",
    "credit",
    "tomorrow",
    "today",
    "within",
    "guarantee",
    "promise",
    "lawsuit",
    "blame",
]
RUBRIC = """\
id: reply_{number}
version: "1.{number}"
label: "Replies to customer {number}"
description: "What a good reply to this customer holds, and what it leaves out."
checks:
  - kind: must_contain_any
    id: polite
    description: "The reply says that somebody is sorry."
    values: [{polite}]
  - kind: must_contain_any
    id: offers
    values: [{offers}]
    metadata: {{owner: support, since: 2024}}
  - kind: must_not_contain
    id: blames
    values: [{blames}]
  - kind: regex
    id: number
    patterns: ['\\b(order|ticket) #\\d{{4,8}}\\b', '^(dear|hello) {number}']
    mode: all
  - kind: llm_judge
    id: tone
    description: "The tone is warm."
    judge_prompt_ref: judge/tone@1.0
    judges: [small, large]
    threshold: 0.5
scoring:
  combine: weighted_avg
  threshold: 0.6
  weights: {{polite: 2, offers: 1, blames: 3}}
"""


def write(folder: Path, count: int = COUNT, seed: int = 7) -> None:
    """Write seeded rubrics of five checks, in folders of a hundred."""
    generator = random.Random(seed)

    def words(many: int) -> str:
        return ", ".join(generator.sample(WORDS, many))

    for number in range(count):
        file = folder / f"{number // 100}" / f"{number:04}.yaml"
        file.parent.mkdir(exist_ok=True)
        text = RUBRIC.format(number=number, polite=words(3), offers=words(4), blames=words(2))
        file.write_text(text, encoding="utf-8")


def equal(store: checkwright.RubricStore, documents: Sequence[Any]) -> None:
    """Assert that the store holds every rubric as the loader returns it."""
    assert store.problems == ()
    assert len(documents) == len(store.refs) == COUNT
    for data in documents:
        rubric = store.get(f"rubric/{data['id']}@{data['version']}")
        assert rubric is not None
        assert rubric.to_dict() == data
        assert all(check.spec is not None for check in rubric.checks)


def figures() -> Iterator[Figure]:
    """Measure reading the folder, every file opened anew."""
    kinds = checkwright.load_kinds()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        write(folder)
        files = sorted(folder.rglob("*.yaml"))

        def loaded() -> Sequence[Any]:
            return [yaml.load(file.read_bytes(), yaml.CSafeLoader) for file in files]

        def store() -> checkwright.RubricStore:
            return checkwright.RubricStore.from_directory(folder, kinds=kinds)

        equal(store(), loaded())
        by_loader, by_store = in_turns(loaded, store, rounds=7)
    size = len(RUBRIC)
    note = f"{by_loader / COUNT * 1e6:.0f} us a file of about {size} B by the loader"
    yield Figure("RubricStore of 1,000 rubrics / C safe load", by_store / by_loader, 3, note=note)
