"""Files of profiles: read from YAML and JSON, with every mistake at its place."""

import json
import pickle

import pytest

from checkwright import InvalidDocument
from checkwright_judging.profiles.profiles_file import parse_profiles, read_profiles

YAML = """\
# Judges of our runs.
profiles:
  azure_eu:
    provider: azure_openai
    endpoint: https://judges.example.com
    api_version: "2024-10-21"
    deployment: judge-large
    api_key: {env: AZURE_KEY}
    prices: {input: 2.5, output: 10}
  local:
    provider: openai
    endpoint: http://127.0.0.1:8000/v1
    api_key: none
assignments: {default: local, custom_rubric_llm_judge: azure_eu}
default_model: small
"""


def problems(text):
    with pytest.raises(InvalidDocument) as caught:
        parse_profiles(text, source="judges.yaml")
    return list(map(str, caught.value.problems))


def test_a_file_says_profiles_assignments_and_the_usual_model():
    file = parse_profiles(YAML)
    assert list(file.profiles) == ["azure_eu", "local"]
    assert file.profiles["azure_eu"].deployment == "judge-large"
    assert (file.document.assignments or {})["default"] == "local"
    assert file.document.default_model == "small"


def test_json_says_the_same_as_yaml(tmp_path):
    file = parse_profiles(YAML)
    data = json.dumps(file.document.model_dump(mode="json", exclude_unset=True))
    assert parse_profiles(data).document == file.document
    (tmp_path / "judges.json").write_text(data)
    (tmp_path / "judges.yaml").write_text(YAML)
    read = [read_profiles(tmp_path / f"judges.{ending}").document for ending in ("json", "yaml")]
    assert read == [file.document, file.document]


def test_a_file_knows_its_folder_wherever_it_is_read_from(tmp_path, monkeypatch):
    (tmp_path / "judges.yaml").write_text(YAML)
    monkeypatch.chdir(tmp_path)
    file = read_profiles("judges.yaml")
    assert (file.source, file.folder) == ("judges.yaml", str(tmp_path))
    assert parse_profiles(YAML).folder is None


def test_the_first_use_that_has_an_assignment_decides():
    file = parse_profiles(YAML)
    assert file.assigned(("custom_rubric_llm_judge", "default")) == "azure_eu"
    assert file.assigned(("nothing", "default")) == "local"
    assert file.assigned(("nothing",)) is None
    assert parse_profiles("profiles: {}").assigned(("default",)) is None


def test_a_file_pickles_and_says_the_same():
    file = parse_profiles(YAML, source="judges.yaml", folder="/there")
    assert pickle.loads(pickle.dumps(file)) == file


#: What is written in place of what, where that is a mistake, and how it is said.
MISTAKES = [
    ("endpoint: h", "endpont: h", "5:5", "azure_eu.endpont: unknown field (did you mean 'endpoint'?)"),
    ("deployment", "deploymnt", "7:5", "azure_eu.deploymnt: unknown field (did you mean 'deployment'?)"),
    ("{env:", "{envi:", "8:15", "azure_eu.api_key.envi: unknown field (did you mean 'env'?)"),
    ("output: 10", "outputs: 10", "9:26", "azure_eu.prices.outputs: unknown field (did you mean 'output'?)"),
    ("http://127", "http://128", "12:15", "local.endpoint: expected an https address, or http on this"),
    ("assignments", "asignments", "14:1", "asignments: unknown field (did you mean 'assignments'?)"),
    (
        "t: local",
        "t: lokal",
        "14:24",
        "assignments.default: there is no profile 'lokal' (did you mean 'local'?)",
    ),
    ("azure_eu}", "nobody}", "14:56", "custom_rubric_llm_judge: there is no profile 'nobody'"),
    ("  local:", "  lo cal:", "3:3", "profiles: 'lo cal' does not have the form"),
    ("model: small", "model: 4.1", "15:16", "default_model: expected a text, found the number 4.1"),
]


@pytest.mark.parametrize(("old", "new", "place", "said"), MISTAKES)
def test_a_mistake_is_said_with_line_and_column_and_what_may_be_meant(old, new, place, said):
    found = problems(YAML.replace(old, new, 1))
    assert any(one.startswith(f"judges.yaml:{place}: error: ") and said in one for one in found), found


def test_all_mistakes_are_said_at_once():
    wrong = YAML.replace("api_version", "api_versio").replace("api_key: none", "api_key: none\n    tries: 3")
    assert len(problems(wrong)) == 2


def test_all_wrong_assignments_are_said_at_once():
    wrong = YAML.replace("default: local", "default: a").replace("judge: azure_eu", "judge: b")
    assert len(problems(wrong)) == 2


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "the document is empty"),
        ("[]", "expected a mapping, found a list"),
        ("{}", "the field 'profiles' is missing"),
        ("profiles: {local:", "judges.yaml:1:18"),
        ("profiles: {}\nprofiles: {}", "the key 'profiles' is given twice"),
    ],
)
def test_what_is_no_file_of_profiles_is_refused(text, said):
    (problem,) = problems(text)
    assert said in problem


def test_a_file_that_is_not_there_is_no_document(tmp_path):
    with pytest.raises(FileNotFoundError):
        read_profiles(tmp_path / "none.yaml")
