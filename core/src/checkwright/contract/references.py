"""RubricRef: the name of one version of one rubric."""

from __future__ import annotations

import re
from dataclasses import dataclass

__all__ = ["ID_PATTERN", "KIND_PATTERN", "REF_PATTERN", "VERSION_PATTERN", "RubricRef"]


#: The pattern of the name of a kind; one without a dot is first-party.
KIND_PATTERN = r"^[a-z][a-z0-9_]*(\.[a-z][a-z0-9_]*)*$"
ID_PATTERN = r"^[a-z][a-z0-9_]*$"


VERSION_PATTERN = r"^(0|[1-9][0-9]*)(\.(0|[1-9][0-9]*)){1,2}$"


#: The pattern of a reference, for the documents that hold one.
REF_PATTERN = rf"^rubric/{ID_PATTERN[1:-1]}@{VERSION_PATTERN[1:-1]}$"


@dataclass(frozen=True, slots=True, order=True)
class RubricRef:
    """Names one version of one rubric; `str()` is `rubric/<id>@<version>`."""

    id: str
    version: str

    def __str__(self) -> str:
        return f"rubric/{self.id}@{self.version}"

    @classmethod
    def parse(cls, text: str) -> RubricRef:
        """Read `rubric/<id>@<version>`; prefix and version are both required.

        Raises:
            ValueError: the text is not of that form.
        """
        if re.fullmatch(REF_PATTERN, text) is None:
            raise ValueError(f"{text!r:.100} is not of the form rubric/<id>@<version>")
        name, _, number = text.removeprefix("rubric/").partition("@")
        return cls(name, number)
