"""Each decision stands once, with an example, on a page that the index and the pages of its kinds lead to."""

import os
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from blocks import blocks, links

ROOT = Path(__file__).resolve().parents[2]
TOPICS, KINDS = Path("docs/explanation/decisions"), Path("docs/reference/kinds")
INDEX = ROOT / TOPICS / "index.md"
PAGES = sorted({*(ROOT / TOPICS).glob("*.md"), *(ROOT / KINDS).glob("*-decisions.md")} - {INDEX})


def _decisions(page: Path) -> Iterator[tuple[str, str]]:
    """Yield each decision of a page: its heading, and all that stands below it."""
    for part in re.split(r"(?m)^## ", page.read_text(encoding="utf-8"))[1:]:
        heading, _, text = part.partition("\n")
        yield heading, text


def test_every_decision_has_an_example() -> None:
    """Below each heading stands a block that is run."""
    bare = [
        heading
        for page in PAGES
        for heading, text in _decisions(page)
        if not any(block.language in ("python", "console") for block in blocks(text))
    ]
    assert bare == []


def test_every_decision_stands_once() -> None:
    """No heading stands on two pages, or twice on one."""
    count = Counter(heading for page in PAGES for heading, _ in _decisions(page))
    assert count.total() > len(PAGES)
    assert [heading for heading, times in count.items() if times > 1] == []


def test_the_index_has_one_line_for_each_page() -> None:
    """The index leads to each page of decisions once."""
    led_to = Counter((INDEX.parent / link).resolve() for link in links(INDEX.read_text(encoding="utf-8")))
    del led_to[ROOT / "docs/explanation/design.md"]
    assert led_to == Counter(PAGES)


def test_the_page_of_a_kind_leads_to_its_decisions() -> None:
    """Each `<kind>-decisions.md` is linked from `<kind>.md`, beside which it lies."""
    pages = [page for page in PAGES if page.parent == ROOT / KINDS]
    assert pages
    for page in pages:
        reference = page.with_name(page.name.replace("-decisions", ""))
        assert page.name in links(reference.read_text(encoding="utf-8"))


BAD = {
    "no title": ("How it is.\n", "regex", "expected a title and below it a paragraph"),
    "no paragraph": ("# Patterns\n\n## One\n", "regex", "expected a title and below it a paragraph"),
    "no link to its kind": ("# Patterns\n\nHow it is.\n", "regex", "expected a link to regex.md"),
    "no such kind": ("# Patterns\n\nHow [it](rexeg.md) is.\n", "rexeg", "no kind is named 'rexeg'"),
}


@pytest.mark.parametrize(("text", "kind", "message"), BAD.values(), ids=BAD)
def test_a_page_that_the_index_cannot_show_is_refused(text, kind, message, tmp_path):
    """The generator names the page and what it expected."""
    code, said = _generated(tmp_path, kind, text)
    assert (code, f"docs/reference/kinds/{kind}-decisions.md: " in said, message in said) == (1, True, True)


def test_the_index_shows_title_and_first_sentence(tmp_path):
    """Links of the sentence become text, its code stays, and what follows it is left out."""
    text = "# All of `regex`\n\nHow [it](regex.md), with\n`--explain`, is. No more.\n"
    code, said = _generated(tmp_path, "regex", text)
    line = "| [All of `regex`](../../reference/kinds/regex-decisions.md) | How it, with `--explain`, is. |"
    assert (code, line in said.splitlines()) == (0, True)


def _generated(root: Path, kind: str, text: str) -> tuple[int, str]:
    """Return the exit code and the index of a folder with one page of decisions."""
    (root / KINDS).mkdir(parents=True)
    (root / KINDS / f"{kind}-decisions.md").write_text(text, encoding="utf-8")
    program = (
        "import decisions, pathlib, sys; root = pathlib.Path(sys.argv[1]); "
        "print(decisions.index(root, decisions.read_pages(root, ['regex'])))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, root],
        env={**os.environ, "PYTHONPATH": str(ROOT / "docs/generate")},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        check=False,
    )
    return done.returncode, done.stdout.decode()
