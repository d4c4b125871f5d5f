"""The document of a php_lint check."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import AfterValidator, ConfigDict, Field, model_validator

from checkwright import CheckSpec

__all__ = ["PLACE", "PhpLint"]

#: Marks the place for the code in a template.
PLACE = "{{code}}"

_ELSEWHERE = r"(?:(?!\{\{code\}\})[\s\S])*"


def _one_place(template: str) -> str:
    """Refuse a template that has no place for the code, or several."""
    count = template.count(PLACE)
    if count != 1:
        raise ValueError(f"has {count or 'no'} {PLACE}, expected exactly one")
    return template


_Template = Annotated[
    str,
    AfterValidator(_one_place),
    # Only in the JSON Schema: the regex engine of pydantic has no lookahead.
    Field(
        json_schema_extra={
            "allOf": [
                {
                    "pattern": rf"^{_ELSEWHERE}\{{\{{code\}}\}}{_ELSEWHERE}$",
                    "description": f"exactly one {PLACE} is wanted",
                }
            ]
        }
    ),
]

_NEEDS_TEMPLATE: dict[str, Any] = {
    "if": {"properties": {"wrapper": {"const": "template"}}, "required": ["wrapper"]},
    "then": {"required": ["wrapper_template"]},
}


class PhpLint(CheckSpec):
    """The PHP in the response has no syntax error."""

    model_config = ConfigDict(json_schema_extra=_NEEDS_TEMPLATE)

    kind: Literal["php_lint"]
    wrapper: Literal["open_tag", "none", "function", "class", "template"] = Field(
        default="open_tag",
        description="What is put around the code before it is linted: open_tag, <?php in front where it is "
        "missing; none, nothing; function or class, the body of one; template, wrapper_template.",
    )
    wrapper_template: _Template | None = Field(
        default=None,
        description="A PHP file with exactly one {{code}}, where the code goes; read by the wrapper template "
        "only, which needs it.",
    )

    @model_validator(mode="after")
    def _has_its_template(self) -> PhpLint:
        """Refuse the wrapper template without one."""
        if self.wrapper == "template" and self.wrapper_template is None:
            raise ValueError(f"wrapper 'template' needs wrapper_template, a text with exactly one {PLACE}")
        return self
