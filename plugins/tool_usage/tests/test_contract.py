from checkwright_contract import contract_tests
from checkwright_tool_usage import KIND

TestToolUsage = contract_tests(KIND)
