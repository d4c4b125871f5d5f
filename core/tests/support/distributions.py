"""Build real small distributions, install them into a folder, and load their kinds from there."""

import importlib
import json
import os
import subprocess
import sys
import zipfile
from dataclasses import dataclass, field
from functools import cache
from importlib.metadata import distributions
from pathlib import Path

from hatchling.builders.wheel import WheelBuilder

from checkwright import load_kinds

#: A plugin that works: `plugin("acme.shout")` is the source of a module with that kind.
PLUGIN = '''\
from typing import Literal

from checkwright import CheckSpec, Kind, Outcome, hookimpl


class Spec(CheckSpec):
    """Pass when the response is loud."""

    kind: Literal["{name}"]


def prepare(spec, toolbox):
    loud, quiet = Outcome.judge(True, "it is loud"), Outcome.judge(False, "it is quiet")
    return lambda case: loud if case.text.isupper() else quiet


KIND = Kind(spec=Spec, prepare=prepare)


@hookimpl
def checkwright_kinds():
    return [KIND]
'''


def plugin(name, *changes):
    """Give the source of a plugin with the kind `name`, parts of it changed: `(before, after)` each."""
    source = PLUGIN.replace("{name}", name)
    for before, after in changes:
        assert before in source, before
        source = source.replace(before, after)
    return source


@dataclass(frozen=True)
class Package:
    """One distribution: its name, the source of its one module, and its entry points.

    module: default the distribution's name with underscores.
    points: entry point name to value; default the module under its own name.
    files: files of the metadata folder that are written anew after the installation, or None to remove one.
    """

    name: str
    source: str | bytes = ""
    version: str = "1.0"
    module: str = ""
    points: dict[str, str] = field(default_factory=dict)
    files: dict[str, bytes | None] = field(default_factory=dict)

    @property
    def import_name(self):
        return self.module or self.name.lower().replace("-", "_").replace(".", "_")

    def build(self, folder):
        """Build the wheel of the distribution and return its path."""
        folder.mkdir(parents=True)
        source = self.source if isinstance(self.source, bytes) else self.source.encode()
        (folder / f"{self.import_name}.py").write_bytes(source)
        points = self.points or {self.import_name: self.import_name}
        lines = [
            "[build-system]",
            'requires = ["hatchling"]',
            'build-backend = "hatchling.build"',
            "[project]",
            f"name = {json.dumps(self.name)}",
            f"version = {json.dumps(self.version)}",
            "[project.entry-points.checkwright]",
            *(f"{json.dumps(name)} = {json.dumps(value)}" for name, value in points.items()),
            "[tool.hatch.build.targets.wheel]",
            f'only-include = ["{self.import_name}.py"]',
        ]
        (folder / "pyproject.toml").write_text("\n".join(lines), encoding="utf-8")
        [wheel] = WheelBuilder(str(folder)).build(directory=str(folder / "dist"), versions=["standard"])
        return Path(wheel)


@cache
def _installed_here():
    """Name the distributions of ours that are installed where the tests run."""
    return [one.name for one in distributions() if "checkwright" in one.name.lower()]


class Site:
    """A folder that distributions are installed into, and that is put in front of the path to load them."""

    def __init__(self, folder):
        self.folder = folder / "site"
        self.folder.mkdir()
        self._builds = folder / "builds"

    def install(self, *packages):
        """Build each package and unpack its wheel, which is all that installing a wheel of ours does."""
        for package in packages:
            wheel = package.build(self._builds / f"{len(list(self._builds.glob('*')))}")
            zipfile.ZipFile(wheel).extractall(self.folder)
            for name, content in package.files.items():
                path = next(self.folder.glob(f"{wheel.name.split('-')[0]}-*.dist-info")) / name
                path.unlink()
                if content is not None:
                    path.write_bytes(content)
        return self

    def load(self, *more, entry_points=True, block=(), **options):
        """Load the kinds of this folder (and of more such folders), and no others that are installed here."""
        folders = [str(site.folder) for site in (*more, self)]
        others = _installed_here()
        names = {path.stem for folder in folders for path in Path(folder).glob("*.py")}
        assert not names & set(sys.modules)
        sys.path[:0] = folders
        importlib.invalidate_caches()
        try:
            return load_kinds(entry_points=entry_points, block=[*others, *block], **options)
        finally:
            del sys.path[: len(folders)]
            for name in names:
                sys.modules.pop(name, None)
            for folder in folders:
                sys.path_importer_cache.pop(folder, None)

    def run(self, *arguments):
        """Run the command line in a process of its own that finds these distributions on its path."""
        command = [sys.executable, "-W", "error", "-m", "checkwright_runner", *arguments]
        environment = {**os.environ, "PYTHONPATH": str(self.folder), "PYTHONIOENCODING": "utf-8"}
        return subprocess.run(command, capture_output=True, text=True, check=False, env=environment)
