"""YAML 1.2 for kinds that read it in a reply."""

import pytest
import yaml
from yaml.events import ScalarEvent, StreamEndEvent

from checkwright import yaml12


def scalars(text, parser=None):
    following = yaml12.events(text, parser)
    found = []
    while type(event := following()) is not StreamEndEvent:
        if isinstance(event, ScalarEvent):
            found.append(event.value)
    return found


@pytest.mark.parametrize("parser", [None, yaml.SafeLoader])
def test_a_line_break_of_yaml_1_1_is_a_character(parser):
    """What only YAML 1.1 calls a line break stays in the text, whichever parser finds the events."""
    assert scalars("a: x\x85y\nb: 'p\u2028q'", parser) == ["a", "x\x85y", "b", "p\u2028q"]


@pytest.mark.parametrize(
    ("text", "value"),
    [("no", "no"), ("True", True), ("", None), ("~", None), ("0o17", 15), ("12:30", "12:30"), ("1.50", 1.5)],
)
def test_a_plain_scalar_is_read_by_the_core_schema(text, value):
    """Words and numbers are those of YAML 1.2; all else is the text itself."""
    found = yaml12.scalar(text)
    assert found == value
    assert type(found) is type(value)


@pytest.mark.parametrize("text", [".inf", ".nan", "9" * 4_001])
def test_a_number_that_json_does_not_have_is_refused(text):
    """Infinity, NaN and endless digits are no values."""
    with pytest.raises(ValueError):  # noqa: PT011 - its words are those of document problems
        yaml12.scalar(text)


@pytest.mark.parametrize("parser", [None, yaml.SafeLoader])
def test_a_complaint_has_its_words_and_its_place(parser):
    """What a parser says is said in the words of document problems, with the character it is about."""
    text = "a: 1\nb: [1, 2"
    with pytest.raises(yaml.MarkedYAMLError) as caught:
        scalars(text, parser)
    words = "expected ',' or ']' in the list that starts on line 2"
    assert yaml12.complaint(caught.value, text) == (words, len(text))
