"""Checks with evidence to explain, and another way to draw a line of a terminal: by the tables of rich."""

import re
import unicodedata

from rich.cells import cell_len

from checkwright import Evidence
from checkwright.contract.check_result import CheckResult
from checkwright.contract.outcome import Status
from checkwright_runner.cli.screen.explaining import Page, explained_checks
from checkwright_runner.run.reports.excerpt import Passage

JOINED_BY_SOME = {"\u3164", "\uffa0", *map(chr, range(0x1F3FB, 0x1F400))}
SELECTORS = {"\ufe0e", "\ufe0f"}


def check(*places, index=0, ident=None, status="failed", reason="a reason", details=None, problem=None):
    """Make a result; places: Evidence, or spans as pairs."""
    evidence = tuple(
        place if isinstance(place, Evidence) else Evidence("span", "quoted", start=place[0], end=place[1])
        for place in places
    )
    score = {"passed": 1.0, "failed": 0.0}.get(status)
    return CheckResult(
        index, ident, "test.kind", Status(status), score, 1.0, reason, evidence, details or {}, problem
    )


def explain(text, *checks, width=80, colour=False, encoding="utf-8"):
    """Explain checks of a response."""
    passage = text if text is None or isinstance(text, Passage) else Passage(text)
    return explained_checks(checks, passage, Page(width, colour, encoding))


def response_rows(lines):
    """Give label and text of the rows that quote the response."""
    rows = []
    for line in lines[: lines.index("")]:
        label, _, text = line.partition(" |")
        rows.append((label.strip(), text[1:]))
    return rows


def cells(text):
    """Count cells as rich does, with the Unicode of this Python; a spacing mark takes a second cell."""
    total = cell_len(text, unicodedata.unidata_version)
    room = 0
    for character in text:
        if own := cell_len(character, unicodedata.unidata_version):
            room = 2 - own
        elif unicodedata.category(character) == "Mc":
            total, room = total + room, 0
    return total


def escape(character):
    return character.encode("unicode_escape", "surrogatepass").decode("ascii")


def takes_no_cell(character):
    """Tell what stands in the cell of the character before."""
    is_shown = character.isprintable() and character not in JOINED_BY_SOME
    return is_shown and (character in SELECTORS or cells(character) == 0)


def drawn(line):
    """Draw a line that has at most eight marks on a character."""
    text, has_base = "", False
    for character in line:
        if takes_no_cell(character) and has_base:
            text += "" if character in SELECTORS else character
        elif character == "\t":
            text += " " * (4 - cells(text) % 4)
            has_base = False
        elif character.isprintable() and character not in JOINED_BY_SOME and not takes_no_cell(character):
            text += character
            has_base = True
        else:
            text += escape(character)
            has_base = False
    return text


def lines_of(text):
    """Give the start and the text of each line."""
    found, start = [], 0
    for match in re.finditer(r"\r\n|\n|\r|\Z", text):
        found.append((start, text[start : match.start()]))
        start = match.end()
    return found
