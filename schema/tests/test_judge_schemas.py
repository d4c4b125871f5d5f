"""The published schemas of what judges are given: validators of all sorts read them alike."""

import json
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest
from ajv_validator import ajv_answers
from jsonschema import Draft202012Validator
from pydantic import BaseModel, ValidationError

from checkwright_judging.documents.named_definition import NamedDefinition
from checkwright_judging.documents.prompt import JudgePrompt
from checkwright_judging.profiles.profile import JudgesDocument

PUBLISHED = Path(__file__).resolve().parents[1] / "published"
MODELS: dict[str, type[BaseModel]] = {
    "judges": JudgesDocument,
    "judge_prompt": JudgePrompt,
    "evaluator": NamedDefinition,
}

PROFILE = {"provider": "openai", "endpoint": "https://judge.example/v1", "api_key": {"env": "JUDGE_KEY"}}
FULL = {
    **PROFILE,
    "deployment": "judge-large",
    "api_version": "2024-10-21",
    "output": "json_schema",
    "timeout": 10,
    "attempts": 2,
    "limits": {"concurrent": 4},
    "parameters": {"seed": None},
    "proxy": "http://proxy.example:3128",
    "ca_file": "ca.pem",
    "prices": {"input": 2.5, "output": 10},
}
PROMPT = {
    "id": "tone",
    "version": "1.0",
    "instructions": "Decide how polite it is.",
    "fields": ["response", "question.input?", "criteria?"],
    "scale": {"min": 0, "max": 1},
}
EVALUATOR = {
    "name": "clear",
    "criteria": "Whether it is clear.",
    "scale": {str(level): f"level {level}" for level in range(1, 6)},
}

DOCUMENTS: dict[str, list[Any]] = {
    "judges": [
        {
            "profiles": {"judge-small": PROFILE, "a": FULL},
            "assignments": {"default": "a"},
            "default_model": "m",
        },
        {"profiles": {"a": {**PROFILE, "api_key": "none"}}},
        {"profiles": {"a": {**PROFILE, "api_key": {"keyring": {"service": "s", "user": "u"}}}}},
        {"profiles": {}},
        {},
        {"profiles": {"a b": PROFILE}},
        {"profiles": {"a": {**PROFILE, "api_key": "sk-canary"}}},
        {"profiles": {"a": {**PROFILE, "api_key": {"env": "A", "file": "b"}}}},
        {"profiles": {"a": {**PROFILE, "endpont": "x"}}},
        {"profiles": {"a": {**PROFILE, "timeout": 0}}},
        {"profiles": {"a": {**PROFILE, "limits": {"concurrent": None}}}},
        {"profiles": {"a": PROFILE}, "default_model": " "},
    ],
    "judge_prompt": [
        PROMPT,
        {**PROMPT, "levels": {"0": "rude"}, "metadata": {"a": 1}},
        {**PROMPT, "fields": []},
        {**PROMPT, "fields": ["answer"]},
        {**PROMPT, "version": "1"},
        {**PROMPT, "scale": {"min": 0}},
    ],
    "evaluator": [
        EVALUATOR,
        {**EVALUATOR, "input_fields": ["query", "context"], "model": "m", "submitted_by": "me"},
        {**EVALUATOR, "name": "inline"},
        {**EVALUATOR, "name": "Clear"},
        {**EVALUATOR, "scale": {"1": "x"}},
        {**EVALUATOR, "output_fields": []},
        {**EVALUATOR, "input_fields": ["a", "a"]},
    ],
}


def published(name: str) -> Any:
    """Return a published schema."""
    return json.loads((PUBLISHED / f"{name}.schema.json").read_text(encoding="utf-8"))


def answers(name: str) -> list[bool]:
    """Tell for each document whether the model takes it, which is what a run goes by."""
    told = []
    for document in DOCUMENTS[name]:
        try:
            MODELS[name].model_validate(document)
        except ValidationError:
            told.append(False)
        else:
            told.append(True)
    return told


@pytest.mark.parametrize("name", MODELS)
def test_the_documents_are_of_both_sorts(name: str) -> None:
    """Some are taken and some are not, or the laws below would say little."""
    assert {True, False} == {*answers(name)}


@pytest.mark.parametrize("name", MODELS)
def test_jsonschema_takes_what_a_run_takes(name: str) -> None:
    """And it finds nothing wrong with the schema."""
    Draft202012Validator.check_schema(published(name))
    validator = Draft202012Validator(published(name))
    assert [validator.is_valid(document) for document in DOCUMENTS[name]] == answers(name)


@pytest.mark.parametrize("name", MODELS)
def test_jsonschema_rs_takes_what_a_run_takes(name: str) -> None:
    """The validator of ours that is fast."""
    validator = jsonschema_rs.Draft202012Validator(published(name), offline=True)
    assert [validator.is_valid(document) for document in DOCUMENTS[name]] == answers(name)


@pytest.mark.parametrize("name", MODELS)
def test_ajv_takes_what_a_run_takes(name: str) -> None:
    """In strict mode, as editors read it."""
    assert ajv_answers(published(name), DOCUMENTS[name]) == answers(name)


@pytest.mark.parametrize("name", MODELS)
def test_every_field_says_what_it_is_for(name: str) -> None:
    """An editor shows it; a definition that many fields share says it where it is used."""
    schema = published(name)
    for place in (schema, *schema.get("$defs", {}).values()):
        assert place.get("description"), place
        silent = [
            field for field, about in place.get("properties", {}).items() if not about.get("description")
        ]
        assert silent == []
