"""Characters and lines of a text: folding with the way back, what cannot be seen, line breaks."""

from .invisible import has_invisible, has_visible, invisible_names, visible_places, without_invisible
from .line_breaks import breaks
from .surrogates import lone_surrogate, without_surrogates
from .unicode import fold, nfc, original_spans

__all__ = [
    "breaks",
    "fold",
    "has_invisible",
    "has_visible",
    "invisible_names",
    "lone_surrogate",
    "nfc",
    "original_spans",
    "visible_places",
    "without_invisible",
    "without_surrogates",
]
