"""Write what is derived: published schemas, reference pages, index of decisions, READMEs, plugins/_template,
the lists of packages in pyproject.toml.

usage: python docs/generate [--check]     --check writes nothing and exits 1 when something is stale
"""

import sys
from collections.abc import Mapping
from pathlib import Path

import api
import command_line
import dataset_fields
import decisions
import error_page
import examples
import judge_schemas
import kinds
import notations
import rubric_fields
import template
import workspace

import checkwright
from checkwright_runner.cli.commands.schema import schema_text

ROOT = Path(__file__).resolve().parents[2]
NOTE = "<!-- Made by docs/generate from the code: change the code, then run `make generate`. -->\n\n"


def files() -> Mapping[Path, str]:
    """Give the text of every generated file."""
    installed = checkwright.load_kinds()
    if installed.problems:
        raise SystemExit("\n".join(map(str, installed.problems)))
    strangers = [name for name in installed if "." in name]
    if strangers:
        raise SystemExit(f"only first-party kinds may be installed here, found {', '.join(strangers)}")
    decided = decisions.read_pages(ROOT, installed)
    pages = {
        "api.md": api.page(),
        "command-line.md": command_line.page(),
        "dataset-fields.md": dataset_fields.page(),
        "errors.md": error_page.page(),
        "rubric-fields.md": rubric_fields.page(),
        **kinds.pages(installed, ROOT / "docs/reference/kinds", decided),
        "kinds/fact_match-numbers.md": notations.page(),
    }
    return {
        ROOT / "schema/published/rubric.schema.json": schema_text(installed),
        **judge_schemas.schemas(ROOT),
        **{ROOT / "docs/reference" / name: NOTE + text for name, text in pages.items()},
        ROOT / decisions.INDEX: decisions.index(ROOT, decided),
        **examples.readmes(ROOT),
        **template.package(ROOT),
        **workspace.pyproject(ROOT),
    }


def main(arguments: list[str]) -> int:
    """Write every stale file, or with --check only name them; remove what is made no longer."""
    texts, check = files(), "--check" in arguments
    stale = [path for path, text in texts.items() if _content(path) != text]
    made = [*(ROOT / "docs/reference").rglob("*.md"), *(ROOT / "plugins/_template").rglob("*.*")]
    kept = {*texts, *decisions.of_kinds(ROOT)}
    gone = [path for path in made if path.is_file() and path.suffix != ".pyc" and path not in kept]
    for path in sorted([*stale, *gone]):
        print(f"{'stale' if check else 'written' if path in texts else 'removed'}: {path.relative_to(ROOT)}")
        if check:
            continue
        if path in texts:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(texts[path], encoding="utf-8")
        else:
            path.unlink()
    return 1 if check and (stale or gone) else 0


def _content(path: Path) -> str | None:
    return path.read_text(encoding="utf-8") if path.is_file() else None


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
