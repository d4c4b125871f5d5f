"""RubricStore: what a reference leads to, and why it leads to nothing."""

import json
import os
import pickle
from pathlib import Path

import pytest
from parsing import parsed_by

from checkwright import RubricRef, RubricStore, Severity, parse_rubric

DATASET = "questions: [{id: a, input: x, rubric_ref: rubric/tone@1.0}]\n"


def text(ident="tone", version='"1.0"', more=""):
    """Write a rubric."""
    return (
        f"id: {ident}\nversion: {version}\n{more}"
        "checks: [{kind: test.says, word: hello}]\nscoring: {combine: all_pass}\n"
    )


def broken(ident="tone", version='"1.0"'):
    """Write a rubric whose check is not valid."""
    return text(ident, version).replace("word:", "wrd:")


def data(ident):
    """Give a rubric as data."""
    return {
        "id": ident,
        "version": "1.0",
        "checks": [{"kind": "test.says", "word": "hello"}],
        "scoring": {"combine": "all_pass"},
    }


@pytest.fixture
def stored(tmp_path, monkeypatch, kinds):
    """Write files into the folder `r` and read it."""
    monkeypatch.chdir(tmp_path)
    Path("r").mkdir()

    def read(files=(), invalid_checks="raise"):
        for name, content in dict(files).items():
            path = Path("r", name)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return RubricStore.from_directory("r", kinds=kinds, invalid_checks=invalid_checks)

    return read


def said(store):
    """The problems of a store as text."""
    return [str(problem) for problem in store.problems]


def state(store, ref="rubric/tone@1.0"):
    """Tell what `get` gives, and the two ways in which it may be nothing."""
    assert (store.why(ref) is None) is (store.get(ref) is not None)
    return store.get(ref) is not None, store.find(ref).broken, store.find(ref).unknown


FOUND, BROKEN, NOTHING, UNKNOWN = (
    (True, False, False),
    (False, True, False),
    (False, False, False),
    (False, False, True),
)


def test_a_reference_leads_to_the_rubric_of_that_id_and_version(stored):
    """References are texts or RubricRefs; versions are compared as they are written."""
    document = json.dumps(data("other"))
    store = stored({"a.yaml": text(), "b.yml": text(version='"1.1"'), "c.json": document})
    assert said(store) == []
    rubric = store.get("rubric/tone@1.0")
    assert (str(rubric.ref), rubric.source) == ("rubric/tone@1.0", str(Path("r/a.yaml")))
    assert store.get(RubricRef("tone", "1.1")).source == str(Path("r/b.yml"))
    assert store.refs == (RubricRef("other", "1.0"), RubricRef("tone", "1.0"), RubricRef("tone", "1.1"))
    assert {state(store, ref) for ref in store.refs} == {FOUND}
    assert state(store, "rubric/tone@1.0.0") == UNKNOWN


def test_folders_are_read_to_the_bottom_in_order(stored):
    """Files of three names in folders within folders; hidden names and other files are left out."""
    names = [
        "z.yaml",
        "a/b/c.yml",
        "a/a.yaml",
        "d.json",
        "E.YAML",
        ".h.yaml",
        ".git/x.yaml",
        "notes.txt",
        "yaml",
    ]
    store = stored(dict.fromkeys(names, '{"checks": 1}'))
    sources = list(dict.fromkeys(Path(problem.source).as_posix() for problem in store.problems))
    assert sources == ["r/E.YAML", "r/a/a.yaml", "r/a/b/c.yml", "r/d.json", "r/z.yaml"]


def test_a_disabled_rubric_is_nothing(stored):
    """It is no problem, and not broken."""
    store = stored({"a.yaml": text(more="enabled: false\n")})
    assert (said(store), state(store)) == ([], NOTHING)
    assert store.why("rubric/tone@1.0") == "rubric/tone@1.0 is disabled"
    assert store.refs == ()


def test_a_missing_version_names_those_that_there_are(stored):
    """Disabled and invalid ones too, each once, at most five."""
    files = {f"{number}.yaml": text(version=f'"1.{number}"') for number in range(3)}
    files |= {"x.yaml": text(version='"2.0"', more="enabled: false\n"), "y.yaml": broken(version='"3.0"')}
    store = stored(files)
    assert state(store, "rubric/tone@4.0") == UNKNOWN
    versions = "1.0, 1.1, 1.2, 2.0 (disabled), 3.0 (invalid)"
    assert store.why("rubric/tone@4.0") == f"rubric/tone@4.0 does not exist, tone has {versions}"
    store = stored({"z.yaml": text(version='"5.0"'), "zz.yaml": text(version='"5.0"')})
    assert store.why("rubric/tone@4.0").endswith(f"{versions} and 1 more")


def test_a_missing_id_names_a_near_one(stored):
    """Most likely it is misspelt; where nothing is near, nothing is named."""
    store = stored({"a.yaml": text("support_tone"), "b.yaml": text("other")})
    assert state(store, "rubric/suport_tone@1.0") == UNKNOWN
    assert store.why("rubric/suport_tone@1.0") == (
        "no rubric has the id 'suport_tone', did you mean 'support_tone'?"
    )
    assert store.why("rubric/zzz@1.0") == "no rubric has the id 'zzz'"


def test_near_names_are_looked_for_among_neighbours(kinds):
    """Of many rubrics only those around the misspelt id in their order, so that each look-up is fast."""
    rubrics = [parse_rubric(data(f"rubric_{number:03}"), kinds=kinds) for number in range(200)]
    store = RubricStore.of(rubrics)
    assert store.why("rubric/rubric_123x@1.0").endswith("did you mean 'rubric_123'?")
    assert store.why("rubric/zrubric_123@1.0").endswith("did you mean 'rubric_193'?")


@pytest.mark.parametrize(
    "ref", ["tone@1.0", "rubric/tone", "rubric/tone@1", "", "rubric/tone@1.0\n", "\x1b[31m"]
)
def test_what_is_no_reference_leads_to_nothing(stored, ref):
    """Prefix and version are both required."""
    store = stored({"a.yaml": text()})
    assert state(store, ref) == UNKNOWN
    assert "is not of the form rubric/<id>@<version>" in store.why(ref)
    assert store.why(ref).isprintable()


def test_two_files_of_one_id_and_version_are_used_neither(stored):
    """A problem names both; the others are not touched, and it does not matter whether both are enabled."""
    store = stored({"a.yaml": text(), "b/b.yaml": text(more="enabled: false\n"), "c.yaml": text("other")})
    names = f"{Path('r/a.yaml')} and {Path('r/b/b.yaml')}"
    assert said(store) == [
        f"{Path('r/b/b.yaml')}: error: rubric/tone@1.0 is defined in {names}, so none of them is used "
        "(give each a version of its own, or remove what is not wanted)"
    ]
    assert (state(store), state(store, "rubric/other@1.0")) == (BROKEN, FOUND)
    assert store.why("rubric/tone@1.0") == f"rubric/tone@1.0 is defined in {names}"


def test_an_invalid_copy_counts_as_a_definition(stored):
    """Nobody can tell which of the two is meant."""
    store = stored({"a.yaml": text(), "b.yaml": broken()})
    assert len(said(store)) == 2
    assert state(store) == BROKEN
    assert "is defined in" in store.why("rubric/tone@1.0")


def test_many_definitions_are_named_in_part(stored):
    """Five files, and how many more."""
    store = stored({f"{number}.yaml": text() for number in range(9)})
    [problem] = said(store)
    assert f"{Path('r/3.yaml')}, {Path('r/4.yaml')} and 4 more, so none" in problem


def test_an_invalid_file_concerns_its_own_reference_alone(stored):
    """Every mistake of it is a problem; its reference is broken and says the first one."""
    store = stored({"a.yaml": broken().replace("all_pass", "all"), "b.yaml": text("other")})
    assert len(said(store)) == 2
    assert (state(store), state(store, "rubric/other@1.0"), state(store, "rubric/x@1.0")) == (
        BROKEN,
        FOUND,
        UNKNOWN,
    )
    assert store.why("rubric/tone@1.0") == f"rubric/tone@1.0 is invalid: {said(store)[0]}"
    assert state(store, "rubric/tone@2.0") == UNKNOWN


@pytest.mark.parametrize(
    ("content", "broken_refs", "other_refs"),
    [
        # The id is read, the version from the text.
        (text(version="1.10"), ["tone@1.10"], ["tone@1.1"]),
        (text(version="1.10  # quoted?"), ["tone@1.10"], ["tone@1.1"]),
        (json.dumps({**data("tone"), "version": 1.5}), ["tone@1.5"], ["tone@1.0"]),
        # The id is read, and no version: any that is not there may be meant.
        (text(version="1"), ["tone@1.0", "tone@2.0"], ["other@1.0"]),
        (text(version="[1.0]"), ["tone@1.0", "tone@2.0"], ["other@1.0"]),
        # Not readable: what the text says at its top.
        (text() + "bad: [", ["tone@1.0"], ["tone@2.0"]),
        (text().replace("\n", "\r\n") + "bad: [", ["tone@1.0"], ["tone@2.0"]),
        (text("'tone'", "1.0") + "a: b: c", ["tone@1.0"], ["tone@2.0"]),
        (b"\xef\xbb\xbf" + text().encode() + b"\xff", ["tone@1.0"], ["tone@2.0"]),
        ("checks: [\nid: tone\n", ["tone@1.0"], []),
        ('{"id": "tone", "version": "1.0", "checks": [{"id": "other"}', ["tone@1.0"], ["other@1.0"]),
        ('{\n  "version": 1.0,\n  "id": "tone",\n  "checks": [', ["tone@1.0"], ["tone@2.0"]),
        # Nothing is known.
        ('{"checks": [{"id": "tone"}], "version": "1.0", "id": "tone"', [], ["tone@1.0"]),
        ("checks: [{id: tone, version: '1.0'}", [], ["tone@1.0"]),
        (text("Tone"), [], ["tone@1.0"]),
        (text("[tone]"), [], ["tone@1.0"]),
        (text().replace("id: tone\n", ""), [], ["tone@1.0"]),
    ],
)
def test_an_invalid_file_claims_what_it_says_of_itself(stored, content, broken_refs, other_refs):
    """So that a question that names it is an error, and not one without a rubric."""
    store = stored({"a.json" if str(content).startswith("{") else "a.yaml": content})
    assert store.problems
    assert [ref for ref in broken_refs if state(store, f"rubric/{ref}") != BROKEN] == []
    assert [ref for ref in other_refs if state(store, f"rubric/{ref}") == BROKEN] == []


def test_a_guessed_claim_never_stands_against_a_rubric(stored):
    """Only what is not there otherwise may be meant by a file that cannot be read."""
    store = stored({"a.yaml": text() + "bad: [", "b.yaml": text(), "c.yaml": text(version="1")})
    assert (state(store), state(store, "rubric/tone@3.0")) == (FOUND, BROKEN)


def test_a_missing_reference_names_the_file_that_has_its_name(stored):
    """With what is wrong with it: id and version before the id alone, any spelling of these will do."""
    names = ("tone@2.0", "tone", "a/Tone-3.0", "b/other v1", "zone_12")
    store = stored({f"{name}.yaml": "[" for name in names})
    wrong = {Path(problem.source).stem: str(problem) for problem in reversed(store.problems)}
    assert store.why("rubric/tone@2.0") == f"no rubric has the id 'tone'; not read: {wrong['tone@2.0']}"
    for ref, stem in (
        ("tone@3.0", "Tone-3.0"),
        ("tone@1.0", "tone"),
        ("other@5.0", "other v1"),
        ("zone_12@1.0", "zone_12"),
    ):
        assert store.why(f"rubric/{ref}").endswith(f"; not read: {wrong[stem]}")
        assert not store.find(f"rubric/{ref}").broken
    assert store.why("rubric/otherr@1.0").endswith(f"; not read: {wrong['other v1']}")


def test_files_that_say_nothing_of_themselves_are_no_reason(stored):
    """Where one has no id that can be read, all are named without their mistakes: any may be meant."""
    store = stored({"a.yaml": "[", "b.yaml": text()})
    assert (
        store.why("rubric/other@1.0")
        == f"no rubric has the id 'other'; no id could be read in {Path('r/a.yaml')}"
    )
    assert store.why("rubric/tone@2.0").endswith(f"tone has 1.0; no id could be read in {Path('r/a.yaml')}")
    store = stored({"c.yaml": text("Tone")})
    names = f"{Path('r/a.yaml')} and {Path('r/c.yaml')}"
    assert store.why("rubric/other@1.0").endswith(f"; no id could be read in {names}")
    store = stored({f"d{number}.yaml": "[" for number in range(9)})
    assert store.why("rubric/other@1.0").endswith(f"{Path('r/d2.yaml')} and 6 more")


def test_a_file_whose_id_is_known_is_named_for_no_other(stored):
    """It is not what is looked for, whatever is wrong with it."""
    store = stored({"other.yaml": text() + "more: [", "tone.yaml": broken("zone")})
    assert len(store.problems) == 2
    assert store.why("rubric/other@1.0") == "no rubric has the id 'other'"


def test_invalid_checks_can_be_kept(stored):
    """Then the rubric is used, and its mistakes are problems all the same."""
    files = {"a.yaml": broken(), "b.yaml": text("head").replace("all_pass", "all")}
    store = stored(files, invalid_checks="fail")
    assert len(said(store)) == 2
    assert (state(store), state(store, "rubric/head@1.0")) == (FOUND, BROKEN)
    assert store.get("rubric/tone@1.0").checks[0].problem.path == "/checks/0/wrd"
    assert state(stored(files)) == BROKEN


def test_each_file_is_parsed_once(stored):
    """Also a dataset, another document, and one that cannot be read: all are told apart by what was read."""
    files = {
        "a.yaml": text(),
        "b.json": json.dumps(data("other")),
        "d.yaml": DATASET,
        "o.yaml": "a: 1\n",
        "t.yaml": text("torn") + "more: [",
        "torn.yaml": f"{DATASET}more: [",
    }
    store, parsed = parsed_by(stored, files)
    assert list(store) == ["rubric/other@1.0", "rubric/tone@1.0"]
    assert [parsed.count(content) for content in files.values()] == [1] * 6


def test_datasets_are_no_rubrics(stored):
    """A folder may hold the dataset that names its rubrics, also a broken or a large one."""
    large = DATASET + "# a comment\n" * 400_000
    store = stored({"a.yaml": DATASET, "b.json": '{"questions": [', "c.yaml": large, "d.yaml": text()})
    assert (said(store), state(store)) == ([], FOUND)


@pytest.mark.parametrize(
    "content", ["[1, 2]", "services: {web: {}}", '{"name": "x", "version": "1.0"}', "words"]
)
def test_other_documents_are_a_warning(stored, content):
    """They are left out, with one word about it rather than a mistake per missing field."""
    store = stored({"a.yaml": content})
    [problem] = store.problems
    assert problem.severity is Severity.WARNING
    assert "not a rubric, so it is left out" in problem.message
    assert "not read" not in store.why("rubric/tone@1.0")


@pytest.mark.parametrize("content", ["id: tone\nversion: '1.0'\n", "checks: []\n", "scoring: {}\n"])
def test_what_has_the_start_of_a_rubric_is_an_invalid_one(stored, content):
    """Its missing fields are mistakes."""
    assert all(problem.severity is Severity.ERROR for problem in stored({"a.yaml": content}).problems)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="named pipes are of POSIX")
def test_what_cannot_be_read_is_a_problem(stored, tmp_path):
    """A pipe, a link to nothing and one to itself keep nothing else from being read."""
    os.mkfifo(tmp_path / "r/a.yaml")
    (tmp_path / "r/b.yaml").symlink_to("nowhere.yaml")
    (tmp_path / "r/c.yaml").symlink_to("c.yaml")
    store = stored({"d.yaml": text()})
    assert state(store) == FOUND
    assert [problem.split(": ", 1)[1] for problem in said(store)] == [
        "error: cannot be read: not a regular file",
        "error: cannot be read: No such file or directory",
        "error: cannot be read: Too many levels of symbolic links",
    ]
    names = f"{Path('r/a.yaml')}, {Path('r/b.yaml')} and {Path('r/c.yaml')}"
    assert store.why("rubric/x@1.0") == f"no rubric has the id 'x'; no id could be read in {names}"
    assert "; not read: " in store.why("rubric/c@1.0")


def test_links_are_followed_and_circles_are_problems(stored, tmp_path):
    """A file that is reached twice is one file; a link back to a folder around it is said."""
    elsewhere = tmp_path / "elsewhere"
    (elsewhere / "deep").mkdir(parents=True)
    (elsewhere / "deep/tone.yaml").write_text(text(), encoding="utf-8")
    (elsewhere / "deep/up").symlink_to(elsewhere, target_is_directory=True)
    for name in ("one", "two"):
        (tmp_path / "r" / name).symlink_to(elsewhere, target_is_directory=True)
    (tmp_path / "r/three.yaml").symlink_to(elsewhere / "deep/tone.yaml")
    store = stored()
    assert state(store) == FOUND
    assert said(store) == [f"{Path('r/one/deep/up')}: error: the link leads back to a folder around it"]


def test_a_link_to_a_folder_around_the_one_that_is_read_is_not_followed(stored, tmp_path):
    """What lies beside the folder is not read, however far up a link leads, and each link is said once."""
    (tmp_path / "beside.yaml").write_text(text("beside"), encoding="utf-8")
    links = {"r/sub/up": tmp_path, "r/up": "..", "r/whole": tmp_path.anchor}
    (tmp_path / "r/sub").mkdir()
    for name, target in links.items():
        (tmp_path / name).symlink_to(target, target_is_directory=True)
    store = stored({"tone.yaml": text()})
    assert list(store) == ["rubric/tone@1.0"]
    said_of_it = "error: the link leads back to a folder around it"
    assert said(store) == [f"{Path(name)}: {said_of_it}" for name in links]


def test_a_linked_folder_lies_where_it_really_lies(stored, tmp_path):
    """A link in it to the folder around it ends there, as it does when that folder is read by its name."""
    shared = tmp_path / "shared"
    (shared / "rubrics").mkdir(parents=True)
    (shared / "beside.yaml").write_text(text("beside"), encoding="utf-8")
    (shared / "rubrics/polite.yaml").write_text(text("polite"), encoding="utf-8")
    (shared / "rubrics/up").symlink_to("..", target_is_directory=True)
    (tmp_path / "r/linked").symlink_to(shared / "rubrics", target_is_directory=True)
    store = stored({"tone.yaml": text()})
    assert list(store) == ["rubric/polite@1.0", "rubric/tone@1.0"]
    assert said(store) == [f"{Path('r/linked/up')}: error: the link leads back to a folder around it"]


def test_deep_folders_are_read(stored):
    """Deeper than calls may nest."""
    folders = [Path("r")]
    for _ in range(1100):
        folders.append(folders[-1] / "d")
        folders[-1].mkdir()
    file = folders[-1] / "tone.yaml"
    file.write_text(text(), encoding="utf-8")
    try:
        assert state(stored()) == FOUND
    finally:
        # Whoever tidies up after the tests does it with calls that nest as deep.
        file.unlink()
        for folder in reversed(folders):
            folder.rmdir()


@pytest.mark.parametrize("name", ["none", "file"])
def test_a_folder_that_is_none_raises(stored, tmp_path, kinds, name):
    """That is a mistake of the caller."""
    (tmp_path / "file").write_text("", encoding="utf-8")
    with pytest.raises(OSError, match=name):
        RubricStore.from_directory(name, kinds=kinds)


def test_an_empty_folder_is_an_empty_store(stored):
    """Every reference leads to nothing."""
    store = stored()
    assert (said(store), store.refs, state(store)) == ([], (), UNKNOWN)


def test_a_store_is_made_of_rubrics(kinds):
    """The same rules hold, without files."""
    one, two = (parse_rubric(text(), kinds=kinds, source=name) for name in ("one", "two"))
    off = parse_rubric(text("off", more="enabled: false\n"), kinds=kinds)
    store = RubricStore.of([one, off])
    assert store.get("rubric/tone@1.0") is one
    assert store.why("rubric/off@1.0") == "rubric/off@1.0 is disabled"
    assert "is defined in one and two" in said(RubricStore.of([one, two]))[0]


def test_a_store_pickles(stored):
    """It crosses processes with all that it knows."""
    store = stored({"a.yaml": text(), "b.yaml": broken("other"), "c.yaml": "["})
    again = pickle.loads(pickle.dumps(store))
    assert (again.problems, again.refs) == (store.problems, store.refs)
    for ref in ("rubric/tone@1.0", "rubric/other@1.0", "rubric/x@1.0"):
        assert (again.get(ref), again.why(ref)) == (store.get(ref), store.why(ref))
        assert state(again, ref) == state(store, ref)


def test_reasons_are_one_clean_line_of_bounded_length(stored):
    """They stand in verdicts."""
    store = stored({"a.yaml": text(version='"' + "9" * 500 + '\\n"')})
    assert len(store.why("rubric/tone@1.0")) <= 300
    assert store.why("rubric/tone@1.0").isprintable()
    assert len(store.why(f"rubric/{'a' * 500}@1.0")) <= 300
