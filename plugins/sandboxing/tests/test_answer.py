"""The files that tell a command what the reply was."""

import pytest

from checkwright import Case, NotExecutable
from checkwright_sandboxing.answer import reply_files

FENCE = "```"


@pytest.mark.parametrize(
    ("reply", "answer"),
    [
        ("", ""),
        ("42", "42"),
        (f"Here:\n{FENCE}python\nprint(1)\n{FENCE}\nDone.", "print(1)"),
        (f"{FENCE}\na\n{FENCE}\n{FENCE}\nb\n{FENCE}", f"{FENCE}\na\n{FENCE}\n{FENCE}\nb\n{FENCE}"),
        (f"~~~md\nSee:\n{FENCE}sh\nls\n{FENCE}\n~~~", "ls"),
    ],
)
def test_the_answer_is_the_only_block_else_the_reply(reply: str, answer: str) -> None:
    """Two blocks are no answer of their own."""
    files = reply_files(Case(reply))
    assert files["response.txt"].data.decode() == reply
    assert files["answer.txt"].data.decode() == answer
    assert set(files) == {"response.txt", "answer.txt"}


def test_a_lone_surrogate_is_written_as_its_bytes() -> None:
    """A reply that is no valid Unicode is handed over, not refused."""
    assert reply_files(Case("a\ud800"))["response.txt"].data == b"a\xed\xa0\x80"


def test_without_a_response_there_are_no_files() -> None:
    """As for every kind."""
    with pytest.raises(NotExecutable):
        reply_files(Case(None))
