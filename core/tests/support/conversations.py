"""One conversation with two tool calls, recorded as each system writes it."""

ASKED = "What is the weather in Bergen, and is flight SK4151 on time?"
BERGEN = {"city": "Bergen", "days": 2}
FLIGHT = {"number": "SK4151"}
BOTH = [("get_weather", BERGEN), ("flight_status", FLIGHT)]
SKY = {"sky": "rain"}

OPENAI_CHAT = [
    {"role": "system", "content": "You are a travel assistant."},
    {"role": "user", "content": ASKED, "name": "ingrid"},
    {
        "role": "assistant",
        "content": None,
        "refusal": None,
        "annotations": [],
        "tool_calls": [
            {
                "id": "call_Qm2vXk0c",
                "type": "function",
                "function": {"name": "get_weather", "arguments": '{"city":"Bergen","days":2}'},
            },
            {
                "id": "call_7fHn1tBz",
                "type": "function",
                "function": {"name": "flight_status", "arguments": '{"number":"SK4151"}'},
            },
        ],
    },
    {"role": "tool", "tool_call_id": "call_Qm2vXk0c", "content": '{"sky":"rain"}'},
    {"role": "tool", "tool_call_id": "call_7fHn1tBz", "content": "on time"},
    {"role": "assistant", "content": "Rain, and it is on time."},
]
OPENAI_CHAT_OLD = [
    {
        "role": "assistant",
        "content": None,
        "function_call": {"name": "get_weather", "arguments": '{"city":"Bergen","days":2}'},
    },
    {"role": "function", "name": "get_weather", "content": '{"sky":"rain"}'},
    {
        "role": "assistant",
        "content": None,
        "function_call": {"name": "flight_status", "arguments": '{"number":"SK4151"}'},
    },
    {"role": "function", "name": "flight_status", "content": "on time"},
]
OPENAI_RESPONSES = [
    {
        "id": "resp_68af40",
        "object": "response",
        "status": "completed",
        "output": [
            {"id": "rs_68af41", "type": "reasoning", "summary": [], "content": None},
            {
                "id": "fc_68af42",
                "type": "function_call",
                "status": "completed",
                "call_id": "call_k2Ww",
                "name": "get_weather",
                "arguments": '{"city":"Bergen","days":2}',
            },
            {
                "id": "mcp_68af43",
                "type": "mcp_call",
                "server_label": "airline",
                "name": "flight_status",
                "arguments": '{"number":"SK4151"}',
                "output": "on time",
                "error": None,
            },
        ],
    },
    {"type": "function_call_output", "call_id": "call_k2Ww", "output": '{"sky":"rain"}'},
    {
        "id": "msg_68af44",
        "type": "message",
        "role": "assistant",
        "status": "completed",
        "content": [{"type": "output_text", "text": "Rain, and on time.", "annotations": []}],
    },
]
ANTHROPIC = [
    {"role": "user", "content": ASKED},
    {
        "id": "msg_01XFD",
        "type": "message",
        "role": "assistant",
        "model": "claude",
        "content": [
            {"type": "thinking", "thinking": "Two look-ups.", "signature": "EqQB"},
            {"type": "redacted_thinking", "data": "EmwK"},
            {"type": "text", "text": "Let me look."},
            {"type": "tool_use", "id": "toolu_01A", "name": "get_weather", "input": BERGEN},
            {"type": "server_tool_use", "id": "srvtoolu_01B", "name": "flight_status", "input": FLIGHT},
            {
                "type": "web_search_tool_result",
                "tool_use_id": "srvtoolu_01B",
                "content": {"type": "web_search_tool_result_error", "error_code": "unavailable"},
            },
        ],
        "stop_reason": "tool_use",
    },
    {
        "role": "user",
        "content": [
            {
                "type": "tool_result",
                "tool_use_id": "toolu_01A",
                "content": [{"type": "text", "text": "rain"}, {"type": "text", "text": "11 degrees"}],
                "is_error": False,
            }
        ],
    },
]
GEMINI = [
    {"role": "user", "parts": [{"text": ASKED}, {"inlineData": {"mimeType": "image/png", "data": "iVBO"}}]},
    {
        "content": {
            "role": "model",
            "parts": [
                {"text": "Two look-ups.", "thought": True},
                {"functionCall": {"name": "get_weather", "args": BERGEN}, "thoughtSignature": "CiQB"},
                {"functionCall": {"id": "fc-2", "name": "flight_status", "args": FLIGHT}},
            ],
        },
        "finishReason": "STOP",
        "index": 0,
    },
    {
        "role": "user",
        "parts": [
            {"functionResponse": {"name": "get_weather", "response": SKY}},
            {"functionResponse": {"id": "fc-2", "name": "flight_status", "response": {"error": "503"}}},
        ],
    },
]
BEDROCK = [
    {"role": "user", "content": [{"text": ASKED}, {"cachePoint": {"type": "default"}}]},
    {
        "output": {
            "message": {
                "role": "assistant",
                "content": [
                    {"reasoningContent": {"reasoningText": {"text": "Two look-ups.", "signature": "x"}}},
                    {"text": "Let me look."},
                    {"toolUse": {"toolUseId": "tooluse_Zx", "name": "get_weather", "input": BERGEN}},
                    {"toolUse": {"toolUseId": "tooluse_Qy", "name": "flight_status", "input": FLIGHT}},
                ],
            }
        },
        "stopReason": "tool_use",
        "usage": {"inputTokens": 7, "outputTokens": 3, "totalTokens": 10},
    },
    {
        "role": "user",
        "content": [
            {
                "toolResult": {
                    "toolUseId": "tooluse_Zx",
                    "content": [{"json": SKY}],
                    "status": "success",
                }
            },
            {"toolResult": {"toolUseId": "tooluse_Qy", "content": [{"text": "503"}], "status": "error"}},
        ],
    },
]
MCP = [
    {
        "jsonrpc": "2.0",
        "id": 0,
        "method": "initialize",
        "params": {"protocolVersion": "2025-06-18", "clientInfo": {"name": "host", "version": "1"}},
    },
    {"jsonrpc": "2.0", "id": 0, "result": {"protocolVersion": "2025-06-18", "capabilities": {}}},
    {"jsonrpc": "2.0", "id": 1, "method": "prompts/get", "params": {"name": "tour", "arguments": {}}},
    {"jsonrpc": "2.0", "id": 1, "error": {"code": -32602, "message": "no such prompt"}},
    {
        "jsonrpc": "2.0",
        "id": 2,
        "method": "tools/call",
        "params": {"name": "get_weather", "arguments": BERGEN, "_meta": {"progressToken": 2}},
    },
    {
        "jsonrpc": "2.0",
        "id": 2,
        "result": {
            "content": [{"type": "text", "text": '{"sky":"rain"}'}],
            "structuredContent": SKY,
            "isError": False,
        },
    },
    {
        "jsonrpc": "2.0",
        "id": "3",
        "method": "tools/call",
        "params": {"name": "flight_status", "arguments": FLIGHT},
    },
    {
        "jsonrpc": "2.0",
        "id": "3",
        "result": {"content": [{"type": "text", "text": "503"}], "isError": True},
    },
]
LANGCHAIN = [
    {"type": "human", "content": ASKED, "name": None, "id": "h1"},
    {
        "type": "ai",
        "name": "travel_agent",
        "id": "run-1",
        "content": [
            "Let me look.",
            {"type": "tool_use", "id": "toolu_01A", "name": "get_weather", "input": BERGEN},
        ],
        "additional_kwargs": {},
        "tool_calls": [
            {"name": "get_weather", "args": BERGEN, "id": "toolu_01A", "type": "tool_call"},
            {"name": "flight_status", "args": FLIGHT, "id": "toolu_01B", "type": "tool_call"},
        ],
        "invalid_tool_calls": [],
    },
    {
        "type": "tool",
        "name": "get_weather",
        "content": "rain",
        "tool_call_id": "toolu_01A",
        "status": "success",
    },
    {"type": "tool", "name": None, "content": "503", "tool_call_id": "toolu_01B", "status": "error"},
]
VERCEL = [
    {"role": "user", "content": [{"type": "text", "text": ASKED}]},
    {
        "role": "assistant",
        "content": [
            {"type": "reasoning", "text": "Two look-ups."},
            {"type": "tool-call", "toolCallId": "c1", "toolName": "get_weather", "input": BERGEN},
            {"type": "tool-call", "toolCallId": "c2", "toolName": "flight_status", "input": FLIGHT},
        ],
    },
    {
        "role": "tool",
        "content": [
            {
                "type": "tool-result",
                "toolCallId": "c1",
                "toolName": "get_weather",
                "output": {"type": "json", "value": SKY},
            },
            {
                "type": "tool-result",
                "toolCallId": "c2",
                "toolName": "flight_status",
                "output": {"type": "error-text", "value": "503"},
            },
        ],
    },
]
VERCEL_STEPS = [
    {"type": "tool-call", "toolCallId": "c1", "toolName": "get_weather", "args": BERGEN},
    {
        "type": "tool-result",
        "toolCallId": "c1",
        "toolName": "get_weather",
        "args": BERGEN,
        "result": "rain",
    },
    {"type": "tool-call", "toolCallId": "c2", "toolName": "flight_status", "args": FLIGHT},
    {"type": "tool-error", "toolCallId": "c2", "toolName": "flight_status", "input": FLIGHT, "error": "503"},
]
VERCEL_PAGE = [
    {
        "id": "m1",
        "role": "assistant",
        "parts": [
            {"type": "text", "text": "Let me look.", "state": "done"},
            {
                "type": "tool-get_weather",
                "toolCallId": "c1",
                "state": "output-available",
                "input": BERGEN,
                "output": "rain",
            },
            {
                "type": "dynamic-tool",
                "toolName": "flight_status",
                "toolCallId": "c2",
                "state": "output-error",
                "input": FLIGHT,
                "errorText": "503",
            },
        ],
    }
]
INSPECT = [
    {"id": "Yx1", "content": ASKED, "source": "input", "role": "user"},
    {
        "id": "Yx2",
        "content": [{"type": "reasoning", "reasoning": "Two look-ups."}, {"type": "text", "text": "Hm."}],
        "source": "generate",
        "role": "assistant",
        "tool_calls": [
            {"id": "call_1", "function": "get_weather", "arguments": BERGEN, "type": "function"},
            {"id": "call_2", "function": "flight_status", "arguments": FLIGHT, "type": "function"},
        ],
        "model": "openai/gpt",
    },
    {"id": "Yx3", "content": "rain", "role": "tool", "tool_call_id": "call_1", "function": "get_weather"},
    {
        "id": "Yx4",
        "content": "",
        "role": "tool",
        "tool_call_id": "call_2",
        "function": "flight_status",
        "error": {"type": "timeout", "message": "503"},
    },
]
OLLAMA = [
    {
        "role": "assistant",
        "content": "",
        "tool_calls": [
            {"function": {"index": 0, "name": "get_weather", "arguments": BERGEN}},
            {"function": {"index": 1, "name": "flight_status", "arguments": FLIGHT}},
        ],
    },
    {"role": "tool", "tool_name": "get_weather", "content": "rain"},
    {"role": "tool", "tool_name": "flight_status", "content": "on time"},
]
SYSTEMS = {
    "openai chat": OPENAI_CHAT,
    "openai chat, function_call": OPENAI_CHAT_OLD,
    "openai responses": OPENAI_RESPONSES,
    "anthropic": ANTHROPIC,
    "gemini": GEMINI,
    "bedrock": BEDROCK,
    "mcp": MCP,
    "langchain": LANGCHAIN,
    "vercel": VERCEL,
    "vercel steps": VERCEL_STEPS,
    "vercel page": VERCEL_PAGE,
    "inspect": INSPECT,
    "ollama": OLLAMA,
}

#: By system the ids of the two calls.
IDS = {
    "openai chat": ("call_Qm2vXk0c", "call_7fHn1tBz"),
    "openai chat, function_call": (None, None),
    "openai responses": ("call_k2Ww", "mcp_68af43"),
    "anthropic": ("toolu_01A", "srvtoolu_01B"),
    "gemini": (None, "fc-2"),
    "bedrock": ("tooluse_Zx", "tooluse_Qy"),
    "mcp": ("2", "3"),
    "langchain": ("toolu_01A", "toolu_01B"),
    "vercel": ("c1", "c2"),
    "vercel steps": ("c1", "c2"),
    "vercel page": ("c1", "c2"),
    "inspect": ("call_1", "call_2"),
    "ollama": (None, None),
}
#: By system what the two tools answered: value, text, and whether that is an error.
ANSWERS = {
    "openai chat": (('{"sky":"rain"}', '{"sky":"rain"}', False), ("on time", "on time", False)),
    "openai chat, function_call": (
        ('{"sky":"rain"}', '{"sky":"rain"}', False),
        ("on time", "on time", False),
    ),
    "openai responses": (('{"sky":"rain"}', '{"sky":"rain"}', False), ("on time", "on time", False)),
    "anthropic": (
        ("rain\n11 degrees", "rain\n11 degrees", False),
        (
            {"type": "web_search_tool_result_error", "error_code": "unavailable"},
            '{"type": "web_search_tool_result_error", "error_code": "unavailable"}',
            True,
        ),
    ),
    "gemini": ((SKY, '{"sky": "rain"}', False), ({"error": "503"}, '{"error": "503"}', True)),
    "bedrock": ((SKY, '{"sky": "rain"}', False), ("503", "503", True)),
    "mcp": ((SKY, '{"sky":"rain"}', False), ("503", "503", True)),
    "langchain": (("rain", "rain", False), ("503", "503", True)),
    "vercel": ((SKY, '{"sky": "rain"}', False), ("503", "503", True)),
    "vercel steps": (("rain", "rain", False), ("503", "503", True)),
    "vercel page": (("rain", "rain", False), ("503", "503", True)),
    "inspect": (
        ("rain", "rain", False),
        ({"type": "timeout", "message": "503"}, '{"type": "timeout", "message": "503"}', True),
    ),
    "ollama": (("rain", "rain", False), ("on time", "on time", False)),
}
