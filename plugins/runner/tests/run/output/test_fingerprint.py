"""What tells that a run would give other verdicts than the one before it."""

import importlib
import sys

import kinds_of_words
import pytest
from distributions import Package, plugin

from checkwright import load_kinds
from checkwright_runner.run.output.fingerprint import code_of, fingerprint_of, is_appended

EDITABLE = '{"url": "file:///somewhere", "dir_info": {"editable": true}}'


@pytest.fixture
def installed(site, monkeypatch):
    """Install a kind with what pip notes of where it came from; return its folder and its kinds."""

    def install(direct_url):
        site.install(Package("acme-shout", plugin("acme.shout")))
        if direct_url is not None:
            (info,) = site.folder.glob("*.dist-info")
            (info / "direct_url.json").write_text(direct_url, encoding="utf-8")
        monkeypatch.syspath_prepend(str(site.folder))
        return site.folder, load_kinds(only={"acme-shout"})

    yield install
    sys.modules.pop("acme_shout", None)


@pytest.mark.parametrize(
    "direct_url", [None, '{"url": "file:///a.whl", "archive_info": {}}', '{"dir_info": {}}']
)
def test_an_installed_kind_is_told_by_its_version(installed, direct_url):
    """Its code does not change under one version."""
    _, kinds = installed(direct_url)
    assert code_of(kinds, ["acme.shout"]) == {}


@pytest.mark.parametrize("direct_url", [EDITABLE, "no json", "[]"], ids=["editable", "no json", "a list"])
def test_an_editable_kind_is_told_by_its_code(installed, direct_url):
    """One whose origin cannot be read might be: it is taken for one."""
    folder, kinds = installed(direct_url)
    (name, before), *others = code_of(kinds, ["acme.shout", "acme.shout", "not.there"]).items()
    assert (name, others) == ("acme.shout", [])
    assert code_of(kinds, ["acme.shout"]) == {name: before}
    (folder / "acme_shout.py").write_text(plugin("acme.shout") + "# changed\n", encoding="utf-8")
    assert code_of(kinds, ["acme.shout"])[name] != before


@pytest.mark.parametrize("initial", [True, False], ids=["a package", "a namespace package"])
def test_a_package_of_a_host_is_told_by_all_its_files(tmp_path, monkeypatch, initial):
    """A change in a file beside that of the kind is one too."""
    package = tmp_path / "acme_parts"
    package.mkdir()
    if initial:
        (package / "__init__.py").touch()
    (package / "shout.py").write_text(plugin("acme.shout"), encoding="utf-8")
    (package / "beside.py").write_text("LOUD = 1\n", encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    try:
        kinds = load_kinds(plugins=[importlib.import_module("acme_parts.shout")], entry_points=False)
        before = code_of(kinds, ["acme.shout"])
        (package / "beside.py").write_text("LOUD = 2\n", encoding="utf-8")
        after = code_of(kinds, ["acme.shout"])
    finally:
        for name in [name for name in sys.modules if name.startswith("acme_parts")]:
            del sys.modules[name]
    assert before.keys() == after.keys() == {"acme.shout"}
    assert before != after


def test_a_module_of_a_host_is_told_by_its_file():
    """Another module is another digest."""
    kinds = load_kinds(plugins=[kinds_of_words], entry_points=False)
    digests = set(code_of(kinds, ["test.says"]).values())
    assert len(digests) == 1
    assert all(len(one) == 64 for one in digests)


def test_bytes_are_fingerprinted_up_to_a_number(tmp_path):
    """The first bytes of a file that grew have the fingerprint that the file had."""
    path = tmp_path / "rows.jsonl"
    path.write_bytes(b"one\n")
    with path.open("rb") as stream:
        before = fingerprint_of(stream)
    path.write_bytes(b"one\ntwo\n")
    with path.open("rb") as stream:
        assert fingerprint_of(stream, 4) == before
    with path.open("rb") as stream:
        now = fingerprint_of(stream)
    assert is_appended({"responses": before}, {"responses": now})
    for old, new in [(now, before), (before, before), (None, now), ({}, now), (before, {"bytes": True})]:
        assert not is_appended({"responses": old}, {"responses": new})
