"""The folder of a run: the files of a row, written to disk, and whether they are still as they were."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from checkwright.wording import shown

__all__ = ["change_in", "mistakes_in", "write_files"]


def mistakes_in(files: Mapping[Any, Any]) -> Iterator[str]:
    """Yield a sentence on each path or text that cannot be written."""
    for path, text in files.items():
        if not isinstance(path, str) or not _is_plain(path):
            yield f"files: {shown(path)} is no POSIX path relative to the folder of the run"
        elif not isinstance(text, str):
            yield f"files: {path!a} must be a text, not {shown(text)}"
        elif any(path.startswith(f"{other}/") for other in files if isinstance(other, str)):
            yield f"files: {path!a} lies in a file"


def _is_plain(path: str) -> bool:
    return all(part not in ("", ".", "..") for part in path.split("/")) and "\0" not in path


def write_files(folder: Path, files: Mapping[str, str]) -> None:
    """Write files into an empty folder, as UTF-8; a lone surrogate becomes its three bytes."""
    for path, text in files.items():
        place = folder / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(_data(text))


def change_in(folder: Path, files: Mapping[str, str]) -> str | None:
    """Say what is there that was not written, or not as it was; None when all is as it was."""
    found = {}
    for parent, _, names in os.walk(folder):
        for name in names:
            place = Path(parent, name)
            found[place.relative_to(folder).as_posix()] = None if place.is_symlink() else place.read_bytes()
    for path in sorted({*found, *files}):
        if path not in files:
            return f"the file {path!a} was made"
        if path not in found:
            return f"the file {path!a} was removed"
        if found[path] != _data(files[path]):
            return f"the file {path!a} was changed"
    return None


def _data(text: str) -> bytes:
    return text.encode(errors="surrogatepass")
