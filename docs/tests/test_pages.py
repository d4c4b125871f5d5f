"""Every page is true: its code runs, its links lead somewhere, and the index leads to it."""

from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest
from blocks import anchors, blocks, links
from running import is_there, run_page, with_examples

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
PAGES = sorted(
    path
    for pattern in ("*.md", "docs/**/*.md", "[!.]*/README.md", "plugins/*/README.md")
    for path in set(ROOT.glob(pattern))
)
NAMES = [path.relative_to(ROOT).as_posix() for path in PAGES]

#: Pages whose commands take many seconds; run by `make long`, and in CI.
LONG = {
    "docs/explanation/decisions/contract-kit.md",
    "docs/explanation/decisions/runs.md",
    "docs/how-to/judge-replies.md",
    "docs/how-to/prove-a-kind.md",
    "docs/how-to/run-a-dataset.md",
    "docs/how-to/run-commands-in-a-sandbox.md",
    "docs/how-to/write-a-kind.md",
    "docs/how-to/write-a-sandbox.md",
    "docs/reference/kinds/markdown_structure-decisions.md",
}

#: Console blocks that only a reader runs, such as `make test`.
NOT_RUN = 3


@pytest.mark.parametrize(
    "path",
    [
        pytest.param(path, id=name, marks=[pytest.mark.long] if name in LONG else [])
        for path, name in zip(PAGES, NAMES, strict=True)
    ],
)
def test_every_code_block_runs(path: Path, tmp_path: Path) -> None:
    """Each block of a page runs in order, and prints what the page says it prints."""
    text = path.read_text(encoding="utf-8")
    run_page(text, str(path.relative_to(ROOT)), with_examples(tmp_path, DOCS / "examples"))
    missing = {block.needs for block in blocks(text) if not is_there(block.needs)}
    if missing:
        pytest.skip(f"all but what needs {', '.join(map(str, missing))}, which `make tools` installs")


def test_few_blocks_are_not_run() -> None:
    """The blocks that no test runs are counted, so that their number does not grow unseen."""
    marked = [block for path in PAGES for block in blocks(path.read_text(encoding="utf-8")) if block.not_run]
    assert len(marked) == NOT_RUN, [block.not_run for block in marked]


@pytest.mark.parametrize("path", PAGES, ids=NAMES)
def test_every_link_leads_somewhere(path: Path) -> None:
    """A link to a file leads to a file, and one to a heading to a heading."""
    lost = []
    for link in links(path.read_text(encoding="utf-8")):
        target = urlsplit(link)
        if target.scheme:
            continue
        file = (path.parent / unquote(target.path)).resolve() if target.path else path
        known = anchors(file.read_text(encoding="utf-8")) if file.suffix == ".md" and file.is_file() else ()
        if not file.exists() or (target.fragment and target.fragment not in known):
            lost.append(link)
    assert not lost


def test_every_page_is_reached_from_the_index() -> None:
    """Whoever starts at docs/index.md can get to every page under docs/ by links alone."""
    reached, waiting = set(), [DOCS / "index.md"]
    while waiting:
        page = waiting.pop()
        if page in reached:
            continue
        reached.add(page)
        for link in links(page.read_text(encoding="utf-8")):
            file = (page.parent / unquote(urlsplit(link).path)).resolve()
            if not urlsplit(link).scheme and file.suffix == ".md" and file.is_file():
                waiting.append(file)
    assert {path for path in PAGES if path.is_relative_to(DOCS)} <= reached
