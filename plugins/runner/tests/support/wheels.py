"""Build the wheels of the workspace, and an environment that holds them and nothing else of it."""

import subprocess
import sys
import sysconfig
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parents[4]


def packages() -> list[Path]:
    """Return the folder of every distribution that the workspace installs."""
    plugins = sorted(path.parent for path in ROOT.glob("plugins/[!_]*/pyproject.toml"))
    return [ROOT / "schema", ROOT / "core", ROOT / "contract-tests", *plugins]


def kinds() -> list[str]:
    """Return the folder name of every plugin that is a kind of check."""
    return [path.name for path in packages() if (path / "src" / f"checkwright_{path.name}/spec.py").exists()]


def build_wheel(package: Path, folder: Path) -> None:
    """Build the wheel of one distribution into a folder."""
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(command, cwd=package, check=True, capture_output=True)


def fresh_environment(folder: Path, wheels: Path) -> Path:
    """Make an environment from wheels alone and return its Python.

    The outside packages are linked in from the running environment, since a test has no network; nothing
    of the workspace is reachable.
    """
    venv.create(folder / "env", with_pip=False)
    site = Path(
        sysconfig.get_path("purelib", vars={"base": str(folder / "env"), "platbase": str(folder / "env")})
    )
    for entry in Path(sysconfig.get_path("purelib")).iterdir():
        if "checkwright" not in entry.name and entry.suffix != ".pth" and entry.name != "__pycache__":
            (site / entry.name).symlink_to(entry)
    install = [
        sys.executable,
        "-m",
        "pip",
        "install",
        "--quiet",
        "--no-index",
        "--no-deps",
        "--target",
        str(site),
    ]
    subprocess.run([*install, *map(str, sorted(wheels.glob("*.whl")))], check=True, capture_output=True)
    return folder / "env" / "bin" / "python"
