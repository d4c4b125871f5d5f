"""Which paths of a work folder the patch of a reply may touch."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Self

from checkwright import CheckError
from checkwright.wording import named_value, one_line, shown

from .globs import Glob

__all__ = ["PROTECTED", "Protection", "globs_in"]

#: What runners and the interpreter read by themselves: who writes one decides which tests run, and how.
PROTECTED = (
    "conftest.py",
    "pytest.ini",
    ".pytest.ini",
    "pytest.toml",
    ".pytest.toml",
    "pyproject.toml",
    "setup.cfg",
    "tox.ini",
    "noxfile.py",
    "sitecustomize.py",
    "usercustomize.py",
    "pytest.py",
    "unittest.py",
    "**/pytest/__init__.py",
    "**/pytest/__main__.py",
    "**/unittest/__init__.py",
    "**/unittest/__main__.py",
    "**/tests/__init__.py",
    "phpunit.xml",
    "phpunit.xml.dist",
    "jest.config.*",
    "vitest.config.*",
    ".mocharc.*",
    "*.pth",
    "*.egg-info",
    "*.dist-info",
)


#: Signs of other kinds of globs, which would match nothing here and so protect nothing.
_FOREIGN = frozenset("?{}")


@dataclass(frozen=True, slots=True)
class Protection:
    """The rules of a question for the paths that a patch touches.

    Protected paths are compared without regard to case, since some file systems do so; what a question
    takes from the list or lets edit is compared as it stands, so that neither lets in more than it says.
    """

    _protected: tuple[tuple[str, Glob], ...]
    _unprotected: tuple[Glob, ...]
    _editable: tuple[Glob, ...] | None
    _report: tuple[str, ...]

    @classmethod
    def of(cls, metadata: Mapping[str, Any]) -> Self:
        """Return the rules of a question's metadata.

        protected: globs beside `PROTECTED`. unprotected: globs that are taken from both. editable: globs;
        when given nothing else may be touched. test_report: a path that never may be.

        Raises:
            CheckError: a field is of another type, or a glob is blank or can match nothing; the message
                starts with its place, such as `metadata.protected[1]`.
        """
        protected = (*PROTECTED, *globs_in(metadata, "protected"))
        report = metadata.get("test_report")
        if report is not None and not isinstance(report, str):
            raise _mistake("test_report", f"found {named_value(report)}, expected a path")
        return cls(
            tuple((glob, Glob(glob.casefold())) for glob in protected),
            tuple(map(Glob, globs_in(metadata, "unprotected"))),
            tuple(map(Glob, globs_in(metadata, "editable"))) if "editable" in metadata else None,
            _names(report.casefold()) if report is not None else (),
        )

    def refused(self, paths: Iterable[str]) -> str | None:
        """Return why the first path that may not be touched may not be; None when all may.

        paths: POSIX, relative to the work folder.
        """
        return next((reason for path in paths if (reason := self._refused(path)) is not None), None)

    def _refused(self, path: str) -> str | None:
        names, folded = _names(path), _names(path.casefold())
        shorter = min(len(folded), len(self._report))
        if shorter and folded[:shorter] == self._report[:shorter]:
            return one_line(f"{shown(path)} may not be touched: the report of the tests stands there")
        found = next((text for text, glob in self._protected if glob.matches(folded)), None)
        if found is not None and not any(glob.matches(names) for glob in self._unprotected):
            return one_line(f"{shown(path)} may not be touched: {shown(found)} is protected")
        if self._editable is not None and not any(glob.matches(names) for glob in self._editable):
            return one_line(f"{shown(path)} may not be touched: metadata.editable does not name it")
        return None


def _names(path: str) -> tuple[str, ...]:
    return tuple(name for name in path.split("/") if name not in ("", "."))


def globs_in(metadata: Mapping[str, Any], field: str) -> list[str]:
    """Return the globs of a field of a question's metadata; [] when it has none.

    Raises:
        CheckError: it is no list of globs; the message starts with its place.
    """
    if field not in metadata:
        return []
    value = metadata[field]
    if not isinstance(value, list | tuple):
        raise _mistake(field, f"found {named_value(value)}, expected a list of globs")
    for number, glob in enumerate(value):
        place = f"{field}[{number}]"
        if not isinstance(glob, str):
            raise _mistake(place, f"found {named_value(glob)}, expected a glob")
        parts = glob.strip("/").split("/")
        if not glob.strip() or not any(_names(glob)):
            raise _mistake(place, f"found {shown(glob)}, expected a glob that names something")
        if "\\" in glob or ".." in parts or "" in parts:
            raise _mistake(place, f"{shown(glob)} matches no path: expected names with '/' between them")
        if glob != glob.strip() or glob.startswith("!") or set(glob) & _FOREIGN:
            raise _mistake(
                place, f"{shown(glob)} is written as other globs are: '*' and '**' alone stand for something"
            )
    return list(value)


def _mistake(place: str, message: str) -> CheckError:
    return CheckError(one_line(f"metadata.{place}: {message}"))
