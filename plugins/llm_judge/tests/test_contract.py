from checkwright_contract import contract_tests
from checkwright_llm_judge import KIND

TestLlmJudge = contract_tests(KIND)
