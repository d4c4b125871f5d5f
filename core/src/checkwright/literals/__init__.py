"""The values of an author looked for in a response as literal text: which of them it contains, and where."""

from .finder import Finder
from .near_misses import NearMiss, NearMisses
from .needles import Automaton
from .phrases import lacking, named, quoted

__all__ = ["Automaton", "Finder", "NearMiss", "NearMisses", "lacking", "named", "quoted"]
