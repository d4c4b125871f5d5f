"""What is special about json_schema."""

import subprocess
import sys
import time

import pytest

from checkwright import (
    Case,
    CheckError,
    Evidence,
    Limits,
    NotExecutable,
    SchemaStore,
    Toolbox,
    load_kinds,
    validate,
)
from checkwright_json_schema import KIND, checkwright_kinds

STORE = SchemaStore.from_mapping(
    {
        "schema/crate@1.0": {
            "properties": {
                "weight": {"$ref": "schema/units@1.0#/$defs/kilo"},
                "label": {"$ref": "https://acme.example/label"},
            }
        },
        "schema/units@1.0": {"$defs": {"kilo": {"type": "number", "minimum": 0}}},
        "schema/label@2.1": {
            "$schema": "http://json-schema.org/draft-07/schema#",
            "$id": "https://acme.example/label",
            "items": [{"$ref": "schema/units@1.0#/$defs/kilo"}],
        },
        "schema/torn@1.0": {"properties": {"a": {"$ref": "#/$defs/gone"}}},
        "schema/wrong@1.0": {"properties": {"a": {"type": "strin"}}},
    }
)
#: A value of which every level is judged by both branches, and again by both of the level below.
DOUBLING = {
    "$ref": "#/$defs/n",
    "$defs": {
        "n": {
            "type": ["object", "integer"],
            "anyOf": [
                {"properties": {"a": {"$ref": "#/$defs/n"}}},
                {"properties": {"a": {"$ref": "#/$defs/n"}}},
            ],
        }
    },
}


def prepared(schema=None, *, schema_ref=None, store=None, limits=None):
    given = {"schema": schema} if schema_ref is None else {"schema_ref": schema_ref}
    spec = KIND.spec.model_validate({"kind": "json_schema", **given})
    return KIND.prepare(spec, Toolbox(limits=limits or Limits(), schemas=store))


def judged(schema, response, **more):
    return prepared(schema, **more)(Case(response))


def mistake(schema=None, **more):
    with pytest.raises(CheckError) as caught:
        prepared(schema, **more)
    return caught.value.path, caught.value.message


def evidence(schema, response):
    case = Case(response)
    return prepared(schema)(case).locate(case)


def problems(schema):
    check = {"kind": "json_schema", "schema": schema}
    rubric = {"id": "r", "version": "1.0", "checks": [check], "scoring": {"combine": "all_pass"}}
    return [str(one) for one in validate(rubric, kinds=load_kinds(), source="x")]


def test_the_hook_offers_the_kind():
    """The package offers exactly its own kind."""
    assert [kind.name for kind in checkwright_kinds()] == ["json_schema"]


def test_importing_the_kind_imports_no_engine():
    """The engine and the resolver are loaded when a check is prepared."""
    code = (
        "import sys, checkwright_json_schema as k; print({'jsonschema_rs', 'referencing'} & set(sys.modules))"
    )
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout == "set()\n"


@pytest.mark.parametrize("given", [{}, {"schema": True, "schema_ref": "schema/a@1.0"}], ids=["none", "both"])
def test_exactly_one_schema_is_given(given):
    """A check names its schema once: inline or by reference."""
    with pytest.raises(ValueError, match="exactly one of schema and schema_ref"):
        KIND.spec.model_validate({"kind": "json_schema", **given})


@pytest.mark.parametrize(
    ("fields", "path", "message"),
    [
        ({}, "/checks/0", "checks[0]: give exactly one of schema and schema_ref"),
        (
            {"schema": {}, "schema_ref": "schema/crate@1.0"},
            "/checks/0/schema_ref",
            "checks[0].schema_ref: give exactly one of schema and schema_ref",
        ),
        ({"schemas": {}}, "/checks/0/schemas", "checks[0].schemas: unknown field"),
        (
            {"schema_reff": "schema/crate@1.0"},
            "/checks/0/schema_reff",
            "checks[0].schema_reff: unknown field",
        ),
        (
            {"schema_ref": "crate"},
            "/checks/0/schema_ref",
            "checks[0].schema_ref: 'crate' does not fit: the schema to look up among those that the run was "
            "given: schema/<id>@<version>. Instead of schema",
        ),
    ],
)
def test_a_mistake_about_the_two_fields_is_one_problem(fields, path, message):
    """It says that either would do, and a misspelt field is not missed as well."""
    rubric = {"id": "r", "version": "1.0", "scoring": {"combine": "all_pass"}}
    checks = [{"kind": "json_schema", **fields}]
    [problem] = validate({**rubric, "checks": checks}, kinds=load_kinds(), source="x")
    assert (problem.path, problem.message) == (path, message)


def test_an_unknown_draft_is_named_once():
    """The path names the field, so the message does not."""
    store = SchemaStore.from_mapping({"schema/odd@1.0": {"$schema": "http://acme.example/s"}})
    path, message = mistake({"$schema": "http://acme.example/s"})
    assert path == ("schema", "$schema")
    assert message.startswith("'http://acme.example/s' is no draft that is known here; known are ")
    _, message = mistake(schema_ref="schema/odd@1.0", store=store)
    assert message.startswith("schema/odd@1.0 at /$schema: 'http://acme.example/s' is no draft that is")


def test_evidence_is_the_pointers_of_all_errors():
    """Each place is given once, by RFC 6901, with what stands there."""
    schema = {"additionalProperties": {"type": "string", "minLength": 1}}
    assert evidence(schema, '{"a/b": 1.50, "c~": "ok", "d": [{"x": 12345678901234567890123}]}') == (
        Evidence.json_pointer("/a~1b", "1.5"),
        Evidence.json_pointer("/d", '[{"x": 12345678901234567890123}]'),
    )


@pytest.mark.parametrize(
    ("response", "pointer", "text"),
    [
        ('{"": "x"}', "/", '"x"'),
        ('{"": {"a": {"": "x"}}}', "//a/", '"x"'),
        ('{"": {"a": 1}, "a": "x"}', "/a", '"x"'),
        ('{"": {"a": "x"}, "a": 1}', "//a", '"x"'),
        ('{"": 1, "a": [{"": "x"}]}', "/a/0/", '"x"'),
        ('{"": {"": {"": "x"}}}', "///", '"x"'),
    ],
)
def test_an_empty_key_is_part_of_the_place(response, pointer, text):
    """A key may be the empty text, and the pointer then has an empty step."""
    node = {
        "$ref": "#/$defs/n",
        "$defs": {
            "n": {
                "type": ["object", "array", "integer"],
                "additionalProperties": {"$ref": "#/$defs/n"},
                "items": {"$ref": "#/$defs/n"},
            }
        },
    }
    assert evidence(node, response) == (Evidence.json_pointer(pointer, text),)


def test_at_most_a_hundred_errors_are_read():
    """Past them the reason says only that there are more."""
    schema = {"items": {"type": "string"}}
    assert "; and 99 more;" in judged(schema, str([0] * 100)).reason
    assert "; and more than 99 more;" in judged(schema, str([0] * 200)).reason


def test_the_deepest_error_speaks_for_alternatives():
    """Of anyOf and oneOf the branch that came furthest is shown, inside each other too."""
    leaf = {
        "properties": {
            "a": {"oneOf": [{"type": "null"}, {"properties": {"b": {"const": 1}}, "type": "object"}]}
        }
    }
    reason = judged({"anyOf": [{"type": "array"}, leaf]}, '{"a": {"b": 2}}').reason
    assert reason.startswith("/a/b: found 2, expected 1;")


def test_the_reason_fits_however_long_the_place_is():
    """A long pointer is cut in the middle, and how the JSON was found is still said."""
    response = '{"' + "k" * 500 + '": {"' + "l" * 500 + '": 1}}'
    schema = {"additionalProperties": {"additionalProperties": {"type": "string"}}}
    reason = judged(schema, response).reason
    assert len(reason) <= 300
    assert reason.endswith("the JSON is the whole reply")


@pytest.mark.parametrize(
    ("schema", "response", "reason"),
    [
        (
            {"properties": {"a": False}},
            '{"a": 1}',
            "/a: found 1, expected nothing here, since the schema is false;",
        ),
        ({"not": {"type": "integer"}}, "1", "found 1, which fits the schema of not and may not;"),
        ({"uniqueItems": True}, "[1, 1]", "found [1, 1], expected items that all differ;"),
        ({"contains": {"const": 2}}, "[1]", "found [1], expected an item that fits the schema of contains;"),
        ({"enum": []}, "1", "found 1, expected nothing: enum is empty;"),
        (
            {"prefixItems": [True], "unevaluatedItems": False},
            "[1, 2]",
            "found [1, 2], of which not all items may stand here (unevaluatedItems);",
        ),
    ],
    ids=lambda value: f"{value}"[:20],
)
def test_every_keyword_has_its_words(schema, response, reason):
    """What was expected is said where the keyword alone does not tell it."""
    assert judged(schema, response).reason.startswith(reason)


@pytest.mark.parametrize(
    ("schema", "text", "passed"),
    [
        ({"const": 10**30}, str(10**30 + 1), False),
        ({"maximum": 0.1}, "0.10000000000000000000001", False),
        ({"maximum": 5}, "9" * 4_000, False),
        ({"maximum": 5}, "1e999999", False),
        ({"minimum": 0, "exclusiveMaximum": 1}, "1e-999999", True),
        ({"enum": [1]}, "1.0", True),
        ({"uniqueItems": True}, "[1, 1.0]", False),
        ({"uniqueItems": True}, "[1, true]", True),
    ],
    ids=lambda value: f"{value}"[:30],
)
def test_numbers_keep_their_value(schema, text, passed):
    """Numbers of any size are compared by value, never rounded."""
    assert judged(schema, text).passed is passed


def test_schemas_of_the_run_refer_to_each_other():
    """A schema is found by its reference and by its absolute $id, and read in its own draft."""
    by_ref = prepared(schema_ref="schema/crate@1.0", store=STORE)
    assert by_ref(Case('{"weight": 2, "label": [2, "x"]}')).passed
    assert by_ref(Case('{"weight": -1}')).reason.startswith("/weight: found -1, expected at least 0;")
    assert by_ref(Case('{"label": ["x"]}')).reason.startswith('/label/0: found "x", expected a number;')
    inline = {"$id": "https://other.example/x/", "items": {"$ref": "schema/crate@1.0"}}
    assert judged(inline, '[{"weight": -1}]', store=STORE).reason.startswith("/0/weight: found -1")


def test_what_the_look_up_does_not_have():
    """Without a look-up the check is not executable; with one, what it does not know is a mistake."""
    for given in ({"schema_ref": "schema/no@1.0"}, {"schema": {"$ref": "schema/no@1.0"}}):
        with pytest.raises(NotExecutable, match=r"schema/no@1\.0: this run has no schemas to look it up in"):
            prepared(**given)
    assert mistake(schema_ref="schema/no@1.0", store=STORE) == (("schema_ref",), STORE.why("schema/no@1.0"))
    path, message = mistake({"not": {"$ref": "schema/no@1.0"}}, store=STORE)
    assert path == ("schema", "not", "$ref")
    assert message == f"the $ref 'schema/no@1.0' leads nowhere: {STORE.why('schema/no@1.0')}"


def test_a_mistake_in_a_schema_of_the_run_names_it():
    """The mistake is the look-up's: the check can only point at its reference."""
    path, message = mistake(schema_ref="schema/torn@1.0", store=STORE)
    assert path == ("schema_ref",)
    assert message.startswith("schema/torn@1.0 at /properties/a/$ref: the $ref '#/$defs/gone' leads nowhere")
    _, message = mistake({"$ref": "schema/wrong@1.0"}, store=STORE)
    assert message.startswith("schema/wrong@1.0 at /properties/a/type: not a valid schema of draft 2020-12")


@pytest.mark.parametrize(("schema", "passed"), [(True, True), (False, False)])
def test_a_schema_of_the_run_may_be_a_boolean(schema, passed):
    """A look-up may hold true or false, which are schemas as well."""
    store = SchemaStore.from_mapping({"schema/any@1.0": schema})
    assert prepared(schema_ref="schema/any@1.0", store=store)(Case("[1]")).passed is passed
    assert judged({"items": {"$ref": "schema/any@1.0"}}, "[1]", store=store).passed is passed


def test_a_relative_id_is_no_other_schema():
    """A relative $id stays inside its own schema: two may have the same, and both lead to themselves."""
    part = {"$id": "item.json", "$defs": {"n": {"const": 1}}, "items": {"$ref": "item.json#/$defs/n"}}
    other = {**part, "$defs": {"n": {"const": 2}}}
    store = SchemaStore.from_mapping({"schema/a@1.0": part, "schema/b@1.0": other})
    for ref, value in (("schema/a@1.0", "1"), ("schema/b@1.0", "2")):
        both = {"$ref": ref, "properties": {"x": {"$ref": "schema/a@1.0"}, "y": {"$ref": "schema/b@1.0"}}}
        for given in ({"schema_ref": ref}, {"schema": {"$id": "item.json", **both}}):
            assert prepared(**given, store=store)(Case(f"[{value}]")).passed
            assert prepared(**given, store=store)(Case("[3]")).reason.startswith("/0: found 3, expected")
    _, message = mistake({"properties": {"x": {"$ref": "a@1.0"}}}, store=store)
    assert "leads nowhere: nothing has that address" in message


@pytest.mark.parametrize(
    ("reference", "why"),
    [
        ("schema/units@1", "'schema/units@1' is not of the form schema/<id>@<version>"),
        ("schema/units@1.0#/$defs/ton", "the schema has nothing at that place"),
        ("#/$defs/ton", "the schema has nothing at that place"),
        ("units.json", "nothing has that address; only the schema itself"),
    ],
)
def test_a_dangling_reference_says_what_is_missing(reference, why):
    """An address that nothing has, one of the wrong form, and a place that a schema lacks differ."""
    _, message = mistake({"$ref": reference}, store=STORE)
    assert message.startswith(f"the $ref {reference!r} leads nowhere: {why}")


def test_two_schemas_with_one_id_are_not_chosen_from():
    """An $id that two schemas of the run have leads nowhere, and both are named."""
    one = {"$id": "https://acme.example/a"}
    store = SchemaStore.from_mapping({"schema/a@1.0": one, "schema/a@1.1": one})
    _, message = mistake({"$ref": "https://acme.example/a"}, store=store)
    assert "'schema/a@1.0', 'schema/a@1.1' have this $id" in message


def test_meta_schemas_can_be_referred_to():
    """The published meta-schemas are there, of another draft too."""
    schema = {"$ref": "http://json-schema.org/draft-07/schema#"}
    assert judged(schema, '{"type": "string"}').passed
    assert not judged(schema, '{"type": "strin"}').passed


@pytest.mark.parametrize(
    ("schema", "place", "words"),
    [
        ({"properties": {"a": {"type": "strin"}}}, ("properties", "a", "type"), 'found "strin"'),
        ({"items": {"pattern": "(a"}}, ("items", "pattern"), "expected the format regex"),
        ({"$schema": "http://json-schema.org/draft-03/schema#"}, ("$schema",), "no draft that is known here"),
        (
            {"$schema": "https://json-schema.org/draft-07/schema"},
            ("$schema",),
            "did you mean 'http://json-schema.org/draft-07",
        ),
        ({"$defs": {"a": {"$ref": "#/$defs/b"}}}, ("$defs", "a", "$ref"), "'#/$defs/b' leads nowhere"),
        (
            {"items": {"$ref": "https://x.example/y"}},
            ("items", "$ref"),
            "'https://x.example/y' leads nowhere",
        ),
        ({"anyOf": [{"$ref": "#"}]}, ("anyOf", 0, "$ref"), "leads back to it"),
        ({"const": "\ud800"}, ("const",), "half of a surrogate pair"),
        ({"const": 10**5000}, ("const",), "more than 4,000 digits"),
    ],
    ids=lambda value: ".".join(map(str, value)) if isinstance(value, tuple) else "",
)
def test_mistakes_of_the_author_have_their_place(schema, place, words):
    """A schema that cannot be used is refused when it is prepared, at the place of the mistake."""
    path, message = mistake(schema)
    assert path == ("schema", *place)
    assert words in message


def test_all_mistakes_are_reported_at_once():
    """`validate` names every mistake of a schema."""
    found = problems({"type": "strin", "minLength": -1})
    assert len(found) == 2
    assert all("not a valid schema of draft 2020-12" in one for one in found)


def test_an_unknown_format_is_a_warning():
    """A format that the draft does not know is not asserted, and `validate` says so."""
    assert judged({"format": "datetime"}, '"x"').passed
    (said,) = problems({"items": {"format": "datetime"}, "format": "date", "const": {"format": "x"}})
    assert "warning: checks[0].schema.items.format" in said
    assert "did you mean 'date-time'?" in said
    (said,) = problems(
        {"$schema": "http://json-schema.org/draft-04/schema#", "type": "string", "format": "uuid"}
    )
    assert "draft 4 has no format 'uuid'" in said


@pytest.mark.parametrize("name", ["email", "idn-email"])
@pytest.mark.parametrize(
    ("text", "passes"),
    [
        ("ann@example.com", True),
        ('\\"ann lee\\"@example.com', True),
        ('\\"<a>\\"@[192.0.2.1]', True),
        ("Ann <ann@example.com>", False),
        ('\\"Ann Lee\\" <ann@example.com>', False),
        ("<ann@example.com>", False),
        ("ann@example.com (Ann)", False),
        ("an(n)n@example.com", False),
    ],
)
def test_an_address_stands_alone(name, text, passes):
    """The format of an e-mail address has no display name, no comment and no angle brackets, at any depth."""
    schema = {
        "properties": {"mail": {"anyOf": [{"$ref": "#/$defs/mail"}]}},
        "$defs": {"mail": {"format": name}},
    }
    assert judged(schema, f'{{"mail": "{text}"}}').passed is passes


@pytest.mark.parametrize(
    "around", [lambda part: part, lambda part: {"not": part}, lambda part: {"not": {"not": part}}]
)
def test_a_pattern_out_of_steps_fails_the_check(around):
    """The limit decides wherever the pattern stands: no reply passes by it."""
    outcome = judged(around({"pattern": "^(?:(?=a)a+)+$"}), '"' + "a" * 100 + '!"')
    assert outcome.passed is False
    assert outcome.reason.startswith("match limit: ")


def test_a_string_too_long_for_patterns_fails_the_check():
    """A longer string than the run allows is not searched; without patterns it is judged."""
    limits = Limits(regex_chars=10)
    assert judged({"pattern": "^a"}, '["aaaaaaaaaaaa"]', limits=limits).reason.startswith(
        "size limit: a string has 12"
    )
    assert judged({"pattern": "^a"}, '["aaaaa", "aaaaa"]', limits=limits).passed
    assert judged({"type": "array"}, '["aaaaaaaaaaaa"]', limits=limits).passed


def test_a_large_value_is_narrowed_down():
    """Where not all errors can be read, the first part that does not fit is found, in any document."""
    schema = {
        "properties": {"a b": {"allOf": [{"items": {"$ref": "#/$defs/n"}}]}},
        "$defs": {"n": {"anyOf": [{"type": "null"}]}},
    }
    outcome = judged(schema, '{"a b": [' + "null, " * 150_000 + "[]]}")
    assert outcome.reason.startswith("/a b/150000: found [], expected null; others are not counted;")
    outcome = judged(
        None, '{"weight": -1, "more": [' + "0, " * 150_000 + "0]}", schema_ref="schema/crate@1.0", store=STORE
    )
    assert outcome.reason.startswith("/weight: found -1")


def _nested(depth):
    return '{"a": ' * depth + '"x"' + "}" * depth


def _chain(number, name=None):
    """Return a schema whose references lead through many schemas, and from the last back for a property."""
    last = (
        {"type": "object"}
        if name is None
        else {"type": "object", "properties": {name: {"$ref": "#/$defs/d0"}}}
    )
    chain = {f"d{n}": {"$ref": f"#/$defs/d{n + 1}"} for n in range(number)}
    return {"$ref": "#/$defs/d0", "$defs": {**chain, f"d{number}": last}}


def _doubling_by_anchors(number):
    """Return a schema with as many doublings, each through an anchor that it overrides."""
    defs = {f"l{number}": {"$dynamicAnchor": f"n{number}", "type": "integer"}}
    for n in range(number):
        defs[f"l{n}"] = {"$dynamicAnchor": f"n{n}", "allOf": [{"$ref": f"h{n + 1}"}, {"$ref": f"h{n + 1}"}]}
        hop = {"$id": f"h{n + 1}", "$defs": {"x": {"$dynamicAnchor": f"n{n + 1}"}}}
        defs[f"h{n + 1}"] = {**hop, "$dynamicRef": f"#n{n + 1}"}
    return {"$id": "https://acme.example/r", "$ref": "#/$defs/l0", "$defs": defs}


HOSTILE = {
    "a schema that doubles at every level": (DOUBLING, _nested(190)),
    "steps back over a long string": ({"pattern": "(?<=x)[^q]*q"}, '"' + "x" * 900_000 + '"'),
    "many steps in many strings": (
        {"items": {"pattern": "^(?:(?=a)a+)+$"}},
        str(["a" * 30 + "!"] * 20_000).replace("'", '"'),
    ),
    "a hundred thousand errors": ({"items": {"type": "string"}}, str([0] * 100_000)),
    "many required in a large object": (
        {"required": [f"k{n}" for n in range(50_000)]},
        '{"x": "' + "y" * 500_000 + '"}',
    ),
    "many patterns in a long string": (
        {"anyOf": [{"pattern": rf"(?!a{n})[^q]*q"} for n in range(20)]},
        '"' + "x" * 900_000 + '"',
    ),
    "groups that look-around repeats": ({"pattern": r"(?=([a-z]+\s?){1,50}$)y"}, '"' + "x" * 100_000 + '"'),
    "groups that are referred to": ({"pattern": r"(?=([a-z]+\s?){1,50}$)(y)\2"}, '"' + "x" * 100_000 + '"'),
    "a pattern of many states": ({"pattern": "a[ab]{50000}c"}, '"' + "ab" * 450_000 + '"'),
    "numbers of a million digits": (
        {"uniqueItems": True},
        f"[{','.join(f'{n}e999999' for n in range(20_000))}]",
    ),
    "references over many schemas at every level": (_chain(300, "a"), _nested(195)),
    "dynamic references that double": (_doubling_by_anchors(40), '"x"'),
    "dynamic references that double at every level": (
        {
            "$id": "https://acme.example/r",
            "$dynamicAnchor": "n",
            "type": ["object", "integer"],
            "anyOf": [{"$ref": "h"}, {"$ref": "h"}],
            "$defs": {
                "h": {
                    "$id": "h",
                    "$defs": {"x": {"$dynamicAnchor": "n"}},
                    "properties": {"a": {"$dynamicRef": "#n"}},
                }
            },
        },
        _nested(190),
    ),
    "many patterns": ({"allOf": [{"pattern": rf"^\p{{L}}{{{n}}}$"} for n in range(200)]}, '"x"'),
    "a large enum": (
        {"items": {"enum": [{"a": n} for n in range(20_000)]}},
        str([{"a": -1}] * 1_000).replace("'", '"'),
    ),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_schemas_and_replies_end(name):
    """Preparing and judging take under a second, whatever schema and reply; ten times that is the bound."""
    schema, response = HOSTILE[name]
    started = time.process_time()
    case = Case(response)
    try:
        outcome = prepared(schema)(case)
    except CheckError as error:
        assert any(limit in error.message for limit in ("size limit", "at most", "more than"))  # noqa: PT017
    else:
        assert outcome.passed is False
        assert outcome.locate is None or outcome.locate(case) is not None
    assert time.process_time() - started < 10


def test_schemas_in_a_row_end_before_the_stack_does():
    """The engine follows references on the stack, so a long row of them is a mistake of the author."""
    _, message = mistake(_chain(12_000))
    assert "lead one into the other over 12,002 levels, at most 10,000 are allowed" in message
    assert judged(_chain(3_000), "{}").passed


def test_not_all_errors_are_read_where_each_holds_a_large_value():
    """Every error holds a copy of its value: of many large ones the first is found alone."""
    schema = {"items": {"allOf": [{"pattern": f"a{n}"} for n in range(50)]}}
    reason = judged(schema, str(["x" * 1_000] * 900).replace("'", '"')).reason
    assert reason.startswith("/0: ")
    assert "; others are not counted;" in reason


@pytest.mark.parametrize("schema", [DOUBLING, {"items": {"$ref": "#"}}], ids=["doubling", "plain"])
def test_recursive_schemas_are_judged_to_the_deepest_level(schema):
    """A value of 200 levels is judged, whatever the schema makes of each level."""
    assert judged(schema, "[" * 200 + "]" * 200).passed is (schema is not DOUBLING)
