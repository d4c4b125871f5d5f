"""The two files that tell a command what the reply was."""

from __future__ import annotations

from checkwright import Case
from checkwright.replies import blocks_of

from .sandbox import WorkFile

__all__ = ["ANSWER_FILE", "RESPONSE_FILE", "reply_files"]

RESPONSE_FILE = "response.txt"
ANSWER_FILE = "answer.txt"


def reply_files(case: Case) -> dict[str, WorkFile]:
    """Return `response.txt`, the reply, and `answer.txt`, the text of its only code block or else the reply.

    Both are UTF-8; a lone surrogate is written as its three bytes.

    Raises:
        NotExecutable: the case has no response.
    """
    reply = case.text
    blocks = blocks_of(case)
    answer = blocks[0].text if len(blocks) == 1 else reply
    return {RESPONSE_FILE: _file(reply), ANSWER_FILE: _file(answer)}


def _file(text: str) -> WorkFile:
    return WorkFile(text.encode(errors="surrogatepass"))
