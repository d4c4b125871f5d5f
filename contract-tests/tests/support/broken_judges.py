"""Judges with one fault each, by the law that sees it."""

import contextlib
import http.client
import itertools
import json
import logging
import os
import threading
from dataclasses import replace
from typing import ClassVar
from urllib.parse import urlsplit

from plain_judge import PlainJudge, PlainService, provider_of, service_of

from checkwright import Provider
from checkwright_judging.judge import FaultKind, JudgeFault, Usage
from checkwright_judging.role import JUDGE

BROKEN = []


def broken(law):
    """Note a judge, or a service, as what this law sees."""

    def note(one):
        service = service_of(one) if issubclass(one, PlainJudge) else one
        BROKEN.append((law, one.__doc__, provider_of(service)))
        return one

    return note


def refaulted(fault, **fields):
    """Return a fault with other fields."""
    names = ("kind", "message", "retry", "after", "parameter")
    return JudgeFault(**{**{name: getattr(fault, name) for name in names}, **fields})


@broken("faults_that_pass_may_be_asked_again")
class Final(PlainJudge):
    """takes 409 for a refusal"""

    def passing(self, status, *given):
        fault = super().passing(status, *given)
        return refaulted(fault, kind=FaultKind.REJECTED, retry=False) if status == 409 else fault


@broken("servers_say_how_long_to_wait")
class Dateless(PlainJudge):
    """reads no dates"""

    def after(self, told):
        return float(told) if told.isdigit() else None


@broken("quota_is_told_from_a_rate_limit")
class Hopeful(PlainJudge):
    """takes every 429 for a rate limit"""

    def passing(self, status, headers, error, message):
        return super().passing(status, headers, {**error, "code": None}, message)


@broken("forbidden_keys_and_missing_models_are_named")
class Vague(PlainJudge):
    """takes 403 for 401"""

    def fault(self, status, *given):
        return super().fault(401 if status == 403 else status, *given)


@broken("forbidden_keys_and_missing_models_are_named")
class Wordless(PlainJudge):
    """drops the words of the server"""

    def fault(self, *given):
        return refaulted(super().fault(*given), message="refused")


@broken("other_refusals_are_not_asked_again")
class Stubborn(PlainJudge):
    """asks again after every refusal"""

    def fault(self, *given):
        fault = super().fault(*given)
        return refaulted(fault, retry=True) if fault.kind is FaultKind.REJECTED else fault


@broken("refused_parameters_are_named")
class Credulous(PlainJudge):
    """takes a parameter for refused that was not sent"""

    def sent(self, body):
        return {*body, "seed", "response_format", "max_completion_tokens"}


@broken("refused_parameters_are_named")
class Literal(PlainJudge):
    """reads no words, only the field"""

    def refused(self, error):
        return error.get("param")


@broken("what_is_no_completion_is_named")
class Lenient(PlainJudge):
    """takes parts of contents for a text"""

    def choice(self, body):
        choice = super().choice(body)
        content = choice["message"].get("content")
        if isinstance(content, list):
            choice["message"]["content"] = content[0]["text"]
        return choice


@broken("what_is_no_completion_is_named")
class Raising(PlainJudge):
    """raises what JSON raises"""

    def tried(self, request):
        _, headers, data = self.exchange(json.dumps(self.body(request)).encode())
        return self.reply(json.loads(data), headers, 1.0)


@broken("errors_with_a_good_status_are_shown")
class Secretive(PlainJudge):
    """does not say what the error says"""

    def nothing(self, why):
        return super().nothing("something else")


@broken("filtered_contents_are_named")
class Unfiltered(PlainJudge):
    """takes what was left of a filtered reply"""

    def choice(self, body):
        return {**super().choice(body), "finish_reason": "stop"}


@broken("refusals_of_models_are_named")
class Obeying(PlainJudge):
    """takes a refusal for a reply"""

    def choice(self, body):
        choice = super().choice(body)
        content = choice["message"].pop("refusal", None) or choice["message"].get("content")
        return {**choice, "message": {"content": content}}


@broken("lost_connections_may_be_asked_again")
class Leaking(PlainJudge):
    """lets half a body raise what http.client raises"""

    def lost(self, error, late):
        return error if isinstance(error, http.client.IncompleteRead) else super().lost(error, late)


@broken("timeouts_are_named")
class Blurred(PlainJudge):
    """takes a timeout for a connection that broke"""

    def lost(self, error, late):
        return refaulted(super().lost(error, late), kind=FaultKind.UNREACHABLE)


@broken("slow_servers_run_into_the_timeout")
class Patient(PlainJudge):
    """has a timeout for each read alone"""

    def end(self, sock, late):
        pass


@broken("each_ask_is_one_request")
class Insisting(PlainJudge):
    """asks a second time itself"""

    def tried(self, request):
        try:
            return super().tried(request)
        except JudgeFault as fault:
            if fault.kind is not FaultKind.SERVER:
                raise
        return super().tried(request)


@broken("asks_of_eight_threads_overlap")
class Single(PlainJudge):
    """asks for one thread at a time"""

    def __init__(self, profile, key):
        super().__init__(profile, key)
        self.lock = threading.Lock()

    def exchange(self, data):
        with self.lock:
            return super().exchange(data)


@broken("every_thread_gets_its_own_reply")
class Mixing(PlainJudge):
    """keeps the body of the last ask for all threads"""

    def __init__(self, profile, key):
        super().__init__(profile, key)
        self.met = threading.Barrier(2)

    def exchange(self, data):
        self.data = data
        with contextlib.suppress(threading.BrokenBarrierError):
            self.met.wait(0.5)
        return super().exchange(self.data)


@broken("nothing_is_left_after_closing")
class Keeping(PlainJudge):
    """keeps a connection open"""

    kept: ClassVar = []

    def exchange(self, data):
        connection = http.client.HTTPConnection(*self.way()[:2])
        connection.connect()
        self.kept.append(connection)
        return super().exchange(data)


@broken("nothing_is_left_after_closing")
class Busy(PlainJudge):
    """leaves a thread"""

    over = threading.Event()

    def close(self):
        threading.Thread(target=self.over.wait, args=(2,), daemon=True).start()


@broken("redirects_are_not_followed")
class Following(PlainJudge):
    """follows a redirect"""

    def exchange(self, data):
        status, headers, body = super().exchange(data)
        if status == 307 and "://" in headers.get("location", ""):
            self.endpoint = urlsplit(headers["location"].removesuffix("/chat/completions"))
            return super().exchange(data)
        return status, headers, body


@broken("redirects_are_not_followed")
class Aimless(PlainJudge):
    """does not say where a redirect leads"""

    def redirected(self, headers):
        return super().redirected({})


@broken("proxies_of_the_environment_are_not_asked")
class Trusting(PlainJudge):
    """asks the proxy of the environment"""

    def way(self):
        if "http_proxy" in os.environ:
            self.profile = self.profile.model_copy(update={"proxy": os.environ["http_proxy"]})
        return super().way()


@broken("proxy_of_the_profile_is_asked")
class Direct(PlainJudge):
    """goes past the proxy"""

    def way(self):
        return self.endpoint.hostname, self.endpoint.port, self.address()


@broken("key_is_never_shown")
class Echoing(PlainJudge):
    """shows what a server says of the key"""

    def redacted(self, text):
        return text


@broken("key_is_never_shown")
class Literally(PlainJudge):
    """knows the key in one form alone"""

    def forms(self):
        return super().forms()[:1]


@broken("key_is_never_shown")
class Chaining(PlainJudge):
    """has what the server said behind the fault"""

    def ask(self, request):
        try:
            return super().ask(request)
        except JudgeFault as fault:
            raise refaulted(fault) from ValueError(self.key.reveal())


@broken("key_is_never_shown")
class Logging(PlainJudge):
    """logs its headers"""

    def headers(self):
        headers = super().headers()
        logging.getLogger("plain").debug("headers %s", headers)
        return headers


@broken("key_is_never_shown")
class Showing(PlainJudge):
    """has the key in its repr"""

    def __repr__(self):
        return f"Showing({self.key.reveal()})"


@broken("key_stands_in_one_header")
class Addressing(PlainJudge):
    """sends the key in the address, too"""

    def address(self):
        return f"{super().address()}?key={self.key.reveal()}"


@broken("nothing_is_sent_for_a_key_that_is_none")
class Inventing(PlainJudge):
    """invents a key where there is none"""

    def headers(self):
        return {"Authorization": "Bearer none", **super().headers()}


@broken("judges_of_one_service_share_nothing")
class Sharing(PlainService):
    """keeps the first key for all its judges"""

    def __init__(self):
        self.key = None

    def open(self, profile, key):
        self.key = self.key or key
        return super().open(profile, self.key)


@broken("judges_of_one_service_share_nothing")
class Baking(PlainJudge):
    """sends cookies back"""

    cookie = None

    def headers(self):
        return super().headers() | ({"Cookie": self.cookie} if self.cookie else {})

    def exchange(self, data):
        status, headers, body = super().exchange(data)
        self.cookie = headers.get("set-cookie")
        return status, headers, body


@broken("messages_arrive_unchanged_and_in_order")
class Trimming(PlainJudge):
    """trims texts"""

    def messages(self, request):
        return [{**one, "content": one["content"].strip()} for one in super().messages(request)]


@broken("messages_arrive_unchanged_and_in_order")
class Merging(PlainJudge):
    """drops a message that was there before"""

    def messages(self, request):
        return super().messages(replace(request, messages=tuple(dict.fromkeys(request.messages))))


@broken("model_and_parameters_arrive")
class Picky(PlainJudge):
    """sends the parameters that it knows"""

    def body(self, request):
        known = {name: value for name, value in request.parameters.items() if name != "top_k"}
        return super().body(replace(request, parameters=known))


@broken("model_and_parameters_arrive")
class Adding(PlainJudge):
    """sends a temperature that nobody asked for"""

    def body(self, request):
        return {"temperature": 0, **super().body(request)}


@broken("output_is_told_to_the_server")
class Schemaless(PlainJudge):
    """tells of no schema"""

    def body(self, request):
        return super().body(replace(request, schema={}))


@broken("replies_of_all_scripts_come_unchanged")
class Stripping(PlainJudge):
    """trims replies"""

    def redacted(self, text):
        return super().redacted(text).strip()


@broken("long_replies_come_unchanged")
class Cutting(PlainJudge):
    """cuts replies at a hundred thousand characters"""

    def redacted(self, text):
        return super().redacted(text)[:100_000]


@broken("usage_is_read")
class Thoughtless(PlainJudge):
    """drops the tokens of reasoning"""

    def usage(self, usage):
        usage = super().usage(usage)
        return usage and replace(usage, reasoning_tokens=None)


@broken("odd_fields_of_a_reply_raise_nothing")
class Counting(PlainJudge):
    """takes true for a number"""

    def count(self, counts, name):
        value = counts.get(name) if isinstance(counts, dict) else None
        return value if isinstance(value, int) and value >= 0 else None


@broken("odd_fields_of_a_reply_raise_nothing")
class Exact(PlainJudge):
    """wants every count"""

    def usage(self, usage):
        return usage and Usage(usage["prompt_tokens"], usage["completion_tokens"])


@broken("reason_to_end_and_model_are_read")
class Ending(PlainJudge):
    """takes every end for the usual one"""

    def choice(self, body):
        choice = super().choice(body)
        return {**choice, "finish_reason": choice.get("finish_reason") or "stop"}


@broken("latency_is_of_the_call")
class Quick(PlainJudge):
    """counts in seconds"""

    def latency(self, seconds):
        return seconds


@broken("version_is_one_line")
class Changing(PlainService):
    """says another version each time"""

    calls = itertools.count()

    def version(self):
        return f"plain {next(self.calls)}"


@broken("opening_sends_nothing")
class Greeting(PlainService):
    """asks for something when it is opened"""

    def open(self, profile, key):
        judge = super().open(profile, key)
        judge.exchange(b"{}")
        return judge


@broken("unusable_profiles_are_refused")
class Careless(PlainService):
    """takes every profile"""

    def check(self, profile):
        pass


BROKEN.append(("provider_pickles", "is opened by a lambda", Provider(JUDGE, "plain", lambda: PlainService())))
