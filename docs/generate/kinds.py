"""The page that lists the kinds, and a page for each of them."""

import inspect
from collections.abc import Mapping, Sequence
from importlib.resources import as_file, files
from pathlib import Path

from decisions import DecisionsPage, links_from
from docstrings import markdown, summary
from examples import examples_table
from tables import cell, fields_table, table

from checkwright import Kinds

__all__ = ["pages"]


def pages(kinds: Kinds, folder: Path, decided: Sequence[DecisionsPage]) -> Mapping[str, str]:
    """Return the pages by their path under docs/reference.

    folder: where the pages of the kinds lie.
    decided: the pages of decisions; a kind's page leads to those that speak of it.
    """
    made = {"kinds.md": _index(kinds)}
    for name in kinds:
        why = ", ".join(links_from(folder, (page for page in decided if name in page.kinds)))
        made[f"kinds/{name}.md"] = _page(name, kinds, f" Why so: {why}." if why else "")
    return made


def _index(kinds: Kinds) -> str:
    rows = (
        [
            f"[{name}](kinds/{name}.md)",
            cell(summary(kinds[name].spec)),
            "yes" if kinds[name].prepare else f"no: {cell(kinds[name].vocabulary)}",
        ]
        for name in kinds
    )
    return (
        "# Kinds of checks\n\n"
        "The kinds that the distribution `checkwright` brings. `checkwright kinds` lists those that are "
        "installed where you are.\n\n" + table(["kind", "what it checks", "executed"], rows)
    )


def _page(name: str, kinds: Kinds, why: str) -> str:
    kind = kinds[name]
    package = kind.spec.__module__.partition(".")[0]
    with as_file(files(package) / "examples.yaml") as path:
        examples = examples_table(path)
    executed = "It is executed" if kind.prepare else f"It is not executed: {kind.vocabulary}"
    effects = ", ".join(f"`{effect}`" for effect in sorted(kind.effects)) or "nothing"
    readme = f"[the package's README](../../../plugins/{name}/README.md)"
    return (
        f"# {name}\n\n{markdown(inspect.getdoc(kind.spec) or '')}\n\n"
        f"Distribution `{kinds.origin(name).distribution}`. {executed}. Outside its arguments it touches "
        f"{effects}. What passes, what fails and the limits: {readme}.{why}\n\n"
        f"## Fields\n\n{fields_table(kinds.fragments[0][name])}\n"
        f"## Examples\n\n{examples}"
    )
