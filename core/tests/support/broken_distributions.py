"""One small distribution, or several, for each way in which plugins are broken."""

from distributions import Package, plugin

_DERIVED = "KIND = Kind(spec=Spec, prepare=prepare)"
_HOOK = "@hookimpl\ndef checkwright_kinds():\n    return [KIND]\n"


def _hook(text):
    """Give the source of a plugin whose hook is another one."""
    return plugin("acme.shout", (_HOOK, text))


def _schema(text):
    """Give the source of a plugin whose fragment is written by hand."""
    return plugin("acme.shout", (_DERIVED, f"KIND = Kind(spec=Spec, prepare=prepare, schema={text})"))


def closed(more="", top=""):
    """Write a sound fragment of acme.shout, with more properties and more keywords at the top."""
    return (
        '{"type": "object", "additionalProperties": False, "required": ["kind"], "properties": {"kind": '
        f'{{"const": "acme.shout"}}, "id": {{}}, "description": {{}}, "metadata": {{}}, {more}}}, {top}}}'
    )


#: What is wrong with a plugin that cannot say its kinds, to the source of its module.
UNLOADED = {
    "import_error": "import acme_missing\n",
    "syntax_error": "def checkwright_kinds(:\n",
    "not_utf_8": b"name = 'caf\xe9'\n",
    "system_exit": "raise SystemExit(3)\n",
    "base_exception": "class Stop(BaseException):\n    pass\n\n\nraise Stop('not today')\n",
    "unprintable_exception": (
        "class Odd(Exception):\n    def __str__(self):\n        raise KeyError('no')\n\n\nraise Odd\n"
    ),
    "escape_sequence": "raise RuntimeError('\\x1b[2J\\nall\\u202e gone')\n",
    "endless_recursion": "def again():\n    again()\n\n\nagain()\n",
    "no_hook": plugin("acme.shout", ("@hookimpl\n", "")),
    "misspelt_hook": plugin("acme.shout", ("def checkwright_kinds", "def checkwright_kindz")),
    "hook_with_arguments": plugin("acme.shout", ("checkwright_kinds()", "checkwright_kinds(config)")),
    "hook_wrapper": _hook("@hookimpl(wrapper=True)\ndef checkwright_kinds():\n    return (yield)\n"),
    "old_hook_wrapper": _hook("@hookimpl(hookwrapper=True)\ndef checkwright_kinds():\n    yield\n"),
    "hook_raises": _hook("@hookimpl\ndef checkwright_kinds():\n    return [KIND][1]\n"),
    "hook_returns_none": _hook("@hookimpl\ndef checkwright_kinds():\n    pass\n"),
    "hook_returns_text": _hook("@hookimpl\ndef checkwright_kinds():\n    return 'acme.shout'\n"),
    "hook_returns_one_kind": _hook("@hookimpl\ndef checkwright_kinds():\n    return KIND\n"),
    "hook_returns_mapping": _hook("@hookimpl\ndef checkwright_kinds():\n    return {'acme.shout': KIND}\n"),
    "hook_returns_strangers": _hook(
        "@hookimpl\ndef checkwright_kinds():\n    return [KIND, Spec.kind_name]\n"
    ),
    "hook_raises_midway": _hook(
        "@hookimpl\ndef checkwright_kinds():\n    yield KIND\n    raise OSError('gone')\n"
    ),
    "spec_is_no_spec": plugin("acme.shout", ("spec=Spec", "spec={'kind': 'acme.shout'}")),
    "kind_not_pinned": plugin("acme.shout", ('Literal["acme.shout"]', "str")),
    "kind_not_annotated": plugin("acme.shout", ('    kind: Literal["acme.shout"]\n', "")),
}

#: What is wrong with the kind acme.shout, which the plugin says it has, to the source of its module.
UNSOUND = {
    "kind_pinned_to_two": plugin("acme.shout", ('"acme.shout"]', '"acme.shout", "acme.cry"]')),
    "kind_with_a_default": plugin("acme.shout", ('"acme.shout"]', '"acme.shout"] = "acme.shout"')),
    "unknown_fields_open": plugin("acme.shout", ("(CheckSpec)", "(CheckSpec, extra='allow')")),
    "spec_not_strict": plugin("acme.shout", ("(CheckSpec)", "(CheckSpec, strict=False)")),
    "spec_not_frozen": plugin("acme.shout", ("(CheckSpec)", "(CheckSpec, frozen=False)")),
    "spec_takes_infinity": plugin("acme.shout", ("(CheckSpec)", "(CheckSpec, allow_inf_nan=True)")),
    "prepare_is_no_function": plugin("acme.shout", ("prepare=prepare", "prepare='prepare'")),
    "spec_that_breaks": plugin(
        "acme.shout",
        (
            "def prepare(",
            "    @classmethod\n    def kind_name(cls):\n        raise OSError('gone')\n\n\ndef prepare(",
        ),
    ),
    "contract_of_the_future": plugin("acme.shout", ("spec=Spec", "contract=2, spec=Spec")),
    "contract_of_the_past": plugin("acme.shout", ("spec=Spec", "contract=0, spec=Spec")),
    "contract_is_no_number": plugin("acme.shout", ("spec=Spec", "contract='1', spec=Spec")),
    "fragment_invalid": _schema('{"type": "objct"}'),
    "fragment_no_mapping": _schema('["type"]'),
    "fragment_no_json": _schema('{"type": "object", "default": {1, 2}}'),
    "fragment_of_another_draft": _schema(closed(top='"$schema": "http://json-schema.org/draft-07/schema#"')),
    "fragment_not_pinned": _schema(closed(more='"kind": {"type": "string"}')),
    "fragment_pins_another": _schema(closed(more='"kind": {"const": "acme.cry"}')),
    "fragment_kind_optional": _schema(closed(top='"required": []')),
    "fragment_open": _schema(closed(top='"additionalProperties": True')),
    "fragment_remote_reference": _schema(closed(more='"x": {"$ref": "https://example.org/s.json"}')),
    "fragment_foreign_reference": _schema(closed(more='"x": {"$ref": "#/$defs/acme.cry"}')),
    "fragment_reference_to_no_schema": _schema(closed(more='"x": {"$ref": "#/required"}')),
    "fragment_with_id": _schema(closed(top='"$id": "urn:acme:shout"')),
    "fragment_with_anchor": _schema(closed(more='"x": {"$anchor": "here"}')),
    "fragment_with_dynamic_reference": _schema(closed(more='"x": {"$dynamicRef": "#"}')),
    "fragment_with_inner_dialect": _schema(
        closed(more='"x": {"$schema": "https://json-schema.org/draft/2020-12/schema"}')
    ),
    "fragment_endless": _schema(closed(top='"allOf": [{"anyOf": [{"$ref": "#"}]}]')),
}

#: Broken plugins of one distribution or two that are broken in other ways than by their module.
OTHERS = {
    "stranger_without_a_dot": (Package("acme-shout", plugin("shout")),),
    "malformed_name": (Package("acme-shout", plugin("acme.Shout!")),),
    "two_distributions_one_kind": (
        Package("acme-shout", plugin("acme.shout")),
        Package("zeta-shout", plugin("acme.shout"), version="2.1"),
    ),
    "one_distribution_one_kind_twice": (
        Package("acme-shout", plugin("acme.shout", ("return [KIND]", "return [KIND, Kind(Spec, None)]"))),
    ),
    "entry_point_name_twice": (
        Package(
            "acme-shout",
            plugin("acme.shout"),
            files={"entry_points.txt": b"[checkwright]\nx = acme_shout\nx = acme_shout:KIND\n"},
        ),
    ),
    "entry_point_to_no_module": (Package("acme-shout", points={"x": "acme_gone"}),),
    "entry_point_to_no_attribute": (Package("acme-shout", points={"x": "acme_shout:KIND"}),),
    "metadata_missing": (Package("acme-shout", plugin("acme.shout"), files={"METADATA": None}),),
    "metadata_without_name": (
        Package(
            "acme-shout", plugin("acme.shout"), files={"METADATA": b"Metadata-Version: 2.1\nVersion: 1.0\n"}
        ),
    ),
    "metadata_without_version": (
        Package(
            "acme-shout",
            plugin("acme.shout"),
            files={"METADATA": b"Metadata-Version: 2.1\nName: acme-shout\n"},
        ),
    ),
    "metadata_not_utf_8": (
        Package("acme-shout", plugin("acme.shout"), files={"METADATA": b"Name: caf\xe9\nVersion: 1.0\n"}),
    ),
    "entry_points_not_utf_8": (
        Package(
            "acme-shout",
            plugin("acme.shout"),
            files={"entry_points.txt": b"[checkwright]\ncaf\xe9 = acme_shout\n"},
        ),
    ),
    "derived_fragment_cannot_be_made": (
        Package(
            "acme-shout",
            plugin(
                "acme.shout",
                (
                    "from typing import Literal",
                    "from typing import Literal\n\nfrom pydantic import Field",
                ),
                (
                    "    kind:",
                    "    size: int = Field(default=0, json_schema_extra=lambda it: it['gone'])\n    kind:",
                ),
            ),
        ),
    ),
    "derived_fragment_invalid": (
        Package(
            "acme-shout",
            plugin(
                "acme.shout",
                (
                    "from typing import Literal",
                    "from typing import Annotated, Literal\n\nfrom pydantic import WithJsonSchema",
                ),
                ("    kind:", '    size: Annotated[int, WithJsonSchema({"type": "objct"})] = 0\n    kind:'),
            ),
        ),
    ),
}

#: Every way to be broken, to what has to be installed for it.
BROKEN = {
    **{name: (Package("acme-shout", source),) for name, source in (UNLOADED | UNSOUND).items()},
    **OTHERS,
}

#: A distribution that works, to stand beside the broken ones.
NEIGHBOUR = Package("acme-good", plugin("acme.good"))
