"""What the contract kit needs of the core beyond its public names; nobody else is promised any of it."""

from ..contract.kind import CONTRACT
from ..schema.explain import by_model
from ..schema.fragment import derived_fragment
from ..schema.validator import bounded_validator
from .combine import TABLE, TOLERANCE
from .prepare import call_prepare

__all__ = [
    "CONTRACT",
    "TABLE",
    "TOLERANCE",
    "bounded_validator",
    "by_model",
    "call_prepare",
    "derived_fragment",
]
