"""Ten markdown_structure checks on one response against one of them: all share one parse."""

import random
from collections.abc import Iterator
from typing import Any

from figures import Figure, in_turns, median

import checkwright
from checkwright import Case

FIELDS: list[dict[str, Any]] = [
    {"required_sections": ["Summary", "Next steps"]},
    {"min_headings": 3},
    {"max_heading_level": 3},
    {"no_h1": True},
    {"min_code_blocks": 2},
    {"required_sections": ["Risks"]},
    {"min_headings": 6, "no_h1": True},
    {"max_heading_level": 2, "min_code_blocks": 1},
    {"required_sections": ["Costs", "Open questions"], "max_heading_level": 4},
    {"min_headings": 1, "min_code_blocks": 4},
]
TITLES = ["Summary", "**Next** steps", "Risks", "Costs:", "Use of `pip`", "[Open questions](#open)", "Notes"]
PARTS = [
    "Some *plain* prose with `code` and a [link](https://example.org/a).\nIt goes on over a line.",
    "- one\n- two\n  - three\n- four",
    "1. first\n2. second",
    "```python\n# no heading\nprint('hello')\n```",
    "> quoted\n> twice",
    "| a | b |\n|---|---|\n| 1 | 2 |",
    "    indented code",
    "<details>\n<summary>More</summary>\n</details>",
]


def replies(count: int = 200, seed: int = 7) -> list[str]:
    """Make seeded replies in Markdown of some 2 kB in the median."""
    generator = random.Random(seed)
    made = []
    for _ in range(count):
        parts = []
        for _ in range(generator.randint(2, 12)):
            parts.append(f"{'#' * generator.randint(1, 4)} {generator.choice(TITLES)}")
            parts += [generator.choice(PARTS) for _ in range(generator.randint(1, 6))]
        made.append("\n\n".join(parts) + "\n")
    return made


def figures() -> Iterator[Figure]:
    """Measure the ten checks against the first of them, which reads the titles too."""
    kinds = checkwright.load_kinds()
    texts = replies()

    def plan(fields: list[dict[str, Any]]) -> checkwright.Plan:
        checks = [{"kind": "markdown_structure", **one} for one in fields]
        document = {"id": "bench", "version": "1.0", "checks": checks, "scoring": {"combine": "median"}}
        return checkwright.compile_rubric(checkwright.parse_rubric(document, kinds=kinds), kinds=kinds)

    def outcomes(fields: list[dict[str, Any]]) -> list[list[tuple[str, str]]]:
        checked = plan(fields)
        return [
            [(check.status, check.reason) for check in checked.score(Case(text)).checks] for text in texts
        ]

    alone = [outcomes([fields]) for fields in FIELDS]
    together = outcomes(FIELDS)
    assert together == [[one[0] for one in row] for row in zip(*alone, strict=True)]
    for row in alone:
        assert {one[0][0] for one in row} == {"passed", "failed"}
    first, ten = plan(FIELDS[:1]), plan(FIELDS)

    def one_check() -> None:
        for text in texts:
            first.score(Case(text))

    def ten_checks() -> None:
        for text in texts:
            ten.score(Case(text))

    by_one, by_ten = in_turns(one_check, ten_checks, rounds=9)
    size = median([len(text.encode()) for text in texts])
    note = f"{by_one / len(texts) * 1e6:.0f} us a reply by one check; median reply {size:.0f} B"
    yield Figure("ten Markdown checks / one", by_ten / by_one, 1.15, note=note)
