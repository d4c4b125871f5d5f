"""A judge of the standard library alone: small, and keeps every law, so that each is seen to hold of it.

What it does stands in methods of their own, so that a broken one differs in a single of them.
"""

import http.client
import json
import re
import socket
import ssl
import threading
from datetime import UTC
from email.utils import parsedate_to_datetime
from functools import partial
from html import escape
from time import perf_counter, time
from urllib.parse import quote, urlsplit

from checkwright import Provider
from checkwright.wording import one_line
from checkwright_judging.judge import FaultKind, JudgeFault, JudgeReply, Output, Usage
from checkwright_judging.role import JUDGE

STATUSES = {401: FaultKind.KEY, 403: FaultKind.FORBIDDEN, 404: FaultKind.NOT_FOUND}
PASSING = (408, 409, 429)


class NoCompletionError(Exception):
    """What came is no completion."""


class PlainJudge:
    def __init__(self, profile, key):
        self.profile = profile
        self.key = key
        self.endpoint = urlsplit(profile.endpoint)

    def ask(self, request):
        try:
            result = self.tried(request)
        except JudgeFault as fault:
            result = JudgeFault(
                fault.kind, self.redacted(fault.message), fault.retry, fault.after, fault.parameter
            )
        if isinstance(result, JudgeFault):
            raise result
        return result

    def close(self):
        pass

    # What is sent.

    def tried(self, request):
        body = self.body(request)
        begun = perf_counter()
        status, headers, data = self.exchange(json.dumps(body).encode())
        latency = self.latency(perf_counter() - begun)
        if status != 200:
            raise self.fault(status, headers, data, body)
        try:
            return self.reply(json.loads(data), headers, latency)
        except (ValueError, RecursionError):
            raise self.nothing("no JSON") from None
        except NoCompletionError as why:
            raise self.nothing(str(why)) from None

    def body(self, request):
        body = {**request.parameters, "model": request.model, "messages": self.messages(request)}
        if request.output is Output.JSON_OBJECT:
            body["response_format"] = {"type": "json_object"}
        if request.output is Output.JSON_SCHEMA:
            schema = {"name": "reply", "schema": dict(request.schema)}
            body["response_format"] = {"type": "json_schema", "json_schema": schema}
        return body

    def messages(self, request):
        return [{"role": one.role, "content": one.content} for one in request.messages]

    def headers(self):
        key = {} if self.key is None else {"Authorization": f"Bearer {self.key.reveal()}"}
        return {"Content-Type": "application/json", **key}

    def address(self):
        return f"{self.endpoint.path}/chat/completions"

    def way(self):
        """Return the host and port to connect to, and what to ask for there."""
        if self.profile.proxy is None:
            return self.endpoint.hostname, self.endpoint.port, self.address()
        proxy = urlsplit(self.profile.proxy)
        target = f"{self.endpoint.scheme}://{self.endpoint.netloc}{self.address()}"
        return proxy.hostname, proxy.port, target

    def exchange(self, data):
        """Return status, headers and body; in all within the timeout."""
        host, port, target = self.way()
        late = threading.Event()
        connection = http.client.HTTPConnection(host, port, timeout=self.profile.timeout)
        try:
            connection.connect()
            timer = threading.Timer(self.profile.timeout, self.end, (connection.sock, late))
            timer.start()
            try:
                connection.request("POST", target, data, {**self.headers(), "Connection": "close"})
                response = connection.getresponse()
                headers = {name.lower(): value for name, value in response.getheaders()}
                return response.status, headers, response.read()
            finally:
                timer.cancel()
                timer.join()
        except (OSError, http.client.HTTPException) as error:
            raise self.lost(error, late.is_set()) from None
        finally:
            connection.close()

    def end(self, sock, late):
        late.set()
        sock.shutdown(socket.SHUT_RDWR)

    def lost(self, error, late):
        if late or isinstance(error, TimeoutError):
            return JudgeFault(FaultKind.TIMEOUT, "no reply in time", retry=True)
        return JudgeFault(FaultKind.UNREACHABLE, f"no connection: {type(error).__name__}", retry=True)

    def latency(self, seconds):
        return seconds * 1000

    # What comes back.

    def fault(self, status, headers, data, body):
        if status < 400:
            return self.redirected(headers)
        error = self.error(data)
        message = one_line(f"HTTP {status}: {self.redacted(error['message'])}")
        if status in PASSING or status >= 500:
            return self.passing(status, headers, error, message)
        if status in STATUSES:
            return JudgeFault(STATUSES[status], message)
        if error.get("code") == "content_filter":
            return JudgeFault(FaultKind.CONTENT_FILTER, message)
        refused = self.refused(error)
        if refused in self.sent(body):
            return JudgeFault(FaultKind.PARAMETER, message, parameter=refused)
        return JudgeFault(FaultKind.REJECTED, message)

    def passing(self, status, headers, error, message):
        if error.get("code") == "insufficient_quota":
            return JudgeFault(FaultKind.QUOTA, message)
        kind = FaultKind.RATE_LIMIT if status == 429 else FaultKind.SERVER
        return JudgeFault(kind, message, retry=True, after=self.after(headers.get("retry-after", "")))

    def error(self, data):
        try:
            error = json.loads(data)["error"]
            return {**error, "message": str(error["message"])}
        except (ValueError, LookupError, TypeError):
            return {"message": data.decode(errors="replace")}

    def refused(self, error):
        named = re.search(r"(?:Unsupported|Unknown) parameter: '(\w+)'", error["message"])
        return error.get("param") or (named and named[1])

    def sent(self, body):
        return set(body) - {"model", "messages"}

    def after(self, told):
        if told.isdigit():
            return float(told)
        try:
            return max(parsedate_to_datetime(told).replace(tzinfo=UTC).timestamp() - time(), 0.0)
        except ValueError:
            return None

    def redirected(self, headers):
        try:
            host = urlsplit(headers.get("location", "")).hostname
        except ValueError:
            host = "nowhere"
        return JudgeFault(FaultKind.REDIRECT, one_line(self.redacted(f"it leads to {host}")))

    def reply(self, body, headers, latency):
        choice = self.choice(body)
        message = choice["message"]
        if choice.get("finish_reason") == "content_filter":
            raise JudgeFault(FaultKind.CONTENT_FILTER, "filtered")
        if message.get("refusal"):
            raise JudgeFault(FaultKind.REFUSED, one_line(self.redacted(message["refusal"])))
        text = message.get("content")
        if not isinstance(text, str):
            raise NoCompletionError("no text")
        told = (choice.get("finish_reason"), body.get("model"))
        return JudgeReply(
            self.redacted(text),
            *(None if one is None else self.redacted(one) for one in told),
            self.usage(body.get("usage")),
            latency,
            self.redacted(headers.get("x-request-id", "")),
        )

    def choice(self, body):
        if not isinstance(body, dict):
            raise NoCompletionError("no object")
        choices = body.get("choices")
        if not isinstance(choices, list) or not choices:
            error = body.get("error")
            raise NoCompletionError(self.redacted(error["message"]) if error else "no choices")
        if not isinstance(choices[0], dict) or not isinstance(choices[0].get("message"), dict):
            raise NoCompletionError("no message")
        return choices[0]

    def usage(self, usage):
        given, made = (self.count(usage, name) for name in ("prompt_tokens", "completion_tokens"))
        if given is None or made is None:
            return None
        return Usage(given, made, self.count(usage.get("completion_tokens_details"), "reasoning_tokens"))

    def count(self, counts, name):
        value = counts.get(name) if isinstance(counts, dict) else None
        return value if type(value) is int and value >= 0 else None

    def nothing(self, why):
        return JudgeFault(FaultKind.NOT_A_COMPLETION, one_line(f"no chat completion: {why}"))

    def redacted(self, text):
        for form in self.forms():
            text = re.sub(re.escape(form), "[key]", text, flags=re.IGNORECASE)
        return text

    def forms(self):
        if self.key is None:
            return []
        key = self.key.reveal()
        return [key, quote(key, safe=""), json.dumps(key)[1:-1].replace("/", "\\/"), escape(key)]


class PlainService:
    judge = PlainJudge

    def version(self):
        return "plain 1"

    def open(self, profile, key):
        self.check(profile)
        return self.judge(profile, key)

    def check(self, profile):
        if profile.proxy is not None and not profile.proxy.startswith("http://"):
            raise ValueError("proxy: expected http://HOST:PORT")
        if profile.ca_file is not None:
            try:
                ssl.create_default_context(cafile=profile.ca_file)
            except OSError:
                raise ValueError("ca_file: it holds no certificates") from None


def service_of(judge):
    """Return a service that opens judges of this class."""
    return type(f"{judge.__name__}Service", (PlainService,), {"judge": judge})


def provider_of(service=PlainService):
    return Provider(JUDGE, "plain", partial(service))
