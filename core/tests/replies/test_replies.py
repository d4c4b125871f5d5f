"""What kinds read out of a reply, once for all of them."""

from checkwright import Case
from checkwright.replies import (
    Broken,
    Found,
    Parsed,
    blocks_of,
    find_json,
    json_of,
    outer_blocks_of,
    parse_json,
    wrapper_of,
)


def test_blocks_and_json_of_a_case_are_found_once():
    """Two checks that ask get the same objects."""
    case = Case('Here:\n```json\n{"a": 1}\n```\n')
    assert blocks_of(case) is blocks_of(case)
    assert json_of(case) is json_of(case)
    assert [block.text for block in blocks_of(case)] == ['{"a": 1}']
    assert json_of(case) == find_json(case.text) == Found({"a": 1}, "the json block on line 2", (14, 22), 3)


def test_a_json_text_is_parsed():
    """Strict JSON gives its value."""
    assert parse_json('{"a": [1, 2.5, null]}') == Parsed({"a": [1, 2.5, None]})


def test_json_nests_200_levels_however_deep_it_is():
    """200 levels are read; 201 and any number more are refused, of lists, objects and both."""
    for opening, closing in (("[", "]"), ('{"a":', "}"), ('[{"a":', "}]")):
        levels = 200 // (opening.count("[") + opening.count("{"))
        for more, kind in ((0, Parsed), (1, Broken), (100, Broken), (199, Broken), (500, Broken)):
            depth = levels + more
            assert type(parse_json(opening * depth + "1" + closing * depth)) is kind


def test_the_outer_blocks_and_the_wrapper_of_a_case_are_found_once():
    """A block that wraps a whole answer is told from those inside it."""
    case = Case("````markdown\nHere:\n```json\n{}\n```\n````\n")
    (outer,) = outer_blocks_of(case)
    assert outer_blocks_of(case) is outer_blocks_of(case)
    assert wrapper_of(case) is outer
    assert outer.label == "markdown"
    assert [block.label for block in blocks_of(case)] == ["json"]
    assert wrapper_of(Case("no block")) is None
