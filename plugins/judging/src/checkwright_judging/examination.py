"""`doctor --judges FILE`: whether the judges of a file of profiles can be asked."""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from dataclasses import dataclass

from checkwright import InvalidDocument, NotExecutable, Provider, Providers, Role
from checkwright.wording import counted, one_line

from .judge import Message
from .judges import Asker, CapReached, JudgeFailed
from .reading import ScoreRule

__all__ = ["PROVIDER", "Finding", "JudgeExamination"]

_CALL = (
    Message(
        "system", 'You are asked whether you can be reached. Answer with JSON: {"score": 1, "reason": "here"}'
    ),
    Message("user", "Are you there?"),
)
_RULE = ScoreRule(0, 1)


@dataclass(frozen=True, slots=True)
class Finding:
    """What was found of one profile, as `doctor` reads it."""

    subject: str
    is_fine: bool
    words: str
    hint: str | None = None


class JudgeExamination:
    """Looks whether profiles resolve, and with `--call` asks each once."""

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Add the options."""
        group = parser.add_argument_group("judges")
        group.add_argument(
            "--judges", metavar="FILE", help="look whether each profile of this file can be used"
        )
        group.add_argument(
            "--call", action="store_true", help="ask each of them once, which sends a request of a few tokens"
        )

    def findings(self, arguments: argparse.Namespace, providers: Providers) -> Iterable[Finding]:
        """Yield one finding a profile.

        Raises:
            ValueError: there is no file of profiles, or it cannot be read.
        """
        if arguments.judges is None:
            if arguments.call:
                raise ValueError("--call needs judges: --judges FILE")
            return
        # Imported here: without judges `doctor` needs nothing of them.
        from .desk import JudgeDesk
        from .profiles_file import read_profiles
        from .role import JUDGE

        try:
            file = read_profiles(arguments.judges)
        except InvalidDocument as error:
            yield from (Finding(arguments.judges, False, str(problem)) for problem in error.problems)
            return
        except OSError as error:
            why = error.strerror or type(error).__name__
            raise ValueError(one_line(f"--judges {arguments.judges}: {why}")) from None
        desk = JudgeDesk(file, providers.of(JUDGE))
        for name, profile in file.profiles.items():
            judges = desk.open()
            try:
                asker = judges.asker(name, None if profile.deployment else "any")
                words = f"{asker.engine}, {profile.endpoint}"
                yield Finding(f"profile {name}", True, words)
                if arguments.call:
                    yield _called(name, asker)
            except NotExecutable as error:
                yield Finding(f"profile {name}", False, error.reason.removeprefix(f"profile {name}: "))
            finally:
                judges.close()


def _called(name: str, asker: Asker) -> Finding:
    try:
        answer = asker.ask(_CALL, _RULE)
    except (JudgeFailed, CapReached) as error:
        return Finding(f"profile {name}", False, f"asked, and got no judgement: {error}")
    spent = answer.spent
    took = "" if spent.latency_ms is None else f" in {spent.latency_ms:.0f} ms"
    tokens = (
        "" if spent.usage is None else f", {spent.usage.input_tokens} + {spent.usage.output_tokens} tokens"
    )
    asks = f", {counted(spent.asks, 'ask')}" if spent.asks > 1 else ""
    return Finding(
        f"profile {name}", True, f"{answer.response_model or asker.model} answered{took}{tokens}{asks}"
    )


#: `doctor` finds it by the word of the role; the role itself is the runner's.
PROVIDER: Provider[JudgeExamination] = Provider(
    Role("examination", decides=False), "judges", JudgeExamination
)
