"""The contract of every installed provider of a role with laws: `pytest --pyargs checkwright_contract`."""

from checkwright import load_providers

from .provider_proof import has_laws
from .suite import provider_class_name, provider_tests

_PROVIDERS = load_providers()

for _provider in _PROVIDERS.values():
    if has_laws(_provider.role.word):
        globals()[provider_class_name(_provider)] = provider_tests(_provider)


def test_every_installed_provider_loads() -> None:
    """No installed provider is broken."""
    assert not _PROVIDERS.problems, "; ".join(map(str, _PROVIDERS.problems))
