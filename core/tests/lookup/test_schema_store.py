"""SchemaStore: what a reference to a JSON Schema leads to, and why it leads to nothing."""

import json
import os
import pickle
from pathlib import Path

import pytest

from checkwright import InvalidDocument, SchemaStore

ORDER = {"type": "object", "required": ["id"]}


@pytest.fixture
def stored(tmp_path, monkeypatch):
    """Write files into the folder `s` and read it."""
    monkeypatch.chdir(tmp_path)
    Path("s").mkdir()

    def read(**files):
        for name, content in files.items():
            path = Path("s", name)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(content, encoding="utf-8")
        return SchemaStore.from_directory("s")

    return read


def said(store):
    """The problems of a store as text."""
    return [str(problem) for problem in store.problems]


def state(store, ref="schema/order@1.0"):
    """Tell what `get` gives, and whether the reference is broken; the ways to ask agree."""
    schema = store.get(ref)
    assert (store.why(ref) is None) is (schema is not None) is (ref in store) is (ref in list(store))
    return schema, store.find(ref).broken


def test_a_reference_leads_to_the_file_of_that_name(stored):
    """JSON or YAML, in any folder; versions are compared as they are written."""
    store = stored(
        **{
            "order@1.0.json": json.dumps(ORDER),
            "deep/er/order@1.1.yaml": "type: array\n",
            "any@2.0.3.yml": "true",
            ".hidden@1.0.json": "x",
            "README.md": "x",
        }
    )
    assert said(store) == []
    assert list(store) == ["schema/any@2.0.3", "schema/order@1.0", "schema/order@1.1"]
    assert len(store) == 3
    assert [store.get(ref) for ref in store] == [True, ORDER, {"type": "array"}]
    assert state(store, "schema/order@1.0.0") == (None, False)
    assert 3 not in store


def test_false_is_a_schema():
    """It is found, and is not nothing."""
    store = SchemaStore.from_mapping({"schema/none@1.0": False})
    assert state(store, "schema/none@1.0") == (False, False)


@pytest.mark.parametrize(
    "name", ["order", "order@1", "Order@1.0", "order@1.0.0.0", "order@1.00", "a b@1.0", "@1.0"]
)
def test_a_file_of_another_name_is_a_problem(stored, name):
    """It is named, and nothing else is touched; what is not there may be it, where the name is alike."""
    store = stored(**{f"{name}.json": json.dumps(ORDER), "any@1.0.json": "true"})
    path = Path("s", f"{name}.json")
    assert said(store) == [
        f"{path}: error: the name {name!r} is not of the form <id>@<version>, so the file is left out "
        "(rename it, as order@1.0.json, or keep it in another folder)"
    ]
    assert list(store) == ["schema/any@1.0"]
    aside = f"; not read: {path}: error: the name" if "order" in name.lower() else ""
    assert store.why("schema/order@1.0").startswith(f"no schema has the id 'order'{aside}")
    assert ("; not read: " in store.why("schema/order@1.0")) is bool(aside)
    assert store.why("schema/zzz@1.0") == "no schema has the id 'zzz'"


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ("[1]", ":1:1: error: a schema is an object or a boolean, not [1]"),
        ('  "x"', ":1:3: error: a schema is an object or a boolean, not 'x'"),
        ("null", ":1:1: error: a schema is an object or a boolean, not None"),
        ("1", ":1:1: error: a schema is an object or a boolean, not 1"),
        ("{", ":1:2: error: "),
        ('{"a": 1, "a": 2}', ":1:10: error: "),
    ],
)
def test_an_invalid_file_concerns_its_own_reference_alone(stored, content, words):
    """That one is broken, and says why, with line and column."""
    store = stored(**{"order@1.0.json": content, "any@1.0.json": "true"})
    (problem,) = said(store)
    assert problem.startswith(f"{Path('s/order@1.0.json')}{words}")
    assert state(store) == (None, True)
    assert store.why("schema/order@1.0") == f"schema/order@1.0 is invalid: {problem}"
    assert list(store) == ["schema/any@1.0"]
    assert state(store, "schema/order@2.0") == (None, False)


def test_every_mistake_of_a_file_is_a_problem(stored):
    """Not only the first."""
    assert len(said(stored(**{"order@1.0.json": '{"a": 1, "a": 2, "b": 1, "b": 2}'}))) == 2


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="named pipes are of POSIX")
def test_what_cannot_be_read_is_a_problem(stored, tmp_path):
    """A pipe and links to nothing keep nothing else from being read."""
    os.mkfifo(tmp_path / "s/pipe@1.0.json")
    (tmp_path / "s/link@1.0.json").symlink_to("nowhere.json")
    (tmp_path / "s/up").symlink_to(tmp_path / "s", target_is_directory=True)
    store = stored(**{"order@1.0.json": json.dumps(ORDER)})
    assert [problem.split(": ", 1)[1] for problem in said(store)] == [
        "error: cannot be read: No such file or directory",
        "error: cannot be read: not a regular file",
        "error: the link leads back to a folder around it",
    ]
    assert state(store) == (ORDER, False)
    assert store.find("schema/pipe@1.0").broken
    assert store.why("schema/link@1.0") == (
        f"no schema has the id 'link'; not read: {Path('s/link@1.0.json')}: error: cannot be read: "
        "No such file or directory"
    )
    assert store.why("schema/elsewhere@1.0") == "no schema has the id 'elsewhere'"


@pytest.mark.skipif(os.name != "posix", reason="links need rights elsewhere")
def test_the_file_that_is_not_read_is_named_by_its_name(stored, tmp_path):
    """The very name comes before a near one, that before a folder that may hold it; others are not named."""
    (tmp_path / "s/loop@1.0.json").symlink_to("loop@1.0.json")
    (tmp_path / "s/folder").symlink_to("folder")
    store = stored(**{"Bad Name@1.json": "true", "A loop@1.json": "true", "loop@0.json": "true"})
    loop, name, folder = Path("s/loop@1.0.json"), Path("s/Bad Name@1.json"), Path("s/folder")
    assert f"; not read: {loop}: error: cannot be read: " in store.why("schema/loop@1.0")
    assert f"; not read: {name}: error: the name " in store.why("schema/bad_name@1.0")
    assert f"; not read: {name}: error: the name " in store.why("schema/bad_nam@1.0")
    assert store.why("schema/zzz@1.0") == f"no schema has the id 'zzz'; {folder} could not be read"
    again = pickle.loads(pickle.dumps(store))
    assert again.why("schema/loop@1.0") == store.why("schema/loop@1.0")


def test_two_files_of_one_name_are_used_neither(stored):
    """A problem names both."""
    files = {"a/order@1.0.json": json.dumps(ORDER), "b/order@1.0.yaml": "true", "any@1.0.json": "true"}
    store = stored(**files)
    names = f"{Path('s/a/order@1.0.json')} and {Path('s/b/order@1.0.yaml')}"
    assert said(store) == [
        f"{Path('s/b/order@1.0.yaml')}: error: schema/order@1.0 is defined in {names}, so none of them is "
        "used (give each a version of its own, or remove what is not wanted)"
    ]
    assert state(store) == (None, True)
    assert store.why("schema/order@1.0") == f"schema/order@1.0 is defined in {names}"
    assert list(store) == ["schema/any@1.0"]


def test_many_definitions_are_named_in_part(stored):
    """Five files, and how many more."""
    store = stored(**{f"{number}/order@1.0.json": "true" for number in range(9)})
    (problem,) = said(store)
    assert f"{Path('s/3/order@1.0.json')}, {Path('s/4/order@1.0.json')} and 4 more, so none" in problem


def test_a_missing_reference_names_what_is_near():
    """Other versions of its id, at most five of them, or a near id."""
    refs = [f"schema/order@1.{number}" for number in range(7)]
    store = SchemaStore.from_mapping(dict.fromkeys(refs[:3], True))
    assert store.why("schema/order@2.0") == "schema/order@2.0 does not exist, order has 1.0, 1.1, 1.2"
    store = SchemaStore.from_mapping(dict.fromkeys(refs, True))
    assert store.why("schema/order@2.0").endswith("order has 1.0, 1.1, 1.2, 1.3, 1.4 and 2 more")
    assert store.why("schema/oder@1.0") == "no schema has the id 'oder', did you mean 'order'?"
    assert store.why("schema/zzz@1.0") == "no schema has the id 'zzz'"


@pytest.mark.parametrize(
    "ref", ["order@1.0", "schema/order", "schema/order@1", "", "schema/order@1.0\n", "\x1b[m"]
)
def test_what_is_no_reference_leads_to_nothing(ref):
    """Prefix and version are both required; the reason is one clean line."""
    store = SchemaStore.from_mapping({"schema/order@1.0": True})
    assert state(store, ref) == (None, False)
    assert "is not of the form schema/<id>@<version>" in store.why(ref)
    assert store.why(ref).isprintable()


def test_reasons_are_of_bounded_length():
    """They stand in verdicts."""
    assert len(SchemaStore.from_mapping({}).why(f"schema/{'a' * 900}@1.0")) <= 300


def test_a_store_cannot_be_changed():
    """Neither through what went in nor through what comes out."""
    given = {"schema/order@1.0": {"required": ["id"]}}
    store = SchemaStore.from_mapping(given)
    given["schema/order@1.0"]["required"].append("x")
    store.get("schema/order@1.0")["required"].append("y")
    assert store.get("schema/order@1.0") == {"required": ["id"]}


@pytest.mark.parametrize(
    ("schemas", "error", "words"),
    [
        ({"order@1.0": True}, ValueError, "'order@1.0' is not of the form schema/<id>@<version>"),
        ({"schema/a@1.0": [1]}, ValueError, r"schema/a@1\.0: a schema is an object or a boolean, not \[1\]"),
        ({"schema/a@1.0": {"x": {1}}}, InvalidDocument, r"schema/a@1\.0: error: "),
    ],
)
def test_a_mapping_of_something_else_is_refused(schemas, error, words):
    """That is a mistake of the caller."""
    with pytest.raises(error, match=words):
        SchemaStore.from_mapping(schemas)


def test_a_folder_that_is_none_raises(tmp_path):
    """That is a mistake of the caller too."""
    with pytest.raises(OSError, match="none"):
        SchemaStore.from_directory(tmp_path / "none")


def test_an_empty_folder_is_an_empty_store(stored):
    """Every reference leads to nothing."""
    store = stored()
    assert (said(store), list(store), len(store), state(store)) == ([], [], 0, (None, False))


def test_a_store_pickles(stored):
    """It crosses processes with all that it knows."""
    store = stored(**{"order@1.0.json": json.dumps(ORDER), "bad@1.0.json": "[", "odd.json": "true"})
    again = pickle.loads(pickle.dumps(store))
    assert (again.problems, list(again)) == (store.problems, list(store))
    for ref in ("schema/order@1.0", "schema/bad@1.0", "schema/x@1.0"):
        assert (state(again, ref), again.why(ref)) == (state(store, ref), store.why(ref))
