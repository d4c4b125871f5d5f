"""The published JSON Schemas of what judges are given, made of the models that read it."""

import json
from pathlib import Path

from pydantic import BaseModel

from checkwright.schema.fragment import derived_fragment
from checkwright_judging.documents.named_definition import NamedDefinition
from checkwright_judging.documents.prompt import JudgePrompt
from checkwright_judging.profiles.profile import JudgesDocument

__all__ = ["schemas"]

_DIALECT = "https://json-schema.org/draft/2020-12/schema"
#: What a file of each name holds.
_MODELS: dict[str, type[BaseModel]] = {
    "judges": JudgesDocument,
    "judge_prompt": JudgePrompt,
    "evaluator": NamedDefinition,
}


def schemas(root: Path) -> dict[Path, str]:
    """Give the text of each schema."""
    return {root / f"schema/published/{name}.schema.json": _text(model) for name, model in _MODELS.items()}


def _text(model: type[BaseModel]) -> str:
    document = {"$schema": _DIALECT, **derived_fragment(model)}
    return json.dumps(document, indent=2, ensure_ascii=False) + "\n"
