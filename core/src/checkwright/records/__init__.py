"""The record of what an agent did: the tool calls that it made, and what the tools answered.

The record is the `tool_calls` of a case: a bare list of calls, or whole messages and responses in the
formats of OpenAI (chat completions and responses), Anthropic, Gemini, Bedrock, MCP, LangChain, Vercel and
inspect. Nothing is guessed: a row in a format that is not known makes the record unreadable, by its name.
Everything here takes time in proportion to the size of the record.
"""

from .call import Call
from .result import Result
from .views import calls, results

__all__ = ["Call", "Result", "calls", "results"]
