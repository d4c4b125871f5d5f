"""Files of the current folder are no modules of ours: not of the program, and not of its workers."""

import json
import os
import subprocess
import sys
import zipapp

import pytest

#: Run by `make long`, and in CI.
pytestmark = pytest.mark.long

RUBRIC = """\
id: t
version: "1.0"
checks:
  - {kind: must_contain_any, values: [sorry]}
  - {kind: regex, patterns: ['[0-9]+']}
  - {kind: format, format: text}
  - {kind: markdown_structure, min_headings: 1}
scoring: {combine: all_pass}
"""
#: A plugin of the current folder whose kind tells what was imported beside it.
TELLS = """\
import sys
from pathlib import Path
from typing import Literal
from checkwright import CheckSpec, Kind, Outcome, hookimpl

class Tells(CheckSpec):
    kind: Literal["test.tells"]

def prepare(spec, toolbox):
    def execute(case):
        Path("modules.txt").write_text("\\n".join(sys.modules))
        return Outcome.judge(True, "told")
    return execute

@hookimpl
def checkwright_kinds():
    return [Kind(spec=Tells, prepare=prepare)]
"""
PROGRAM = "from checkwright_runner.cli.main import program\nraise SystemExit(program())\n"


def arguments(folder, *options):
    """Write a rubric and 20 responses that fail, and return the arguments to grade them."""
    more = "  - {kind: test.tells}\nscoring" if options else "scoring"
    (folder / "rubric.yaml").write_text(RUBRIC.replace("scoring", more), encoding="utf-8")
    rows = "".join(json.dumps({"response": f"row {number}"}) + "\n" for number in range(20))
    (folder / "rows.jsonl").write_text(rows, encoding="utf-8")
    return ["run", "--rubric", "rubric.yaml", "--responses", "rows.jsonl", *options]


def ran(folder, command, argv):
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    environment["PYTHONDONTWRITEBYTECODE"] = "1"
    return subprocess.run([*command, *argv], cwd=folder, env=environment, capture_output=True, check=False)


@pytest.fixture(scope="module")
def names(tmp_path_factory):
    """Every module that a worker has loaded when it grades, by the names that files could have."""
    folder = tmp_path_factory.mktemp("names")
    (folder / "tells.py").write_text(TELLS, encoding="utf-8")
    done = ran(folder, [sys.executable, "-m", "checkwright_runner"], arguments(folder, "--plugin", "tells"))
    assert done.returncode == 0, done.stderr
    modules = (folder / "modules.txt").read_text().split()
    found = {name.partition(".")[0] for name in modules} - {"tells", "__main__"}
    assert {"pickle", "json", "checkwright", "pydantic", "yaml"} <= found
    return sorted(found)


def commands(folder):
    """Return the ways to start the program; the zip file holds it and nothing that it imports."""
    source = folder / "app"
    source.mkdir()
    (source / "__main__.py").write_text(PROGRAM, encoding="utf-8")
    zipapp.create_archive(source, folder / "app.pyz")
    return {
        "module": [sys.executable, "-m", "checkwright_runner"],
        "isolated": [sys.executable, "-I", "-m", "checkwright_runner"],
        "zipapp": [sys.executable, str(folder / "app.pyz")],
        "script": [sys.executable, "-P", "-c", PROGRAM],
    }


def by_python(folder):
    """Name what `python -m` imports by itself before it comes to us, with the current folder in front."""
    (folder / "nothing.py").write_text("import sys; print(*sys.modules)", encoding="utf-8")
    loaded = ran(folder, [sys.executable, "-m", "nothing"], []).stdout.decode().split()
    assert "runpy" in loaded
    return loaded


@pytest.mark.parametrize("way", ["module", "isolated", "zipapp", "script"])
@pytest.mark.parametrize("options", [(), ("--plugin", "tells")], ids=["plain", "plugin"])
def test_no_file_of_the_folder_is_taken_for_a_module(tmp_path, names, way, options):
    """A file for every module that a worker imports is imported by nobody, and changes no verdict."""
    folder = tmp_path / "work"
    folder.mkdir()
    argv = arguments(folder, *options)
    command = commands(tmp_path)[way]
    (folder / "tells.py").write_text(TELLS, encoding="utf-8")
    clean = ran(folder, command, argv)
    assert clean.stdout.count(b'"passed": false, "grade": 0.0') == 20
    early = (*by_python(tmp_path), "checkwright_runner") if way == "module" else ()
    for name in names:
        if name not in early:
            body = f"open({str(tmp_path / 'imported')!r}, 'a').write(__name__ + '\\n')\n"
            (folder / f"{name}.py").write_text(body, encoding="utf-8")
    full = ran(folder, command, argv)
    taken = (tmp_path / "imported").read_text() if (tmp_path / "imported").exists() else ""
    assert taken == ""
    assert (full.returncode, full.stdout) == (clean.returncode, clean.stdout)
