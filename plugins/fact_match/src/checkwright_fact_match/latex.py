"""Render LaTeX: a text as a reader sees it, and the way back to the text as it was written."""

import re
from array import array
from bisect import bisect_right
from collections.abc import Mapping, Sequence

from .dollars import math_spans

__all__ = ["APART", "FUNCTION", "Rendered", "render_latex"]

#: Stands for a command that shows nothing; it keeps the texts on its two sides apart.
APART = "\x1f"
#: Stands for a function such as \\log, which a number in front of it multiplies.
FUNCTION = "\x1e"

#: A text without one of these is rendered as it is.
_MARKS = re.compile(r"[\\^]|[_{][{,.]|[}$]_[0-9A-Za-z]|<su[bp]>")
_TOKEN = re.compile(
    r"\\(?:(?P<name>[A-Za-z]+)|(?P<sign>[^\w\s]|[ _]))|\$?(?P<raised>\^)|\$?(?P<lowered>_)\{"
    r"|(?:\$|(?<=\}))(?P<index>_(?:[0-9]+|[A-Za-z])(?!\w))|(?P<tie>~)(?=\\)|\{(?P<mark>[,.])\}"
    r"|<(?P<html>su[bp])>(?P<inside>[^<>]{0,40})</su[bp]>"
)
#: The same in a text with formulas: their marks, and blanks between a factor and a variable.
_TOKEN_OR_MARK = re.compile(
    rf"{_TOKEN.pattern}|(?P<dollar>\$\$?)|(?P<blank>(?<=\d) {{1,3}}(?=[a-z](?![^\W_]|\s?[\d{{])))"
)
_BRACES = re.compile(r"\\.|[{}]", re.DOTALL)
_SIGNED_DIGITS = re.compile("[+−–‑-]?[0-9]+")
_IN_PARENTHESES = re.compile(rf"\( ?({_SIGNED_DIGITS.pattern}) ?\)")
_INDEX = re.compile(r"_(?:[0-9]+|[A-Za-z])(?!\w)")
_ONE_MARK = re.compile(r"\{([,.])\}")
_ROOT_INDEX = re.compile(r" *\[[^\[\]{}]{0,40}\]")
_GAP = re.compile(" *")
_DEGREE = re.compile(r"\{? ?\\(?:circ|degree)(?![A-Za-z]) ?\}?")
_COMMAND = re.compile(r"\\[A-Za-z]+")

_LETTER = re.compile(r"\{[A-Za-z]\}")

_SIGNS = (
    dict.fromkeys(",:;> ", "\u2009")
    | dict.fromkeys("!/-", "")
    | dict(zip("{}$%_#&", "[]＄%_#&", strict=True))
)
_FRACTIONS = frozenset(("frac", "dfrac", "tfrac", "cfrac", "nicefrac", "sfrac"))
_TEXTS = frozenset(("text", "textrm", "textnormal", "mbox", "mathrm", "mathord", "mathpunct"))
_GREEK = """
    alpha beta gamma delta epsilon zeta eta theta iota kappa lambda nu xi pi rho sigma tau upsilon phi chi
    psi omega Gamma Delta Theta Lambda Xi Pi Sigma Phi Psi varepsilon vartheta varphi varrho varsigma varpi
"""
_FUNCTIONS = """
    log ln lg exp sin cos tan cot csc arcsin arccos arctan sinh cosh tanh coth sum prod int iint oint lim det
    binom dbinom tbinom
"""
#: Commands that show a letter in another face, or with a mark on it.
_FACES = "mathbf mathit mathsf mathcal mathbb boldsymbol bm vec hat bar tilde dot"
_NAMES = (
    dict.fromkeys(_GREEK.split(), "π")
    | dict.fromkeys(_FUNCTIONS.split(), FUNCTION)
    | {
        "Omega": "Ω",
        "mu": "μ",
        "times": "×",
        "cdot": "·",
        "ast": "*",
        "degree": "°",
        "textdegree": "°",
        "circ": "°",
    }
)
_SUPERSCRIPTS = str.maketrans("0123456789+-−–‑", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁻⁻")


class Rendered:
    """A text as it is rendered.

    view: the text without markup; fractions, roots, indices and powers of anything but numbers are one
    character each (½, √, ₀, ⁿ), powers of numbers are superscripts.
    """

    __slots__ = ("_text_places", "_view_places", "view")

    def __init__(self, view: str, view_places: Sequence[int], text_places: Sequence[int]) -> None:
        self.view = view
        self._view_places = view_places
        self._text_places = text_places

    def original(self, start: int, end: int) -> tuple[int, int]:
        """Map a span of the view, not empty, back to the text."""
        if not self._view_places:
            return start, end
        return self._place(start)[0], self._place(end - 1)[1]

    def _place(self, place: int) -> tuple[int, int]:
        segment = bisect_right(self._view_places, place) - 1
        first = self._text_places[segment]
        if segment % 2:  # a token: all that it became is one place
            return first, self._text_places[segment + 1]
        start = first + place - self._view_places[segment]
        return start, start + 1


def render_latex(text: str) -> Rendered:
    r"""Return `text` as it is rendered: `10{,}080` as 10,080, and `\frac{2}{3}` as ½, which is no number 2.

    Takes linear time. A group that is never closed stays as it is.
    """
    formulas = math_spans(text)
    if not formulas and not _MARKS.search(text):
        return Rendered(text, [], [])
    groups = _groups(text)
    marks = {place for opening, _, closing, _ in formulas for place in (opening, closing)}
    openings = [opening for opening, _, _, _ in formulas]
    # Segments alternate: plain text and what a token became, plain text first.
    parts: list[str] = []
    view_places, text_places = array("I", (0,)), array("I", (0,))
    seen = reached = 0
    for match in (_TOKEN_OR_MARK if formulas else _TOKEN).finditer(text):
        start = match.start()
        if start < seen:
            continue
        if start in marks and match["raised"] is None and match["index"] is None and match["lowered"] is None:
            shown, end = APART, match.end()
        elif formulas and match["dollar"]:
            continue
        elif formulas and match["blank"]:
            formula = bisect_right(openings, start) - 1
            if formula < 0 or start > formulas[formula][2]:
                continue
            shown, end = "", match.end()
        else:
            shown, end = _rendered(text, match, groups)
        plain = text[seen:start]
        parts += (plain, shown)
        reached += len(plain)
        view_places.append(reached)
        text_places.append(start)
        reached += len(shown)
        view_places.append(reached)
        text_places.append(end)
        seen = end
    parts.append(text[seen:])
    return Rendered("".join(parts), view_places, text_places)


def _groups(text: str) -> Mapping[int, int]:
    """Return, for each opening brace, the place after its closing one."""
    ends, waiting = {}, []
    for match in _BRACES.finditer(text):
        if match[0] == "{":
            waiting.append(match.start())
        elif match[0] == "}" and waiting:
            ends[waiting.pop()] = match.end()
    return ends


def _rendered(text: str, match: re.Match[str], groups: Mapping[int, int]) -> tuple[str, int]:
    """Return what one token is rendered as, and the end of the token with its arguments."""
    end = match.end()
    if name := match["name"]:
        return _command(text, name, end, groups)
    if sign := match["sign"]:
        return _SIGNS.get(sign, APART), end
    if mark := match["mark"]:
        return mark, end
    if match["raised"]:
        return _raised(text, end, groups)
    if match["lowered"]:
        inside = groups.get(end - 1)
        return ("₀", inside) if inside else (match[0], end)
    if match["index"]:
        return "₀", end
    if match["tie"]:
        return " ", end
    if match["html"] == "sub":
        return "₀", end
    return _superscript(match["inside"]), end


def _command(text: str, name: str, end: int, groups: Mapping[int, int]) -> tuple[str, int]:
    if name in _FRACTIONS:
        return "½", _argument(text, _argument(text, end, groups), groups)
    if name == "sqrt":
        index = _ROOT_INDEX.match(text, end)
        return "√", _argument(text, index.end() if index else end, groups)
    if name in _TEXTS and (mark := _ONE_MARK.match(text, end)):
        return mark[1], mark.end()
    if name in _FACES.split() and (letter := _LETTER.match(text, end)):
        return "π", letter.end()
    shown = _NAMES.get(name, APART)
    if index := _INDEX.match(text, end):
        return f"{shown}₀", index.end()
    return shown, end


def _raised(text: str, end: int, groups: Mapping[int, int]) -> tuple[str, int]:
    if degree := _DEGREE.match(text, end):
        return "°", degree.end()
    if digits := _SIGNED_DIGITS.match(text, end):
        return _superscript(digits[0]), digits.end()
    if digits := _IN_PARENTHESES.match(text, end):
        return _superscript(digits[1]), digits.end()
    inside = groups.get(end)
    return (_superscript(text[end + 1 : inside - 1].strip()), inside) if inside else ("^", end)


def _superscript(written: str) -> str:
    return written.translate(_SUPERSCRIPTS) if _SIGNED_DIGITS.fullmatch(written) else "ⁿ"


def _argument(text: str, place: int, groups: Mapping[int, int]) -> int:
    """Return the end of the argument at `place`: a group, a command or a character; else `place`."""
    gap = _GAP.match(text, place)
    start = gap.end() if gap else place
    if start in groups:
        return groups[start]
    if command := _COMMAND.match(text, start):
        return command.end()
    return start + 1 if text[start : start + 1].isalnum() else place
