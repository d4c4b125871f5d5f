"""The contract of every installed kind: `pytest --pyargs checkwright_contract`."""

from checkwright import load_kinds

from .suite import class_name, contract_tests

_KINDS = load_kinds()

for _kind in _KINDS.values():
    globals()[class_name(_kind.name)] = contract_tests(_kind)


def test_a_kind_is_installed() -> None:
    """There is something to prove: at least one kind is installed."""
    assert _KINDS, (
        "no kind is installed: install a distribution with an entry point of the group `checkwright`"
    )


def test_every_installed_kind_loads() -> None:
    """No installed plugin is broken."""
    assert not _KINDS.problems, "; ".join(map(str, _KINDS.problems))
