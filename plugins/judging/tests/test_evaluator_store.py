"""EvaluatorStore: accepted definitions by their names; what is malformed is skipped and told."""

import json
import os
import pickle
from pathlib import Path

import pytest

from checkwright import Found, Missing, Severity
from checkwright_judging.documents.evaluator_store import EVALUATOR_BYTES, EvaluatorStore
from checkwright_judging.documents.named_definition import NamedDefinition

SCALE = {str(level): f"level {level}" for level in range(1, 6)}


def document(name="intent", **more):
    return json.dumps({"name": name, "criteria": "c", "scale": SCALE, **more})


@pytest.fixture
def accepted(tmp_path, monkeypatch):
    """Write files into the folder `accepted` and read it."""
    monkeypatch.chdir(tmp_path)
    Path("accepted").mkdir()

    def read(files=()):
        for name, content in dict(files).items():
            Path("accepted", name).write_bytes(content if isinstance(content, bytes) else content.encode())
        return EvaluatorStore.from_directory("accepted")

    return read


def skipped(store, count=1):
    """Return why the files were skipped; nothing of them is there, and each place is told."""
    assert list(store) == []
    assert len(store.problems) == count
    for problem in store.problems:
        assert problem.severity is Severity.WARNING
        assert problem.line is not None
        assert problem.column is not None
    return [str(problem) for problem in store.problems]


def test_a_name_leads_to_what_was_accepted_as_such(accepted):
    store = accepted(
        {"intent.json": document(submitted_by="pod"), "b.json": document("b"), "a.json": document("a")}
    )
    assert list(store) == ["evaluator/a", "evaluator/b", "evaluator/intent"]
    assert store.problems == ()
    found = store.find("evaluator/intent")
    assert found == Found(NamedDefinition.model_validate_json(document(submitted_by="pod")))
    assert found.value.to_dict() == json.loads(document(submitted_by="pod"))


def test_other_names_are_left_out(accepted):
    Path("accepted/folder").mkdir()
    store = accepted(
        {"README.md": "x", ".intent.json.tmp": "x", ".a.json": "x", "a.yaml": "x", "a.JSON": "x"}
    )
    assert (list(store), store.problems) == ([], ())


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (document("other"), ":1:10: warning: name: 'other' is not the name of its file, which is 'intent'"),
        (document()[:-1] + ', "name": "intent"}', ":1:128: warning: the key 'name' is given twice"),
        (document(weight=1), ":1:128: warning: weight: unknown field"),
        ("name: intent\n", ":1:1: warning: "),
        ("[]", ":1:1: warning: expected a mapping, found a list"),
        ("", ":1:1: warning: "),
        (b"\xff", ":1:1: warning: "),
        ("[" * 100_000, " warning: the file is larger than 64 KiB"),
        ("[" * 60_000, " warning: "),
        (document(model=float("nan")), " warning: "),
    ],
)
def test_a_malformed_file_is_skipped_with_a_warning_that_says_where(accepted, content, said):
    store = accepted({"intent.json": content})
    (warning,) = skipped(store)
    assert warning.startswith("accepted/intent.json:")
    assert said in warning
    found = store.find("evaluator/intent")
    assert (found.broken, found.unknown) == (False, False)
    assert found.why[:200] == f"the evaluator 'intent' was skipped: {warning}"[:200]


def test_each_mistake_of_a_file_is_told(accepted):
    text = json.dumps({"name": "intent", "criteria": " ", "scale": {**SCALE, "6": "x"}})
    assert len(skipped(accepted({"intent.json": text}), 2)) == 2


def test_the_name_inline_cannot_be_accepted(accepted):
    (warning,) = skipped(accepted({"inline.json": document("inline")}))
    assert "inline" in warning


def test_a_file_of_64_kib_is_read_and_a_byte_more_is_not(accepted):
    whole = document() + " " * (EVALUATOR_BYTES - len(document()))
    assert list(accepted({"intent.json": whole})) == ["evaluator/intent"]
    (warning,) = skipped(accepted({"intent.json": whole + " "}))
    assert warning == "accepted/intent.json:1:1: warning: the file is larger than 64 KiB"


def test_what_is_no_regular_file_is_skipped(accepted, tmp_path):
    (tmp_path / "intent.json").write_text(document())
    Path("accepted/intent.json").symlink_to(tmp_path / "intent.json")
    Path("accepted/gone.json").symlink_to("nowhere")
    Path("accepted/folder.json").mkdir()
    os.mkfifo("accepted/pipe.json")
    assert skipped(accepted(), 4) == [
        "accepted/folder.json:1:1: warning: cannot be read: not a regular file",
        "accepted/gone.json:1:1: warning: cannot be read: not a regular file, but a link",
        "accepted/intent.json:1:1: warning: cannot be read: not a regular file, but a link",
        "accepted/pipe.json:1:1: warning: cannot be read: not a regular file",
    ]


def test_a_malformed_file_does_no_harm_to_others(accepted):
    store = accepted({"a.json": "{", "intent.json": document(), "z.json": "{"})
    assert list(store) == ["evaluator/intent"]
    assert [problem.source for problem in store.problems] == ["accepted/a.json", "accepted/z.json"]


def test_a_missing_name_is_unknown_and_says_which_is_near(accepted):
    store = accepted({"intent.json": document()})
    assert store.find("evaluator/intnt") == Missing(
        "no evaluator has the name 'intnt', did you mean 'intent'?", unknown=True
    )
    assert store.find("evaluator/zzz") == Missing("no evaluator has the name 'zzz'", unknown=True)


@pytest.mark.parametrize("ref", ["intent", "rubric/intent@1.0", "", "evaluator"])
def test_what_is_no_reference_leads_to_nothing(accepted, ref):
    found = accepted({"intent.json": document()}).find(ref)
    assert found == Missing(f"{ref!r} is not of the form evaluator/<name>", unknown=True)


def test_a_store_pickles(accepted):
    store = accepted({"a.json": "{", "intent.json": document()})
    copy = pickle.loads(pickle.dumps(store))
    assert list(copy) == list(store)
    assert copy.find("evaluator/a") == store.find("evaluator/a")
    assert copy.find("evaluator/intent") == store.find("evaluator/intent")


def test_a_folder_that_is_not_there_is_an_exception():
    with pytest.raises(OSError, match="nowhere"):
        EvaluatorStore.from_directory("nowhere")


def test_a_file_with_too_many_fields_is_skipped(tmp_path):
    names = [f"f{number}" for number in range(11)]
    document = {
        "name": "wide",
        "criteria": "x",
        "scale": dict(zip("12345", "abcde", strict=True)),
        "input_fields": names,
        "output_fields": names,
    }
    (tmp_path / "wide.json").write_text(json.dumps(document), encoding="utf-8")
    store = EvaluatorStore.from_directory(tmp_path)
    assert list(store) == []
    (problem,) = store.problems
    assert "22 fields in all" in problem.message
    assert problem.path == "/input_fields"
