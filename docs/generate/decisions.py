"""The index of the decisions, from the pages that people write: one for each topic or kind of check."""

import os
import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from markdown_it import MarkdownIt
from markdown_it.token import Token
from tables import cell, table

__all__ = ["INDEX", "DecisionsPage", "index", "links_from", "of_kinds", "read_pages"]

#: Where the pages lie below the root: those of topics beside the index, those of kinds beside a reference.
_TOPICS, _KINDS = Path("docs/explanation/decisions"), Path("docs/reference/kinds")
_END_OF_NAME = "-decisions.md"
#: Where the index lies below the root.
INDEX = _TOPICS / "index.md"
_NOTE = "<!-- Made by docs/generate from the pages: change these, then run `make generate`. -->\n\n"


@dataclass(frozen=True)
class DecisionsPage:
    """What the index and the pages of the kinds say of one page of decisions.

    says: the first sentence, without its links.
    kinds: those whose pages the first paragraph links to.
    """

    path: Path
    title: str
    says: str
    kinds: frozenset[str]


def of_kinds(root: Path) -> Sequence[Path]:
    """Return the pages that lie beside the reference of a kind; they are written, not made."""
    return sorted((root / _KINDS).glob(f"*{_END_OF_NAME}"))


def read_pages(root: Path, kinds: Collection[str]) -> Sequence[DecisionsPage]:
    """Read every page of decisions, those of kinds first.

    Raises:
        SystemExit: a page begins otherwise than the index needs.
    """
    pages = []
    for path in of_kinds(root):
        kind, page = path.name.removesuffix(_END_OF_NAME), _read(path, root)
        if kind not in kinds:
            raise SystemExit(f"{path.relative_to(root)}: no kind is named {kind!r}; rename or move the page")
        if kind not in page.kinds:
            raise SystemExit(f"{path.relative_to(root)}: expected a link to {kind}.md in the first paragraph")
        pages.append(page)
    topics = sorted(path for path in (root / _TOPICS).glob("*.md") if path != root / INDEX)
    return [*pages, *(_read(path, root) for path in topics)]


def index(root: Path, pages: Sequence[DecisionsPage]) -> str:
    """Return the text of the index: one line for each page."""
    topics = [page for page in pages if page.path.parent == root / _TOPICS]
    others = [page for page in pages if page not in topics]
    folder = root / _TOPICS
    return (
        f"{_NOTE}# Decisions\n\n"
        "Where a rule could have been read in two ways, or nobody had written one down, these pages say what "
        "Checkwright does and why, with an example that is run. One heading is one decision. How the parts "
        "fit together stands in [design](../design.md).\n\n"
        f"## By topic\n\n{_table(topics, folder)}\n"
        f"## By kind of check\n\n{_table(others, folder)}"
    )


def links_from(folder: Path, pages: Iterable[DecisionsPage]) -> Iterator[str]:
    """Yield a link to each page, as it is written on a page in `folder`."""
    for page in pages:
        yield f"[{page.title}]({Path(os.path.relpath(page.path, folder)).as_posix()})"


def _table(pages: Sequence[DecisionsPage], folder: Path) -> str:
    rows = zip(links_from(folder, pages), (cell(page.says) for page in pages), strict=True)
    return table(["page", "what it decides"], map(list, rows))


def _read(path: Path, root: Path) -> DecisionsPage:
    tokens = MarkdownIt().parse(path.read_text(encoding="utf-8"))
    begins = [token.tag for token in tokens if token.level == 0 and token.nesting >= 0][:2]
    if begins != ["h1", "p"]:
        raise SystemExit(
            f"{path.relative_to(root)}: expected a title and below it a paragraph; the index shows its first "
            "sentence, which says what the page decides"
        )
    title, opening = tokens[1].children or [], tokens[4].children or []
    targets = {(path.parent / str(token.attrs.get("href", ""))).resolve() for token in opening}
    kinds = {target.stem for target in targets if target.parent == (root / _KINDS).resolve()}
    return DecisionsPage(path, _text(title), re.split(r"(?<=\.)\s", _text(opening))[0], frozenset(kinds))


def _text(tokens: Iterable[Token]) -> str:
    """Spell inline Markdown without its links."""
    spelled = {"text": "{}", "code_inline": "`{}`", "softbreak": " "}
    return "".join(spelled[one.type].format(one.content) for one in tokens if one.type in spelled)
