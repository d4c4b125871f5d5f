"""Test any kind of check against the contract: `contract_tests` with pytest, `check_contract` without.

`provider_tests` tests what fills a role, such as a sandbox.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .breach import Breach, KnownGap, NotProven
    from .effort import Effort
    from .proof import check_contract, prove
    from .sources.documents import from_schema
    from .suite import contract_tests, provider_tests

__all__ = [
    "Breach",
    "Effort",
    "KnownGap",
    "NotProven",
    "check_contract",
    "contract_tests",
    "from_schema",
    "prove",
    "provider_tests",
]

#: Public name to the module that holds it. Names are imported on first use: pytest loads this package before
#: it measures the coverage of the core, and would miss what was imported before that.
_HOME = {
    "Breach": "breach",
    "Effort": "effort",
    "KnownGap": "breach",
    "NotProven": "breach",
    "check_contract": "proof",
    "contract_tests": "suite",
    "from_schema": "sources.documents",
    "prove": "proof",
    "provider_tests": "suite",
}


def __getattr__(name: str) -> object:
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(f".{_HOME[name]}", __name__), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
