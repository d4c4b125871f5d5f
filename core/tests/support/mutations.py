"""Change a document that fits in a few places."""

import copy

from hypothesis import strategies as st


def _places(data, path=()):
    """Yield the paths of all values in data."""
    yield path
    items = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for step, value in items:
        yield from _places(value, (*path, step))


@st.composite
def changed(draw, documents, values, names):
    """Draw one of `documents` and change it in none, one or two places.

    values: what a value may become. names: the keys that may come in at the top.
    """
    document = copy.deepcopy(draw(documents))
    for _ in range(draw(st.sampled_from([0, 1, 1, 1, 2]))):
        path = draw(st.sampled_from(sorted(_places(document), key=repr)))
        if not path:
            document[draw(names)] = draw(values)
            continue
        *steps, last = path
        owner = document
        for step in steps:
            owner = owner[step]
        how = draw(st.sampled_from(["replace", "replace", "remove", "repeat"]))
        if how == "remove":
            del owner[last]
        elif how == "repeat" and isinstance(owner, list):
            owner.insert(0, copy.deepcopy(owner[last]))
        else:
            owner[last] = draw(values)
    return document
