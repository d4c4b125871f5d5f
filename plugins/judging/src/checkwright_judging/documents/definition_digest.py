"""The digest of a definition: what tells an edited one from the one that was reviewed."""

from __future__ import annotations

from .canonical_json import sha256_hex
from .definition import Definition

__all__ = ["definition_sha256"]


def definition_sha256(definition: Definition) -> str:
    """Return the SHA-256 of the canonical JSON of a definition, in hexadecimal digits.

    It is over the fields that the document was given, `name` included where it has one, without
    `submitted_by`: who hands in the same words hands in the same definition.
    """
    document = definition.to_dict()
    document.pop("submitted_by", None)
    return sha256_hex(document)
