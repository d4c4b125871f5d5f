"""The package that `checkwright new-kind` writes, to be read in plugins/_template."""

from collections.abc import Mapping
from pathlib import Path

from checkwright_runner.cli.commands.new_kind.names import names_of
from checkwright_runner.cli.commands.new_kind.template import package_files

#: The kind of the example.
KIND = "example.word_limit"


def package(root: Path) -> Mapping[Path, str]:
    """Give the files of the example package."""
    files = package_files(names_of(KIND))
    return {root / "plugins/_template" / place: text for place, text in files.items()}
