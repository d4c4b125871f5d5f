"""Write requirements.lock: every outside package of the workspace, with version and hashes.

Reads the dependencies of each pyproject.toml, leaves out the workspace's own distributions, and lets
pip-compile resolve the rest. No index address is recorded.
"""

import pathlib
import re
import subprocess
import sys
import tomllib

ROOT = pathlib.Path(__file__).resolve().parent.parent
#: Extras that hold only distributions of the workspace.
EXTRAS_LEFT_OUT = {"all"}


def wanted() -> list[str]:
    """Return the requirement lines of the whole workspace, sorted, ours left out."""
    lines: set[str] = set()
    for path in [
        ROOT / "pyproject.toml",
        *ROOT.glob("*/pyproject.toml"),
        *ROOT.glob("plugins/*/pyproject.toml"),
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


def main() -> int:
    """Resolve and write the lock file."""
    command = [
        sys.executable, "-m", "piptools", "compile", "--quiet", "--generate-hashes", "--allow-unsafe",
        "--strip-extras", "--no-header", "--no-annotate", "--no-emit-index-url", "--no-emit-find-links",
        "--no-emit-trusted-host", "--no-emit-options", "--output-file", "requirements.lock",
        *sys.argv[1:], "-",
    ]  # fmt: skip
    done = subprocess.run(command, input="\n".join(wanted()), text=True, cwd=ROOT, check=False)  # noqa: S603
    return done.returncode


if __name__ == "__main__":
    raise SystemExit(main())
