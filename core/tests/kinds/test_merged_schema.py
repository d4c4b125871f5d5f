"""The merged schema: one valid schema, each kind under its own name, no kind touching another."""

import json
from typing import Annotated, Literal

import jsonschema_rs
import pytest
from distributions import Package, plugin
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from pydantic import Field
from referencing import Registry
from schema_strategies import fragments, instances

from checkwright import CheckSpec, Kind, SpecPart, load_kinds, merged_schema, parse_rubric, validate
from checkwright.schema.subschemas import parts, place_of


def kind(name, schema=None, **fields):
    """Make a vocabulary kind with the given fields."""
    annotations = {"kind": Literal[name], **{field: type_ for field, (type_, _) in fields.items()}}
    values = {field: value for field, (_, value) in fields.items()}
    return Kind(type("Spec", (CheckSpec,), {"__annotations__": annotations, **values}), None, schema=schema)


def load(*kinds):
    found = load_kinds(plugins=kinds, entry_points=False)
    assert found.problems == ()
    return found


def valid(schema, *checks):
    """Validate a rubric of these checks, by two implementations that must agree."""
    document = {"id": "t", "version": "1.0", "checks": list(checks), "scoring": {"combine": "min"}}
    answer = Draft202012Validator(schema, registry=Registry()).is_valid(document)
    assert jsonschema_rs.Draft202012Validator(schema, offline=True).is_valid(document) == answer
    return answer


def written(name, **more):
    """Write a fragment by hand, with the base fields."""
    properties = {"kind": {"const": name}, **{base: {} for base in ("id", "description", "metadata")}}
    return {
        "type": "object",
        "additionalProperties": False,
        "required": ["kind", *more.pop("required", [])],
        "properties": {**properties, **more.pop("properties", {})},
        **more,
    }


class Place(SpecPart):
    """A place."""

    title: str
    around: tuple["Place", ...] = ()


FOUR = (
    kind("acme.a", place=(Place, Field(description="Where.")), size=(int | None, None)),
    kind("acme.a.b", place=(Place | None, None)),
    kind("check", words=(Annotated[tuple[str, ...], Field(min_length=1)], ...)),
    kind(
        "zeta",
        written("zeta", properties={"x": {"$ref": "#/$defs/a~b/items"}}, **{"$defs": {"a~b": {"items": {}}}}),
    ),
)


@pytest.mark.parametrize("kinds", [(), FOUR[:1], FOUR], ids=["none", "one", "four"])
def test_it_is_valid_draft_2020_12_whatever_is_installed(kinds):
    """Also without any kind; and it is plain JSON."""
    schema = merged_schema(load(*kinds))
    assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    Draft202012Validator.check_schema(schema)
    jsonschema_rs.Draft202012Validator(schema, offline=True)
    assert json.loads(json.dumps(schema)) == schema


def test_each_kind_is_one_condition_that_leads_to_its_fragment():
    """`if` the kind's name `then` its own definition, in the order of names."""
    schema = merged_schema(load(*FOUR))
    names = ["acme.a", "acme.a.b", "check", "zeta"]
    branches = schema["$defs"]["Check"]["allOf"]
    assert [branch["if"]["properties"]["kind"]["const"] for branch in branches] == names
    assert [branch["then"]["$ref"] for branch in branches] == [f"#/$defs/{name}" for name in names]
    assert schema["$defs"]["Check"]["properties"]["kind"]["enum"] == names


def test_definitions_carry_the_name_of_their_kind():
    """A fragment's own definitions stand as `kind:Definition`, its own place under the kind's name."""
    assert list(merged_schema(load(*FOUR))["$defs"]) == [
        "Check",
        "acme.a",
        "acme.a:Place",
        "acme.a.b",
        "acme.a.b:Place",
        "check",
        "zeta",
        "zeta:a~b",
    ]


def test_references_are_local_and_lead_somewhere():
    """No part refers outside the schema or to nothing, none has an id, none a title."""
    schema = merged_schema(load(*FOUR))
    everything = {place: part for place, part in parts(schema) if isinstance(part, dict)}
    references = [part["$ref"] for part in everything.values() if "$ref" in part]
    assert len(references) >= 9
    assert all(place_of(reference) in everything for reference in references)
    assert not [
        part for part in everything.values() if isinstance(part, dict) and part.keys() & {"$id", "title"}
    ]


def test_a_kind_may_be_called_like_the_base_of_all_checks():
    """The place of the common fields has a name that no kind can have."""
    schema = merged_schema(load(*FOUR))
    assert valid(schema, {"kind": "check", "words": ["a"]})
    assert not valid(schema, {"kind": "check", "words": []})
    assert valid(schema, {"kind": "acme.a", "place": {"title": "here", "around": [{"title": "near"}]}})
    assert not valid(schema, {"kind": "acme.a", "place": {"title": "here", "around": [{"titel": "near"}]}})


def test_without_kinds_no_check_is_valid():
    """No kind is known then; an empty `enum`, which strict validators refuse, does not say so."""
    schema = merged_schema(load())
    assert not valid(schema, {"kind": "acme.a"})
    assert not [part for _, part in parts(schema) if isinstance(part, dict) and part.get("enum") == []]


def test_a_fragment_cannot_loosen_another(site):
    """Two distributions with a field of one name keep their own rules for it."""
    limit = ("    kind:", "    values: tuple[str, ...] = Field(min_length=1)\n    kind:")
    field = ("from typing import Literal\n", "from typing import Literal\n\nfrom pydantic import Field\n")
    kinds = site.install(
        Package("acme-strict", plugin("acme.strict", field, limit)),
        Package("zeta-loose", plugin("zeta.loose", ("    kind:", "    values: tuple[str, ...]\n    kind:"))),
    ).load()
    schema = merged_schema(kinds)
    assert valid(schema, {"kind": "zeta.loose", "values": []}, {"kind": "acme.strict", "values": ["a"]})
    assert not valid(schema, {"kind": "zeta.loose", "values": []}, {"kind": "acme.strict", "values": []})


def test_definitions_of_one_name_do_not_collide(site):
    """Two distributions that both define `source` mean each their own."""
    change = "KIND = Kind(spec=Spec, prepare=prepare)"
    packages = []
    for name, type_ in (("acme", "string"), ("zeta", "integer")):
        source = {"$ref": "#/$defs/source"}
        schema = written(f"{name}.x", properties={"source": source}, **{"$defs": {"source": {"type": type_}}})
        packages.append(Package(name, plugin(f"{name}.x", (change, f"{change[:-1]}, schema={schema!r})"))))
    schema = merged_schema(site.install(*packages).load())
    assert valid(schema, {"kind": "acme.x", "source": "a"}, {"kind": "zeta.x", "source": 1})
    assert not valid(schema, {"kind": "acme.x", "source": 1})
    assert not valid(schema, {"kind": "zeta.x", "source": "a"})


@pytest.mark.parametrize("when", ["before the merge", "after the merge"])
def test_a_plugin_that_changes_its_fragment_later_changes_nothing(site, when):
    """The fragment is copied when it is loaded."""
    change = "KIND = Kind(spec=Spec, prepare=prepare)"
    source = plugin("acme.x", (change, f"SCHEMA = {written('acme.x')!r}\n{change[:-1]}, schema=SCHEMA)"))
    expected = json.dumps(merged_schema(site.install(Package("acme-x", source)).load()))
    kinds = site.load()
    if when == "after the merge":
        assert json.dumps(merged_schema(kinds)) == expected
    schema = kinds["acme.x"].schema
    schema["properties"].clear()
    schema["type"] = "array"
    assert json.dumps(merged_schema(kinds)) == expected
    assert kinds.problems == ()


def test_installing_another_kind_changes_no_other_fragment():
    """What is under a kind's name is the same whatever stands beside it."""
    alone = merged_schema(load(FOUR[0]))["$defs"]
    together = merged_schema(load(*FOUR))["$defs"]
    assert {name: together[name] for name in alone if name != "Check"} == {
        name: value for name, value in alone.items() if name != "Check"
    }


@settings(max_examples=60)
@given(st.data())
def test_merging_keeps_the_meaning_of_a_fragment(data):
    """A check is valid against its fragment exactly when it is against the merged schema of that kind."""
    fragment = data.draw(fragments("acme.x"))
    schema = merged_schema(load(kind("acme.x", fragment)))
    alone = Draft202012Validator(fragment, registry=Registry())
    for instance in data.draw(instances("acme.x")):
        assert valid(schema, instance) == alone.is_valid(instance)


def test_a_mistake_is_reported_by_the_one_kind_that_it_belongs_to():
    """One precise problem, not one of every kind."""
    document = {
        "id": "t",
        "version": "1.0",
        "checks": [{"kind": "check", "words": []}],
        "scoring": {"combine": "min"},
    }
    [problem] = validate(document, kinds=load(*FOUR))
    assert problem.path == "/checks/0/words"


def test_what_models_accept_the_schema_accepts():
    """A rubric that is read with its kinds is valid for an editor that has the schema."""
    kinds = load(*FOUR)
    check = {"kind": "acme.a", "id": "x", "description": "Where?", "metadata": {}, "place": {"title": "here"}}
    document = {"id": "t", "version": "1.0", "checks": [check], "scoring": {"combine": "min"}}
    assert len(parse_rubric(document, kinds=kinds).checks) == 1
    assert valid(merged_schema(kinds), check)
