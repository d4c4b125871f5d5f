"""A json_schema check against a strict parse and jsonschema-rs by hand, which says why a reply failed."""

import json
import random
from collections.abc import Iterator
from decimal import Decimal
from typing import Any

import jsonschema_rs
from figures import Figure, in_turns, median

import checkwright
from checkwright import Case

SCHEMA = {
    "type": "object",
    "required": ["order", "customer", "lines"],
    "properties": {
        "order": {"type": "string", "pattern": "^[A-Z]{2}-[0-9]{4,6}$"},
        "customer": {
            "type": "object",
            "required": ["name", "mail"],
            "properties": {"name": {"type": "string", "minLength": 1}, "mail": {"format": "email"}},
        },
        "lines": {
            "type": "array",
            "minItems": 1,
            "items": {
                "type": "object",
                "required": ["sku", "count", "price"],
                "properties": {
                    "sku": {"type": "string"},
                    "count": {"type": "integer", "minimum": 1},
                    "price": {"type": "number", "multipleOf": 0.01},
                    "state": {"enum": ["open", "sent", "returned"]},
                },
                "additionalProperties": False,
            },
        },
    },
}
RUBRIC = {
    "id": "bench",
    "version": "1.0",
    "checks": [{"kind": "json_schema", "schema": SCHEMA}],
    "scoring": {"combine": "all_pass"},
}
COUNT = 400


def replies() -> list[str]:
    """Make seeded replies that are JSON and nothing else; a tenth of them breaks the schema."""
    generator = random.Random(7)
    made = []
    for number in range(COUNT):
        lines = [
            {
                "sku": f"part {generator.randrange(10**6)}",
                "count": generator.randint(1, 9),
                "price": generator.randrange(1, 100_000) / 100,
                "state": generator.choice(["open", "sent", "returned"]),
            }
            for _ in range(generator.randint(1, 20))
        ]
        if number % 10 == 0:
            lines[-1]["count"] = 0
        order = {
            "order": f"AB-{generator.randrange(1_000, 999_999)}",
            "customer": {"name": "Žofie Nováková", "mail": "zofie@example.org"},
            "lines": lines,
        }
        made.append(json.dumps(order, indent=generator.choice([None, 2]), ensure_ascii=False))
    return made


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    data = dict(pairs)
    if len(data) < len(pairs):
        raise ValueError("a key stands twice")
    return data


def _refuse(constant: str) -> Any:
    raise ValueError(constant)


def figures() -> Iterator[Figure]:
    """Measure replies that are JSON, after asserting that both have the same verdicts."""
    texts = replies()
    decoder = json.JSONDecoder(object_pairs_hook=_unique, parse_constant=_refuse, parse_float=Decimal)
    validator = jsonschema_rs.validator_for(SCHEMA, validate_formats=True, offline=True)
    kinds = checkwright.load_kinds()
    plan = checkwright.compile_rubric(checkwright.parse_rubric(RUBRIC, kinds=kinds), kinds=kinds)

    def bare() -> list[str | None]:
        reasons = []
        for text in texts:
            value = decoder.decode(text)
            reasons.append(None if validator.is_valid(value) else next(validator.iter_errors(value)).message)
        return reasons

    def checked() -> list[bool | None]:
        return [plan.score(Case(text)).passed for text in texts]

    expected = [reason is None for reason in bare()]
    assert checked() == expected
    assert expected.count(False) == COUNT // 10
    by_hand, by_check = in_turns(bare, checked, rounds=9)
    size = median([len(text.encode()) for text in texts])
    note = f"{by_hand / COUNT * 1e6:.0f} us a reply by hand; median reply {size:.0f} B"
    yield Figure("json_schema / strict parse and jsonschema-rs", by_check / by_hand, 1.5, note=note)
