"""`doctor --judges FILE`: whether the judges of a file of profiles can be asked."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from checkwright import InvalidDocument, NotExecutable, Problem, Provider, Providers, Role
from checkwright.wording import counted, one_line

from ..judge import Message
from ..judges import Asker, CapReached, JudgeFailed
from ..replies.reading import ScoreRule
from ..telling import fault_reason
from .run_options import usual_model

if TYPE_CHECKING:
    from ..profiles.profiles_file import JudgesFile

__all__ = ["PROVIDER", "Finding", "JudgeExamination"]

_CALL = (
    Message(
        "system", 'You are asked whether you can be reached. Answer with JSON: {"score": 1, "reason": "here"}'
    ),
    Message("user", "Are you there?"),
)
#: Any number will do: what is asked is whether anybody answers.
_RULE = ScoreRule(0, 5, clamp=True)
#: Stands for the model of a profile that has none, where nothing is asked.
_NO_MODEL = "(none of its own)"


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
        from ..profiles.profiles_file import read_profiles

        try:
            file = read_profiles(arguments.judges)
        except InvalidDocument as error:
            yield from map(_mistake, error.problems)
            return
        except OSError as error:
            why = error.strerror or type(error).__name__
            raise ValueError(one_line(f"--judges {arguments.judges}: {why}")) from None
        yield from _of_profiles(file, providers, is_called=arguments.call)


def _mistake(problem: Problem) -> Finding:
    places = (problem.source, problem.line, problem.column)
    where = ":".join(str(place) for place in places if place is not None)
    return Finding(where, False, problem.message, problem.hint)


def _of_profiles(file: JudgesFile, providers: Providers, *, is_called: bool) -> Iterator[Finding]:
    from ..role import JUDGE
    from .desk import JudgeDesk

    usual = file.document.default_model or usual_model()
    desk = JudgeDesk(_asked_once(file), providers.of(JUDGE), default_model=usual)
    for name, profile in file.profiles.items():
        has_model = bool(profile.deployment or usual)
        judges = desk.open()
        try:
            asker = judges.asker(name, None if has_model else _NO_MODEL)
            yield Finding(f"profile {name}", True, f"{asker.engine}, {profile.endpoint}")
            if is_called:
                yield _called(name, asker) if has_model else _uncalled(name)
        except NotExecutable as error:
            yield Finding(f"profile {name}", False, error.reason.removeprefix(f"profile {name}: "))
        finally:
            judges.close()


def _asked_once(file: JudgesFile) -> JudgesFile:
    """Return the profiles with one request an ask: who looks whether a server answers wants no patience."""
    once = {name: one.model_copy(update={"attempts": 1}) for name, one in file.profiles.items()}
    return replace(file, document=file.document.model_copy(update={"profiles": once}))


def _uncalled(name: str) -> Finding:
    hint = "give the profile a deployment, or the file a default_model"
    return Finding(f"profile {name}", False, "not asked: there is no model to ask", hint)


def _called(name: str, asker: Asker) -> Finding:
    try:
        answer = asker.ask(_CALL, _RULE)
    except JudgeFailed as failed:
        said = fault_reason(name, failed.fault).removeprefix(f"judge {name}: ")
        return Finding(f"profile {name}", False, f"asked, and got no judgement: {said}")
    except CapReached as error:
        return Finding(f"profile {name}", False, f"not asked: {error}")
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
