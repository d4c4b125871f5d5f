"""Texts made to hurt: each is read, or refused with a place, in bounded time."""

import time
import tracemalloc

import pytest
import yaml

from checkwright.contract.errors import InvalidDocument
from checkwright.documents.limits import DocumentLimits
from checkwright.documents.reading import read_document
from checkwright.documents.yaml_reader import read_yaml

MOST = 4 * 1024 * 1024

BOMB = "a: &a [x, x, x, x, x, x, x, x, x]\n" + "".join(
    f"{name}: &{name} [{', '.join([f'*{before}'] * 9)}]\n"
    for before, name in zip("abcdefgh", "bcdefghi", strict=True)
)

#: A text, how the refusal starts (None: it is read), and CPU seconds measured; ten times that is allowed.
HOSTILE = {
    "open lists": ("[" * 64_000, "nested deeper", 0.02),
    "four megabytes of open lists": ("[" * MOST, "nested deeper", 0.05),
    "open mappings": ("{a: " * 50_000, "as JSON: expected a key", 0.02),
    "open JSON objects": ('{"a":' * 50_000, "nested deeper", 0.02),
    "block lists": ("- " * 1_500_000, "nested deeper", 0.02),
    "complex keys": ("? " * 1_500_000, "the key is a mapping", 0.02),
    "indented mappings": ("".join(" " * level + "a:\n" for level in range(2800)), "nested deeper", 0.02),
    "aliases that multiply": (BOMB, "more than 100,000 values", 0.02),
    "one plain line": ("a: " + "x" * (MOST - 3), None, 0.04),
    "one quoted line": ('a: "' + "x" * (MOST - 5) + '"', None, 0.03),
    "one JSON line": ('["' + "x" * (MOST - 4) + '"]', None, 0.06),
    "escapes": ('["' + "\\ud83d\\ude00" * 349_000 + '"]', None, 0.05),
    "anchors": ("".join(f"- &a{number} x\n" for number in range(330_000)), "more than 100,000 values", 0.15),
    "aliases": ("a: &a x\nb: [" + "*a," * 1_390_000 + "]", "more than 100,000 values", 0.12),
    "values": ("[" + "1," * 2_000_000 + "1]", "more than 100,000 values", 0.4),
    "keys": ("".join(f"k{number}: 1\n" for number in range(300_000)), "more than 100,000 values", 0.25),
    "the same key": ("a: 1\n" * 800_000, "the key 'a' is given twice", 0.02),
    "tag directives": ("".join(f"%TAG !{number}! b\n" for number in range(200_000)), "more than 16", 0.02),
    "digits": ("a: " + "9" * (MOST - 3), "a number of 4,194,301", 0.04),
    "hexadecimal digits": ("a: 0x" + "f" * (MOST - 5), "a number of 4,194,301", 0.04),
    "JSON digits": ("[" + "9" * (MOST - 2) + "]", "a number of 4,194,302", 0.02),
    "runs of digits": ('["' + ("1" * 3999 + " ") * 1000 + '"]', None, 0.05),
    "line breaks": ("[" + "\n" * (MOST - 1), "as JSON: expected a value", 0.1),
    "NUL": ("\0" * MOST, "the character", 0.02),
    "a bad last byte": (b"\n" * (MOST - 1) + b"\xff", "the byte 0xff", 0.02),
    "separators": ("a: '" + "\u2028" * 1_390_000 + "'", None, 0.15),
    "quotes": ('"a" ' * 1_000_000, "expected '---'", 0.02),
    "documents": ("---\n" * 1_000_000, "a second document", 0.02),
}


@pytest.mark.parametrize(("text", "refusal", "seconds"), HOSTILE.values(), ids=HOSTILE)
def test_a_hostile_text_is_settled_in_bounded_time(text, refusal, seconds):
    """No text within the limits keeps the reader busy, and none ends in a traceback."""
    started = time.thread_time()
    try:
        read_document(text)
    except InvalidDocument as error:
        found = error.problems[0].message
    else:
        found = None
    assert time.thread_time() - started < 10 * seconds
    assert found == refusal or found.startswith(refusal)


@pytest.mark.parametrize(
    "name",
    ["open lists", "open mappings", "block lists", "complex keys", "aliases that multiply", "the same key"],
)
def test_the_parser_without_libyaml_is_bounded_too(name):
    """PyYAML's own parser stops as early; it takes 5 us for each character that it has to read."""
    started = time.thread_time()
    with pytest.raises(InvalidDocument):
        read_yaml(HOSTILE[name][0][:200_000], "t", DocumentLimits(), yaml.SafeLoader)
    assert time.thread_time() - started < 10


def test_too_many_values_are_not_built():
    """A text far over the limit of values takes no memory for all of them."""
    text = "[" + "{}," * 200_000 + "1]"
    tracemalloc.start()
    try:
        with pytest.raises(InvalidDocument, match="more than 1,000 values"):
            read_document(text, limits=DocumentLimits(values=1000))
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 4 * 1024 * 1024


def test_limits_can_be_raised():
    """A caller that trusts its documents reads deeper and larger ones, without recursion."""
    limits = DocumentLimits(bytes=2**30, depth=10**6, values=10**6)
    for text in ("[" * 10_000 + "]" * 10_000, "- " * 900 + "a"):
        data = read_document(text, limits=limits).data
        depth = 0
        while isinstance(data, list) and data:
            data, depth = data[0], depth + 1
        assert depth >= 900
    assert read_document("[" * 1000 + "]" * 1000, limits=limits).place([0] * 900) == (1, 901)
