"""Write the lock files: every outside package, with version and hashes; no index address is recorded.

requirements.lock: what the workspace needs, from the dependencies of each pyproject.toml without the
workspace's own distributions. requirements-runners.lock and requirements-readers.lock: what the groups
`runners` and `readers` need, in the same versions where several name a package.
"""

import pathlib
import re
import subprocess
import sys
import tomllib

ROOT = pathlib.Path(__file__).resolve().parent.parent
#: Extras that hold only distributions of the workspace.
EXTRAS_LEFT_OUT = {"all"}
#: Dependency groups with a lock file of their own, each in the versions of those before it.
GROUPS = ("runners", "readers")


def wanted() -> list[str]:
    """Return the requirement lines of the whole workspace, sorted, ours left out."""
    lines: set[str] = set()
    for path in [
        ROOT / "pyproject.toml",
        *ROOT.glob("*/pyproject.toml"),
        *ROOT.glob("plugins/[!_]*/pyproject.toml"),
    ]:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
        project = data.get("project", {})
        lines.update(project.get("dependencies", []))
        for name, extra in project.get("optional-dependencies", {}).items():
            if name not in EXTRAS_LEFT_OUT:
                lines.update(extra)
        lines.update(data.get("dependency-groups", {}).get("dev", []))
        lines.update(data.get("build-system", {}).get("requires", []))
    return sorted(line for line in lines if not re.match(r"checkwright\b", line))


def group(name: str) -> list[str]:
    """Return the requirement lines of a dependency group of the workspace."""
    data = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    lines: list[str] = data["dependency-groups"][name]
    return lines


def lock(lines: list[str], output: str, *more: str) -> None:
    """Let pip-compile resolve requirement lines into a lock file."""
    command = [
        sys.executable, "-m", "piptools", "compile", "--quiet", "--generate-hashes", "--allow-unsafe",
        "--strip-extras", "--no-header", "--no-annotate", "--no-emit-index-url", "--no-emit-find-links",
        "--no-emit-trusted-host", "--no-emit-options", "--output-file", output, *more, *sys.argv[1:], "-",
    ]  # fmt: skip
    subprocess.run(command, input="\n".join(lines), text=True, cwd=ROOT, check=True)  # noqa: S603


def main() -> int:
    """Resolve and write the lock files."""
    try:
        lock(wanted(), "requirements.lock")
        constraints = ["--constraint", "requirements.lock"]
        for name in GROUPS:
            output = f"requirements-{name}.lock"
            lock(group(name), output, *constraints)
            constraints += ["--constraint", output]
    except subprocess.CalledProcessError as error:
        return error.returncode
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
