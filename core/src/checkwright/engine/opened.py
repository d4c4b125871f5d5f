"""Opened: the providers of a run by role and name, each opened when a check first asks for it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from ..contract.errors import ServiceError
from ..contract.isolation import described, isolated
from ..contract.provider import Provider
from ..wording import one_line

__all__ = ["Opened"]


class Opened:
    """What a run opened; shared by all checks of a plan with its sub-plans.

    on_close: takes a function that gives something back, and who is named when that fails.
    """

    def __init__(
        self, providers: Iterable[Provider[Any]], on_close: Callable[[Callable[[], object], str], object]
    ) -> None:
        self._by_role: dict[str, dict[str, Provider[Any]]] = {}
        for provider in providers:
            self._by_role.setdefault(provider.role.word, {})[provider.name] = provider
        self._on_close = on_close
        self._opened: dict[tuple[str, str], Any] = {}

    def seen_by(self, note: Callable[[str, str, str], object]) -> dict[str, Mapping[str, Any]]:
        """Return the providers as one check sees them, by role and name.

        note: told the role, the name and the version of each that decides, when it is asked for.
        """
        return {word: _Named(self, named, note) for word, named in self._by_role.items()}

    def get(self, provider: Provider[Any]) -> Any:
        """Return what a provider opens, once.

        Raises:
            ServiceError: it cannot be opened; the message names it.
        """
        place = provider.role.word, provider.name
        if place not in self._opened:
            with isolated() as fault:
                self._opened[place] = opened = provider.open()
                close = getattr(opened, "close", None)
                if callable(close):
                    self._on_close(close, _who(provider))
            if fault.error is not None:
                raise ServiceError(one_line(f"{_who(provider)} cannot be opened: {described(fault.error)}"))
        return self._opened[place]


def _who(provider: Provider[Any]) -> str:
    return one_line(f"the {provider.role.word} {provider.name}", 100)


def version_of(provider: Provider[Any], opened: Any) -> str:
    """Return the version that stands for what a provider opened in a signature."""
    with isolated() as fault:
        return one_line(str(provider.role.version(opened)), 100)
    return one_line(f"unknown: {described(fault.error)}", 100)


class _Named(Mapping[str, Any]):
    """The providers of one role by name, in the order of the run."""

    def __init__(
        self, opened: Opened, named: Mapping[str, Provider[Any]], note: Callable[[str, str, str], object]
    ) -> None:
        self._opened = opened
        self._providers = named
        self._note = note

    def __getitem__(self, name: str) -> Any:
        provider = self._providers[name]
        found = self._opened.get(provider)
        if provider.role.decides:
            self._note(provider.role.word, name, version_of(provider, found))
        return found

    def __iter__(self) -> Iterator[str]:
        return iter(self._providers)

    def __len__(self) -> int:
        return len(self._providers)
