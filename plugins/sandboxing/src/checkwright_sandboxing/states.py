"""States: what the work folder holds before and after the reply of a case."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass
from threading import Lock
from typing import Any, Literal, TypeAlias

from checkwright import Case, CheckError, NotExecutable, ServiceError, Toolbox
from checkwright.wording import named_value, one_line, shown

from .answer import reply_files
from .globs import Glob
from .patches.applying import apply_patch
from .patches.parsing import parse_patch
from .patches.patch import reverse, touched
from .patches.refused import PatchRefused
from .patches.replies import patch_in
from .protection import Protection, globs_in
from .sandbox import WorkEntry, WorkFile
from .work_links import Aliases
from .workspace import Workspace, read_workspace

__all__ = ["Setup", "State", "States", "image_of", "metadata_of"]

#: What is done before a command runs: nothing, the known fix is taken back and the reply's diff applied, or
#: the reply's diff alone is applied.
Setup: TypeAlias = Literal["none", "revert_fix", "apply_patch"]

#: Bytes of workspaces that are kept in memory, and their number.
_KEPT_BYTES, _KEPT = 256 * 1024 * 1024, 64


@dataclass(frozen=True, slots=True)
class State:
    """The files of the work folder. digest: of the workspace; None without one."""

    files: Mapping[str, WorkEntry]
    digest: str | None = None


def metadata_of(case: Case) -> Mapping[str, Any]:
    """Return the metadata of a case's question; {} when it has none."""
    metadata = case.question.get("metadata")
    return metadata if isinstance(metadata, Mapping) else {}


def image_of(case: Case) -> str | None:
    """Return the image that a question names, for checks that name none.

    Raises:
        ServiceError: it is no text.
    """
    image = metadata_of(case).get("image")
    if image is not None and not isinstance(image, str):
        raise ServiceError(f"metadata.image: found {named_value(image)}, expected a text")
    return image


class States:
    """The states of cases under one setup. Each workspace is read once; safe from several threads."""

    def __init__(self, toolbox: Toolbox, setup: Setup) -> None:
        self._folder = toolbox.folder
        self._setup = setup
        self._kept: OrderedDict[str, Workspace] = OrderedDict()
        self._lock = Lock()

    def before(self, case: Case) -> State:
        """Return the state without the reply: the workspace, with the known fix taken back where that is set.

        Raises:
            NotExecutable: the workspace is missing or may not be used.
            ServiceError: the question is at fault: its fix does not apply, its lists of paths are malformed.
        """
        workspace = self._workspace(case)
        if workspace is None:
            return State({})
        files: Mapping[str, WorkEntry] = workspace.files
        if self._setup == "revert_fix":
            files = _without_fix(files, metadata_of(case).get("fix_patch"))
        return State(files, workspace.digest)

    def after(self, case: Case) -> State:
        """Return the state with the reply: its diffs applied, its texts beside them.

        Raises:
            PatchRefused: the reply is at fault: it has no diff, or one that does not apply or may not.
            NotExecutable, ServiceError: as for `before`.
        """
        before = self.before(case)
        files = dict(before.files)
        if self._setup != "none":
            workspace = self._workspace(case)
            assert workspace is not None
            protection, tests = _rules(metadata_of(case), workspace.files)
            patch, aliases = patch_in(case), Aliases(workspace.files)
            why = protection.refused(name for path in touched(patch) for name in aliases.of(path))
            if why is not None:
                raise PatchRefused(why)
            files = _with_tests(apply_patch(files, patch), workspace.files, tests, aliases)
        files |= reply_files(case)
        inside = next((path for path in files if _is_below_a_file(path, files)), None)
        if inside is not None:
            why = f"{shown(inside)} lies below a file"
            raise NotExecutable(f"the workspace: {why}") if self._setup == "none" else PatchRefused(why)
        return State(files, before.digest)

    def _workspace(self, case: Case) -> Workspace | None:
        named = metadata_of(case).get("workspace")
        if named is None:
            if self._setup != "none":
                raise NotExecutable(f"the setup {self._setup} needs metadata.workspace")
            return None
        if not isinstance(named, str):
            raise NotExecutable(f"metadata.workspace: found {named_value(named)}, expected a path")
        if self._folder is None:
            raise NotExecutable("metadata.workspace: this run has no folder to find it in")
        with self._lock:
            if named in self._kept:
                self._kept.move_to_end(named)
                return self._kept[named]
        workspace = read_workspace(self._folder, named)
        with self._lock:
            self._kept[named] = workspace
            while len(self._kept) > 1 and (
                len(self._kept) > _KEPT or sum(map(_size, self._kept.values())) > _KEPT_BYTES
            ):
                self._kept.popitem(last=False)
        return workspace


def _is_below_a_file(path: str, files: Mapping[str, WorkEntry]) -> bool:
    place = path.find("/")
    while place != -1:
        if path[:place] in files:
            return True
        place = path.find("/", place + 1)
    return False


def _size(workspace: Workspace) -> int:
    return sum(len(entry.data) for entry in workspace.files.values() if isinstance(entry, WorkFile))


def _without_fix(files: Mapping[str, WorkEntry], fix: Any) -> Mapping[str, WorkEntry]:
    if not isinstance(fix, str):
        raise ServiceError(f"the setup revert_fix needs metadata.fix_patch, a diff; found {named_value(fix)}")
    try:
        return apply_patch(files, reverse(parse_patch(fix)))
    except PatchRefused as refused:
        raise ServiceError(one_line(f"metadata.fix_patch cannot be taken back: {refused.reason}")) from None


def _rules(
    metadata: Mapping[str, Any], workspace: Mapping[str, WorkEntry]
) -> tuple[Protection, tuple[Glob, ...]]:
    """Read what a question says of paths: what a patch may not touch, and which files are restored."""
    try:
        protection, texts = Protection.of(metadata), globs_in(metadata, "test_files")
    except CheckError as error:
        raise ServiceError(error.message) from None
    tests = tuple(map(Glob, texts))
    for text, glob in zip(texts, tests, strict=True):
        if not any(glob.matches(path.split("/")) for path in workspace):
            raise ServiceError(
                one_line(f"metadata.test_files: {shown(text)} matches no file of the workspace")
            )
    return protection, tests


def _with_tests(
    files: Mapping[str, WorkEntry],
    workspace: Mapping[str, WorkEntry],
    named: tuple[Glob, ...],
    aliases: Aliases,
) -> dict[str, WorkEntry]:
    """Return the files with those that are named as in the workspace; what is not there goes."""
    if not named:
        return dict(files)

    def is_named(path: str) -> bool:
        return any(glob.matches(name.split("/")) for name in aliases.of(path) for glob in named)

    kept = {path: entry for path, entry in files.items() if not is_named(path)}
    return kept | {path: entry for path, entry in workspace.items() if is_named(path)}
