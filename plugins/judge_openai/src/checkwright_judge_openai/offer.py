"""What this package offers; what speaks to servers is imported when a judge is opened."""

from __future__ import annotations

from importlib.util import find_spec
from typing import TYPE_CHECKING

from checkwright import Provider
from checkwright_judging.role import JUDGE

if TYPE_CHECKING:
    from checkwright_judging.judge import JudgeService

__all__ = ["AZURE_OPENAI", "OPENAI"]

#: Packages that have to be there; openai before version 3 has no httpx2.
_NEEDED = ("openai", "httpx2", "httpcore2")


def _open_openai() -> JudgeService:
    from .service import OpenAIService

    return OpenAIService()


def _open_azure() -> JudgeService:
    from .service import OpenAIService

    return OpenAIService(azure=True)


def _missing() -> str | None:
    lacking = [name for name in _NEEDED if find_spec(name) is None]
    return f"{lacking[0]} is not installed: pip install 'openai>=3'" if lacking else None


OPENAI: Provider[JudgeService] = Provider(JUDGE, "openai", _open_openai, _missing)
AZURE_OPENAI: Provider[JudgeService] = Provider(JUDGE, "azure_openai", _open_azure, _missing)
