"""parse_spec: a document by its model, or every mistake of it where it stands."""

import pytest
from pydantic import Field, model_validator

from checkwright import InvalidDocument, SpecPart, parse_spec, read_document


class Window(SpecPart):
    """A span of hours."""

    opens: int = Field(ge=0, description="The first hour.")
    closes: int = Field(le=24, description="The hour after the last one.")

    @model_validator(mode="after")
    def _is_open(self):
        if self.opens >= self.closes:
            raise ValueError("closes must come after opens")
        return self


class Shop(SpecPart):
    """A shop."""

    name: str
    window: Window


def said(text, source="shop.yaml"):
    """Return the problems of a text."""
    with pytest.raises(InvalidDocument) as caught:
        parse_spec(text, Shop, source=source)
    return [str(problem) for problem in caught.value.problems]


def test_a_sound_document_becomes_its_model():
    shop = Shop(name="a", window=Window(opens=8, closes=18))
    text = "name: a\nwindow: {opens: 8, closes: 18}\n"
    assert parse_spec(text, Shop) == shop
    assert parse_spec(shop.model_dump(), Shop) == shop
    assert parse_spec(read_document(text), Shop) == shop


def test_all_mistakes_are_said_at_their_places_in_the_order_of_the_text():
    assert said("nmae: a\nwindow:\n  opens: -1\n  closes: 30\n") == [
        "shop.yaml:1:1: error: nmae: unknown field (did you mean 'name'?)",
        "shop.yaml:3:10: error: window.opens: -1 must be at least 0 (The first hour.)",
        "shop.yaml:4:11: error: window.closes: 30 must be at most 24 (The hour after the last one.)",
    ]


def test_what_only_the_model_sees_is_said_too():
    assert said("name: a\nwindow: {opens: 9, closes: 9}\n") == [
        "shop.yaml:2:9: error: window: closes must come after opens"
    ]


def test_what_cannot_be_read_is_said_as_everywhere():
    assert said("name: a\nname: b\n")[0].startswith("shop.yaml:2:1: error: ")


def test_a_document_that_is_no_mapping_is_said():
    assert said("[]") == ["shop.yaml:1:1: error: expected a mapping, found a list (A shop.)"]
