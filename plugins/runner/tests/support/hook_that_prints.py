"""A kind whose hook prints."""

from typing import Literal

from checkwright import CheckSpec, Kind, hookimpl


class Prints(CheckSpec):
    kind: Literal["test.prints"]


@hookimpl
def checkwright_kinds():
    print("printed by a hook")
    return [Kind(spec=Prints, prepare=None, vocabulary="printed")]
