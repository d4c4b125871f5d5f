"""The laws of the engine, tested on the installed core: `pytest --pyargs checkwright_contract`."""

import pytest

from .effort import Effort
from .judge import judge_engine
from .law import Law
from .laws import ENGINE_LAWS
from .plugin import seed_of
from .suite import report


@pytest.mark.parametrize("law", ENGINE_LAWS, ids=lambda law: law.name)
def test_engine_keeps(law: Law, request: pytest.FixtureRequest) -> None:
    """The installed core keeps every law of the engine."""
    report(judge_engine(law, effort=Effort(seed=seed_of(request.config))))
