"""Apply a patch to files in memory."""

from __future__ import annotations

from collections.abc import Mapping

from checkwright.wording import shown

from ..sandbox import WorkEntry, WorkFile
from .contents import patched
from .patch import FileChange, Patch
from .refused import PatchRefused
from .steps import Steps
from .tree import Tree

__all__ = ["apply_patch"]


def apply_patch(files: Mapping[str, WorkEntry], patch: Patch) -> dict[str, WorkEntry]:
    """Return the files of a work folder with a patch applied, sorted by path; all of it or nothing.

    The changes are made one after the other, each to what the one before left. The executable bit changes
    only where the patch says so.

    Raises:
        PatchRefused: a hunk fits nowhere, or at several places without numbers; a file that does not exist,
            or exists and is made; lines left in a file that is deleted; a link in the way; the search limit;
            more files or bytes in the end than a workspace may have, or more than twice as many folders.
    """
    tree, steps = Tree(files), Steps()
    for change in patch.files:
        _make(change, tree, steps)
    tree.refuse_beyond_bounds()
    return dict(sorted(tree.files.items()))


def _make(change: FileChange, tree: Tree, steps: Steps) -> None:
    old, new = change.old_path, change.new_path
    if old is None:
        if new is not None:
            data = patched(b"", change.hunks, new, steps)
            tree.add(new, WorkFile(data, bool(change.new_executable)))
        return
    entry = tree.file(old)
    data = patched(entry.data, change.hunks, old, steps)
    if new is None:
        if data:
            raise PatchRefused(f"{shown(old)} is deleted, but the hunks leave lines in it")
        tree.remove(old)
        return
    executable = entry.executable if change.new_executable is None else change.new_executable
    if new == old:
        tree.files[old] = WorkFile(data, executable)
    else:
        tree.remove(old)
        tree.add(new, WorkFile(data, executable))
