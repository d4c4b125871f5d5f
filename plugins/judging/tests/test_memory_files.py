"""What is remembered in files: it reads the same again, no secret is in it, and damage is noticed."""

import json
import os
import signal
import sqlite3
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from checkwright_judging.judge import JudgeReply, JudgeRequest, Message, Output, Usage
from checkwright_judging.judges import CapReached
from checkwright_judging.memory.asked import Asked, asked_of
from checkwright_judging.memory.cache import Cache
from checkwright_judging.memory.paid import Paid
from checkwright_judging.memory.recording import Recording
from checkwright_judging.memory.remembered import Remembered, remembered_data, remembered_from
from checkwright_judging.memory.replay import Replay
from checkwright_judging.profiles.profile import Profile

FIELDS = {"provider": "openai", "endpoint": "https://judge.example/v1", "api_key": "none"}
PROFILE = Profile.model_validate(FIELDS)
REQUEST = JudgeRequest((Message("user", "u"),), "m", parameters={"seed": 0})
#: Any text that a server can send, half a surrogate pair included.
TEXTS = st.text(st.characters(exclude_categories=()))
COUNTS = st.integers(0, 2**53)
REMEMBERED = st.builds(
    Remembered,
    st.builds(
        JudgeReply,
        TEXTS,
        st.none() | TEXTS,
        st.none() | TEXTS,
        st.none() | st.builds(Usage, COUNTS, COUNTS, st.none() | COUNTS),
    ),
    st.integers(1, 2),
    st.lists(TEXTS, max_size=2).map(tuple),
)


def asked(name="a"):
    return Asked(f"whole {name}", f"portable {name}", "0" * 64, "local", "m")


def remembered(text="{}"):
    return Remembered(JudgeReply(text, "stop", "m-1", Usage(1, 2)))


def opened(kind, path):
    return Paid(path, "run 1") if kind is Paid else kind(path)


KINDS = pytest.mark.parametrize("kind", [Cache, Recording, Paid])


@given(REMEMBERED)
def test_what_is_kept_as_json_comes_back_as_it_was(kept):
    text = json.dumps(remembered_data(kept))
    assert remembered_from(json.loads(text)) == kept


@pytest.mark.parametrize(
    ("path", "value", "said"),
    [
        (("reply",), None, "reply: expected an object"),
        (("reply", "text"), 3, "text: expected a text"),
        (("reply", "usage"), [], "usage: expected an object"),
        (("reply", "usage", "input_tokens"), True, "input_tokens: expected a whole number"),
        (("asks",), 1.5, "asks: expected a whole number"),
        (("dropped_parameters",), {}, "dropped_parameters: expected a list"),
        (("dropped_parameters",), [1], "dropped_parameters: expected names"),
    ],
)
def test_what_was_not_kept_is_refused_by_its_field(path, value, said):
    data = remembered_data(remembered())
    place = data
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] = value
    with pytest.raises(ValueError, match=said):
        remembered_from(data)


@KINDS
def test_a_reply_is_there_again_when_the_file_is_opened_again(kind, tmp_path):
    path = tmp_path / "file"
    kept = remembered('{"score": "\ud800 \x00 é"}')
    memory = opened(kind, path)
    assert memory.get(asked()) is None
    memory.put(asked(), kept)
    assert memory.get(asked()) == kept
    memory.close()
    again = opened(kind, path)
    assert again.get(asked()) == kept
    assert again.get(asked("b")) is None
    again.close()


@KINDS
def test_neither_latency_nor_request_id_is_kept(kind, tmp_path):
    """An id of a request leads a service to an account."""
    memory = opened(kind, tmp_path / "file")
    memory.put(asked(), Remembered(JudgeReply("x", latency_ms=1234.5, request_id="req-canary")))
    memory.close()
    data = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    assert b"req-canary" not in data
    assert b"1234.5" not in data


@KINDS
def test_threads_lose_no_reply(kind, tmp_path):
    memory = opened(kind, tmp_path / "file")
    names = [str(number) for number in range(40)]
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda name: memory.put(asked(name), remembered(name)), names))
    memory.close()
    again = opened(kind, tmp_path / "file")
    assert [again.get(asked(name)).reply.text for name in names] == names
    again.close()


WRITES = """
import sys
from checkwright_judging.judge import JudgeReply
from checkwright_judging.memory.asked import Asked
from checkwright_judging.memory.cache import Cache
from checkwright_judging.memory.paid import Paid
from checkwright_judging.memory.recording import Recording
from checkwright_judging.memory.remembered import Remembered
kind, path, name = sys.argv[1:]
print("ready", flush=True)
sys.stdin.readline()
memory = {"Cache": Cache, "Recording": Recording, "Paid": lambda path: Paid(path, "run 1")}[kind](path)
for number in range(200):
    key = f"{name} {number}"
    memory.put(Asked(f"whole {key}", f"portable {key}", "", "local", "m"), Remembered(JudgeReply(key * 100)))
"""


def writer_of(code, kind, path, name):
    """Start a process that is about to write: it goes on when it reads a line."""
    command = [sys.executable, "-c", code, kind.__name__, str(path), name]
    writer = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert writer.stdout.readline() == b"ready\n"
    return writer


@KINDS
def test_processes_lose_no_reply(kind, tmp_path):
    """They begin the file at the same time as well."""
    path = tmp_path / "file"
    writers = [writer_of(WRITES, kind, path, name) for name in "abc"]
    for writer in writers:
        writer.stdin.write(b"\n")
        writer.stdin.flush()
    for writer in writers:
        writer.communicate(timeout=60)
    assert [writer.returncode for writer in writers] == [0, 0, 0]
    memory = opened(kind, path)
    keys = [f"{name} {number}" for name in "abc" for number in range(200)]
    assert [memory.get(asked(key)).reply.text for key in keys] == [key * 100 for key in keys]
    memory.close()


def test_a_cache_that_another_process_is_creating_is_waited_for(tmp_path):
    other = sqlite3.connect(tmp_path / "file", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with ThreadPoolExecutor(1) as pool:
        opened = pool.submit(Cache, tmp_path / "file")
        with pytest.raises(TimeoutError):
            opened.result(0.2)
        other.execute("ROLLBACK")
        opened.result(20).close()
    other.close()


def test_a_cache_that_cannot_have_readers_beside_a_writer_just_now_opens_all_the_same(tmp_path):
    """SQLite does not wait for others when it is to change how it writes."""
    Cache(tmp_path / "file").close()
    other = sqlite3.connect(tmp_path / "file", isolation_level=None)
    other.execute("PRAGMA journal_mode = DELETE").close()
    other.execute("BEGIN IMMEDIATE")
    Cache(tmp_path / "file").close()
    other.close()


KILLED = (
    WRITES
    + """
print("written", flush=True)
sys.stdin.read()
"""
)


@KINDS
def test_what_was_put_is_there_after_a_sigkill(kind, tmp_path):
    path = tmp_path / "file"
    with writer_of(KILLED, kind, path, "a") as writer:
        writer.stdin.write(b"\n")
        writer.stdin.flush()
        assert writer.stdout.readline() == b"written\n"
        os.kill(writer.pid, signal.SIGKILL)
    memory = opened(kind, path)
    assert memory.get(asked("a 199")).reply.text == "a 199" * 100
    memory.close()


FOREIGN = [b"id,score\n1,2\n", b'{"case_id": "q1"}\n', b'{"format": "other", "version": 1}\n', b"x", b"[1]\n"]


@KINDS
@pytest.mark.parametrize("data", FOREIGN)
def test_a_file_of_something_else_is_refused_and_stays_as_it_is(kind, data, tmp_path):
    path = tmp_path / "file"
    path.write_bytes(data)
    with pytest.raises(ValueError, match=str(path)):
        opened(kind, path)
    assert path.read_bytes() == data
    assert list(tmp_path.iterdir()) == [path]


@KINDS
def test_a_file_in_a_folder_that_is_not_there_is_refused(kind, tmp_path):
    with pytest.raises(ValueError, match="none/file"):
        opened(kind, tmp_path / "none" / "file")


@KINDS
def test_a_folder_is_refused(kind, tmp_path):
    with pytest.raises(ValueError, match=str(tmp_path)):
        opened(kind, tmp_path)


# The cache


def test_a_database_of_something_else_is_refused_and_stays_as_it_is(tmp_path):
    path = tmp_path / "file"
    rows = sqlite3.connect(path)
    rows.execute("CREATE TABLE replies (key, reply)")
    rows.close()
    before = path.read_bytes()
    with pytest.raises(ValueError, match="is no cache of judges' replies"):
        Cache(path)
    assert path.read_bytes() == before


def test_a_cache_of_another_version_is_refused(tmp_path):
    Cache(tmp_path / "file").close()
    rows = sqlite3.connect(tmp_path / "file")
    rows.execute("PRAGMA user_version = 2")
    rows.close()
    with pytest.raises(ValueError, match="version 1"):
        Cache(tmp_path / "file")


@pytest.mark.parametrize("at", [0, 100, 4096, 8192, 12288])
def test_a_damaged_cache_is_refused(at, tmp_path):
    path = tmp_path / "file"
    cache = Cache(path)
    for number in range(40):
        cache.put(asked(str(number)), remembered("x" * 1000))
    cache.close()
    data = bytearray(path.read_bytes())
    data[at : at + 64] = b"\xff" * 64
    path.write_bytes(data)
    with pytest.raises(ValueError, match=str(path)):
        Cache(path)


def test_a_cut_cache_is_refused(tmp_path):
    path = tmp_path / "file"
    cache = Cache(path)
    for number in range(40):
        cache.put(asked(str(number)), remembered("x" * 1000))
    cache.close()
    path.write_bytes(path.read_bytes()[:-5000])
    with pytest.raises(ValueError, match=str(path)):
        Cache(path)


def test_a_cache_whose_rows_were_changed_by_hand_ends_the_run(tmp_path):
    cache = Cache(tmp_path / "file")
    for text in ("not json", "[]", "{}"):
        rows = sqlite3.connect(tmp_path / "file")
        rows.execute("REPLACE INTO replies VALUES ('whole a', ?)", (text,))
        rows.commit()
        rows.close()
        with pytest.raises(CapReached, match="the cache of judges' replies"):
            cache.get(asked())
    cache.close()


def test_a_cache_that_cannot_be_written_ends_the_run(tmp_path):
    cache = Cache(tmp_path / "file")
    cache._rows.execute("PRAGMA query_only = 1")
    with pytest.raises(CapReached, match="readonly"):
        cache.put(asked(), remembered())
    cache.close()


def test_readers_of_a_cache_do_not_wait_for_a_writer(tmp_path):
    cache = Cache(tmp_path / "file")
    cache.put(asked(), remembered())
    rows = sqlite3.connect(tmp_path / "file", isolation_level=None)
    rows.execute("BEGIN EXCLUSIVE")
    assert cache.get(asked()) == remembered()
    rows.close()
    cache.close()


def test_a_name_that_means_memory_to_sqlite_is_a_file(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Cache(":memory:").close()
    assert Path(":memory:").is_file()


@pytest.mark.parametrize("kind", [Cache, Paid])
def test_a_reply_that_comes_after_another_takes_its_place(kind, tmp_path):
    memory = opened(kind, tmp_path / "file")
    memory.put(asked(), remembered("old"))
    memory.put(asked(), remembered("new"))
    memory.close()
    again = opened(kind, tmp_path / "file")
    assert again.get(asked()).reply.text == "new"
    again.close()


# Keys


@pytest.mark.parametrize(
    "other",
    [
        asked_of("local", PROFILE.model_copy(update={"provider": "azure_openai"}), REQUEST),
        asked_of("local", PROFILE.model_copy(update={"endpoint": "https://other.example"}), REQUEST),
    ],
)
def test_another_service_is_another_question_but_not_in_a_record(other):
    one = asked_of("local", PROFILE, REQUEST)
    assert one.whole != other.whole
    assert one.portable == other.portable


def test_another_profile_of_the_same_service_is_another_question_in_a_record_alone():
    one, other = asked_of("local", PROFILE, REQUEST), asked_of("other", PROFILE, REQUEST)
    assert one.whole == other.whole
    assert one.portable != other.portable


MESSAGES = (Message("user", "u"),)


@pytest.mark.parametrize(
    "other",
    [
        JudgeRequest(MESSAGES, "n", parameters={"seed": 0}),
        JudgeRequest((Message("system", "u"),), "m", parameters={"seed": 0}),
        JudgeRequest((*MESSAGES, *MESSAGES), "m", parameters={"seed": 0}),
        JudgeRequest(MESSAGES, "m", parameters={"seed": 1}),
        JudgeRequest(MESSAGES, "m", parameters={}),
        JudgeRequest(MESSAGES, "m", Output.TEXT, {"seed": 0}),
        JudgeRequest(MESSAGES, "m", Output.JSON_SCHEMA, {"seed": 0}, {"type": "object"}),
        JudgeRequest(MESSAGES, "m", Output.JSON_SCHEMA, {"seed": 0}, {"type": "array"}),
    ],
)
def test_whatever_is_sent_otherwise_is_another_question(other):
    one, another = asked_of("local", PROFILE, REQUEST), asked_of("local", PROFILE, other)
    assert one.whole != another.whole
    assert one.portable != another.portable


def test_the_order_of_parameters_and_a_schema_that_is_not_sent_do_not_matter():
    one = JudgeRequest(MESSAGES, "m", parameters={"seed": 0, "top_p": 1.0})
    other = JudgeRequest(MESSAGES, "m", parameters={"top_p": 1, "seed": 0}, schema={"type": "object"})
    assert asked_of("local", PROFILE, one) == asked_of("local", PROFILE, other)


# Files of lines


@pytest.mark.parametrize("kind", [Recording, Paid])
def test_a_torn_last_line_is_passed_over_and_the_next_one_is_whole(kind, tmp_path):
    path = tmp_path / "file"
    memory = opened(kind, path)
    memory.put(asked("a"), remembered("a"))
    memory.put(asked("b"), remembered("b"))
    memory.close()
    path.write_bytes(path.read_bytes()[:-20])
    again = opened(kind, path)
    assert again.get(asked("a")) is not None
    assert again.get(asked("b")) is None
    again.put(asked("c"), remembered("c"))
    again.close()
    last = opened(kind, path)
    assert [last.get(asked(name)) is not None for name in "abc"] == [True, False, True]
    last.close()


@given(cut=st.integers(0, 2_000))
def test_a_file_that_was_cut_anywhere_has_what_stands_before_the_cut(cut, tmp_path_factory):
    path = tmp_path_factory.mktemp("cut") / "file"
    memory = Recording(path)
    ends = [path.stat().st_size]
    for name in "abcd":
        memory.put(asked(name), remembered(name))
        ends.append(path.stat().st_size)
    memory.close()
    cut = max(ends[0], min(cut, ends[-1]))  # what names the format is written before all else
    path.write_bytes(path.read_bytes()[:cut])
    replay = Replay(path)
    assert [replay.get(asked(name)) is not None for name in "abcd"] == [end - 1 <= cut for end in ends[1:]]


@pytest.mark.parametrize(
    "line",
    ['{"key": 3}', '{"key": "a"}', '{"key": "a", "reply": []}', "[]", "3", '{"run": "r", "calls": "1"}'],
)
@pytest.mark.parametrize("kind", [Recording, Paid, Replay])
def test_a_line_of_something_else_is_refused_by_its_number(kind, line, tmp_path):
    path = tmp_path / "file"
    opened(Recording if kind is Replay else kind, path).close()
    path.write_bytes(path.read_bytes() + line.encode() + b"\n")
    with pytest.raises(ValueError, match="file':2: "):
        opened(kind, path)


def test_a_full_disk_ends_the_run(tmp_path):
    """And what was torn does not spoil the next line."""
    memory = Recording(tmp_path / "file")
    ours = memory._file._file
    memory._file._file = os.open("/dev/full", os.O_WRONLY)
    with pytest.raises(CapReached, match="No space left"):
        memory.put(asked(), remembered())
    os.close(memory._file._file)
    memory._file._file = ours
    assert memory.get(asked()) is None
    memory.close()


def test_a_link_in_the_way_of_what_was_paid_for_is_not_followed(tmp_path):
    (tmp_path / "precious").write_bytes(b"")
    (tmp_path / "file").symlink_to("precious")
    with pytest.raises(ValueError, match="file"):
        Paid(tmp_path / "file", "run 1")
    assert (tmp_path / "precious").read_bytes() == b""


@pytest.mark.parametrize("kind", [Recording, Paid])
def test_what_is_no_regular_file_is_refused(kind, tmp_path):
    os.mkfifo(tmp_path / "file")
    with pytest.raises(ValueError, match="is no regular file"):
        opened(kind, tmp_path / "file")


def test_a_replay_of_an_empty_file_has_nothing(tmp_path):
    (tmp_path / "file").write_bytes(b"")
    assert Replay(tmp_path / "file").get(asked()) is None


@pytest.mark.parametrize("data", FOREIGN)
def test_a_replay_of_something_else_is_refused(data, tmp_path):
    (tmp_path / "file").write_bytes(data)
    with pytest.raises(ValueError, match=r"file':\d: expected a file of replies of judges, version 1"):
        Replay(tmp_path / "file")


def test_a_replay_that_is_not_there_is_refused(tmp_path):
    with pytest.raises(ValueError, match="No such file"):
        Replay(tmp_path / "file")


def test_of_two_replies_to_one_question_the_first_is_recorded_and_replayed(tmp_path):
    path = tmp_path / "file"
    memory = Recording(path)
    memory.put(asked(), remembered("first"))
    memory.put(asked(), remembered("second"))
    assert memory.get(asked()).reply.text == "first"
    memory.close()
    assert b"second" not in path.read_bytes()
    lines = path.read_bytes()
    path.write_bytes(lines + lines.replace(b"first", b"third"))  # by two processes at the same time
    assert Replay(path).get(asked()).reply.text == "first"


def test_a_record_has_the_fields_that_are_documented(tmp_path):
    memory = Recording(tmp_path / "file")
    memory.put(asked(), remembered("{}"))
    memory.close()
    head, line = map(json.loads, (tmp_path / "file").read_text().splitlines())
    assert head == {"format": "replies of judges", "version": 1}
    assert line == {
        "key": "portable a",
        "profile": "local",
        "model": "m",
        "messages_sha256": "0" * 64,
        "reply": {
            "text": "{}",
            "finish_reason": "stop",
            "model": "m-1",
            "usage": {"input_tokens": 1, "output_tokens": 2, "reasoning_tokens": None},
        },
        "asks": 1,
        "dropped_parameters": [],
    }


# What was paid for


def test_what_a_run_spent_counts_for_its_next_worker_and_not_for_a_resume(tmp_path):
    path = tmp_path / "file"
    first = Paid(path, "run 1")
    assert (first.calls, first.cost) == (0, 0.0)
    first.spend(1, 0.5)
    first.spend(0, -0.25)
    first.spend(1, 1)
    first.put(asked(), remembered())
    first.close()
    replaced, resumed = Paid(path, "run 1"), Paid(path, "run 2")
    assert (replaced.calls, replaced.cost) == (2, 1.25)
    assert (resumed.calls, resumed.cost) == (0, 0.0)
    assert resumed.get(asked()) == replaced.get(asked()) == remembered()
    replaced.close()
    resumed.close()
