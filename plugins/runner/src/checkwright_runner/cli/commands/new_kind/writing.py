"""Write the files of a new folder, or none of them."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from ...refused import Refused
from ...screen.printing import clean, note

__all__ = ["write_folder"]


def write_folder(folder: Path, texts: Mapping[str, str]) -> None:
    """Write `texts` (path with slashes to text) below a folder that is new or empty.

    What was made is taken away again when a part cannot be written; what cannot be taken away is noted.

    Raises:
        Refused: the folder has something in it, or cannot be written.
    """
    made: list[Path] = []
    try:
        _expect_empty(folder)
        for path, text in texts.items():
            file = folder / path
            _make_folder(file.parent, made)
            with file.open("x", encoding="utf-8", newline="\n") as stream:
                made.append(file)
                stream.write(text)
    except OSError as error:
        _take_away(made)
        raise Refused([clean(f"error: {folder}: cannot be written: {_cause(error)}")]) from None
    except BaseException:
        _take_away(made)
        raise


def _expect_empty(folder: Path) -> None:
    try:
        found = next(folder.iterdir(), None)
    except FileNotFoundError:
        return
    if found is not None:
        what = f"is there already, with {found.name!a:.100} in it: name a new or empty folder with -o"
        raise Refused([clean(f"error: {folder}: {what}")])


def _make_folder(folder: Path, made: list[Path]) -> None:
    """Make a folder and those above it, each noted in `made`."""
    for part in (*reversed(folder.parents), folder):
        if not part.is_dir():
            part.mkdir()
            made.append(part)


def _take_away(made: list[Path]) -> None:
    """Remove what was made, the last first."""
    left = []
    for path in reversed(made):
        try:
            with suppress(FileNotFoundError):
                path.rmdir() if path.is_dir() else path.unlink()
        except OSError:
            left.append(path)
    for path in reversed(left):
        note(clean(f"warning: {path} was begun and cannot be removed"))


def _cause(error: OSError) -> str:
    return error.strerror or str(error)
