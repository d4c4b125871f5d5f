"""parse_spec: read a document of one's own kind by its model, or say every mistake of it with its place."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from pydantic import ValidationError

from ..contract.errors import InvalidDocument
from ..contract.spec import SpecPart
from ..documents.document import Document
from ..documents.located import located
from ..documents.reading import as_document
from .explain import by_model, explain_by
from .fragment import derived_fragment
from .validator import bounded_validator

__all__ = ["parse_spec"]

Spec = TypeVar("Spec", bound=SpecPart)


def parse_spec(
    text: str | bytes | Mapping[str, Any] | Document, model: type[Spec], *, source: str = "<text>"
) -> Spec:
    """Read a document of another sort than rubrics and datasets, such as a file of settings, by its model.

    Its mistakes are said as those of a rubric are: with line and column, and what an unknown field may
    mean. What only a validator of the model sees is said once its JSON Schema sees nothing.

    text: YAML or JSON text, data as these would yield it, or a Document.
    source: what problems call the text; a Document has its own.

    Raises:
        InvalidDocument: `.problems` holds every mistake.
    """
    document = as_document(text, source=source)
    try:
        return model.model_validate(document.data)
    except ValidationError:
        # Imported and derived for a broken document alone.
        validator = bounded_validator(derived_fragment(model))
    findings = explain_by(validator, document.data) or by_model(model, document.data)
    raise InvalidDocument(located(findings, document))
