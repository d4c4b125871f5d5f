"""Build the wheels of the workspace, and an environment that holds some of them and what they ask for."""

import subprocess
import sys
import sysconfig
import venv
from collections.abc import Iterable
from importlib.metadata import Distribution, distribution, distributions
from pathlib import Path

from hatchling.builders.wheel import WheelBuilder
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parents[4]


def packages() -> list[Path]:
    """Return the folder of every distribution that the workspace installs."""
    plugins = sorted(path.parent for path in ROOT.glob("plugins/[!_]*/pyproject.toml"))
    return [ROOT, ROOT / "schema", ROOT / "core", ROOT / "contract-tests", *plugins]


def kinds() -> list[str]:
    """Return the folder name of every plugin that is a kind of check."""
    return [path.name for path in packages() if (path / "src" / f"checkwright_{path.name}/spec.py").exists()]


def build_wheel(package: Path, folder: Path) -> None:
    """Build the wheel of one distribution into a folder."""
    assert list(WheelBuilder(str(package)).build(directory=str(folder), versions=["standard"]))


def fresh_environment(folder: Path, wheels: Iterable[Path], also: Iterable[str] = ()) -> Path:
    """Make an environment from wheels alone and return its Python; the programs lie beside it.

    also: outside distributions that no wheel asks for. Those that a wheel asks for, and what these ask for,
    are linked in from the running environment, since a test has no network; nothing else is reachable.
    """
    venv.create(folder / "env", with_pip=False)
    python = folder / "env" / "bin" / "python"
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--python", str(python)]
    install = [*pip, "install", "--quiet", "--no-index", "--no-deps", *map(str, sorted(wheels))]
    subprocess.run(install, check=True, capture_output=True)
    base = str(folder / "env")
    site = Path(sysconfig.get_path("purelib", vars={"base": base, "platbase": base}))
    for outside in _asked_for(site, also):
        for entry in {file.parts[0] for file in outside.files or ()} - {"..", "__pycache__"}:
            if not (site / entry).exists():
                (site / entry).symlink_to(Path(str(outside.locate_file(entry))))
    return python


def _asked_for(site: Path, also: Iterable[str]) -> list[Distribution]:
    """Return the outside distributions that those in a folder need, by what their metadata says."""
    ours = {canonicalize_name(found.name): found for found in distributions(path=[str(site)])}
    outside: dict[str, Distribution] = {}
    waiting = [(canonicalize_name(name), "") for name in (*ours, *also)]
    seen = set()
    while waiting:
        asked = name, extra = waiting.pop()
        if asked not in seen:
            seen.add(asked)
            assert name in ours or not name.startswith("checkwright"), f"{name} has no wheel here"
            found = ours.get(name) or outside.setdefault(name, distribution(name))
            for line in found.requires or ():
                wanted = Requirement(line)
                if wanted.marker is None or wanted.marker.evaluate({"extra": extra}):
                    waiting += [(canonicalize_name(wanted.name), part) for part in ("", *wanted.extras)]
    return list(outside.values())
