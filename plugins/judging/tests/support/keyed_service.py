"""A service that keeps the key that it is given, as each one has to, and tells what it was asked to do."""

from checkwright import Provider
from checkwright_judging.judge import JudgeReply, Usage
from checkwright_judging.role import JUDGE

#: What nothing may show.
KEY = "sk-canary-0123456789"
GOOD = '{"score": 1, "reason": "fits"}'


class KeyedService:
    """version: that it tells. fails: raised when it opens a judge; a function of the key.

    judges: that it opened, in order.
    """

    def __init__(self, version="keyed 1", fails=None, reply=GOOD):
        self._version = version
        self._fails = fails
        self._reply = reply
        self.judges = []

    def version(self):
        return self._version

    def open(self, profile, key):
        if self._fails is not None:
            raise self._fails("" if key is None else key.reveal())
        judge = KeyedJudge(profile, key, self._reply)
        self.judges.append(judge)
        return judge


class KeyedJudge:
    """requests: that were made. closed: how often it was closed."""

    def __init__(self, profile, key, reply):
        self.profile = profile
        self.key = key
        self.requests = []
        self.closed = 0
        self._reply = reply

    def ask(self, request):
        assert not self.closed, "a judge that is closed is asked"
        self.requests.append(request)
        return JudgeReply(self._reply, "stop", "m-1", Usage(10, 5), 2.0)

    def close(self):
        self.closed += 1


def provider_of(service, name="keyed"):
    """Return what offers a service that is there already; it does not travel."""
    return Provider(JUDGE, name, lambda: service)


#: What offers one of its own to each process.
TRAVELLING = Provider(JUDGE, "keyed", KeyedService)
