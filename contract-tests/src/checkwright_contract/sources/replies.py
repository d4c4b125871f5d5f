"""Draw replies as models write them, made of pieces of text: words, lines, Markdown, JSON, code."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType

from hypothesis import strategies as st

from .text_pieces import CheckText, Piece, piece_text, pieces

__all__ = ["Reply", "extremes", "replies"]


def _markdown(parts: Sequence[str]) -> str:
    marks = ("# ", "", "- ", "\n## ", "> ", "1. ", "    ")
    return "\n".join(f"{marks[index % len(marks)]}{part}" for index, part in enumerate(parts))


def _json_object(parts: Sequence[str]) -> str:
    return json.dumps({part: parts[index - 1] for index, part in enumerate(parts)})


_STYLES: Mapping[str, Callable[[Sequence[str]], str]] = MappingProxyType(
    {
        "words": " ".join,
        "bare": "".join,
        "lines": "\n".join,
        "markdown": _markdown,
        "JSON object": _json_object,
        "JSON list": lambda parts: json.dumps(list(parts), ensure_ascii=False, indent=1),
        "fence": lambda parts: "Here it is:\n\n```\n" + "\n".join(parts) + "\n```\n",
        "JSON fence": lambda parts: f"```json\n{_json_object(parts)}\n```",
        "sentences": lambda parts: ". ".join(parts) + ".",
        "folds": lambda parts: "ßﬃİ " + "ß ".join(parts),
        "repeated": lambda parts: " ".join([*parts] * 5),
    }
)


@dataclass(frozen=True, slots=True)
class Reply:
    """A reply whose pieces need the texts of a check."""

    style: str
    parts: tuple[Piece, ...]

    def text(self, texts: Sequence[str]) -> str:
        """Return the text of the reply, with the texts of a check."""
        return _STYLES[self.style]([piece_text(part, texts) for part in self.parts])


@cache
def replies() -> st.SearchStrategy[Reply]:
    """Draw a reply; more than half of them hold a text of the check as it is."""
    taken = [CheckText(number, "as it is") for number in range(4)]
    after = st.sampled_from([None, None, *taken])

    def reply(style: str, parts: list[Piece], last: Piece | None) -> Reply:
        return Reply(style, tuple(parts) if last is None else (*parts, last))

    return st.builds(reply, st.sampled_from(tuple(_STYLES)), st.lists(pieces(), max_size=6), after)


#: Extreme replies, which every run uses; "{}" stands for the texts of the check.
_EXTREMES = (
    "",
    " \t\n\u3000",
    "\x00{}\x00",
    "{}",
    "e\u0301\u0323\u0301 {}\u0301",
    "\u202e{}\u202c \u200fשלום مرحبا {}",
    "\ud800{}\udfff",
    "ßﬃİΐ {} ß {}",
    "# {}\n\n- {}\n- [x] y\n\n> {}\n\n```python\n{}\n```\n\n| a | b |\n|---|---|\n| {} | 1 |\n",
    '{"a": ["{}", 1, null, {"b": -1.5e3}], "c": "\\u00e9"}',
    "\ufeff\r\n{}\r\r\n\x85\u2028{}\u2029",
    "\u200b{}\u00ad👩‍👩‍👧🏽",
    "[" * 2_000 + "{}" + "(" * 2_000,
    " \t\r\n🙂 {} 🙂 {}\n \n",
    "".join(
        f"## Consideration {number}\n\n- Nevertheless {number * 1_234.5:,} of {{}}, `item_{number}`: "
        f'https://example.org/{number}?q="a"\n\n```python\nvalue_{number} = [{number}]\n```\n\n'
        for number in range(1, 41)
    ),
)
_HUGE = 1_000_000


def extremes(texts: Sequence[str]) -> list[str]:
    """Return the extreme replies for a check with these texts, without those of 1 MB."""
    filler = " ".join(texts[:3]) or "x"
    return [text.replace("{}", filler) for text in _EXTREMES]


def huge(texts: Sequence[str]) -> list[str]:
    """Return two replies of 1 MB: lines with the texts of the check, and one letter repeated."""
    filler = (" ".join(texts[:3]) or "x")[:1_000]
    unit = f"A line of a long reply, ß and 日本語.\n{filler} "
    return [(unit * (_HUGE // len(unit) + 1))[:_HUGE], "x" * _HUGE]
