"""Judges that reply what a test tells; all but the server behind them is what a run uses."""

import json
from collections.abc import Mapping

from checkwright import Provider
from checkwright_judging.documents.evaluator_store import EvaluatorStore
from checkwright_judging.documents.named_definition import NamedDefinition
from checkwright_judging.documents.prompt import JudgePrompt
from checkwright_judging.documents.prompt_store import JudgePromptStore
from checkwright_judging.judge import FaultKind, JudgeFault, JudgeReply, Usage
from checkwright_judging.profiles.profiles_file import parse_profiles
from checkwright_judging.role import JUDGE
from checkwright_judging.runs.desk import JudgeDesk, judges_provider
from checkwright_judging.runs.run_memory import RunMemory

LOST = JudgeFault(FaultKind.TIMEOUT, "no reply within 30 s")
REFUSED = JudgeFault(FaultKind.REFUSED, "the judge refused")
FILTERED = JudgeFault(FaultKind.CONTENT_FILTER, "content filter")


class Scripted:
    """replies: by the model that is asked; a text, a score, or a fault; the last of a list again and again.

    seen: every request.
    """

    def __init__(self, replies):
        self._left = {model: list(script) for model, script in replies.items()}
        self.seen = []

    @property
    def models(self):
        return [request.model for request in self.seen]

    @property
    def texts(self):
        return ["\n".join(one.content for one in request.messages) for request in self.seen]

    def version(self):
        return "scripted 1"

    def open(self, profile, key):
        return self

    def ask(self, request):
        self.seen.append(request)
        script = self._left[request.model]
        told = script.pop(0) if len(script) > 1 else script[0]
        if isinstance(told, JudgeFault):
            raise told
        text = told if isinstance(told, str) else scored(told)
        return JudgeReply(text, "stop", f"{request.model}-0613", Usage(90, 12), 250.04)

    def close(self):
        pass


def scored(score, reason="so it is"):
    return json.dumps({"score": score, "reason": reason})


def judges_of(service, profiles, *, assignments=None, default_model=None, max_calls=None):
    """Return what to give a run. profiles: the deployment of each, None for none; or their names alone."""
    deployments = profiles if isinstance(profiles, Mapping) else {name: name for name in profiles}
    document = {
        "profiles": {
            name: {
                "provider": "scripted",
                "endpoint": "https://judge.example",
                "api_key": "none",
                "attempts": 1,
                **({} if deployment is None else {"deployment": deployment}),
            }
            for name, deployment in deployments.items()
        },
        **({} if assignments is None else {"assignments": assignments}),
    }
    desk = JudgeDesk(
        parse_profiles(json.dumps(document), source="judges.yaml"),
        {"scripted": Provider(JUDGE, "scripted", lambda: service)},
        default_model=default_model,
        memory=RunMemory(max_calls=max_calls),
    )
    return judges_provider(desk)


def prompts_of(*documents):
    return JudgePromptStore.of(JudgePrompt.model_validate(one) for one in documents)


def evaluators_of(*documents):
    return EvaluatorStore(NamedDefinition.model_validate(one) for one in documents)
