"""Look-ups as the engine uses them: what was asked for is noted, and what a look-up raises is an answer."""

import pytest

from checkwright import Found, Missing, SchemaStore
from checkwright.engine.noted_lookup import NotedLookup, RecordedLookup


class Broken:
    """A look-up of a host that breaks, or answers what is no answer."""

    def __init__(self, answer):
        self.answer = answer

    def find(self, ref):
        if isinstance(self.answer, BaseException):
            raise self.answer
        return self.answer

    def __iter__(self):
        return iter(())


def test_what_is_asked_for_is_noted_and_nothing_else():
    """One by one, and when all are listed; the look-up itself notes nothing."""
    noted = []
    store = SchemaStore.from_mapping({"schema/a@1.0": True, "schema/b@1.0": True})
    view = NotedLookup(store, noted.append)
    store.find("schema/a@1.0")
    assert noted == []
    assert view.find("schema/a@1.0") == Found(True)
    assert view.find("schema/x@1.0").unknown
    assert noted == ["schema/a@1.0", "schema/x@1.0"]
    assert list(view) == list(store)
    assert noted[2:] == ["schema/a@1.0", "schema/b@1.0"]


@pytest.mark.parametrize("fault", [RuntimeError("no route"), SystemExit(1), None, "schema"])
def test_a_look_up_that_breaks_has_a_broken_answer(fault):
    """Raising, ending the process or answering what is no answer is the look-up's fault, said in words."""
    found = NotedLookup(Broken(fault), lambda ref: None).find("schema/a@1.0")
    assert isinstance(found, Missing)
    assert found.broken
    assert found.why.startswith("schema/a@1.0: the look-up ")


def test_ctrl_c_gets_out_of_a_look_up():
    """It is nobody's fault."""
    with pytest.raises(KeyboardInterrupt):
        NotedLookup(Broken(KeyboardInterrupt()), lambda ref: None).find("schema/a@1.0")


def test_recorded_answers_are_those_of_the_look_up():
    """For the references that were recorded, those that lead nowhere included; another one did not travel."""
    store = SchemaStore.from_mapping({"schema/a@1.0": {"type": "object"}})
    refs = ["schema/x@1.0", "schema/a@1.0"]
    recorded = RecordedLookup.of(store, refs)
    assert [recorded.find(ref) for ref in refs] == [store.find(ref) for ref in refs]
    assert list(recorded) == ["schema/a@1.0"]
    assert recorded.find("schema/b@1.0").why == "schema/b@1.0 did not travel with the plan"
