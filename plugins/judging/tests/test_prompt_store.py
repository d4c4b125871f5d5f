"""JudgePromptStore: what a reference leads to, and why it leads to nothing."""

import os
import pickle
from pathlib import Path

import pytest

from checkwright import Found, Missing
from checkwright_judging.documents.prompt import JudgePrompt
from checkwright_judging.documents.prompt_store import JudgePromptStore


def text(ident="polite", version='"1.0"', more=""):
    return (
        f"id: {ident}\nversion: {version}\ninstructions: Grade it.\nfields: [response]\n"
        f"scale: {{min: 0, max: 1}}\n{more}"
    )


@pytest.fixture
def stored(tmp_path, monkeypatch):
    """Write files into the folder `p` and read it."""
    monkeypatch.chdir(tmp_path)
    Path("p").mkdir()

    def read(files=()):
        for name, content in dict(files).items():
            path = Path("p", name)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return JudgePromptStore.from_directory("p")

    return read


def said(store):
    return [str(problem) for problem in store.problems]


def missing(store, ref="judge/polite@1.0"):
    found = store.find(ref)
    assert isinstance(found, Missing)
    assert found.why.isprintable()
    return found


def test_a_reference_leads_to_the_prompt_with_exactly_this_id_and_version(stored):
    store = stored({"a.yaml": text(), "below/b.json": '{"id": "x"}', "below/c.YML": text(version='"1.1"')})
    found = store.find("judge/polite@1.1")
    assert isinstance(found, Found)
    assert (found.value.ref, found.value.to_dict()["version"]) == ("judge/polite@1.1", "1.1")
    assert list(store) == ["judge/polite@1.0", "judge/polite@1.1"]


def test_json_is_read_as_yaml_is(stored):
    document = JudgePrompt.model_validate(
        {
            "id": "j",
            "version": "2.0",
            "instructions": "x",
            "fields": ["response"],
            "scale": {"min": 0, "max": 1},
        }
    )
    store = stored({"any name.json": document.model_dump_json(exclude_unset=True)})
    assert store.find("judge/j@2.0") == Found(document)
    assert store.problems == ()


def test_hidden_and_other_files_are_left_out(stored):
    store = stored({".a.yaml": "x", ".git/b.yaml": "x", "c.txt": "x", "d.yaml": text()})
    assert (list(store), store.problems) == (["judge/polite@1.0"], ())


def test_a_mistake_is_said_where_it_stands_and_only_its_reference_is_broken(stored):
    store = stored({"a.yaml": text(more="levles: {}\n"), "b.yaml": text("other")})
    assert said(store) == ["p/a.yaml:6:1: error: levles: unknown field (did you mean 'levels'?)"]
    found = missing(store)
    assert found.broken
    assert found.why == f"judge/polite@1.0 is invalid: {said(store)[0]}"
    assert list(store) == ["judge/other@1.0"]
    assert not missing(store, "judge/polite@2.0").broken


@pytest.mark.parametrize("name", ["polite.yaml", "polite@1.0.yaml"])
def test_a_file_that_cannot_be_read_breaks_the_id_that_its_name_begins_with(stored, name):
    store = stored({name: "id: [", "b.yaml": text("other")})
    assert missing(store).broken
    assert "polite" in missing(store).why
    assert not missing(store, "judge/polites@1.0").broken
    assert said(store)[0].startswith(f"p/{name}:")


def test_a_file_that_says_no_version_breaks_its_id(stored):
    assert missing(stored({"x.yaml": text(version="1.0")})).broken


def test_a_reference_that_two_files_define_leads_to_neither(stored):
    store = stored({"a.yaml": text(), "b.yaml": text(), "c.yaml": text("other")})
    assert said(store) == [
        "p/b.yaml: error: judge/polite@1.0 is defined in p/a.yaml and p/b.yaml, so none of them is used "
        "(give each a version of its own, or remove what is not wanted)"
    ]
    assert missing(store) == Missing("judge/polite@1.0 is defined in p/a.yaml and p/b.yaml", broken=True)
    assert list(store) == ["judge/other@1.0"]


def test_an_invalid_twin_takes_the_reference_with_it(stored):
    store = stored({"a.yaml": text(), "b.yaml": text(more="x: 1\n"), "c.yaml": text()})
    assert missing(store).broken
    assert "defined in p/a.yaml, p/b.yaml and p/c.yaml" in missing(store).why
    assert len(store.problems) == 2


def test_a_missing_version_says_which_there_are(stored):
    files = {f"{number}.yaml": text(version=f'"{number}.0"') for number in range(1, 8)}
    assert missing(stored(files), "judge/polite@9.0") == Missing(
        "judge/polite@9.0 does not exist, polite has 1.0, 2.0, 3.0, 4.0, 5.0 and 2 more", unknown=True
    )


def test_a_missing_id_says_which_is_near(stored):
    store = stored({"a.yaml": text()})
    assert missing(store, "judge/polit@1.0") == Missing(
        "no judge prompt has the id 'polit', did you mean 'polite'?", unknown=True
    )
    assert missing(store, "judge/zzz@1.0") == Missing("no judge prompt has the id 'zzz'", unknown=True)


@pytest.mark.parametrize(
    "ref", ["polite", "judge/polite", "rubric/polite@1.0", "judge/polite@1", "judge/a\n@1.0"]
)
def test_what_is_no_reference_leads_to_nothing(stored, ref):
    found = missing(stored({"a.yaml": text()}), ref)
    assert found.unknown
    assert "is not of the form judge/<id>@<version>" in found.why


def test_a_store_of_prompts_that_were_read_answers_as_one_of_files(stored):
    prompt = stored({"a.yaml": text()}).find("judge/polite@1.0").value
    assert JudgePromptStore.of([prompt]).find("judge/polite@1.0") == Found(prompt)
    assert missing(JudgePromptStore.of([prompt, prompt])).broken


def test_a_store_pickles(stored):
    store = stored({"a.yaml": text(), "b.yaml": "id: ["})
    copy = pickle.loads(pickle.dumps(store))
    assert list(copy) == list(store)
    assert copy.find("judge/polite@1.0") == store.find("judge/polite@1.0")
    assert copy.problems == store.problems


def test_links_are_followed_and_what_is_reached_twice_is_taken_once(stored, tmp_path):
    (tmp_path / "outside").mkdir()
    (tmp_path / "outside/a.yaml").write_text(text())
    Path("p/one").symlink_to(tmp_path / "outside")
    Path("p/two").symlink_to(tmp_path / "outside")
    Path("p/three.yaml").symlink_to(tmp_path / "outside/a.yaml")
    store = stored()
    assert (list(store), store.problems) == (["judge/polite@1.0"], ())


@pytest.mark.parametrize("target", [".", ".."])
def test_a_link_to_a_folder_around_is_a_problem_and_not_followed(stored, target):
    Path("p/loop").symlink_to(target)
    store = stored({"a.yaml": text()})
    assert said(store) == ["p/loop: error: the link leads back to a folder around it"]
    assert list(store) == ["judge/polite@1.0"]


def test_a_file_that_is_none_and_a_link_to_nothing_are_problems(stored):
    os.mkfifo("p/pipe.yaml")
    Path("p/nothing.yaml").symlink_to("gone")
    store = stored({"a.yaml": text()})
    assert said(store) == [
        "p/nothing.yaml: error: cannot be read: No such file or directory",
        "p/pipe.yaml: error: cannot be read: not a regular file",
    ]
    assert list(store) == ["judge/polite@1.0"]


def test_a_folder_that_is_not_there_is_an_exception():
    with pytest.raises(OSError, match="nowhere"):
        JudgePromptStore.from_directory("nowhere")
