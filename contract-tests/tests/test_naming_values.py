"""The law on authoring errors: which spellings of a value show it, and what shows one that holds nothing."""

from typing import Any, Literal

import pytest

from checkwright import CheckError, CheckSpec, Kind, Outcome
from checkwright_contract.bench import Bench
from checkwright_contract.laws.texts import authoring_errors_name_the_value
from checkwright_contract.trial import Trial


class Held(CheckSpec):
    """Hold anything that is not empty."""

    kind: Literal["contract.held"]
    held: Any


def refusing(message, refused=lambda held: not held):
    """Make a bench of a kind that refuses what is empty, or what `refused` says, with a message."""

    def prepare(spec, toolbox):
        if refused(spec.held):
            raise CheckError(message, ("held",))
        return lambda case: Outcome.judge(True, "it holds something")

    return Bench(Kind(spec=Held, prepare=prepare), ())


def trial_of(value):
    return Trial({"kind": "contract.held", "held": value}, "text")


@pytest.mark.parametrize("empty", [[], {}, ""])
@pytest.mark.parametrize("message", ["held: found {!r}, expected more", "held must not be empty"])
def test_an_empty_value_is_shown_or_called_empty(empty, message):
    """It has nothing inside that a message could show instead."""
    authoring_errors_name_the_value(refusing(message.format(empty)), trial_of(empty))


@pytest.mark.parametrize("empty", [[], {}, ""])
def test_a_message_without_the_empty_value_is_a_breach(empty):
    """A place alone does not show what stands there."""
    with pytest.raises(AssertionError, match="does not show the value at /held"):
        authoring_errors_name_the_value(refusing("held: nothing is there"), trial_of(empty))


@pytest.mark.parametrize(
    ("value", "spelling"),
    [
        ("\b\x7f", '"\\b\\x7f"'),
        ("\b\x7f", "'\\x08\\x7f'"),
        ("é\u202e", '"é\\u202e"'),
        ("é\u202e", '"\\u00e9\\u202e"'),
        (True, "true"),
        (1.5, "1.5"),
    ],
)
def test_a_value_is_shown_as_python_or_as_json(value, spelling):
    """In either spelling what cannot be printed may be escaped."""
    authoring_errors_name_the_value(refusing(f"held: found {spelling}", lambda _: True), trial_of(value))
