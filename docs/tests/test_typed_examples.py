"""Whoever copies a kind from the documentation gets a typed one."""

import re
from pathlib import Path

import pytest
from blocks import Block, blocks
from strict_types import Finding, pyright_findings

ROOT = Path(__file__).resolve().parents[2]
#: What a block has that defines a kind, or how one is executed.
DEFINES = re.compile(r"^(?:class \w+\(CheckSpec\b|def prepare)", re.MULTILINE)


def kinds_of(page: Path) -> list[Block]:
    """Return the blocks of a page that define a kind."""
    found = blocks(page.read_text(encoding="utf-8"))
    return [block for block in found if block.language == "python" and DEFINES.search(block.text)]


PAGES = {
    page.relative_to(ROOT).as_posix(): kinds_of(page)
    for pattern in ("*.md", "docs/**/*.md", "[!.]*/README.md", "plugins/*/README.md")
    for page in sorted(ROOT.glob(pattern))
    if kinds_of(page)
}


@pytest.fixture(scope="module")
def findings(tmp_path_factory: pytest.TempPathFactory) -> list[Finding]:
    """What pyright finds in the pages, each a folder with the code of its blocks where they stand."""
    folder = tmp_path_factory.mktemp("typed")
    for page in PAGES:
        modules: dict[str, str] = {}
        for block in blocks((ROOT / page).read_text(encoding="utf-8")):
            if block.language == "python":
                before = modules.get(name := block.file or "page.py", "")
                gap = "\n" * (block.line - 1 - before.count("\n"))
                modules[name] = before + gap + block.text
        for name, text in modules.items():
            path = folder / page / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
    return pyright_findings(folder)


@pytest.mark.parametrize("page", PAGES)
def test_a_kind_in_the_documentation_is_typed(page: str, findings: list[Finding]) -> None:
    """Pyright finds nothing in strict mode in a block that defines a kind."""
    lines = {
        number
        for block in PAGES[page]
        for number in range(block.line, block.line + block.text.count("\n") + 1)
    }
    here = [found for found in findings if found.file.is_relative_to(page) and found.line in lines]
    assert [f"{page}:{found.line}: {found.message}" for found in here] == []


def test_the_pages_that_define_kinds_are_found() -> None:
    """Nothing above is held of no page."""
    assert {"README.md", "docs/how-to/prove-a-kind.md", "docs/explanation/decisions/plugins.md"} <= set(PAGES)
