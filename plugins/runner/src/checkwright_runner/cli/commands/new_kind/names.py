"""The names in a package of a new kind, all of them made from the kind's."""

from __future__ import annotations

import re
from dataclasses import dataclass

from checkwright import KIND_PATTERN
from checkwright.wording import shown

from ...refused import Refused
from ...screen.printing import clean

__all__ = ["Names", "names_of"]

_RULE = "write words of lower-case letters, digits and '_', each with a letter first, joined by dots"
_EXAMPLE = "acme.word_limit"
#: The name in front of every first-party distribution.
_OURS = "checkwright"


@dataclass(frozen=True, slots=True)
class Names:
    """What the parts of the package are called.

    kind: `acme.word_limit`. distribution: `acme-word-limit`. module: `acme_word_limit`. words: the words
    of the kind's last part as a class name, `WordLimit`.
    """

    kind: str
    distribution: str
    module: str
    words: str


def names_of(kind: str, *, first_party: bool = False) -> Names:
    """Make the names for the package of a kind.

    first_party: whether the kind belongs to Checkwright itself and so has a name without a dot.

    Raises:
        Refused: `kind` is not the name of a kind, or of one that a package of this sort may offer.
    """
    if not re.fullmatch(KIND_PATTERN, kind):
        raise _refused(kind, "is not the name of a kind", f"{_RULE}, such as {_near(kind, first_party)}")
    if first_party and "." in kind:
        what = "has a dot, and the names of first-party kinds have none"
        raise _refused(kind, what, "leave out the prefix")
    if not first_party and "." not in kind:
        what = "has no dot, and names without one are first-party"
        raise _refused(kind, what, f"put a prefix of your own in front, such as acme.{kind}")
    if not first_party and re.match(rf"{_OURS}[._]", kind):
        what = f"begins with {_OURS}, as the distributions of first-party kinds do"
        raise _refused(kind, what, f"choose a prefix of your own, such as {_EXAMPLE}")
    whole = f"{_OURS}.{kind}" if first_party else kind
    return Names(
        kind=kind,
        distribution=re.sub(r"[._]+", "-", whole).rstrip("-"),
        module=whole.replace(".", "_"),
        words="".join(word.capitalize() for word in kind.rpartition(".")[2].split("_")),
    )


def _near(kind: str, first_party: bool) -> str:
    """Return a well-formed name that is most likely meant, or an example."""
    name = re.sub(r"[-\s]+", "_", re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", kind[:100].strip())).lower()
    fits = re.fullmatch(KIND_PATTERN, name) and ("." in name) != first_party
    return name if fits else "word_limit" if first_party else _EXAMPLE


def _refused(kind: str, what: str, rule: str) -> Refused:
    return Refused([clean(f"error: {shown(kind)} {what}: {rule}")])
