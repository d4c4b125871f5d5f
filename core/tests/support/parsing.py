"""Watch the parsers of YAML and JSON work: which texts they are given, one after the other."""

import json
import sys

import yaml

from checkwright.documents.json_events import json_events

#: The code that begins to parse, and the name of the argument that is the text.
PARSERS = {
    yaml.SafeLoader.__init__.__code__: "stream",
    getattr(yaml, "CSafeLoader", yaml.SafeLoader).__init__.__code__: "stream",
    json.JSONDecoder.decode.__code__: "s",
    json_events.__code__: "text",
}


def parsed_by(function, *arguments, **options):
    """Call a function; return what it returns, and the texts that were parsed meanwhile."""
    texts = []

    def watch(frame, event, _):
        if event == "call" and frame.f_code in PARSERS:
            texts.append(frame.f_locals[PARSERS[frame.f_code]])

    before = sys.getprofile()
    sys.setprofile(watch)
    try:
        result = function(*arguments, **options)
    finally:
        sys.setprofile(before)
    return result, texts
