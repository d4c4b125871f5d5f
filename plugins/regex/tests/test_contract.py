from checkwright_contract import contract_tests
from checkwright_regex import KIND

TestRegex = contract_tests(KIND)
