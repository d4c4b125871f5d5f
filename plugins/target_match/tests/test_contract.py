from checkwright_contract import contract_tests
from checkwright_target_match import KIND

TestTargetMatch = contract_tests(KIND)
