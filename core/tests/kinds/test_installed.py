"""Finding what is installed: identities, and metadata in whatever state."""

import importlib.metadata
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest
from distributions import Package, plugin

from checkwright import LoadProblem, Origin, load_kinds
from checkwright.kinds.installed import Plugin, normalized


@pytest.mark.parametrize("spelled", ["acme-shout", "Acme_Shout", "ACME.shout", "acme-_.-shout"])
def test_names_of_distributions_are_compared_normalized(spelled):
    """Case and runs of hyphen, underscore and dot make no difference."""
    assert normalized(spelled) == "acme-shout"


def test_an_origin_reads_as_who_offers():
    """An installed plugin has a version, a host's has none."""
    assert str(Origin("acme-shout", "1.0", "x")) == "acme-shout 1.0 [x]"
    assert str(Origin("acme-shout", "1.0", "")) == "acme-shout 1.0 []"
    assert str(Origin("acme_kinds")) == "plugin acme_kinds"
    assert (Origin("acme-shout", "1.0", "").of_host, Origin("acme_kinds").of_host) == (False, True)


def test_a_problem_reads_as_one_sentence():
    """Plugin, lost kinds, message, what to do; the middle and the end only where they are known."""
    problem = LoadProblem("acme-shout 1.0 [x]", "broke", ("acme.a", "acme.b"), "remove it")
    assert str(problem) == "acme-shout 1.0 [x] (acme.a, acme.b): broke; remove it"
    assert str(LoadProblem("acme-shout 1.0 [x]", "broke")) == "acme-shout 1.0 [x]: broke"


def test_a_plugin_of_a_host_is_named_by_its_module_or_type():
    """What a host hands over has a name even when it refuses to say it."""

    class Unnamed(ModuleType):
        @property
        def __name__(self):
            raise RuntimeError("no name for you")

    assert str(Plugin.of_host(ModuleType("acme_kinds")).origin) == "plugin acme_kinds"
    assert str(Plugin.of_host(object()).origin) == "plugin object"
    assert str(Plugin.of_host(Unnamed("x")).origin) == "plugin Unnamed"


def test_a_wheel_unpacked_here_is_what_pip_installs(site, tmp_path):
    """The folders that these tests load from hold the files that `pip install` puts there."""
    package = Package("acme-shout", plugin("acme.shout"))
    site.install(package)
    wheel = package.build(tmp_path / "build")
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--no-index", "--no-deps", "--no-compile"]
    subprocess.run([*command, "--target", tmp_path / "pip", wheel], check=True)
    made_by_pip = {"INSTALLER", "REQUESTED", "RECORD", "direct_url.json"}

    def tree(folder):
        files = {path.relative_to(folder): path.read_bytes() for path in folder.rglob("*") if path.is_file()}
        return {path: content for path, content in files.items() if path.name not in made_by_pip}

    assert tree(site.folder) == tree(tmp_path / "pip")
    assert len(tree(site.folder)) == 4


def test_other_groups_of_a_distribution_are_left_alone(site):
    """Only entry points of the group `checkwright` are loaded."""
    points = (
        b"[console_scripts]\nx = gone:main\n[checkwright]\ny = acme_shout\n[checkwright.more]\nz = gone\n"
    )
    site.install(Package("acme-shout", plugin("acme.shout"), files={"entry_points.txt": points}))
    kinds = site.load()
    assert (list(kinds), kinds.problems) == (["acme.shout"], ())


def test_an_entry_point_without_a_name_is_no_host(site):
    """An empty entry-point name gives an installed distribution no right to a dotless name."""
    files = {"entry_points.txt": b"[checkwright]\n= acme_shout\n"}
    [problem] = site.install(Package("acme-shout", plugin("shout"), files=files)).load().problems
    assert (problem.plugin, problem.kinds) == ("acme-shout 1.0 []", ("shout",))


@pytest.mark.parametrize("line", ["acme_shout", "x = acme shout", "x = ", "x = :KIND"])
def test_a_malformed_entry_point_is_a_problem_of_its_distribution(site, line):
    """A line that is no entry point stops no scan."""
    files = {"entry_points.txt": f"[checkwright]\n{line}\n".encode()}
    broken = Package("acme-shout", plugin("acme.shout"), files=files)
    kinds = site.install(broken, Package("acme-good", plugin("acme.good"))).load()
    assert list(kinds) == ["acme.good"]
    [problem] = kinds.problems
    assert problem.plugin.startswith("acme-shout")
    assert problem.kinds == ()


def test_old_metadata_is_read(site):
    """An egg-info folder (setuptools in development mode) is a distribution like others."""
    folder = site.folder / "Acme_Shout.egg-info"
    folder.mkdir()
    (folder / "PKG-INFO").write_text("Metadata-Version: 2.1\nName: Acme-Shout\nVersion: 3\n")
    (folder / "entry_points.txt").write_text("[checkwright]\nx = acme_shout\n")
    (site.folder / "acme_shout.py").write_text(plugin("acme.shout"))
    kinds = site.load()
    assert (str(kinds.origin("acme.shout")), kinds.problems) == ("Acme-Shout 3 [x]", ())


class Finder:
    """A finder of distributions that are no folders, as an importer of archives has."""

    def __init__(self, *found):
        self.found = found

    def find_spec(self, *_):
        return None

    def find_distributions(self, _context):
        for one in self.found:
            if isinstance(one, Exception):
                raise one
            yield one


class InMemory(importlib.metadata.Distribution):
    """A distribution whose files are texts, or exceptions."""

    def __init__(self, **files):
        self.files_by_name = files

    def read_text(self, filename):
        content = self.files_by_name.get(filename.partition(".")[0])
        if isinstance(content, Exception):
            raise content
        return content

    def locate_file(self, path):
        return Path(path)


METADATA = "Metadata-Version: 2.1\nName: in-memory\nVersion: 1\n"


def test_distributions_that_are_no_folders_are_read(monkeypatch):
    """A finder of its own gives distributions too; without name or text each is a problem."""
    points = "[checkwright]\nx = acme_gone\n"
    finder = Finder(
        InMemory(METADATA=METADATA, entry_points=points),
        InMemory(METADATA="Version: 1\n", entry_points=points),
        InMemory(METADATA=OSError("gone"), entry_points=points),
        InMemory(METADATA="Name: plain\nVersion: 1\n"),
    )
    monkeypatch.setattr(sys, "meta_path", [finder, sys.meta_path[-1]])
    monkeypatch.setattr(sys, "path", [])
    assert [(problem.plugin, problem.message) for problem in load_kinds().problems] == [
        ("a distribution without a name", "its metadata does not say name and version"),
        ("a distribution without metadata", "its metadata cannot be read: OSError: gone"),
        (
            "in-memory 1 [x]",
            "failed to load from acme_gone: ModuleNotFoundError: No module named 'acme_gone'",
        ),
    ]


def test_a_finder_that_breaks_hides_only_what_it_had_to_give(site, monkeypatch):
    """What it gave before and what other finders give is kept, and the finder's fault is a problem."""
    gone = InMemory(METADATA=METADATA, entry_points="[checkwright]\nx = acme_gone\n")
    site.install(Package("acme-found", plugin("acme.found")))
    # The folder's others are blocked by name, which has to be asked before the finder breaks.
    names = [one.name for one in importlib.metadata.distributions() if "checkwright" in one.name.lower()]
    monkeypatch.setattr(sys, "meta_path", [Finder(gone, OSError("gone")), *sys.meta_path])
    monkeypatch.syspath_prepend(str(site.folder))
    kinds = load_kinds(block=names)
    assert list(kinds) == ["acme.found"]
    assert [(problem.plugin, problem.message) for problem in kinds.problems] == [
        ("finder Finder", "cannot list the distributions that it finds: OSError: gone"),
        (
            "in-memory 1 [x]",
            "failed to load from acme_gone: ModuleNotFoundError: No module named 'acme_gone'",
        ),
    ]
