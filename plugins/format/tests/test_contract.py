from checkwright_contract import contract_tests
from checkwright_format import KIND

TestFormat = contract_tests(KIND)
