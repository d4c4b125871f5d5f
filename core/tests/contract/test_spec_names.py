"""The name of a kind in its spec, and what of a spec is left as it is."""

from dataclasses import dataclass
from enum import Enum
from typing import Literal

import pytest
from pydantic import BaseModel, ValidationError

from checkwright import CheckSpec
from checkwright.schema.fragment import derived_fragment
from checkwright.schema.validator import bounded_validator


class Tone(Enum):
    CALM = "calm"
    WARM = "warm"
    COLD = None


def accepted(model, document):
    try:
        model.model_validate(document)
    except ValidationError:
        return False
    return True


def test_what_is_no_part_of_ours_is_left_as_it_is():
    """A dataclass or another model keeps its own rules."""

    @dataclass
    class Point:
        x: int

    class Loose(BaseModel):
        x: int

    class Spec(CheckSpec):
        kind: Literal["acme.x"]
        points: tuple[Point, ...] = ()
        point: Point | None = None
        loose: Loose | None = None
        looser: tuple[Loose, ...] = ()

    assert Spec.model_validate({"kind": "acme.x", "loose": {"x": "1", "y": 2}}).loose == Loose(x=1)
    assert Spec.model_validate({"kind": "acme.x", "point": Point(1)}).point == Point(1)
    assert not accepted(Spec, {"kind": "acme.x", "loose": None})


def test_only_null_is_a_choice_of_nothing():
    """A Literal of None alone stays: there is nothing else to be."""

    class Spec(CheckSpec):
        kind: Literal["acme.x"]
        nothing: Literal[None] = None

    assert accepted(Spec, {"kind": "acme.x", "nothing": None})
    assert bounded_validator(derived_fragment(Spec)).is_valid({"kind": "acme.x", "nothing": None})


@pytest.mark.parametrize(
    "annotation", [str, Literal["acme.a", "acme.b"], Literal[1], Literal["a"] | None, Literal[Tone.CALM]]
)
def test_a_kind_that_is_not_pinned_has_no_name(annotation):
    """Anything but a Literal of one text is refused in words."""
    spec = type("Loose", (CheckSpec,), {"__annotations__": {"kind": annotation}})
    with pytest.raises(TypeError, match=r"^Loose\.kind must be annotated as a Literal of one name$"):
        spec.kind_name()


def test_a_kind_with_a_default_has_no_name():
    """Every check names its kind, so the field is required."""

    class Spec(CheckSpec):
        kind: Literal["acme.x"] = "acme.x"

    with pytest.raises(TypeError, match=r"^Spec\.kind must not have a default"):
        Spec.kind_name()
