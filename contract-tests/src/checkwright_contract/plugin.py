"""The pytest plugin: options of the contract kit. It must not import the core, which coverage would miss."""

from __future__ import annotations

import secrets

import pytest

from .effort import examples_from_environment

__all__ = ["pytest_addoption", "pytest_configure", "pytest_report_header", "seed_of"]


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options of the contract kit."""
    group = parser.getgroup("checkwright", "contract of Checkwright kinds")
    group.addoption(
        "--checkwright-random",
        action="store_true",
        help="draw other examples in every run; the seed is printed",
    )
    group.addoption(
        "--checkwright-seed",
        type=int,
        default=0,
        metavar="SEED",
        help="draw the examples of this seed again (default 0: the same in every run)",
    )


def pytest_configure(config: pytest.Config) -> None:
    """Choose the seed of the run, once for all its workers, and refuse an invalid CHECKWRIGHT_EXAMPLES."""
    try:
        examples_from_environment()
    except ValueError as error:
        raise pytest.UsageError(str(error)) from None
    if config.getoption("checkwright_random") and not config.getoption("checkwright_seed"):
        config.option.checkwright_seed = secrets.randbelow(2**31) + 1


def pytest_report_header(config: pytest.Config) -> str | None:
    """Return a line with the seed of a random run."""
    seed = seed_of(config)
    return f"checkwright: --checkwright-seed={seed}" if seed else None


def seed_of(config: pytest.Config) -> int:
    """Return the seed of the run, or 0 when the plugin is not loaded."""
    seed: int = config.getoption("checkwright_seed", 0)
    return seed
