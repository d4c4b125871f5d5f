"""A kind that fails where its word stands, and points at it unless nothing else is there."""

from typing import Literal

from checkwright import CheckSpec, Evidence, Kind, Outcome, hookimpl


class Avoids(CheckSpec):
    """Fail when the response holds the word."""

    kind: Literal["test.avoids"]
    word: str


def prepare(spec, toolbox):
    def locate(case):
        start = case.text.index(spec.word)
        return () if case.text == spec.word else (Evidence.span(case.text, start, start + len(spec.word)),)

    there = Outcome.judge(False, "the word is there", locate=locate)
    missing = Outcome.judge(True, "the word is missing")
    return lambda case: there if spec.word in case.text else missing


@hookimpl
def checkwright_kinds():
    return [Kind(spec=Avoids, prepare=prepare)]
