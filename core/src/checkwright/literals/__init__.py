"""The values of an author looked for in a response as literal text: which of them it contains, and where."""

from .automaton import Automaton, aho_corasick
from .finder import Finder
from .near_misses import NearMiss, NearMisses
from .phrases import lacking, named, quoted
from .slips import control_slip, value_slips

__all__ = [
    "Automaton",
    "Finder",
    "NearMiss",
    "NearMisses",
    "aho_corasick",
    "control_slip",
    "lacking",
    "named",
    "quoted",
    "value_slips",
]
