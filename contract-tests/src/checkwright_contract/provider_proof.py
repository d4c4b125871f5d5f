"""Test every law of its role on a provider."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from checkwright import Provider
from checkwright.wording import listed, one_line

from .breach import Breach, NotProven
from .effort import tools_are_required
from .law import Unproven
from .roles.law import ProviderLaw
from .roles.providers import OWNERS

__all__ = ["ProviderProof", "has_laws"]


def has_laws(role: str) -> bool:
    """Return whether the kit has laws for the providers of a role, and the owner of the role is installed."""
    return role in OWNERS and find_spec(OWNERS[role]) is not None


class ProviderProof:
    """The laws of its role on one provider.

    Raises:
        ValueError: the kit has no laws for the role, or Python runs with -O.
    """

    def __init__(self, provider: Provider[Any]) -> None:
        role = provider.role.word
        if not has_laws(role):
            raise ValueError(f"there are no laws for the role {role!r}; roles with laws: {listed([*OWNERS])}")
        if not __debug__:
            raise ValueError("laws are assertions, which python -O leaves out: run without it")
        self._provider = provider
        self._who = f"{role} {provider.name}"
        self._laws = import_module(f".roles.{role}.table", __package__)

    @property
    def laws(self) -> Sequence[ProviderLaw]:
        """The laws of the role."""
        laws: Sequence[ProviderLaw] = self._laws.LAWS
        return laws

    @cached_property
    def _under_test(self) -> Any:
        return self._laws.under_test(self._provider)

    def of(self, law: ProviderLaw) -> Breach | NotProven | None:
        """Test one law on the provider."""
        tried = self._under_test
        try:
            why = tried.why_not_runnable
            if why is not None:
                return self._not_proven(law, f"it cannot run here: {why}", cannot_run=True)
            lacking = [one for one in law.needs if one not in tried.enforces]
            if lacking:
                always = any(one in self._laws.ALWAYS for one in lacking)
                reason = f"it does not enforce here: {', '.join(lacking)}"
                return self._not_proven(law, reason, cannot_run=always)
            law.holds(tried)
        except Unproven as error:
            return self._not_proven(law, str(error), cannot_run=False)
        except AssertionError as error:
            return self._breach(law, str(error.args[0] if error.args else "").partition("\n")[0])
        except Exception as error:  # noqa: BLE001 - whatever a provider raises is the finding
            return self._breach(law, one_line(f"raised {type(error).__name__}: {error}"))
        return None

    def _breach(self, law: ProviderLaw, message: str) -> Breach:
        return Breach(self._who, law.name, law.says, message)

    def _not_proven(self, law: ProviderLaw, reason: str, *, cannot_run: bool) -> Breach | NotProven:
        if cannot_run and tools_are_required():
            return self._breach(law, f"not proven: {reason}")
        return NotProven(self._who, law.name, reason, cannot_run=cannot_run)
