"""The template of a package with one kind, filled in for a name."""

from __future__ import annotations

import keyword
import re
from collections.abc import Iterable, Iterator, Mapping
from importlib.resources import files
from importlib.resources.abc import Traversable
from string import Template

from .names import Names

__all__ = ["package_files"]

#: What every file of the template ends in, so that no tool takes it for code, and its place in the package.
_ENDING = ".txt"


def package_files(names: Names) -> Mapping[str, str]:
    """Return the files of a package with the kind of these names: path with slashes to text, sorted."""
    texts = dict(_texts(files(__package__) / "template", ""))
    fields = {
        "kind": names.kind,
        "distribution": names.distribution,
        "module": names.module,
        "spec": _class_name(names.words, texts.values()),
    }
    filled = {_filled_path(path, names): Template(text).substitute(fields) for path, text in texts.items()}
    return dict(sorted(filled.items()))


def _texts(folder: Traversable, place: str) -> Iterator[tuple[str, str]]:
    for entry in folder.iterdir():
        if entry.is_dir():
            yield from _texts(entry, f"{place}{entry.name}/")
        else:
            yield f"{place}{entry.name.removesuffix(_ENDING)}", entry.read_text(encoding="utf-8")


def _filled_path(path: str, names: Names) -> str:
    return path.replace("MODULE", names.module).replace("KIND", names.kind.replace(".", "_"))


def _class_name(words: str, texts: Iterable[str]) -> str:
    """Name the class of the spec so that nothing else in the package, such as an import, has that name."""
    taken = {word for text in texts for word in re.findall(r"\w+", text)}
    return f"{words}Check" if words in taken or keyword.iskeyword(words) else words
